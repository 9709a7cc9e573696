//! Programs that only hand on what they get: as handlers they would sooner or later come back to portero.

use std::ffi::OsStr;
use std::path::Path;

/// An opener, and the first argument with which it hands on (any, where there is none).
const OPENERS: &[(&str, Option<&str>)] = &[
    ("enlightenment_open", None),
    ("exo-open", None),
    ("gio", Some("open")),
    ("gnome-open", None),
    ("gvfs-open", None),
    ("handlr", None),
    ("kde-open", None),
    ("kde-open5", None),
    ("kde-open6", None),
    ("kfmclient", None),
    ("kioclient", None),
    ("kioclient5", None),
    ("linopen", None),
    ("mimeo", None),
    ("mimeopen", None),
    ("portero", None),
    ("run-mailcap", None),
    ("xdg-email", None),
    ("xdg-open", None),
];

/// With this, Xfce's opener starts the program that its own settings name, and does not hand on.
const STARTS_ITSELF: &str = "--launch";

/// Whether an argument list starts an opener.
pub fn is_opener<S: AsRef<OsStr>>(argv: &[S]) -> bool {
    let Some((program, arguments)) = argv.split_first() else { return false };
    let name = Path::new(program).file_name().unwrap_or_default();
    let hands_on = |first: Option<&str>| match first {
        Some(first) => arguments.first().is_some_and(|argument| argument.as_ref() == first),
        None => arguments.iter().all(|argument| argument.as_ref() != STARTS_ITSELF),
    };
    OPENERS.iter().any(|(opener, first)| name == *opener && hands_on(*first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openers_are_known() {
        let cases: &[(&[&str], bool)] = &[
            (&["/usr/bin/xdg-open", "x"], true),
            (&["gio", "open", "x"], true),
            (&["exo-open", "x"], true),
            (&["exo-open", "--launch", "MailReader", "x"], false),
            (&["gio", "mount"], false),
            (&["mutt"], false),
            (&[], false),
        ];
        for (argv, expected) in cases {
            assert_eq!(is_opener(argv), *expected, "{argv:?}");
        }
    }
}
