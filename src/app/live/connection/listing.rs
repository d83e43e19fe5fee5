//! The list of models, as the provider tells it.

use leptos::prelude::*;

use crate::app::live::choices::Choices;
use crate::app::platform::stream;
use crate::app::platform::surroundings;
use crate::provider::headers::Headers;
use crate::provider::models::{self, LIST_BYTES_MAX};
use crate::provider::opaque::causes;

use super::whole::{WholeAnswer, whole};
use super::{ConnectProblem, Connection, Listing};

impl Connection {
    /// Asks the provider which models it has.
    ///
    /// # Errors
    /// The key is missing.
    pub fn list(self) -> Result<(), ConnectProblem> {
        let own = self.own();
        let choices = self.choices.get_untracked();
        let Ok(endpoint) = choices.endpoint() else {
            return Ok(());
        };
        let profile = choices.profile();
        let told = whole(LIST_BYTES_MAX, move |came| match came {
            WholeAnswer::Here(status, body) => self.listed(status, &body),
            WholeAnswer::TooLong(status) => self.listed(status, &[]),
            WholeAnswer::Lost => self.unlisted(0),
        });
        let address = endpoint.models_url(profile.protocol);
        let is_loopback = endpoint.origin().is_loopback();
        let stream = own.keys.with(|key| {
            let headers =
                Headers::new(&profile, &endpoint, key).map_err(|_| ConnectProblem::KeyMissing)?;
            Ok(stream::send(&address, &headers, None, is_loopback, told))
        })?;
        let is_sent = stream.is_some();
        own.list.replace(stream);
        self.listing.set(Listing::Coming);
        if !is_sent {
            self.unlisted(0);
        }
        Ok(())
    }

    /// What a server is still to tell is not waited for any more: another one is chosen.
    pub fn forget_list(self) {
        let own = self.own();
        own.list.replace(None);
        own.details.replace(None);
        self.listing.set(Listing::Unasked);
    }

    fn listed(self, status: u16, body: &[u8]) {
        if status != 200 {
            if status == 401 {
                self.forget_key();
            }
            self.unlisted(status);
            return;
        }
        let found = models::read(body, &self.own().keys.scrubber());
        self.choices.update(|choices: &mut Choices| {
            let name = choices.model.clone();
            if !name.is_empty() {
                choices.name_model(&name, &found);
            }
        });
        self.listing.set(Listing::Here(found));
        // The list does not say all of the model that is named.
        self.ask_details();
    }

    fn unlisted(self, status: u16) {
        self.listing.set(Listing::Failed {
            status,
            causes: Vec::new(),
        });
        if status != 0 {
            return;
        }
        let has_key = self.own().keys.origin().is_some();
        let choices = self.choices.get_untracked();
        surroundings::look(has_key, self.session.is_framed(), move |around| {
            if let Ok(endpoint) = choices.endpoint() {
                self.listing.set(Listing::Failed {
                    status,
                    causes: causes(&choices.profile(), &endpoint, &around),
                });
            }
        });
    }
}
