//! A question in the terminal of this process.

use std::io::{self, BufRead, Write};

use rustix::termios::{QueueSelector, tcflush};

use super::question::{About, Answer, Question, Remember};
use crate::sanitize;

/// Shows the question on standard error and reads one line; an empty one and the end of input mean no.
pub fn ask(question: &Question) -> Answer {
    // What was typed before the question could be read is no answer to it.
    let _ = tcflush(io::stdin(), QueueSelector::IFlush);
    let text = sanitize::block(&words(question)).into_owned();
    let mut out = io::stderr().lock();
    let shown = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    let mut line = String::new();
    if shown.is_err() || io::stdin().lock().read_line(&mut line).is_err() {
        return Answer::No;
    }
    question.answer(&typed(question, &line))
}

fn words(question: &Question) -> String {
    let hints: Vec<_> = question.remember.iter().filter_map(|remember| hint(*remember)).collect();
    let hints = if hints.is_empty() { String::new() } else { format!(" ({})", hints.join(", ")) };
    match &question.about {
        About::Confirm(confirm) => {
            format!("{}\n{}.\nOpen it? yes or No{hints}: ", question.display, confirm.reason)
        }
        About::Choice(offers) => {
            let lines = offers.iter().enumerate().map(|(at, offer)| format!("  {}  {}", at + 1, offer.label));
            let offers = lines.collect::<Vec<_>>().join("\n");
            format!("{}\n{offers}\nWhich one? A number, or nothing{hints}: ", question.display)
        }
    }
}

const fn hint(remember: Remember) -> Option<&'static str> {
    match remember {
        Remember::Once => None,
        Remember::Host => Some("`host` behind it keeps the answer for this host"),
        Remember::Scheme => Some("`scheme` for this scheme"),
    }
}

/// People count from 1.
fn typed(question: &Question, line: &str) -> String {
    let line = line.trim();
    let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
    match (&question.about, first.parse::<usize>()) {
        (About::Choice(_), Ok(number @ 1..)) => format!("{} {rest}", number - 1),
        (About::Choice(_), _) => String::new(),
        (About::Confirm(_), _) => line.to_lowercase(),
    }
}
