//! Questions to the person: one contract for whoever asks. The question goes out as JSON, the answer comes back as a
//! line of text; whatever is no clear yes is a no.

mod question;
mod tty;

pub use question::{About, Answer, Offer, Question, Remember};

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use crate::argv::Argv;
use crate::config::Config;
use crate::env::{self, Env, Request};
use crate::error::{Code, Error};
use crate::launch;
use crate::message;
use crate::target::Value;

/// The program with the windows.
const WINDOW: &str = "portero-ask";

/// One question at a time: a second window could take the click that was meant for the first.
static TURN: Mutex<()> = Mutex::new(());

/// Puts a question to the person: by the config's asker, in the terminal of this process, or in a window.
///
/// Fails with `needs-confirmation` where nobody can be asked.
pub fn ask(question: &Question, config: &Config, env: &Env, request: &Request) -> Result<Answer, Error> {
    let context = launch::Context { env, request, variables: &[], folder: None };
    let by = |argv: &Argv| {
        let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let line = launch::dialogue(argv, &question.json().to_string(), &context)?;
        Ok(question.answer(&line))
    };
    if let Some(argv) = asker(config) {
        return by(&argv);
    }
    if request.tty {
        return Ok(tty::ask(question));
    }
    match window(request) {
        Some(argv) => by(&argv),
        None => Err(Error::new(
            Code::NeedsConfirmation,
            message!("it must be asked first, and nobody is there to ask"),
        )),
    }
}

fn asker(config: &Config) -> Option<Argv> {
    let words = config.general.asker.as_ref()?.expand(&|_| Value::Absent);
    Argv::from_vec(words.into_iter().map(|argument| argument.text).collect::<Vec<OsString>>())
}

/// The window program that was installed with this one, where a window can be shown.
fn window(request: &Request) -> Option<Argv> {
    let own = env::own_program().ok()?;
    let beside: PathBuf = own.parent()?.join(WINDOW);
    (request.has_display() && crate::system::programs::is_executable(&beside)).then(|| Argv::new(beside))
}
