//! A run of a record is a run like any other: it can be sought, cut, saved and forked.

use std::sync::Arc;

use memgpt_playground::agent_file::perform::{Replay, said_again};
use memgpt_playground::agent_file::start;
use memgpt_playground::engine::input::{Input, Setting, Stimulus};
use memgpt_playground::engine::machine::Engine;
use memgpt_playground::engine::search;
use memgpt_playground::recording::Cue;
use memgpt_playground::run::{Run, RunSettings, Runs, Wait};
use memgpt_playground::scenario::perform::{Performance, scripted};
use memgpt_playground::scenario::script::Script;
use memgpt_playground::scenario::settings::Choices;

use super::{OWN, Played, own, play, read};

fn all() -> Vec<Played> {
    let files = OWN.map(|name| read(&own(name)));
    let agents = files.iter().flat_map(|file| &file.agents);
    agents
        .map(|agent| play(agent, &Choices::default()))
        .collect()
}

#[test]
fn any_moment_of_it_can_be_sought() {
    for Played { run, .. } in all() {
        let mut state = run.machine().start();
        for (count, event) in run.events().iter().enumerate() {
            assert_eq!(run.state_at(count), state);
            state.apply(event);
        }
        assert_eq!(*run.head(), state);
    }
}

#[test]
fn cut_anywhere_the_record_goes_on_as_if_nothing_was_cut() {
    for Played { recording, run, .. } in all() {
        for count in 1..run.len() {
            let mut cut = run.clone();
            cut.truncate(count);
            let mut replay = Replay::new(Arc::clone(&recording), scripted);
            assert_eq!(replay.finish(&mut cut), Wait::User);
            assert_eq!(cut.digest(), run.digest(), "cut at {count}");
        }
    }
}

#[test]
fn a_saved_run_of_it_comes_back_with_its_record() {
    for Played {
        recording,
        run,
        differences,
        ..
    } in all()
    {
        let settings = RunSettings {
            config: run.machine().config().clone(),
            language: recording.language.to_string(),
            start: start::first_moment(&recording),
            example: None,
            recording: Some(Arc::clone(&recording)),
        };
        let text = serde_json::to_string(&run.session(settings)).unwrap();
        let build = |settings: &RunSettings| -> Result<Engine, String> {
            let recording = settings.recording.as_ref().unwrap();
            start::engine(recording, settings.config.clone(), Some(search::ranked))
                .map_err(|problem| format!("{problem:?}"))
        };
        let (file, imported) = Run::import(&text, build).unwrap();
        assert!(imported.is_same);
        let again = file.settings.recording.unwrap();
        assert_eq!(again, recording);
        let found =
            memgpt_playground::agent_file::differences::differences(&again, &imported.journal);
        assert_eq!(found, differences);
    }
}

#[test]
fn what_is_said_in_the_past_is_answered_by_the_scripted_model() {
    for Played { recording, run, .. } in all() {
        let places = run.places().to_vec();
        let end = places.partition_point(|place| place.turn <= 1);
        let whole = run.digest();
        if end == run.len() {
            continue;
        }
        let mut runs = Runs::new(run);
        runs.fork(end);
        let at = runs.journal().head().now();
        let what = Stimulus::User("My dog is called Rex.".into());
        runs.journal_mut().admit(Input { at, what }).unwrap();
        let mut free = Performance::new(Script::default(), scripted);
        assert_eq!(free.finish(runs.journal_mut()), Wait::User);
        assert!(runs.journal().head().turn_totals().function_calls > 0);
        // The record has nothing to say to that, and goes on with its own next turn.
        let mut replay = Replay::new(Arc::clone(&recording), scripted);
        replay.finish(runs.journal_mut());
        assert_eq!(
            runs.journal().head().turn() as usize,
            recording.turns.len() + 1
        );
        runs.restore(1).unwrap();
        assert_eq!(runs.journal().digest(), whole);
    }
}

#[test]
fn settings_that_change_in_the_past_are_played_on_under() {
    for Played {
        recording, mut run, ..
    } in all()
    {
        run.truncate(run.len() / 2);
        let at = run.head().now();
        let what = Stimulus::Setting(Setting::Window(4_096));
        run.admit(Input { at, what }).unwrap();
        let mut replay = Replay::new(Arc::clone(&recording), scripted);
        assert_eq!(replay.finish(&mut run), Wait::User);
        assert_eq!(run.head().config().window, 4_096);
        assert_eq!(run.head().turn() as usize, recording.turns.len());
    }
}

#[test]
fn under_other_settings_what_was_said_beside_it_is_said_again() {
    for Played {
        recording, mut run, ..
    } in all()
    {
        let turns = recording.turns.len();
        assert_eq!(said_again(&recording, run.inputs()), *recording);
        let at = run.head().now();
        let what = Stimulus::User("And then?".into());
        run.admit(Input { at, what }).unwrap();
        Performance::new(Script::default(), scripted).finish(&mut run);
        let again = said_again(&recording, run.inputs());
        assert_eq!(again.turns.len(), turns + 1);
        let last = again.turns.last().unwrap();
        assert!(last.is_free && last.cue == Cue::User("And then?".into()));
        let config = start::config(&again, &Choices::default()).unwrap();
        let engine = start::engine(&again, config, Some(search::ranked)).unwrap();
        let mut second = Run::new(engine);
        assert_eq!(
            Replay::new(Arc::new(again), scripted).finish(&mut second),
            Wait::User
        );
        assert_eq!(second.digest(), run.digest());
    }
}

#[test]
fn a_replay_takes_up_a_run_wherever_it_stands() {
    for Played { recording, run, .. } in all() {
        let config = run.machine().config().clone();
        let engine = start::engine(&recording, config, Some(search::ranked)).unwrap();
        let mut other = Run::new(engine);
        // A new one for every event holds nothing that the run does not record.
        while Replay::new(Arc::clone(&recording), scripted)
            .advance(&mut other)
            .is_none()
        {}
        assert_eq!(other.digest(), run.digest());
    }
}
