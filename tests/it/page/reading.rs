//! What is read off the events: ledger, costs, conversation, log.

use memgpt_playground::app::conversation::{LineKind, shown};
use memgpt_playground::app::cost::{Price, total};
use memgpt_playground::app::ledger::Whereabouts;
use memgpt_playground::text::Locale;

use super::opened;

#[test]
fn the_lesson_costs_what_it_says() {
    let playground = opened("five-slots", Locale::En);
    let costs = playground.costs();
    let sum = total(costs);
    let totals = playground.run().head().totals();
    assert_eq!((sum.page_ins, sum.page_outs), (2, 4));
    assert_eq!(sum.model_calls(), totals.model_calls);
    assert_eq!(sum.page_in_calls, 2, "one extra call for each page-in");
    assert_eq!(costs.len(), 9);
    assert_eq!((costs[7].first_calls, costs[7].page_in_calls), (1, 1));
    assert_eq!(costs[0].model_calls(), 0);
    assert_eq!(
        costs.iter().map(|turn| turn.turn).collect::<Vec<_>>(),
        (1..=9).collect::<Vec<_>>()
    );
}

#[test]
fn costs_are_those_that_the_engine_counts() {
    for locale in Locale::ALL {
        let mut playground = opened("six-sessions", locale);
        let sum = total(playground.costs());
        let totals = playground.run().head().totals();
        assert_eq!(sum.model_calls(), totals.model_calls);
        assert_eq!(sum.function_calls, totals.function_calls);
        assert_eq!(sum.summary_calls, totals.summary_calls);
        assert_eq!(
            (sum.page_ins, sum.page_outs),
            (totals.page_ins, totals.page_outs)
        );
        assert_eq!(
            (sum.tokens_in, sum.tokens_out),
            (totals.tokens_in, totals.tokens_out)
        );
        assert_eq!(
            u32::try_from(playground.costs().len()).unwrap(),
            playground.run().head().turn()
        );
        // In the middle of a turn too.
        let middle = playground.count() / 2;
        playground.look_at(middle);
        let (_, after) = playground.states();
        let sum = total(&playground.costs_up_to(middle));
        assert_eq!(
            (sum.tokens_in, sum.model_calls()),
            (after.totals().tokens_in, after.totals().model_calls)
        );
    }
}

#[test]
fn money_and_waiting_are_sums() {
    let price = Price {
        read: 150,
        written: 600,
        milliseconds_a_call: 500,
        milliseconds_a_token: 10,
    };
    assert_eq!(price.money(1_000_000, 0), 150_000);
    assert_eq!(price.money(2_000, 1_000), 300 + 600);
    assert_eq!(price.waiting(2, 30), 1_300);
}

#[test]
fn the_ledger_knows_what_left_where_it_is_and_whether_it_came_back() {
    let mut playground = opened("five-slots", Locale::En);
    playground.follow();
    let end = playground.count();
    let (_, after) = playground.states();
    let entries = playground.ledger().up_to(end);
    assert_eq!(
        entries.iter().map(|entry| entry.id.0).collect::<Vec<_>>(),
        [1, 2, 3, 4]
    );
    assert_eq!(entries[0].returned_by(end).len(), 1);
    assert!(entries[0].returned_by(entries[0].position).is_empty());
    assert!(entries[2].returned_by(end).is_empty());
    let now = |id| Whereabouts::of(id, &after, playground.stores());
    assert!(now(entries[0].id).is_back);
    assert!(!now(entries[2].id).is_back && now(entries[2].id).is_reachable);
    assert_eq!(playground.ledger().up_to(entries[1].position).len(), 2);
}

#[test]
fn a_flush_is_in_the_ledger_and_in_the_conversation() {
    let playground = opened("six-sessions", Locale::Es);
    let end = playground.count();
    let entries = playground.ledger().up_to(end);
    assert_eq!(
        entries.len(),
        playground.run().head().totals().page_outs as usize
    );
    assert!(
        entries
            .iter()
            .any(|entry| !entry.returned_by(end).is_empty()),
        "something was needed again"
    );
    let lines = playground.lines();
    assert_eq!(shown(lines, end), lines.len());
    assert_eq!(shown(lines, 0), 0);
    let count = |is_wanted: fn(&LineKind) -> bool| {
        lines.iter().filter(|line| is_wanted(&line.what)).count()
    };
    assert_eq!(count(|what| matches!(what, LineKind::Session { .. })), 6);
    assert!(count(|what| matches!(what, LineKind::User(_))) >= 60);
    assert!(count(|what| matches!(what, LineKind::Summary { .. })) >= 2);
    assert!(count(|what| matches!(what, LineKind::Warning)) >= 1);
}

#[test]
fn the_conversation_shows_nothing_that_comes_later() {
    let playground = opened("six-sessions", Locale::En);
    let lines = playground.lines();
    for position in (1..playground.count()).step_by(11) {
        let seen = &lines[..shown(lines, position)];
        assert!(seen.iter().all(|line| line.position <= position));
    }
}

#[test]
fn items_are_given_and_asked_for_once_each() {
    let playground = opened("five-slots", Locale::En);
    let given = playground
        .lines()
        .iter()
        .filter(|line| matches!(line.what, LineKind::Item(_)))
        .count();
    let asked = playground
        .lines()
        .iter()
        .filter(|line| matches!(line.what, LineKind::Asked(_)))
        .count();
    assert_eq!((given, asked), (7, 2));
}

#[test]
fn the_lessons_trace_is_six_movements_and_their_cost() {
    let playground = opened("five-slots", Locale::En);
    let text = playground.movements_text(Locale::En);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 8, "{text}");
    assert!(lines[7].contains("2 page-ins, 4 page-outs"), "{text}");
    let whole = playground.trace_text(Locale::Es, None);
    assert_eq!(whole.lines().count(), playground.count() + 2);
    assert_eq!(playground.trace_around(Locale::En, None, 10).len(), 10);
}

#[test]
fn a_call_for_a_page_in_stays_one_where_a_warning_comes_between() {
    let playground = opened("pressure-alert", Locale::En);
    let events = playground.run().events();
    let last = playground.costs().last().unwrap();
    let kinds: Vec<&str> = events[last.position..]
        .iter()
        .map(|event| event.what.kind())
        .collect();
    let place = |kind| kinds.iter().position(|other| *other == kind).unwrap();
    assert!(place("paged_in") < place("pressure_warned"));
    assert_eq!(
        (last.page_in_calls, last.warning_calls, last.chained_calls),
        (1, 1, 0)
    );
}
