//! Any scheme that portero has no grammar for: the generic parts of RFC 3986.

use super::Request;
use super::server::credentials;
use crate::error::Error;
use crate::scheme::word::Password;
use crate::target::{Field, Target, Value};
use crate::uri::{Part, Uri, masked};

/// The generic parts. They serve matching and display: the URI itself is passed on as it came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Other {
    /// Host, port and user information as written, a password masked.
    pub authority: Option<String>,
    /// Decoded; control characters and invalid UTF-8 do not show.
    pub path: String,
    /// As written.
    pub query: Option<String>,
    /// Decoded like `path`.
    pub fragment: Option<String>,
}

impl Other {
    /// In the order of JSON.
    pub const FIELDS: &[Field] =
        &[Field::scalar("authority"), Field::sure("path"), Field::scalar("query"), Field::scalar("fragment")];

    /// The parts of any URI.
    pub fn new(uri: &Uri) -> Self {
        Self {
            authority: uri.authority().map(|authority| match authority.userinfo.map(credentials) {
                Some((user, Some(password))) => {
                    let after = password.at() + password.as_str().len() - authority.whole.at();
                    let rest = &authority.whole.as_str()[after..];
                    format!("{}{}{rest}", user.as_str(), Password::MASKED)
                }
                _ => uri.as_written(authority.whole).to_owned(),
            }),
            path: masked(&uri.path().shown(), Password::MASKED).into_owned(),
            query: uri.query().map(|query| uri.as_written(query).to_owned()),
            fragment: uri.fragment().map(Part::shown),
        }
    }

    /// The values of [`Self::FIELDS`].
    pub fn values(&self) -> Vec<Value> {
        vec![
            Value::of(self.authority.as_ref()),
            Value::from(&self.path),
            Value::of(self.query.as_ref()),
            Value::of(self.fragment.as_ref()),
        ]
    }
}

/// Controls in the authority are refused; the rest is passed on as it is.
pub fn parse(request: &mut Request<'_>) -> Result<Target, Error> {
    if let Some(authority) = request.uri.authority() {
        if let Some((user, password)) = authority.userinfo.map(credentials) {
            user.text()?;
            password.map(|password| request.password(password)).transpose()?;
        }
        authority.host.text()?;
    }
    Ok(Target::Other(Other::new(request.uri)))
}
