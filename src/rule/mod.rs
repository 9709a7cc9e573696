//! Rules: which URIs an action is for, and the search for the first rule that fits.

mod cover;
mod index;
pub mod matcher;
pub mod pattern;

use std::fmt;
use std::sync::{Arc, LazyLock};

use crate::action::Action;
use crate::diagnostic::Source;
use crate::message;
use crate::message::Message;
use crate::target::Value;
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
    pub fn mismatch(&self, subject: &Subject) -> Option<Message> {
        self.matcher.mismatch(subject).or_else(|| self.unfit_action(subject))
    }

    /// `man = ["man", "{page}"]` says nothing about the list of pages, which has no `page`, nor about a page file.
    fn unfit_action(&self, subject: &Subject) -> Option<Message> {
        let target = &subject.reading.target;
        let kind = target.kind();
        if !self.action.is_for(kind) {
            return Some(message!("its action is not for {kind}", kind = kind.name()));
        }
        let is_sure = |name: &str| kind.fields().iter().any(|field| field.name == name && field.sure);
        let needed = self.action.needed_fields().into_iter().filter(|name| is_sure(name));
        let lacking = needed.into_iter().find(|name| target.value(name) == Some(Value::Absent))?;
        Some(message!("its action needs a {lacking}", lacking))
    }

    /// Whether it is one of the defaults.
    pub const fn is_builtin(&self) -> bool {
        matches!(self.origin, Origin::Builtin)
    }
}

/// All rules in the order in which they are tried.
#[derive(Debug, Default)]
pub struct Rules {
    given: Ordered,
    /// Tried after all others, and read only when it comes to that: most of a short run would be the reading of them.
    defaults: Option<&'static LazyLock<Ordered>>,
}

/// Rules in the order in which they are tried, with an index.
#[derive(Debug, Default)]
pub struct Ordered {
    rules: Vec<Rule>,
    index: Index,
}

impl Rules {
    /// These rules, then the defaults.
    pub fn new(given: Vec<Rule>, defaults: &'static LazyLock<Ordered>) -> Self {
        Self { given: Ordered::new(given), defaults: Some(defaults) }
    }

    /// In the order in which they are tried.
    pub fn iter(&self) -> impl Iterator<Item = &Rule> {
        self.given.rules.iter().chain(self.defaults().into_iter().flat_map(|defaults| &defaults.rules))
    }

    /// The first rule that is for this URI; each one before it that was looked at leaves its reason in `trace`.
    pub fn first_match(&self, subject: &Subject, trace: &mut Vec<Message>) -> Option<&Rule> {
        self.given.search(subject, trace).or_else(|| self.first_builtin_match(subject, trace))
    }

    /// All rules that are for this URI, in the order in which they are tried.
    pub fn matches(&self, subject: &Subject) -> Vec<&Rule> {
        let defaults = self.defaults().into_iter().flat_map(|defaults| defaults.matches(subject));
        self.given.matches(subject).chain(defaults).collect()
    }

    /// The same among the defaults alone.
    pub fn first_builtin_match(&self, subject: &Subject, trace: &mut Vec<Message>) -> Option<&Rule> {
        self.defaults()?.search(subject, trace)
    }

    /// Given rules that no URI ever reaches, each with the earlier rule that takes them all.
    pub fn unreachable(&self) -> Vec<(&Rule, &Rule)> {
        let Ordered { rules, index } = &self.given;
        let by = |(place, rule): (usize, &'_ Rule)| {
            let earlier =
                index.possible_covers(&rule.matcher).into_iter().take_while(move |own| *own < place);
            earlier.filter_map(|own| rules.get(own)).find(|own| cover::covers(own, rule))
        };
        rules.iter().enumerate().filter_map(|(place, rule)| Some((rule, by((place, rule))?))).collect()
    }

    fn defaults(&self) -> Option<&Ordered> {
        self.defaults.map(|defaults| &**defaults)
    }
}

impl Ordered {
    /// Rules in the order in which they are tried.
    pub fn new(rules: Vec<Rule>) -> Self {
        let index = Index::new(&rules);
        Self { rules, index }
    }

    fn matches(&self, subject: &Subject) -> impl Iterator<Item = &Rule> {
        let candidates = self.index.candidates(subject).into_iter();
        let rules = candidates.filter_map(|place| self.rules.get(place));
        rules.filter(|rule| rule.mismatch(subject).is_none())
    }

    fn search(&self, subject: &Subject, trace: &mut Vec<Message>) -> Option<&Rule> {
        let candidates = self.index.candidates(subject);
        for rule in candidates.into_iter().filter_map(|place| self.rules.get(place)) {
            let Some(reason) = rule.mismatch(subject) else {
                trace.push(message!(
                    "rule `{name}` ({place}) fits",
                    name = &rule.name,
                    place = rule.origin.to_string()
                ));
                return Some(rule);
            };
            let (name, place) = (&rule.name, rule.origin.to_string());
            trace.push(message!("rule `{name}` ({place}) does not fit: {reason}", name, place, reason));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use crate::config;
    use crate::plan;
    use crate::probe::fake::Fake;

    #[test]
    fn of_many_rules_only_a_few_are_looked_at() {
        let rule = |number: usize, host: &str| {
            format!(
                "[[rules]]\nname = \"r{number}\"\nmatch = {{ scheme = \"https\", host = \"{host}\" }}\nask = true\n"
            )
        };
        let hosts = (0..1000).map(|number| match number % 3 {
            0 => rule(number, &format!("h{number}.example")),
            1 => rule(number, &format!("*.h{number}.example")),
            _ => rule(number, &format!("h{number}*.test")),
        });
        let config = config::of_text("config.toml", &hosts.collect::<String>()).config;
        let machine = Fake::default();
        for (host, name) in [("h999.example", "r999"), ("a.b.h997.example", "r997"), ("h998x.test", "r998")] {
            let plan = plan::build(format!("https://{host}/").as_ref(), None, &config.rules, &machine);
            assert_eq!(plan.rule.map(|rule| rule.name).as_deref(), Some(name));
            // A third of the patterns cannot be looked up; the few defaults are all looked at.
            assert!(plan.trace.len() <= 350, "{host}: {}", plan.trace.len());
        }
        let other = plan::build("man:ls".as_ref(), None, &config.rules, &machine);
        assert!(other.trace.len() < 5);
    }
}
