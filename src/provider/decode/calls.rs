//! Puts the calls of a stream together (providers.md 4.7). Servers disagree about what marks
//! a piece as belonging to a call, so three marks are looked at: the id, the place, and
//! whether the arguments so far are complete.

use serde_json::Value;

use super::super::arguments::{self, Read};
use super::super::reading::{Arguments, Delta, ToolCall};
use super::super::repair::{Repair, note};

/// One piece of a call.
#[derive(Clone, Copy, Debug, Default)]
pub struct CallPiece<'a> {
    /// The place in the stream that the server gives.
    pub place: Option<u64>,
    /// The id, if any.
    pub id: &'a str,
    /// The name, or a part of it.
    pub name: &'a str,
    /// The arguments, or a part of them.
    pub arguments: Option<&'a Value>,
    /// The heartbeat, where it stands beside the arguments.
    pub heartbeat: Option<&'a Value>,
}

#[derive(Clone, Debug, Default)]
struct Slot {
    place: Option<u64>,
    id: String,
    name: String,
    text: String,
    object: Option<Value>,
    heartbeat: Option<Value>,
}

/// Bytes up to which arguments are read again with every piece, to see whether they are whole.
const WHOLE_MAX: usize = 16 << 10;

/// Bytes after which a name gets no longer: providers allow 64.
const NAME_MAX: usize = 256;

impl Slot {
    /// The arguments so far are a whole object.
    fn is_whole(&self) -> bool {
        let may_be_read = self.text.len() <= WHOLE_MAX;
        self.object.is_some()
            || may_be_read
                && serde_json::from_str::<Value>(&self.text).is_ok_and(|value| value.is_object())
    }
}

/// The calls of one reply.
#[derive(Clone, Debug, Default)]
pub struct Calls {
    slots: Vec<Slot>,
    /// This protocol sends arguments as objects, and none where there are none.
    has_objects: bool,
    /// This protocol need not have ids.
    may_lack_ids: bool,
}

/// What the calls came to.
#[derive(Clone, Debug, Default)]
pub struct Assembled {
    /// The calls, in order.
    pub calls: Vec<ToolCall>,
    /// One was cut within a string.
    pub is_cut: bool,
}

impl Calls {
    /// For a protocol: whether it sends arguments as objects, and whether it may lack ids.
    pub fn new(has_objects: bool, may_lack_ids: bool) -> Self {
        Self {
            slots: Vec::new(),
            has_objects,
            may_lack_ids,
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Takes a whole call, whatever its id or place.
    pub fn whole(&mut self, piece: CallPiece<'_>, deltas: &mut Vec<Delta>) -> usize {
        self.slots.push(Slot {
            place: piece.place,
            id: piece.id.to_owned(),
            ..Slot::default()
        });
        self.fill(self.slots.len() - 1, piece, deltas)
    }

    /// Takes a piece of a stream; the number of its call.
    pub fn piece(
        &mut self,
        piece: CallPiece<'_>,
        repairs: &mut Vec<Repair>,
        deltas: &mut Vec<Delta>,
    ) -> usize {
        match self.slot_of(piece, repairs) {
            Some(at) => self.fill(at, piece, deltas),
            None => self.whole(piece, deltas),
        }
    }

    fn slot_of(&self, piece: CallPiece<'_>, repairs: &mut Vec<Repair>) -> Option<usize> {
        let last_at = |place: Option<u64>| {
            self.slots
                .iter()
                .rposition(|slot| place.is_none() || slot.place.is_none() || slot.place == place)
        };
        if !piece.id.is_empty() {
            let same = self.slots.iter().rposition(|slot| {
                let same_place = piece.place.is_none() || slot.place == piece.place;
                slot.id == piece.id && same_place
            });
            if same.is_some() {
                return same;
            }
            // An id that comes late belongs to the call that has none, unless that is whole.
            let at = last_at(piece.place)?;
            let slot = &self.slots[at];
            if slot.id.is_empty() && !slot.is_whole() && slot.place == piece.place {
                return Some(at);
            }
            if slot.place.is_some() && slot.place == piece.place {
                note(repairs, Repair::SharedIndex);
            }
            return None;
        }
        let at = last_at(piece.place)?;
        let slot = &self.slots[at];
        // A new whole call in a place that already has one.
        let begins_object = match piece.arguments {
            Some(Value::String(text)) => text.trim_start().starts_with('{'),
            Some(Value::Object(_)) => true,
            _ => false,
        };
        if !piece.name.is_empty() && begins_object && slot.is_whole() {
            note(repairs, Repair::SharedIndex);
            return None;
        }
        Some(at)
    }

    fn fill(&mut self, at: usize, piece: CallPiece<'_>, deltas: &mut Vec<Delta>) -> usize {
        let call = u32::try_from(at).unwrap_or(u32::MAX);
        let slot = &mut self.slots[at];
        if slot.id.is_empty() {
            slot.id = piece.id.to_owned();
        }
        if slot.place.is_none() {
            slot.place = piece.place;
        }
        if slot.heartbeat.is_none() {
            slot.heartbeat = piece.heartbeat.cloned();
        }
        let has_begun = !slot.text.is_empty() || slot.object.is_some();
        // The name comes at once, late, in pieces, or again with every piece.
        let may_grow = slot.name.is_empty() || (!has_begun && slot.name.len() < NAME_MAX);
        if may_grow && !piece.name.is_empty() && slot.name != piece.name {
            slot.name.push_str(piece.name);
            let name = slot.name.clone();
            deltas.push(Delta::Call { call, name });
        }
        match piece.arguments {
            None | Some(Value::Null) => {}
            Some(Value::String(text)) => {
                slot.text.push_str(text);
                if !text.is_empty() {
                    let piece = text.clone();
                    deltas.push(Delta::Arguments { call, piece });
                }
            }
            Some(value) => {
                let piece = value.to_string();
                deltas.push(Delta::Arguments { call, piece });
                slot.object = Some(value.clone());
            }
        }
        at
    }

    /// Sets the arguments as the provider states them at the end of a call, over its pieces.
    pub fn state_arguments(&mut self, at: usize, arguments: &Value, deltas: &mut Vec<Delta>) {
        let Some(slot) = self.slots.get_mut(at) else {
            return;
        };
        match arguments {
            Value::String(text) if slot.text.is_empty() => {
                slot.text.clone_from(text);
                if !text.is_empty() {
                    let call = u32::try_from(at).unwrap_or(u32::MAX);
                    let piece = text.clone();
                    deltas.push(Delta::Arguments { call, piece });
                }
            }
            Value::String(text) if !text.is_empty() => slot.text.clone_from(text),
            Value::Object(object) if !object.is_empty() && slot.text.is_empty() => {
                slot.object = Some(arguments.clone());
            }
            _ => {}
        }
    }

    /// The reply has ended: reads all arguments.
    pub fn assemble(self, repairs: &mut Vec<Repair>) -> Assembled {
        let mut assembled = Assembled::default();
        let mut ids: Vec<String> = Vec::new();
        for slot in self.slots {
            if slot.name.trim().is_empty() {
                note(repairs, Repair::NamelessCall);
                continue;
            }
            // What came in pieces is the truth where a call began with something else.
            let object = slot.object.filter(|_| slot.text.trim().is_empty());
            let arguments = match object {
                Some(value) => {
                    if !self.has_objects {
                        note(repairs, Repair::ObjectArguments);
                    }
                    arguments::from_value(&value)
                }
                None if slot.text.trim().is_empty() && self.has_objects => {
                    arguments::from_value(&Value::Null)
                }
                None => match arguments::read(&slot.name, &slot.text, repairs) {
                    Read::Arguments(arguments) => arguments,
                    Read::Cut => {
                        assembled.is_cut = true;
                        Arguments::Broken(slot.text)
                    }
                },
            };
            let arguments = with_heartbeat(arguments, slot.heartbeat, repairs);
            let id = Some(slot.id).filter(|id| !id.trim().is_empty());
            if id.is_none() && !self.may_lack_ids {
                note(repairs, Repair::MissingId);
            }
            let id = id.filter(|id| {
                let is_new = !ids.contains(id);
                if is_new {
                    ids.push(id.clone());
                } else {
                    note(repairs, Repair::DuplicateId);
                }
                is_new
            });
            assembled.calls.push(ToolCall {
                id,
                name: slot.name.trim().to_owned(),
                arguments,
            });
        }
        assembled
    }
}

/// A heartbeat beside the arguments counts as one among them (provider-faults A09).
fn with_heartbeat(
    arguments: Arguments,
    heartbeat: Option<Value>,
    repairs: &mut Vec<Repair>,
) -> Arguments {
    match (arguments, heartbeat) {
        (Arguments::Object { mut object, .. }, Some(beat)) if !object.contains_key(HEARTBEAT) => {
            note(repairs, Repair::HeartbeatBeside);
            object.insert(HEARTBEAT.to_owned(), beat);
            arguments::from_object(object)
        }
        (arguments, _) => arguments,
    }
}

/// The argument by which a model asks for another step.
pub const HEARTBEAT: &str = "request_heartbeat";
