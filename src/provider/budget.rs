//! How much a live model may be asked: calls, tokens, money. A program that asks by itself
//! needs an end that does not depend on what a model answers.

use super::price::Price;

/// Limits of one connection. A call that would pass one is not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Requests for one turn, tries and further tries included.
    pub calls_a_turn: u32,
    /// Requests since the model was connected.
    pub calls: u32,
    /// Tokens read and written since the model was connected.
    pub tokens: u64,
    /// Money since the model was connected, in millionths of a dollar. Holds only where the
    /// price is known.
    pub money: u64,
}

impl Budget {
    /// Enough for some twenty turns of a small window, and less than a coffee.
    pub const USUAL: Self = Self {
        calls_a_turn: 12,
        calls: 200,
        tokens: 500_000,
        money: 1_000_000,
    };
}

/// What has been asked and answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Requests for the turn that is going on.
    pub calls_in_turn: u32,
    /// Requests.
    pub calls: u32,
    /// Tokens read.
    pub read: u64,
    /// Tokens written.
    pub written: u64,
    /// Money, in millionths of a dollar; 0 where the price is unknown.
    pub money: u64,
    /// Some of the tokens are our own estimate: the provider did not say.
    pub is_estimated: bool,
}

/// A limit that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// Requests for one turn.
    CallsATurn,
    /// Requests.
    Calls,
    /// Tokens.
    Tokens,
    /// Money.
    Money,
}

impl Halt {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::CallsATurn, Self::Calls, Self::Tokens, Self::Money];

    /// Its stable name, as in the trace.
    pub fn name(self) -> &'static str {
        match self {
            Self::CallsATurn => "LimitCallsATurn",
            Self::Calls => "LimitCalls",
            Self::Tokens => "LimitTokens",
            Self::Money => "LimitMoney",
        }
    }
}

impl Spent {
    /// A request is sent.
    pub fn sent(&mut self) {
        self.calls_in_turn = self.calls_in_turn.saturating_add(1);
        self.calls = self.calls.saturating_add(1);
    }

    /// Another turn begins.
    pub fn begin_turn(&mut self) {
        self.calls_in_turn = 0;
    }

    /// So many tokens were read and written, at this price.
    pub fn took(&mut self, read: u32, written: u32, price: Option<Price>) {
        self.read = self.read.saturating_add(read.into());
        self.written = self.written.saturating_add(written.into());
        if let Some(price) = price {
            let money = price.money(read.into(), written.into());
            self.money = self.money.saturating_add(money);
        }
    }

    /// The limit that a further request with a prompt of so many tokens would pass.
    pub fn halt(&self, budget: &Budget, prompt: u32, price: Option<Price>) -> Option<Halt> {
        let tokens = self.read.saturating_add(self.written);
        let money = price.map_or(0, |price| price.money(prompt.into(), 0));
        if self.calls_in_turn >= budget.calls_a_turn {
            Some(Halt::CallsATurn)
        } else if self.calls >= budget.calls {
            Some(Halt::Calls)
        } else if tokens.saturating_add(prompt.into()) > budget.tokens {
            Some(Halt::Tokens)
        } else if price.is_some_and(|price| price != Price::FREE)
            && self.money.saturating_add(money) > budget.money
        {
            Some(Halt::Money)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_call_is_made_that_would_pass_a_limit() {
        let budget = Budget {
            calls_a_turn: 2,
            calls: 3,
            tokens: 1_000,
            money: 500,
        };
        let price = Some(Price {
            read: 1_000,
            written: 1_000,
        });
        let mut spent = Spent::default();
        assert_eq!(spent.halt(&budget, 500, price), None);
        assert_eq!(spent.halt(&budget, 501, price), Some(Halt::Money));
        assert_eq!(spent.halt(&budget, 1_001, None), Some(Halt::Tokens));
        assert_eq!(spent.halt(&budget, 1_000, None), None);
        spent.sent();
        spent.sent();
        assert_eq!(spent.halt(&budget, 1, None), Some(Halt::CallsATurn));
        spent.begin_turn();
        assert_eq!(spent.halt(&budget, 1, None), None);
        spent.sent();
        spent.begin_turn();
        assert_eq!(spent.halt(&budget, 1, None), Some(Halt::Calls));
    }

    #[test]
    fn numbers_without_end_do_not_wrap() {
        let mut spent = Spent::default();
        let price = Price {
            read: u64::MAX,
            written: u64::MAX,
        };
        for _ in 0..3 {
            spent.took(u32::MAX, u32::MAX, Some(price));
        }
        assert_eq!(
            spent.halt(&Budget::USUAL, 1, Some(price)),
            Some(Halt::Tokens)
        );
        assert_eq!(
            Spent::default().halt(&Budget::USUAL, 1, Some(Price::FREE)),
            None
        );
    }
}
