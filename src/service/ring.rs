//! Requests that come back to us (policy 9).

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::caller::{Caller, Key};
use crate::system::process::{Process, Status};

/// How many started programs are remembered.
const MOST_STARTED: usize = 256;

/// How many requests without a readable origin are remembered.
const MOST_RELAYED: usize = 64;

/// So many identical requests from behind a relay pass within [`WINDOW`].
const IDENTICAL: usize = 3;

const WINDOW: Duration = Duration::from_secs(2);

/// Which programs were started for which URI, and what came through relays lately.
#[derive(Debug, Default)]
pub struct Rings {
    /// URIs that programs are being started for, and through how many openers.
    starting: Vec<(String, u8)>,
    started: VecDeque<Program>,
    relayed: VecDeque<(Key, String, Instant)>,
}

/// A program that was started.
#[derive(Debug)]
struct Program {
    process: Process,
    uri: String,
    /// How many openers it was started through.
    depth: u8,
}

impl Rings {
    /// A program is about to be started for a URI, through so many openers.
    pub fn begin(&mut self, uri: &str, depth: u8) {
        self.starting.push((uri.to_owned(), depth));
    }

    /// It was started as this process, or not at all.
    pub fn remember(&mut self, process: Option<Process>, uri: &str, depth: u8) {
        if let Some(at) = self.starting.iter().position(|(starting, _)| starting == uri) {
            self.starting.swap_remove(at);
        }
        if let Some(process) = process {
            push(&mut self.started, Program { process, uri: uri.to_owned(), depth }, MOST_STARTED);
        }
    }

    /// Whether this request goes round in a ring: the caller descends from what was started for the same URI, or,
    /// where a relay hides the descent, too many alike came at once.
    pub fn closes(&mut self, caller: &Caller, uri: &str, now: Instant) -> bool {
        let descends = caller.ancestry.iter().any(|status| self.was_for(status, uri));
        descends || (caller.is_relay() && self.repeats(&caller.key, uri, now))
    }

    /// How many openers stand before a caller, by its descent: the mark in its environment may have been taken off.
    pub fn depth(&self, caller: &Caller) -> u8 {
        caller.ancestry.iter().map(|status| self.depth_of(status)).max().unwrap_or(0)
    }

    fn depth_of(&self, status: &Status) -> u8 {
        let starting = || self.starting.iter().filter(|_| is_ours(status)).map(|(_, depth)| *depth).max();
        self.program(status).map(|program| program.depth).or_else(starting).unwrap_or(0)
    }

    fn program(&self, status: &Status) -> Option<&Program> {
        self.started.iter().find(|program| program.process == status.process)
    }

    /// Whether a process was started for a URI.
    fn was_for(&self, status: &Status, uri: &str) -> bool {
        match self.program(status) {
            Some(program) => program.uri == uri,
            None => is_ours(status) && self.starting.iter().any(|(starting, _)| starting == uri),
        }
    }

    fn repeats(&mut self, key: &Key, uri: &str, now: Instant) -> bool {
        self.relayed.retain(|(_, _, at)| now.duration_since(*at) < WINDOW);
        let alike = self.relayed.iter().filter(|(of, text, _)| of == key && text == uri).count();
        push(&mut self.relayed, (key.clone(), uri.to_owned(), now), MOST_RELAYED);
        alike >= IDENTICAL
    }
}

/// Whether we have started a process, which may be quicker than we are to remember it.
fn is_ours(status: &Status) -> bool {
    status.parent == std::process::id()
}

fn push<T>(queue: &mut VecDeque<T>, item: T, most: usize) {
    if queue.len() == most {
        queue.pop_front();
    }
    queue.push_back(item);
}

#[cfg(test)]
mod tests {
    use super::*;

    const STARTED: Process = Process { id: 7, began: 1 };

    fn caller(names: &[(&str, Process)]) -> Caller {
        let status = |(name, process): &(&str, Process)| Status {
            process: *process,
            name: (*name).to_owned(),
            parent: 1,
            session: 5,
        };
        Caller { ancestry: names.iter().map(status).collect(), key: Key::Session(5), ..Caller::unknown() }
    }

    #[test]
    fn a_descendant_may_not_send_the_same_uri_back() {
        let mut rings = Rings::default();
        rings.remember(Some(STARTED), "man:ls", 1);
        let descendant = caller(&[("xdg-open", Process { id: 9, began: 3 }), ("wrapper", STARTED)]);
        let successor = caller(&[("other", Process { began: 2, ..STARTED })]);
        let now = Instant::now();
        assert!(rings.closes(&descendant, "man:ls", now));
        assert!(!rings.closes(&descendant, "man:cp", now));
        assert!(!rings.closes(&successor, "man:ls", now));
    }

    #[test]
    fn descent_counts_openers_that_the_environment_hides() {
        let mut rings = Rings::default();
        rings.remember(Some(STARTED), "x-s:1", 2);
        let descendant = caller(&[("portero", Process { id: 9, began: 3 }), ("wrapper", STARTED)]);
        assert_eq!((rings.depth(&descendant), rings.depth(&Caller::unknown())), (2, 0));
    }

    #[test]
    fn a_program_may_be_quicker_than_our_memory() {
        let mut rings = Rings::default();
        let mut child = caller(&[("wrapper", STARTED)]);
        child.ancestry[0].parent = std::process::id();
        let now = Instant::now();
        assert!(!rings.closes(&child, "man:ls", now));
        rings.begin("man:ls", 3);
        assert!(rings.closes(&child, "man:ls", now));
        assert_eq!((rings.depth(&child), rings.depth(&Caller::unknown())), (3, 0));
        rings.remember(None, "man:ls", 1);
        assert!(!rings.closes(&child, "man:ls", now));
    }

    #[test]
    fn behind_a_relay_the_fourth_alike_is_a_ring() {
        let mut rings = Rings::default();
        let portal = caller(&[("portero", STARTED), ("xdg-desktop-por", Process { id: 3, began: 1 })]);
        let direct = caller(&[("portero", STARTED), ("gio", Process { id: 3, began: 1 })]);
        let now = Instant::now();
        for _ in 0..3 {
            assert!(!rings.closes(&portal, "man:ls", now));
        }
        assert!(rings.closes(&portal, "man:ls", now));
        assert!(!rings.closes(&portal, "man:cp", now));
        assert!(!rings.closes(&portal, "man:ls", now + WINDOW));
        for _ in 0..9 {
            assert!(!rings.closes(&direct, "man:ls", now));
        }
    }

    #[test]
    fn memory_is_bounded() {
        let mut rings = Rings::default();
        for id in 0..1000 {
            rings.remember(Some(Process { id, began: 1 }), "man:ls", 1);
            rings.closes(&Caller::unknown(), &id.to_string(), Instant::now());
        }
        assert_eq!((rings.started.len(), rings.relayed.len()), (MOST_STARTED, MOST_RELAYED));
    }
}
