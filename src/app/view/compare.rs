//! Two futures beside each other: where they part, what each cost and answered, and what
//! is left in their queues. Both can be had again; nothing here changes either.

use leptos::prelude::*;

use crate::app::choices::Panel;
use crate::app::command::Command;
use crate::app::futures::{
    Comparison, First, Made, Named, Queued, Spoken, TurnPair, compared, named,
};
use crate::app::lanes::By;
use crate::app::lanes::turns::{Who, are_lanes, beside, source_of};
use crate::app::playground::Playground;
use crate::app::session::Session;
use crate::engine::config::RuleSet;
use crate::engine::input::Setting;
use crate::engine::state::Totals;
use crate::explain;
use crate::text::{Locale, labels, log_line, t, words};
use crate::trace::futures::FUTURES_MAX;

use super::choice::{choice, entry};
use super::lanes::{lanes, start, who};
use super::parts::{all, dynamic, facts, plain, press, quoted, say, table, words as spoken};

/// Longest text of a name or a cell, in characters.
pub const SHOWN_MAX: usize = 72;

/// Most rows of the table of answers.
const ROWS_MAX: usize = 40;

/// Most messages of a queue that are named.
const QUEUE_MAX: usize = 8;

/// What the tab holds.
pub fn compare() -> AnyView {
    let session = Session::get();
    // Futures change with the record, and not with the step in view.
    let revision = Memo::new(move |_| session.frame.with(|frame| frame.revision));
    let all_named = Memo::new(move |_| {
        revision.get();
        session.read_untracked(named)
    });
    // What was chosen, as long as it is there; else the one in view and the latest other.
    let asked = RwSignal::new([None::<u32>; 2]);
    let chosen = Memo::new(move |_| {
        let [left, right] = asked.get();
        all_named.with(|all| {
            let in_view = all.iter().find(|future| future.is_in_view)?.number;
            // A lane stands at the right of what it is a lane of.
            let source = session.read_untracked(|playground| source_of(playground, in_view));
            match source {
                Some(source) if left.is_none() && right.is_none() => Some([source, in_view]),
                _ => chosen(all, left, right),
            }
        })
    });
    let comparison = Memo::new(move |_| {
        revision.get();
        let numbers = chosen.get()?;
        session.read_untracked(|playground| {
            let are_lanes = are_lanes(playground, numbers);
            (!are_lanes)
                .then(|| compared(playground, numbers))
                .flatten()
        })
    });
    let beside = Memo::new(move |_| {
        revision.get();
        let numbers = chosen.get()?;
        session.read_untracked(|playground| beside(playground, numbers))
    });
    let has_lanes = Memo::new(move |_| beside.with(Option::is_some));
    let about = spoken(move |locale| {
        if has_lanes.get() {
            String::new()
        } else if all_named.with(|all| all.len() < 2) {
            t::futures::only_one(locale).to_owned()
        } else {
            t::futures::about(locale, FUTURES_MAX as u64)
        }
    });
    let side_by_side = dynamic(move || {
        if has_lanes.get() {
            lanes(beside)
        } else {
            ().into_any()
        }
    });
    let shown = dynamic(move || {
        let locale = session.locale();
        match comparison.get() {
            Some(comparison) => {
                let lines = session.read_untracked(|playground| {
                    first_lines(playground, comparison.numbers, &comparison.first, locale)
                });
                compared_view(session, locale, &comparison, lines)
            }
            None => ().into_any(),
        }
    });
    let choices = dynamic(move || {
        if chosen.get().is_none() {
            return ().into_any();
        }
        let pick = move |side: usize, label: fn(Locale) -> &'static str| {
            let entries = Signal::derive(move || {
                let locale = session.locale();
                let entry =
                    |future: &Named| entry(&future.number.to_string(), &title(locale, future));
                all_named.with(|all| all.iter().map(entry).collect::<Vec<_>>())
            });
            let value = Signal::derive(move || {
                chosen
                    .get()
                    .map(|numbers| numbers[side].to_string())
                    .unwrap_or_default()
            });
            choice(label, entries, value, Panel::Tabs, move |name| {
                asked.update(|asked| {
                    let now = chosen.get_untracked();
                    *asked = [0, 1].map(|at| now.map(|numbers| numbers[at]));
                    asked[side] = name.parse().ok();
                });
            })
        };
        view! {
            <div class="row futures-choices">
                {pick(0, t::futures::one)}
                {pick(1, t::futures::other)}
            </div>
        }
        .into_any()
    });
    view! { {start()} <p class="futures-about">{about}</p> {choices} {side_by_side} {shown} }
        .into_any()
}

/// The two futures to compare: those that were asked for, where they are there and differ.
fn chosen(all: &[Named], left: Option<u32>, right: Option<u32>) -> Option<[u32; 2]> {
    let is_there = |number: &u32| all.iter().any(|future| future.number == *number);
    let in_view = all.iter().find(|future| future.is_in_view)?.number;
    let left = left.filter(is_there).unwrap_or(in_view);
    let other = || {
        let mut others = all.iter().rev().map(|future| future.number);
        others.find(|number| *number != left)
    };
    let right = right.filter(is_there).filter(|right| *right != left);
    Some([left, right.or_else(other)?])
}

/// The names of the futures, by number.
pub fn future_names(playground: &Playground, locale: Locale) -> Vec<(u32, String)> {
    let all = named(playground);
    let name = |future: &Named| (future.number, name(locale, &future.made));
    all.iter().map(name).collect()
}

/// `2: after turn 3: “…” (in view)`.
fn title(locale: Locale, future: &Named) -> String {
    let number = locale.number(u64::from(future.number));
    let name = name(locale, &future.made);
    if future.is_in_view {
        t::futures::title_in_view(locale, &name, &number)
    } else {
        t::futures::title(locale, &name, &number)
    }
}

/// What made it, in words.
fn name(locale: Locale, made: &Made) -> String {
    match made {
        Made::First => t::futures::first(locale).to_owned(),
        Made::Said { place, text } => {
            let text = words::quoted(locale, text, SHOWN_MAX / 2);
            t::futures::said(locale, &text, u64::from(place.turn))
        }
        Made::Set { place, settings } => {
            let settings: Vec<String> = settings
                .iter()
                .map(|setting| setting_name(locale, setting))
                .collect();
            let settings = words::list(locale, &settings, settings.len());
            if place.call == 0 {
                t::futures::set_in_turn(locale, &settings, u64::from(place.turn))
            } else {
                t::futures::set_in_call(
                    locale,
                    u64::from(place.call),
                    &settings,
                    u64::from(place.turn),
                )
            }
        }
        Made::Again { by } => {
            let by = match by {
                By::Scripted => Who::Scripted,
                By::Live { name, .. } => Who::Live(name.clone()),
            };
            t::lanes::by(locale, &who(locale, &[by]))
        }
        Made::Nothing { place } => t::futures::nothing(locale, u64::from(place.turn)),
    }
}

/// A setting with its new value.
pub fn setting_name(locale: Locale, setting: &Setting) -> String {
    match setting {
        Setting::Window(window) => t::futures::window(locale, u64::from(*window)),
        Setting::Policy(policy) => {
            t::futures::policy(locale, &labels::policy_name(locale, *policy))
        }
        Setting::PageInBudget(Some(most)) => {
            t::futures::budget(locale, &t::count::searches(locale, u64::from(*most)))
        }
        Setting::PageInBudget(None) => t::futures::no_budget(locale).to_owned(),
        Setting::WhenSpent(choice) => {
            t::futures::when_spent(locale, &labels::when_spent_name(locale, *choice))
        }
        Setting::External(true) => t::futures::external_on(locale).to_owned(),
        Setting::External(false) => t::futures::external_off(locale).to_owned(),
        Setting::Seed(seed) => t::futures::seed(locale, *seed),
        Setting::Pin { id, is_pinned } => {
            let said = if *is_pinned {
                t::futures::pinned
            } else {
                t::futures::unpinned
            };
            said(locale, id)
        }
    }
}

/// What happens first in each that does not happen in the other, as the log says it.
pub fn first_lines(
    playground: &Playground,
    numbers: [u32; 2],
    first: &[Option<First>; 2],
    locale: Locale,
) -> [String; 2] {
    let line = |at: usize| {
        let Some(first) = &first[at] else {
            return t::futures::ends(locale).to_owned();
        };
        let Some(run) = playground.runs().record(numbers[at]) else {
            return String::new();
        };
        let state = run.state_at(first.position);
        let context = explain::context(run.machine(), &state, run.stores(), &first.event.what);
        let line = log_line(locale, &first.event.what, &context);
        t::futures::first_event(
            locale,
            &first.address,
            &words::shorten(&line, 2 * SHOWN_MAX),
        )
    };
    [line(0), line(1)]
}

fn compared_view(
    session: Session,
    locale: Locale,
    comparison: &Comparison,
    lines: [String; 2],
) -> AnyView {
    let [left, right] = comparison.numbers;
    let shared = comparison.shared as u64;
    let place = comparison
        .first
        .iter()
        .flatten()
        .next()
        .map(|first| first.address.place);
    let parts = match place {
        Some(place) if place.call == 0 => {
            t::futures::parts_in_turn(locale, shared, u64::from(place.turn))
        }
        Some(place) => {
            t::futures::parts_in_call(locale, u64::from(place.call), shared, u64::from(place.turn))
        }
        None => t::futures::never_part(locale).to_owned(),
    };
    let name = |number: u32| t::futures::future(locale, u64::from(number));
    let in_view = session.read_untracked(|playground| playground.runs().number());
    let first = comparison.first.clone();
    let jump = (left == in_view || right == in_view)
        .then(|| first.iter().flatten().next().map(|first| first.position))
        .flatten()
        .map(|position| press(say(t::futures::jump), Command::LookAt(position)));
    let restore = |number: u32| {
        (number != in_view).then(|| {
            let words = spoken(move |locale| t::fork::restore(locale, u64::from(number)));
            press(words, Command::Restore(number))
        })
    };
    let [first_left, first_right] = lines;
    let places = facts(
        "facts",
        vec![(name(left), first_left), (name(right), first_right)],
    );
    view! {
        <section class="futures-compared">
            <h3>{t::futures::where_title(locale)}</h3>
            <p>{parts}</p>
            {places}
            <div class="row">{jump}{restore(left)}{restore(right)}</div>
            <h3>{t::futures::cost_title(locale)}</h3>
            {costs(locale, comparison)}
            <h3>{t::futures::answers_title(locale)}</h3>
            {answers(session, locale, comparison)}
            <h3>{t::futures::queue_title(locale)}</h3>
            {queues(session, locale, comparison)}
        </section>
    }
    .into_any()
}

fn costs(locale: Locale, comparison: &Comparison) -> AnyView {
    let [left, right] = comparison.numbers;
    let since = |number: u32| t::futures::since(locale, u64::from(number));
    let whole = |number: u32| t::futures::whole(locale, u64::from(number));
    let heads = vec![
        (t::futures::measure(locale).to_owned(), false),
        (since(left), true),
        (since(right), true),
        (whole(left), true),
        (whole(right), true),
    ];
    type Measure = (fn(Locale) -> &'static str, fn(&Totals) -> u64);
    let measures: [Measure; 7] = [
        (t::costs::model_calls, |totals| {
            u64::from(totals.model_calls)
        }),
        (t::costs::function_calls, |totals| {
            u64::from(totals.function_calls)
        }),
        (t::futures::failures, |totals| u64::from(totals.failures)),
        (t::policies::page_outs, |totals| u64::from(totals.page_outs)),
        (t::policies::page_ins, |totals| u64::from(totals.page_ins)),
        (t::costs::tokens_in, |totals| totals.tokens_in),
        (t::costs::tokens_out, |totals| totals.tokens_out),
    ];
    let all_totals = [
        comparison.since[0],
        comparison.since[1],
        comparison.whole[0],
        comparison.whole[1],
    ];
    let row = |(name, of): &Measure| {
        let mut cells = vec![plain(name(locale).to_owned())];
        cells.extend(
            all_totals
                .iter()
                .map(|totals| plain(locale.number(of(totals)))),
        );
        cells
    };
    table(
        say(t::futures::cost_title),
        heads,
        measures.iter().map(row).collect(),
    )
}

fn answers(session: Session, locale: Locale, comparison: &Comparison) -> AnyView {
    let lang = session.frame.with_untracked(|frame| frame.content.tag());
    let [left, right] = comparison.numbers;
    let heads = vec![
        (t::costs::turn(locale).to_owned(), false),
        (t::futures::future(locale, u64::from(left)), false),
        (t::futures::future(locale, u64::from(right)), false),
    ];
    let differing: Vec<&TurnPair> = comparison
        .turns
        .iter()
        .filter(|pair| !pair.is_same())
        .collect();
    if differing.is_empty() {
        return view! { <p>{t::futures::same_answers(locale)}</p> }.into_any();
    }
    let same = comparison.turns.len() - differing.len();
    let left_out = differing.len().saturating_sub(ROWS_MAX);
    let row = |pair: &&TurnPair| {
        let cell = |spoken: &Option<Spoken>| spoken_cell(locale, spoken.as_ref(), lang);
        vec![
            plain(locale.number(u64::from(pair.turn))),
            cell(&pair.spoken[0]),
            cell(&pair.spoken[1]),
        ]
    };
    let rows = differing.iter().take(ROWS_MAX).map(row).collect();
    let more = [
        (same > 0).then(|| t::futures::same_turns(locale, same as u64)),
        (left_out > 0).then(|| t::futures::more_turns(locale, left_out as u64)),
    ];
    let more = more.into_iter().flatten();
    let more = all(more.map(|words| view! { <p class="note">{words}</p> }.into_any()));
    view! { {table(say(t::futures::answers_title), heads, rows)} {more} }.into_any()
}

/// What the user said and what came back, one below the other.
fn spoken_cell(locale: Locale, spoken: Option<&Spoken>, lang: &'static str) -> AnyView {
    let Some(spoken) = spoken else {
        return plain(t::futures::no_turn(locale).to_owned());
    };
    let user = spoken.user.as_deref().unwrap_or_default();
    let user = words::shorten(user, SHOWN_MAX);
    let agent = if spoken.agent.is_empty() {
        plain(t::futures::silent(locale).to_owned())
    } else {
        quoted(words::shorten(&spoken.agent.join(" "), 2 * SHOWN_MAX), lang)
    };
    view! {
        <span class="spoken-user" lang=lang>{user}</span>
        <span class="spoken-agent">{agent}</span>
    }
    .into_any()
}

fn queues(session: Session, locale: Locale, comparison: &Comparison) -> AnyView {
    let rules = session
        .frame
        .with_untracked(|frame| frame.after.config().rules);
    let [left, right] = &comparison.queue_only;
    let shared = t::futures::queue_shared(locale, comparison.queue_shared as u64);
    let only = |number: u32, queue: &[Queued]| {
        let number = u64::from(number);
        let said = if queue.is_empty() {
            t::futures::queue_nothing(locale).to_owned()
        } else {
            listed(locale, rules, queue)
        };
        (t::futures::queue_only(locale, number), said)
    };
    let rows = vec![
        only(comparison.numbers[0], left),
        only(comparison.numbers[1], right),
        (t::futures::queue_both(locale).to_owned(), shared),
    ];
    facts("facts", rows)
}

fn listed(locale: Locale, rules: RuleSet, queue: &[Queued]) -> String {
    let name = |queued: &Queued| match &queued.excerpt {
        Some(excerpt) => format!(
            "{} {}",
            queued.id,
            labels::excerpt(locale, rules, excerpt, SHOWN_MAX / 2)
        ),
        None => queued.id.to_string(),
    };
    let names: Vec<String> = queue.iter().map(name).collect();
    words::list(locale, &names, QUEUE_MAX)
}
