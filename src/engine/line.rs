//! An event in one line: names and numbers, in no language, fields in order of name.

use core::fmt::Write;

use super::event::{Happening, Purpose, Rejection};
use super::function::RawCall;
use super::ids::Origin;
use super::input::Setting;
use super::message::{Body, Message, ResultPage};
use super::parts::Parts;
use super::state::State;

impl Happening {
    /// The event as `kind field=value …`.
    pub fn line(&self) -> String {
        let mut line = self.kind().to_owned();
        let mut fields = Vec::new();
        for field in self.fields() {
            let at = fields.partition_point(|(name, _)| *name < field.0);
            fields.insert(at, field);
        }
        for (name, value) in fields {
            // Writing to a String cannot fail.
            let _ = write!(line, " {name}={value}");
        }
        line
    }

    /// The event's fields, texts left out.
    pub fn fields(&self) -> Vec<(&'static str, String)> {
        let mut fields = self.own_fields();
        fields.push(("by", self.cause().name().to_owned()));
        fields
    }

    /// The texts that the event brought, which its line leaves out.
    pub fn texts(&self, each: &mut dyn FnMut(&str)) {
        match self {
            Self::Replied { reply, .. } => {
                each(&reply.thoughts);
                each(&reply.text);
                for call in reply.calls.iter() {
                    each(&call.name);
                    each(&call.arguments);
                }
            }
            Self::Arrived(message)
            | Self::PagedIn { message, .. }
            | Self::Summarised { message, .. } => each(message.body.spoken()),
            Self::Asked { text } | Self::Offered { text } | Self::Said { text } => each(text),
            Self::BlockEdited(edit) => each(&edit.after),
            Self::DocumentGiven(document) => each(&document.title),
            Self::PassageStored { passage } => each(&passage.text),
            _ => {}
        }
    }

    fn own_fields(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Began { pinned } => vec![
                ("schemas", pinned.schemas.to_string()),
                ("system", pinned.system.to_string()),
                ("working_context", pinned.working_context.to_string()),
            ],
            Self::Arrived(message) => message_fields(message),
            Self::Asked { text } | Self::Offered { text } => vec![("characters", length(text))],
            Self::Said { text } => vec![("characters", length(text))],
            Self::Oversized { tokens, room } => {
                vec![("room", room.to_string()), ("tokens", tokens.to_string())]
            }
            Self::PinnedOverflow { pinned, limit } => {
                vec![("limit", limit.to_string()), ("pinned", pinned.to_string())]
            }
            Self::PressureWarned { tokens, threshold } => {
                vec![
                    ("threshold", threshold.to_string()),
                    ("tokens", tokens.to_string()),
                ]
            }
            Self::ModelAsked {
                purpose,
                parts,
                folds,
            } => asked_fields(*purpose, *parts, *folds),
            Self::Replied {
                purpose,
                reply,
                tokens,
            } => {
                let mut fields = vec![
                    ("calls", reply.calls.len().to_string()),
                    ("purpose", purpose.name().to_owned()),
                    ("tokens", tokens.to_string()),
                ];
                fields.extend(answerer_fields(reply));
                fields
            }
            Self::ReplyRejected { why, left } => {
                vec![("left", left.to_string()), ("why", why.name().to_owned())]
            }
            Self::ModelFailed { purpose, failure } => {
                let kind = match failure {
                    super::reply::ModelFailure::ContextFull => "ContextFull",
                    super::reply::ModelFailure::ReplyCut => "ReplyCut",
                    super::reply::ModelFailure::Other { kind } => kind,
                };
                vec![
                    ("failure", word(kind)),
                    ("purpose", purpose.name().to_owned()),
                ]
            }
            Self::CallBegan { call, read } => {
                let wants_heartbeat = read
                    .as_ref()
                    .as_ref()
                    .is_ok_and(|call| call.wants_heartbeat);
                let mut fields = call_fields(call);
                fields.push(("heartbeat", wants_heartbeat.to_string()));
                fields
            }
            Self::CallFailed { call, fault } => {
                let mut fields = call_fields(call);
                fields.push(("fault", fault.kind().to_owned()));
                fields
            }
            Self::ResultRecorded {
                call,
                is_ok,
                wants_heartbeat,
            } => {
                let mut fields = call_fields(call);
                fields.push(("heartbeat", wants_heartbeat.to_string()));
                fields.push(("ok", is_ok.to_string()));
                fields
            }
            Self::BlockEdited(edit) => {
                let mut fields = vec![
                    ("after", length(&edit.after)),
                    ("before", length(&edit.before)),
                    ("block", word(&edit.label)),
                    ("function", edit.function.wire().to_owned()),
                    ("working_context", edit.tokens.to_string()),
                ];
                if let Some(undeclared) = &edit.undeclared {
                    fields.push(("undeclared", word(&undeclared.name)));
                }
                fields
            }
            Self::DocumentGiven(document) => vec![
                ("announced", document.is_announced.to_string()),
                ("passages", document.passages.len().to_string()),
            ],
            Self::PassageStored { passage } => {
                vec![
                    ("characters", length(&passage.text)),
                    ("id", passage.id.to_string()),
                ]
            }
            Self::Searched { call, page } => {
                let mut fields = page_fields(page);
                fields.push(("function", call.function.wire().to_owned()));
                fields
            }
            Self::PagedIn { message, page } => {
                let mut fields = page_fields(page);
                fields.push(("id", message.id.to_string()));
                fields.push(("tokens", message.tokens.to_string()));
                fields
            }
            Self::HeartbeatsPaused { minutes } => vec![("minutes", minutes.to_string())],
            Self::TimerHeld { until } => vec![("until", until.0.to_string())],
            Self::FlushBegan {
                victims,
                tokens,
                parts_call,
            } => {
                let ids: Vec<String> = victims.iter().map(|victim| victim.id.to_string()).collect();
                let mut fields = vec![("tokens", tokens.to_string()), ("victims", ids.join(","))];
                if *parts_call {
                    fields.push(("parts_call", "true".to_owned()));
                }
                fields
            }
            Self::Evicted {
                id,
                tokens,
                is_written,
                ..
            } => vec![
                ("id", id.to_string()),
                ("tokens", tokens.to_string()),
                ("written", is_written.to_string()),
            ],
            Self::Summarised {
                message,
                kept,
                is_by_model,
            } => {
                let mut fields = message_fields(message);
                let ids: Vec<String> = kept.iter().map(ToString::to_string).collect();
                fields.push((
                    "kept",
                    if ids.is_empty() {
                        "-".to_owned()
                    } else {
                        ids.join(",")
                    },
                ));
                fields.push(("model", is_by_model.to_string()));
                fields
            }
            Self::FlushEnded { before, after } => {
                vec![("after", after.to_string()), ("before", before.to_string())]
            }
            Self::FlushFailed { tokens, limit } => {
                vec![("limit", limit.to_string()), ("tokens", tokens.to_string())]
            }
            Self::BudgetStopped { budget } => vec![("budget", budget.to_string())],
            Self::CallCapReached { cap } => vec![("cap", cap.to_string())],
            Self::SettingChanged(change) => {
                vec![
                    ("setting", change.setting.name().to_owned()),
                    ("value", setting_value(&change.setting)),
                ]
            }
            Self::SessionFull { events } => vec![("events", events.to_string())],
            Self::NotAsked | Self::Stopped | Self::Yielded => Vec::new(),
        }
    }
}

impl Purpose {
    /// Stable name, as in the trace.
    pub fn name(self) -> &'static str {
        match self {
            Self::Act => "act",
            Self::Summarise => "summarise",
            Self::ChooseVictims => "choose_victims",
        }
    }
}

impl Rejection {
    /// Stable name, as in the trace.
    pub fn name(self) -> &'static str {
        match self {
            Self::NoCall => "no_call",
            Self::OtherFunction => "other_function",
            Self::NoThoughts => "no_thoughts",
            Self::WrongThoughts => "wrong_thoughts",
        }
    }
}

fn message_fields(message: &Message) -> Vec<(&'static str, String)> {
    let mut fields = vec![
        ("id", message.id.to_string()),
        ("kind", message.body.kind().to_owned()),
        ("tokens", message.tokens.to_string()),
    ];
    match &message.body {
        Body::FunctionResult {
            function, is_ok, ..
        } => {
            fields.push(("function", word(function)));
            fields.push(("ok", is_ok.to_string()));
        }
        Body::Assistant { calls, .. } => fields.push(("calls", calls.len().to_string())),
        Body::Summary(summary) => {
            fields.push(("covers", summary.covers.to_string()));
            fields.push(("folded", summary.folded.to_string()));
        }
        _ => {}
    }
    fields
}

fn asked_fields(purpose: Purpose, parts: Parts, folds: u32) -> Vec<(&'static str, String)> {
    let mut fields = vec![
        ("purpose", purpose.name().to_owned()),
        ("queue", parts.queue.to_string()),
        ("schemas", parts.schemas.to_string()),
        ("statistics", parts.statistics.to_string()),
        ("summary", parts.summary.to_string()),
        ("system", parts.system.to_string()),
        ("total", parts.total().to_string()),
        ("working_context", parts.working_context.to_string()),
    ];
    if folds > 0 {
        fields.push(("folds", folds.to_string()));
    }
    fields
}

fn call_fields(call: &RawCall) -> Vec<(&'static str, String)> {
    vec![
        ("arguments", length(&call.arguments)),
        ("function", word(&call.name)),
    ]
}

fn page_fields(page: &ResultPage) -> Vec<(&'static str, String)> {
    let hits: Vec<String> = page.hits.iter().map(Origin::to_string).collect();
    vec![
        (
            "hits",
            if hits.is_empty() {
                "-".to_owned()
            } else {
                hits.join(",")
            },
        ),
        ("page", format!("{}/{}", page.page, page.page_last)),
        ("total", page.total.to_string()),
    ]
}

fn setting_value(setting: &Setting) -> String {
    match setting {
        Setting::Window(window) => window.to_string(),
        Setting::Policy(policy) => policy.name().to_owned(),
        Setting::PageInBudget(None) => "none".to_owned(),
        Setting::PageInBudget(Some(budget)) => budget.to_string(),
        Setting::WhenSpent(choice) => choice.name().to_owned(),
        Setting::External(has_external) => has_external.to_string(),
        Setting::Seed(seed) => seed.to_string(),
        Setting::Pin { id, is_pinned } => format!("{id}:{is_pinned}"),
    }
}

fn length(text: &str) -> String {
    text.chars().count().to_string()
}

/// A name that a model or a file gave, safe for one field of a line.
/// Which live model answered, what it counted, and what was put right: nothing of a scripted
/// one.
fn answerer_fields(reply: &super::reply::Reply) -> Vec<(&'static str, String)> {
    let Some(by) = &reply.by else {
        return Vec::new();
    };
    let mut fields = vec![("model", word(&by.model)), ("provider", word(&by.provider))];
    if let Some(usage) = reply.usage {
        fields.push(("read", usage.prompt.to_string()));
        fields.push(("written", usage.completion.to_string()));
    }
    if !by.repairs.is_empty() {
        let repairs: Vec<String> = by.repairs.iter().map(|repair| word(repair)).collect();
        fields.push(("repairs", repairs.join(",")));
    }
    fields
}

fn word(text: &str) -> String {
    let shown: String = text
        .chars()
        .take(64)
        .map(|c| {
            if c.is_alphanumeric() || "_-./:".contains(c) {
                c
            } else {
                '?'
            }
        })
        .collect();
    if shown.is_empty() {
        "-".to_owned()
    } else {
        shown
    }
}

impl State {
    /// The state as text, for the digest: every field that decisions depend on.
    pub fn render(&self) -> String {
        let mut text = String::new();
        let totals = &self.totals;
        let _ = writeln!(
            text,
            "turn {} messages {} passages {} now {} warned {} controller {:?}",
            self.turn, self.messages, self.passages, self.now.0, self.is_warned, self.controller
        );
        let _ = writeln!(
            text,
            "pinned {:?} due {:?} draws {} uses {}",
            self.pinned, self.due, self.draws, self.uses
        );
        let _ = writeln!(text, "totals {totals:?}");
        for (block, value) in self.config.blocks.iter().zip(self.blocks.iter()) {
            let _ = writeln!(
                text,
                "block {} {}",
                block.label,
                super::package::quote(value)
            );
        }
        for slot in self.queue.all() {
            let _ = writeln!(
                text,
                "slot {} {} {} {} {} {}",
                slot.id, slot.group, slot.tokens, slot.used, slot.is_user, slot.is_pinned
            );
        }
        let _ = writeln!(text, "written {}", self.written);
        text
    }
}
