//! No file makes the reader panic, and none is refused without a reason.

use memgpt_playground::scenario;
use memgpt_playground::scenario::builtin::BUILT_IN;
use memgpt_playground::scenario::settings::Choices;
use memgpt_playground::text::Locale;
use proptest::prelude::*;
use serde_json::Value;

use super::files::bytes;

/// Reads anything; what is taken can be set up and scripted in both languages.
fn read(bytes: &[u8]) {
    match scenario::read(bytes) {
        Ok(checked) => {
            assert!(
                checked
                    .warnings
                    .iter()
                    .all(|warning| warning.what.is_warning())
            );
            for locale in Locale::ALL {
                checked
                    .scenario
                    .config(&Choices::default(), locale)
                    .unwrap();
                assert_eq!(
                    checked.scenario.script(locale).turns.len(),
                    checked.scenario.turns.len()
                );
            }
        }
        Err(problems) => {
            assert!(problems.iter().any(|problem| !problem.what.is_warning()));
            for problem in problems {
                let line = problem.to_string();
                assert!(!line.is_empty() && !line.contains('\n'), "{line:?}");
            }
        }
    }
}

/// Values that fields do not expect.
fn strange() -> Vec<Value> {
    let text = r#"[null, true, 0, -1, 1.5, 1e300, 18446744073709551615, "", " ", "x", "\u0000",
        "2026-13-99", "999999999.1.a.1", [], [[]], {}, {"es": 1}, {"es": "a", "en": []}, {"": {}}]"#;
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
            if *nth < values.len() && how.is_multiple_of(5) {
                let twin = values[*nth].clone();
                values.push(twin);
                return true;
            }
            values.iter_mut().any(|value| mutate(value, nth, how))
        }
        Value::Object(map) => {
            if *nth < map.len() && how.is_multiple_of(7) {
                let name = map.keys().nth(*nth).unwrap().clone();
                let gone = map.remove(&name).unwrap();
                map.insert(format!("{name}\u{e9}"), gone);
                return true;
            }
            map.values_mut().any(|value| mutate(value, nth, how))
        }
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn bytes_changed_at_random(
        which in 0..BUILT_IN.len(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let mut bytes = bytes(BUILT_IN[which].id);
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        read(&bytes);
    }

    #[test]
    fn values_changed_at_random(
        which in 0..BUILT_IN.len(),
        changes in prop::collection::vec((0_usize..600, 0_usize..400), 1..4),
    ) {
        let mut value: Value = serde_json::from_slice(&bytes(BUILT_IN[which].id)).unwrap();
        for (nth, how) in changes {
            mutate(&mut value, &mut nth.clone(), how);
        }
        read(value.to_string().as_bytes());
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read(&bytes);
    }
}
