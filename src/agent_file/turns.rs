//! From messages in order to turns: what came from outside, what the model answered, what
//! its calls brought, and what the machine of then put between.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::engine::function::{Function, RawCall};
use crate::engine::reply::{RecordedResult, Reply};
use crate::engine::timestamp::Timestamp;
use crate::recording::{
    Cue, RecordedBoot, RecordedEvent, RecordedReply, RecordedTurn, RecordedWhat, ResultPlace,
};

use super::blocks::Edit;
use super::message::{Message, Returned, Spoken, What};
use super::problems::{ProblemKind, Remarks};

/// The moment at which a record without moments begins: 2025-01-01 09:00.
const START: Timestamp = Timestamp(1_735_722_000);

/// What the messages of an agent are.
#[derive(Debug, Default)]
pub(super) struct Turns {
    /// The turns, in order.
    pub turns: Vec<RecordedTurn>,
    /// The canned exchange at the beginning, where there is one.
    pub boot: Option<RecordedBoot>,
    /// The first system message, where it stands before every edit.
    pub first_message: Option<Arc<str>>,
    /// Edits of working context that went well, in order.
    pub edits: Vec<Edit>,
    /// System messages that came later: their text, for the turns' events in the same order.
    pub recompiled: Vec<Arc<str>>,
}

/// A reply as it is put together.
struct Draft {
    turn: usize,
    reply: usize,
    call: usize,
}

/// What has been read so far.
struct Reader<'a> {
    turns: Vec<RecordedTurn>,
    /// Results by place: turn, reply, call.
    results: BTreeMap<(usize, usize, usize), RecordedResult>,
    /// Calls that wait for their result, by id; the latest of an id.
    waiting: BTreeMap<Arc<str>, Draft>,
    /// Calls without an id that wait, the oldest first.
    nameless: std::collections::VecDeque<Draft>,
    /// Results that came before their call, by its id.
    early: BTreeMap<Arc<str>, (Returned, u32)>,
    /// Events before the first turn.
    prelude: Vec<RecordedEvent>,
    edits: Vec<Edit>,
    recompiled: Vec<Arc<str>>,
    first_message: Option<Arc<str>>,
    is_begun: bool,
    now: Timestamp,
    path: &'a str,
    remarks: &'a mut Remarks,
}

/// Puts messages together, in the order in which they are played.
pub(super) fn turns(messages: &[Message], path: &str, remarks: &mut Remarks) -> Turns {
    let (boot, rest) = boot(messages);
    let mut reader = Reader {
        turns: Vec::new(),
        results: BTreeMap::new(),
        waiting: BTreeMap::new(),
        nameless: std::collections::VecDeque::new(),
        early: BTreeMap::new(),
        prelude: Vec::new(),
        edits: Vec::new(),
        recompiled: Vec::new(),
        first_message: None,
        is_begun: false,
        now: messages
            .iter()
            .find_map(|message| message.at)
            .unwrap_or(START),
        path,
        remarks,
    };
    for message in rest.0.iter().chain(rest.1) {
        reader.take(message, boot.is_some());
    }
    reader.done(boot)
}

/// The canned exchange of memgpt.md 1.3, and what stands before and after it.
fn boot(messages: &[Message]) -> (Option<RecordedBoot>, (&[Message], &[Message])) {
    let none = (None, (messages, &[][..]));
    let first = messages
        .iter()
        .take_while(|message| matches!(message.what, What::System(_)))
        .count();
    let Some([speech, result, login, ..]) = messages.get(first..) else {
        return none;
    };
    let (What::Reply(spoken), What::Results(_), What::Login(last_login)) =
        (&speech.what, &result.what, &login.what)
    else {
        return none;
    };
    let [(_, call)] = &spoken.calls[..] else {
        return none;
    };
    let arguments: serde_json::Value = serde_json::from_str(&call.arguments).unwrap_or_default();
    let is_speech = Function::from_wire(&call.name) == Some(Function::SendMessage);
    let Some(message) = arguments["message"].as_str().filter(|_| is_speech) else {
        return none;
    };
    let boot = RecordedBoot {
        thought: Arc::clone(&spoken.thoughts),
        message: message.into(),
        last_login: Arc::clone(last_login),
    };
    (Some(boot), (&messages[..first], &messages[first + 3..]))
}

impl Reader<'_> {
    fn take(&mut self, message: &Message, has_boot: bool) {
        if let Some(at) = message.at {
            self.now = self.now.max(at);
        }
        match &message.what {
            What::System(text) if !self.is_begun && self.first_message.is_none() => {
                self.first_message = Some(Arc::clone(text));
                return;
            }
            What::System(text) => {
                self.recompiled.push(Arc::clone(text));
                self.event(message, RecordedWhat::Recompiled(Vec::new()));
            }
            What::User(text) => self.begin(message, Cue::User(Arc::clone(text))),
            What::Login(_) => self.begin(message, Cue::Login),
            What::Timer => self.begin(message, Cue::Timer),
            What::Heartbeat(reason) => {
                self.event(message, RecordedWhat::Heartbeat(Arc::clone(reason)));
            }
            What::Alert(text) => self.event(message, RecordedWhat::Alert(Arc::clone(text))),
            What::Summary(text) => self.event(message, RecordedWhat::Summary(Arc::clone(text))),
            What::Reply(spoken) => self.reply(message, spoken, has_boot),
            What::Results(results) => {
                for result in results {
                    self.result(message, result);
                }
            }
        }
        self.is_begun = true;
    }

    fn begin(&mut self, message: &Message, cue: Cue) {
        let number = Some(message.number);
        self.open(cue, number);
    }

    fn open(&mut self, cue: Cue, message: Option<u32>) {
        self.turns.push(RecordedTurn {
            at: self.now,
            cue,
            message,
            before: std::mem::take(&mut self.prelude),
            replies: Vec::new(),
            is_free: false,
        });
    }

    fn event(&mut self, message: &Message, what: RecordedWhat) {
        let message = message.number;
        let event = RecordedEvent { message, what };
        let Some(turn) = self.turns.last_mut() else {
            self.prelude.push(event);
            return;
        };
        match turn.replies.last_mut() {
            Some(reply) => reply.after.push(event),
            None => turn.before.push(event),
        }
    }

    fn reply(&mut self, message: &Message, spoken: &Spoken, has_boot: bool) {
        if self.turns.is_empty() {
            let cue = if has_boot { Cue::Boot } else { Cue::Nothing };
            self.open(cue, None);
        }
        let turn = self.turns.len() - 1;
        let place = (turn, self.turns[turn].replies.len());
        for (index, (id, _)) in spoken.calls.iter().enumerate() {
            let draft = Draft {
                turn: place.0,
                reply: place.1,
                call: index,
            };
            match id {
                Some(id) => {
                    self.waiting.insert(Arc::clone(id), draft);
                }
                None => self.nameless.push_back(draft),
            }
        }
        let calls: Vec<RawCall> = spoken.calls.iter().map(|(_, call)| call.clone()).collect();
        let reply = Reply {
            thoughts: Arc::clone(&spoken.thoughts),
            text: Arc::clone(&spoken.text),
            calls: calls.into(),
            ..Reply::default()
        };
        self.turns[turn].replies.push(RecordedReply {
            at: self.now,
            message: message.number,
            results: vec![None; reply.calls.len()],
            reply: reply.into(),
            after: Vec::new(),
        });
        // What came before its call stands in the wrong place; it belongs to it all the same.
        for (id, _) in &spoken.calls {
            if let Some(id) = id
                && let Some((early, number)) = self.early.remove(id)
            {
                self.assign(&early, number);
            }
        }
    }

    fn result(&mut self, message: &Message, result: &Returned) {
        let is_known = match &result.id {
            Some(id) => self.waiting.contains_key(id),
            None => !self.nameless.is_empty() || self.waiting.len() == 1,
        };
        if is_known || self.takes_nameless(result) {
            self.assign(result, message.number);
            return;
        }
        match &result.id {
            Some(id) => {
                let kept = (result.clone(), message.number);
                if let Some((_, number)) = self.early.insert(Arc::clone(id), kept) {
                    self.without_call(id, number);
                }
            }
            None => self.without_call("", message.number),
        }
    }

    /// True where calls have no ids and a result has one all the same.
    fn takes_nameless(&self, result: &Returned) -> bool {
        result.id.is_some() && !self.nameless.is_empty()
    }

    fn assign(&mut self, result: &Returned, number: u32) {
        let named = result.id.as_ref().and_then(|id| self.waiting.remove(id));
        let draft = named
            .or_else(|| self.nameless.pop_front())
            .or_else(|| self.waiting.pop_first().map(|(_, draft)| draft));
        let Some(Draft { turn, reply, call }) = draft else {
            return;
        };
        let (is_ok, text) = (result.is_ok, Arc::clone(&result.text));
        let recorded = &mut self.turns[turn].replies[reply];
        if let Some(place) = recorded.results.get_mut(call) {
            let (message, at) = (number, result.at);
            *place = Some(ResultPlace { message, at });
        }
        if is_ok && let Some(edit) = recorded.reply.calls.get(call).and_then(Edit::of) {
            self.edits.push(edit);
        }
        let result = RecordedResult {
            is_ok,
            text,
            edit: None,
        };
        self.results.insert((turn, reply, call), result);
    }

    fn without_call(&mut self, id: &str, number: u32) {
        let id = super::node::shortened(id);
        let path = self.path;
        self.remarks.add(
            || format!("{path}[{number}]"),
            ProblemKind::ResultWithoutCall { id },
        );
    }

    fn done(mut self, boot: Option<RecordedBoot>) -> Turns {
        for (id, (_, number)) in std::mem::take(&mut self.early) {
            self.without_call(&id, number);
        }
        for ((turn, reply, call), result) in std::mem::take(&mut self.results) {
            let recorded = &mut self.turns[turn].replies[reply];
            let reply = Arc::make_mut(&mut recorded.reply);
            let mut results = reply.recorded.to_vec();
            results.resize(reply.calls.len(), None);
            if let Some(place) = results.get_mut(call) {
                *place = Some(result);
            }
            reply.recorded = results.into();
        }
        Turns {
            turns: self.turns,
            boot,
            first_message: self.first_message,
            edits: self.edits,
            recompiled: self.recompiled,
        }
    }
}
