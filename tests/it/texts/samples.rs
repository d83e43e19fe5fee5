//! One event of every kind, and of every variety that has words of its own.

use std::collections::BTreeSet;
use std::sync::Arc;

use memgpt_playground::engine::config::{Config, EvictionPolicy, RuleSet, WhenSpent};
use memgpt_playground::engine::event::{
    BlockEdit, Decider, Document, Happening, Pinned, Purpose, Rejection, SettingChange, Undeclared,
    Victim,
};
use memgpt_playground::engine::function::{
    Argument, Arguments, Call, CallFault, Function, ParameterKind, RawCall,
};
use memgpt_playground::engine::ids::{MessageId, Origin, PassageId};
use memgpt_playground::engine::input::Setting;
use memgpt_playground::engine::message::{
    Body, HeartbeatReason, Message, Passage, ResultPage, StoredBy, Summary,
};
use memgpt_playground::engine::parts::Parts;
use memgpt_playground::engine::ranges::IdRanges;
use memgpt_playground::engine::reply::{ModelFailure, Reply};
use memgpt_playground::engine::timestamp::Timestamp;
use memgpt_playground::text::CaptionContext;
use memgpt_playground::text::context::{Excerpt, TurnCounts, Unread};

/// The number of a kind: a new kind of event does not compile until it has a sample.
fn number(what: &Happening) -> usize {
    match what {
        Happening::Began { .. } => 0,
        Happening::Arrived(_) => 1,
        Happening::Asked { .. } => 2,
        Happening::Offered { .. } => 3,
        Happening::Oversized { .. } => 4,
        Happening::PinnedOverflow { .. } => 5,
        Happening::PressureWarned { .. } => 6,
        Happening::ModelAsked { .. } => 7,
        Happening::Replied { .. } => 8,
        Happening::ModelFailed { .. } => 9,
        Happening::CallBegan { .. } => 10,
        Happening::CallFailed { .. } => 11,
        Happening::Said { .. } => 12,
        Happening::BlockEdited(_) => 13,
        Happening::PassageStored { .. } => 14,
        Happening::DocumentGiven(_) => 15,
        Happening::Searched { .. } => 16,
        Happening::PagedIn { .. } => 17,
        Happening::HeartbeatsPaused { .. } => 18,
        Happening::TimerHeld { .. } => 19,
        Happening::FlushBegan { .. } => 20,
        Happening::Evicted { .. } => 21,
        Happening::Summarised { .. } => 22,
        Happening::FlushEnded { .. } => 23,
        Happening::FlushFailed { .. } => 24,
        Happening::BudgetStopped { .. } => 25,
        Happening::CallCapReached { .. } => 26,
        Happening::SettingChanged(_) => 27,
        Happening::Stopped => 28,
        Happening::SessionFull { .. } => 29,
        Happening::Yielded => 30,
        Happening::ReplyRejected { .. } => 31,
        Happening::NotAsked => 32,
        Happening::ResultRecorded { .. } => 33,
    }
}

/// How many kinds [`number`] knows.
const KINDS: usize = 34;

pub fn message(id: u32, body: Body) -> Arc<Message> {
    Arc::new(Message {
        id: MessageId(id),
        at: Timestamp(0),
        body,
        tokens: 31,
    })
}

fn raw(name: &str, arguments: &str) -> RawCall {
    RawCall {
        name: name.into(),
        arguments: arguments.into(),
    }
}

fn search_call() -> RawCall {
    raw(
        "conversation_search",
        r#"{"query":"perro","request_heartbeat":true}"#,
    )
}

fn page(hits: &[Origin]) -> Arc<ResultPage> {
    Arc::new(ResultPage {
        hits: hits.to_vec(),
        page: 1,
        page_last: 1,
        total: hits.len() as u32,
    })
}

fn faults() -> Vec<CallFault> {
    vec![
        CallFault::UnknownFunction {
            name: "personal_diary.add".into(),
        },
        CallFault::UnknownFunction {
            name: "archival_memory_insert".into(),
        },
        CallFault::BrokenArguments {
            problem: "expected value at line 1 column 3".into(),
        },
        CallFault::MissingArgument { name: "query" },
        CallFault::UnknownArgument {
            name: "color".into(),
        },
        CallFault::WrongType {
            name: "page",
            expected: ParameterKind::Integer,
        },
        CallFault::WrongType {
            name: "query",
            expected: ParameterKind::Text,
        },
        CallFault::WrongType {
            name: "ids",
            expected: ParameterKind::Identifiers,
        },
        CallFault::WrongType {
            name: "request_heartbeat",
            expected: ParameterKind::Boolean,
        },
        CallFault::UnknownBlock {
            name: "diary".into(),
        },
        CallFault::BlockFull {
            block: "human".into(),
            limit: 2_000,
            asked: 12_345,
        },
        CallFault::TextNotFound {
            block: "human".into(),
            old: "Human".into(),
        },
        CallFault::EmptyOldContent,
        CallFault::BadDate {
            text: "ayer".into(),
        },
        CallFault::PageOutOfRange {
            page: 9,
            first: 1,
            last: 3,
        },
        CallFault::EmptyText { name: "query" },
        CallFault::BudgetSpent { budget: 2 },
        CallFault::BudgetSpent { budget: 1 },
        CallFault::NotEvictable { id: 99 },
    ]
}

fn bodies() -> Vec<Body> {
    let result = |is_ok, page| Body::FunctionResult {
        function: "conversation_search".into(),
        is_ok,
        text: "…".into(),
        page,
    };
    let assistant = |text: &str, calls: &[RawCall]| Body::Assistant {
        thoughts: "No veo ningún perro.".into(),
        text: text.into(),
        calls: calls.into(),
    };
    vec![
        Body::Item("la dirección".into()),
        Body::User("¿Y cómo se llamaba el perro de mi hermana?".into()),
        assistant("", &[search_call()]),
        assistant("", &[]),
        assistant("Se llama Trasno.", &[]),
        result(true, None),
        result(false, None),
        result(true, Some(page(&[]))),
        Body::Heartbeat(HeartbeatReason::Requested),
        Body::Heartbeat(HeartbeatReason::CallFailed),
        Body::Heartbeat(HeartbeatReason::Recorded),
        Body::PressureAlert,
        Body::Summary(summary()),
        Body::Timer,
        Body::Login,
        Body::DocumentNotice {
            title: "El faro".into(),
            passages: 14,
        },
    ]
}

fn summary() -> Arc<Summary> {
    let mut covers = IdRanges::default();
    (1..=24).for_each(|id| covers.insert(MessageId(id)));
    let kept = [MessageId(1), MessageId(4)].into();
    Arc::new(Summary {
        text: "Hablamos de Vigo.".into(),
        covers,
        kept,
        total: 25,
        folded: 24,
    })
}

fn settings() -> Vec<Setting> {
    let mut settings = vec![
        Setting::Window(12_345),
        Setting::PageInBudget(Some(1)),
        Setting::PageInBudget(None),
        Setting::External(true),
        Setting::External(false),
        Setting::Seed(7),
        Setting::Pin {
            id: MessageId(3),
            is_pinned: true,
        },
        Setting::Pin {
            id: MessageId(3),
            is_pinned: false,
        },
    ];
    settings.extend(EvictionPolicy::ALL.map(Setting::Policy));
    settings.extend(WhenSpent::ALL.map(Setting::WhenSpent));
    settings
}

/// Every event, for a run with these settings.
pub fn events(config: &Config) -> Vec<Happening> {
    let hit = Origin::Message(MessageId(6));
    let purposes = [Purpose::Act, Purpose::Summarise, Purpose::ChooseVictims];
    let call = |function: Function, query: &str| {
        Arc::new(Call {
            function,
            arguments: Arguments::new(vec![("query", Argument::Text(query.into()))]),
            wants_heartbeat: true,
        })
    };
    let edit = |function, before: &str, after: &str, label: &str| {
        let (label, before, after) = (label.into(), before.into(), after.into());
        Happening::BlockEdited(Arc::new(BlockEdit {
            index: 1,
            label,
            function,
            before,
            after,
            tokens: 68,
            undeclared: None,
        }))
    };
    let undeclared = |wants_heartbeat| {
        Happening::BlockEdited(Arc::new(BlockEdit {
            index: 1,
            label: "human".into(),
            function: Function::CoreMemoryReplace,
            before: "Ana".into(),
            after: "Eva".into(),
            tokens: 68,
            undeclared: Some(Undeclared {
                name: "memory_replace".into(),
                wants_heartbeat,
            }),
        }))
    };
    let reply = |thoughts: &str, calls: &[RawCall]| {
        Arc::new(Reply {
            thoughts: thoughts.into(),
            calls: calls.into(),
            ..Reply::default()
        })
    };
    let replies = [
        reply("No veo ningún perro.", &[search_call()]),
        reply("", &[raw("send_message", r#"{"message":"Hola"}"#)]),
        reply("Pienso.", &[]),
    ];
    let result = |page: &Arc<ResultPage>| Body::FunctionResult {
        function: "conversation_search".into(),
        is_ok: true,
        text: "…".into(),
        page: Some(Arc::clone(page)),
    };
    let began = |call: RawCall, wants_heartbeat| {
        let read = Call {
            function: Function::ConversationSearch,
            arguments: Default::default(),
            wants_heartbeat,
        };
        Happening::CallBegan {
            call: call.into(),
            read: Arc::new(Ok(read)),
        }
    };
    let parts = Parts {
        system: 182,
        schemas: 449,
        working_context: 68,
        statistics: 25,
        summary: 41,
        queue: 200,
    };
    let passage = |by| {
        let text = "Su hermana vive en Lugo.".into();
        Arc::new(Passage {
            id: PassageId(3),
            at: Timestamp(0),
            text,
            by,
        })
    };
    let victims: Arc<[Victim]> = (1..=9)
        .map(|id| Victim {
            id: MessageId(id),
            by: Decider::Automatic,
        })
        .collect();

    let mut all = vec![
        Happening::Began {
            pinned: Pinned {
                system: 182,
                schemas: 449,
                working_context: 68,
            },
        },
        Happening::Asked {
            text: "la dirección".into(),
        },
        Happening::Offered {
            text: "la dirección".into(),
        },
        Happening::Oversized {
            tokens: 8_638,
            room: 900,
        },
        Happening::PinnedOverflow {
            pinned: 2_000,
            limit: 1_856,
        },
        Happening::PressureWarned {
            tokens: 1_440,
            threshold: 1_433,
        },
        began(search_call(), true),
        began(raw("evict", r#"{"ids":[1,2]}"#), false),
        Happening::Said {
            text: "Se llama Trasno.".into(),
        },
        edit(
            Function::CoreMemoryAppend,
            "Se llama Inés.",
            "Se llama Inés.\nVive en Vigo.",
            "human",
        ),
        edit(
            Function::CoreMemoryReplace,
            "Novio: James",
            "Exnovio: James",
            "human",
        ),
        edit(
            Function::CoreMemoryReplace,
            "Soy breve. Soy amable.",
            "Soy breve.",
            "persona",
        ),
        edit(Function::CoreMemoryReplace, "igual", "igual", "diary"),
        undeclared(false),
        undeclared(true),
        Happening::PassageStored {
            passage: passage(StoredBy::Model),
        },
        Happening::PassageStored {
            passage: passage(StoredBy::User),
        },
        Happening::DocumentGiven(Arc::new(Document {
            title: "El faro".into(),
            passages: vec!["uno".into()],
            is_announced: true,
        })),
        Happening::Searched {
            call: call(Function::ConversationSearch, "perro"),
            page: page(&[hit]),
        },
        Happening::Searched {
            call: call(Function::ConversationSearch, "gato"),
            page: page(&[]),
        },
        Happening::Searched {
            call: call(Function::ArchivalMemorySearch, "gato"),
            page: page(&[]),
        },
        Happening::PagedIn {
            message: message(29, result(&page(&[hit]))),
            page: page(&[hit]),
        },
        Happening::PagedIn {
            message: message(29, result(&page(&[hit, hit]))),
            page: page(&[Origin::Passage(PassageId(1)), Origin::Passage(PassageId(2))]),
        },
        Happening::HeartbeatsPaused { minutes: 360 },
        Happening::TimerHeld {
            until: Timestamp(1_700_000_000),
        },
        Happening::FlushBegan {
            victims: Arc::clone(&victims),
            tokens: 1_900,
            parts_call: false,
        },
        Happening::FlushBegan {
            victims: victims[..1].into(),
            tokens: 1_900,
            parts_call: true,
        },
        Happening::Summarised {
            message: message(30, Body::Summary(summary())),
            kept: summary().kept.clone(),
            is_by_model: true,
        },
        Happening::Summarised {
            message: message(30, Body::Summary(summary())),
            kept: [].into(),
            is_by_model: true,
        },
        Happening::Summarised {
            message: message(30, Body::Summary(summary())),
            kept: [].into(),
            is_by_model: false,
        },
        Happening::FlushEnded {
            before: 1_900,
            after: 1_000,
        },
        Happening::FlushFailed {
            tokens: 1_900,
            limit: 1_856,
        },
        Happening::NotAsked,
        Happening::ResultRecorded {
            call: raw("roll_dice", "{}").into(),
            is_ok: true,
            wants_heartbeat: true,
        },
        Happening::ResultRecorded {
            call: raw("roll_dice", "{}").into(),
            is_ok: false,
            wants_heartbeat: false,
        },
        Happening::BudgetStopped { budget: 2 },
        Happening::CallCapReached { cap: 20 },
        Happening::Stopped,
        Happening::SessionFull { events: 400_000 },
        Happening::Yielded,
    ];
    for why in [
        Rejection::NoCall,
        Rejection::OtherFunction,
        Rejection::NoThoughts,
        Rejection::WrongThoughts,
    ] {
        all.extend([0, 1, 10].map(|left| Happening::ReplyRejected { why, left }));
    }
    all.extend(
        bodies()
            .into_iter()
            .map(|body| Happening::Arrived(message(28, body))),
    );
    for body in bodies() {
        if matches!(body, Body::Assistant { .. } | Body::FunctionResult { .. }) {
            all.push(Happening::Arrived(message(0, body)));
        }
    }
    for purpose in purposes {
        all.push(Happening::ModelAsked {
            purpose,
            parts,
            folds: 24,
        });
        all.extend(replies.iter().map(|reply| Happening::Replied {
            purpose,
            reply: Arc::clone(reply),
            tokens: 12,
        }));
        for failure in [
            ModelFailure::ContextFull,
            ModelFailure::ReplyCut,
            ModelFailure::Other {
                kind: "Truncated".into(),
            },
        ] {
            all.push(Happening::ModelFailed { purpose, failure });
        }
    }
    for fault in faults() {
        all.push(Happening::CallFailed {
            call: search_call().into(),
            fault: fault.clone().into(),
        });
        all.push(Happening::CallFailed {
            call: raw("evict", r#"{"ids":[99]}"#).into(),
            fault: fault.into(),
        });
    }
    for by in [Decider::Automatic, Decider::Model] {
        for is_written in [false, true] {
            all.push(Happening::Evicted {
                id: MessageId(1),
                tokens: 31,
                by,
                is_written,
            });
        }
    }
    all.extend(settings().into_iter().map(|setting| {
        let config = Arc::new(config.clone());
        Happening::SettingChanged(Arc::new(SettingChange {
            setting,
            config,
            pinned: Pinned::default(),
        }))
    }));
    let kinds: BTreeSet<usize> = all.iter().map(number).collect();
    assert_eq!(kinds, (0..KINDS).collect(), "a kind of event has no sample");
    all
}

/// Settings that change what a sentence says.
pub fn configs() -> Vec<Config> {
    let mut configs = Vec::new();
    for rules in RuleSet::ALL {
        for has_external in [true, false] {
            for policy in EvictionPolicy::ALL {
                configs.push(Config {
                    policy,
                    has_external,
                    ..rules.config()
                });
            }
        }
        for when_spent in WhenSpent::ALL {
            configs.push(Config {
                when_spent,
                page_ins_max: Some(2),
                ..rules.config()
            });
        }
    }
    configs
}

/// The context of an event in the middle of a turn.
pub fn context(config: &Config, turn: TurnCounts, unread: Unread) -> CaptionContext<'_> {
    let held = if config.rules == RuleSet::Miniature {
        5
    } else {
        9
    };
    let prompt = if config.rules == RuleSet::Miniature {
        held
    } else {
        965
    };
    let excerpts = vec![(
        Origin::Message(MessageId(1)),
        Excerpt::Words("Me llamo Inés".into()),
    )];
    CaptionContext {
        config,
        prompt,
        statistics: 25,
        held,
        turn,
        unread,
        needed: Vec::new(),
        excerpts,
    }
}

/// A turn that searched once and found something.
pub const TURN: TurnCounts = TurnCounts {
    model_calls: 2,
    summary_calls: 0,
    choice_calls: 0,
    function_calls: 2,
    searches: 1,
    page_ins: 1,
    tokens_in: 1_930,
    tokens_out: 80,
};
