//! A scene as a text picture.

use std::fmt::Write;

use memgpt_playground::scene::Scene;
use memgpt_playground::scene::archivo::PassageState;
use memgpt_playground::scene::historial::CellState;
use memgpt_playground::scene::queue::RowState;

/// The picture: one line a part, then one a row.
pub fn picture(scene: &Scene) -> String {
    let mut text = String::new();
    let capacity = &scene.capacity;
    let event = scene.event.unwrap_or("-");
    let _ = writeln!(text, "{event} · {:?} has control", scene.controller);
    let _ = write!(
        text,
        "{} used + {} free + {} reserved = {}",
        capacity.used, capacity.free, capacity.reserve, capacity.window
    );
    let over = if capacity.over > 0 {
        format!(" (over by {})", capacity.over)
    } else {
        String::new()
    };
    let _ = writeln!(text, "{over}");
    for block in &scene.blocks {
        let _ = match &block.edit {
            Some(edit) => writeln!(
                text,
                "block {}: {}[-{}][+{}]{}",
                block.label, edit.head, edit.removed, edit.added, edit.tail
            ),
            None => writeln!(text, "block {}: {}", block.label, block.value),
        };
    }
    for row in &scene.rows {
        let sign = match row.state {
            RowState::Here => ' ',
            RowState::Arriving => '+',
            RowState::Marked(_) => '!',
            RowState::Leaving => '-',
            RowState::Left => '.',
            RowState::Folding => '~',
        };
        let copies: Vec<String> = row
            .copies
            .iter()
            .map(|origin| format!(" {origin}′"))
            .collect();
        let words = row.words.excerpt();
        let words: String = words.chars().take(32).collect();
        let prime = if row.is_copy { "′" } else { "" };
        let _ = writeln!(
            text,
            "{sign} {}{prime} {:?} {} {words}{}",
            row.id,
            row.kind,
            row.tokens,
            copies.concat()
        );
    }
    if let Some(waiting) = &scene.door.waiting {
        let _ = writeln!(text, "door: {waiting:?}");
    }
    let cells: String = scene
        .historial
        .cells
        .iter()
        .map(|cell| match (cell.state, cell.only_here) {
            (CellState::Written, _) => 'W',
            (CellState::Left, _) => 'L',
            (CellState::Hit, _) => 'H',
            (CellState::Still, 0) => 'o',
            (CellState::Still, only) if only == cell.stored => '#',
            (CellState::Still, _) => '%',
        })
        .collect();
    let (stored, only) = (scene.historial.stored, scene.historial.only_here);
    let _ = writeln!(text, "historial {stored}, only here {only}: {cells}");
    for passage in &scene.archivo.passages {
        let sign = match passage.state {
            PassageState::Still => ' ',
            PassageState::Stored => 'W',
            PassageState::Hit => 'H',
        };
        let _ = writeln!(text, "archivo {sign} {} {}", passage.id, passage.text);
    }
    let _ = writeln!(text, "manager {:?}", scene.queue_manager);
    let model = &scene.model;
    let calls: Vec<&str> = model.calls.iter().map(|call| &*call.name).collect();
    let _ = writeln!(
        text,
        "model {:?} {:?} {calls:?}",
        model.state, model.thoughts
    );
    let _ = writeln!(text, "executor {:?}", scene.executor.state);
    match &scene.flight {
        Some(flight) => {
            let past = flight
                .past
                .map(|past| format!(" past {past:?}"))
                .unwrap_or_default();
            let _ = writeln!(
                text,
                "{:?} by {:?}: {:?}{past} → {:?}, {}",
                flight.kind, flight.by, flight.from, flight.to, flight.text
            );
        }
        None => text.push_str("nothing moves\n"),
    }
    let _ = writeln!(text, "price {:?}", scene.price.tick);
    text
}
