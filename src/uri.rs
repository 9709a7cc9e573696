//! A URI in its parts (RFC 3986), over a kept library's parser.

/// A parsed URI. All parts are slices of the escaped form, so every one is strict RFC 3986 and is decoded once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uri {
    text: String,
    escaped: String,
    scheme: String,
}

impl Uri {
    /// As cleaned, with its password: what `{uri}` hands to a browser. Never shown.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The strict, escaped form, with its password.
    pub fn escaped(&self) -> &str {
        &self.escaped
    }

    /// The scheme in small letters.
    pub fn scheme(&self) -> &str {
        &self.scheme
    }
}
