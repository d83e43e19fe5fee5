//! What a person chooses about a live model, and what follows from it. Holds no key. Knows
//! no browser.

use std::sync::Arc;

use crate::engine::config::{Config, RuleSet};
use crate::provider::budget::Budget;
use crate::provider::conversation::Partner;
use crate::provider::details::Told;
use crate::provider::endpoint::{AddressProblem, Endpoint};
use crate::provider::models::{self, Model};
use crate::provider::price::{Price, known};
use crate::provider::profile::{BROWSER, Profile, Tools};
use crate::provider::protocol::Protocol;
use crate::provider::scrub::Scrubber;

/// The name of the endpoint of one's own in the table of providers.
pub const CUSTOM: &str = "custom";

/// The name under which the browser's own model is recorded: it tells no other.
const BROWSER_MODEL: &str = "built-in";

/// What is chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Choices {
    /// Name of the provider in the table.
    pub provider: &'static str,
    /// What an endpoint of one's own speaks.
    pub protocol: Protocol,
    /// How an endpoint of one's own calls functions.
    pub tools: Tools,
    /// Address of a local server or of an endpoint of one's own.
    pub address: String,
    /// The model's name, as it is shown.
    pub model: String,
    /// The name to ask for it by, where the server has another one.
    pub asked_as: Option<Arc<str>>,
    /// Window of the run, in tokens: small, so that something has to leave.
    pub window: u32,
    /// Most tokens of an answer.
    pub answer_max: u32,
    /// Tokens of the model's own window, where they are known.
    pub model_window: Option<u32>,
    /// How the model is made to call functions, where the provider says what it can do.
    pub tools_told: Option<Tools>,
    /// The price, where it is known.
    pub price: Option<Price>,
    /// The limits.
    pub budget: Budget,
}

/// Where requests go, as far as the person must know before they go there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    /// A provider of the table, at its own address.
    Known,
    /// This machine.
    Loopback,
    /// A host that only the person knows: they confirm it by name.
    Elsewhere,
}

/// Why there is nobody to ask yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoiceProblem {
    /// The address will not do.
    Address(AddressProblem),
    /// No model is named, or its name cannot be one.
    Model,
}

/// Least and most window of a run with a live model, in tokens.
pub const WINDOW: (u32, u32) = (1_536, 1_048_576);

/// Least and most tokens of an answer.
pub const ANSWER: (u32, u32) = (64, 32_768);

impl Default for Choices {
    fn default() -> Self {
        Self {
            provider: "openai",
            protocol: Protocol::OpenAiChat,
            tools: Tools::Native,
            address: String::new(),
            model: String::new(),
            asked_as: None,
            window: 4_096,
            answer_max: 1_024,
            model_window: None,
            tools_told: None,
            price: None,
            budget: Budget::USUAL,
        }
    }
}

impl Choices {
    /// Chooses another provider: what belonged to the one before goes.
    pub fn choose(&mut self, name: &str) {
        let Some(profile) = Profile::named(name) else {
            return;
        };
        self.provider = profile.name;
        self.address = profile.base.to_owned();
        self.model.clear();
        self.asked_as = None;
        self.tools_told = None;
        self.model_window = None;
        self.price = profile.is_free().then_some(Price::FREE);
        if self.is_in_browser() {
            self.model = BROWSER_MODEL.to_owned();
        }
    }

    /// Names a model; what the provider told of it, else what the table knows, is taken over.
    pub fn name_model(&mut self, name: &str, told: &[Model]) {
        self.model = name.trim().to_owned();
        let told = told.iter().find(|model| model.name == self.model);
        let table = known(self.provider, &self.model);
        self.asked_as = told.and_then(|model| model.asked_as.clone());
        self.tools_told = told.and_then(|model| model.tools);
        self.model_window = told
            .and_then(|model| model.window)
            .or(table.map(|known| known.window));
        if !self.profile().is_free() {
            self.price = told
                .and_then(|model| model.price)
                .or(table.map(|known| known.price));
        }
    }

    /// Takes over what the server tells of the model that is named.
    pub fn learn(&mut self, told: Told) {
        self.model_window = told.window.or(self.model_window);
        self.tools_told = told.tools.or(self.tools_told);
    }

    /// The name to ask for the model by.
    pub fn asked(&self) -> &str {
        self.asked_as.as_deref().unwrap_or(&self.model)
    }

    /// True where the browser's own model is chosen: it has no address, no key and no name.
    pub fn is_in_browser(&self) -> bool {
        self.provider == BROWSER
    }

    /// True where the person may change the address.
    pub fn has_own_address(&self) -> bool {
        self.profile().is_local || self.provider == CUSTOM
    }

    /// What the provider can do.
    pub fn profile(&self) -> Profile {
        let row = Profile::named(self.provider);
        match row {
            Some(profile) if profile.name != CUSTOM => Profile {
                tools: self.tools_told.unwrap_or(profile.tools),
                ..profile
            },
            _ => Profile {
                tools: self.tools,
                ..Profile::custom(self.protocol)
            },
        }
    }

    /// Where it is.
    ///
    /// # Errors
    /// Why the address will not do.
    pub fn endpoint(&self) -> Result<Endpoint, AddressProblem> {
        let profile = self.profile();
        if self.is_in_browser() {
            return Ok(Endpoint::of_browser());
        }
        let address = if self.has_own_address() {
            self.address.as_str()
        } else {
            profile.base
        };
        Endpoint::read(address, &profile)
    }

    /// Where requests go.
    ///
    /// # Errors
    /// Why the address will not do.
    pub fn destination(&self) -> Result<Destination, AddressProblem> {
        let endpoint = self.endpoint()?;
        Ok(if !self.has_own_address() {
            Destination::Known
        } else if endpoint.origin().is_loopback() {
            Destination::Loopback
        } else {
            Destination::Elsewhere
        })
    }

    /// Whom to ask. `scrubber` is that of the key, which no name may hold.
    ///
    /// # Errors
    /// What is missing or will not do.
    pub fn partner(&self, scrubber: &Scrubber) -> Result<Partner, ChoiceProblem> {
        let endpoint = self.endpoint().map_err(ChoiceProblem::Address)?;
        let model = models::name(self.asked(), scrubber).ok_or(ChoiceProblem::Model)?;
        let profile = self.profile();
        // A server that must be told its window gets room for what our estimate is off.
        let is_told = profile.protocol == Protocol::OllamaNative;
        let room = self
            .window
            .saturating_add(self.window / 4 + self.answer_max);
        let window = match self.model_window {
            Some(window) if is_told => Some(window.min(room)),
            None if is_told => Some(room),
            window => window,
        };
        Ok(Partner {
            profile,
            endpoint,
            model: model.asked.into(),
            answer_max: self.answer_max.clamp(ANSWER.0, ANSWER.1),
            window,
            price: self.price,
        })
    }

    /// True where the run does not fit into the model's own window.
    pub fn is_too_large(&self) -> bool {
        self.model_window.is_some_and(|window| window < self.window)
    }

    /// Settings of a new conversation.
    pub fn config(&self) -> Config {
        let mut config = RuleSet::Paper.config();
        config.window = self.window.clamp(WINDOW.0, WINDOW.1);
        // Room for the answer, and half of the window at most.
        config.reserve = self.answer_max.min(config.window / 4);
        config.model_calls_max = config.model_calls_max.min(self.budget.calls_a_turn.max(1));
        config
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provider::profile::PROFILES;

    fn of(provider: &str) -> Choices {
        let mut choices = Choices::default();
        choices.choose(provider);
        choices.name_model("some-model", &[]);
        choices
    }

    #[test]
    fn every_provider_of_the_table_can_be_chosen() {
        for profile in PROFILES {
            let mut choices = of(profile.name);
            if profile.name == CUSTOM {
                assert!(choices.partner(&Scrubber::none()).is_err());
                choices.address = "https://models.example".into();
                assert_eq!(choices.destination(), Ok(Destination::Elsewhere));
            } else {
                let expected = if profile.is_local {
                    Destination::Loopback
                } else {
                    Destination::Known
                };
                assert_eq!(choices.destination(), Ok(expected));
            }
            let partner = choices.partner(&Scrubber::none()).unwrap();
            assert_eq!(partner.profile.name, profile.name);
        }
    }

    #[test]
    fn a_known_provider_stays_at_its_own_address() {
        let mut choices = of("openai");
        choices.address = "https://evil.example/v1".into();
        let partner = choices.partner(&Scrubber::none()).unwrap();
        assert_eq!(partner.endpoint.base(), "https://api.openai.com/v1");
    }

    #[test]
    fn a_local_server_elsewhere_is_elsewhere() {
        let mut choices = of("ollama");
        choices.address = "https://ollama.example".into();
        assert_eq!(choices.destination(), Ok(Destination::Elsewhere));
        choices.address = "http://192.168.1.4:11434".into();
        assert_eq!(choices.destination(), Err(AddressProblem::NotSecure));
    }

    #[test]
    fn what_is_told_of_a_model_counts_before_the_table() {
        let told = [Model {
            name: "gpt-4o-mini".into(),
            asked_as: None,
            window: Some(9),
            price: None,
            tools: None,
        }];
        let mut choices = of("openai");
        choices.name_model("gpt-4o-mini", &told);
        assert_eq!(choices.model_window, Some(9));
        assert_eq!(choices.price.map(|price| price.read), Some(150));
        assert!(choices.is_too_large());
        choices.name_model("unknown", &told);
        assert_eq!((choices.model_window, choices.price), (None, None));
        assert_eq!(of("ollama").price, Some(Price::FREE));
    }

    #[test]
    fn the_settings_of_a_new_conversation_make_a_machine() {
        use crate::engine::machine::Engine;
        use crate::text::{Locale, wording};
        for window in [0, 1_536, 4_096, 200_000, u32::MAX] {
            for answer_max in [0, 64, 1_024, u32::MAX] {
                let mut choices = of("openai");
                (choices.window, choices.answer_max) = (window, answer_max);
                let engine = Engine::new(choices.config(), wording::wording(Locale::Es));
                assert!(engine.is_ok(), "{window} {answer_max}: {:?}", engine.err());
            }
        }
    }
}
