//! Keeping an answer: a line or a rule is added to one of the person's files, and everything else in it stays as it is.

mod written;

use std::io;
use std::path::Path;

use toml_edit::{ArrayOfTables, Document, DocumentMut, Item, Table, TableLike};

use super::of_text;
use crate::action::Action;
use crate::small_file::{self, LARGEST};
use crate::whole_file;

/// What was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// The scheme; `folder` for folders.
    pub scheme: String,
    /// For what the answer holds.
    pub extent: Extent,
    /// What is done from now on.
    pub action: Action,
    /// The line of the rule that asked, where that stands in the same file.
    pub asked_by: Option<usize>,
}

/// For what an answer holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Extent {
    /// One host, by the field that names it.
    Host {
        /// `host` or `server`.
        field: &'static str,
        /// As the field has it.
        host: String,
        /// One port of it.
        port: Option<u16>,
    },
    /// Files of a media type.
    Type(String),
    /// The whole scheme.
    Scheme,
}

/// Keeps an answer in a file; makes the file where there is none.
pub fn remember(path: &Path, answered: &Answered) -> io::Result<()> {
    let before = match small_file::read(path, LARGEST) {
        Ok(text) => String::from_utf8(text).map_err(io::Error::other)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error),
    };
    whole_file::write(path, kept(&before, answered)?.as_bytes())
}

fn kept(text: &str, answered: &Answered) -> io::Result<String> {
    let document = Document::parse(text).map_err(io::Error::other)?;
    let asking = answered.asked_by.and_then(|line| rule_at(&document, line));
    let mut document = document.into_mut();
    let done = match (&answered.extent, asking) {
        (Extent::Scheme, None) => set_line(&mut document, answered),
        _ => insert_rule(&mut document, asking, answered),
    };
    done.ok_or_else(|| io::Error::other("this action cannot be kept"))?;
    let text = document.to_string();
    // A file that was broken before stays as it is, too.
    if of_text("", &text).has_errors() {
        return Err(io::Error::other("the config has mistakes"));
    }
    Ok(text)
}

/// The number of the entry of `[[rules]]` that begins on a line counted from 1.
fn rule_at(document: &Document<&str>, line: usize) -> Option<usize> {
    let line_of = |table: &Table| {
        let before = document.raw().get(..table.span()?.start)?;
        Some(before.matches('\n').count() + 1)
    };
    let rules = document.get("rules")?.as_array_of_tables()?;
    rules.iter().position(|table| line_of(table) == Some(line))
}

/// A rule goes where it is tried just before the one that asked, so that those before that one still decide; else it
/// is the last.
fn insert_rule(document: &mut DocumentMut, place: Option<usize>, answered: &Answered) -> Option<()> {
    let rule = written::rule(answered)?;
    let old: Vec<Table> = match document.get("rules") {
        Some(Item::ArrayOfTables(old)) => old.iter().cloned().collect(),
        Some(_) => return None,
        None => Vec::new(),
    };
    let place = place.unwrap_or(old.len());
    let (before, after) = old.split_at_checked(place)?;
    let rules: ArrayOfTables = before.iter().cloned().chain([rule]).chain(after.iter().cloned()).collect();
    document.insert("rules", Item::ArrayOfTables(rules));
    Some(())
}

/// A line of `[schemes]` is changed, or added.
fn set_line(document: &mut DocumentMut, answered: &Answered) -> Option<()> {
    let value = written::action(&answered.action)?;
    let schemes = document.entry("schemes").or_insert_with(|| Item::Table(Table::new()));
    let schemes: &mut dyn TableLike = schemes.as_table_like_mut()?;
    let old = schemes.iter().map(|(key, _)| key.to_owned()).find(|key| key.to_lowercase() == answered.scheme);
    match old.and_then(|key| schemes.get_mut(&key)).and_then(Item::as_value_mut) {
        Some(old) => {
            let decor = old.decor().clone();
            *old = value;
            *old.decor_mut() = decor;
        }
        None => {
            schemes.insert(&answered.scheme, Item::Value(value));
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Manner, Verb};
    use crate::target::family::FOLDER;

    const BEFORE: &str = "# mine\n[general]\nnotify = \"always\" # loud\n\n# the first\n[[rules]]\nmatch = { scheme = \"https\", path = \"/wiki\" }\nview = true\n\n# the second\n[[rules]]\nmatch = { scheme = \"https\" }\nask = true\n\n[schemes]\nmailto = \"ask\" # for now\n";

    fn preset(name: &str) -> Action {
        Action::plain(Verb::Preset(name.to_owned()))
    }

    fn of_host(port: Option<u16>, action: Action) -> Answered {
        let extent = Extent::Host { field: "host", host: "a.example".to_owned(), port };
        Answered { scheme: "https".to_owned(), extent, action, asked_by: None }
    }

    fn of_scheme(scheme: &str, action: Action) -> Answered {
        Answered { scheme: scheme.to_owned(), extent: Extent::Scheme, action, asked_by: None }
    }

    #[test]
    fn the_new_rule_is_tried_before_the_one_that_asked_and_all_else_stays() {
        let answered = Answered { asked_by: Some(11), ..of_host(None, preset("firefox")) };
        let rule = "\n[[rules]]\nname = \"remembered for a.example\"\n\
                    match = { scheme = \"https\", host = \"a.example\" }\npreset = \"firefox\"\n";
        let expected = BEFORE.replace("\n# the second", &format!("{rule}\n# the second"));
        assert_eq!(kept(BEFORE, &answered).unwrap(), expected);
    }

    #[test]
    fn a_rule_that_was_asked_for_by_no_rule_is_the_last() {
        let after = kept(BEFORE, &of_host(None, preset("firefox"))).unwrap();
        assert!(after.find("remembered").unwrap() > after.find("# the second").unwrap(), "{after}");
    }

    #[test]
    fn an_answer_for_a_scheme_is_a_line() {
        let rows = [
            ("mailto", preset("mutt"), "mailto = \"mutt\" # for now\n"),
            ("man", Action::plain(Verb::View), "man = \"view\"\n"),
            ("gopher", Action::plain(Verb::Handler(None)), "gopher = \"desktop\"\n"),
            (FOLDER, Action::plain(Verb::App("a.desktop".into())), "folder = { app = \"a.desktop\" }\n"),
        ];
        for (scheme, action, line) in rows {
            let after = kept(BEFORE, &of_scheme(scheme, action.clone())).unwrap();
            assert!(after.contains(line), "{after}");
            assert!(after.starts_with("# mine\n[general]\nnotify = \"always\" # loud\n"), "{after}");
            let begun = kept("", &of_scheme(scheme, action)).unwrap();
            assert_eq!(begun, format!("[schemes]\n{}", line.replace(" # for now", "")));
        }
    }

    #[test]
    fn an_answer_for_a_scheme_that_a_rule_asked_about_is_a_rule() {
        let answered = Answered { asked_by: Some(11), ..of_scheme("https", preset("firefox")) };
        let after = kept(BEFORE, &answered).unwrap();
        let rule = "match = { scheme = \"https\" }\npreset = \"firefox\"\n\n# the second";
        assert!(after.contains(rule), "{after}");
    }

    #[test]
    fn an_answer_for_a_type_is_a_rule() {
        let extent = Extent::Type("text/html".to_owned());
        let answered = Answered { extent, ..of_scheme("file", Action::plain(Verb::App("b.desktop".into()))) };
        let after = kept("", &answered).unwrap();
        let rule = "[[rules]]\nname = \"remembered for text/html\"\n\
                    match = { scheme = \"file\", mime = \"text/html\" }\napp = \"b.desktop\"\n";
        assert_eq!(after.trim_start(), rule);
    }

    #[test]
    fn the_manner_is_kept() {
        let manner = Manner {
            confirm: Some(false),
            env: vec![("A".to_owned(), "b".to_owned())],
            cwd: Some("~".to_owned()),
            wait: Some(true),
            notify: Some(false),
        };
        let action = Action { manner, ..preset("lagrange") };
        let mut answered = of_host(Some(70), action);
        answered.scheme = "gopher".to_owned();
        let after = kept("", &answered).unwrap();
        let rule = "port = 70 }\npreset = \"lagrange\"\nconfirm = false\nenv = { A = \"b\" }\ncwd = \"~\"\n\
                    wait = true\nnotify = false\n";
        assert!(after.ends_with(rule), "{after}");
        let line = kept("", &Answered { extent: Extent::Scheme, ..answered }).unwrap();
        assert!(
            line.starts_with("[schemes]\ngopher = { preset = \"lagrange\", confirm = false, env"),
            "{line}"
        );
    }

    #[test]
    fn a_file_grows_rule_by_rule() {
        let once = kept("", &of_host(None, Action::plain(Verb::View))).unwrap();
        let twice = kept(&once, &of_host(Some(8080), Action::plain(Verb::View))).unwrap();
        assert_eq!(of_text("", &twice).config.rules.iter().filter(|rule| !rule.is_builtin()).count(), 2);
    }

    #[test]
    fn a_broken_file_is_not_touched() {
        assert!(kept("[schemes]\nman = \"veiw\"\n", &of_host(None, preset("firefox"))).is_err());
        assert!(kept("[schemes\n", &of_host(None, preset("firefox"))).is_err());
    }
}
