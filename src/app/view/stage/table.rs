//! The stage as a table: all that the picture says, for screen readers and for whoever
//! prefers to read.

use crate::app::tree::{Element, el};
use crate::engine::config::Unit;
use crate::scene::Scene;
use crate::scene::archivo::PassageState;
use crate::scene::flight::Anchor;
use crate::scene::historial::CellState;
use crate::text::{Locale, labels, t};

use super::{door, historial, main_context, price, says};

/// The tables of a scene.
pub fn tables(locale: Locale, scene: &Scene) -> Vec<Element> {
    vec![
        main_table(locale, scene),
        external_table(locale, scene),
        now_table(locale, scene),
    ]
}

/// One line of a table: its head, then its cells.
type Line = (String, Vec<String>);

fn table(caption: &'static str, heads: &[&'static str], lines: Vec<Line>) -> Element {
    let head = |words: &&'static str| el("th").set("scope", "col").text(*words);
    let cell = |words: String| el("td").text(words);
    let line = |(head, cells): Line| {
        el("tr")
            .with(el("th").set("scope", "row").text(head))
            .all(cells.into_iter().map(cell))
    };
    el("table")
        .with(el("caption").text(caption))
        .with(el("thead").with(el("tr").all(heads.iter().map(head))))
        .with(el("tbody").all(lines.into_iter().map(line)))
}

fn main_table(locale: Locale, scene: &Scene) -> Element {
    let number = |tokens: u32| locale.number(u64::from(tokens));
    let mut lines: Vec<Line> = Vec::new();
    for part in &scene.pinned {
        let cells = vec![
            t::stage::read_only(locale).to_owned(),
            number(part.tokens),
            t::stage::state_here(locale).to_owned(),
        ];
        lines.push((says::pinned(locale, part), cells));
    }
    if !scene.blocks.is_empty() {
        let tokens = number(scene.capacity.parts.working_context);
        lines.push((
            t::stage::working_context(locale).to_owned(),
            vec![
                String::new(),
                tokens,
                t::stage::state_here(locale).to_owned(),
            ],
        ));
    }
    for block in &scene.blocks {
        let state = if block.edit.is_some() {
            t::stage::executor_edited(locale)
        } else {
            t::stage::state_here(locale)
        };
        let head = format!(
            "{}: {}",
            t::stage::working_context(locale),
            labels::block(locale, &block.label)
        );
        let length =
            t::stage::block_length(locale, u64::from(block.length), u64::from(block.limit));
        // What the blocks take stands once, above: the column can be added up.
        let words = format!("{} ({length})", block.value);
        lines.push((head, vec![words, String::new(), state.to_owned()]));
    }
    for row in &scene.rows {
        let head = format!("{} {}", says::row_mark(row), says::kind(locale, row.kind));
        let mut words = says::row_words(locale, scene.rules, row).to_string();
        for origin in row.copies.iter() {
            words.push(' ');
            words.push_str(&t::stage::copy_of(locale, origin));
        }
        // What has left takes nothing any more.
        let tokens = if row.state.is_present() {
            number(row.tokens)
        } else {
            String::new()
        };
        let state = says::state(locale, row.state).to_owned();
        lines.push((head, vec![words, tokens, state]));
    }
    let (capacity, unit) = (&scene.capacity, scene.unit);
    let mut rest = vec![(t::stage::free(locale), capacity.free)];
    if unit == Unit::Tokens {
        rest.push((t::stage::reserve(locale), capacity.reserve));
    }
    for (head, tokens) in rest {
        lines.push((
            head.to_owned(),
            vec![String::new(), number(tokens), String::new()],
        ));
    }
    lines.push((
        t::stage::window_line(locale).to_owned(),
        vec![
            main_context::sum(locale, unit, capacity),
            String::new(),
            String::new(),
        ],
    ));
    let heads = [
        t::stage::column_part(locale),
        t::stage::column_says(locale),
        match unit {
            Unit::Items => t::stage::column_slots(locale),
            Unit::Tokens => t::stage::column_tokens(locale),
        },
        t::stage::column_state(locale),
    ];
    table(t::stage::table_main(locale), &heads, lines)
}

fn external_table(locale: Locale, scene: &Scene) -> Element {
    let (store, unit) = (&scene.historial, scene.unit);
    let mut lines: Vec<Line> = vec![(
        historial::title(locale, unit).to_owned(),
        vec![historial::note(locale, unit, store), String::new()],
    )];
    for cell in &store.cells {
        let state = match cell.state {
            CellState::Still if cell.text.is_empty() => continue,
            CellState::Still if cell.only_here == 0 => t::stage::cell_outlined(locale),
            CellState::Still => t::stage::cell_solid(locale),
            CellState::Written => t::stage::state_written(locale),
            CellState::Left => t::stage::state_only_here(locale),
            CellState::Hit => t::stage::state_hit(locale),
        };
        let mark = match unit {
            Unit::Items => cell.first.0.to_string(),
            Unit::Tokens => cell.first.to_string(),
        };
        lines.push((mark, vec![cell.text.to_string(), state.to_owned()]));
    }
    if unit == Unit::Tokens {
        let passages = t::stage::archivo_count(locale, u64::from(scene.archivo.stored));
        lines.push((
            t::stage::archivo(locale).to_owned(),
            vec![passages, String::new()],
        ));
    }
    for passage in &scene.archivo.passages {
        let state = match passage.state {
            PassageState::Still => t::stage::cell_solid(locale),
            PassageState::Stored => t::stage::state_written(locale),
            PassageState::Hit => t::stage::state_hit(locale),
        };
        lines.push((
            passage.id.to_string(),
            vec![passage.text.to_string(), state.to_owned()],
        ));
    }
    let heads = [
        t::stage::column_part(locale),
        t::stage::column_says(locale),
        t::stage::column_state(locale),
    ];
    let caption = if scene.has_external {
        t::stage::table_external(locale)
    } else {
        lines.clear();
        t::stage::without_external(locale)
    };
    table(caption, &heads, lines)
}

fn now_table(locale: Locale, scene: &Scene) -> Element {
    let counts_items = scene.unit == Unit::Items;
    let control = says::anchor(locale, scene.unit, Anchor::of(scene.controller));
    let moves = scene.flight.as_ref().map_or_else(
        || t::stage::moves_nothing(locale).to_owned(),
        |flight| {
            let from: Vec<String> = flight
                .from
                .iter()
                .map(|from| says::anchor(locale, scene.unit, *from))
                .collect();
            let to = says::anchor(locale, scene.unit, flight.to);
            t::stage::flight(
                locale,
                &from.join(", "),
                &to,
                &says::flight(locale, flight.kind),
            )
        },
    );
    let model = says::model(locale, scene.model.state, counts_items);
    let calls = scene.model.calls.iter().take(3);
    let calls = calls.map(|call| labels::raw_call(locale, scene.rules, call));
    let waiting = scene.door.waiting.as_ref();
    let at_door = waiting.map_or_else(String::new, |waiting| door::words(locale, waiting));
    let lines = [
        (t::stage::has_control(locale), control),
        (t::stage::you(locale), at_door),
        (t::stage::moves(locale), moves),
        (
            t::stage::queue_manager(locale),
            says::queue_manager(locale, &scene.queue_manager),
        ),
        (
            t::stage::model(locale),
            [format!("{model}. {}", scene.model.thoughts)]
                .into_iter()
                .chain(calls)
                .collect::<Vec<_>>()
                .join(" "),
        ),
        (
            t::stage::executor(locale),
            says::executor(locale, scene.executor.state),
        ),
        (
            t::costs::model_calls(locale),
            price::words(locale, scene.unit, &scene.price),
        ),
    ];
    let lines = lines
        .map(|(head, cell)| (head.to_owned(), vec![cell]))
        .to_vec();
    let heads = [t::stage::column_who(locale), t::stage::column_does(locale)];
    table(t::stage::table_now(locale), &heads, lines)
}
