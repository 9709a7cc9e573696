//! Wildcards in file names: `*`, `?` and `[…]`, as a shell reads them (uri(7) suggests them for `file:`).

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::locate::bytes;
use crate::probe::Probe;

/// More matches than anybody chooses from.
const MOST: usize = 1000;

/// The existing paths that a pattern matches, in order; none where it holds no wildcard.
pub fn find(pattern: &Path, probe: &dyn Probe) -> Vec<PathBuf> {
    if !is_pattern(bytes(pattern)) {
        return Vec::new();
    }
    let mut found = vec![PathBuf::from("/")];
    for segment in bytes(pattern).split(|byte| *byte == b'/').filter(|segment| !segment.is_empty()) {
        found = found.iter().flat_map(|folder| step(folder, segment, probe)).take(MOST).collect();
    }
    found.retain(|path| probe.file_kind(path).is_some());
    found.sort();
    found
}

fn step(folder: &Path, segment: &[u8], probe: &dyn Probe) -> Vec<PathBuf> {
    if !is_pattern(segment) {
        return vec![folder.join(OsStr::from_bytes(segment))];
    }
    let visible = |name: &[u8]| !name.starts_with(b".") || segment.starts_with(b".");
    let names = probe.list(folder).into_iter();
    let fitting = names.filter(|name| visible(name.as_bytes()) && fits(segment, name.as_bytes()));
    fitting.map(|name| folder.join(name)).collect()
}

fn is_pattern(text: &[u8]) -> bool {
    text.iter().any(|byte| b"*?[".contains(byte))
}

/// Whether a pattern fits a whole name. After a mismatch only the last `*` takes one byte more, so that the work
/// grows with the product of the lengths at most.
fn fits(pattern: &[u8], name: &[u8]) -> bool {
    let (mut p, mut n) = (0, 0);
    let mut star = None;
    while n < name.len() {
        if pattern.get(p) == Some(&b'*') {
            star = Some((p + 1, n));
            p += 1;
        } else if let Some(length) = one(&pattern[p..], name[n]) {
            p += length;
            n += 1;
        } else if let Some((after, taken)) = star {
            star = Some((after, taken + 1));
            (p, n) = (after, taken + 1);
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|byte| *byte == b'*')
}

/// How many bytes of the pattern take this byte of the name.
fn one(pattern: &[u8], byte: u8) -> Option<usize> {
    match pattern {
        [b'?', ..] => Some(1),
        [b'[', rest @ ..] => match rest.iter().skip(1).position(|byte| *byte == b']') {
            Some(end) => in_class(&rest[..=end], byte).then_some(end + 3),
            None => (byte == b'[').then_some(1),
        },
        [first, ..] => (*first == byte).then_some(1),
        [] => None,
    }
}

/// The inside of `[…]`: bytes and ranges, all others after `!` or `^`.
fn in_class(class: &[u8], byte: u8) -> bool {
    let (negated, mut class) = match class {
        [b'!' | b'^', rest @ ..] if !rest.is_empty() => (true, rest),
        _ => (false, class),
    };
    let mut found = false;
    while let Some((&first, rest)) = class.split_first() {
        if let [b'-', last, after @ ..] = rest {
            found |= (first..=*last).contains(&byte);
            class = after;
        } else {
            found |= first == byte;
            class = rest;
        }
    }
    found != negated
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        let cases = [
            ("*.txt", "a.txt", true),
            ("*.txt", "a.txt.gz", false),
            ("a*b*c", "aXbYbZc", true),
            ("a?c", "abc", true),
            ("a?c", "ac", false),
            ("[a-c]x", "bx", true),
            ("[!a-c]x", "bx", false),
            ("[]]x", "]x", true),
            ("[", "[", true),
            ("report-*", "report-", true),
        ];
        for (pattern, name, fitting) in cases {
            assert_eq!(fits(pattern.as_bytes(), name.as_bytes()), fitting, "{pattern} {name}");
        }
    }
}
