//! Reading `[[tests]]`: URIs with what is expected of them, run by `config check`.

use std::ops::Range;
use std::sync::Arc;

use super::walk::{Item, Walk};
use crate::diagnostic::Source;
use crate::message;
use crate::message::Message;

/// One expectation.
#[derive(Debug, Clone)]
pub struct Test {
    /// The file that holds it.
    pub source: Arc<Source>,
    /// Its place there.
    pub span: Range<usize>,
    /// The URI as it would be given.
    pub uri: String,
    /// What must come out; at least one part is given.
    pub expect: Expectation,
}

/// What a test expects; parts that are not given do not matter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Expectation {
    /// The word of the action in JSON.
    pub action: Option<String>,
    /// The whole argument list.
    pub argv: Option<Vec<String>>,
    /// The name of the rule.
    pub rule: Option<String>,
    /// The code of a refusal.
    pub error: Option<String>,
}

const ACTIONS: &[&str] = &["exec", "terminal", "view", "app", "dbus", "rewrite", "ask", "deny"];

const CODES: &[&str] = &[
    "malformed",
    "unsupported",
    "unsafe",
    "denied",
    "needs-confirmation",
    "rate-limited",
    "loop",
    "too-large",
    "untrusted-config",
    "not-found",
    "no-program",
    "failed",
    "timeout",
];

/// Reads an entry of `[[tests]]`.
pub fn test(walk: &mut Walk, item: &Item, _number: usize) -> Option<Test> {
    let table = walk.table(item)?;
    let (mut uri, mut expect) = (None, None);
    for (key, value) in table {
        match key.get_ref().as_ref() {
            "uri" => uri = walk.text(value).map(str::to_owned),
            "expect" => expect = expectation(walk, value),
            name => walk.unknown(key.span(), name, ["uri", "expect"], |word| {
                message!("unknown key of a test: `{word}`", word)
            }),
        }
    }
    for (key, missing) in [("uri", uri.is_none()), ("expect", expect.is_none())] {
        if missing && !table.iter().any(|(name, _)| name.get_ref() == key) {
            walk.error(item.span(), message!("a test without `{key}`", key));
        }
    }
    Some(Test { source: Arc::clone(walk.source), span: item.span(), uri: uri?, expect: expect? })
}

fn unknown_action(word: &str) -> Message {
    message!("unknown action: `{word}`", word)
}

fn unknown_error(word: &str) -> Message {
    message!("unknown error: `{word}`", word)
}

fn expectation(walk: &mut Walk, item: &Item) -> Option<Expectation> {
    let table = walk.table(item)?;
    let mut expect = Expectation::default();
    for (key, value) in table {
        match key.get_ref().as_ref() {
            "action" => expect.action = walk.word(value, ACTIONS, unknown_action).map(str::to_owned),
            "error" => expect.error = walk.word(value, CODES, unknown_error).map(str::to_owned),
            "rule" => expect.rule = walk.text(value).map(str::to_owned),
            "argv" => {
                expect.argv =
                    walk.texts(value).map(|texts| texts.into_iter().map(|(text, _)| text).collect());
            }
            name => walk.unknown(key.span(), name, ["action", "argv", "rule", "error"], |word| {
                message!("unknown expectation: `{word}`", word)
            }),
        }
    }
    if table.is_empty() {
        walk.error(item.span(), message!("a test that expects nothing"));
        return None;
    }
    Some(expect)
}
