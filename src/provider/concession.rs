//! What to leave out when a provider refuses a field that we can do without. A concession
//! changes the profile of this model for this session, so that it is made once, is shown, and
//! the request is tried once more (provider-faults G01, G02, G04).

use super::error::{ErrorKind, ProviderError};
use super::profile::{AnswerLimit, Force, Profile, SystemPlace, Tools};

/// Something that is given up for this model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Concession {
    /// To say that one call at a time is wanted.
    ParallelSwitch,
    /// To force the function by its name: the word `required` is sent instead.
    NamedFunction,
    /// To force a call at all.
    ForcedCall,
    /// To limit the answer by this field: the other one is sent.
    AnswerLimit,
    /// To be told the usage of a stream.
    StreamUsage,
    /// Temperature and seed.
    Sampling,
    /// The role `developer`: `system` is sent.
    DeveloperRole,
    /// The provider's own further fields.
    Extra,
    /// To declare functions: the answer is held to a schema instead.
    Functions,
    /// To hold the answer to a schema: calls are asked for as text.
    AnswerSchema,
}

/// Changes the profile so that the refused field is not sent again, and adds to what was
/// `made` for this model; `None` where the refusal is about nothing that we can leave out, or
/// only about what was given up before.
pub fn concede(
    error: &ProviderError,
    profile: &mut Profile,
    made: &mut Vec<Concession>,
) -> Option<Concession> {
    if error.kind != ErrorKind::BadRequest {
        return None;
    }
    let mut changed = *profile;
    let concession = find(error, &mut changed).filter(|found| !made.contains(found))?;
    *profile = changed;
    made.push(concession);
    Some(concession)
}

fn find(error: &ProviderError, profile: &mut Profile) -> Option<Concession> {
    let words = error.message.to_lowercase();
    let parameter = error.parameter.as_deref().unwrap_or_default();
    let names = |field: &str| parameter.starts_with(field) || words.contains(field);
    let concession = if profile.parallel_switch
        && (names("parallel_tool_calls") || names("disable_parallel_tool_use"))
    {
        profile.parallel_switch = false;
        Concession::ParallelSwitch
    } else if profile.force != Force::None && (names("tool_choice") || names("toolconfig")) {
        if profile.force == Force::Named {
            profile.force = Force::Required;
            Concession::NamedFunction
        } else {
            profile.force = Force::None;
            Concession::ForcedCall
        }
    } else if names("max_tokens") || names("max_completion_tokens") {
        // About its size, not its name?
        let is_other = [
            "max_completion_tokens",
            "max_tokens",
            "unsupported",
            "not supported",
            "extra",
        ]
        .iter()
        .filter(|word| words.contains(*word))
        .count();
        if is_other < 2 {
            return None;
        }
        profile.answer_limit = match profile.answer_limit {
            AnswerLimit::MaxTokens => AnswerLimit::MaxCompletionTokens,
            AnswerLimit::MaxCompletionTokens => AnswerLimit::MaxTokens,
        };
        Concession::AnswerLimit
    } else if profile.stream_usage && names("stream_options") {
        profile.stream_usage = false;
        Concession::StreamUsage
    } else if profile.takes_sampling && (names("temperature") || names("seed")) {
        profile.takes_sampling = false;
        Concession::Sampling
    } else if profile.system == SystemPlace::Developer
        && (names("developer") || parameter == "messages[0].role")
    {
        profile.system = SystemPlace::Role;
        Concession::DeveloperRole
    } else if profile.tools == Tools::Native
        && (words.contains("does not support tools") || words.contains("does not support function"))
    {
        profile.tools = Tools::JsonSchema;
        Concession::Functions
    } else if profile.tools == Tools::JsonSchema
        && (names("response_format") || names("json_schema"))
    {
        profile.tools = Tools::Text;
        Concession::AnswerSchema
    } else if profile.extra != "{}" && is_extra(profile.extra, &names) {
        profile.extra = "{}";
        Concession::Extra
    } else {
        return None;
    };
    Some(concession)
}

fn is_extra(extra: &str, names: &dyn Fn(&str) -> bool) -> bool {
    let fields = serde_json::from_str::<serde_json::Value>(extra).unwrap_or_default();
    let fields = fields.as_object().into_iter().flatten();
    let mut fields = fields.map(|(name, _)| name.as_str());
    fields.any(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(message: &str, parameter: Option<&str>) -> ProviderError {
        ProviderError {
            message: message.into(),
            parameter: parameter.map(Into::into),
            ..ProviderError::of(ErrorKind::BadRequest)
        }
    }

    #[track_caller]
    fn check(name: &str, message: &str, parameter: Option<&str>, expected: Option<Concession>) {
        let before = Profile::named(name).unwrap();
        let mut profile = before;
        assert_eq!(
            concede(&refusal(message, parameter), &mut profile, &mut Vec::new()),
            expected
        );
        assert_eq!(profile != before, expected.is_some(), "{message}");
    }

    #[test]
    fn what_is_refused_by_name_is_left_out() {
        use Concession as C;
        check(
            "openai",
            "Unsupported parameter: 'parallel_tool_calls' is not supported with this model.",
            Some("parallel_tool_calls"),
            Some(C::ParallelSwitch),
        );
        check(
            "groq",
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
            Some("max_tokens"),
            Some(C::AnswerLimit),
        );
        check(
            "mistral",
            "Unsupported parameter: 'temperature'",
            None,
            Some(C::Sampling),
        );
        check(
            "vllm",
            "Extra inputs are not permitted: stream_options",
            None,
            Some(C::StreamUsage),
        );
        check(
            "openai",
            "Unsupported value",
            Some("messages[0].role"),
            Some(C::DeveloperRole),
        );
        check(
            "ollama",
            "model x does not support tools",
            None,
            Some(C::Functions),
        );
        check("deepseek", "unknown field thinking", None, Some(C::Extra));
        let message =
            "Invalid tool_choice type: 'object'. Supported string values: none, auto, required";
        check("vllm", message, None, Some(C::NamedFunction));
        check("lmstudio", message, None, Some(C::ForcedCall));
    }

    #[test]
    fn a_field_that_we_need_or_do_not_send_is_no_concession() {
        check(
            "openai",
            "Invalid value for messages",
            Some("messages"),
            None,
        );
        check(
            "groq",
            "max_tokens must be at most 4096",
            Some("max_tokens"),
            None,
        );
        check("mistral", "stream_options", None, None);
        check("openai", "temperature", None, None);
        let mut profile = Profile::named("openai").unwrap();
        let other = ProviderError {
            kind: ErrorKind::Server,
            ..refusal("parallel_tool_calls", None)
        };
        assert_eq!(concede(&other, &mut profile, &mut Vec::new()), None);
    }

    #[test]
    fn concessions_come_to_an_end() {
        let all = "tool_choice, response_format, parallel_tool_calls, temperature, stream_options, developer, does not support tools, thinking";
        let limits = "Unsupported: max_tokens, max_completion_tokens";
        for message in [all, limits] {
            for profile in super::super::profile::PROFILES {
                let (mut profile, mut made) = (*profile, Vec::new());
                let refusal = refusal(message, None);
                let count = std::iter::from_fn(|| concede(&refusal, &mut profile, &mut made));
                let count = count.take(20).count();
                assert!(count < 10, "{}", profile.name);
            }
        }
    }
}
