//! Reading `[schemes]` and `[[rules]]`.

use std::sync::Arc;

use toml::de::DeTable;

use super::action::{self, MANNERS, VERBS};
use super::matcher;
use super::scope::Scope;
use super::walk::{Item, Walk};
use crate::action::{Action, Verb};
use crate::diagnostic::nearest;
use crate::message;
use crate::rule::matcher::{Condition, Key, Matcher};
use crate::rule::pattern::Pattern;
use crate::rule::{Origin, Rule};
use crate::target::family::{self, FOLDER, OTHER};
use crate::target::is_never_opened;

/// Reads `[schemes]`: an action for each scheme, and `folder`.
pub fn schemes(walk: &mut Walk, item: &Item) -> Vec<(String, Rule)> {
    let Some(table) = walk.table(item) else { return Vec::new() };
    let named: Vec<String> = table.iter().map(|(key, _)| key.get_ref().to_lowercase()).collect();
    let mut found = Vec::new();
    for ((key, value), scheme) in table.iter().zip(&named) {
        let before = walk.found.len();
        if !matcher::is_scheme(scheme) {
            let help =
                message!("a scheme is what stands before the colon: letters, digits, `+`, `-` and `.`");
            walk.error_with_help(key.span(), message!("`{word}` is no scheme", word = scheme), help);
            continue;
        }
        if is_never_opened(scheme) {
            walk.warn(
                key.span(),
                message!("`{scheme}:` is never opened, not by a rule either", scheme),
                message!("leave the line out"),
            );
        }
        let scope = scope_of(scheme);
        let read = action::action(walk, value, &scope);
        explain_unknown_scheme(walk, before, key.span(), scheme);
        let origin = origin(walk, key.span().start);
        found.extend(read.map(|action| (scheme.clone(), scheme_rule(scheme, &named, action, origin))));
    }
    found
}

fn scope_of(scheme: &str) -> Scope {
    if scheme == FOLDER {
        return family::named(FOLDER).map_or_else(Scope::everything, Scope::of_family);
    }
    Scope::of_family(family::of_scheme(scheme))
}

/// `mna = "view"`: that the reader has no page for it is the smaller mistake.
fn explain_unknown_scheme(walk: &mut Walk, before: usize, key: std::ops::Range<usize>, scheme: &str) {
    if family::of_scheme(scheme) != &OTHER || scheme == FOLDER {
        return;
    }
    let Some(near) = nearest(scheme, family::schemes().chain([FOLDER])) else { return };
    let help = message!("did you mean `{name}`?", name = near);
    if walk.found.len() > before {
        walk.found.truncate(before);
        walk.error_with_help(key, message!("`{word}` is no scheme that portero knows", word = scheme), help);
    } else {
        walk.warn(key, message!("`{word}` is no scheme that portero knows", word = scheme), help);
    }
}

/// The rule that a line under `[schemes]` stands for.
fn scheme_rule(scheme: &str, named: &[String], action: Action, origin: Origin) -> Rule {
    let literal = |text: &str| Pattern::Literal(text.to_owned());
    let condition = |key, patterns, text: &str| Condition { key, patterns, written: format!("`{text}`") };
    let directory = |flag: &str| condition(Key::Directory, vec![literal(flag)], flag);
    let conditions = match scheme {
        FOLDER => vec![condition(Key::Scheme, vec![literal("file")], "file"), directory("true")],
        "file" => vec![condition(Key::Scheme, vec![literal("file")], "file"), directory("false")],
        _ => {
            let mut schemes = vec![scheme];
            schemes.extend(
                family::followers(scheme).into_iter().filter(|own| !named.iter().any(|name| name == own)),
            );
            let schemes = schemes.into_iter().map(literal).collect();
            vec![condition(Key::Scheme, schemes, scheme)]
        }
    };
    Rule { name: scheme.to_owned(), origin, matcher: Matcher { conditions, not: None }, action }
}

fn origin(walk: &Walk, at: usize) -> Origin {
    Origin::File { source: Arc::clone(walk.source), line: walk.source.line_number(at) }
}

/// Reads an entry of `[[rules]]`; `number` counts them from 1.
pub fn rule(walk: &mut Walk, item: &Item, number: usize) -> Option<Rule> {
    let table = walk.table(item)?;
    unknown_keys(walk, table);
    let mut name = format!("rule {number}");
    let mut read = None;
    for (key, value) in table {
        match key.get_ref().as_ref() {
            "name" => name = walk.text(value).map_or(name, str::to_owned),
            "match" => read = Some(matcher::matcher(walk, value)),
            _ => {}
        }
    }
    let Some(read) = read else {
        walk.error_with_help(
            item.span(),
            message!("a rule without `match`"),
            message!("`match = {{ scheme = \"*\" }}` is for every URI"),
        );
        return None;
    };
    // Where the match is broken its mistakes are told, and those of the action for any URI.
    let (matcher, scope) =
        read.map_or_else(|| (None, Scope::everything()), |(matcher, scope)| (Some(matcher), scope));
    let action = action::in_table(walk, item, table, &scope)?;
    warn_of_default(walk, item, &action);
    Some(Rule { name, origin: origin(walk, item.span().start), matcher: matcher?, action })
}

fn warn_of_default(walk: &mut Walk, item: &Item, action: &Action) {
    if matches!(&action.verb, Verb::First(actions) if actions.len() == 1) {
        walk.warn(
            item.span(),
            message!("`first` has one action only"),
            message!("write the action without `first`"),
        );
    }
}

fn unknown_keys(walk: &mut Walk, table: &DeTable) {
    let known = || ["name", "match"].into_iter().chain(VERBS.iter().chain(MANNERS).copied());
    for (key, _) in table {
        if !known().any(|name| name == key.get_ref()) {
            walk.unknown(key.span(), key.get_ref(), known(), |word| {
                message!("unknown key of a rule: `{word}`", word)
            });
        }
    }
}
