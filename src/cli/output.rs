//! Standard output, for a reader that may have gone away (`| head -1`), which is no failure of ours.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use crate::error::Code;
use crate::message;

/// Prints a line.
#[must_use]
pub fn line(text: impl Display) -> ExitCode {
    write(format_args!("{text}\n"))
}

/// Prints a text as it is.
#[must_use]
pub fn write(text: impl Display) -> ExitCode {
    ending(text, 0)
}

/// Prints a text as it is; gives this exit code, or that of a failure where it could not be written.
#[must_use]
pub fn ending(text: impl Display, code: u8) -> ExitCode {
    let mut out = io::stdout().lock();
    of_printing(write!(out, "{text}").and_then(|()| out.flush()), code)
}

/// The exit code of what somebody else has printed.
#[must_use]
pub fn of_printing(printed: io::Result<()>, code: u8) -> ExitCode {
    match printed {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            super::tell_of(&message!("standard output cannot be written: {error}", error = &error));
            ExitCode::from(Code::Failed.exit_code())
        }
        _ => ExitCode::from(code),
    }
}
