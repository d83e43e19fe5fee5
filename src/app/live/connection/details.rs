//! What a local server tells of the model that was named: its window, and whether it can call
//! functions. It is only a help: where no answer comes, nothing is said.

use leptos::prelude::*;

use crate::app::live::choices::{CUSTOM, Choices, Destination};
use crate::app::platform::stream::{self, Arrived};
use crate::provider::details::{self, BYTES_MAX};
use crate::provider::headers::Headers;

use super::{Connection, Listing};

impl Connection {
    /// Asks about the model that is named, where the list does not say all. Another machine than
    /// this one, or an endpoint of one's own, is asked only once its list was asked for: nothing
    /// goes there before the person has agreed.
    pub fn ask_details(self) {
        let own = self.own();
        own.details.replace(None);
        let choices = self.choices.get_untracked();
        let is_known = self
            .listing
            .with_untracked(|listing| matches!(listing, Listing::Here(_)));
        let is_own = choices.provider == CUSTOM;
        let is_here = choices.destination() == Ok(Destination::Loopback);
        let may_ask = is_known || (is_here && !is_own);
        let Some(endpoint) = choices.endpoint().ok().filter(|_| may_ask) else {
            return;
        };
        let (profile, model) = (choices.profile(), choices.asked().to_owned());
        if model.is_empty() {
            return;
        }
        let Some(question) = details::question(&profile, &endpoint, &model) else {
            return;
        };
        let mut body: Vec<u8> = Vec::new();
        let told = move |arrived: Arrived| match arrived {
            Arrived::Head(head) => head.status == 200,
            Arrived::Bytes(bytes) => {
                body.extend_from_slice(&bytes);
                body.len() <= BYTES_MAX
            }
            Arrived::Ended => {
                let told = details::read(&profile, &body, &model);
                // Another one may have been named meanwhile.
                if self
                    .choices
                    .with_untracked(|now: &Choices| now.asked() == model)
                {
                    self.choices.update(|choices| choices.learn(told));
                }
                false
            }
            Arrived::Lost => false,
        };
        let stream = own.keys.with(|key| {
            let headers = Headers::new(&profile, &endpoint, key).ok()?;
            let is_loopback = endpoint.origin().is_loopback();
            let body = question.body.as_deref();
            stream::send(&question.address, &headers, body, is_loopback, told)
        });
        own.details.replace(stream);
    }
}
