//! `prospero:` (RFC 4157): names of a directory service that is gone.

use std::collections::BTreeMap;

use super::Request;
use crate::error::Error;
use crate::message;
use crate::scheme::word::{Host, Port, check_visible};
use crate::target::{Field, Target, Value};
use crate::uri::Part;
use crate::warning::WarningCode;

/// An object of a directory server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prospero {
    /// The server.
    pub host: Host,
    /// 1525 when none is named.
    pub port: Port,
    /// The host-specific object name.
    pub name: String,
    /// Fields that the link must have.
    pub fields: BTreeMap<String, String>,
}

impl Prospero {
    /// In the order of JSON.
    pub const FIELDS: &[Field] =
        &[Field::sure("host"), Field::sure("port"), Field::sure("name"), Field::record("fields")];

    /// The values of [`Self::FIELDS`].
    pub fn values(&self) -> Vec<Value> {
        vec![
            Value::from(&self.host),
            self.port.into(),
            Value::from(&self.name),
            Value::Map(self.fields.clone()),
        ]
    }
}

/// `prospero://host:port/name;field=value`; users and passwords are not part of it.
pub fn parse(request: &mut Request<'_>) -> Result<Target, Error> {
    let server = request.needed_server()?;
    if server.user.is_some() {
        return Err(request.uri.hierarchy().malformed(message!("a prospero URI has no user")));
    }
    request.warn(WarningCode::RetiredScheme, message!("Prospero servers are gone"));
    if request.uri.query().is_some_and(|query| !query.is_empty()) {
        request.repaired(message!("a prospero URI has no query; it is left out"));
    }
    let path = request.uri.path();
    let mut parts = path.strip_prefix("/").unwrap_or(path).split(';');
    let name = parts.next().unwrap_or(path).word(visible)?;
    let fields = parts.map(read_field).collect::<Result<_, _>>()?;
    Ok(Target::Prospero(Prospero { host: server.host, port: server.port, name, fields }))
}

fn read_field(part: Part<'_>) -> Result<(String, String), Error> {
    let (name, value) =
        part.split_once('=').ok_or_else(|| part.malformed(message!("a field is name=value")))?;
    Ok((name.word(visible)?, value.word(|text| check_visible(text).map(|()| text.to_owned()))?))
}

fn visible(text: &str) -> Result<String, Error> {
    if text.is_empty() {
        return Err(Error::malformed(0, message!("a name is missing")));
    }
    check_visible(text).map(|()| text.to_owned())
}
