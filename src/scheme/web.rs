//! `http:` and `https:` (RFC 9110 section 4.2): read for matching and display, passed on as they came.

use super::Request;
use super::server::credentials;
use crate::error::Error;
use crate::message;
use crate::scheme::word::{Host, Password, Port};
use crate::target::{Field, Target, Value};
use crate::uri::Part;
use crate::warning::WarningCode;

/// An address for a browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Web {
    /// The server.
    pub host: Host,
    /// 80, or 443 over TLS, when none is named.
    pub port: Port,
    /// Who logs in.
    pub user: Option<String>,
    /// Whether a password was written; the URI that a browser gets still holds it.
    pub password: Option<Password>,
    /// Decoded and without dot segments, `/` when empty.
    pub path: String,
    /// As written.
    pub query: Option<String>,
    /// The keys and values of a form, decoded.
    pub pairs: Vec<(String, String)>,
    /// The words of a query without any `=`.
    pub keywords: Vec<String>,
    /// Decoded.
    pub fragment: Option<String>,
    /// Whether the connection is over TLS.
    pub tls: bool,
}

impl Web {
    /// In the order of JSON.
    pub const FIELDS: &[Field] = &[
        Field::sure("host"),
        Field::sure("port"),
        Field::scalar("user"),
        Field::scalar("password"),
        Field::sure("path"),
        Field::scalar("query"),
        Field::record("pairs"),
        Field::list("keywords"),
        Field::scalar("fragment"),
        Field::sure("tls"),
    ];

    /// The values of [`Self::FIELDS`].
    pub fn values(&self) -> Vec<Value> {
        vec![
            Value::from(&self.host),
            self.port.into(),
            Value::of(self.user.as_ref()),
            Value::of(self.password.as_ref()),
            Value::from(&self.path),
            Value::of(self.query.as_ref()),
            Value::Pairs(self.pairs.clone()),
            Value::texts(&self.keywords),
            Value::of(self.fragment.as_ref()),
            self.tls.into(),
        ]
    }
}

/// `https://user:password@host:port/path?query#fragment`; a host is needed.
pub fn parse(request: &mut Request<'_>) -> Result<Target, Error> {
    let uri = request.uri;
    let authority = uri.authority().filter(|authority| !authority.host.is_empty());
    let authority =
        authority.ok_or_else(|| uri.hierarchy().malformed(message!("a web address needs a host")))?;
    let (host, port) = request.host_and_port(authority)?;
    let (user, password) = authority.userinfo.map(credentials).unzip();
    let user = user.map(|user| read_user(user, request)).transpose()?;
    let password = password.flatten().map(|password| request.password(password)).transpose()?;
    let query = uri.query();
    let (pairs, keywords) = query.map(form).unwrap_or_default();
    Ok(Target::Web(Web {
        host,
        port,
        user,
        password,
        path: path(&uri.normalized_path()),
        query: query.map(|query| uri.as_written(query).to_owned()),
        pairs,
        keywords,
        fragment: uri.fragment().map(Part::shown),
        tls: request.scheme.tls,
    }))
}

fn path(normalized: &str) -> String {
    if normalized.is_empty() { "/".to_owned() } else { Part::new(normalized, 0).shown() }
}

/// A backslash makes browsers and this parser see different hosts. A name that looks like a host is pointed out.
fn read_user(user: Part<'_>, request: &mut Request<'_>) -> Result<String, Error> {
    let text = user.text()?;
    if text.contains('\\') {
        return Err(user.dangerous(message!("a backslash before the host could hide another host")));
    }
    if text.contains(['.', '/']) {
        request.warn(
            WarningCode::RemoteHost,
            message!("the text before ‘@’ looks like a host; the host is what follows it"),
        );
    }
    Ok(text)
}

/// Pairs divide at `&`, or at `;` where there is no `&`; a query without any `=` is a list of words.
fn form(query: Part<'_>) -> (Vec<(String, String)>, Vec<String>) {
    let text = query.as_str();
    if text.is_empty() {
        return Default::default();
    }
    if !text.contains('=') {
        return (Vec::new(), query.split('+').map(Part::shown).collect());
    }
    let divider = if text.contains('&') { '&' } else { ';' };
    let fields = query.split(divider).filter(|field| !field.is_empty());
    let pair = |field: Part<'_>| {
        let (key, value) = field.split_once('=').unwrap_or(field.split_at(field.as_str().len()));
        (form_text(key), form_text(value))
    };
    (fields.map(pair).collect(), Vec::new())
}

/// A form's text: `+` is a space.
fn form_text(part: Part<'_>) -> String {
    Part::new(&part.as_str().replace('+', "%20"), part.at()).shown()
}
