//! Programs that were started: left alone, and reaped when they end.

use std::sync::{Mutex, PoisonError};

use crate::launch::{Child, Started};

/// Children of this process that have not ended.
#[derive(Debug, Default)]
pub struct Children(Mutex<Vec<Child>>);

impl Children {
    /// Takes a program to be reaped.
    pub fn adopt(&self, started: Started) {
        let mut child = started.into_child();
        let mut children = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Its end may have come before it was here to be found.
        if child.is_running() {
            children.push(child);
        }
    }

    /// Reaps those that have ended: SIGCHLD says that one has, not which.
    pub fn reap(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).retain_mut(Child::is_running);
    }
}
