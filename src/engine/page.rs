//! The text of a result page, and how it is made to fit: every copy on it stays, each with
//! fewer of its words.

use std::sync::Arc;

use super::function::RawCall;
use super::ids::Origin;
use super::machine::Engine;
use super::message::{Body, Message, ResultPage};
use super::package;
use super::state::State;
use super::stores::{Stores, searchable, speaker};
use super::timestamp::Timestamp;
use super::wording::fill;

/// Fewest characters of a copy from which one can still tell what it is.
const CHARACTERS_MIN: usize = 12;

/// Characters beyond which a text takes more than a token, whatever it says.
const CHARACTERS_PER_TOKEN_MAX: usize = 16;

/// One copy on a page: where it is from, and its text.
struct Copied<'a> {
    at: Timestamp,
    role: Option<&'static str>,
    text: std::borrow::Cow<'a, str>,
}

impl Copied<'_> {
    /// The line of the page, with `most` characters of the text.
    fn line(&self, most: usize) -> String {
        let mut ends = self.text.char_indices().map(|(at, _)| at).skip(most);
        let text = match ends.next() {
            Some(end) => format!("{}…", &self.text[..end]),
            None => self.text.to_string(),
        };
        match self.role {
            Some(role) => package::recall_line(role, self.at, &text),
            None => package::archival_line(self.at, &text),
        }
    }
}

impl Engine {
    /// The function result that holds a page, and the page as it is on it.
    ///
    /// It takes no more than a result may. Where the copies are too long all are cut alike;
    /// where even their beginnings are too many, the last are left out, and the page says so.
    pub(super) fn page_message(
        &self,
        raw: &RawCall,
        page: &Arc<ResultPage>,
        state: &State,
        stores: &Stores,
    ) -> (Arc<Message>, Arc<ResultPage>) {
        let copies = copies(page, stores);
        let most = self.result_max(state);
        let build = |count: usize, characters: usize| {
            let page = match page.hits.get(..count) {
                Some(hits) if count < page.hits.len() => Arc::new(ResultPage {
                    hits: hits.to_vec(),
                    ..(**page).clone()
                }),
                _ => Arc::clone(page),
            };
            let copies = &copies[..count.min(copies.len())];
            let body = Body::FunctionResult {
                function: Arc::clone(&raw.name),
                is_ok: true,
                text: self.page_text(&page, copies, characters).into(),
                page: Some(Arc::clone(&page)),
            };
            (self.next_message(body, state), page)
        };
        let fits = |count, characters| build(count, characters).0.tokens <= most;
        let longest = copies.iter().map(|copy| copy.text.chars().count()).max();
        let (all, longest) = (page.hits.len(), longest.unwrap_or(0));
        if fits(all, longest) {
            return build(all, longest);
        }
        let lengths = CHARACTERS_MIN..longest.min(most as usize * CHARACTERS_PER_TOKEN_MAX);
        let lengths: Vec<usize> = lengths.collect();
        match lengths.partition_point(|characters| fits(all, *characters)) {
            0 => {
                let counts: Vec<usize> = (1..=all).collect();
                let count = counts.partition_point(|count| fits(*count, CHARACTERS_MIN));
                build(count.max(1), CHARACTERS_MIN)
            }
            count => build(all, lengths[count - 1]),
        }
    }

    fn page_text(&self, page: &ResultPage, copies: &[Copied], characters: usize) -> String {
        if page.hits.is_empty() {
            return self.wording.no_results.clone();
        }
        let lines: Vec<String> = copies.iter().map(|copy| copy.line(characters)).collect();
        let shown = page.hits.len();
        let values: [(&str, &dyn core::fmt::Display); 4] = [
            ("shown", &shown),
            ("total", &page.total),
            ("page", &page.page),
            ("last", &page.page_last),
        ];
        package::page(&fill(&self.wording.page_head, &values), &lines)
    }
}

fn copies<'a>(page: &ResultPage, stores: &'a Stores) -> Vec<Copied<'a>> {
    let copied = page.hits.iter().filter_map(|origin| match origin {
        Origin::Message(id) => {
            let message = stores.message(*id)?;
            Some(Copied {
                at: message.at,
                role: Some(speaker(&message.body)),
                text: searchable(&message.body)?,
            })
        }
        Origin::Passage(id) => stores.passage(*id).map(|passage| Copied {
            at: passage.at,
            role: None,
            text: (&*passage.text).into(),
        }),
    });
    copied.collect()
}
