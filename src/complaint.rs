//! Standard error, which nobody may be reading: a line that cannot be written stops nothing of what is to be done.

use std::fmt::Display;
use std::io::{self, Write};

/// Tells a line under the command's name.
pub fn complain(text: impl Display) {
    tell(format_args!("portero: {text}\n"));
}

/// Tells a text as it is.
pub fn tell(text: impl Display) {
    let mut out = io::stderr().lock();
    let _ = write!(out, "{text}").and_then(|()| out.flush());
}
