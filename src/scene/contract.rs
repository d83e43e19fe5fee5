//! The lesson's contract: five lines of pseudo-code, and which of them run now.

use crate::engine::event::{Happening, Purpose};
use crate::engine::message::Body;

use super::Moment;

/// A line of the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContractLine {
    /// if |context| > C:
    IfTooMuch,
    /// evict → store
    Evict,
    /// when something absent is needed:
    WhenAbsent,
    /// search(store) → bring in
    BringIn,
    /// ← costs one call
    CostsACall,
}

impl ContractLine {
    /// All lines, in order.
    pub const ALL: [Self; 5] = [
        Self::IfTooMuch,
        Self::Evict,
        Self::WhenAbsent,
        Self::BringIn,
        Self::CostsACall,
    ];
}

pub(super) fn lines(moment: &Moment) -> Vec<ContractLine> {
    use ContractLine::{BringIn, CostsACall, Evict, IfTooMuch, WhenAbsent};
    let is_full = || moment.after.queue().len() >= moment.after.config().window as usize;
    match moment.what {
        Some(Happening::Offered { .. } | Happening::PressureWarned { .. }) => vec![IfTooMuch],
        Some(Happening::FlushBegan { .. }) => vec![IfTooMuch],
        Some(Happening::Evicted { .. } | Happening::Summarised { .. }) => vec![Evict],
        Some(Happening::Arrived(message)) => match &message.body {
            Body::Item(_) if is_full() => vec![IfTooMuch],
            _ => Vec::new(),
        },
        Some(Happening::Asked { .. }) => vec![WhenAbsent],
        Some(Happening::Replied {
            purpose: Purpose::Act,
            reply,
            ..
        }) => {
            let searches = reply.calls.iter().any(|call| call.name.contains("search"));
            if searches {
                vec![WhenAbsent]
            } else {
                Vec::new()
            }
        }
        Some(Happening::Searched { .. }) => vec![BringIn],
        Some(Happening::PagedIn { .. }) => vec![BringIn, CostsACall],
        Some(Happening::ModelAsked {
            purpose: Purpose::Act,
            ..
        }) if moment.after.turn_totals().page_ins > 0 => vec![CostsACall],
        _ => Vec::new(),
    }
}
