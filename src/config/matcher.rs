//! Reading `match` tables.

use std::ops::Range;

use toml::de::{DeTable, DeValue};

use super::possible;
use super::scope::Scope;
use super::walk::{Item, Walk};
use crate::message;
use crate::message::Message;
use crate::rule::matcher::{Condition, Key, Matcher};
use crate::rule::pattern::Pattern;
use crate::target::Kind;
use crate::target::family::{self, OTHER};

/// Keys that are no fields of a target.
pub const KEYS: &[&str] =
    &["scheme", "kind", "uri", "mime", "directory", "env", "desktop", "installed", "caller", "not"];

/// Reads a `match` table.
pub fn matcher(walk: &mut Walk, item: &Item) -> Option<(Matcher, Scope)> {
    let table = walk.table(item)?;
    let mut scope = scope(walk, table);
    let mut matcher = Matcher::default();
    let before = walk.errors();
    for (key, value) in table {
        match key.get_ref().as_ref() {
            "not" => matcher.not = self::matcher(walk, value).map(|(not, _)| Box::new(not)),
            "env" => matcher.conditions.extend(variables(walk, value, &scope)),
            name => {
                let known = key_named(walk, &key.span(), name, &scope);
                matcher.conditions.extend(known.and_then(|key| condition(walk, value, key, &scope)));
            }
        }
    }
    scope.present.extend(matcher.conditions.iter().filter_map(|condition| match &condition.key {
        Key::Field(name) => Some(name.clone()),
        _ => None,
    }));
    if table.is_empty() {
        let help = message!("`match = {{ scheme = \"*\" }}` is for every URI");
        walk.error_with_help(item.span(), message!("an empty `match`"), help);
    }
    (walk.errors() == before).then_some((matcher, scope))
}

/// What the schemes and kinds of a table leave; mistakes in them are told when their own turn comes.
fn scope(walk: &Walk, table: &DeTable) -> Scope {
    let mut quiet = Walk::new(walk.source);
    let mut patterns = |name: &str, key: &Key| {
        let (_, value) = table.iter().find(|(key, _)| key.get_ref() == name)?;
        patterns(&mut quiet, value, key)
    };
    let scope = match patterns("scheme", &Key::Scheme) {
        Some(schemes) => Scope::of_schemes(&schemes),
        None => Scope::everything(),
    };
    let kinds = patterns("kind", &Key::Kind);
    let of_files = table.iter().any(|(key, _)| matches!(key.get_ref().as_ref(), "mime" | "directory"));
    let fits = |kind: &Kind| {
        kinds.iter().all(|kinds| kinds.iter().any(|pattern| pattern.matches(kind.name())))
            && (*kind == Kind::File || !of_files)
    };
    scope.limited_to(&Kind::ALL.iter().copied().filter(fits).collect::<Vec<_>>())
}

fn key_named(walk: &mut Walk, span: &Range<usize>, name: &str, scope: &Scope) -> Option<Key> {
    let key = match name {
        "scheme" => Key::Scheme,
        "kind" => Key::Kind,
        "uri" => Key::Uri,
        "mime" => Key::Mime,
        "directory" => Key::Directory,
        "desktop" => Key::Desktop,
        "installed" => Key::Installed,
        "caller" => Key::Caller,
        field => Key::Field(field.to_owned()),
    };
    let Key::Field(field) = &key else { return Some(key) };
    match scope.field(field) {
        Some(known) if known.is_usable() => Some(key),
        Some(_) => {
            walk.error(span.clone(), message!("`{field}` cannot be matched", field));
            None
        }
        None => {
            let fields = scope.field_names().into_iter().filter(|name| !KEYS.contains(name));
            walk.unknown(span.clone(), field, fields.chain(KEYS.iter().copied()), |word| {
                message!("unknown key of `match` for {scope}: `{word}`", scope = scope.name(), word)
            });
            None
        }
    }
}

fn condition(walk: &mut Walk, item: &Item, key: Key, scope: &Scope) -> Option<Condition> {
    let patterns = patterns(walk, item, &key)?;
    possible::check(walk, item, &key, scope);
    Some(Condition { key, patterns, written: written(item) })
}

fn variables(walk: &mut Walk, item: &Item, scope: &Scope) -> Vec<Condition> {
    let Some(table) = walk.table(item) else { return Vec::new() };
    let variable = |name: &str| Key::Env(name.to_owned());
    let each = table.iter().map(|(name, value)| condition(walk, value, variable(name.get_ref()), scope));
    each.collect::<Vec<_>>().into_iter().flatten().collect()
}

/// A text, number or flag, or a list of them.
fn patterns(walk: &mut Walk, item: &Item, key: &Key) -> Option<Vec<Pattern>> {
    let DeValue::Array(list) = item.get_ref() else { return Some(vec![pattern(walk, item, key)?]) };
    if list.is_empty() {
        walk.error(item.span(), message!("an empty list matches nothing"));
        return None;
    }
    let patterns: Vec<_> = list.iter().map(|entry| pattern(walk, entry, key)).collect();
    patterns.into_iter().collect()
}

fn pattern(walk: &mut Walk, item: &Item, key: &Key) -> Option<Pattern> {
    let text = match item.get_ref() {
        DeValue::Integer(number) => return Some(Pattern::Literal(number.to_string())),
        DeValue::Boolean(flag) => return Some(Pattern::Literal(flag.to_string())),
        _ => walk.text(item)?,
    };
    check_delimiters(walk, item, text, key);
    let parsed = match key {
        Key::Installed => Ok(Pattern::Literal(text.to_owned())),
        Key::Uri => Pattern::regex(text.strip_prefix("re:").unwrap_or(text), key.style()),
        _ => Pattern::parse(text, key.style()),
    };
    let pattern = match parsed {
        Ok(pattern) => pattern,
        Err(reason) => {
            walk.error_with_help(
                item.span(),
                message!("this is no regular expression"),
                Message::quoted(reason),
            );
            return None;
        }
    };
    check_word(walk, item, &pattern, key);
    Some(pattern)
}

/// `/…/` and `^…$` come from other programs' rules and would never match.
fn check_delimiters(walk: &mut Walk, item: &Item, text: &str, key: &Key) {
    let anchored = text.starts_with('^') || text.ends_with('$');
    let expression = *key == Key::Uri || text.starts_with("re:");
    let is_path = matches!(key, Key::Field(name) if name == "path");
    let slashed = text.len() > 2 && text.starts_with('/') && text.ends_with('/') && !is_path;
    if slashed {
        let help = message!("write a glob without the slashes, or `re:` before a regular expression");
        walk.warn(item.span(), message!("slashes around a pattern are part of it"), help);
    } else if *key == Key::Uri && text.contains("/*") {
        walk.warn(
            item.span(),
            message!("`*` repeats the character before it"),
            message!("write `.*` for any text"),
        );
    } else if anchored && !expression {
        walk.warn(
            item.span(),
            message!("`^` and `$` stand for themselves in a glob"),
            message!("write `re:` before a regular expression"),
        );
    }
}

/// Schemes and kinds that do not exist.
fn check_word(walk: &mut Walk, item: &Item, pattern: &Pattern, key: &Key) {
    let Some(word) = pattern.literal() else { return };
    match key {
        Key::Kind if !Kind::ALL.iter().any(|kind| kind.name() == word) => {
            let names = Kind::ALL.iter().map(|kind| kind.name());
            walk.unknown(item.span(), word, names, |word| message!("unknown kind: `{word}`", word));
        }
        Key::Scheme if !is_scheme(word) => {
            let help =
                message!("a scheme is what stands before the colon: letters, digits, `+`, `-` and `.`");
            walk.error_with_help(item.span(), message!("`{word}` is no scheme", word), help);
        }
        Key::Scheme => warn_of_near_scheme(walk, &item.span(), word),
        _ => {}
    }
}

/// A scheme that nobody knows may exist all the same, so a likely slip is only a warning here.
fn warn_of_near_scheme(walk: &mut Walk, span: &Range<usize>, word: &str) {
    if family::of_scheme(word) != &OTHER || word.len() < 3 {
        return;
    }
    if let Some(near) = crate::diagnostic::nearest(word, family::schemes()) {
        let message = message!("`{word}` is no scheme that portero knows", word);
        walk.warn(span.clone(), message, message!("did you mean `{name}`?", name = near));
    }
}

/// RFC 3986 3.1.
pub fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

/// The patterns for people: `a`, or one of `a`, `b`.
fn written(item: &Item) -> String {
    let one = |item: &Item| match item.get_ref() {
        DeValue::String(text) => format!("`{text}`"),
        DeValue::Integer(number) => format!("`{number}`"),
        DeValue::Boolean(flag) => format!("`{flag}`"),
        _ => String::new(),
    };
    match item.get_ref() {
        DeValue::Array(list) => list.iter().map(one).collect::<Vec<_>>().join(" or "),
        _ => one(item),
    }
}
