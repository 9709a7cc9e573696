//! `ftp:` and `ftps:` (RFC 1738 section 3.2).

use super::Request;
use crate::error::Error;
use crate::message;
use crate::scheme::word::{Host, Password, Port, User};
use crate::target::{Field, Target, Value};
use crate::uri::{Part, remove_dot_segments};

/// A file or folder of a file server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ftp {
    /// The server.
    pub host: Host,
    /// 21, or 990 over TLS, when none is named.
    pub port: Port,
    /// Who logs in; `anonymous` when nobody is named.
    pub user: User,
    /// Whether a password was written; none is ever invented.
    pub password: Option<Password>,
    /// The arguments of the CWD commands, in order; one may be empty or hold a slash.
    pub directories: Vec<String>,
    /// The file, if one is named.
    pub name: Option<String>,
    /// `a`, `i` or `d`.
    pub kind: Option<char>,
    /// Whether the connection is over TLS.
    pub tls: bool,
}

impl Ftp {
    /// In the order of JSON.
    pub const FIELDS: &[Field] = &[
        Field::sure("host"),
        Field::sure("port"),
        Field::sure("user"),
        Field::scalar("password"),
        Field::list("directories"),
        Field::scalar("name"),
        Field::scalar("type"),
        Field::sure("tls"),
    ];

    /// The values of [`Self::FIELDS`].
    pub fn values(&self) -> Vec<Value> {
        vec![
            Value::from(&self.host),
            self.port.into(),
            Value::from(&self.user),
            Value::of(self.password.as_ref()),
            Value::texts(&self.directories),
            Value::of(self.name.as_ref()),
            self.kind.map(String::from).into(),
            self.tls.into(),
        ]
    }
}

/// `ftp://user:password@host:port/cwd1/cwd2/name;type=i`. Folders divide before they are decoded.
pub fn parse(request: &mut Request<'_>) -> Result<Target, Error> {
    let server = request.needed_server()?;
    let path = request.uri.path();
    let (path, kind) = typecode(path)?;
    let (directories, name) = segments(path)?;
    Ok(Target::Ftp(Ftp {
        host: server.host,
        port: server.port,
        user: server.user.map_or_else(|| User::new("anonymous"), Ok)?,
        password: server.password,
        directories,
        name,
        kind,
        tls: request.scheme.tls,
    }))
}

/// `;type=` and one letter at the very end, before no slash; the standard takes capitals too.
fn typecode(path: Part<'_>) -> Result<(Part<'_>, Option<char>), Error> {
    let Some((before, parameter)) = path.rsplit_once(';') else { return Ok((path, None)) };
    let Some((name, value)) = parameter.split_once('=') else { return Ok((path, None)) };
    if !name.as_str().eq_ignore_ascii_case("type") || value.as_str().contains('/') {
        return Ok((path, None));
    }
    match value.as_str().to_ascii_lowercase().as_str() {
        "a" => Ok((before, Some('a'))),
        "i" => Ok((before, Some('i'))),
        "d" => Ok((before, Some('d'))),
        _ => Err(value.malformed(message!("the type of a transfer is a, i or d"))),
    }
}

fn segments(path: Part<'_>) -> Result<(Vec<String>, Option<String>), Error> {
    let clean = remove_dot_segments(path.as_str());
    // Where no dots went, every byte still lies where it was written.
    let path = if clean == path.as_str() { path } else { Part::new(&clean, path.at()) };
    let path = path.strip_prefix("/").unwrap_or(path);
    let (folders, name) = path.rsplit_once('/').map_or((None, path), |(folders, name)| (Some(folders), name));
    let directories = folders.into_iter().flat_map(|folders| folders.split('/'));
    let directories = directories.map(segment).collect::<Result<_, _>>()?;
    let name = Some(name).filter(|name| !name.is_empty());
    if let Some(name) = name.filter(|name| name.text().is_ok_and(|text| text.starts_with('-'))) {
        return Err(name.dangerous(message!("a name with a leading dash could be read as an option")));
    }
    Ok((directories, name.map(segment).transpose()?))
}

fn segment(part: Part<'_>) -> Result<String, Error> {
    let text = part.text()?;
    if text.starts_with('|') {
        return Err(part.dangerous(message!("some programs run a name that begins with ‘|’")));
    }
    Ok(text)
}
