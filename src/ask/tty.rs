//! A question in the terminal of this process.

use std::io::{self, BufRead, Write};

use rustix::termios::{QueueSelector, tcflush};

use super::answer::{Answer, Decision};
use super::question::{About, Question, Remember};
use super::words;
use crate::message;
use crate::message::Language;
use crate::sanitize;

/// Shows the question on standard error and reads one line; an empty one and the end of input mean no.
pub fn ask(question: &Question, language: Language) -> Answer {
    Answer { decision: put(question, language).unwrap_or(Decision::No), token: None }
}

fn put(question: &Question, language: Language) -> io::Result<Decision> {
    // What was typed before the question could be read is no answer to it.
    let _ = tcflush(io::stdin(), QueueSelector::IFlush);
    let text = sanitize::block(&words(question, language)).into_owned();
    let mut out = io::stderr().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    Ok(Decision::read(&typed(question, &line), question))
}

fn words(question: &Question, language: Language) -> String {
    let mut lines = vec![question.title.clone()];
    lines.extend(question.reason.iter().filter(|reason| **reason != question.title).cloned());
    lines.extend(
        question.warnings.iter().map(|warning| language.say(&message!("Warning: {warning}", warning))),
    );
    let facts = words::facts(question).into_iter();
    lines.extend(facts.map(|fact| format!("  {}: {}", language.say(&fact.name), fact.value)));
    if let About::Choice { choices } = &question.about {
        lines.push(language.say(&words::prompt(question)));
        let offers = choices.iter().enumerate();
        lines.extend(offers.map(|(at, offer)| format!("  {}  {}", at + 1, offer.label)));
    }
    let kept = question.remember.iter().filter(|remember| **remember != Remember::Once);
    lines.extend(kept.map(|remember| hint(*remember, question, language)));
    lines.push(match &question.about {
        About::Confirm { .. } => language.say(&message!("Open this? Type “yes”, or nothing for no: ")),
        About::Choice { .. } => language.say(&message!("Type a number, or nothing to open nothing: ")),
    });
    lines.join("\n")
}

/// How an answer is kept.
fn hint(remember: Remember, question: &Question, language: Language) -> String {
    let (word, extent) = (remember.name(), words::extent(remember, question));
    language.say(&message!("{extent}: type “{word}” after the answer.", extent, word))
}

/// People count from 1.
fn typed(question: &Question, line: &str) -> String {
    let line = line.trim().to_lowercase();
    let (first, rest) = line.split_once(' ').unwrap_or((&line, ""));
    match (&question.about, first.parse::<usize>()) {
        (About::Choice { .. }, Ok(number @ 1..)) => format!("{} {rest}", number - 1),
        (About::Choice { .. }, _) => String::new(),
        (About::Confirm { .. }, _) => line,
    }
}
