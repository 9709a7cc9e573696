//! Standard output, for a reader that may have gone away (`| head -1`), which is no failure of ours.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

/// Prints a line.
pub fn line(text: impl Display) -> ExitCode {
    write(format_args!("{text}\n"))
}

/// Prints a text as it is.
pub fn write(text: impl Display) -> ExitCode {
    let mut out = io::stdout().lock();
    let written = write!(out, "{text}").and_then(|()| out.flush());
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("portero: standard output cannot be written: {error}");
            ExitCode::from(4)
        }
        _ => ExitCode::SUCCESS,
    }
}
