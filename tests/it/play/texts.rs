//! Texts with one message a line, and sessions saved on the page.

use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};

use memgpt_playground::engine::machine::Engine;
use memgpt_playground::run::{Run, RunSettings};
use memgpt_playground::scenario::perform::{Performance, scripted};
use memgpt_playground::scenario::settings::Choices;
use memgpt_playground::text::Locale;
use memgpt_playground::text::wording::wording;

use super::player::{self, Failure};
use super::{file, play};
use crate::scenarios::files::example;

/// What was said in a trace, by `user` or `agent`.
fn said(trace: &str, who: &str) -> Vec<String> {
    let mark = format!("       {who}:");
    let words = trace.lines().filter_map(|line| line.strip_prefix(&mark));
    words.map(|words| words.trim().to_owned()).collect()
}

#[test]
fn a_text_is_a_free_conversation() {
    let text = "\u{feff}# Comments are skipped\r\n\r\nMy name is Ana.\r\n   What is my name?  \r\n";
    let trace = play(&[&file("talk.txt", text)]).unwrap();
    assert_eq!(
        said(&trace, "user"),
        ["My name is Ana.", "What is my name?"]
    );
    let answers = said(&trace, "agent");
    assert!(answers.last().unwrap().contains("Ana"), "{answers:?}");
}

#[test]
fn a_text_is_answered_in_its_language() {
    let spanish = play(&[&file("habla.txt", "Me llamo Ana y vivo en Lugo.\n")]).unwrap();
    assert!(said(&spanish, "agent")[0].contains("Lugo"));
    let system = |trace: &str| {
        let began = trace.lines().next().unwrap();
        began
            .split(" system=")
            .nth(1)
            .unwrap()
            .split(' ')
            .next()
            .unwrap()
            .parse::<u32>()
            .unwrap()
    };
    let english = play(&[&file("speak.txt", "My name is Ana and I live in Lugo.\n")]).unwrap();
    assert_ne!(system(&spanish), system(&english));
    let chosen = play(&[
        &file("speak.txt", "My name is Ana and I live in Lugo.\n"),
        "--lang",
        "es",
    ])
    .unwrap();
    assert_eq!(system(&chosen), system(&spanish));
}

#[test]
fn settings_of_the_command_line_count() {
    let path = file(
        "settings.txt",
        "Hola, me llamo Ana.\n¿Cómo se llama mi gato?\n",
    );
    let with = play(&[&path]).unwrap();
    assert!(with.contains(" searched "));
    let without = play(&[&path, "--without-external"]).unwrap();
    assert!(!without.contains(" searched "));
    let none = play(&[&path, "--page-ins", "0"]).unwrap();
    assert!(none.contains("fault=budget_spent") && !none.contains(" searched "));
    let items = play(&[
        &file("items.txt", "a\nb\nc\na\n"),
        "--rules",
        "miniature",
        "--window",
        "2",
        "--policy",
        "random",
        "--seed",
        "3",
    ])
    .unwrap();
    assert!(items.contains(" evicted ") && !items.contains("kind=user "));
    assert_eq!(play(&[&path]).unwrap(), with, "two runs are equal");
}

#[test]
fn a_session_is_played_as_it_was_recorded() {
    let example = example("five-slots");
    let locale = Locale::En;
    let config = example.config(&Choices::default(), locale).unwrap();
    let settings = RunSettings {
        config: config.clone(),
        language: locale.tag().to_owned(),
        start: example.start,
        example: Some(example.id.to_string()),
        recording: None,
    };
    let mut run = Run::new(Engine::new(config, wording(locale)).unwrap());
    Performance::new(example.script(locale), scripted).finish(&mut run);
    let session = serde_json::to_string_pretty(&run.session(settings)).unwrap();

    let trace = play(&[&file("five.session", &session)]).unwrap();
    assert!(trace.ends_with(&format!("digest={}\n", run.digest())));
    assert_eq!(
        trace.lines().filter(|line| line.starts_with('0')).count(),
        run.len()
    );

    let other = session.replace(&run.digest().to_string(), "0123456789abcdef");
    let line = play(&[&file("other.session", other)]).unwrap_err();
    assert!(line.contains("recorded is 0123456789abcdef"), "{line}");
    let line = play(&[&file("five.session", &session), "--window", "4"]).unwrap_err();
    assert!(
        line.ends_with("its settings and language cannot be changed"),
        "{line}"
    );
    let foreign = session.replace("\"language\": \"en\"", "\"language\": \"fr\"");
    let line = play(&[&file("foreign.session", foreign)]).unwrap_err();
    assert!(line.ends_with("there is no language \"fr\""), "{line}");
}

/// Takes a few bytes, then nobody reads any more.
struct Closing(usize);

impl Write for Closing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self
            .0
            .checked_sub(1)
            .ok_or_else(|| io::Error::from(ErrorKind::BrokenPipe))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_reader_that_stops_ends_the_run() {
    let path = file("closing.txt", "Hola\nHola\nHola\n");
    for writes in 0..20 {
        let arguments = [OsString::from(&path)];
        match player::play(arguments, &mut Closing(writes)) {
            Err(Failure::Output(error)) => assert_eq!(error.kind(), ErrorKind::BrokenPipe),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn signs_that_move_a_cursor_are_not_printed() {
    let trace = play(&[&file("signs.txt", "Hola \u{1b}[2J\u{7} Ana\n")]).unwrap();
    assert!(trace.chars().all(|sign| sign == '\n' || !sign.is_control()));
}
