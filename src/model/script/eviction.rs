//! Choosing what leaves, by what can be seen: the messages that tell least.

use super::clause::Clause;
use super::language::{Language, detect};
use super::phrases::Draw;
use super::summary::weight;
use super::text::sentences;

/// Numbers to evict, so that at least `room` is freed where that can be.
pub(super) fn choose(
    queue: &[(i64, u64, String)],
    room: u64,
    fallback: Language,
    draw: Draw,
) -> Vec<i64> {
    let mut ranked: Vec<(i32, usize, i64, u64)> = queue
        .iter()
        .map(|(id, tokens, text)| {
            (
                tells(text, fallback),
                draw.below(1_000_000, &id.to_string()),
                *id,
                *tokens,
            )
        })
        .collect();
    ranked.sort_unstable();
    let mut freed = 0;
    let mut chosen = Vec::new();
    for (_, _, id, tokens) in ranked {
        if freed >= room.max(1) {
            break;
        }
        freed += tokens;
        chosen.push(id);
    }
    chosen.sort_unstable();
    chosen
}

/// How much a message tells, packaged or not. Facts of the user tell most.
fn tells(text: &str, fallback: Language) -> i32 {
    let value: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
    let words = ["message", "item", "text"]
        .into_iter()
        .find_map(|key| value.get(key)?.as_str())
        .unwrap_or(text);
    let language = detect(words).unwrap_or(fallback);
    sentences(words)
        .iter()
        .map(|sentence| weight(&Clause::new(sentence.text, language, sentence.asks)))
        .max()
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tells_least_leaves_until_there_is_room() {
        let queue = [
            (1, 30, "Mi hermana Ana vive en Lugo.".to_owned()),
            (2, 20, "jaja".to_owned()),
            (3, 20, "vale".to_owned()),
            (4, 30, "Tengo cita el 3 de mayo.".to_owned()),
        ];
        let draw = Draw::new(7, 1);
        assert_eq!(choose(&queue, 40, Language::Spanish, draw), [2, 3]);
        assert_eq!(choose(&queue, 1_000, Language::Spanish, draw), [1, 2, 3, 4]);
        assert_eq!(choose(&[], 10, Language::Spanish, draw), Vec::<i64>::new());
    }

    #[test]
    fn ties_are_drawn_with_the_seed() {
        let queue: Vec<_> = (1..=7).map(|id| (id, 1, id.to_string())).collect();
        let first: Vec<_> = (0..20)
            .map(|seed| choose(&queue, 1, Language::Spanish, Draw::new(seed, 0)))
            .collect();
        assert!(first.iter().any(|chosen| *chosen != first[0]));
        assert!(first.iter().all(|chosen| chosen.len() == 1));
    }
}
