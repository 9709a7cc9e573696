//! `portero resolve`: reference resolution (RFC 3986 section 5).

use std::process::ExitCode;

use super::output;
use crate::uri::{Mode, resolve};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Take a reference with the base's own scheme and no authority as relative, as old documents mean it
    #[arg(long)]
    compatible: bool,
    /// The URI of the document that holds the reference
    base: String,
    /// The reference, as it stands there
    #[arg(allow_hyphen_values = true)]
    reference: String,
}

pub fn run(args: &Args) -> ExitCode {
    let mode = if args.compatible { Mode::Compatible } else { Mode::Strict };
    match resolve(&args.base, &args.reference, mode) {
        Ok(uri) => output::line(&uri),
        Err(error) => {
            super::tell_of(&error.told());
            ExitCode::from(error.code.exit_code())
        }
    }
}
