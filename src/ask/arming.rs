//! When a yes counts: not before a person can have read the question (CVE-2016-1941). A window that comes up under a
//! moving hand must not take the key or click that was meant for what it covers.

use std::time::{Duration, Instant};

/// How long a window must have the focus, and keep it, before a yes counts.
const DELAY: Duration = Duration::from_secs(1);

/// The same for a choice among programs that need no question.
const CHOICE_DELAY: Duration = Duration::from_millis(500);

/// The state of one question. It begins without the focus, and each change of focus begins the wait anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arming {
    delay: Duration,
    focused_since: Option<Instant>,
}

impl Arming {
    /// For a question, or for a choice in which something is doubtful.
    pub const fn of_question() -> Self {
        Self { delay: DELAY, focused_since: None }
    }

    /// For a choice among programs that would start without a question.
    pub const fn of_choice() -> Self {
        Self { delay: CHOICE_DELAY, focused_since: None }
    }

    /// The window got or lost the focus.
    pub fn focus(&mut self, focused: bool, now: Instant) {
        self.focused_since = focused.then_some(now);
    }

    /// Whether a yes counts.
    pub fn is_armed(&self, now: Instant) -> bool {
        self.wait(now) == Some(Duration::ZERO)
    }

    /// How long until a yes counts; `None` while there is no focus.
    pub fn wait(&self, now: Instant) -> Option<Duration> {
        let focused = now.saturating_duration_since(self.focused_since?);
        Some(self.delay.saturating_sub(focused))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Changes of focus by the millisecond, and whether a yes counts at each of the moments.
    type Row = (&'static [(u64, bool)], &'static [(u64, bool)]);

    #[test]
    fn a_yes_counts_a_second_after_the_last_change_of_focus() {
        let rows: &[Row] = &[
            (&[], &[(0, false), (5000, false)]),
            (&[(0, true)], &[(200, false), (999, false), (1000, true), (1200, true)]),
            (&[(0, true), (900, false)], &[(1200, false), (9000, false)]),
            (&[(0, true), (900, false), (1100, true)], &[(1200, false), (2099, false), (2100, true)]),
            (&[(0, true), (1500, false), (1501, true)], &[(1600, false), (2501, true)]),
            (&[(0, true), (900, true)], &[(1000, false), (1900, true)]),
            (&[(700, true)], &[(1000, false), (1700, true)]),
        ];
        let start = Instant::now();
        let at = |milliseconds: u64| start + Duration::from_millis(milliseconds);
        for (changes, moments) in rows {
            for (moment, expected) in *moments {
                let mut arming = Arming::of_question();
                let before = changes.iter().filter(|(when, _)| when <= moment);
                before.for_each(|(when, focused)| arming.focus(*focused, at(*when)));
                assert_eq!(arming.is_armed(at(*moment)), *expected, "{changes:?} at {moment}");
            }
        }
    }

    #[test]
    fn the_wait_is_known() {
        let start = Instant::now();
        let mut arming = Arming::of_question();
        assert_eq!(arming.wait(start), None);
        arming.focus(true, start);
        assert_eq!(arming.wait(start + Duration::from_millis(400)), Some(Duration::from_millis(600)));
        // A clock that steps back arms nothing.
        assert_eq!(arming.wait(start.checked_sub(Duration::from_secs(5)).unwrap()), Some(DELAY));
    }
}
