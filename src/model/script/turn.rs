//! One step of a conversation: an edit, a search, or the answer.

use super::acts::{self, Act};
use super::answer::{self, Answer, Style};
use super::clause::Clause;
use super::edits::{self, Call};
use super::evidence;
use super::language::{Language, detect, is_foreign};
use super::lookup;
use super::persona::manner;
use super::phrases::Draw;
use super::pressure;
use super::talk;
use super::text::{capitalised, sentences};
use super::view::{Done, Entry, View};
use crate::engine::function::Function;
use crate::engine::reply::Reply;

/// The reply to what stands last in the queue.
pub(super) fn step(view: &View, draw: Draw) -> Reply {
    let last_user = view.last_user();
    let alert = view
        .entries
        .iter()
        .rposition(|entry| matches!(entry, Entry::Pressure));
    let answered = |from: usize| {
        view.entries
            .iter()
            .skip(from)
            .any(|entry| matches!(entry, Entry::Said(_)))
    };
    let is_open = last_user.is_some_and(|at| !answered(at));
    let style = style(view, last_user, draw);
    // The warning comes first; then what the user still waits for.
    if let Some(alert) = alert.filter(|alert| last_user.is_none_or(|user| user < *alert)) {
        let since: Vec<&Done> = view
            .done_since(alert)
            .filter(|done| done.function.is_some_and(|function| !function.is_search()))
            .collect();
        let is_last = !view
            .entries
            .iter()
            .skip(alert)
            .any(|entry| matches!(entry, Entry::Thought | Entry::Said(_)));
        if is_last
            && (!is_open || since.is_empty())
            && let Some(call) = pressure::next(view, &since)
        {
            return saving(view, alert, call, is_open, &style);
        }
        if !is_open {
            return thought(&style, "t_warning_done");
        }
    }
    if matches!(view.entries.last(), Some(Entry::Login)) {
        return greeting(view, &style);
    }
    match last_user.filter(|_| is_open) {
        Some(position) => to_user(view, position, &style),
        // What came of the message is in view, the message is not.
        None if view.has_lost_message() => {
            spoken(view, &style, "t_lost", &style.say("lost_message", &[]))
        }
        None => thought(&style, "t_yield"),
    }
}

/// Words to the user, by the function that speaks or, without it, as plain text.
fn spoken(view: &View, style: &Style, thought: &str, words: &str) -> Reply {
    let thoughts = style.say(thought, &[]);
    if view.has(Function::SendMessage) {
        return Reply::say(&thoughts, words);
    }
    Reply {
        thoughts: thoughts.into(),
        text: words.into(),
        ..Reply::default()
    }
}

/// A call that saves: the last one gives control back unless the user still waits.
fn saving(view: &View, alert: usize, call: Call, is_open: bool, style: &Style) -> Reply {
    let since = view.done_since(alert).count();
    let mut arguments = call.arguments.clone();
    let mut after = view.clone();
    after.entries.push(Entry::Call(Done {
        function: Some(call.function),
        arguments: call.arguments.clone(),
        result: Some((true, String::new())),
    }));
    if call.function == Function::CoreMemoryAppend
        && let Some(block) = &mut after.human
    {
        block.value.push('\n');
        block
            .value
            .push_str(&super::view::string(&call.arguments, "content"));
    }
    let later: Vec<&Done> = after.done_since(alert).collect();
    let goes_on = is_open || (since < 2 && pressure::next(&after, &later).is_some());
    if let Some(flag) = arguments.get_mut("request_heartbeat") {
        *flag = serde_json::Value::Bool(goes_on);
    }
    Reply::call(&style.say(call.thought, &[]), call.function, &arguments)
}

fn thought(style: &Style, key: &str) -> Reply {
    Reply {
        thoughts: style.say(key, &[]).into(),
        ..Reply::default()
    }
}

/// The first word, where the user has come and said nothing yet.
fn greeting(view: &View, style: &Style) -> Reply {
    let kind = talk::named(style.language, "greeting");
    let hello = kind.map_or("", |kind| talk::answer(kind, style.draw, ""));
    let hello = super::phrases::filled(hello, &[("name", &style.name)]);
    let words = format!("{hello} {}", opening(view, view.entries.len(), style));
    let thoughts = style.say("t_talk", &[]);
    if view.has(Function::SendMessage) {
        return Reply::say(&thoughts, words.trim());
    }
    Reply {
        thoughts: thoughts.into(),
        text: words.trim().into(),
        ..Reply::default()
    }
}

/// How to speak: in the user's language, by the name and in the manner that stand in the blocks.
fn style(view: &View, position: Option<usize>, draw: Draw) -> Style {
    let manner = manner(view);
    let text = position.and_then(|at| match view.entries.get(at) {
        Some(Entry::User { text, .. }) => Some(text.as_str()),
        _ => None,
    });
    let of_text = text.and_then(detect);
    let before = || {
        view.user_texts()
            .skip(1)
            .take(3)
            .find_map(|(_, text)| detect(text))
    };
    let language = manner
        .language
        .or(of_text)
        .or_else(before)
        .unwrap_or(view.language);
    let name = user_name(view)
        .filter(|_| draw.below(3, "name") > 0)
        .map(|name| format!(", {name}"))
        .unwrap_or_default();
    Style {
        language,
        manner,
        draw,
        name,
    }
}

/// The user's first name, as their block says.
fn user_name(view: &View) -> Option<String> {
    let block = view.human.as_ref()?;
    block.value.lines().rev().find_map(|line| {
        let line = line.trim().trim_end_matches('.');
        let name = [
            "Se llama ",
            "Name: ",
            "First name: ",
            "Nombre: ",
            "Their name is ",
        ]
        .into_iter()
        .find_map(|head| line.strip_prefix(head))?;
        name.split([',', '.', ' '])
            .next()
            .map(str::to_owned)
            .filter(|name| !name.is_empty())
    })
}

/// The next step about a message of the user's.
fn to_user(view: &View, position: usize, style: &Style) -> Reply {
    let Some(Entry::User { text, time }) = view.entries.get(position) else {
        return Reply::default();
    };
    let done: Vec<&Done> = view.done_since(position).collect();
    let read_as = detect(text).unwrap_or(style.language);
    let say = |thought: &str, words: String| spoken(view, style, thought, &words);
    if let Some(words) = unreadable(text, style) {
        return say("t_talk", words);
    }
    let acts = acts::of(&view.before_changes(position), position, read_as);
    if let Some(call) = edits::next(view, &acts, &done) {
        return Reply::call(
            &style.say(call.thought, &[]),
            call.function,
            &call.arguments,
        );
    }
    let asks = acts.iter().any(|act| matches!(act, Act::Ask(_)));
    let units = if asks {
        evidence::units(view)
    } else {
        Vec::new()
    };
    let mut answers: Vec<Answer> = Vec::new();
    for act in &acts {
        match act {
            Act::Ask(question) => {
                if let Some(found) = answer::found(view, question, &units, &done, style) {
                    answers.push(found);
                    continue;
                }
                if let Some(search) = lookup::next(view, question, &done) {
                    return looking(&search, &done, question.archive_first, style);
                }
                answers.push(answer::unknown(view, question, &units, &done, style));
            }
            Act::Talked(dates) => {
                if let Some((from, to)) = dates
                    .as_ref()
                    .filter(|_| view.has(Function::ConversationSearchDate))
                {
                    let arguments = serde_json::json!({ "start_date": from, "end_date": to, "request_heartbeat": true });
                    let is_done = done
                        .iter()
                        .any(|done| done.function == Some(Function::ConversationSearchDate));
                    if !is_done && !lookup::is_spent(&done) {
                        return Reply::call(
                            &style.say("t_search_date", &[]),
                            Function::ConversationSearchDate,
                            &arguments,
                        );
                    }
                }
                let has_dates = dates.is_some() && view.has(Function::ConversationSearchDate);
                answers.push(answer::talked(view, position, has_dates, &done, style));
            }
            Act::LastSaid => answers.push(answer::last_said(view, position, style)),
            Act::AboutUser => answers.push(answer::about_user(view, style)),
            Act::AboutContext => answers.push(answer::about_context(view, style)),
            Act::OwnName => {
                let key = if style.manner.name.is_some() {
                    "own_name"
                } else {
                    "own_no_name"
                };
                answers.push(Answer {
                    words: style.say(key, &[]),
                    thought: "t_in_persona",
                });
            }
            _ => {}
        }
    }
    let (thought, words) = composed(view, position, &acts, &done, answers, style, time);
    say(thought, words)
}

/// A search, with what the model thinks as it makes it.
fn looking(search: &lookup::Search, done: &[&Done], archive_first: bool, style: &Style) -> Reply {
    let is_first = !done
        .iter()
        .any(|done| done.function.is_some_and(Function::is_search));
    let is_archive = search.function == Function::ArchivalMemorySearch;
    let key = match (search.is_next_page, is_archive, is_first) {
        (true, _, _) => "t_next_page",
        (_, true, _) if archive_first => "t_search_archive_first",
        (_, true, _) => "t_search_archive",
        (_, false, true) => "t_search",
        (_, false, false) => "t_search_again",
    };
    let words = style
        .language
        .pick(format!("«{}»", search.words), format!("“{}”", search.words));
    Reply::call(
        &style.say(key, &[("words", &words)]),
        search.function,
        &search.arguments,
    )
}

/// The message to the user, once nothing is left to note or to look up.
fn composed(
    view: &View,
    position: usize,
    acts: &[Act],
    done: &[&Done],
    answers: Vec<Answer>,
    style: &Style,
    time: &str,
) -> (&'static str, String) {
    let mut thought = "t_talk";
    let mut parts: Vec<String> = answer::acknowledged(view, acts, done, style);
    if !parts.is_empty() {
        thought = "t_done";
    }
    for answer in answers {
        if !parts.contains(&answer.words) {
            parts.push(answer.words);
        }
        thought = answer.thought;
    }
    let talked: Vec<&'static str> = acts
        .iter()
        .filter_map(|act| {
            if let Act::Talk(kind) = act {
                Some(*kind)
            } else {
                None
            }
        })
        .collect();
    let last_said = acts::last_said(view, position);
    let talk_words = |kind: &'static str| {
        let kind = talk::named(style.language, kind)?;
        let words = talk::answer(kind, style.draw, &last_said);
        let time = if time.is_empty() { "?" } else { time };
        Some(super::phrases::filled(
            words,
            &[
                ("name", &style.name),
                ("own", &style.manner.name.clone().unwrap_or_default()),
                ("time", time),
            ],
        ))
    };
    let greets = talked.contains(&"greeting") || greets(view, position);
    if parts.is_empty() {
        let kind = talked
            .iter()
            .copied()
            .find(|kind| *kind != "greeting")
            .or_else(|| talked.first().copied());
        match kind {
            Some("greeting") => {
                parts.extend(talk_words("greeting"));
                parts.push(opening(view, position, style));
            }
            Some(kind) => parts.extend(talk_words(kind)),
            None if greets && acts.is_empty() => {
                parts.extend(talk_words("greeting"));
                parts.push(opening(view, position, style));
            }
            None => {
                let keys = if acts.is_empty() {
                    "gibberish"
                } else {
                    "react"
                };
                parts.push(fresh(style, keys, &last_said));
            }
        }
    } else {
        if let Some(kind) = talked.iter().copied().find(|kind| {
            matches!(
                *kind,
                "sad"
                    | "happy"
                    | "thanks"
                    | "what_are_you"
                    | "how_are_you"
                    | "bye"
                    | "own_feelings"
                    | "clock"
                    | "joke"
            )
        }) {
            let place = if matches!(kind, "sad" | "happy") {
                0
            } else {
                parts.len()
            };
            if let Some(words) = talk_words(kind) {
                parts.insert(place, words);
            }
        }
        if has_loss(acts) {
            parts.insert(0, style.say("sorry_loss", &[]));
        }
        if greets
            && is_early(view, position)
            && !style.manner.is_brief
            && let Some(words) = talk_words("greeting")
        {
            parts.insert(0, words);
        }
        let nameless = acts
            .iter()
            .any(|act| matches!(act, Act::Note(note) if note.nameless.is_some()));
        let names = acts.iter().any(|act| matches!(act, Act::Note(note) if note.matter.as_deref().is_some_and(|matter| matter.starts_with("name of") && matter != "name of user")));
        let asks = acts.iter().any(|act| matches!(act, Act::Ask(_)));
        if nameless && !names && !asks && !style.manner.is_brief {
            parts.push(style.say("ask_its_name", &[]));
        }
    }
    let words = parts
        .iter()
        .map(|part| part.trim())
        .filter(|part| !part.is_empty())
        .map(capitalised)
        .collect::<Vec<_>>()
        .join(" ");
    (
        thought,
        if words.is_empty() {
            style.say("react", &[])
        } else {
            words
        },
    )
}

/// A sentence of that name that was not said last.
fn fresh(style: &Style, key: &str, last_said: &str) -> String {
    let words = style.say(key, &[]);
    if words != last_said {
        return words;
    }
    let other = Style {
        draw: Draw::new(style.draw.below(1_000_000, "again") as u64, 1),
        ..style.clone()
    };
    other.say(key, &[])
}

/// True where a fact of the message is a death.
fn has_loss(acts: &[Act]) -> bool {
    acts.iter().any(|act| matches!(act, Act::Note(note) if note.terms.iter().any(|term| super::question::is_idea(term, "die"))))
}

/// True where the message begins with a greeting.
fn greets(view: &View, position: usize) -> bool {
    let Some(Entry::User { text, .. }) = view.entries.get(position) else {
        return false;
    };
    let Some(first) = sentences(text).into_iter().next() else {
        return false;
    };
    let language = detect(text).unwrap_or(view.language);
    let clause = Clause::new(first.text, language, first.asks);
    clause
        .after(
            0,
            &[
                "hola",
                "buenas",
                "buenos dias",
                "buenas tardes",
                "hello",
                "hi",
                "hey",
                "good morning",
                "good afternoon",
                "good evening",
            ],
        )
        .is_some()
}

/// True while the conversation has hardly begun.
fn is_early(view: &View, position: usize) -> bool {
    view.summary.is_none() && view.user_texts().filter(|(at, _)| *at < position).count() < 2
}

/// What goes on after a greeting: the name is asked for once.
fn opening(view: &View, position: usize, style: &Style) -> String {
    let knows_name = user_name(view).is_some();
    if !knows_name && is_early(view, position) {
        style.say("ask_name", &[])
    } else {
        style.say("ask_more", &[])
    }
}

/// What is said to a text that is no sentence of ours.
fn unreadable(text: &str, style: &Style) -> Option<String> {
    let letters = text.chars().filter(|sign| sign.is_alphanumeric()).count();
    let trimmed = text.trim();
    if letters == 0 {
        let is_mark = trimmed
            .chars()
            .all(|sign| sign.is_ascii_punctuation() || matches!(sign, '¿' | '¡' | '…'));
        return Some(style.say(if is_mark { "gibberish" } else { "emoji" }, &[]));
    }
    if is_markup(trimmed) {
        return Some(style.say("markup", &[]));
    }
    if is_foreign(text) {
        return Some(style.say("foreign", &[]));
    }
    if trimmed.chars().count() > 1_200 {
        return Some(style.say("long_text", &[]));
    }
    is_gibberish(trimmed).then(|| style.say("gibberish", &[]))
}

/// True for pasted code or data: it is read as words of the user's and taken for nothing.
pub(super) fn is_markup(text: &str) -> bool {
    let text = text.trim();
    text.starts_with(['{', '[', '<']) && text.ends_with(['}', ']', '>'])
        || text.contains("```")
        || text.contains("</")
}

/// True for keys hit at random: words without vowels, or of one letter again and again.
pub(super) fn is_gibberish(text: &str) -> bool {
    let words: Vec<String> = text
        .split(|sign: char| !sign.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(super::text::fold)
        .collect();
    let is_odd = |word: &String| {
        let has_vowel = word.contains(['a', 'e', 'i', 'o', 'u', 'y']);
        let digits = word.chars().any(|sign| sign.is_ascii_digit());
        let mut run = 0;
        let mut longest = 0;
        for letter in word.chars() {
            run = if "bcdfghjklmnpqrstvwxzñ".contains(letter) {
                run + 1
            } else {
                0
            };
            longest = longest.max(run);
        }
        !digits && ((!has_vowel && word.len() >= 4) || longest >= 5)
    };
    let is_laugh = words
        .iter()
        .all(|word| word.chars().all(|letter| "jahexdlo".contains(letter)));
    !words.is_empty()
        && !is_laugh
        && words.iter().filter(|word| is_odd(word)).count() * 2 > words.len()
}

/// The content language, for callers that have no user to answer.
pub(super) fn plain_style(view: &View, draw: Draw) -> Style {
    let language: Language = view.language;
    Style {
        language,
        manner: manner(view),
        draw,
        name: String::new(),
    }
}
