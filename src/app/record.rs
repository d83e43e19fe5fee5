//! A recorded agent as the first screen knows it: something that can be run and asked about.
//! What is behind it comes with the panels (`recorded`).

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

use crate::engine::config::{Config, RuleSet};
use crate::engine::input::Input;
use crate::engine::machine::Engine;
use crate::engine::search::NewWordIndex;
use crate::engine::timestamp::Timestamp;
use crate::recording::Recording;
use crate::run::{Run, Wait};
use crate::scenario::perform::Model;
use crate::text::Locale;
use crate::trace::journal::Recorded;

use super::link::Changes;
use super::playground::OpenProblem;

/// A recorded agent that can be played.
pub trait Record: Debug + Send + Sync {
    /// The rule set that it is played under where nothing else is chosen.
    fn rules(&self) -> RuleSet;

    /// Its content language.
    fn locale(&self) -> Locale;

    /// When it begins.
    fn start(&self) -> Timestamp;

    /// The settings of its run, with these over its own.
    ///
    /// # Errors
    /// What does not go together.
    fn config(&self, changes: &Changes) -> Result<Config, OpenProblem>;

    /// The machine of its run.
    ///
    /// # Errors
    /// What is wrong with the settings.
    fn engine(&self, config: Config, words: Option<NewWordIndex>) -> Result<Engine, OpenProblem>;

    /// Plays on, wherever the run stands, until nothing is left or something is waited for.
    /// `model` makes the summaries of the record; `beside` answers what it does not have.
    fn finish(&self, run: &mut Run, model: Model, beside: Model) -> Wait;

    /// The same with what was said beside it.
    fn said_again(&self, inputs: &[Recorded<Input>]) -> Arc<dyn Record>;

    /// What is played.
    fn recording(&self) -> Arc<Recording>;

    /// What is behind it.
    fn as_any(&self) -> &dyn Any;
}
