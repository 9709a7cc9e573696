//! `telnet:` (RFC 4248).

use super::Request;
use crate::error::Error;
use crate::message;
use crate::scheme::word::{Host, Password, Port, User};
use crate::target::{Field, Target, Value};

/// A server to log in to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Telnet {
    /// The server.
    pub host: Host,
    /// 23 when none is named.
    pub port: Port,
    /// Who logs in; never empty.
    pub user: Option<User>,
    /// Whether a password was written.
    pub password: Option<Password>,
}

impl Telnet {
    /// In the order of JSON.
    pub const FIELDS: &[Field] =
        &[Field::sure("host"), Field::sure("port"), Field::scalar("user"), Field::scalar("password")];

    /// The values of [`Self::FIELDS`].
    pub fn values(&self) -> Vec<Value> {
        vec![
            Value::from(&self.host),
            self.port.into(),
            Value::of(self.user.as_ref()),
            Value::of(self.password.as_ref()),
        ]
    }
}

/// `telnet://user:password@host:port/`; the last slash may be missing.
pub fn parse(request: &mut Request<'_>) -> Result<Target, Error> {
    let server = request.needed_server()?;
    let query = request.uri.query().is_some_and(|query| !query.is_empty());
    if query || !matches!(request.uri.path().as_str(), "" | "/") {
        request.repaired(message!("a telnet URI ends with its host; the rest is left out"));
    }
    Ok(Target::Telnet(Telnet {
        host: server.host,
        port: server.port,
        user: server.user.filter(|user| !user.is_empty()),
        password: server.password,
    }))
}
