//! `portero register` and `portero unregister`: the default handler of schemes.

use std::borrow::Cow;
use std::process::ExitCode;

use super::{WRONG_COMMAND_LINE, failed, output, tell_of};
use crate::env::{Env, Request};
use crate::error::Error;
use crate::message;
use crate::register::{self, Change, Edit, Scope};
use crate::sanitize;
use crate::system::SystemProbe;
use crate::system::mime_apps::{MimeApps, is_own};
use crate::target::is_never_opened;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only this scheme; may be given several times
    #[arg(long = "scheme", value_name = "SCHEME")]
    schemes: Vec<String>,
    /// For all users of this machine
    #[arg(long)]
    system: bool,
    /// Only say what would change
    #[arg(long)]
    dry_run: bool,
}

impl Args {
    fn scope(&self) -> Scope {
        if self.system { Scope::System } else { Scope::Person }
    }

    /// The named schemes in small letters, or the first that is none or is never opened.
    fn named(&self) -> Result<Vec<String>, &str> {
        let schemes: Vec<String> = self.schemes.iter().map(|scheme| scheme.to_ascii_lowercase()).collect();
        let wrong = |scheme: &&String| !is_scheme(scheme) || is_never_opened(scheme);
        match schemes.iter().zip(&self.schemes).find(|(scheme, _)| wrong(scheme)) {
            Some((_, written)) => Err(written),
            None => Ok(schemes),
        }
    }
}

/// Makes portero the default.
pub fn register(args: &Args) -> ExitCode {
    let env = Env::read();
    let request = Request::own(&env);
    let schemes = match args.named() {
        Ok(named) if named.is_empty() => register::wanted(&SystemProbe::new(&env, &request)),
        Ok(named) => named,
        Err(wrong) => return wrong_scheme(wrong),
    };
    let exit = run(args, register::registration(&env, args.scope(), &schemes), register::apply_registration);
    tell_of_stronger_lists(&env, &request, &schemes);
    exit
}

/// Puts back what was there before.
pub fn unregister(args: &Args) -> ExitCode {
    let env = Env::read();
    match args.named() {
        Ok(named) => run(args, register::end(&env, args.scope(), &named), register::apply_end),
        Err(wrong) => wrong_scheme(wrong),
    }
}

fn run(args: &Args, edit: Result<Edit, Error>, apply: fn(Edit) -> Result<(), Error>) -> ExitCode {
    let edit = match edit {
        Ok(edit) => edit,
        Err(error) => return failed(&error),
    };
    let (list, lines) = (edit.list(), lines(&edit));
    if args.dry_run {
        return output::write(format_args!("{}\n{lines}", list.display()));
    }
    let changed = told(&edit);
    match apply(edit) {
        Ok(()) => output::write(changed),
        Err(error) => {
            // The person can still do it by hand.
            let _ = output::write(lines);
            failed(&error)
        }
    }
}

/// The lines as they shall stand in the list.
fn lines(edit: &Edit) -> String {
    let line = |change: &Change| match change.after() {
        Some(value) => format!("{}={}\n", change.media_type, sanitize::line(&value)),
        None => format!("# without {}\n", change.media_type),
    };
    ["[Default Applications]\n".to_owned()].into_iter().chain(edit.changes.iter().map(line)).collect()
}

/// What has changed, for a person.
fn told(edit: &Edit) -> String {
    let shown = |value: Option<Cow<str>>| match value {
        Some(value) => sanitize::line(&value).into_owned(),
        None => "-".to_owned(),
    };
    let changes = edit.changes.iter();
    let lines = changes.map(|change| {
        format!("{}: {} -> {}\n", change.media_type, shown(change.before()), shown(change.after()))
    });
    lines.collect()
}

/// A list of the desktop's own comes before the general one; portero leaves it alone and says so.
fn tell_of_stronger_lists(env: &Env, request: &Request, schemes: &[String]) {
    let tables = MimeApps::read(env, request);
    for scheme in schemes {
        let media_type = crate::system::mime_apps::scheme_type(scheme);
        let first = tables.defaults(&media_type, &|_| None).into_iter().next();
        if let Some(first) = first.filter(|first| !is_own(&first.id)) {
            let (list, id) = (first.list.display().to_string(), first.id);
            tell_of(&message!("{list} still gives {scheme} to {id}", list, scheme, id));
        }
    }
}

fn wrong_scheme(written: &str) -> ExitCode {
    tell_of(&message!("`{scheme}` is no scheme that can be registered", scheme = written));
    ExitCode::from(WRONG_COMMAND_LINE)
}

/// RFC 3986 section 3.1, in small letters.
fn is_scheme(text: &str) -> bool {
    let rest = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"+-.".contains(&byte);
    text.starts_with(|c: char| c.is_ascii_lowercase()) && text.bytes().all(rest)
}
