//! `portero daemon`: the service on the session bus.

use std::process::ExitCode;

use crate::error::Code;
use crate::message;
use crate::service::daemon;

pub fn run() -> ExitCode {
    match daemon::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            super::tell_of(&message!("the session bus cannot be served: {error}", error = error.to_string()));
            ExitCode::from(Code::Failed.exit_code())
        }
    }
}
