//! Lanes beside each other, turn by turn: what was said, what each answered, what it called,
//! what left and came back, what it cost, and where they first differ.

use std::sync::Arc;

use crate::app::cost::{Price as ExamplePrice, Reported, reported};
use crate::app::futures::{First, first};
use crate::app::playground::Playground;
use crate::engine::event::{Event, Happening, Purpose};
use crate::engine::input::{Setting, Stimulus};
use crate::engine::reply::{ModelFailure, Reply};
use crate::engine::state::Totals;
use crate::provider::price::{Price, known};
use crate::provider::profile::Profile;
use crate::run::{Run, Wait};
use crate::trace::machine::Advance;

use super::By;

/// Who answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// A recorded agent; its model, where the record names it.
    Recorded(Option<Arc<str>>),
    /// The scripted model.
    Scripted,
    /// A live model, by name.
    Live(Arc<str>),
}

/// What money is counted with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priced {
    /// All that answered has this price.
    Known(Price),
    /// Nothing is paid, or the price is not known: the example price.
    Example,
}

/// What came from outside and began a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cue {
    /// The user said something.
    Said(Arc<str>),
    /// The user gave a document of this title.
    Document(Arc<str>),
    /// A timer fired.
    Timer,
    /// The user came, without a word.
    Login,
    /// Nothing: what the machine begins with.
    Start,
}

/// A function that was called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Called {
    /// Its name, as the model wrote it.
    pub name: Arc<str>,
    /// Its arguments, as the model wrote them.
    pub arguments: Arc<str>,
    /// False where the call failed.
    pub is_ok: bool,
}

/// Why a turn brought no further answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It is over.
    Over,
    /// The model has still to answer.
    Waits,
    /// The user stopped it.
    Stopped,
    /// The model call brought nothing.
    Failed(ModelFailure),
}

/// One turn of one lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Its number in its run.
    pub turn: u32,
    /// Position of its first event, from 1.
    pub position: usize,
    /// What began it.
    pub cue: Cue,
    /// What the agent said.
    pub answers: Vec<Arc<str>>,
    /// What it wrote and said to nobody.
    pub unspoken: Vec<Arc<str>>,
    /// The functions that it called, in order.
    pub calls: Vec<Called>,
    /// Settings that were changed until the next turn.
    pub settings: Vec<Setting>,
    /// Model calls, those for summaries and choices included.
    pub model_calls: u32,
    /// Of them, calls for a summary.
    pub summary_calls: u32,
    /// Searches that brought something.
    pub page_ins: u32,
    /// Messages that left.
    pub page_outs: u32,
    /// Tokens read, as we count.
    pub tokens_in: u64,
    /// Tokens written, as we count.
    pub tokens_out: u64,
    /// Millionths of a dollar.
    pub money: u64,
    /// How it ended.
    pub ending: Ending,
}

/// One lane as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whole {
    /// Its number among the futures.
    pub number: u32,
    /// True for the one in view.
    pub is_in_view: bool,
    /// Who answered in it, in order of their first answer.
    pub answered_by: Vec<Who>,
    /// How many things from outside came, of how many, where it is not through.
    pub unfinished: Option<(usize, usize)>,
    /// What the engine counted.
    pub totals: Totals,
    /// What providers counted.
    pub reported: Reported,
    /// What money is counted with.
    pub priced: Priced,
    /// Millionths of a dollar.
    pub money: u64,
}

/// In what a turn of two lanes differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    /// Nothing: the same functions with the same arguments, the same answers.
    Nothing,
    /// Only the words: the same functions were called.
    Words,
    /// Other functions were called, or in another order.
    Calls,
    /// Only one has it.
    OnlyOne,
}

/// The same turn in two lanes; `None` where one does not have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The turn in each.
    pub turns: [Option<Turn>; 2],
    /// In what they differ.
    pub difference: Difference,
}

/// Two lanes beside each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beside {
    /// The lanes.
    pub lanes: [Whole; 2],
    /// The turns, in order.
    pub pairs: Vec<Pair>,
    /// How many steps are the same from the beginning.
    pub shared: usize,
    /// The first step of each that the other has not; `None` where one ends before.
    pub first: [Option<First>; 2],
}

impl Beside {
    /// The first turn that differs at least in this, by its place in [`Beside::pairs`].
    pub fn first_with(&self, difference: Difference) -> Option<usize> {
        let mut pairs = self.pairs.iter();
        pairs.position(|pair| pair.difference >= difference)
    }
}

/// True where the two futures are lanes of one conversation.
pub fn are_lanes(playground: &Playground, numbers: [u32; 2]) -> bool {
    let [left, right] = numbers;
    let of = |number| playground.lane_of(number).map(|lane| lane.of);
    match (of(left), of(right)) {
        (Some(left), Some(right)) => left == right,
        (Some(of), None) => of == right,
        (None, Some(of)) => of == left,
        (None, None) => false,
    }
}

/// The future that a lane stands beside by itself: that of its conversation, where it is still
/// there.
pub fn source_of(playground: &Playground, number: u32) -> Option<u32> {
    let lane = playground.lane_of(number)?;
    let others = playground.runs().others();
    let is_there = others.iter().any(|other| other.number == lane.of);
    is_there.then_some(lane.of)
}

/// Two lanes beside each other; `None` where they are not lanes of one conversation, or one
/// of them no longer leads where it led.
pub fn beside(playground: &Playground, numbers: [u32; 2]) -> Option<Beside> {
    if !are_lanes(playground, numbers) {
        return None;
    }
    let [left, right] = numbers.map(|number| playground.runs().record(number));
    let runs = [left?, right?];
    let lane = |at: usize| Side::of(playground, numbers[at], &runs[at]);
    let sides = [lane(0), lane(1)];
    let [left, right] = &runs;
    let same = left.events().iter().zip(right.events());
    let shared = same.take_while(|(left, right)| left == right).count();
    let [left_turns, right_turns] = [0, 1].map(|at| turns(&runs[at], &sides[at]));
    Some(Beside {
        lanes: [(0, &left_turns), (1, &right_turns)]
            .map(|(at, turns)| sides[at].whole(&runs[at], turns)),
        pairs: pairs(left_turns, right_turns),
        shared,
        first: [0, 1].map(|at| first(&runs[at], shared)),
    })
}

/// What is known of a lane before its events are read.
struct Side<'a> {
    playground: &'a Playground,
    number: u32,
    priced: Priced,
}

impl<'a> Side<'a> {
    fn of(playground: &'a Playground, number: u32, run: &Run) -> Self {
        let lane = playground.lane_of(number);
        let told = match lane.map(|lane| &lane.by) {
            Some(By::Live { name, price }) => price.map(|price| (&**name, price)),
            _ => None,
        };
        let replies = run.inputs().iter();
        let replies = replies.filter_map(|recorded| match &recorded.input.what {
            Stimulus::Replied(reply) => Some(price_of(reply, told)),
            _ => None,
        });
        let prices: Vec<Option<Price>> = replies.collect();
        let first = prices.first().copied().flatten();
        let is_one = prices.iter().all(|price| *price == first);
        let priced = match first {
            Some(price) if is_one => Priced::Known(price),
            _ => Priced::Example,
        };
        Self {
            playground,
            number,
            priced,
        }
    }

    /// Millionths of a dollar for one answer.
    fn money(&self, tokens_in: u64, tokens_out: u64) -> u64 {
        match self.priced {
            Priced::Known(price) => price.money(tokens_in, tokens_out),
            Priced::Example => ExamplePrice::EXAMPLE.money(tokens_in, tokens_out),
        }
    }

    fn whole(&self, run: &Run, turns: &[Turn]) -> Whole {
        let lane = self.playground.lane_of(self.number);
        Whole {
            number: self.number,
            is_in_view: self.playground.runs().number() == self.number,
            answered_by: answered_by(self.playground, self.number, run),
            unfinished: lane
                .filter(|lane| lane.left() > 0 || is_asking(run))
                .map(|lane| lane.progress()),
            totals: run.head().totals(),
            reported: reported(run.events()),
            priced: self.priced,
            money: turns.iter().map(|turn| turn.money).sum(),
        }
    }
}

/// True where the run waits for a model.
fn is_asking(run: &Run) -> bool {
    matches!(run.next(), Advance::Waits(Wait::Model(_)))
}

/// The price of the model that replied, where it is known: what its provider told, nothing on
/// one's own machine, else what the table knows.
fn price_of(reply: &Reply, told: Option<(&str, Price)>) -> Option<Price> {
    let by = reply.by.as_ref()?;
    if let Some((_, price)) = told.filter(|(name, _)| *name == &*by.model) {
        return Some(price);
    }
    if Profile::named(&by.provider).is_some_and(|profile| profile.is_free()) {
        return Some(Price::FREE);
    }
    known(&by.provider, &by.model).map(|known| known.price)
}

/// Who answered in a future, in order of their first answer; in a lane that nobody answered in
/// yet, who is to.
pub fn answered_by(playground: &Playground, number: u32, run: &Run) -> Vec<Who> {
    let lane = playground.lane_of(number);
    // In a lane no reply of a recording stands.
    let record = playground.recorded().filter(|_| lane.is_none());
    let recording = record.map(|record| record.recording());
    let mut all: Vec<Who> = Vec::new();
    // Summaries of a recorded agent are made here, and are no answers.
    let answers = run.events().iter().filter_map(|event| match &event.what {
        Happening::Replied {
            purpose: Purpose::Act,
            reply,
            ..
        } => Some(reply),
        _ => None,
    });
    for reply in answers {
        let recorded = recording
            .as_ref()
            .filter(|recording| recording.holds(reply));
        let who = match (&reply.by, recorded) {
            (Some(by), _) => Who::Live(Arc::clone(&by.model)),
            (None, Some(recording)) => Who::Recorded(recording.model.clone()),
            (None, None) => Who::Scripted,
        };
        if !all.contains(&who) {
            all.push(who);
        }
    }
    if all.is_empty() {
        all.push(match lane.map(|lane| &lane.by) {
            Some(By::Live { name, .. }) => Who::Live(Arc::clone(name)),
            _ => Who::Scripted,
        });
    }
    all
}

/// The turns of a run, each with what began it. What is set belongs to the turn before.
fn turns(run: &Run, side: &Side<'_>) -> Vec<Turn> {
    let mut starts: Vec<(usize, Cue)> = Vec::new();
    for recorded in run.inputs() {
        let cue = match &recorded.input.what {
            Stimulus::User(text) => Cue::Said(Arc::clone(text)),
            Stimulus::Document { title, .. } => Cue::Document(Arc::clone(title)),
            Stimulus::Timer => Cue::Timer,
            Stimulus::Login => Cue::Login,
            _ => continue,
        };
        starts.push((recorded.after as usize, cue));
    }
    let events = run.events();
    let before = starts.first().map_or(events.len(), |(at, _)| *at);
    let has_spoken = |event: &Event| matches!(event.what, Happening::ModelAsked { .. });
    if events[..before].iter().any(has_spoken) {
        starts.insert(0, (0, Cue::Start));
    }
    let ends: Vec<usize> = starts.iter().skip(1).map(|(at, _)| *at).collect();
    let ends = ends.into_iter().chain([events.len()]);
    let turn = |((start, cue), end): ((usize, Cue), usize)| {
        let turn = run.places().get(start).map_or(0, |place| place.turn);
        let mut read = Turn::new(turn, start + 1, cue);
        let mut asked = 0;
        for event in &events[start..end] {
            read.count(event, side, &mut asked);
        }
        if end == events.len() && is_asking(run) {
            read.ending = Ending::Waits;
        }
        read
    };
    starts.into_iter().zip(ends).map(turn).collect()
}

impl Turn {
    fn new(turn: u32, position: usize, cue: Cue) -> Self {
        Self {
            turn,
            position,
            cue,
            answers: Vec::new(),
            unspoken: Vec::new(),
            calls: Vec::new(),
            settings: Vec::new(),
            model_calls: 0,
            summary_calls: 0,
            page_ins: 0,
            page_outs: 0,
            tokens_in: 0,
            tokens_out: 0,
            money: 0,
            ending: Ending::Over,
        }
    }

    /// Takes in one event more; `asked` keeps the tokens of the prompt between two of them.
    fn count(&mut self, event: &Event, side: &Side<'_>, asked: &mut u32) {
        match &event.what {
            Happening::ModelAsked { purpose, parts, .. } => {
                self.model_calls += 1;
                self.summary_calls += u32::from(*purpose == Purpose::Summarise);
                self.tokens_in += u64::from(parts.total());
                *asked = parts.total();
            }
            Happening::Replied {
                reply,
                tokens,
                purpose,
            } => {
                self.tokens_out += u64::from(*tokens);
                // What the provider counted is what is paid.
                let (read, written) = match reply.usage {
                    Some(usage) if usage.prompt > 0 || usage.completion > 0 => {
                        (usage.prompt, usage.completion)
                    }
                    _ => (*asked, *tokens),
                };
                self.money += side.money(u64::from(read), u64::from(written));
                let is_act = *purpose == Purpose::Act;
                if is_act && reply.calls.is_empty() && !reply.text.trim().is_empty() {
                    self.unspoken.push(Arc::clone(&reply.text));
                }
            }
            Happening::Said { text } => {
                // Where plain text is said to the user, it is no longer said to nobody.
                self.unspoken.retain(|unspoken| unspoken != text);
                self.answers.push(Arc::clone(text));
            }
            Happening::CallBegan { call, .. } => self.calls.push(Called {
                name: Arc::clone(&call.name),
                arguments: Arc::clone(&call.arguments),
                is_ok: true,
            }),
            Happening::CallFailed { .. } | Happening::ResultRecorded { is_ok: false, .. } => {
                if let Some(called) = self.calls.last_mut() {
                    called.is_ok = false;
                }
            }
            Happening::PagedIn { .. } => self.page_ins += 1,
            Happening::Evicted { .. } => self.page_outs += 1,
            Happening::SettingChanged(change) => self.settings.push(change.setting.clone()),
            Happening::Stopped => self.ending = Ending::Stopped,
            Happening::ModelFailed { failure, .. } => {
                self.ending = Ending::Failed(failure.clone());
            }
            _ => {}
        }
    }

    /// The functions that it called, by name.
    fn names(&self) -> impl Iterator<Item = (&str, bool)> {
        self.calls
            .iter()
            .map(|called| (&*called.name, called.is_ok))
    }

    fn difference(&self, other: &Self) -> Difference {
        if !self.names().eq(other.names()) {
            Difference::Calls
        } else if self.answers != other.answers || self.calls != other.calls {
            Difference::Words
        } else {
            Difference::Nothing
        }
    }
}

fn pairs(left: Vec<Turn>, right: Vec<Turn>) -> Vec<Pair> {
    let length = left.len().max(right.len());
    let (mut left, mut right) = (left.into_iter(), right.into_iter());
    let pair = |_| {
        let turns = [left.next(), right.next()];
        let difference = match &turns {
            [Some(left), Some(right)] => left.difference(right),
            _ => Difference::OnlyOne,
        };
        Pair { turns, difference }
    };
    (0..length).map(pair).collect()
}
