//! The run in writing: the log, what moved, and the session as a file.

use std::fmt::Write;

use crate::app::cost;
use crate::app::mark::Mark;
use crate::explain;
use crate::run::RunSettings;
use crate::run::SessionFile;
use crate::text::Locale;
use crate::text::log_line;
use crate::text::t;

use super::Playground;
use super::Source;

impl Playground {
    /// Lines of the log around the view: at most `most`, of one kind or of all.
    pub fn trace_around(
        &self,
        locale: Locale,
        wanted: Option<Mark>,
        most: usize,
    ) -> Vec<(usize, String)> {
        let positions: Vec<usize> = match wanted {
            Some(wanted) => self
                .marks
                .iter()
                .filter(|(_, mark)| *mark == wanted)
                .map(|(at, _)| *at)
                .collect(),
            None => (1..=self.count()).collect(),
        };
        let here = positions.partition_point(|position| *position <= self.position());
        let start = here
            .saturating_sub(most / 2)
            .min(positions.len().saturating_sub(most));
        let end = (start + most).min(positions.len());
        self.log(locale, &positions[start..end])
    }

    /// The log as text: of some kinds, or of everything; with the costs at the end.
    pub fn trace_text(&self, locale: Locale, wanted: Option<&[Mark]>) -> String {
        let positions: Vec<usize> = match wanted {
            Some(wanted) => self
                .marks
                .iter()
                .filter(|(_, mark)| wanted.contains(mark))
                .map(|(at, _)| *at)
                .collect(),
            None => (1..=self.count()).collect(),
        };
        let mut text = format!("{}\n", t::trace::head(locale));
        for (position, line) in self.log(locale, &positions) {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{position}. {line}");
        }
        let total = cost::total(&self.costs);
        let counts = [
            t::count::model_calls(locale, u64::from(total.model_calls())),
            t::count::function_calls(locale, u64::from(total.function_calls)),
            t::count::page_ins(locale, u64::from(total.page_ins)),
            t::count::page_outs(locale, u64::from(total.page_outs)),
        ];
        text.push_str(&counts.join(", "));
        text.push('\n');
        text
    }

    /// The log of the lesson: page-outs and page-ins, and what they cost.
    pub fn movements_text(&self, locale: Locale) -> String {
        self.trace_text(locale, Some(&[Mark::PageOut, Mark::PageIn]))
    }

    /// The lines at these positions, in order.
    pub(super) fn log(&self, locale: Locale, positions: &[usize]) -> Vec<(usize, String)> {
        let (Some(first), Some(last)) = (positions.first(), positions.last()) else {
            return Vec::new();
        };
        let run = self.run();
        let mut state = run.state_at(first - 1);
        let mut lines = Vec::with_capacity(positions.len());
        let mut wanted = positions.iter().peekable();
        for position in *first..=*last {
            let Some(event) = run.events().get(position - 1) else {
                break;
            };
            state.apply(event);
            if wanted.next_if(|wanted| **wanted == position).is_some() {
                let context = explain::context(run.machine(), &state, run.stores(), &event.what);
                lines.push((position, log_line(locale, &event.what, &context)));
            }
        }
        lines
    }

    /// The session as a file.
    pub fn session(&self) -> SessionFile {
        let settings = match &self.source {
            Source::File(saved) => self.settings(saved.example.clone()),
            Source::Example(scenario) => self.settings(Some(scenario.id.to_string())),
            Source::Items(_) | Source::Agent(_) => self.settings(None),
        };
        self.run().session(settings)
    }

    pub(super) fn settings(&self, example: Option<String>) -> RunSettings {
        RunSettings {
            config: self.run().machine().config().clone(),
            language: self.locale.tag().to_owned(),
            start: self.script.start,
            example,
            recording: self.record.as_ref().map(|record| record.recording()),
        }
    }
}
