//! Config files: read, checked as a whole, and laid over each other.

mod action;
mod cases;
mod file;
mod layers;
mod matcher;
mod possible;
pub mod presets;
pub mod remember;
mod rules;
pub mod schema;
mod scope;
mod sections;
mod template;
mod walk;

pub mod load;

use std::time::Duration;

use crate::diagnostic::{Diagnostic, Severity, Source};
use crate::rule::Rules;
use crate::template::Template;

pub use cases::{Expectation, Test};
pub use load::load;

/// What is in force.
#[derive(Debug, Default)]
pub struct Config {
    /// `[general]`
    pub general: General,
    /// `[schemes]` and `[[rules]]` of all files, and the defaults.
    pub rules: Rules,
    /// `[documents]`
    pub documents: Documents,
    /// `[reader]`
    pub reader: Reader,
    /// `[[tests]]`
    pub tests: Vec<Test>,
}

/// `[general]`; what no file says is `None`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct General {
    /// How a terminal is started.
    pub terminal: Option<Terminal>,
    /// How long the unused daemon stays.
    pub idle_timeout: Option<Duration>,
    /// What is told by a notification.
    pub notify: Option<Notify>,
    /// How many opens of one caller are too many.
    pub flood: Option<Flood>,
    /// Who asks in place of portero-ask.
    pub asker: Option<Template>,
}

/// `[general] terminal`
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Terminal {
    /// Found on the machine.
    Auto,
    /// These words; `{argv...}` among them stands for the program.
    Words(Vec<String>),
}

/// `[general] notify`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notify {
    /// Failures.
    Errors,
    /// Everything that was opened, too.
    Always,
    /// Nothing.
    Never,
}

/// `[general] flood`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flood {
    /// Never asked.
    Off,
    /// More than so many in so long are asked about.
    Limit {
        /// Opens.
        count: u32,
        /// Time.
        within: Duration,
    },
}

/// `[documents]`
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Documents {
    /// Further trusted roots of manual pages.
    pub manpath: Option<Vec<String>>,
    /// Further trusted folders of Info files.
    pub infopath: Option<Vec<String>>,
    /// Where the web has a document that this machine lacks, by kind.
    pub online: Vec<(String, Template)>,
}

/// `[reader]`
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reader {
    /// Whether each page gets a window of its own.
    pub new_window: Option<bool>,
    /// How long the reader stays warm after its last window.
    pub linger: Option<Duration>,
}

/// Everything that was found out by reading the config files.
#[derive(Debug, Default)]
pub struct Loaded {
    /// What is in force: of the files that are without errors, and the defaults.
    pub config: Config,
    /// All mistakes, file by file.
    pub diagnostics: Vec<Diagnostic>,
    /// Files that were read, the weakest first.
    pub files: Vec<std::path::PathBuf>,
    /// Whether a file was left out because others may write it.
    pub untrusted: bool,
}

/// What would be in force if this text, under this name, were the only config file.
pub fn of_text(name: &str, text: &str) -> Loaded {
    let (file, diagnostics) = file::read(&Source::new(name, text));
    let mut loaded = Loaded { diagnostics, ..Loaded::default() };
    let good = if loaded.has_errors() { Vec::new() } else { vec![(layers::Layer::User, file)] };
    loaded.config = layers::join(good, &mut loaded.diagnostics);
    loaded
}

impl Loaded {
    /// The mistakes for which a file was left out.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Whether a file was left out.
    pub fn has_errors(&self) -> bool {
        self.errors().next().is_some()
    }
}
