//! The paths (`a::b::c`) that a source names, with grouped imports spread out.

use super::source::Token;

/// One path, and the line of its last word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedPath {
    pub words: Vec<String>,
    pub line: usize,
}

/// Every path of the source: those of `use` in full, and those in code.
pub fn paths(tokens: &[Token]) -> Vec<NamedPath> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let begins =
            tokens[at].is_word() && (at == 0 || !tokens[at - 1].is("::") || is_global(tokens, at));
        if begins && !tokens[at].is("use") {
            at = read(tokens, at, &mut Vec::new(), &mut found);
        } else {
            at += 1;
        }
    }
    found
}

/// Is the path at `at` written `::krate::x`, with nothing before the sign?
fn is_global(tokens: &[Token], at: usize) -> bool {
    at < 2 || !(tokens[at - 2].is_word() && !tokens[at - 2].is("use") || tokens[at - 2].is(">"))
}

/// Reads one path, or one branch of a group, from `at`; `prefix` are the words
/// before it. Returns where to read on.
fn read(
    tokens: &[Token],
    mut at: usize,
    prefix: &mut Vec<String>,
    found: &mut Vec<NamedPath>,
) -> usize {
    let depth = prefix.len();
    let mut line = tokens[at].line;
    loop {
        if at >= tokens.len() {
            break;
        }
        if tokens[at].is("{") {
            at = read_group(tokens, at + 1, prefix, found);
            prefix.truncate(depth);
            return at;
        }
        if !tokens[at].is_word() {
            break;
        }
        prefix.push(tokens[at].text.clone());
        line = tokens[at].line;
        at += 1;
        if at < tokens.len() && tokens[at].is("::") {
            at += 1;
        } else {
            break;
        }
    }
    if prefix.len() > depth {
        found.push(NamedPath {
            words: prefix.clone(),
            line,
        });
    }
    prefix.truncate(depth);
    at
}

fn read_group(
    tokens: &[Token],
    mut at: usize,
    prefix: &mut Vec<String>,
    found: &mut Vec<NamedPath>,
) -> usize {
    while at < tokens.len() && !tokens[at].is("}") {
        at = if tokens[at].is_word() {
            read(tokens, at, prefix, found)
        } else {
            at + 1
        };
    }
    at + 1
}
