//! The command `portero`.

use std::process::ExitCode;

fn main() -> ExitCode {
    portero::cli::run()
}
