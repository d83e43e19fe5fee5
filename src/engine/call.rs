//! Reads a call as the model wrote it. Whatever is wrong with it is a fault that goes
//! back to the model: nothing here can fail otherwise.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::config::Config;
use super::function::{
    Argument, Arguments, Call, CallFault, Function, Parameter, ParameterKind, RawCall,
};

/// Checks a call against the declared functions and their schemas.
///
/// # Errors
/// The first fault, in the order of memgpt.md 3.1: name, JSON, arguments.
pub fn read(raw: &RawCall, config: &Config) -> Result<Call, CallFault> {
    let is_declared = |function| config.declared().any(|other| other == function);
    let call = read_one_of(raw, is_declared)?;
    // What the schema does not have is unknown, though another rule set has it.
    let parameters = call.function.parameters().iter();
    let mut hidden = parameters.filter(|parameter| !config.takes(parameter));
    match hidden.find(|parameter| call.arguments.get(parameter.name).is_some()) {
        Some(parameter) => Err(CallFault::UnknownArgument {
            name: parameter.name.into(),
        }),
        None => Ok(call),
    }
}

/// Checks a call that is to choose what leaves: only `evict` was declared for it.
///
/// # Errors
/// The first fault, as in [`read`].
pub(super) fn read_choice(raw: &RawCall) -> Result<Call, CallFault> {
    read_one_of(raw, |function| function == Function::Evict)
}

fn read_one_of(raw: &RawCall, is_declared: impl Fn(Function) -> bool) -> Result<Call, CallFault> {
    match Function::from_wire(&raw.name).filter(|function| is_declared(*function)) {
        Some(function) => read_arguments(function, &raw.arguments),
        None => Err(CallFault::UnknownFunction {
            name: Arc::clone(&raw.name),
        }),
    }
}

/// Checks the arguments of a call against the schema of its function.
///
/// # Errors
/// The first fault.
pub(super) fn read_arguments(function: Function, text: &str) -> Result<Call, CallFault> {
    let mut arguments = object(text)?;
    // Thoughts that a model put into the call are no argument (memgpt.md 2.4; #1018).
    arguments.remove("inner_thoughts");
    let wants_heartbeat = takes_heartbeat(&mut arguments);
    if matches!(
        function,
        Function::CoreMemoryAppend | Function::CoreMemoryReplace
    ) && !arguments.contains_key("name")
        && let Some(label) = arguments.remove("label")
    {
        // What releases since November 2024 call it (memgpt.md 2.2).
        arguments.insert("name".to_owned(), label);
    }
    let mut read = Vec::new();
    for parameter in function.parameters() {
        if let Some(argument) = argument(parameter, arguments.remove(parameter.name))? {
            read.push((parameter.name, argument));
        }
    }
    if let Some(name) = arguments.keys().next() {
        return Err(CallFault::UnknownArgument {
            name: name.as_str().into(),
        });
    }
    Ok(Call {
        function,
        arguments: Arguments::new(read),
        wants_heartbeat: wants_heartbeat && function.takes_heartbeat(),
    })
}

/// Takes out what says whether the model asks for another step.
fn takes_heartbeat(arguments: &mut Map<String, Value>) -> bool {
    match arguments.remove("request_heartbeat") {
        // Some models write the word; anything else counts as absent (memgpt.md 3.1 c).
        Some(Value::String(text)) => text.eq_ignore_ascii_case("true"),
        Some(Value::Bool(wants)) => wants,
        _ => false,
    }
}

/// True where a call of a function that nobody knows here asks for another step.
pub(super) fn asks_for_step(raw: &RawCall) -> bool {
    object(&raw.arguments).is_ok_and(|mut arguments| takes_heartbeat(&mut arguments))
}

fn object(text: &str) -> Result<Map<String, Value>, CallFault> {
    match serde_json::from_str(text) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err(CallFault::BrokenArguments {
            problem: "not a JSON object".into(),
        }),
        Err(problem) => Err(CallFault::BrokenArguments {
            problem: problem.to_string().into(),
        }),
    }
}

/// The argument of this parameter; `None` where it may be left out and is.
fn argument(parameter: &Parameter, value: Option<Value>) -> Result<Option<Argument>, CallFault> {
    let Parameter {
        name,
        kind,
        is_required,
    } = *parameter;
    let is_none = match &value {
        None | Some(Value::Null) => true,
        // Models write a missing page as the word none (memgpt.md 2.1).
        Some(Value::String(text)) => {
            kind == ParameterKind::Integer && text.eq_ignore_ascii_case("none")
        }
        Some(_) => false,
    };
    if is_none {
        return if is_required {
            Err(CallFault::MissingArgument { name })
        } else {
            Ok(None)
        };
    }
    let argument = match (kind, value) {
        (ParameterKind::Text, Some(Value::String(text))) => Some(Argument::Text(text.into())),
        (ParameterKind::Integer, Some(value)) => value.as_i64().map(Argument::Integer),
        (ParameterKind::Identifiers, Some(Value::Array(ids))) => {
            let ids: Option<Box<[i64]>> = ids.iter().map(Value::as_i64).collect();
            ids.map(Argument::Identifiers)
        }
        _ => None,
    };
    match argument {
        Some(argument) => Ok(Some(argument)),
        None => Err(CallFault::WrongType {
            name,
            expected: kind,
        }),
    }
}

impl Call {
    /// A text argument; empty where it is missing.
    pub fn text(&self, name: &str) -> &str {
        match self.arguments.get(name) {
            Some(Argument::Text(text)) => text,
            _ => "",
        }
    }

    /// A text argument, shared: what is said or stored is not held twice.
    pub(super) fn shared_text(&self, name: &str) -> Arc<str> {
        match self.arguments.get(name) {
            Some(Argument::Text(text)) => Arc::clone(text),
            _ => Arc::default(),
        }
    }

    /// A whole number, where it is given.
    pub fn integer(&self, name: &str) -> Option<i64> {
        match self.arguments.get(name) {
            Some(Argument::Integer(number)) => Some(*number),
            _ => None,
        }
    }

    /// The numbers of `evict`.
    pub fn identifiers(&self) -> &[i64] {
        match self.arguments.get("ids") {
            Some(Argument::Identifiers(ids)) => ids,
            _ => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::super::config::RuleSet;
    use super::*;

    fn check(name: &str, arguments: &str, expected: Expect) {
        let raw = RawCall {
            name: name.into(),
            arguments: arguments.into(),
        };
        let read = match read(&raw, &RuleSet::Paper.config()) {
            Ok(call) => format!(
                "{:?} {} {}",
                call.function,
                Value::Object(call.arguments.to_json()),
                call.wants_heartbeat
            ),
            Err(fault) => format!("{fault:?}"),
        };
        expected.assert_eq(&read);
    }

    #[test]
    fn an_invented_function_is_named() {
        check(
            "personal_diary.add",
            "{}",
            expect![[r#"UnknownFunction { name: "personal_diary.add" }"#]],
        );
        check(
            "evict_all",
            "{}",
            expect![[r#"UnknownFunction { name: "evict_all" }"#]],
        );
        check("", "{}", expect![[r#"UnknownFunction { name: "" }"#]]);
    }

    #[test]
    fn broken_json_is_a_fault() {
        for text in [
            "",
            "{",
            "{and prose}",
            "{\"message\":\"a\"}{\"message\":\"b\"}",
            "[]",
            "\"text\"",
            "null",
        ] {
            let raw = RawCall {
                name: "send_message".into(),
                arguments: text.into(),
            };
            let fault = read(&raw, &RuleSet::Paper.config());
            assert!(
                matches!(fault, Err(CallFault::BrokenArguments { .. })),
                "{text}: {fault:?}"
            );
        }
    }

    #[test]
    fn deep_json_is_a_fault_and_no_overflow() {
        let deep = "[".repeat(100_000);
        let raw = RawCall {
            name: "send_message".into(),
            arguments: format!("{{\"message\":{deep}").into(),
        };
        assert!(matches!(
            read(&raw, &RuleSet::Paper.config()),
            Err(CallFault::BrokenArguments { .. })
        ));
    }

    #[test]
    fn types_are_checked() {
        check(
            "send_message",
            r#"{"message":7}"#,
            expect![[r#"WrongType { name: "message", expected: Text }"#]],
        );
        check(
            "send_message",
            "{}",
            expect![[r#"MissingArgument { name: "message" }"#]],
        );
        check(
            "archival_memory_insert",
            r#"{"content":{"event":"x"},"request_heartbeat":true}"#,
            expect![[r#"WrongType { name: "content", expected: Text }"#]],
        );
        check(
            "conversation_search",
            r#"{"query":"a","page":1.5}"#,
            expect![[r#"WrongType { name: "page", expected: Integer }"#]],
        );
        check(
            "send_message",
            r#"{"message":"a","mood":"b"}"#,
            expect![[r#"UnknownArgument { name: "mood" }"#]],
        );
    }

    #[test]
    fn a_block_is_named_or_labelled() {
        check(
            "core_memory_append",
            r#"{"label":"human","content":"a"}"#,
            expect![[r#"CoreMemoryAppend {"content":"a","name":"human"} false"#]],
        );
        check(
            "core_memory_append",
            r#"{"label":"human","name":"persona","content":"a"}"#,
            expect![[r#"UnknownArgument { name: "label" }"#]],
        );
        check(
            "archival_memory_insert",
            r#"{"label":"human","content":"a"}"#,
            expect![[r#"UnknownArgument { name: "label" }"#]],
        );
    }

    #[test]
    fn thoughts_and_heartbeats_are_taken_out() {
        check(
            "send_message",
            r#"{"inner_thoughts":"hm","message":"a","request_heartbeat":true}"#,
            expect![[r#"SendMessage {"message":"a"} false"#]],
        );
        check(
            "conversation_search",
            r#"{"query":"a","page":"None","request_heartbeat":"true"}"#,
            expect![[r#"ConversationSearch {"query":"a"} true"#]],
        );
        check(
            "conversation_search",
            r#"{"query":"a","request_heartbeat":1}"#,
            expect![[r#"ConversationSearch {"query":"a"} false"#]],
        );
    }
}
