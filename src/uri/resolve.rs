//! Resolution of a reference against a base (RFC 3986 section 5.2), to the letter.

use fluent_uri::UriRef;

use crate::error::Error;
use crate::message;
use crate::uri::escape::{Syntax, escape};
use crate::uri::scheme_end;

/// Whether a reference with the base's own scheme and no authority counts as relative (section 5.2.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// It does not: `http:g` is itself.
    Strict,
    /// It does, as in RFC 1630: `http:g` is `g`.
    Compatible,
}

/// The target of a reference; dot segments go, nothing else is normalised. Characters that no URI may hold are
/// escaped. Fails when the base has no scheme, or when either does not divide into the parts of a URI.
///
/// ```
/// use portero::uri::{resolve, Mode};
/// assert_eq!(resolve("man:ls(1)", "cp(1)", Mode::Strict).unwrap(), "man:cp(1)");
/// ```
pub fn resolve(base: &str, reference: &str, mode: Mode) -> Result<String, Error> {
    let base = strict(base)?;
    let base = parse(&base)?;
    let reference = strict(reference)?;
    let reference = parse(&reference)?;
    let Some(scheme) = base.scheme() else {
        return Err(Error::malformed(0, message!("the base needs a scheme")));
    };
    Ok(transform(scheme.as_str(), Parts::of(&base), Parts::of(&reference), mode))
}

fn strict(text: &str) -> Result<String, Error> {
    let (strict, repairs) = escape(text, scheme_end(text).map_or(0, |end| end + 1), Syntax::GENERIC);
    match repairs.control {
        Some(at) => Err(Error::unsafe_at(at, message!("a control character"))),
        None => Ok(strict),
    }
}

fn parse(text: &str) -> Result<UriRef<&str>, Error> {
    UriRef::parse(text).map_err(|error| Error::malformed(error.index(), message!("this is no URI reference")))
}

#[derive(Clone, Copy)]
struct Parts<'a> {
    scheme: Option<&'a str>,
    authority: Option<&'a str>,
    path: &'a str,
    query: Option<&'a str>,
    fragment: Option<&'a str>,
}

impl<'a> Parts<'a> {
    fn of(uri: &UriRef<&'a str>) -> Self {
        Self {
            scheme: uri.scheme().map(fluent_uri::component::Scheme::as_str),
            authority: uri.authority().map(|authority| authority.as_str()),
            path: uri.path().as_str(),
            query: uri.query().map(fluent_uri::pct_enc::EStr::as_str),
            fragment: uri.fragment().map(fluent_uri::pct_enc::EStr::as_str),
        }
    }

    fn with_path(self, authority: Option<&'a str>, path: &str) -> (Option<&'a str>, String, Option<&'a str>) {
        (authority, remove_dot_segments(path), self.query)
    }
}

fn transform(scheme: &str, base: Parts<'_>, reference: Parts<'_>, mode: Mode) -> String {
    let own_scheme = reference.scheme.filter(|own| {
        mode == Mode::Strict || reference.authority.is_some() || !own.eq_ignore_ascii_case(scheme)
    });
    let (authority, path, query) = match reference {
        Parts { path, authority, .. } if own_scheme.is_some() || authority.is_some() => {
            reference.with_path(authority, path)
        }
        Parts { path: "", query, .. } => (base.authority, base.path.to_owned(), query.or(base.query)),
        Parts { path, .. } if path.starts_with('/') => reference.with_path(base.authority, path),
        Parts { path, .. } => reference.with_path(base.authority, &merge(base, path)),
    };
    join(own_scheme.unwrap_or(scheme), authority, &path, query, reference.fragment)
}

/// Section 5.2.3.
fn merge(base: Parts<'_>, path: &str) -> String {
    if base.authority.is_some() && base.path.is_empty() {
        return format!("/{path}");
    }
    let folder = base.path.rfind('/').map_or("", |slash| &base.path[..=slash]);
    format!("{folder}{path}")
}

/// Section 5.3. A path that would be read as an authority is kept one by `/.` (RFC 3986 errata 4547).
fn join(
    scheme: &str,
    authority: Option<&str>,
    path: &str,
    query: Option<&str>,
    fragment: Option<&str>,
) -> String {
    let mut out = format!("{scheme}:");
    match authority {
        Some(authority) => out.extend(["//", authority]),
        None if path.starts_with("//") => out.push_str("/."),
        None => {}
    }
    out.push_str(path);
    if let Some(query) = query {
        out.extend(["?", query]);
    }
    if let Some(fragment) = fragment {
        out.extend(["#", fragment]);
    }
    out
}

/// Section 5.2.4, step by step.
pub fn remove_dot_segments(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    let mut input = path;
    while !input.is_empty() {
        if let Some(rest) = input.strip_prefix("../").or_else(|| input.strip_prefix("./")) {
            input = rest;
        } else if input.starts_with("/./") || input == "/." {
            input = after_dots(input, 2);
        } else if input.starts_with("/../") || input == "/.." {
            input = after_dots(input, 3);
            out.truncate(out.rfind('/').unwrap_or(0));
        } else if input == "." || input == ".." {
            input = "";
        } else {
            let end = input.char_indices().skip(1).find(|(_, c)| *c == '/').map_or(input.len(), |(at, _)| at);
            out.push_str(&input[..end]);
            input = &input[end..];
        }
    }
    out
}

/// What follows `/.` or `/..`: always begins with a slash.
fn after_dots(input: &str, count: usize) -> &str {
    if input.len() == count { "/" } else { &input[count..] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_differ_on_the_same_scheme_alone() {
        let base = "http://a/b/c/d;p?q";
        let cases = [
            ("http:g", "http:g", "http://a/b/c/g"),
            ("HTTP:g", "HTTP:g", "http://a/b/c/g"),
            ("http://x/g", "http://x/g", "http://x/g"),
            ("ftp:g", "ftp:g", "ftp:g"),
        ];
        for (reference, strict, compatible) in cases {
            assert_eq!(resolve(base, reference, Mode::Strict).as_deref(), Ok(strict));
            assert_eq!(resolve(base, reference, Mode::Compatible).as_deref(), Ok(compatible));
        }
    }

    #[test]
    fn dots_go() {
        let cases = [
            ("/a/b/c/./../../g", "/a/g"),
            ("mid/content=5/../6", "mid/6"),
            ("/..", "/"),
            ("/.", "/"),
            ("..", ""),
            // The letter of the standard roots a path whose first segment goes.
            ("a/..", "/"),
            ("a/b/..", "a/"),
            ("//a/..", "//"),
            ("/a//../b", "/a/b"),
            ("", ""),
            ("/", "/"),
        ];
        for (path, without) in cases {
            assert_eq!(remove_dot_segments(path), without, "{path}");
        }
    }

    #[test]
    fn a_base_needs_a_scheme() {
        assert!(resolve("../b", "a", Mode::Strict).is_err());
        assert!(resolve("http://[::1/", "a", Mode::Strict).is_err());
    }
}
