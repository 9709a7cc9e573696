//! Exec keys: the field codes of a desktop entry as a template (Desktop Entry Specification 1.5, "The Exec key").

use std::ops::Range;

use crate::error::{Code, Error};
use crate::message;
use crate::message::Message;
use crate::policy::interpreters;
use crate::probe::Application;
use crate::template::{Hole, Part, Piece, Template, Word};

const NOWHERE: Range<usize> = 0..0;

/// The Exec key as a template. `is_file`: whether `%f` means a path. Refuses an entry that puts the URI into code, or
/// glues it to something that is no option.
pub fn template(application: &Application, is_file: bool) -> Result<Template, Error> {
    let mut parts = Vec::new();
    for word in &application.exec {
        parts.extend(word_parts(word, application, is_file)?);
    }
    let mut template = Template { parts };
    let fields = template.words().flat_map(Word::holes).count();
    if fields > 1 {
        return Err(unusable(application, message!("it has more than one field code for what is opened")));
    }
    if fields == 0 {
        template.parts.push(Part::Word(Word { pieces: vec![operand(is_file)] }));
    }
    if !interpreters::faults(&template).is_empty() || template.program().is_none() {
        return Err(unusable(application, message!("it would make code of what is opened")));
    }
    Ok(template)
}

/// The place among the arguments at which an Exec key takes a list (`%U`, `%F`), if it does. All its words give one
/// argument each.
pub fn list_place(application: &Application, template: &Template) -> Option<usize> {
    application.exec.iter().find(|word| ["%U", "%F"].contains(&word.as_str()))?;
    template.words().position(|word| word.holes().next().is_some())
}

/// One word of the key: usually one argument, `%i` two, a code that stands for nothing none.
fn word_parts(word: &str, application: &Application, is_file: bool) -> Result<Vec<Part>, Error> {
    if word == "%i" {
        let icon = application.icon.iter().flat_map(|icon| ["--icon", icon]);
        return Ok(icon.map(|text| Part::Word(Word::of_text(text))).collect());
    }
    let pieces = pieces(word, application, is_file);
    if pieces.is_empty() && !word.is_empty() {
        return Ok(Vec::new());
    }
    let word = Word { pieces };
    if !is_well_placed(&word) {
        return Err(unusable(application, message!("a field code is glued to other text")));
    }
    Ok(vec![Part::Word(word)])
}

fn pieces(word: &str, application: &Application, is_file: bool) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut characters = word.chars();
    while let Some(character) = characters.next() {
        if character != '%' {
            text.push(character);
            continue;
        }
        match characters.next() {
            Some('u' | 'U') => {
                pieces.extend(fixed(&mut text));
                pieces.push(operand(false));
            }
            Some('f' | 'F') => {
                pieces.extend(fixed(&mut text));
                pieces.push(operand(is_file));
            }
            Some('c') => text.push_str(&application.name),
            Some('k') => text.push_str(&application.file.to_string_lossy()),
            Some('%') => text.push('%'),
            // The other codes are deprecated and stand for nothing.
            _ => {}
        }
    }
    pieces.extend(fixed(&mut text));
    pieces
}

fn fixed(text: &mut String) -> Option<Piece> {
    (!text.is_empty()).then(|| Piece::Text(std::mem::take(text)))
}

fn operand(is_file: bool) -> Piece {
    let field = if is_file { "path" } else { "uri" };
    Piece::Hole(Hole { field: field.to_owned(), each: false, filter: None, place: NOWHERE })
}

/// A field code is a word of its own, or the value of `--name=`.
fn is_well_placed(word: &Word) -> bool {
    match word.pieces.as_slice() {
        [Piece::Text(_) | Piece::Hole(_)] | [] => true,
        [Piece::Text(option), Piece::Hole(_)] => option.starts_with('-') && option.ends_with('='),
        _ => false,
    }
}

fn unusable(application: &Application, reason: Message) -> Error {
    let file = application.file.display().to_string();
    Error::new(Code::Unsafe, message!("the Exec key of {file} cannot be used: {reason}", file, reason))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::Value;

    fn application(exec: &[&str]) -> Application {
        Application {
            id: "a.desktop".to_owned(),
            name: "A b".to_owned(),
            exec: exec.iter().map(ToString::to_string).collect(),
            icon: Some("i".to_owned()),
            path: None,
            terminal: false,
            dbus_activatable: false,
            file: "/usr/share/applications/a.desktop".into(),
        }
    }

    fn expand(exec: &[&str]) -> Result<Vec<String>, Code> {
        let template = template(&application(exec), true).map_err(|error| error.code)?;
        let lookup = |name: &str| Value::Text(if name == "path" { "/p %u" } else { "file:///p" }.to_owned());
        let arguments = template.expand(&lookup);
        Ok(arguments.into_iter().map(|argument| argument.text.to_string_lossy().into_owned()).collect())
    }

    #[test]
    fn field_codes_are_filled_in_once() {
        let rows: &[(&[&str], &[&str])] = &[
            (&["p", "%u"], &["p", "file:///p"]),
            (&["p", "%F"], &["p", "/p %u"]),
            (
                &["p", "%i", "%c", "%k", "%m", "%%", ""],
                &["p", "--icon", "i", "A b", "/usr/share/applications/a.desktop", "%", "", "/p %u"],
            ),
            (&["p", "--x=%u"], &["p", "--x=file:///p"]),
            (
                &["flatpak", "run", "--file-forwarding", "app", "@@u", "%u", "@@"],
                &["flatpak", "run", "--file-forwarding", "app", "@@u", "file:///p", "@@"],
            ),
        ];
        for (exec, expected) in rows {
            assert_eq!(
                expand(exec).as_deref(),
                Ok(&expected.iter().map(ToString::to_string).collect::<Vec<_>>()[..])
            );
        }
    }

    #[test]
    fn unusable_entries_are_refused() {
        let rows: &[&[&str]] = &[
            &["p", "--x=%u--y"],
            &["env", "FOO=%u", "p"],
            &["p", "%U", "%f"],
            &["sh", "-c", "mutt \"%u\""],
            &["%u"],
        ];
        for exec in rows {
            assert_eq!(expand(exec), Err(Code::Unsafe), "{exec:?}");
        }
    }
}
