//! Reading `[[tests]]`: URIs with what is expected of them, run by `config check`.

use std::ops::Range;
use std::sync::Arc;

use super::walk::{Item, Walk};
use crate::diagnostic::Source;

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
            name => walk.unknown(key.span(), "key of a test", name, ["uri", "expect"]),
        }
    }
    for (key, missing) in [("uri", uri.is_none()), ("expect", expect.is_none())] {
        if missing && !table.iter().any(|(name, _)| name.get_ref() == key) {
            walk.error(item.span(), format!("a test without `{key}`"));
        }
    }
    Some(Test { source: Arc::clone(walk.source), span: item.span(), uri: uri?, expect: expect? })
}

fn expectation(walk: &mut Walk, item: &Item) -> Option<Expectation> {
    let table = walk.table(item)?;
    let mut expect = Expectation::default();
    for (key, value) in table {
        match key.get_ref().as_ref() {
            "action" => expect.action = walk.word(value, "action", ACTIONS).map(str::to_owned),
            "error" => expect.error = walk.word(value, "error", CODES).map(str::to_owned),
            "rule" => expect.rule = walk.text(value).map(str::to_owned),
            "argv" => {
                expect.argv =
                    walk.texts(value).map(|texts| texts.into_iter().map(|(text, _)| text).collect());
            }
            name => walk.unknown(key.span(), "expectation", name, ["action", "argv", "rule", "error"]),
        }
    }
    if table.is_empty() {
        walk.error(item.span(), "a test that expects nothing");
        return None;
    }
    Some(expect)
}
