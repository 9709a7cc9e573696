//! Which file a path means: the one of that name, the one of the literal name, then what its wildcards find.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use super::super::Request;
use super::{File, glob};
use crate::error::Error;
use crate::message;
use crate::probe::Probe;
use crate::uri::Part;
use crate::warning::WarningCode;

/// The file that an argument names literally, if there is one: no sign in it has a meaning. Relative to the caller's
/// folder.
pub fn named(argument: &[u8], probe: &dyn Probe) -> Option<File> {
    if argument.is_empty() || argument.contains(&0) {
        return None;
    }
    let mut bytes = Vec::new();
    if !argument.starts_with(b"/") {
        bytes.extend(probe.current_folder()?.into_os_string().into_vec());
        bytes.push(b'/');
    }
    bytes.extend(argument);
    // The dots as they stand: a folder that is not there leads nowhere, also not back.
    let path = without_dots(&bytes);
    probe.file_kind(Path::new(OsStr::from_bytes(&bytes)))?;
    let kind = probe.file_kind(&path)?;
    Some(File { path, kind: Some(kind), query: None, fragment: None, matches: Vec::new() })
}

/// Decodes a URI's path; a slash, and so a folder, is never encoded.
pub fn path_bytes(path: Part<'_>, request: &mut Request<'_>) -> Result<Vec<u8>, Error> {
    let mut out = Vec::with_capacity(path.as_str().len());
    for segment in path.split('/').skip(1) {
        let bytes = segment.bytes();
        if let Some(at) = bytes.iter().position(|byte| *byte == 0) {
            return Err(Error::unsafe_at(segment.encoded_place(at), message!("a zero byte")));
        }
        if let Some(at) = bytes.iter().position(|byte| *byte == b'/') {
            return Err(Error::malformed(
                segment.encoded_place(at),
                message!("an encoded slash is no part of a file's name"),
            ));
        }
        out.push(b'/');
        out.extend(bytes.iter());
    }
    if String::from_utf8_lossy(&out).contains(char::is_control) {
        request.warn(WarningCode::ControlCharacters, message!("the file's name holds control characters"));
    }
    Ok(out)
}

/// The file of a decoded path, or its literal or wildcard reading; `kind` stays empty when there is none.
pub fn find(path: &[u8], request: &mut Request<'_>) -> File {
    let uri = request.uri;
    let probe = request.probe;
    let query = uri.query().map(|query| uri.as_written(query).to_owned());
    let fragment = uri.fragment().map(Part::shown);
    let here = without_dots(path);
    let kind = probe.file_kind(&here);
    if kind.is_some() {
        if query.is_some() {
            request.warn(WarningCode::IgnoredQuery, message!("a query says nothing about a file"));
        }
        return File { path: here, kind, query, fragment, matches: Vec::new() };
    }
    if let Some(file) = literal(path, request) {
        request.repaired(message!("signs of the URI were read as part of the file's name"));
        return file;
    }
    for pattern in
        std::iter::once(here.clone()).chain(with_query(path, request).map(|path| without_dots(&path)))
    {
        let matches = glob::find(&pattern, probe);
        if !matches.is_empty() {
            return File { path: pattern, kind: None, query: None, fragment, matches };
        }
    }
    File { path: here, kind, query, fragment, matches: Vec::new() }
}

/// A file whose name holds `?`, `#` or `%` as they were written.
fn literal(path: &[u8], request: &Request<'_>) -> Option<File> {
    let uri = request.uri;
    let fragment = uri.fragment();
    let with_query = with_query(path, request);
    let whole =
        fragment.map(|fragment| [with_query.as_deref().unwrap_or(path), b"#", &fragment.bytes()].concat());
    let written = uri.text().find('/').map(|start| &uri.text().as_bytes()[start..]);
    let written = written.map(|text| text.strip_prefix(b"//").unwrap_or(text).to_vec());
    let candidates = [(with_query.clone(), fragment), (whole, None), (written, None)];
    let mut candidates = candidates.into_iter().filter_map(|(path, fragment)| Some((path?, fragment)));
    candidates.find_map(|(path, fragment)| {
        let file = named(&path, request.probe).filter(|_| path.starts_with(b"/"))?;
        Some(File { fragment: fragment.map(Part::shown), ..file })
    })
}

fn with_query(path: &[u8], request: &Request<'_>) -> Option<Vec<u8>> {
    let query = request.uri.query()?;
    Some([path, b"?", &query.bytes()].concat())
}

/// An absolute path without `.`, `..` and empty segments; a slash at its end stays.
fn without_dots(path: &[u8]) -> PathBuf {
    let mut kept: Vec<&[u8]> = Vec::new();
    for segment in path.split(|byte| *byte == b'/') {
        match segment {
            b"" | b"." => {}
            b".." => drop(kept.pop()),
            _ => kept.push(segment),
        }
    }
    let ends_open = path.ends_with(b"/") || path.ends_with(b"/.") || path.ends_with(b"/..");
    let mut out = vec![b'/'];
    out.extend(kept.join(&b'/'));
    if ends_open && !kept.is_empty() {
        out.push(b'/');
    }
    OsString::from_vec(out).into()
}

/// The bytes of a path.
pub fn bytes(path: &Path) -> &[u8] {
    path.as_os_str().as_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_and_empty_segments_go() {
        let cases: &[(&[u8], &str)] = &[
            (b"/usr/share/../../etc/passwd", "/etc/passwd"),
            (b"/usr/", "/usr/"),
            (b"//host/x", "/host/x"),
            (b"/..", "/"),
            (b"/a/b/..", "/a/"),
            (b"/a/.", "/a/"),
            (b"/%2e%2e", "/%2e%2e"),
        ];
        for (path, without) in cases {
            assert_eq!(without_dots(path), Path::new(without));
        }
    }
}
