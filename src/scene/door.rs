//! The door: where what the user says enters, and what waits there.

use std::sync::Arc;

use crate::engine::event::Happening;
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
    Item(Arc<str>),
    /// The miniature: an item that the user asks for. It takes no slot.
    Request(Arc<str>),
    /// A message that does not fit and was refused, with its tokens.
    Refused(u32),
}

pub(super) fn door(moment: &Moment) -> Door {
    let asked = moment
        .after
        .dialogue()
        .iter()
        .find_map(|said| match &said.body {
            Body::User(text) => Some(excerpt(text)),
            _ => None,
        });
    let waiting = match (moment.what, moment.after.waiting()) {
        (Some(Happening::Oversized { tokens, .. }), _) => Some(Waiting::Refused(*tokens)),
        (_, Some(item)) => Some(Waiting::Item(excerpt(item))),
        (_, None) => asked.map(Waiting::Request),
    };
    Door { waiting }
}
