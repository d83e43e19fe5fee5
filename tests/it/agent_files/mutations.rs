//! No file makes the reader or the player panic, and whatever is taken plays to an end.

use memgpt_playground::agent_file;
use memgpt_playground::scenario::settings::Choices;
use proptest::prelude::*;
use serde_json::Value;

use super::{OWN, own, own_value, play};

/// Reads anything: either all of it that can be played plays to the end, or a problem with a
/// place is said in one line.
pub fn try_out(bytes: &[u8]) {
    let said = |line: String| assert!(!line.is_empty() && !line.contains('\n'), "{line:?}");
    match agent_file::read(bytes) {
        Err(problem) => said(problem.to_string()),
        Ok(file) => {
            assert!(!file.agents.is_empty());
            for agent in &file.agents {
                agent
                    .remarks
                    .iter()
                    .for_each(|remark| said(remark.to_string()));
                match &agent.recording {
                    Err(problem) => said(problem.to_string()),
                    Ok(_) => {
                        let played = play(agent, &Choices::default());
                        let last = played.run.len();
                        for difference in &played.differences {
                            assert!((1..=last).contains(&(difference.position as usize)));
                        }
                        let positions = played.differences.iter().map(|one| one.position);
                        assert!(positions.is_sorted());
                    }
                }
            }
        }
    }
}

fn strange() -> Vec<Value> {
    let text = r#"[null, true, 0, -1, 1.5, 1e300, 18446744073709551615, "", " ", "x", "\u0000", "call-1",
        "message-1", "{", "{\"type\":\"heartbeat\"}", "{\"status\":\"Failed\"}", [], [[]], [null], {}, {"": {}},
        "core_memory_append", "send_message", "tool", "user", "assistant", "system"]"#;
    serde_json::from_str(text).unwrap()
}

/// Replaces, removes or doubles the nth value below `value`, in order of the file.
fn mutate(value: &mut Value, nth: &mut usize, how: usize) -> bool {
    if *nth == 0 {
        let strange = strange();
        *value = strange[how % strange.len()].clone();
        return true;
    }
    *nth -= 1;
    match value {
        Value::Array(values) => {
            if *nth < values.len() && how.is_multiple_of(4) {
                let twin = values[*nth].clone();
                let at = how % (values.len() + 1);
                values.insert(at, twin);
                return true;
            }
            if *nth < values.len() && how.is_multiple_of(5) {
                values.remove(*nth);
                return true;
            }
            values.iter_mut().any(|value| mutate(value, nth, how))
        }
        Value::Object(map) => {
            if *nth < map.len() && how.is_multiple_of(7) {
                let name = map.keys().nth(*nth).unwrap().clone();
                map.remove(&name);
                return true;
            }
            map.values_mut().any(|value| mutate(value, nth, how))
        }
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn values_changed_at_random(
        which in 0..OWN.len(),
        changes in prop::collection::vec((0_usize..700, 0_usize..400), 1..6),
    ) {
        let mut value = own_value(OWN[which]);
        for (nth, how) in changes {
            mutate(&mut value, &mut nth.clone(), how);
        }
        try_out(value.to_string().as_bytes());
    }

    #[test]
    fn bytes_changed_at_random(
        which in 0..OWN.len(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let mut bytes = own(OWN[which]);
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        try_out(&bytes);
    }
}
