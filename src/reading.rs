//! From an argument to its meaning: clean, parse, classify. The left half of every plan.

use std::ffi::OsStr;

use crate::error::{Code, Error};
use crate::probe::Probe;
use crate::target::Target;
use crate::uri::Uri;
use crate::warning::Warning;

/// A URI that was understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The parsed URI.
    pub uri: Uri,
    /// The reference as cleaned, password masked: the `uri` of JSON.
    pub shown: String,
    /// The same in its escaped form: what notices and titles use.
    pub escaped: String,
    /// What it means.
    pub target: Target,
    /// What was repaired or looks doubtful.
    pub warnings: Vec<Warning>,
}

/// A URI that was refused; what was understood before stays beside the error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The reference as far as it was cleaned, password masked, controls escaped.
    pub shown: String,
    /// The scheme, if there is one.
    pub scheme: Option<String>,
    /// The meaning, where the refusal came after it was found (a file that does not exist).
    pub target: Option<Target>,
    /// As in [`Reading`].
    pub warnings: Vec<Warning>,
    /// Why.
    pub error: Error,
}

/// Reads one argument: a URI reference, or a plain path in place of one (relative to `base` when there is one,
/// else to the caller's folder).
pub fn read(argument: &OsStr, base: Option<&str>, probe: &dyn Probe) -> Result<Reading, Box<Refused>> {
    let _ = (base, probe);
    Err(Box::new(Refused {
        shown: argument.to_string_lossy().into_owned(),
        scheme: None,
        target: None,
        warnings: Vec::new(),
        error: Error::new(Code::Unsupported, "not read yet"),
    }))
}
