//! Starting programs: the only part of the way of a URI that has effects. It sees argument lists and
//! applications, never URIs.

mod application;
mod desktop_terminal;
mod dialogue;
mod environment;
mod last_words;
pub mod notice;
pub mod offer;
pub mod pager;
pub mod reader;
mod sandbox;
pub mod scope;
mod spawn;
mod started;
mod terminal;
mod tool;
mod turn;

use std::path::{Path, PathBuf};

pub use application::{application, bus_call, reveal};
pub use dialogue::{Reply, dialogue};
pub use sandbox::{Sandbox, sandbox, shut_in, variables as sandbox_variables};
pub use spawn::{give_back_memory, keep_descriptors, share_memory};
pub use started::{Child, HEARING, Started, WATCH};
pub use terminal::Terminals;
pub use tool::ask as ask_tool;

use crate::argv::Argv;
use crate::env::{Env, Request};
use crate::error::{Code, Error};
use crate::message;
use crate::system::programs;
use crate::trust;

/// The longest chain of openers; the next one is refused (policy 9).
const DEEPEST: u8 = 3;

/// What a start needs besides its argument list.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// This process's environment.
    pub env: &'a Env,
    /// Who asked.
    pub request: &'a Request,
    /// Variables that the rule sets.
    pub variables: &'a [(String, String)],
    /// The folder that the rule or the desktop entry names.
    pub folder: Option<&'a Path>,
}

/// Starts a program of its own: detached, in a session of its own, with null standard streams.
///
/// Fails with `no-program`, `untrusted-config`, `loop`, `too-large` or `failed`; a failure that only shows after
/// the start is told by [`Started::watch`].
pub fn program(argv: &Argv, context: &Context) -> Result<Started, Error> {
    spawn::detached(argv, &prepare(argv, context)?)
}

/// Runs a terminal program in the terminal of this process and gives its exit code.
pub fn here(argv: &Argv, context: &Context) -> Result<u8, Error> {
    spawn::foreground(argv, &prepare(argv, context)?)
}

/// Starts a terminal program in a terminal window of its own.
pub fn window(argv: &Argv, terminals: &Terminals, context: &Context) -> Result<Started, Error> {
    // A terminal that finds no program in it closes before anybody has read why.
    find(argv, &programs::search_path(context.env))?;
    program(&terminals.around(argv, context)?, context)
}

/// The file, variables and folder of a start.
fn prepare(argv: &Argv, context: &Context) -> Result<spawn::Start, Error> {
    if context.request.depth > DEEPEST {
        return Err(Error::new(Code::Loop, message!("the request came through too many openers")));
    }
    let search_path = programs::search_path(context.env);
    Ok(spawn::Start {
        file: find(argv, &search_path)?,
        variables: environment::of_child(context, &search_path),
        folder: environment::folder(context),
    })
}

fn find(argv: &Argv, search_path: &[PathBuf]) -> Result<PathBuf, Error> {
    let name = argv.program();
    if let Some(file) = programs::find(name, search_path) {
        return Ok(file);
    }
    let path = Path::new(name);
    if path.is_absolute() && programs::is_executable(path) {
        trust::check(path)?;
    }
    Err(Error::new(Code::NoProgram, message!("{name} is not installed", name = name.to_string_lossy())))
}
