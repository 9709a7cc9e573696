//! Keeping an answer: a rule is added to the person's file, and everything else in it stays as it is.

use std::fs;
use std::io;
use std::path::Path;

use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, Value, value};

use super::of_text;
use crate::action::Verb;
use crate::small_file::{self, LARGEST};
use crate::template::{Part, Template, Word};

/// A rule for what was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// The scheme.
    pub scheme: String,
    /// The host, where the answer is for one host, by the field that names it.
    pub host: Option<(&'static str, String)>,
    /// The port, where the answer is for one.
    pub port: Option<u16>,
    /// What is done from now on.
    pub verb: Verb,
    /// Whether it was the question itself that was answered.
    pub confirmed: bool,
}

/// Adds the rule to a file, before all others; makes the file where there is none.
pub fn remember(path: &Path, answered: &Answered) -> io::Result<()> {
    let before = match small_file::read(path, LARGEST) {
        Ok(text) => String::from_utf8(text).map_err(io::Error::other)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error),
    };
    let after = with_rule(&before, answered)?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    replace(path, &after)
}

/// Writes beside the file and renames; a link stays a link.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let file = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let new = file.with_extension("toml.new");
    fs::write(&new, text)?;
    if let Ok(about) = fs::metadata(&file) {
        fs::set_permissions(&new, about.permissions())?;
    }
    fs::rename(new, file)
}

fn with_rule(text: &str, answered: &Answered) -> io::Result<String> {
    let mut document: DocumentMut = text.parse().map_err(io::Error::other)?;
    let rule = rule(answered).ok_or_else(|| io::Error::other("this action cannot be kept"))?;
    let mut rules = ArrayOfTables::new();
    rules.push(rule);
    if let Some(Item::ArrayOfTables(old)) = document.get("rules") {
        rules.extend(old.iter().cloned());
    }
    document.insert("rules", Item::ArrayOfTables(rules));
    let text = document.to_string();
    // A file that was broken before stays as it is, too.
    if of_text("", &text).has_errors() {
        return Err(io::Error::other("the config has mistakes"));
    }
    Ok(text)
}

fn rule(answered: &Answered) -> Option<Table> {
    let mut table = Table::new();
    table.decor_mut().set_prefix("\n");
    let mut matcher = InlineTable::new();
    matcher.insert("scheme", answered.scheme.as_str().into());
    if let Some((field, host)) = &answered.host {
        matcher.insert(*field, host.as_str().into());
    }
    if let Some(port) = answered.port {
        matcher.insert("port", i64::from(port).into());
    }
    let about = answered.host.as_ref().map_or(&answered.scheme, |(_, host)| host);
    table.insert("name", value(format!("remembered for {about}")));
    table.insert("match", value(matcher));
    let (key, action) = action(&answered.verb)?;
    table.insert(key, value(action));
    if answered.confirmed {
        table.insert("confirm", value(false));
    }
    Some(table)
}

/// The key and value that stand for an action in a rule; none for those that are no single action.
fn action(verb: &Verb) -> Option<(&'static str, Value)> {
    Some(match verb {
        Verb::Exec(template) => ("exec", arguments(template)),
        Verb::Terminal(template) => ("terminal", arguments(template)),
        Verb::View => ("view", true.into()),
        Verb::App(id) => ("app", id.as_str().into()),
        Verb::Preset(name) => ("preset", name.as_str().into()),
        Verb::Handler(None) => ("preset", "desktop".into()),
        Verb::Handler(Some(_)) => ("preset", "file-manager".into()),
        Verb::Rewrite(template) => ("rewrite", arguments(template)),
        Verb::First(_) | Verb::Ask(_) | Verb::Deny(_) | Verb::Dbus(_) | Verb::Default => return None,
    })
}

fn arguments(template: &Template) -> Value {
    let list = |words: &[Word]| words.iter().map(ToString::to_string).collect::<Array>();
    let mut whole = Array::new();
    for part in &template.parts {
        match part {
            Part::Word(word) => whole.push(word.to_string()),
            Part::Group(words) => whole.push(list(words)),
        }
    }
    whole.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEFORE: &str = "# mine\n[general]\nnotify = \"always\" # loud\n\n# the first\n[[rules]]\nmatch = { scheme = \"https\" }\nask = true\n\n[schemes]\nman = \"view\"\n";

    fn answered(verb: Verb) -> Answered {
        Answered {
            scheme: "https".to_owned(),
            host: Some(("host", "a.example".to_owned())),
            port: None,
            verb,
            confirmed: false,
        }
    }

    #[test]
    fn the_new_rule_is_tried_first_and_all_else_stays() {
        let after = with_rule(BEFORE, &answered(Verb::Preset("firefox".to_owned()))).unwrap();
        let rule = "\n[[rules]]\nname = \"remembered for a.example\"\n\
                    match = { scheme = \"https\", host = \"a.example\" }\npreset = \"firefox\"\n";
        let expected = BEFORE.replace("\n# the first", &format!("{rule}\n# the first"));
        assert_eq!(after, expected);
    }

    #[test]
    fn a_file_is_begun_and_grows() {
        let mut answered = answered(Verb::View);
        answered.scheme = "gopher".to_owned();
        let once = with_rule("", &answered).unwrap();
        answered.confirmed = true;
        answered.port = Some(70);
        let twice = with_rule(&once, &answered).unwrap();
        assert_eq!(of_text("", &twice).config.rules.iter().filter(|rule| !rule.is_builtin()).count(), 2);
        assert!(twice.find("port = 70").unwrap() < twice.rfind("[[rules]]").unwrap(), "{twice}");
    }

    #[test]
    fn a_broken_file_is_not_touched() {
        assert!(with_rule("[schemes]\nman = \"veiw\"\n", &answered(Verb::View)).is_err());
        assert!(with_rule("[schemes\n", &answered(Verb::View)).is_err());
    }
}
