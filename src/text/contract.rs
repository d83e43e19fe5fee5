//! The lesson's contract in five lines, and which line an event runs.

use crate::engine::event::{Happening, Purpose};
use crate::engine::function::Function;

use super::Locale;
use super::context::CaptionContext;
use super::t::contract;

/// A line of the contract (P37, section 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ContractLine {
    /// `if |context| > C:`
    IfOver,
    /// `evict(by policy) → external store`
    Evict,
    /// `when something absent is needed:`
    WhenAbsent,
    /// `search(external store) → bring into context`
    Bring,
    /// `← costs ONE extra CALL`
    Costs,
}

impl ContractLine {
    /// All lines, in order.
    pub const ALL: [Self; 5] = [
        Self::IfOver,
        Self::Evict,
        Self::WhenAbsent,
        Self::Bring,
        Self::Costs,
    ];

    /// The line's text, without its indent.
    pub fn text(self, locale: Locale) -> &'static str {
        match self {
            Self::IfOver => contract::if_over(locale),
            Self::Evict => contract::evict(locale),
            Self::WhenAbsent => contract::when_absent(locale),
            Self::Bring => contract::bring(locale),
            Self::Costs => contract::costs(locale),
        }
    }

    /// True for a line that stands below a condition.
    pub fn is_indented(self) -> bool {
        !matches!(self, Self::IfOver | Self::WhenAbsent)
    }
}

/// The line that runs in an event; `None` where the contract says nothing of it.
pub fn contract_line(what: &Happening, context: &CaptionContext<'_>) -> Option<ContractLine> {
    let is_search = |name: &str| Function::from_wire(name).is_some_and(Function::is_search);
    match what {
        Happening::Arrived(_) if context.prompt > context.config.prompt_max() => {
            Some(ContractLine::IfOver)
        }
        Happening::Offered { .. }
        | Happening::FlushBegan { .. }
        | Happening::FlushFailed { .. } => Some(ContractLine::IfOver),
        Happening::Evicted { .. } | Happening::Summarised { .. } => Some(ContractLine::Evict),
        Happening::ModelAsked {
            purpose: Purpose::ChooseVictims | Purpose::Summarise,
            ..
        } => Some(ContractLine::Evict),
        Happening::Replied {
            purpose: Purpose::ChooseVictims | Purpose::Summarise,
            ..
        } => Some(ContractLine::Evict),
        Happening::Asked { .. } => Some(ContractLine::WhenAbsent),
        Happening::Replied { reply, .. }
            if reply.calls.iter().any(|call| is_search(&call.name)) =>
        {
            Some(ContractLine::WhenAbsent)
        }
        Happening::CallBegan { call, .. } | Happening::CallFailed { call, .. }
            if is_search(&call.name) =>
        {
            Some(ContractLine::Bring)
        }
        Happening::Searched { .. } | Happening::PagedIn { .. } => Some(ContractLine::Bring),
        Happening::ModelAsked { .. } if context.is_after_page => Some(ContractLine::Costs),
        _ => None,
    }
}
