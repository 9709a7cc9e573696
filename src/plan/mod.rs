//! Everything left of `launch`, as one value: what was read, the rule, the action, the argv and the reasons.

mod application;
mod build;
mod display;
mod passed;
mod resolve;
pub mod together;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::action::{Action, Manner};
use crate::argv::Argv;
use crate::error::{Code, Error};
use crate::message;
use crate::message::Message;
use crate::probe::{Application, Probe};
use crate::target::Target;
use crate::warning::Warning;

pub use build::{build, build_mail, build_to_choose};

/// What portero would do with one URI, and why. Building it has no effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The reference as cleaned, password masked.
    pub shown: String,
    /// The same in its escaped form.
    pub escaped: Option<String>,
    /// The scheme in small letters.
    pub scheme: Option<String>,
    /// What it means; may stand beside an error that came after the reading.
    pub target: Option<Target>,
    /// What was repaired or looks doubtful.
    pub warnings: Vec<Warning>,
    /// The rule that matched.
    pub rule: Option<RuleName>,
    /// What would be done, or why nothing is.
    pub action: Result<Planned, Error>,
    /// Where the action starts only after a yes.
    pub confirm: Option<Confirm>,
    /// The plain text that a question shows: controls and bidirectional marks escaped, hosts in punycode.
    pub display: String,
    /// What a rule would say to do the same again; nested choices are settled in it.
    pub again: Option<Action>,
    /// How the action is to be started.
    pub options: Options,
    /// A file that is not opened, for it would run, and that `open` shows in its folder instead.
    pub reveal: Option<PathBuf>,
    /// Each decision with its reason, in order: what `explain` tells a person.
    pub trace: Vec<Message>,
}

/// A rule as the answers name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleName {
    /// Its name in the file, or the scheme that it stands for.
    pub name: String,
    /// `builtin`, or `PATH:LINE`.
    pub source: String,
}

impl RuleName {
    /// The file and the line, where it stands in a file.
    pub fn place(&self) -> Option<(&Path, usize)> {
        place(&self.source)
    }
}

/// A file and a line as `PATH:LINE`.
pub fn place(text: &str) -> Option<(&Path, usize)> {
    let (file, line) = text.rsplit_once(':')?;
    Some((Path::new(file), line.parse().ok()?))
}

/// A question before the action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Confirm {
    /// Why it is asked, in one sentence.
    pub reason: Message,
    /// The real host, in punycode.
    pub host: Option<String>,
    /// The real port.
    pub port: Option<u16>,
}

/// An action with all its arguments filled in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Planned {
    /// A program of its own.
    Exec(Filled),
    /// A program that wants a terminal.
    Terminal(Filled),
    /// A page in the reader.
    View,
    /// A desktop application, over D-Bus or by its Exec key.
    App {
        /// The application.
        application: Application,
        /// Its Exec key with the field codes filled in.
        filled: Filled,
        /// What a bus application gets.
        uris: Vec<String>,
        /// Where further URIs may follow in the argument list, if it takes a list.
        list: Option<usize>,
    },
    /// A D-Bus method call.
    Dbus(DbusCall),
    /// Another URI in place of this one, and what becomes of that.
    Rewrite {
        /// The new URI.
        to: String,
        /// Its own plan.
        then: Box<Plan>,
    },
    /// A choice for the person; never empty.
    Ask(Vec<Choice>),
    /// A refusal by a rule, with its reason.
    Deny(Message),
}

/// An argument list after its template was filled in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filled {
    /// What is executed.
    pub argv: Argv,
    /// The same as text with the password masked, where one is in it (a web URI on its way to the browser).
    pub masked: Option<Vec<String>>,
}

impl Filled {
    /// What may be shown: passwords masked, bytes that are not UTF-8 as U+FFFD.
    pub fn shown(&self) -> Vec<String> {
        let text = || self.argv.words().iter().map(|word| word.to_string_lossy().into_owned()).collect();
        self.masked.clone().unwrap_or_else(text)
    }

    /// Whether a password was masked in what is shown.
    pub const fn is_masked(&self) -> bool {
        self.masked.is_some()
    }
}

/// One of several actions that a person may choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// What the person reads.
    pub label: String,
    /// An icon's name or path.
    pub icon: Option<String>,
    /// What it does.
    pub action: Planned,
    /// What a rule would say to do the same again.
    pub again: Action,
}

/// A D-Bus method call, arguments as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DbusCall {
    /// Well-known name.
    pub name: String,
    /// Object path.
    pub path: String,
    /// Interface and member, joined by a dot.
    pub method: String,
    /// String arguments in order.
    pub arguments: Vec<OsString>,
}

/// How a program is started.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// Variables to set, from the rule.
    pub env: Vec<(String, String)>,
    /// The folder to start in, from the rule.
    pub cwd: Option<PathBuf>,
    /// Whether `open` returns only when the program has ended.
    pub wait: bool,
    /// Whether a success is told as well; `None` follows `[general] notify`.
    pub notify: Option<bool>,
}

impl Plan {
    /// Whether `open` returns only when the program has ended.
    pub fn waits(&self) -> bool {
        match &self.action {
            Ok(Planned::Rewrite { then, .. }) => then.waits(),
            _ => self.options.wait,
        }
    }

    /// The exit code that `open` ends with when nothing else goes wrong, and `explain` always.
    pub fn exit_code(&self) -> u8 {
        match &self.action {
            Ok(Planned::Rewrite { then, .. }) => then.exit_code(),
            Ok(Planned::Deny(_)) => Code::Denied.exit_code(),
            Ok(_) => 0,
            Err(error) => error.code.exit_code(),
        }
    }
}

impl Options {
    /// What the manner of an action comes to on this machine.
    pub fn of(manner: &Manner, probe: &dyn Probe) -> Self {
        Self {
            env: manner.env.clone(),
            cwd: manner.cwd.as_deref().map(|folder| in_home(folder, probe)),
            wait: manner.wait.unwrap_or(false),
            notify: manner.notify,
        }
    }
}

fn in_home(folder: &str, probe: &dyn Probe) -> PathBuf {
    let home = || probe.home().unwrap_or_default();
    match folder.strip_prefix('~') {
        Some(rest) => home().join(rest.trim_start_matches('/')),
        None => folder.into(),
    }
}

impl Choice {
    /// The plan of which this was chosen, with what was chosen. What was asked along with the choice is not asked
    /// again.
    pub fn plan(&self, of: &Plan, probe: &dyn Probe) -> Plan {
        let manner = &self.again.manner;
        let asks = of.confirm.is_none() && manner.confirm == Some(true);
        Plan {
            action: Ok(self.action.clone()),
            confirm: asks.then(Confirm::by_rule),
            again: Some(self.again.clone()),
            options: Options::of(manner, probe),
            ..of.clone()
        }
    }
}

impl Confirm {
    /// A question that nothing but a rule asks for.
    fn by_rule() -> Self {
        Self { reason: message!("The rule asks first."), host: None, port: None }
    }
}

impl Planned {
    /// The argument list of what would be started.
    pub const fn filled(&self) -> Option<&Filled> {
        match self {
            Self::Exec(filled) | Self::Terminal(filled) | Self::App { filled, .. } => Some(filled),
            _ => None,
        }
    }

    /// The word in JSON.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Exec(_) => "exec",
            Self::Terminal(_) => "terminal",
            Self::View => "view",
            Self::App { .. } => "app",
            Self::Dbus(_) => "dbus",
            Self::Rewrite { .. } => "rewrite",
            Self::Ask(_) => "ask",
            Self::Deny(_) => "deny",
        }
    }
}
