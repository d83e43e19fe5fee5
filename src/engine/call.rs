//! Reads a call as the model wrote it. Whatever is wrong with it is a fault that goes
//! back to the model: nothing here can fail otherwise.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::config::Config;
use super::function::{Call, CallFault, Function, Parameter, ParameterKind, RawCall};

/// Checks a call against the declared functions and their schemas.
///
/// # Errors
/// The first fault, in the order of memgpt.md 3.1: name, JSON, arguments.
pub fn read(raw: &RawCall, config: &Config) -> Result<Call, CallFault> {
    let declared = Function::from_wire(&raw.name).filter(|function| {
        *function == Function::Evict || config.declared().any(|other| other == *function)
    });
    let Some(function) = declared else {
        return Err(CallFault::UnknownFunction {
            name: Arc::clone(&raw.name),
        });
    };
    read_arguments(function, &raw.arguments)
}

/// Checks the arguments of a call against the schema of its function.
///
/// # Errors
/// The first fault.
pub(super) fn read_arguments(function: Function, text: &str) -> Result<Call, CallFault> {
    let mut arguments = object(text)?;
    // Thoughts that a model put into the call are no argument (memgpt.md 2.4; #1018).
    arguments.remove("inner_thoughts");
    let wants_heartbeat = match arguments.remove("request_heartbeat") {
        // Some models write the word; anything else counts as absent (memgpt.md 3.1 c).
        Some(Value::String(text)) => text.eq_ignore_ascii_case("true"),
        Some(Value::Bool(wants)) => wants,
        _ => false,
    };
    for parameter in function.parameters() {
        check(parameter, &mut arguments)?;
    }
    let known = |name: &str| {
        function
            .parameters()
            .iter()
            .any(|parameter| parameter.name == name)
    };
    if let Some(name) = arguments.keys().find(|name| !known(name)) {
        return Err(CallFault::UnknownArgument {
            name: name.as_str().into(),
        });
    }
    Ok(Call {
        function,
        arguments,
        wants_heartbeat: wants_heartbeat && function.takes_heartbeat(),
    })
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

fn check(parameter: &Parameter, arguments: &mut Map<String, Value>) -> Result<(), CallFault> {
    let Parameter {
        name,
        kind,
        is_required,
    } = *parameter;
    let wrong = Err(CallFault::WrongType {
        name,
        expected: kind,
    });
    let is_none = match arguments.get(name) {
        None | Some(Value::Null) => true,
        // Models write a missing page as the word none (memgpt.md 2.1).
        Some(Value::String(text)) => {
            kind == ParameterKind::Integer && text.eq_ignore_ascii_case("none")
        }
        Some(_) => false,
    };
    if is_none {
        arguments.remove(name);
        return if is_required {
            Err(CallFault::MissingArgument { name })
        } else {
            Ok(())
        };
    }
    let fits = match (kind, arguments.get(name)) {
        (ParameterKind::Text, Some(Value::String(_)))
        | (ParameterKind::Boolean, Some(Value::Bool(_))) => true,
        (ParameterKind::Integer, Some(value)) => value.as_i64().is_some(),
        (ParameterKind::Identifiers, Some(Value::Array(ids))) => {
            ids.iter().all(|id| id.as_i64().is_some())
        }
        _ => false,
    };
    if fits { Ok(()) } else { wrong }
}

impl Call {
    /// A text argument; empty where it is missing.
    pub fn text(&self, name: &str) -> &str {
        self.arguments
            .get(name)
            .and_then(Value::as_str)
            .unwrap_or_default()
    }

    /// A whole number, where it is given.
    pub fn integer(&self, name: &str) -> Option<i64> {
        self.arguments.get(name).and_then(Value::as_i64)
    }

    /// The numbers of `evict`.
    pub fn identifiers(&self) -> Vec<i64> {
        let ids = self.arguments.get("ids").and_then(Value::as_array);
        ids.into_iter()
            .flatten()
            .filter_map(Value::as_i64)
            .collect()
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
                Value::Object(call.arguments),
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
