//! A URI in its parts (RFC 3986), over a kept library's parser.

mod decode;
mod escape;
mod mask;
mod part;
pub mod punycode;
mod resolve;

use std::borrow::Cow;

use fluent_uri::component;
use fluent_uri::pct_enc::EStr;

pub use decode::{Controls, encode};
pub use escape::{Repairs, Syntax};
pub use mask::masked;
pub use part::Part;
pub use resolve::{Mode, remove_dot_segments, resolve};

use crate::error::Error;
use crate::message;

/// A parsed URI. All parts are slices of the escaped form, so every one is strict RFC 3986 and is decoded once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uri {
    text: String,
    strict: fluent_uri::Uri<String>,
    scheme: String,
    syntax: Syntax,
    repairs: Repairs,
}

/// A server: user information, host and port, still encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Authority<'a> {
    /// All of it.
    pub whole: Part<'a>,
    /// What stands before `@`.
    pub userinfo: Option<Part<'a>>,
    /// IPv6 addresses in their brackets; may be empty.
    pub host: Part<'a>,
    /// Digits, or nothing after a colon.
    pub port: Option<Part<'a>>,
}

impl Uri {
    /// Parses a cleaned reference that has a scheme, by what its scheme's grammar has beside a path.
    pub fn parse(text: &str, syntax: Syntax) -> Result<Self, Error> {
        let end = scheme_end(text)
            .ok_or_else(|| Error::malformed(0, message!("a URI begins with a scheme and a colon")))?;
        let (escaped, repairs) = escape::escape(text, end + 1, syntax);
        let strict = fluent_uri::Uri::parse(escaped).map_err(|(error, _)| {
            let at = escape::place(text, end + 1, syntax, error.index());
            Error::malformed(at, message!("what stands here does not belong into a URI"))
        })?;
        let scheme = text[..end].to_ascii_lowercase();
        Ok(Self { text: text.to_owned(), strict, scheme, syntax, repairs })
    }

    /// As cleaned, with its password: what `{uri}` hands to a browser. Never shown.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The strict, escaped form, with its password.
    pub fn escaped(&self) -> &str {
        self.strict.as_str()
    }

    /// The scheme in small letters.
    pub fn scheme(&self) -> &str {
        &self.scheme
    }

    /// What had to be escaped.
    pub const fn repairs(&self) -> Repairs {
        self.repairs
    }

    /// What its scheme's grammar has beside a path.
    pub const fn syntax(&self) -> Syntax {
        self.syntax
    }

    /// Everything between the scheme and the query: `//`, authority and path.
    pub fn hierarchy(&self) -> Part<'_> {
        let start = self.scheme.len() + 1;
        Part::new(&self.escaped()[start..self.path_end()], start)
    }

    /// The server, where the scheme has one and `//` stands.
    pub fn authority(&self) -> Option<Authority<'_>> {
        let authority = self.strict.authority().filter(|_| self.syntax.authority)?;
        let whole = Part::new(authority.as_str(), self.scheme.len() + 3);
        let host_at = authority.userinfo().map_or(0, |userinfo| userinfo.as_str().len() + 1);
        let port_at = host_at + authority.host().len() + 1;
        Some(Authority {
            whole,
            userinfo: authority.userinfo().map(|userinfo| Part::new(userinfo.as_str(), whole.at())),
            host: Part::new(authority.host(), whole.at() + host_at),
            port: authority.port().map(|port| Part::new(port.as_str(), whole.at() + port_at)),
        })
    }

    /// The path, without an authority before it.
    pub fn path(&self) -> Part<'_> {
        let path = self.strict.path().as_str();
        Part::new(path, self.path_end() - path.len())
    }

    /// What follows `?`.
    pub fn query(&self) -> Option<Part<'_>> {
        self.strict.query().map(|query| Part::new(query.as_str(), self.path_end() + 1))
    }

    /// What follows `#`.
    pub fn fragment(&self) -> Option<Part<'_>> {
        let fragment = self.strict.fragment()?.as_str();
        Some(Part::new(fragment, self.escaped().len() - fragment.len()))
    }

    /// The normal form (section 6.2.2), without the scheme's default port, and with a path after a server (section
    /// 6.2.3).
    pub fn normalized(&self) -> String {
        let normal = self.strict.normalize();
        let Some(authority) = normal.authority().filter(|_| normal.path().is_empty()) else {
            return normal.into_string();
        };
        let end = normal.scheme().as_str().len() + 3 + authority.as_str().len();
        let (server, rest) = normal.as_str().split_at(end);
        format!("{server}/{rest}")
    }

    /// The path of the normal form, still encoded.
    pub fn normalized_path(&self) -> String {
        self.strict.normalize().path().as_str().to_owned()
    }

    /// The byte of the cleaned text that this byte of the escaped form came from.
    pub fn place(&self, escaped: usize) -> usize {
        escape::place(&self.text, self.scheme.len() + 1, self.syntax, escaped)
    }

    /// A part as it was typed.
    pub fn as_written(&self, part: Part<'_>) -> &str {
        let end = part.at() + part.as_str().len();
        self.text.get(self.place(part.at())..self.place(end)).unwrap_or_default()
    }

    /// The text without the password of its user information.
    pub fn without_password(&self) -> Cow<'_, str> {
        let userinfo = self.authority().and_then(|authority| authority.userinfo);
        let Some((user, password)) = userinfo.and_then(|userinfo| userinfo.split_once(':')) else {
            return Cow::Borrowed(&self.text);
        };
        let start = self.place(user.at() + user.as_str().len());
        let end = self.place(password.at() + password.as_str().len());
        Cow::Owned(format!("{}{}", &self.text[..start], &self.text[end..]))
    }

    fn path_end(&self) -> usize {
        let after = |part: Option<&EStr<_>>| part.map_or(0, |part| part.as_str().len() + 1);
        let fragment = self.strict.fragment().map_or(0, |fragment| fragment.as_str().len() + 1);
        self.escaped().len() - fragment - after(self.strict.query())
    }
}

/// Where the scheme of a text ends: the byte of its colon (section 3.1).
pub fn scheme_end(text: &str) -> Option<usize> {
    let end = text.find(':')?;
    component::Scheme::new(&text[..end]).map(|_| end)
}
