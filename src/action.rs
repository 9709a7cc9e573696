//! Actions: what a rule does with a URI.

use std::fmt;

use crate::message::Message;
use crate::target::Kind;
use crate::template::Template;

/// What is done, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    /// What is done.
    pub verb: Verb,
    /// How.
    pub manner: Manner,
    /// The kinds of target that it can be done with: those that have every field that it needs.
    pub kinds: Vec<Kind>,
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
    Deny(Message),
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
    /// An action for every kind, carried out in the usual manner.
    pub fn plain(verb: Verb) -> Self {
        Self { verb, manner: Manner::default(), kinds: Kind::ALL.to_vec() }
    }

    /// Whether it can be done with this kind of target.
    pub fn is_for(&self, kind: Kind) -> bool {
        self.kinds.contains(&kind)
    }

    /// The program, application or preset that it needs, by the name that a person knows.
    pub fn program(&self) -> Option<&str> {
        match &self.verb {
            Verb::Exec(template) | Verb::Terminal(template) => template.program(),
            Verb::App(name) => Some(name),
            Verb::Preset(name) => Some(name)
                .filter(|name| !["desktop", "file-manager"].contains(&name.as_str()))
                .map(String::as_str),
            _ => None,
        }
    }

    /// Fields of the target without which its argument list would have a hole.
    pub fn needed_fields(&self) -> Vec<&str> {
        match &self.verb {
            Verb::Exec(template) | Verb::Terminal(template) | Verb::Rewrite(template) => {
                template.needed_fields().filter(|field| !["uri", "scheme"].contains(field)).collect()
            }
            _ => Vec::new(),
        }
    }
}

impl fmt::Display for Verb {
    /// In few words, for a list of rules.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exec(template) => write!(f, "exec {template}"),
            Self::Terminal(template) => write!(f, "terminal {template}"),
            Self::View => f.write_str("view"),
            Self::App(id) => write!(f, "app {id}"),
            Self::Preset(name) => f.write_str(name),
            Self::First(actions) => write!(f, "first {}", list(actions)),
            Self::Ask(actions) if actions.is_empty() => f.write_str("ask"),
            Self::Ask(actions) => write!(f, "ask {}", list(actions)),
            Self::Rewrite(template) => write!(f, "rewrite {template}"),
            Self::Deny(reason) => write!(f, "deny {:?}", reason.to_string()),
            Self::Dbus(call) => write!(f, "dbus {} {} {}", call.name, call.path, call.method),
            Self::Default => f.write_str("default"),
            Self::Handler(_) => f.write_str("desktop"),
        }
    }
}

fn list(actions: &[Action]) -> String {
    let words: Vec<_> = actions.iter().map(|action| action.verb.to_string()).collect();
    format!("({})", words.join(", "))
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
