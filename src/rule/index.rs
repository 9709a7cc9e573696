//! Finds the few rules of many that can be for a URI, by its scheme and host.

use std::collections::HashMap;

use super::Rule;
use super::matcher::{Key, Matcher, Subject};
use super::pattern::Pattern;
use crate::target::Value;

/// Places of rules by scheme, then by host. Invariant: each list is in ascending order.
#[derive(Debug, Default)]
pub struct Index {
    by_scheme: HashMap<String, Bucket>,
    any_scheme: Bucket,
}

/// So few rules are all looked at, so that `explain` can tell of each why it does not fit.
const FEW: usize = 40;

#[derive(Debug, Default)]
struct Bucket {
    all: Vec<usize>,
    by_host: HashMap<String, Vec<usize>>,
    by_host_suffix: HashMap<String, Vec<usize>>,
    any_host: Vec<usize>,
}

impl Index {
    pub fn new(rules: &[Rule]) -> Self {
        let mut index = Self::default();
        for (place, rule) in rules.iter().enumerate() {
            index.add(place, &rule.matcher);
        }
        index
    }

    fn add(&mut self, place: usize, matcher: &Matcher) {
        let schemes = matcher.patterns(&Key::Scheme).and_then(literals);
        match schemes {
            None => self.any_scheme.add(place, matcher),
            Some(schemes) => {
                for scheme in schemes {
                    self.by_scheme.entry(scheme.to_owned()).or_default().add(place, matcher);
                }
            }
        }
    }

    /// The places of all rules that can be for this URI, in ascending order.
    pub fn candidates(&self, subject: &Subject) -> Vec<usize> {
        let host = match subject.reading.target.value("host") {
            Some(Value::Text(host)) => Some(host.to_lowercase()),
            _ => None,
        };
        self.look_up(Some(subject.reading.uri.scheme()), host.as_deref())
    }

    /// The places of all rules that can be for everything that a matcher is for, in ascending order.
    pub fn possible_covers(&self, matcher: &Matcher) -> Vec<usize> {
        let scheme = matcher.patterns(&Key::Scheme).and_then(<[Pattern]>::first).and_then(Pattern::literal);
        let host = matcher.field_patterns("host").and_then(<[Pattern]>::first).and_then(lookup_key);
        self.look_up(scheme, host)
    }

    fn look_up(&self, scheme: Option<&str>, host: Option<&str>) -> Vec<usize> {
        let own = scheme.and_then(|scheme| self.by_scheme.get(scheme));
        let buckets = own.into_iter().chain([&self.any_scheme]);
        let mut places: Vec<usize> = buckets.flat_map(|bucket| bucket.candidates(host)).collect();
        places.sort_unstable();
        places.dedup();
        places
    }
}

impl Bucket {
    fn add(&mut self, place: usize, matcher: &Matcher) {
        self.all.push(place);
        let hosts = matcher.field_patterns("host");
        let indexable = |hosts: &&[Pattern]| hosts.iter().all(|host| lookup_key(host).is_some());
        let Some(hosts) = hosts.filter(indexable) else { return self.any_host.push(place) };
        for host in hosts {
            if let Some(text) = host.literal() {
                self.by_host.entry(text.to_owned()).or_default().push(place);
            } else if let Some(suffix) = dotted_suffix(host) {
                self.by_host_suffix.entry(suffix.to_owned()).or_default().push(place);
            }
        }
    }

    fn candidates(&self, host: Option<&str>) -> Vec<usize> {
        if self.all.len() <= FEW {
            return self.all.clone();
        }
        let exact = host.and_then(|host| self.by_host.get(host));
        let ends = host.into_iter().flat_map(|host| host.match_indices('.').map(|(at, _)| &host[at..]));
        let by_end = ends.filter_map(|suffix| self.by_host_suffix.get(suffix));
        exact.into_iter().chain(by_end).chain([&self.any_host]).flatten().copied().collect()
    }
}

fn lookup_key(host: &Pattern) -> Option<&str> {
    host.literal().or_else(|| dotted_suffix(host))
}

/// `*.example`: found under each suffix of a host that begins with a dot.
fn dotted_suffix(host: &Pattern) -> Option<&str> {
    host.literal_suffix().filter(|suffix| suffix.starts_with('.'))
}

fn literals(patterns: &[Pattern]) -> Option<Vec<&str>> {
    patterns.iter().map(Pattern::literal).collect()
}
