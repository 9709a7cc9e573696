//! What somebody types into the location field.

use std::ffi::OsStr;

use super::search::{Entry, named};
use crate::document::uris;
use crate::probe::Probe;
use crate::reading;
use crate::target::{Target, find};

/// The URI that was meant: a URI as it is, `ls(1)` as a page, the name of a page as that page, all else as words to
/// look for.
pub fn meant(typed: &str, entries: &[Entry], probe: &dyn Probe) -> Option<String> {
    let typed = typed.trim();
    if typed.is_empty() {
        return None;
    }
    let scheme = typed.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    if scheme.is_some_and(|scheme| find(&scheme).is_some()) {
        return Some(typed.to_owned());
    }
    if let Ok(reading) = reading::read(OsStr::new(typed), None, probe)
        && !matches!(reading.target, Target::Web(_) | Target::Other(_))
    {
        return Some(reading.escaped);
    }
    if let Some(entry) = named(typed, entries) {
        return Some(entry.uri.clone());
    }
    Some(format!("apropos:{}", uris::encode(typed, "")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::probe::fake::Fake;

    #[test]
    fn forms_that_people_type() {
        let cases = [
            ("man:ls(1)", Some("man:ls(1)")),
            ("ls(1)", Some("man:ls(1)")),
            ("info:(gcc)Top", Some("info:(gcc)Top")),
            ("https://example.org/", Some("https://example.org/")),
            ("copy files", Some("apropos:copy%20files")),
            ("std::string", Some("apropos:std%3A%3Astring")),
            ("  ", None),
        ];
        for (typed, expected) in cases {
            let meant = meant(typed, &[], &Fake::default());
            assert_eq!(meant.as_deref(), expected, "{typed}");
        }
    }
}
