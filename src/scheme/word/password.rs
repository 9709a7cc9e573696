//! The place of a password, never the password.

/// A password stood in the URI. Nothing keeps it: a target, a log and an argument list have only these three stars.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Password;

impl Password {
    /// What stands in its place.
    pub const MASK: &'static str = "***";
    /// The same after its colon in user information.
    pub const MASKED: &'static str = ":***";
}

impl From<&Password> for crate::target::Value {
    fn from(_: &Password) -> Self {
        Self::Text(Password::MASK.to_owned())
    }
}
