//! Programs by their names: what a name may look like, and which of them would only come back to us.

use std::ffi::OsStr;
use std::path::Path;

/// Openers that ask the desktop again, and so sooner or later portero.
const OPENERS: &[&str] = &[
    "portero",
    "xdg-open",
    "exo-open",
    "kde-open",
    "kde-open5",
    "kde-open6",
    "kioclient",
    "kioclient5",
    "gnome-open",
    "gvfs-open",
    "handlr",
    "mimeopen",
    "mimeo",
    "linopen",
    "xdg-email",
    "enlightenment_open",
];

/// Whether element 0 of an argument list may look so: a bare name, or an absolute file.
pub fn is_name(program: &str) -> bool {
    if program.starts_with('/') || program.starts_with("~/") {
        return !program.chars().any(char::is_control) && !program.ends_with('/');
    }
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._+-".contains(&byte);
    !program.is_empty()
        && !program.starts_with('-')
        && ![".", ".."].contains(&program)
        && program.bytes().all(plain)
}

/// Whether an argument list starts an opener, which would hand the URI back to portero.
pub fn is_opener<S: AsRef<OsStr>>(argv: &[S]) -> bool {
    let word = |index: usize| argv.get(index).map(|word| base_name(word.as_ref()));
    match word(0) {
        Some("gio") => word(1) == Some("open"),
        Some(name) => OPENERS.contains(&name),
        None => false,
    }
}

/// The name without its folder.
pub fn base_name(program: &OsStr) -> &str {
    Path::new(program).file_name().and_then(OsStr::to_str).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_names_or_absolute_files() {
        for good in ["man", "g++", "org.gnome.Yelp", "/usr/bin/man", "~/bin/my mail", "7z"] {
            assert!(is_name(good), "{good}");
        }
        for bad in ["", ".", "..", "./evil", "bin/x", " sh", "--bind", "a b", "~", "~bob/x", "/", "/a\n"] {
            assert!(!is_name(bad), "{bad}");
        }
    }

    #[test]
    fn openers_are_known() {
        assert!(is_opener(&["/usr/bin/xdg-open", "x"]) && is_opener(&["gio", "open", "x"]));
        assert!(!is_opener(&["gio", "mount"]) && !is_opener::<&str>(&[]) && !is_opener(&["mutt"]));
    }
}
