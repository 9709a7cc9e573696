//! One grammar a file: from the parts of a URI to typed fields. The files do not know each other.

pub mod man;
pub mod other;
