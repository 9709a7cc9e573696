//! Any scheme that portero has no grammar for: the generic parts of RFC 3986.

use crate::target::{Field, Value};

/// The generic parts; path, query and fragment are passed on encoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Other {
    /// Host, port and user information as written, a password masked.
    pub authority: Option<String>,
    /// As written.
    pub path: String,
    /// As written.
    pub query: Option<String>,
    /// As written.
    pub fragment: Option<String>,
}

impl Other {
    /// In the order of JSON.
    pub const FIELDS: &[Field] = &[
        Field::scalar("authority"),
        Field::scalar("path"),
        Field::scalar("query"),
        Field::scalar("fragment"),
    ];

    /// The values of [`Self::FIELDS`].
    pub fn values(&self) -> Vec<Value> {
        vec![
            self.authority.clone().into(),
            self.path.as_str().into(),
            self.query.clone().into(),
            self.fragment.clone().into(),
        ]
    }
}
