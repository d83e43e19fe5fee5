//! Lanes beside each other: the same conversation, answered by two models. Turn by turn: side
//! by side where there is room, else one below the other.

use leptos::prelude::*;

use crate::app::choices::Panel;
use crate::app::command::{Command, Dialog};
use crate::app::cost::Price as ExamplePrice;
use crate::app::lanes::side::Side;
use crate::app::lanes::turns::{Beside, Difference, Priced, Who, Whole, answered_by};
use crate::app::playground::Playground;
use crate::app::session::Session;
use crate::text::words::{list, shorten};
use crate::text::{Locale, t};

use super::compare::first_lines;
use super::lane_turns::turns;
use super::parts::{
    When, all, button, click, dynamic, facts, fixed, plain, press, say, table, words,
};

/// Longest name of a model, in characters: from a file it may be anything.
const NAME_MAX: usize = 60;

/// The letters of the two lanes.
pub const LETTERS: [&str; 2] = ["A", "B"];

/// Two lanes as they are now; `None` where two futures are compared that are no lanes.
pub type Now = Memo<Option<Beside>>;

/// What begins another lane of the conversation that is open.
pub fn start() -> AnyView {
    let session = Session::get();
    let revision = Memo::new(move |_| session.frame.with(|frame| frame.revision));
    let open = Memo::new(move |_| {
        revision.get();
        session.read_untracked(opened)
    });
    let is_missing = RwSignal::new(false);
    let scripted = move || {
        is_missing.set(false);
        session.begin_scripted_lane(move |is_there| {
            // What was drawn here may be gone by now.
            let _ = is_missing.try_set(!is_there);
        });
    };
    let is_empty = Signal::derive(move || open.with(|open| open.side.given.is_empty()));
    let about = words(move |locale| open.with(|open| about(locale, open)));
    let may_script = Signal::derive(move || open.with(|open| open.may_script));
    let may_live = Signal::derive(move || session.shows(Panel::Live));
    let is_off = Signal::derive(move || is_empty.get() || session.is_locked(Panel::Live));
    let missing = words(move |locale| {
        let is_missing = is_missing.get();
        let words = is_missing.then(|| t::ui::cannot_fetch(locale));
        words.unwrap_or_default().to_owned()
    });
    // Items are no conversation.
    let is_talk = Signal::derive(move || session.frame.with(|frame| !frame.counts_items()));
    view! {
        <When holds=is_talk>
            <section class="lanes-start" aria-labelledby="lanes-start">
                <h3 id="lanes-start">{say(t::lanes::title)}</h3>
                <p>{about}</p>
                <div class="row">
                    <When holds=may_script>
                        {button("button", say(t::lanes::with_scripted), is_empty, click(scripted))}
                    </When>
                    <When holds=may_live>
                        {button("button", say(t::lanes::with_live), is_off, click(move || {
                            session.dispatch(Command::OpenDialog(Dialog::Live));
                        }))}
                    </When>
                </div>
                <p class="note" role="status">{missing}</p>
            </section>
        </When>
    }
    .into_any()
}

/// What can be played again.
#[derive(Clone, PartialEq)]
struct Open {
    side: std::sync::Arc<Side>,
    /// Somebody else than the scripted model answered.
    may_script: bool,
    /// What is recorded begins in the middle.
    has_past: bool,
}

fn opened(playground: &Playground) -> Open {
    let number = playground.runs().number();
    let record = playground.recorded().map(|record| record.recording());
    Open {
        side: playground.user_side(),
        may_script: answered_by(playground, number, playground.run()) != [Who::Scripted],
        has_past: record.is_some_and(|record| !record.past.is_empty()),
    }
}

/// What comes again, and what does not.
fn about(locale: Locale, open: &Open) -> String {
    let counts = open.side.counts();
    type Count = fn(Locale, u64) -> String;
    let kinds: [(usize, Count); 4] = [
        (counts.messages, t::count::messages),
        (counts.documents, t::lanes::documents),
        (counts.timers, t::lanes::timers),
        (counts.settings, t::lanes::settings),
    ];
    let kinds = kinds.into_iter().filter(|(count, _)| *count > 0);
    let kinds: Vec<String> = kinds
        .map(|(count, words)| words(locale, count as u64))
        .collect();
    if kinds.is_empty() {
        return t::lanes::nothing(locale).to_owned();
    }
    let kinds = list(locale, &kinds, kinds.len());
    let mut said = vec![t::lanes::about(locale, &kinds)];
    let (stops, pins) = (open.side.stops_left_out, open.side.pins_left_out);
    said.extend((stops > 0).then(|| t::lanes::stops(locale, stops as u64)));
    said.extend((pins > 0).then(|| t::lanes::pins(locale, pins as u64)));
    said.extend(open.has_past.then(|| t::lanes::past(locale).to_owned()));
    said.join(" ")
}

/// Who answered, in words.
pub fn who(locale: Locale, answered_by: &[Who]) -> String {
    let name = |who: &Who| match who {
        Who::Recorded(None) => t::lanes::recorded(locale).to_owned(),
        Who::Recorded(Some(model)) => t::lanes::recorded_model(locale, &shorten(model, NAME_MAX)),
        Who::Scripted => t::lanes::scripted(locale).to_owned(),
        Who::Live(model) => shorten(model, NAME_MAX),
    };
    let names = answered_by.iter().map(name);
    names
        .reduce(|first, second| t::lanes::and_then(locale, &first, &second))
        .unwrap_or_default()
}

/// Something of the two lanes, made again only where it changes.
pub fn part<T: PartialEq + Clone + Send + Sync + 'static>(
    now: Now,
    of: impl Fn(&Beside) -> T + Send + Sync + 'static,
) -> Memo<Option<T>> {
    Memo::new(move |_| now.with(|now| now.as_ref().map(&of)))
}

/// The two lanes. What has the focus keeps it while a live model goes on in one of them.
pub fn lanes(now: Now) -> AnyView {
    let heads = all([0, 1].into_iter().map(|at| head(now, at)));
    view! {
        <section class="lanes">
            <div class="lanes-columns">{heads}</div>
            {first(now)}
            <h3>{say(t::futures::cost_title)}</h3>
            {costs(now)}
            <h3>{say(t::lanes::turns_title)}</h3>
            {turns(now)}
        </section>
    }
    .into_any()
}

/// Who answers in a lane, how far it is, and the way to it.
fn head(now: Now, at: usize) -> AnyView {
    let session = Session::get();
    let letter = LETTERS[at];
    let names = part(now, move |now| now.lanes[at].answered_by.clone());
    let number = part(now, move |now| now.lanes[at].number);
    let unfinished = part(now, move |now| now.lanes[at].unfinished);
    let is_in_view = Memo::new(move |_| part_of(now, |now| now.lanes[at].is_in_view));
    let number = move || number.get().unwrap_or_default();
    let name =
        words(move |locale| names.with(|names| who(locale, names.as_deref().unwrap_or_default())));
    let label = words(move |locale| t::lanes::name(locale, &letter, &name.get()));
    let place = words(move |locale| {
        let future = t::lanes::future(locale, u64::from(number()));
        if is_in_view.get() {
            format!("{future}, {}", t::lanes::in_view(locale))
        } else {
            future
        }
    });
    let progress = words(move |locale| {
        let unfinished = unfinished.get().flatten();
        let words = unfinished.map(|(done, of)| t::lanes::progress(locale, of as u64, done as u64));
        words.unwrap_or_default()
    });
    let is_elsewhere = Signal::derive(move || !is_in_view.get());
    let is_unfinished = Memo::new(move |_| unfinished.get().flatten().is_some());
    let is_asked = Memo::new(move |_| session.read(|playground, _| playground.is_asked()));
    // Nobody is asked, and something is left: whoever stopped it may let it go on.
    let may_go_on =
        Signal::derive(move || is_in_view.get() && is_unfinished.get() && !is_asked.get());
    let is_at_work =
        Signal::derive(move || is_in_view.get() && is_unfinished.get() && is_asked.get());
    let open = words(move |locale| t::lanes::open(locale, &letter));
    let go_on = words(move |locale| t::lanes::go_on(locale, &letter));
    view! {
        <div class="lanes-card" data-lane=letter role="group" aria-label=label>
            <p class="lanes-name"><span class="lanes-letter">{letter}</span> " " <strong>{name}</strong></p>
            <p class="note">{place}</p>
            <p class="note" role="status">{progress}</p>
            <When holds=is_at_work>
                <p class="note">{say(t::lanes::at_work)}</p>
            </When>
            <div class="row">
                <When holds=is_elsewhere>
                    {button("button", open, fixed(false), click(move || session.dispatch(Command::Restore(number()))))}
                </When>
                <When holds=may_go_on>
                    {button("button", go_on, fixed(false), click(move || session.go_on_lane()))}
                </When>
            </div>
        </div>
    }
    .into_any()
}

fn part_of(now: Now, of: impl Fn(&Beside) -> bool) -> bool {
    now.with(|now| now.as_ref().is_some_and(&of))
}

/// Where they first differ.
fn first(now: Now) -> AnyView {
    let session = Session::get();
    let first = part(now, |now| {
        (
            now.shared,
            now.first.clone(),
            now.lanes.each_ref().map(|lane| lane.number),
        )
    });
    let calls = part(now, |now| {
        let pair = now.first_with(Difference::Calls).map(|at| &now.pairs[at]);
        let turn = pair.and_then(|pair| pair.turns.iter().flatten().next());
        (
            turn.map(|turn| turn.turn),
            now.first_with(Difference::Words).is_some(),
        )
    });
    let in_view = part(now, |now| now.lanes.iter().any(|lane| lane.is_in_view));
    let calls_words = words(move |locale| match calls.get() {
        Some((Some(turn), _)) => t::lanes::calls_first(locale, u64::from(turn)),
        Some((None, true)) => t::lanes::calls_same(locale).to_owned(),
        _ => String::new(),
    });
    let shown = dynamic(move || {
        let locale = session.locale();
        let Some((shared, first, numbers)) = first.get() else {
            return ().into_any();
        };
        let Some(place) = first
            .iter()
            .flatten()
            .next()
            .map(|first| first.address.place)
        else {
            return view! { <p>{t::futures::never_part(locale)}</p> }.into_any();
        };
        let shared = shared as u64;
        let turn = u64::from(place.turn);
        let about = if place.call == 0 {
            t::lanes::first_in_turn(locale, shared, turn)
        } else {
            t::lanes::first_in_call(locale, u64::from(place.call), shared, turn)
        };
        let lines =
            session.read_untracked(|playground| first_lines(playground, numbers, &first, locale));
        let named = LETTERS.map(|letter| t::lanes::letter(locale, &letter));
        let rows = named.into_iter().zip(lines).collect();
        let position = first.iter().flatten().next().map(|first| first.position);
        let jump = position.filter(|_| in_view.get() == Some(true));
        let jump = jump.map(|position| press(say(t::futures::jump), Command::LookAt(position)));
        view! { <p>{about}</p> {facts("facts", rows)} <div class="row">{jump}</div> }.into_any()
    });
    view! {
        <h3>{say(t::lanes::first_title)}</h3>
        {shown}
        <p>{calls_words}</p>
    }
    .into_any()
}

/// What each cost, as a whole.
fn costs(now: Now) -> AnyView {
    let session = Session::get();
    let wholes = part(now, |now| now.lanes.clone());
    dynamic(move || {
        let locale = session.locale();
        wholes.with(|wholes| match wholes {
            Some(wholes) => costs_of(locale, wholes),
            None => ().into_any(),
        })
    })
    .into_any()
}

fn costs_of(locale: Locale, wholes: &[Whole; 2]) -> AnyView {
    let mut heads = vec![(t::futures::measure(locale).to_owned(), false)];
    heads.extend(LETTERS.map(|letter| (t::lanes::letter(locale, &letter), true)));
    type Measure = (fn(Locale) -> &'static str, fn(Locale, &Whole) -> String);
    let measures: [Measure; 8] = [
        (t::costs::model_calls, |locale, whole| {
            locale.number(whole.totals.model_calls.into())
        }),
        (t::costs::function_calls, |locale, whole| {
            locale.number(whole.totals.function_calls.into())
        }),
        (t::futures::failures, |locale, whole| {
            locale.number(whole.totals.failures.into())
        }),
        (t::policies::page_outs, |locale, whole| {
            locale.number(whole.totals.page_outs.into())
        }),
        (t::policies::page_ins, |locale, whole| {
            locale.number(whole.totals.page_ins.into())
        }),
        (t::lanes::tokens_in, |locale, whole| {
            locale.number(whole.totals.tokens_in)
        }),
        (t::lanes::tokens_out, |locale, whole| {
            locale.number(whole.totals.tokens_out)
        }),
        (t::lanes::money, |locale, whole| {
            dollars(locale, whole.money)
        }),
    ];
    let row = |(name, of): &Measure| {
        let mut cells = vec![plain(name(locale).to_owned())];
        cells.extend(wholes.iter().map(|whole| plain(of(locale, whole))));
        cells
    };
    let mut rows: Vec<Vec<AnyView>> = measures.iter().map(row).collect();
    if wholes.iter().any(|whole| whole.reported.calls > 0) {
        let counted: Measure = (t::lanes::counted, |locale, whole| {
            if whole.reported.calls == 0 {
                return "–".to_owned();
            }
            t::lanes::counted_both(locale, whole.reported.read, whole.reported.written)
        });
        rows.insert(7, row(&counted));
    }
    let prices = wholes.iter().zip(LETTERS);
    let prices = prices.map(|(whole, letter)| price(locale, letter, whole));
    let is_example = wholes.iter().any(|whole| whole.priced == Priced::Example);
    let about = is_example.then(|| t::lanes::price_note(locale).to_owned());
    let notes = prices.chain(about);
    let notes = notes.map(|words| view! { <p class="note">{words}</p> }.into_any());
    view! {
        {table(say(t::futures::cost_title), heads, rows)}
        {all(notes)}
    }
    .into_any()
}

/// Millionths of a dollar, in words.
pub fn dollars(locale: Locale, millionths: u64) -> String {
    t::lanes::dollars(locale, &locale.decimal(millionths / 10, 5))
}

/// What a lane's money is counted with.
fn price(locale: Locale, letter: &str, whole: &Whole) -> String {
    // Thousandths of a dollar for a million tokens, in both.
    let both = |read: u64, written: u64| [read, written].map(|price| locale.decimal(price, 3));
    match whole.priced {
        Priced::Known(price) => {
            let [read, written] = both(price.read, price.written);
            t::lanes::price_known(locale, &letter, &read, &written)
        }
        Priced::Example => {
            let [read, written] = both(ExamplePrice::EXAMPLE.read, ExamplePrice::EXAMPLE.written);
            t::lanes::price_example(locale, &letter, &read, &written)
        }
    }
}
