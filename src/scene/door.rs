//! The door: where what the user says enters, and what waits there.

use std::sync::Arc;

use crate::engine::event::Happening;
use crate::engine::ids::MessageId;
use crate::engine::message::Body;

use super::Moment;
use super::words::excerpt;

/// The door.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Door {
    /// What waits at it.
    pub waiting: Option<Waiting>,
}

/// What waits at the door.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// The miniature: a new item, until a slot is free.
    Item {
        /// Its text.
        text: Arc<str>,
        /// The number that it will have.
        id: MessageId,
    },
    /// The miniature: an item that the user asks for. It takes no slot.
    Request {
        /// Its text.
        text: Arc<str>,
        /// The item, where it was given before.
        id: Option<MessageId>,
    },
    /// A message that does not fit and was refused, with its tokens.
    Refused(u32),
}

pub(super) fn door(moment: &Moment) -> Door {
    let state = moment.after;
    let waiting = match (moment.what, state.waiting()) {
        (Some(Happening::Oversized { tokens, .. }), _) => Some(Waiting::Refused(*tokens)),
        (_, Some(item)) => Some(Waiting::Item {
            text: excerpt(item),
            id: MessageId(state.messages() + 1),
        }),
        (_, None) => asked(moment),
    };
    Door { waiting }
}

/// The item that the user asks for in this turn.
fn asked(moment: &Moment) -> Option<Waiting> {
    let mut said = moment.after.dialogue().iter();
    let text = said.find_map(|said| match &said.body {
        Body::User(text) => Some(text),
        _ => None,
    })?;
    let known = moment.stores.messages().iter();
    let mut known = known.take(moment.after.messages() as usize);
    let item = known.find(|message| matches!(&message.body, Body::Item(item) if item == text));
    Some(Waiting::Request {
        text: excerpt(text),
        id: item.map(|message| message.id),
    })
}
