//! The lesson's contract: five lines of pseudo-code, and which of them run now.

use crate::engine::event::{Happening, Purpose};
use crate::engine::function::Function;

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

impl ContractLine {
    /// True for a line that stands below a condition.
    pub fn is_indented(self) -> bool {
        !matches!(self, Self::IfTooMuch | Self::WhenAbsent)
    }
}

pub(super) fn lines(moment: &Moment) -> Vec<ContractLine> {
    use ContractLine::{BringIn, CostsACall, Evict, IfTooMuch, WhenAbsent};
    let Some(what) = moment.what else {
        return Vec::new();
    };
    let is_search = |name: &str| Function::from_wire(name).is_some_and(Function::is_search);
    match what {
        Happening::Arrived(_) if is_too_much(moment) => vec![IfTooMuch],
        Happening::Offered { .. }
        | Happening::PressureWarned { .. }
        | Happening::FlushBegan { .. }
        | Happening::FlushFailed { .. } => vec![IfTooMuch],
        Happening::Evicted { .. } | Happening::Summarised { .. } => vec![Evict],
        Happening::ModelAsked {
            purpose: Purpose::ChooseVictims | Purpose::Summarise,
            ..
        }
        | Happening::Replied {
            purpose: Purpose::ChooseVictims | Purpose::Summarise,
            ..
        } => vec![Evict],
        Happening::Asked { .. } => vec![WhenAbsent],
        Happening::Replied { reply, .. }
            if reply.calls.iter().any(|call| is_search(&call.name)) =>
        {
            vec![WhenAbsent]
        }
        Happening::CallBegan { call, .. } | Happening::CallFailed { call, .. }
            if is_search(&call.name) =>
        {
            vec![BringIn]
        }
        Happening::Searched { .. } => vec![BringIn],
        Happening::PagedIn { .. } => vec![BringIn, CostsACall],
        Happening::ModelAsked { .. } if moment.after.turn_totals().page_ins > 0 => vec![CostsACall],
        _ => Vec::new(),
    }
}

fn is_too_much(moment: &Moment) -> bool {
    let config = moment.after.config();
    !moment.counts_items() && moment.engine.parts(moment.after).total() > config.prompt_max()
}
