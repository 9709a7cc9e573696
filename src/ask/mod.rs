//! Questions to the person: one contract for whoever asks. The question goes out as JSON, the answer comes back as a
//! line of text; whatever is no clear yes is a no.

mod answer;
pub mod arming;
pub mod chooser;
mod question;
mod tty;
pub mod words;

pub use answer::{Answer, Decision};
pub use question::{About, FOLDER_TYPE, Offer, Question, Remember};

use std::ffi::OsString;

use crate::argv::Argv;
use crate::config::Config;
use crate::env::{self, Env, Request};
use crate::error::{Code, Error};
use crate::launch;
use crate::message;
use crate::message::Message;
use crate::system::programs::is_executable;
use crate::target::Value;

/// The program with the windows.
const WINDOW: &str = "portero-ask";

/// Where it is, seen from the folder of this program.
const WINDOW_FOLDERS: &[&str] = &[".", "../libexec/portero", "../lib/portero"];

/// Puts a question to the person: by the config's asker, in the terminal of this process, or in a window.
///
/// Fails with `needs-confirmation` where nobody can be asked, or whoever was to ask gave up.
pub fn ask(question: &Question, config: &Config, env: &Env, request: &Request) -> Result<Answer, Error> {
    let context = launch::Context { env, request, variables: &[], folder: None };
    if let Some(argv) = asker(config) {
        // A menu ends with a failure when it is left without a choice.
        let reply = launch::dialogue(&argv, &json(question)?, &context)?;
        return Ok(Answer::read(if reply.success { &reply.text } else { "" }, question));
    }
    if request.tty {
        return Ok(tty::ask(question, request.language()));
    }
    let reply = launch::dialogue(&window(request)?, &json(question)?, &context)?;
    if !reply.success {
        let words = reply.last_words;
        return Err(nobody(message!("{program} could not ask: {words}", program = WINDOW, words)));
    }
    Ok(Answer::read(&reply.text, question))
}

/// Whether anybody can be asked in this way.
pub fn is_possible(config: &Config, request: &Request) -> bool {
    asker(config).is_some() || request.tty || window(request).is_ok()
}

fn json(question: &Question) -> Result<String, Error> {
    serde_json::to_string(question)
        .map_err(|error| Error::new(Code::Failed, Message::quoted(error.to_string())))
}

fn asker(config: &Config) -> Option<Argv> {
    let words = config.general.asker.as_ref()?.expand(&|_| Value::Absent);
    Argv::from_vec(words.into_iter().map(|argument| argument.text).collect::<Vec<OsString>>())
}

/// The window program that was installed with this one, where a window can be shown.
fn window(request: &Request) -> Result<Argv, Error> {
    if !request.has_display() {
        return Err(nobody(message!("there is neither a display nor a terminal")));
    }
    let own = env::own_program().ok();
    let folder = own.as_deref().and_then(|own| own.parent());
    let places = folder
        .into_iter()
        .flat_map(|folder| WINDOW_FOLDERS.iter().map(move |place| folder.join(place).join(WINDOW)));
    let found = places.into_iter().find(|place| is_executable(place));
    found.map(Argv::new).ok_or_else(|| nobody(message!("{program} is not installed", program = WINDOW)))
}

fn nobody(reason: Message) -> Error {
    let message = message!("it must be asked first, and nobody is there to ask: {reason}", reason);
    Error::new(Code::NeedsConfirmation, message)
}
