//! Filling in: a template and the fields of a target give arguments.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

use super::{Filter, Hole, Part, Piece, Template, Word};
use crate::target::Value;

/// Gives the value of a field by its name.
pub type Lookup<'a> = &'a dyn Fn(&str) -> Value;

/// One argument, with what policy wants to know of where it came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    /// What is passed.
    pub text: OsString,
    /// Whether a field begins it: its first characters are the URI's own choice.
    pub opens_with_field: bool,
    /// Whether a fixed option stands directly before it in its group.
    pub follows_option: bool,
}

impl Template {
    /// Each field is looked up once and nothing that was filled in is read again.
    pub fn expand(&self, lookup: Lookup) -> Vec<Argument> {
        self.parts.iter().flat_map(|part| expand_part(part, lookup)).collect()
    }

    /// All arguments in one text: what a `rewrite` gives.
    pub fn expand_joined(&self, lookup: Lookup) -> OsString {
        self.expand(lookup).into_iter().map(|argument| argument.text).collect()
    }
}

fn expand_part(part: &Part, lookup: Lookup) -> Vec<Argument> {
    match part {
        Part::Word(word) => expand_word(word, lookup, false),
        Part::Group(words) => expand_group(words, lookup),
    }
}

/// Nothing when a field is absent; once for each value when a list stands in it without dots.
fn expand_group(words: &[Word], lookup: Lookup) -> Vec<Argument> {
    let holes = || words.iter().flat_map(Word::holes);
    if holes().any(|hole| is_absent(&lookup(&hole.field))) {
        return Vec::new();
    }
    let repeated = holes().filter(|hole| !hole.each).find_map(|hole| match lookup(&hole.field) {
        Value::List(values) => Some((hole.field.as_str(), values)),
        _ => None,
    });
    let Some((field, values)) = repeated else { return expand_words(words, lookup) };
    let with = |value: &String, name: &str| {
        if name == field { Value::Text(value.clone()) } else { lookup(name) }
    };
    values.iter().flat_map(|value| expand_words(words, &|name| with(value, name))).collect()
}

fn expand_words(words: &[Word], lookup: Lookup) -> Vec<Argument> {
    let behind_option = |index: usize| index > 0 && words[index - 1].is_option();
    let each = words.iter().enumerate();
    each.flat_map(|(index, word)| expand_word(word, lookup, behind_option(index))).collect()
}

fn expand_word(word: &Word, lookup: Lookup, follows_option: bool) -> Vec<Argument> {
    let opens_with_field = matches!(word.pieces.first(), Some(Piece::Hole(_)));
    let argument = |text: Vec<u8>, follows_option| Argument {
        text: OsString::from_vec(text),
        opens_with_field,
        follows_option,
    };
    let Some(hole) = word.spread() else {
        let text = word.pieces.iter().flat_map(|piece| fill(piece, lookup)).collect();
        return vec![argument(text, follows_option)];
    };
    // Only the first of several values is the option's own.
    let values = values(hole, lookup).into_iter().enumerate();
    values.map(|(index, value)| argument(value, follows_option && index == 0)).collect()
}

fn fill(piece: &Piece, lookup: Lookup) -> Vec<u8> {
    match piece {
        Piece::Text(text) => text.clone().into_bytes(),
        Piece::Hole(hole) => values(hole, lookup).join(&b','),
    }
}

/// The values of a field, each through its filter.
fn values(hole: &Hole, lookup: Lookup) -> Vec<Vec<u8>> {
    let plain = match lookup(&hole.field) {
        Value::List(values) => values.into_iter().map(String::into_bytes).collect(),
        value => scalar(&value).map(OsString::into_vec).into_iter().collect::<Vec<_>>(),
    };
    match hole.filter {
        Some(Filter::Url) if is_host(hole) => plain.iter().map(|value| bracketed(value)).collect(),
        Some(filter) => plain.iter().map(|value| filter.apply(value)).collect(),
        None => plain,
    }
}

fn is_host(hole: &Hole) -> bool {
    ["host", "server"].contains(&hole.field.as_str())
}

/// A host as it stands in a URI: IPv6 addresses in brackets (RFC 3986 3.2.2).
fn bracketed(host: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(host);
    match text.parse::<std::net::Ipv6Addr>() {
        Ok(address) => format!("[{address}]").into_bytes(),
        Err(_) => Filter::Url.apply(host),
    }
}

fn is_absent(value: &Value) -> bool {
    match value {
        Value::List(values) => values.is_empty(),
        value => scalar(value).is_none(),
    }
}

/// One value as text; records have none, and the loader refuses them in templates.
pub(crate) fn scalar(value: &Value) -> Option<OsString> {
    match value {
        Value::Text(text) => Some(text.into()),
        Value::Path(path) => Some(OsStr::from_bytes(path.as_bytes()).to_owned()),
        Value::Number(number) => Some(number.to_string().into()),
        Value::Flag(flag) => Some(flag.to_string().into()),
        Value::Absent | Value::List(_) | Value::Pairs(_) | Value::Map(_) | Value::Rows(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lookup(name: &str) -> Value {
        match name {
            "page" => "ls".into(),
            "port" => Value::Number(23),
            "to" => Value::List(vec!["a@b".to_owned(), "-c@d".to_owned()]),
            "cc" => Value::List(Vec::new()),
            "path" => Value::Path(OsString::from_vec(b"/a\xff".to_vec())),
            _ => Value::Absent,
        }
    }

    fn word(text: &str) -> Part {
        Part::Word(Word::parse(text).unwrap())
    }

    fn group(texts: &[&str]) -> Part {
        Part::Group(texts.iter().map(|text| Word::parse(text).unwrap()).collect())
    }

    fn texts(parts: Vec<Part>) -> Vec<String> {
        let arguments = Template { parts }.expand(&lookup);
        arguments.iter().map(|argument| argument.text.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn fields_become_arguments() {
        let rows: Vec<(Part, &[&str])> = vec![
            (word("{page}"), &["ls"]),
            (word("{section}"), &[""]),
            (word("{to...}"), &["a@b", "-c@d"]),
            (word("{cc...}"), &[]),
            (word("--to={to...}"), &["--to=a@b,-c@d"]),
            (word("{to...|url}?"), &["a%40b,-c%40d?"]),
            (group(&["-p", "{port}"]), &["-p", "23"]),
            (group(&["-s", "{section}"]), &[]),
            (group(&["-b", "{cc}"]), &[]),
            (group(&["-b", "{to}"]), &["-b", "a@b", "-b", "-c@d"]),
            (group(&["--to", "{to...}"]), &["--to", "a@b", "-c@d"]),
        ];
        for (part, expected) in rows {
            assert_eq!(texts(vec![part.clone()]), expected, "{part:?}");
        }
    }

    #[test]
    fn bytes_stay_as_they_are() {
        let arguments = Template { parts: vec![word("{path}")] }.expand(&lookup);
        assert_eq!(arguments[0].text.as_bytes(), b"/a\xff");
    }

    #[test]
    fn each_argument_knows_what_stands_before_it() {
        let parts = vec![word("x{page}"), word("{page}"), group(&["-to", "{to...}"])];
        let places: Vec<_> = Template { parts }
            .expand(&lookup)
            .iter()
            .map(|argument| (argument.opens_with_field, argument.follows_option))
            .collect();
        assert_eq!(places, [(false, false), (true, false), (false, false), (true, true), (true, false)]);
    }

    #[test]
    fn what_was_filled_in_is_not_read_again() {
        let lookup = |_: &str| Value::Text("{page} %u $(x)".to_owned());
        let arguments = Template { parts: vec![word("{page}")] }.expand(&lookup);
        assert_eq!(arguments[0].text, "{page} %u $(x)");
    }
}
