//! One question at a time: two windows that come up together would take each other's focus, clicks and answers.

use std::fs::File;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::fs::{FlockOperation, flock};

use crate::env::Env;

static WITHIN_US: Mutex<()> = Mutex::new(());

/// The turn to ask; it ends when this is dropped.
#[derive(Debug)]
pub struct Turn {
    _within_us: MutexGuard<'static, ()>,
    /// Held against other processes; none where there is no folder to agree in.
    _among_us: Option<File>,
}

/// Waits until no other question of this person is open.
pub fn wait(env: &Env) -> Turn {
    let within_us = WITHIN_US.lock().unwrap_or_else(PoisonError::into_inner);
    Turn { _within_us: within_us, _among_us: lock_file(env) }
}

fn lock_file(env: &Env) -> Option<File> {
    let path = env.folders.place_runtime_file("portero-question").ok()?;
    let file = File::create(path).ok()?;
    flock(&file, FlockOperation::LockExclusive).ok()?;
    Some(file)
}
