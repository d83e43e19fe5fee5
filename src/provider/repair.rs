//! What was put right in a reply. Each repair has a name, is shown, and is never silent.

/// A kind of repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repair {
    /// Bytes that are no UTF-8 were replaced.
    BrokenCharacters,
    /// The arguments were empty, `null` or missing, and are taken as none.
    EmptyArguments,
    /// The arguments were a JSON object where a text of JSON is due.
    ObjectArguments,
    /// The arguments were JSON in a text in JSON.
    DoubleEncoding,
    /// `{}` stood before the real arguments.
    Placeholder,
    /// The arguments were sent twice.
    RepeatedArguments,
    /// A fence of Markdown stood around the JSON.
    Fence,
    /// Line feeds or other control characters stood unescaped in a string.
    ControlCharacter,
    /// A comma stood before a closing bracket.
    TrailingComma,
    /// A comma between two members was missing.
    MissingComma,
    /// Closing brackets were missing at the end, outside any string.
    MissingCloser,
    /// Closing brackets stood behind the end.
    SurplusCloser,
    /// `None`, `True`, `False` and the like.
    ForeignWord,
    /// Names or strings in single or typographic quotes, or names without quotes.
    Quotes,
    /// Quotes within a string were not escaped.
    InnerQuotes,
    /// A backslash before a character that needs none, or half of a character.
    Escape,
    /// Comments.
    Comment,
    /// A call had no id.
    MissingId,
    /// Two calls had the same id.
    DuplicateId,
    /// A call had no name and was left out.
    NamelessCall,
    /// Several calls came in the same place of the stream.
    SharedIndex,
    /// The deprecated `function_call`.
    LegacyCall,
    /// Calls were cut within a string and are not run.
    CutCalls,
    /// Calls were left out since the reply was cut, filtered, refused or failed.
    DroppedCalls,
    /// Reasoning stood between tags in the text.
    ThinkTags,
    /// The finish reason announced calls, and none came, or the other way round.
    FinishReason,
    /// An event of an unknown kind was skipped.
    UnknownEvent,
    /// An answer beside the first was skipped.
    FurtherChoice,
    /// A call was found in the text.
    CallInText,
    /// A call was found in the reasoning.
    CallInThoughts,
    /// Text after a call was dropped: a model that goes on invents the result.
    TextAfterCall,
    /// The name was that of a declared function but for case, hyphens, prefix or suffix.
    FunctionName,
    /// An argument had another type than its schema, and the same meaning.
    ArgumentType,
    /// Thoughts stood among the arguments.
    ThoughtsAmongArguments,
    /// The heartbeat was asked for beside the arguments.
    HeartbeatBeside,
}

impl Repair {
    /// Its stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::BrokenCharacters => "broken_characters",
            Self::EmptyArguments => "empty_arguments",
            Self::ObjectArguments => "object_arguments",
            Self::DoubleEncoding => "double_encoding",
            Self::Placeholder => "placeholder",
            Self::RepeatedArguments => "repeated_arguments",
            Self::Fence => "fence",
            Self::ControlCharacter => "control_character",
            Self::TrailingComma => "trailing_comma",
            Self::MissingComma => "missing_comma",
            Self::MissingCloser => "missing_closer",
            Self::SurplusCloser => "surplus_closer",
            Self::ForeignWord => "foreign_word",
            Self::Quotes => "quotes",
            Self::InnerQuotes => "inner_quotes",
            Self::Escape => "escape",
            Self::Comment => "comment",
            Self::MissingId => "missing_id",
            Self::DuplicateId => "duplicate_id",
            Self::NamelessCall => "nameless_call",
            Self::SharedIndex => "shared_index",
            Self::LegacyCall => "legacy_call",
            Self::CutCalls => "cut_calls",
            Self::DroppedCalls => "dropped_calls",
            Self::ThinkTags => "think_tags",
            Self::FinishReason => "finish_reason",
            Self::UnknownEvent => "unknown_event",
            Self::FurtherChoice => "further_choice",
            Self::CallInText => "call_in_text",
            Self::CallInThoughts => "call_in_thoughts",
            Self::TextAfterCall => "text_after_call",
            Self::FunctionName => "function_name",
            Self::ArgumentType => "argument_type",
            Self::ThoughtsAmongArguments => "thoughts_among_arguments",
            Self::HeartbeatBeside => "heartbeat_beside",
        }
    }
}

/// Adds a repair, each kind once.
pub(super) fn note(repairs: &mut Vec<Repair>, repair: Repair) {
    if !repairs.contains(&repair) {
        repairs.push(repair);
    }
}
