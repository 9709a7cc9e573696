//! Actions: what a rule does with a URI.

use crate::template::Template;

/// What is done, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    /// What is done.
    pub verb: Verb,
    /// How.
    pub manner: Manner,
}

/// What is done with a URI.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verb {
    /// Start a program.
    Exec(Template),
    /// Start a program in a terminal.
    Terminal(Template),
    /// Show it in the reader.
    View,
    /// Start an installed application, by its desktop file ID.
    App(String),
    /// Do what the preset of this name does for the URI's family.
    Preset(String),
    /// The first of these whose program is installed.
    First(Vec<Action>),
    /// Let the person choose; no actions means: among everything that is installed for it.
    Ask(Vec<Action>),
    /// Open another URI in its place: the arguments of the template, joined.
    Rewrite(Template),
    /// Refuse, with this reason.
    Deny(String),
    /// Call a D-Bus method.
    Dbus(Call),
    /// What would be done without any config.
    Default,
    /// The default application of the desktop for this media type; for the scheme or the file's own type when none
    /// is named.
    Handler(Option<&'static str>),
}

/// A D-Bus method call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// Well-known name.
    pub name: String,
    /// Object path.
    pub path: String,
    /// Interface and member, joined by a dot.
    pub method: String,
    /// Its arguments, all strings.
    pub arguments: Template,
}

/// How an action is carried out, where a rule says so.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Manner {
    /// Whether it is asked first.
    pub confirm: Option<bool>,
    /// Variables for the program.
    pub env: Vec<(String, String)>,
    /// The folder for the program; `~` is the home folder.
    pub cwd: Option<String>,
    /// Whether `open` waits for the program to end.
    pub wait: Option<bool>,
    /// Whether a success is told as well.
    pub notify: Option<bool>,
}

impl Action {
    /// An action that is carried out in the usual manner.
    pub fn plain(verb: Verb) -> Self {
        Self { verb, manner: Manner::default() }
    }

    /// Fields without which its argument list would have a hole; only a target that has them all fits.
    pub fn needed_fields(&self) -> Vec<&str> {
        match &self.verb {
            Verb::Exec(template) | Verb::Terminal(template) | Verb::Rewrite(template) => {
                template.needed_fields().filter(|field| !["uri", "scheme"].contains(field)).collect()
            }
            _ => Vec::new(),
        }
    }
}

impl Manner {
    /// This manner where it says something, else the other's.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        Self {
            confirm: self.confirm.or(other.confirm),
            env: other.env.iter().chain(&self.env).cloned().collect(),
            cwd: self.cwd.clone().or_else(|| other.cwd.clone()),
            wait: self.wait.or(other.wait),
            notify: self.notify.or(other.notify),
        }
    }
}
