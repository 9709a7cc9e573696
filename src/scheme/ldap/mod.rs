//! `ldap:` and `ldaps:` (RFC 4516).

mod filter;

use super::Request;
use crate::error::Error;
use crate::message;
use crate::scheme::word::{Host, Port, check_visible};
use crate::target::{Field, Target, Value};
use crate::uri::Part;
use crate::warning::WarningCode;

/// A search in a directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ldap {
    /// The server; without one the program knows its own.
    pub host: Option<Host>,
    /// 389, or 636 over TLS, when none is named.
    pub port: Port,
    /// The distinguished name; empty for the root.
    pub dn: String,
    /// The attributes to return; none means all.
    pub attributes: Vec<String>,
    /// `base`, `one` or `sub`.
    pub scope: Scope,
    /// An RFC 4515 filter.
    pub filter: String,
    /// None of them is critical: those are refused.
    pub extensions: Vec<Extension>,
    /// Whether the connection is over TLS.
    pub tls: bool,
}

/// How far a search goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scope {
    /// The entry alone.
    #[default]
    Base,
    /// Its children.
    One,
    /// All below it.
    Sub,
}

/// An extension and its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extension {
    /// Its name or object identifier.
    pub name: String,
    /// Its value, if it has one.
    pub value: Option<String>,
}

impl Ldap {
    /// In the order of JSON.
    pub const FIELDS: &[Field] = &[
        Field::scalar("host"),
        Field::sure("port"),
        Field::sure("dn"),
        Field::list("attributes"),
        Field::sure("scope"),
        Field::sure("filter"),
        Field::record("extensions"),
        Field::sure("tls"),
    ];

    /// The values of [`Self::FIELDS`].
    pub fn values(&self) -> Vec<Value> {
        vec![
            Value::of(self.host.as_ref()),
            self.port.into(),
            Value::from(&self.dn),
            Value::texts(&self.attributes),
            self.scope.name().into(),
            Value::from(&self.filter),
            Value::Rows(self.extensions.iter().map(Extension::row).collect()),
            self.tls.into(),
        ]
    }
}

impl Scope {
    /// As in the URI.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Base => "base",
            Self::One => "one",
            Self::Sub => "sub",
        }
    }

    fn read(text: &str) -> Result<Self, Error> {
        match text.to_ascii_lowercase().as_str() {
            "" | "base" => Ok(Self::Base),
            "one" => Ok(Self::One),
            "sub" => Ok(Self::Sub),
            _ => Err(Error::malformed(0, message!("a scope is base, one or sub"))),
        }
    }
}

impl Extension {
    fn row(&self) -> Vec<(&'static str, Value)> {
        vec![
            ("type", Value::from(&self.name)),
            ("value", Value::of(self.value.as_ref())),
            ("critical", false.into()),
        ]
    }
}

/// `ldap://host:port/dn?attributes?scope?filter?extensions`; components divide before they are decoded.
pub fn parse(request: &mut Request<'_>) -> Result<Target, Error> {
    if request.uri.authority().is_none() {
        return Err(request.uri.hierarchy().malformed(message!("an ldap URI begins with ldap://")));
    }
    let server = request.server()?;
    if server.as_ref().is_some_and(|server| server.user.is_some()) {
        return Err(request.uri.hierarchy().malformed(message!("an ldap URI has no user")));
    }
    let [attributes, scope, filter, extensions] = components(request.uri.query())?;
    let port = server.as_ref().map(|server| server.port).or(request.scheme.port).unwrap_or(Port::known(389));
    let path = request.uri.path();
    Ok(Target::Ldap(Ldap {
        host: server.map(|server| server.host),
        port,
        dn: path.strip_prefix("/").unwrap_or(path).word(read_dn)?,
        attributes: list(attributes).map(|part| part.word(read_attribute)).collect::<Result<_, _>>()?,
        scope: scope.map(|part| part.word(Scope::read)).transpose()?.unwrap_or_default(),
        filter: read_filter(filter, request)?,
        extensions: list(extensions).map(|part| read_extension(part, request)).collect::<Result<_, _>>()?,
        tls: request.scheme.tls,
    }))
}

fn components(query: Option<Part<'_>>) -> Result<[Option<Part<'_>>; 4], Error> {
    let mut parts = query.into_iter().flat_map(|query| query.split('?'));
    let components = [parts.next(), parts.next(), parts.next(), parts.next()];
    match parts.next() {
        Some(extra) => Err(extra.malformed(message!("an ldap URI has four question marks at most"))),
        None => Ok(components),
    }
}

fn list(part: Option<Part<'_>>) -> impl Iterator<Item = Part<'_>> {
    part.filter(|part| !part.is_empty()).into_iter().flat_map(|part| part.split(','))
}

fn read_dn(text: &str) -> Result<String, Error> {
    if text.starts_with('-') {
        return Err(Error::unsafe_at(0, message!("a leading dash could be read as an option")));
    }
    check_visible(text).map(|()| text.to_owned())
}

/// An attribute description (RFC 4512 section 2.5), or `*`, `+` and `1.1` (RFC 4511 section 4.5.1.8).
fn read_attribute(text: &str) -> Result<String, Error> {
    if text == "*" || text == "+" {
        return Ok(text.to_owned());
    }
    read_name(text, ";")
}

/// A short name or an object identifier.
fn read_name(text: &str, also: &str) -> Result<String, Error> {
    let good = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.' || also.contains(c);
    if !text.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return Err(Error::malformed(0, message!("a name begins with a letter or a digit")));
    }
    match text.find(|c: char| !good(c)) {
        Some(at) => Err(Error::malformed(at, message!("a name has letters, digits and hyphens"))),
        None => Ok(text.to_owned()),
    }
}

fn read_filter(part: Option<Part<'_>>, request: &mut Request<'_>) -> Result<String, Error> {
    let Some(part) = part.filter(|part| !part.is_empty()) else {
        return Ok("(objectClass=*)".to_owned());
    };
    let text = part.word(|text| check_visible(text).map(|()| text.to_owned()))?;
    if text.starts_with('(') {
        return part.word(filter::check).map(|()| text);
    }
    request.repaired(message!("a filter stands in parentheses"));
    let enclosed = format!("({text})");
    part.word(|_| {
        filter::check(&enclosed).map_err(|error| error.placed(|at| at.saturating_sub(1).min(text.len())))
    })?;
    Ok(enclosed)
}

/// `!type=value`, `!` for critical. None is supported, so a critical one must not go on (section 2).
fn read_extension(part: Part<'_>, request: &mut Request<'_>) -> Result<Extension, Error> {
    if part.as_str().starts_with('!') {
        return Err(part.dangerous(message!("this extension is critical and not supported")));
    }
    let (name, value) = part.split_once('=').map_or((part, None), |(name, value)| (name, Some(value)));
    let name = name.word(|text| read_name(text, ""))?;
    if matches!(name.to_ascii_lowercase().as_str(), "bindname" | "e-bindname") {
        request.warn(
            WarningCode::IgnoredOption,
            message!("a name to log in with stands in the URI; nobody logs in by it"),
        );
    }
    Ok(Extension { name, value: value.map(Part::text).transpose()? })
}
