//! `portero doctor`: what is missing on this machine, and the package that brings it.

mod machine;
mod needs;

use std::process::ExitCode;

use serde::{Serialize, Serializer};
use serde_json::{Value as Json, json};

use super::output;
use super::surroundings::Surroundings;
use crate::launch::{self, Sandbox};
use crate::message::{Language, Message};
use crate::open::page;
use crate::reader::engine;
use crate::sanitize;
pub use needs::{Packages, handlers, packages_for};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// How a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    /// As it should be.
    Good,
    /// It works, but not as the person may think.
    Doubtful,
    /// Something cannot work.
    Missing,
}

/// One thing that was looked at.
#[derive(Debug, Serialize)]
struct Finding {
    topic: String,
    state: State,
    #[serde(serialize_with = "english")]
    message: Message,
    /// What to install.
    packages: Option<Packages>,
}

impl Finding {
    fn new(topic: impl Into<String>, state: State, message: Message) -> Self {
        Self { topic: topic.into(), state, message, packages: None }
    }

    fn good_or(topic: &str, found: Result<Message, (State, Message)>) -> Self {
        match found {
            Ok(message) => Self::new(topic, State::Good, message),
            Err((state, message)) => Self::new(topic, state, message),
        }
    }

    fn installing(self, packages: Option<Packages>) -> Self {
        Self { packages: packages.filter(|_| self.state == State::Missing), ..self }
    }
}

/// Programs read English.
fn english<S: Serializer>(message: &Message, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(message)
}

pub fn run(args: &Args) -> ExitCode {
    let surroundings = Surroundings::read(None);
    let findings: Vec<Finding> =
        machine::findings(&surroundings).into_iter().chain(needs::findings(&surroundings)).collect();
    let text = if args.json {
        format!("{}\n", json!({ "findings": findings, "viewer": viewer(&surroundings) }))
    } else {
        findings.iter().map(|finding| told(finding, surroundings.env.language())).collect()
    };
    output::write(text)
}

/// What the reader's engine is held to (the window sets the same).
fn viewer(surroundings: &Surroundings) -> Json {
    json!({
        "installed": page::window_program().is_some(),
        "javascript": engine::JAVASCRIPT,
        "sandbox": launch::sandbox(&surroundings.env) == Sandbox::Possible,
        "devtools": engine::DEVTOOLS,
        "ephemeral": engine::EPHEMERAL,
    })
}

fn told(finding: &Finding, language: Language) -> String {
    let mark = match finding.state {
        State::Good => " ",
        State::Doubtful => "?",
        State::Missing => "!",
    };
    let line = format!("{mark} {:<13}{}", finding.topic, language.say(&finding.message));
    let packages = finding.packages.map(|packages| format!("{:15}{packages}\n", "")).unwrap_or_default();
    format!("{}\n{packages}", sanitize::line(&line))
}
