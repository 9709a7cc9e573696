//! `gopher:` with searches and Gopher+ (RFC 4266, RFC 1738 section 3.4).

use super::Request;
use crate::error::Error;
use crate::message;
use crate::scheme::word::{Host, Port};
use crate::target::{Field, Target, Value};
use crate::uri::{Controls, Part};

/// An item of a menu server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gopher {
    /// The server.
    pub host: Host,
    /// 70 when none is named.
    pub port: Port,
    /// The item's type; `1`, a menu, when none is named.
    pub kind: char,
    /// What is sent to the server.
    pub selector: String,
    /// What is looked for.
    pub search: Option<String>,
    /// The Gopher+ string.
    pub plus: Option<String>,
}

impl Gopher {
    /// In the order of JSON.
    pub const FIELDS: &[Field] = &[
        Field::sure("host"),
        Field::sure("port"),
        Field::sure("type"),
        Field::sure("selector"),
        Field::scalar("search"),
        Field::scalar("plus"),
    ];

    /// The values of [`Self::FIELDS`].
    pub fn values(&self) -> Vec<Value> {
        vec![
            Value::from(&self.host),
            self.port.into(),
            Value::Text(self.kind.to_string()),
            Value::from(&self.selector),
            Value::of(self.search.as_ref()),
            Value::of(self.plus.as_ref()),
        ]
    }
}

/// `gopher://host:port/Tselector%09search%09plus`, `T` one character.
pub fn parse(request: &mut Request<'_>) -> Result<Target, Error> {
    let server = request.needed_server()?;
    if server.user.is_some() {
        return Err(request.uri.hierarchy().malformed(message!("a gopher server knows no users")));
    }
    let path = request.uri.path();
    path.strip_prefix("/").unwrap_or(path).decoded(Controls::Blanks, |text| {
        let kind = text.as_str().chars().next().unwrap_or('1');
        let rest = text.split_at(text.as_str().chars().next().map_or(0, char::len_utf8)).1;
        if let Some(at) = text.as_str().find(|c: char| c.is_control() && c != '\t') {
            return Err(text.split_at(at).1.dangerous(message!("a line break would be a second command")));
        }
        check_kind(kind, text, rest)?;
        let field = |part: Part<'_>| part.as_str().to_owned();
        let mut fields = rest.split('\t');
        let selector = fields.next().unwrap_or(rest);
        let search = fields.next();
        let plus = fields.next();
        if let Some(extra) = fields.next() {
            return Err(extra.malformed(message!("a gopher item has two tabs at most")));
        }
        Ok(Target::Gopher(Gopher {
            host: server.host,
            port: server.port,
            kind,
            selector: field(selector),
            search: search.filter(|text| !text.is_empty()).map(field),
            plus: plus.filter(|text| !text.is_empty()).map(field),
        }))
    })
}

/// Items that lead a gopher program on to another program: terminal sessions, and URIs that are no pages.
fn check_kind(kind: char, text: Part<'_>, rest: Part<'_>) -> Result<(), Error> {
    const PAGES: &[&str] = &["http", "https", "gopher", "ftp", "mailto", "news", "nntp"];
    if !kind.is_ascii_graphic() {
        return Err(text.malformed(message!("an item's type is one letter or sign")));
    }
    if matches!(kind, '8' | 'T') {
        return Err(text.dangerous(message!("an item of this type starts a terminal session")));
    }
    let Some(inner) = rest.strip_prefix("URL:").or_else(|| rest.strip_prefix("/URL:")) else { return Ok(()) };
    let scheme = inner.as_str().split(':').next().unwrap_or_default().to_ascii_lowercase();
    if kind == 'h' && !PAGES.contains(&scheme.as_str()) {
        return Err(inner.dangerous(message!("an item must not lead on to a URI of this scheme")));
    }
    Ok(())
}
