//! Matching: all conditions of a rule must hold for a URI.

use std::fmt;

use super::pattern::{Pattern, Style};
use crate::message;
use crate::message::Message;
use crate::probe::Probe;
use crate::reading::Reading;
use crate::target::Value;

/// What rules are matched against: a URI and the machine that it is opened on.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The URI.
    pub reading: &'a Reading,
    /// The machine.
    pub probe: &'a dyn Probe,
}

/// What a condition looks at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Key {
    /// `scheme`
    Scheme,
    /// `kind`
    Kind,
    /// `uri`: the URI as shown, by a regular expression.
    Uri,
    /// A field of the target, by its name.
    Field(String),
    /// `mime`: the media type of a file.
    Mime,
    /// `directory`: whether a file is a directory.
    Directory,
    /// `env`: a variable of the request, by its name.
    Env(String),
    /// `desktop`: any part of `XDG_CURRENT_DESKTOP`.
    Desktop,
    /// `installed`: a program or a desktop file ID.
    Installed,
    /// `caller`: the program that asked, as far as it is known.
    Caller,
}

/// One condition: any of the patterns must fit any of the values.
#[derive(Debug, Clone)]
pub struct Condition {
    /// What is looked at.
    pub key: Key,
    /// Never empty.
    pub patterns: Vec<Pattern>,
    /// The patterns as written, for people.
    pub written: String,
}

/// All conditions must hold, and those of `not` must not.
#[derive(Debug, Clone, Default)]
pub struct Matcher {
    /// In the order in which they are tried.
    pub conditions: Vec<Condition>,
    /// The URIs that are left out.
    pub not: Option<Box<Matcher>>,
}

impl Key {
    /// The name in a config, and in reasons.
    pub fn name(&self) -> &str {
        match self {
            Self::Scheme => "scheme",
            Self::Kind => "kind",
            Self::Uri => "uri",
            Self::Field(name) | Self::Env(name) => name,
            Self::Mime => "mime",
            Self::Directory => "directory",
            Self::Desktop => "desktop",
            Self::Installed => "installed",
            Self::Caller => "caller",
        }
    }

    /// How its values are compared.
    pub fn style(&self) -> Style {
        Style {
            slashes: matches!(self, Self::Field(name) if name == "path"),
            fold_case: match self {
                Self::Scheme | Self::Desktop | Self::Mime => true,
                Self::Field(name) => ["host", "server", "nid"].contains(&name.as_str()),
                _ => false,
            },
        }
    }

    fn values(&self, subject: &Subject) -> Vec<String> {
        let Subject { reading, probe } = subject;
        match self {
            Self::Scheme => vec![reading.uri.scheme().to_owned()],
            Self::Kind => vec![reading.target.kind().name().to_owned()],
            Self::Uri => vec![reading.shown.clone()],
            Self::Field(name) => reading.target.value(name).map(texts).unwrap_or_default(),
            Self::Mime => media_type(subject).into_iter().collect(),
            Self::Directory => reading.target.value("is_directory").map(texts).unwrap_or_default(),
            Self::Env(name) => variable(*probe, name).into_iter().collect(),
            Self::Desktop => {
                let desktops = variable(*probe, "XDG_CURRENT_DESKTOP").unwrap_or_default();
                desktops.split(':').map(str::to_owned).collect()
            }
            Self::Installed => Vec::new(),
            Self::Caller => probe.callers(),
        }
    }
}

impl Condition {
    fn mismatch(&self, subject: &Subject) -> Option<Message> {
        if self.key == Key::Installed {
            return (!self.is_installed(subject.probe))
                .then(|| message!("{name} is not installed", name = &self.written));
        }
        let mut values = self.key.values(subject);
        if self.key.style().fold_case {
            for value in &mut values {
                *value = value.to_lowercase();
            }
        }
        let fits = |value: &String| self.patterns.iter().any(|pattern| pattern.matches(value));
        if values.iter().any(fits) {
            return None;
        }
        let (name, written) = (self.key.name(), &self.written);
        Some(match values.as_slice() {
            [] => message!("it has no {name}", name),
            [value] => message!("{name} is `{value}`, not {written}", name, value, written),
            _ => message!("no {name} is {written}", name, written),
        })
    }

    fn is_installed(&self, probe: &dyn Probe) -> bool {
        let names = self.patterns.iter().filter_map(Pattern::literal);
        names
            .into_iter()
            .any(|name| probe.program(name.as_ref()).is_some() || probe.application(name).is_some())
    }
}

impl fmt::Display for Matcher {
    /// The conditions, for a list of rules.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let each = self.conditions.iter().map(|own| format!("{} is {}", own.key.name(), own.written));
        let not = self.not.iter().map(|not| format!("not ({not})"));
        f.write_str(&each.chain(not).collect::<Vec<_>>().join(" and "))
    }
}

impl Matcher {
    /// Why a URI does not match, or `None` when it does.
    pub fn mismatch(&self, subject: &Subject) -> Option<Message> {
        let unmet = self.conditions.iter().find_map(|condition| condition.mismatch(subject));
        unmet.or_else(|| {
            let excluded = self.not.as_ref().is_some_and(|not| not.mismatch(subject).is_none());
            excluded.then(|| message!("it is one of those that `not` leaves out"))
        })
    }

    /// The patterns of a condition on a field of the target.
    pub fn field_patterns(&self, name: &str) -> Option<&[Pattern]> {
        let is_it = |condition: &&Condition| matches!(&condition.key, Key::Field(field) if field == name);
        self.conditions.iter().find(is_it).map(|condition| condition.patterns.as_slice())
    }

    /// The patterns of a condition.
    pub fn patterns(&self, key: &Key) -> Option<&[Pattern]> {
        let condition = self.conditions.iter().find(|condition| condition.key == *key)?;
        Some(&condition.patterns)
    }
}

fn variable(probe: &dyn Probe, name: &str) -> Option<String> {
    probe.variable(name).map(|value| value.to_string_lossy().into_owned())
}

/// The media type of a file that is no directory.
fn media_type(subject: &Subject) -> Option<String> {
    match subject.reading.target.value("path")? {
        Value::Path(path) => Some(subject.probe.media_type(path.as_ref())),
        _ => None,
    }
}

/// Every text in a value; none when it is absent.
fn texts(value: Value) -> Vec<String> {
    match value {
        Value::Text(text) => vec![text],
        Value::Path(path) => vec![path.to_string_lossy().into_owned()],
        Value::Number(number) => vec![number.to_string()],
        Value::Flag(flag) => vec![flag.to_string()],
        Value::List(texts) => texts,
        Value::Absent | Value::Pairs(_) | Value::Map(_) | Value::Rows(_) => Vec::new(),
    }
}
