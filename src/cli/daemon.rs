//! `portero daemon`: the service on the session bus.

use std::process::ExitCode;

use crate::complaint::complain;
use crate::error::Code;
use crate::service::daemon;

pub fn run() -> ExitCode {
    match daemon::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(format_args!("the session bus cannot be served: {error}"));
            ExitCode::from(Code::Failed.exit_code())
        }
    }
}
