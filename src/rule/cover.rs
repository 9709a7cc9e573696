//! Whether one rule takes every URI that another is for. Where it cannot be known the answer is no.

use super::Rule;
use super::matcher::{Condition, Key, Matcher};
use super::pattern::Pattern;

/// Whether nothing is left for `later` once `earlier` was tried.
pub fn covers(earlier: &Rule, later: &Rule) -> bool {
    let kinds = later.action.kinds.iter().all(|kind| earlier.action.is_for(*kind));
    kinds && matcher_covers(&earlier.matcher, &later.matcher)
}

fn matcher_covers(wide: &Matcher, narrow: &Matcher) -> bool {
    wide.not.is_none() && wide.conditions.iter().all(|condition| condition_covers(condition, narrow))
}

fn condition_covers(wide: &Condition, narrow: &Matcher) -> bool {
    if wide.key == Key::Scheme && wide.patterns.iter().any(Pattern::is_everything) {
        return true;
    }
    let Some(condition) = narrow.conditions.iter().find(|condition| condition.key == wide.key) else {
        return false;
    };
    condition.written == wide.written
        || condition.patterns.iter().all(|pattern| pattern_is_within(pattern, wide))
}

fn pattern_is_within(pattern: &Pattern, wide: &Condition) -> bool {
    match pattern.literal() {
        Some(text) => wide.patterns.iter().any(|own| own.matches(text)),
        None => wide.patterns.iter().any(Pattern::is_everything),
    }
}
