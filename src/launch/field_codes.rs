//! From a desktop entry and what it shall open to argument lists: the field codes of its Exec key filled in
//! (Desktop Entry Specification 1.5, section 7).

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;

use crate::argv::Argv;
use crate::probe::Application;

/// One thing to open, in the two forms that a field code may ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operand {
    /// For `%u` and `%U`.
    pub uri: OsString,
    /// For `%f` and `%F`, where there is a local file; else they get the URI.
    pub path: Option<PathBuf>,
}

impl Operand {
    fn file(&self) -> &OsStr {
        self.path.as_ref().map_or(&self.uri, |path| path.as_os_str())
    }
}

/// The argument lists that open these: one where the entry takes lists, else one for each operand.
/// Empty when the entry has no Exec key.
pub fn command_lines(application: &Application, operands: &[Operand]) -> Vec<Argv> {
    let takes_lists = application.exec.iter().any(|word| ["%U", "%F"].contains(&word.as_str()));
    let size = if takes_lists { operands.len() } else { 1 };
    operands.chunks(size.max(1)).filter_map(|chunk| filled(application, chunk)).collect()
}

fn filled(application: &Application, operands: &[Operand]) -> Option<Argv> {
    let mut words: Vec<OsString> =
        application.exec.iter().flat_map(|word| fill(word, application, operands)).collect();
    // Like every desktop: an entry that names no operand gets it last.
    if !application.exec.iter().any(|word| names_operand(word)) {
        words.extend(operands.iter().map(|operand| operand.file().to_owned()));
    }
    Argv::from_vec(words)
}

fn names_operand(word: &str) -> bool {
    let codes = word.as_bytes().windows(2).filter(|pair| pair[0] == b'%');
    codes.into_iter().any(|pair| b"uUfF".contains(&pair[1]))
}

/// One word of the Exec key, as the words that it becomes.
fn fill(word: &str, application: &Application, operands: &[Operand]) -> Vec<OsString> {
    match word {
        "%U" => operands.iter().map(|operand| operand.uri.clone()).collect(),
        "%F" => operands.iter().map(|operand| operand.file().to_owned()).collect(),
        "%i" => match &application.icon {
            Some(icon) => vec!["--icon".into(), icon.into()],
            None => Vec::new(),
        },
        // Deprecated codes give nothing, and no empty word either.
        "%d" | "%D" | "%n" | "%N" | "%v" | "%m" => Vec::new(),
        _ => vec![fill_within(word, application, operands.first())],
    }
}

fn fill_within(word: &str, application: &Application, operand: Option<&Operand>) -> OsString {
    let mut filled = Vec::new();
    let mut bytes = word.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            filled.push(byte);
            continue;
        }
        match (bytes.next(), operand) {
            (Some(b'%') | None, _) => filled.push(b'%'),
            (Some(b'u' | b'U'), Some(operand)) => filled.extend_from_slice(operand.uri.as_bytes()),
            (Some(b'f' | b'F'), Some(operand)) => filled.extend_from_slice(operand.file().as_bytes()),
            (Some(b'c'), _) => filled.extend_from_slice(application.name.as_bytes()),
            (Some(b'k'), _) => filled.extend_from_slice(application.file.as_os_str().as_bytes()),
            _ => {}
        }
    }
    OsString::from_vec(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(exec: &[&str], operands: &[Operand]) -> Vec<Vec<String>> {
        let application = Application {
            id: "show.desktop".into(),
            name: "Show 100%".into(),
            exec: exec.iter().map(ToString::to_string).collect(),
            icon: Some("show".into()),
            path: None,
            terminal: false,
            dbus_activatable: false,
            file: "/usr/share/applications/show.desktop".into(),
        };
        let lines = command_lines(&application, operands);
        let text = |argv: &Argv| argv.words().iter().map(|word| word.to_str().unwrap().to_owned()).collect();
        lines.iter().map(text).collect()
    }

    fn file(path: &str) -> Operand {
        Operand { uri: format!("file://{path}").into(), path: Some(path.into()) }
    }

    #[test]
    fn every_code_gets_its_form() {
        let one = [file("/a")];
        let cases: &[(&[&str], &[&str])] = &[
            (&["x", "%u"], &["x", "file:///a"]),
            (&["x", "%f", "%%f"], &["x", "/a", "%f"]),
            (&["x", "--url=%u"], &["x", "--url=file:///a"]),
            (
                &["x", "%i", "%c", "%k", "%U"],
                &["x", "--icon", "show", "Show 100%", "/usr/share/applications/show.desktop", "file:///a"],
            ),
            (&["x", "%m", "%F", ""], &["x", "/a", ""]),
            (&["x"], &["x", "/a"]),
        ];
        for (exec, expected) in cases {
            assert_eq!(lines(exec, &one), [expected.to_vec()], "{exec:?}");
        }
    }

    #[test]
    fn several_are_grouped_only_where_the_entry_takes_lists() {
        let mail = Operand { uri: "mailto:a@b".into(), path: None };
        let both = [file("/a"), mail];
        assert_eq!(lines(&["x", "%F"], &both), [["x", "/a", "mailto:a@b"]]);
        assert_eq!(lines(&["x", "%u"], &both), [["x", "file:///a"], ["x", "mailto:a@b"]]);
        assert!(lines(&[], &both).iter().all(|line| line.len() == 1));
    }
}
