//! What the network schemes have in common: `//user:password@host:port` (RFC 3986 section 3.2).

use super::Request;
use crate::error::Error;
use crate::message;
use crate::scheme::word::{Host, Password, Port, User};
use crate::target::Kind;
use crate::uri::{Authority, Part};
use crate::warning::WarningCode;

/// A server, with the scheme's own port where none is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// Its name or address.
    pub host: Host,
    /// Its port.
    pub port: Port,
    /// Who logs in; may be empty.
    pub user: Option<User>,
    /// Whether a password was written, even an empty one.
    pub password: Option<Password>,
}

impl Request<'_> {
    /// The server that the URI names; the scheme needs one.
    pub fn needed_server(&mut self) -> Result<Server, Error> {
        self.server()?.ok_or_else(|| self.uri.hierarchy().malformed(message!("a host is missing")))
    }

    /// The server that the URI names, if any.
    pub fn server(&mut self) -> Result<Option<Server>, Error> {
        let Some(authority) = self.uri.authority().filter(|authority| !authority.whole.is_empty()) else {
            return Ok(None);
        };
        let (host, port) = self.host_and_port(authority)?;
        let Some((user, password)) = authority.userinfo.map(credentials) else {
            return Ok(Some(Server { host, port, user: None, password: None }));
        };
        let password = password.map(|password| self.password(password)).transpose()?;
        Ok(Some(Server { host, port, user: Some(user.word(User::new)?), password }))
    }

    /// Host and port; a port that is another protocol's is noted or refused.
    pub fn host_and_port(&mut self, authority: Authority<'_>) -> Result<(Host, Port), Error> {
        let host = authority.host.word(Host::new)?;
        let usual = self.scheme.port.unwrap_or(Port::known(1));
        let Some(written) = authority.port.filter(|port| !port.is_empty()) else {
            return Ok((host, usual));
        };
        let port = written.read(Port::new)?;
        if port != usual && self.scheme.speaks_lines && port.is_line_protocol() {
            return Err(written.dangerous(message!(
                "this port belongs to another protocol, which could take this for commands"
            )));
        }
        if port != usual && port.is_reserved() {
            let number = port.number();
            self.warn(
                WarningCode::ReservedPort,
                message!("port {number} is reserved for another protocol", number),
            );
        }
        Ok((host, port))
    }

    /// Checks a password and forgets it.
    pub fn password(&mut self, password: Part<'_>) -> Result<Password, Error> {
        password.text()?;
        let message = if self.scheme.kinds.contains(&Kind::Web) {
            message!("a password stands in the URI; the browser gets it with the address")
        } else {
            message!("a password stands in the URI; it is not passed on")
        };
        self.warn(WarningCode::Password, message);
        Ok(Password)
    }
}

/// User and password, still encoded.
pub fn credentials(userinfo: Part<'_>) -> (Part<'_>, Option<Part<'_>>) {
    match userinfo.split_once(':') {
        Some((user, password)) => (user, Some(password)),
        None => (userinfo, None),
    }
}
