//! `wais:` (RFC 4156): databases, searches and documents of servers that are gone.

use super::Request;
use crate::error::Error;
use crate::message;
use crate::scheme::word::{Host, Port, check_visible};
use crate::target::{Field, Target, Value};
use crate::uri::Part;
use crate::warning::WarningCode;

/// A database, a search in it, or a document of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wais {
    /// The server.
    pub host: Host,
    /// 210 when none is named.
    pub port: Port,
    /// The database.
    pub database: String,
    /// What is looked for.
    pub search: Option<String>,
    /// A document's type.
    pub wtype: Option<String>,
    /// A document's identity.
    pub wpath: Option<String>,
}

impl Wais {
    /// In the order of JSON.
    pub const FIELDS: &[Field] = &[
        Field::sure("host"),
        Field::sure("port"),
        Field::sure("database"),
        Field::scalar("search"),
        Field::scalar("wtype"),
        Field::scalar("wpath"),
    ];

    /// The values of [`Self::FIELDS`].
    pub fn values(&self) -> Vec<Value> {
        vec![
            Value::from(&self.host),
            self.port.into(),
            Value::from(&self.database),
            Value::of(self.search.as_ref()),
            Value::of(self.wtype.as_ref()),
            Value::of(self.wpath.as_ref()),
        ]
    }
}

/// `wais://host:port/database`, `…/database?search` or `…/database/wtype/wpath`.
pub fn parse(request: &mut Request<'_>) -> Result<Target, Error> {
    let server = request.needed_server()?;
    if server.user.is_some() {
        return Err(request.uri.hierarchy().malformed(message!("a wais server knows no users")));
    }
    request.warn(WarningCode::RetiredScheme, message!("WAIS servers are gone"));
    let path = request.uri.path();
    let path = path.strip_prefix("/").unwrap_or(path);
    let (database, document) =
        path.split_once('/').map_or((path, None), |(before, after)| (before, Some(after)));
    let document = document.map(read_document).transpose()?;
    let search = request.uri.query().map(|query| query.word(search)).transpose()?;
    if search.is_some() && document.is_some() {
        return Err(path.malformed(message!("either a search or a document")));
    }
    let (wtype, wpath) = document.unzip();
    let database = database.word(visible)?;
    Ok(Target::Wais(Wais { host: server.host, port: server.port, database, search, wtype, wpath }))
}

fn read_document(part: Part<'_>) -> Result<(String, String), Error> {
    let (wtype, wpath) =
        part.split_once('/').ok_or_else(|| part.malformed(message!("a document has a type and a path")))?;
    Ok((wtype.word(visible)?, wpath.word(visible)?))
}

/// Whatever is looked for, also nothing (RFC 4156 section 2).
fn search(text: &str) -> Result<String, Error> {
    check_visible(text).map(|()| text.to_owned())
}

fn visible(text: &str) -> Result<String, Error> {
    if text.is_empty() {
        return Err(Error::malformed(0, message!("a part of the wais URI is missing")));
    }
    check_visible(text).map(|()| text.to_owned())
}
