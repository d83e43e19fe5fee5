//! The turns of two lanes: what was said once, and below it what each answered, which
//! functions it called, what left and came back, and what it cost.

use leptos::prelude::*;

use crate::app::command::Command;
use crate::app::lanes::turns::{Beside, Called, Cue, Difference, Ending, Pair, Turn};
use crate::app::mark::Mark;
use crate::app::session::Session;
use crate::engine::config::RuleSet;
use crate::engine::reply::ModelFailure;
use crate::text::words::{list, quoted, shorten};
use crate::text::{Locale, labels, t, trouble};

use super::compare::setting_name;
use super::lanes::{LETTERS, Now, dollars, part};
use super::parts::{all, button, click, dynamic, fixed, words};

/// How many turns are shown at first, and how many more on each press.
const TURNS_SHOWN: usize = 20;

/// Longest answer that is shown, in characters.
const ANSWER_MAX: usize = 600;

/// Longest text of the user that is shown, in characters.
const SAID_MAX: usize = 300;

/// Longest name of a function that a model made up, in characters.
const NAME_MAX: usize = 48;

/// All turns, each made again only where something of it changes.
pub fn turns(now: Now) -> AnyView {
    let most = RwSignal::new(TURNS_SHOWN);
    let count = part(now, |now| now.pairs.len());
    let count = move || count.get().unwrap_or(0);
    let shown = Memo::new(move |_| count().min(most.get()));
    let left = Memo::new(move |_| count().saturating_sub(most.get()));
    let more = dynamic(move || {
        if left.get() == 0 {
            return ().into_any();
        }
        let said = words(move |locale| t::lanes::more(locale, left.get().min(TURNS_SHOWN) as u64));
        button(
            "button",
            said,
            fixed(false),
            click(move || most.update(|most| *most += TURNS_SHOWN)),
        )
    });
    view! {
        <ol class="lanes-turns">
            <For each=move || 0..shown.get() key=|at| *at children=move |at| turn(now, at)/>
        </ol>
        {more}
    }
    .into_any()
}

/// What is shown of one turn.
#[derive(Clone, PartialEq)]
struct Shown {
    pair: Pair,
    numbers: [u32; 2],
    in_view: [bool; 2],
    unfinished: [bool; 2],
    is_first: bool,
    is_first_call: bool,
}

impl Shown {
    fn of(now: &Beside, at: usize) -> Option<Self> {
        let lanes = now.lanes.each_ref();
        Some(Self {
            pair: now.pairs.get(at)?.clone(),
            numbers: lanes.map(|lane| lane.number),
            in_view: lanes.map(|lane| lane.is_in_view),
            unfinished: lanes.map(|lane| lane.unfinished.is_some()),
            is_first: now.first_with(Difference::Words) == Some(at),
            is_first_call: now.first_with(Difference::Calls) == Some(at),
        })
    }
}

fn turn(now: Now, at: usize) -> AnyView {
    let session = Session::get();
    let shown = part(now, move |now| Shown::of(now, at));
    let body = dynamic(move || {
        let locale = session.locale();
        let (lang, rules) = session
            .frame
            .with_untracked(|frame| (frame.content.tag(), frame.after.config().rules));
        match shown.get().flatten() {
            Some(shown) => turn_of(
                session,
                Words {
                    locale,
                    lang,
                    rules,
                },
                &shown,
            ),
            None => ().into_any(),
        }
    });
    view! { <li class="lanes-turn">{body}</li> }.into_any()
}

/// How something is said.
#[derive(Clone, Copy)]
struct Words {
    locale: Locale,
    /// Language of what was said.
    lang: &'static str,
    rules: RuleSet,
}

fn turn_of(session: Session, how: Words, shown: &Shown) -> AnyView {
    let locale = how.locale;
    let any = shown.pair.turns.iter().flatten().next();
    let number = any.map_or(0, |turn| turn.turn);
    let heading = match any.map(|turn| &turn.cue) {
        Some(Cue::Start) => t::lanes::before_first(locale).to_owned(),
        _ => t::lanes::turn(locale, u64::from(number)),
    };
    let badges = [
        (shown.is_first, t::lanes::badge_first(locale)),
        (shown.is_first_call, t::lanes::badge_calls(locale)),
        (
            shown.pair.difference == Difference::Nothing,
            t::lanes::badge_same(locale),
        ),
    ];
    let badges = badges.into_iter().filter(|(holds, _)| *holds);
    let badges =
        all(badges.map(|(_, words)| view! { <span class="lanes-badge">{words}</span> }.into_any()));
    // What was said stands there once, unless somebody said something else in one of them.
    let cues = shown
        .pair
        .turns
        .each_ref()
        .map(|turn| turn.as_ref().map(|turn| &turn.cue));
    let is_same_cue = matches!(cues, [Some(left), Some(right)] if left == right)
        || cues.iter().flatten().count() == 1;
    let said = is_same_cue.then(|| any.map(|turn| cue(how, &turn.cue)));
    let lane = |at: usize| lane_turn(session, how, shown, at, !is_same_cue);
    view! {
        <h4>{heading} " " {badges}</h4>
        {said}
        <div class="lanes-columns">{lane(0)}{lane(1)}</div>
    }
    .into_any()
}

/// What came from outside.
fn cue(how: Words, cue: &Cue) -> AnyView {
    let locale = how.locale;
    let words = match cue {
        Cue::Said(text) => {
            let text = shorten(text, SAID_MAX);
            return view! { <p class="lanes-said" lang=how.lang>{text}</p> }.into_any();
        }
        Cue::Document(title) => t::lanes::document(locale, &quoted(locale, title, SAID_MAX)),
        Cue::Timer => t::lanes::timer(locale).to_owned(),
        Cue::Login => t::lanes::login(locale).to_owned(),
        Cue::Start => return ().into_any(),
    };
    view! { <p class="lanes-said">{words}</p> }.into_any()
}

/// One turn of one lane.
fn lane_turn(session: Session, how: Words, shown: &Shown, at: usize, has_own_cue: bool) -> AnyView {
    let (locale, letter) = (how.locale, LETTERS[at]);
    let name = t::lanes::letter(locale, &letter);
    let head = view! { <p class="lanes-letter">{letter}</p> }.into_any();
    let Some(turn) = &shown.pair.turns[at] else {
        let words = if shown.unfinished[at] {
            t::lanes::not_yet(locale)
        } else {
            t::futures::no_turn(locale)
        };
        return view! {
            <div class="lanes-card" data-lane=letter role="group" aria-label=name>{head}<p class="note">{words}</p></div>
        }
        .into_any();
    };
    let own_cue = has_own_cue.then(|| cue(how, &turn.cue));
    let facts = all(facts(how, turn)
        .into_iter()
        .map(|fact| view! { <li>{fact}</li> }.into_any()));
    view! {
        <div class="lanes-card" data-lane=letter role="group" aria-label=name>
            {head}
            <div class="lanes-body">
                {own_cue}
                {answer(how, turn)}
                {calls(how, &turn.calls)}
                <ul class="lanes-facts">{facts}</ul>
                {set_after(locale, turn)}
                {see(session, locale, shown, at, turn)}
            </div>
        </div>
    }
    .into_any()
}

fn answer(how: Words, turn: &Turn) -> AnyView {
    let locale = how.locale;
    let spoken = turn.answers.iter().map(|text| {
        let text = shorten(text, ANSWER_MAX);
        view! { <p class="lanes-answer" lang=how.lang>{text}</p> }.into_any()
    });
    let unspoken = turn
        .unspoken
        .iter()
        .filter(|text| !turn.answers.contains(text));
    let unspoken = unspoken.map(|text| {
        let words = t::lanes::unspoken(locale, &quoted(locale, text, ANSWER_MAX / 2));
        view! { <p class="note">{words}</p> }.into_any()
    });
    let ending = match &turn.ending {
        Ending::Over if turn.answers.is_empty() => Some(t::futures::silent(locale).to_owned()),
        Ending::Over => None,
        Ending::Waits => Some(t::lanes::answer_waits(locale).to_owned()),
        Ending::Stopped => Some(t::lanes::answer_stopped(locale).to_owned()),
        Ending::Failed(failure) => Some(t::lanes::answer_failed(locale, &why(locale, failure))),
    };
    let ending = ending.map(|words| view! { <p class="note">{words}</p> }.into_any());
    all(spoken.chain(unspoken).chain(ending))
}

fn why(locale: Locale, failure: &ModelFailure) -> String {
    match failure {
        ModelFailure::ContextFull => t::trouble::context_overflow(locale).to_owned(),
        ModelFailure::ReplyCut => t::trouble::truncated(locale).to_owned(),
        ModelFailure::Other { kind } => trouble::words(locale, kind).unwrap_or(kind).to_owned(),
    }
}

/// The functions in order, failed ones marked.
fn calls(how: Words, calls: &[Called]) -> AnyView {
    let locale = how.locale;
    if calls.is_empty() {
        return view! { <p class="note">{t::lanes::no_function(locale)}</p> }.into_any();
    }
    let call = |called: &Called| {
        let name = labels::function_named(locale, how.rules, &called.name);
        let name = shorten(&name, NAME_MAX);
        let failed = (!called.is_ok).then(|| {
            view! { <span class="lanes-failed">" " {Mark::Failure.glyph()} " " {t::lanes::failed(locale)}</span> }
        });
        view! { <li class="lanes-call"><span aria-hidden="true">{Mark::FunctionCall.glyph()} " "</span>{name}{failed}</li> }
            .into_any()
    };
    view! { <ul class="lanes-calls">{all(calls.iter().map(call))}</ul> }.into_any()
}

/// What a turn moved and cost.
fn facts(how: Words, turn: &Turn) -> Vec<String> {
    let locale = how.locale;
    let mut facts = Vec::new();
    if turn.page_outs > 0 {
        let words = t::count::page_outs(locale, u64::from(turn.page_outs));
        facts.push(format!("{} {words}", Mark::PageOut.glyph()));
    }
    if turn.page_ins > 0 {
        let words = t::count::page_ins(locale, u64::from(turn.page_ins));
        facts.push(format!("{} {words}", Mark::PageIn.glyph()));
    }
    let calls = t::count::model_calls(locale, u64::from(turn.model_calls));
    facts.push(if turn.summary_calls > 0 {
        let summaries = t::lanes::summaries(locale, u64::from(turn.summary_calls));
        format!("{calls} ({summaries})")
    } else {
        calls
    });
    facts.push(t::lanes::tokens(locale, turn.tokens_in, turn.tokens_out));
    facts.push(dollars(locale, turn.money));
    facts
}

fn set_after(locale: Locale, turn: &Turn) -> Option<AnyView> {
    if turn.settings.is_empty() {
        return None;
    }
    let names: Vec<String> = turn
        .settings
        .iter()
        .map(|setting| setting_name(locale, setting))
        .collect();
    let words = t::lanes::set_after(locale, &list(locale, &names, names.len()));
    Some(view! { <p class="note">{words}</p> }.into_any())
}

/// The way to the turn: its lane comes into view where it is not.
fn see(session: Session, locale: Locale, shown: &Shown, at: usize, turn: &Turn) -> AnyView {
    let (number, is_in_view, position) = (shown.numbers[at], shown.in_view[at], turn.position);
    let name = t::lanes::see_named(locale, &LETTERS[at], position as u64, u64::from(turn.turn));
    let look = click(move || {
        if !is_in_view {
            session.dispatch(Command::Restore(number));
        }
        // Where it could not be brought back, that is said, and the view stays.
        if session.read_untracked(|playground| playground.runs().number()) == number {
            session.dispatch(Command::LookAt(position));
        }
    });
    view! {
        <button type="button" class="link" aria-label=name on:click=look>{t::lanes::see(locale, position as u64)}</button>
    }
    .into_any()
}
