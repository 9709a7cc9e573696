//! The windows that ask: which program, and whether to go on. The question comes as JSON on standard input, the answer
//! goes to standard output (`docs/config.md`, "Questions"); without an answer the exit code is 1.

mod appearance;
mod choice;
mod facts;
mod gate;
mod scene;
mod token;
#[path = "../toolkit/mod.rs"]
mod toolkit;

use std::error::Error;
use std::io::{self, Read, Write};
use std::process::ExitCode;

use portero::ask::Question;
use portero::complaint::complain;
use portero::env::Env;

/// A mail of the longest kind, and what is said about it.
const LARGEST: u64 = 8 * 1024 * 1024;

fn main() -> ExitCode {
    match ask() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(error);
            ExitCode::FAILURE
        }
    }
}

fn ask() -> Result<(), Box<dyn Error>> {
    let mut text = String::new();
    io::stdin().take(LARGEST).read_to_string(&mut text)?;
    let question: Question = serde_json::from_str(&text)?;
    let answer = scene::ask(question, Env::read().language())?;
    io::stdout().write_all(answer.text().as_bytes())?;
    Ok(())
}
