//! The words of a question beside those that it brings along: for the terminal and for the window.

use super::question::{About, FOLDER_TYPE, Question, Remember};
use crate::argv;
use crate::message;
use crate::message::Message;

/// A longer URI is cut in its middle.
const LONGEST: usize = 200;

/// Something that decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// What it is.
    pub name: Message,
    /// Plain text.
    pub value: String,
    /// Whether it is what a deceiver would like to hide.
    pub telling: bool,
}

/// What decides, on lines of their own: first what must not be pushed out of sight (scheme, program, host and port),
/// then the URI. Where nothing is doubtful, host and URI say enough.
pub fn facts(question: &Question) -> Vec<Fact> {
    let program = match &question.about {
        About::Confirm { program } => program.as_ref(),
        About::Choice { .. } => None,
    };
    let command = program.filter(|program| !program.argv.is_empty());
    let doubtful = question.reason.is_some();
    let facts = [
        (message!("Scheme"), question.scheme.clone().filter(|_| doubtful), false),
        (message!("Program"), program.map(|program| program.label.clone()), true),
        (message!("Command"), command.map(|program| command_line(&program.argv)), false),
        (message!("Host"), question.host.clone(), true),
        (message!("Port"), question.port.filter(|_| doubtful).map(|port| port.to_string()), true),
        (message!("Address"), Some(address(question)), false),
    ];
    let known = facts.into_iter().filter_map(|(name, value, telling)| Some((name, value?, telling)));
    known.map(|(name, value, telling)| Fact { name, value, telling }).collect()
}

/// The URI; of very many the first ones.
fn address(question: &Question) -> String {
    if question.scheme.is_some() { shortened(&question.uri) } else { question.display.clone() }
}

/// What is asked.
pub fn prompt(question: &Question) -> Message {
    match &question.about {
        About::Confirm { .. } => message!("Open this?"),
        About::Choice { .. } => message!("Open with which program?"),
    }
}

/// How long an answer holds.
pub fn extent(remember: Remember, question: &Question) -> Message {
    let text = |field: &Option<String>| field.clone().unwrap_or_default();
    match remember {
        Remember::Once => message!("Just this once"),
        Remember::Host => message!("Always for the host {host}", host = text(&question.host)),
        Remember::Type => message!("Always for files of the type {mime}", mime = text(&question.mime)),
        Remember::Scheme if question.mime.as_deref() == Some(FOLDER_TYPE) => message!("Always for folders"),
        Remember::Scheme => message!("Always for the scheme {scheme}", scheme = text(&question.scheme)),
    }
}

/// A command as in a shell, cut in the middle where it is very long.
pub fn command_line(argv: &[String]) -> String {
    shortened(&argv::command_line(argv))
}

/// The beginning and the end of a long text.
pub fn shortened(text: &str) -> String {
    let length = text.chars().count();
    if length <= LONGEST {
        return text.to_owned();
    }
    let start: String = text.chars().take(LONGEST / 2).collect();
    let end: String = text.chars().skip(length - LONGEST / 2).collect();
    format!("{start}…{end}")
}

#[cfg(test)]
mod tests {
    use super::super::question::Offer;
    use super::*;
    use crate::message::Language;

    #[test]
    fn what_decides_stands_first_and_alone() {
        let offer = Offer {
            label: "telnet".to_owned(),
            argv: vec!["telnet".to_owned(), "--".to_owned(), "a b".to_owned()],
            ..Offer::default()
        };
        let question = Question {
            about: About::Confirm { program: Some(offer) },
            scheme: Some("telnet".to_owned()),
            host: Some("h.example".to_owned()),
            port: Some(23),
            ..Question::many(&Message::quoted("why"), &["telnet://h.example/".to_owned()], Language::English)
        };
        let facts: Vec<_> =
            facts(&question).into_iter().map(|fact| format!("{}: {}", fact.name, fact.value)).collect();
        let expected = [
            "Scheme: telnet",
            "Program: telnet",
            "Command: telnet -- 'a b'",
            "Host: h.example",
            "Port: 23",
            "Address: telnet://h.example/",
        ];
        assert_eq!(facts, expected);
    }

    #[test]
    fn a_long_text_keeps_its_ends() {
        let text = format!("{}END", "é".repeat(300));
        let short = shortened(&text);
        assert_eq!(short.chars().count(), LONGEST + 1);
        assert!(short.ends_with("END") && short.starts_with('é'));
    }
}
