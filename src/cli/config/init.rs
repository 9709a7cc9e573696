//! `portero config init`: a first file in which nothing is changed yet, with what is installed here as examples.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use super::fail;
use crate::action::{Action, Verb};
use crate::cli::output;
use crate::config::load::Places;
use crate::config::presets::{self, Preset};
use crate::config::schema;
use crate::env::{Env, Request};
use crate::message;
use crate::message::Message;
use crate::probe::Probe;
use crate::system::SystemProbe;
use crate::target::family::{self, Family};

/// The name of the schema beside the file, which the file points to.
const SCHEMA: &str = "config.schema.json";

const HEAD: &str = "\
#:schema ./config.schema.json

# portero's config. Every line that is commented out shows what may stand there; nothing is changed yet.
# `portero config check` looks for mistakes, `portero explain URI` tells what would happen.

[general]
# terminal = \"auto\"            # or [\"foot\", \"--\", \"{argv...}\"]
# notify = \"errors\"            # or \"always\", \"never\"

[schemes]
";

const TAIL: &str = "
# Rules are tried in order, before [schemes].
# [[rules]]
# name = \"work\"
# match = { scheme = [\"http\", \"https\"], host = \"*.corp.example\" }
# exec = [\"firefox\", \"-P\", \"work\", \"{uri}\"]

# Tests are run by `portero config check`.
# [[tests]]
# uri = \"man:ls(1)\"
# expect = { action = \"view\" }
";

/// The lines under `[schemes]`: a name there, the family and what is said of it.
const LINES: &[(&str, &str, &str)] = &[
    ("man", "man", "manual pages"),
    ("info", "info", "Info manuals"),
    ("mailto", "mail", "mail"),
    ("news", "news", "newsgroups"),
    ("folder", "folder", "folders"),
    ("https", "web", "web pages"),
    ("telnet", "telnet", "remote terminals"),
    ("ftp", "ftp", "file servers"),
    ("gopher", "gopher", "gopher menus"),
];

pub fn run(env: &Env) -> ExitCode {
    let Some(path) = Places::of(env, None).user_file() else {
        return fail(&message!("there is no home folder for a config file"));
    };
    match write(&path, env) {
        Ok(()) => output::line(super::shown(&path)),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let file = path.display().to_string();
            fail(&message!("{file} is already there; `portero config edit` opens it", file))
        }
        Err(error) => fail(&Message::quoted(format!("{}: {error}", path.display()))),
    }
}

/// Writes a first file, never over one that is there.
pub fn write(path: &Path, env: &Env) -> io::Result<()> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder)?;
    let request = Request::own(env);
    let text = text(&SystemProbe::new(env, &request));
    OpenOptions::new().write(true).create_new(true).open(path)?.write_all(text.as_bytes())?;
    fs::write(folder.join(SCHEMA), schema::text())
}

fn text(probe: &dyn Probe) -> String {
    let lines: String =
        LINES.iter().filter_map(|(name, family, about)| line(name, family, about, probe)).collect();
    format!("{HEAD}{lines}{TAIL}")
}

fn line(name: &str, family: &str, about: &str, probe: &dyn Probe) -> Option<String> {
    let family = family::named(family)?;
    let installed: Vec<_> = presets::all()
        .iter()
        .filter(|(_, preset)| is_installed(preset, family, probe))
        .map(|(name, _)| name)
        .collect();
    let (first, note) = match installed.as_slice() {
        [] => ("default", String::new()),
        names => (names[0], format!(", installed: {}", names.join(", "))),
    };
    let assignment = format!("# {name} = \"{first}\"");
    Some(format!("{assignment:32}# {about}{note}\n"))
}

fn is_installed(preset: &Preset, family: &Family, probe: &dyn Probe) -> bool {
    preset.action(family).is_some_and(|action| has_program(action, probe))
}

fn has_program(action: &Action, probe: &dyn Probe) -> bool {
    match &action.verb {
        Verb::Exec(template) | Verb::Terminal(template) => {
            template.program().is_some_and(|program| probe.program(program.as_ref()).is_some())
        }
        Verb::First(actions) => actions.iter().any(|action| has_program(action, probe)),
        _ => false,
    }
}
