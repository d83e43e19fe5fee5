//! The estimate of tokens against a real tokenizer (cl100k).

use memgpt_playground::engine::tokens::estimate;
use proptest::prelude::*;
use tiktoken_rs::{CoreBPE, cl100k_base};

/// Messages as a person or an agent writes them, one a line.
const SPANISH: &str = include_str!("tokens/es.txt");
const ENGLISH: &str = include_str!("tokens/en.txt");
/// What surrounds them: events, results, arguments, schemas, blocks.
const PACKAGED: &str = include_str!("tokens/packaged.txt");

/// Differences between the estimate and the count, in thousandths.
struct Difference {
    /// Mean of the sizes of the differences of each text.
    mean: i64,
    /// The greatest of them.
    most: i64,
    /// Difference of the sums.
    total: i64,
}

fn measure(name: &str, tokenizer: &CoreBPE, texts: impl Iterator<Item = String>) -> Difference {
    let (mut counted, mut estimated, mut sum, mut most, mut texts_measured) = (0, 0, 0, 0, 0);
    for text in texts {
        let exact = tokenizer.encode_ordinary(&text).len() as i64;
        let ours = i64::from(estimate(&text));
        let difference = (ours - exact).abs() * 1_000 / exact;
        (counted, estimated) = (counted + exact, estimated + ours);
        (sum, most, texts_measured) = (sum + difference, most.max(difference), texts_measured + 1);
    }
    let difference = Difference {
        mean: sum / texts_measured,
        most,
        total: (estimated - counted) * 1_000 / counted,
    };
    println!(
        "{name:<24} texts {texts_measured:>4}  tokens {counted:>6}  estimate {estimated:>6}  \
         mean {:>4}‰  most {:>4}‰  total {:>+4}‰",
        difference.mean, difference.most, difference.total
    );
    difference
}

fn user_message(text: &str) -> String {
    format!(
        r#"{{"type":"user_message","message":"{}","time":"2026-03-01 08:30:00"}}"#,
        text.replace('\\', "\\\\").replace('"', "\\\"")
    )
}

fn check(difference: &Difference, mean: i64, total: i64) {
    assert!(difference.mean <= mean, "mean {}‰", difference.mean);
    assert!(
        difference.total.abs() <= total,
        "total {}‰",
        difference.total
    );
}

#[test]
fn estimate_is_near_the_count() {
    let tokenizer = cl100k_base().unwrap();
    for (language, texts) in [("Spanish", SPANISH), ("English", ENGLISH)] {
        let plain = measure(
            &format!("{language}, plain"),
            &tokenizer,
            texts.lines().map(str::to_owned),
        );
        check(&plain, 80, 30);
        let packaged = measure(
            &format!("{language}, packaged"),
            &tokenizer,
            texts.lines().map(user_message),
        );
        check(&packaged, 40, 20);
    }
    let wrapping = measure(
        "JSON and schemas",
        &tokenizer,
        PACKAGED.lines().map(str::to_owned),
    );
    check(&wrapping, 50, 20);
}

/// Books and manuals, where they are at hand; no part of the repository.
#[test]
fn estimate_is_near_the_count_of_documents() {
    let documents = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data/docs");
    let tokenizer = cl100k_base().unwrap();
    for (language, names) in [
        (
            "Spanish",
            ["es-quijote-i-1-8.txt", "es-python-tutorial.txt"],
        ),
        (
            "English",
            ["en-holmes-1-2.txt", "en-rust-book-ownership.md"],
        ),
    ] {
        let read = |name| std::fs::read_to_string(format!("{documents}/{name}"));
        let Ok(texts) = names.into_iter().map(read).collect::<Result<Vec<_>, _>>() else {
            println!("{language}, documents: skipped, there are none at {documents}");
            continue;
        };
        let paragraphs = texts
            .iter()
            .flat_map(|text| text.lines())
            .filter(|line| !line.is_empty());
        let packaged = measure(
            &format!("{language}, documents"),
            &tokenizer,
            paragraphs.map(user_message),
        );
        check(&packaged, 80, 30);
    }
}

#[test]
fn simple_texts_count_as_they_should() {
    for (text, tokens) in [
        ("", 0),
        ("a", 1),
        ("the dog", 2),
        ("2026-03-01", 6),
        ("1234567", 3),
        ("\n", 1),
        ("a  b", 3),
        ("{}", 1),
        ("don't", 2),
        ("\u{1F600}", 2),
    ] {
        assert_eq!(estimate(text), tokens, "{text:?}");
    }
}

proptest! {
    #[test]
    fn any_text_has_a_count(text in ".{0,200}") {
        let tokens = estimate(&text) as usize;
        prop_assert!(tokens <= 3 * text.chars().count());
        prop_assert!(text.is_empty() || tokens > 0);
    }

    /// What two texts count together is near what they count apart.
    #[test]
    fn parts_add_up(left in "[a-zñáé ,.]{0,80}", right in "[a-zñáé ,.]{0,80}") {
        let together = i64::from(estimate(&format!("{left}\n{right}")));
        let apart = i64::from(estimate(&left) + estimate(&right));
        prop_assert!((together - apart).abs() <= 2 + apart / 3, "{together} {apart}");
    }
}
