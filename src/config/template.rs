//! Reading argument lists, and refusing at once whatever no URI could make right.

use std::ops::Range;

use toml::de::DeValue;

use super::scope::Scope;
use super::walk::{Item, Walk};
use crate::message;
use crate::policy::{interpreters, programs};
use crate::target::{self, Shape};
use crate::template::{Hole, Part, Template, Word};
use crate::uri;

/// Fields that are numbers: glued to an option they can be nothing but its value.
const NUMBERS: &[&str] = &["port", "line", "number"];

/// Reads the argument list of a program.
pub fn command(walk: &mut Walk, item: &Item, scope: &Scope) -> Option<Template> {
    let before = walk.errors();
    let template = arguments(walk, item, scope)?;
    check_program(walk, item, &template);
    for fault in interpreters::faults(&template) {
        let span = word_span(item, fault.word).unwrap_or_else(|| item.span());
        walk.error_with_help(span, fault.message, fault.help);
    }
    (walk.errors() == before).then_some(template)
}

/// Reads a list of texts with fields, in which no program is named.
pub fn arguments(walk: &mut Walk, item: &Item, scope: &Scope) -> Option<Template> {
    let list = walk.list(item)?;
    if list.is_empty() {
        walk.error(item.span(), message!("an argument list cannot be empty"));
        return None;
    }
    let parts: Vec<_> = list.iter().map(|entry| part(walk, entry, scope)).collect();
    Some(Template { parts: parts.into_iter().collect::<Option<_>>()? })
}

/// Reads the template of a `rewrite`: a text, or a list of texts and groups that are joined.
pub fn joined(walk: &mut Walk, item: &Item, scope: &Scope) -> Option<Template> {
    let template = match item.get_ref() {
        DeValue::Array(_) => arguments(walk, item, scope)?,
        _ => Template { parts: vec![Part::Word(word(walk, item, scope, false)?)] },
    };
    check_scheme(walk, item, &template).then_some(template)
}

/// What is opened in place of a URI is a URI; where a field stands first, only the URI tells.
fn check_scheme(walk: &mut Walk, item: &Item, template: &Template) -> bool {
    let first = template.words().next();
    let prefix = first.map(Word::prefix).unwrap_or_default();
    if prefix.is_empty() && first.is_some_and(|word| word.holes().next().is_some()) {
        return true;
    }
    let scheme = uri::scheme_end(prefix).map(|end| prefix[..end].to_ascii_lowercase());
    match scheme {
        Some(scheme) if !target::is_never_opened(&scheme) => true,
        Some(scheme) => {
            walk.error(item.span(), message!("`{scheme}:` is never opened, not by a rule either", scheme));
            false
        }
        None => {
            walk.error_with_help(
                item.span(),
                message!("this begins with no scheme"),
                message!("write the whole address: `https://…`"),
            );
            false
        }
    }
}

fn part(walk: &mut Walk, item: &Item, scope: &Scope) -> Option<Part> {
    match item.get_ref() {
        DeValue::Array(group) => {
            let words: Vec<_> = group.iter().map(|entry| group_word(walk, entry, scope)).collect();
            let words = words.into_iter().collect::<Option<Vec<_>>>()?;
            check_group(walk, item, &words, scope);
            Some(Part::Group(words))
        }
        DeValue::String(_) => Some(Part::Word(word(walk, item, scope, false)?)),
        _ => {
            walk.wrong_type(item, message!("a text or a list of texts"));
            None
        }
    }
}

fn group_word(walk: &mut Walk, item: &Item, scope: &Scope) -> Option<Word> {
    if item.get_ref().is_array() {
        walk.error(item.span(), message!("a group cannot stand in a group"));
        return None;
    }
    word(walk, item, scope, true)
}

fn check_group(walk: &mut Walk, item: &Item, words: &[Word], scope: &Scope) {
    let lists = words.iter().flat_map(Word::holes).filter(|hole| !hole.each && is_list(hole, scope));
    let mut names: Vec<_> = lists.map(|hole| hole.field.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    if names.len() > 1 {
        walk.error_with_help(
            item.span(),
            message!("a group can be repeated for one list only"),
            message!("write `{{{name}...}}` for all its values at once", name = names[1]),
        );
    }
}

fn is_list(hole: &Hole, scope: &Scope) -> bool {
    scope.field(&hole.field).is_some_and(|field| field.shape == Shape::List)
}

fn word(walk: &mut Walk, item: &Item, scope: &Scope, in_group: bool) -> Option<Word> {
    let text = walk.text(item)?;
    let word = match Word::parse(text) {
        Ok(word) => word,
        Err(error) => {
            let span = walk.inside(&item.span(), &error.place);
            walk.error_with_help(span, error.message, error.help);
            return None;
        }
    };
    for hole in word.holes() {
        check_hole(walk, &item.span(), hole, scope, in_group);
    }
    check_glued(walk, item, &word);
    warn_of_field_code(walk, item, text);
    warn_of_shell_sign(walk, item, text, scope);
    Some(word)
}

fn check_hole(walk: &mut Walk, word: &Range<usize>, hole: &Hole, scope: &Scope, in_group: bool) {
    let span = walk.inside(word, &hole.place);
    let name = hole.field.as_str();
    if name == "password" {
        walk.error_with_help(
            span,
            message!("a password cannot stand in an argument list"),
            message!("other users could read it there; let the program ask for it"),
        );
        return;
    }
    let Some(field) = scope.field(name) else {
        walk.unknown(span, name, scope.field_names(), |word| {
            message!("unknown field of {scope}: `{word}`", scope = scope.name(), word)
        });
        return;
    };
    match field.shape {
        Shape::Record => walk.error(span, message!("`{name}` is not a text and cannot be an argument", name)),
        Shape::Scalar if hole.each => {
            walk.error_with_help(
                span,
                message!("`{name}` is not a list", name),
                message!("write `{{{name}}}`", name),
            );
        }
        Shape::List if !hole.each && !in_group => {
            let help = message!(
                "write `{{{name}...}}`, or put it in a group: `[\"--option\", \"{{{name}}}\"]`",
                name
            );
            walk.error_with_help(span, message!("`{name}` is a list", name), help);
        }
        Shape::Scalar if !field.sure && !in_group && scope.tells_absence() => {
            let written = walk.source.text().get(word.clone()).unwrap_or_default();
            let help = message!("a group is left out then: `[{written}]`", written);
            walk.warn(span, message!("`{name}` may be absent, and nothing stands here then", name), help);
        }
        Shape::Scalar | Shape::List => {}
    }
}

/// What stands for the URI in desktop entries and other programs' rules is plain text here.
fn warn_of_field_code(walk: &mut Walk, item: &Item, text: &str) {
    if ["%u", "%U", "%f", "%F", "%s"].contains(&text) {
        walk.warn(
            item.span(),
            message!("`{text}` stands for itself", text),
            message!("write `{{uri}}`, or another field between braces"),
        );
    }
}

/// `$HOME`, `${page}` and `{{page}}` mean something elsewhere; here they are plain text.
fn warn_of_shell_sign(walk: &mut Walk, item: &Item, text: &str, scope: &Scope) {
    let written = |open: &str, close: &str| {
        let (name, _) = text.split_once(open)?.1.split_once(close)?;
        scope.field(name).map(|_| name)
    };
    if let Some(name) = written("{{", "}}") {
        let message = message!("`{{{{{name}}}}}` is the text `{{{name}}}`", name);
        walk.warn(item.span(), message, message!("write `{{{name}}}`", name));
    } else if let Some(name) = written("${", "}") {
        let message = message!("`{text}` stands for itself", text = "$");
        walk.warn(item.span(), message, message!("write `{{{name}}}`", name));
    } else if let Some(name) = text.strip_prefix('$').filter(|name| is_variable(name)) {
        let message = message!("`{text}` stands for itself", text = format!("${}", variable(name)));
        walk.warn(item.span(), message, message!("write `~` for the home folder, or the value in its place"));
    }
}

/// Whether a text begins with the name of a variable as the shell's are written.
fn is_variable(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_uppercase()) && variable(text).len() > 1
}

fn variable(text: &str) -> &str {
    text.split(|c: char| !c.is_ascii_uppercase() && c != '_').next().unwrap_or_default()
}

/// `-x{field}` leaves it to the URI where the option ends; `--name={field}` does not.
fn check_glued(walk: &mut Walk, item: &Item, word: &Word) {
    let prefix = word.prefix();
    let mut holes = word.holes();
    let Some(first) = holes.next() else { return };
    let option = prefix.starts_with(['-', '+']);
    if !option || is_named_option(prefix) || NUMBERS.contains(&first.field.as_str()) {
        return;
    }
    let span = walk.inside(&item.span(), &first.place);
    let help = message!(
        "write a group: `[\"{prefix}\", \"{{{field}}}\"]`, or `--name={{…}}`",
        prefix,
        field = &first.field
    );
    walk.error_with_help(span, message!("a field cannot be glued to `{prefix}`", prefix), help);
}

/// `--name=` or `-name=` and whatever follows.
fn is_named_option(prefix: &str) -> bool {
    let Some((name, _)) = prefix.split_once('=') else { return false };
    let name = name.trim_start_matches('-');
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
}

fn check_program(walk: &mut Walk, item: &Item, template: &Template) {
    let span = word_span(item, 0).unwrap_or_else(|| item.span());
    let Some(program) = template.program() else {
        walk.error(span, message!("the program cannot come from the URI"));
        return;
    };
    if !programs::is_name(program) {
        walk.error_with_help(
            span,
            message!("`{name}` is no program", name = program),
            message!("a program is a name that is looked up in PATH, or an absolute file (`/…`, `~/…`)"),
        );
    }
}

/// The place of a word counted through all groups, as [`Template::words`] does.
fn word_span(item: &Item, number: usize) -> Option<Range<usize>> {
    let list = item.get_ref().as_array()?;
    let words = list.iter().flat_map(|entry| match entry.get_ref() {
        DeValue::Array(group) => group.iter().map(toml::Spanned::span).collect(),
        _ => vec![entry.span()],
    });
    words.into_iter().nth(number)
}
