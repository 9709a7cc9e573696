//! Rules: which URIs an action is for, and the search for the first rule that fits.

mod index;
pub mod matcher;
pub mod pattern;

use std::fmt;
use std::sync::Arc;

use crate::action::Action;
use crate::diagnostic::Source;
use index::Index;
use matcher::{Matcher, Subject};

/// An action and the URIs that it is for.
#[derive(Debug, Clone)]
pub struct Rule {
    /// Its name in the file, or the scheme that it stands for.
    pub name: String,
    /// Where it was written.
    pub origin: Origin,
    /// The URIs that it is for.
    pub matcher: Matcher,
    /// What is done with them.
    pub action: Action,
}

/// Where a rule was written.
#[derive(Debug, Clone)]
pub enum Origin {
    /// One of the defaults.
    Builtin,
    /// A config file.
    File {
        /// The file.
        source: Arc<Source>,
        /// The line of the rule, from 1.
        line: usize,
    },
}

impl fmt::Display for Origin {
    /// `builtin`, or `PATH:LINE`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Builtin => f.write_str("builtin"),
            Self::File { source, line } => write!(f, "{}:{line}", source.name()),
        }
    }
}

impl Rule {
    /// Why the rule is not for this URI, or `None` when it is.
    pub fn mismatch(&self, subject: &Subject) -> Option<String> {
        self.matcher.mismatch(subject).or_else(|| self.lacking_field(subject))
    }

    /// `man = ["man", "{page}"]` says nothing about the list of pages, which has no `page`.
    fn lacking_field(&self, subject: &Subject) -> Option<String> {
        let target = &subject.reading.target;
        let has = |field: &str| target.kind().fields().iter().any(|own| own.name == field);
        let lacking = self.action.needed_fields().into_iter().find(|field| !has(field))?;
        Some(format!("its action needs `{lacking}`, which {} does not have", target.kind().name()))
    }

    /// Whether it is one of the defaults.
    pub const fn is_builtin(&self) -> bool {
        matches!(self.origin, Origin::Builtin)
    }
}

/// All rules in the order in which they are tried.
#[derive(Debug, Default)]
pub struct Rules {
    rules: Vec<Rule>,
    index: Index,
}

impl Rules {
    /// Rules in the order in which they are tried.
    pub fn new(rules: Vec<Rule>) -> Self {
        let index = Index::new(&rules);
        Self { rules, index }
    }

    /// In the order in which they are tried.
    pub fn iter(&self) -> impl Iterator<Item = &Rule> {
        self.rules.iter()
    }

    /// The first rule that is for this URI; each one before it that was looked at leaves its reason in `trace`.
    pub fn first_match(&self, subject: &Subject, trace: &mut Vec<String>) -> Option<&Rule> {
        self.search(subject, trace, |_| true)
    }

    /// The same among the defaults alone.
    pub fn first_builtin_match(&self, subject: &Subject, trace: &mut Vec<String>) -> Option<&Rule> {
        self.search(subject, trace, Rule::is_builtin)
    }

    fn search(
        &self,
        subject: &Subject,
        trace: &mut Vec<String>,
        among: impl Fn(&Rule) -> bool,
    ) -> Option<&Rule> {
        let candidates = self.index.candidates(subject);
        for rule in
            candidates.into_iter().filter_map(|place| self.rules.get(place)).filter(|rule| among(rule))
        {
            let Some(reason) = rule.mismatch(subject) else {
                trace.push(format!("rule `{}` ({}) fits", rule.name, rule.origin));
                return Some(rule);
            };
            trace.push(format!("rule `{}` ({}) does not fit: {reason}", rule.name, rule.origin));
        }
        None
    }
}
