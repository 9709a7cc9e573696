//! Programs by their names: what a name may look like.

use std::ffi::OsStr;
use std::path::Path;

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
}
