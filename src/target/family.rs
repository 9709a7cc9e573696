//! Families of schemes: what one line under `[schemes]`, one preset and one built-in default stand for.

use super::Kind;

/// Schemes with one meaning.
#[derive(Debug, PartialEq, Eq)]
pub struct Family {
    /// The word in tables of presets.
    pub name: &'static str,
    /// In small letters, the one whose name people know first.
    pub schemes: &'static [&'static str],
}

impl Family {
    /// What its URIs usually mean.
    pub fn kinds(&self) -> Vec<Kind> {
        let leading = if self.name == FOLDER { Some("file") } else { self.schemes.first().copied() };
        match leading.and_then(super::find) {
            Some(scheme) => scheme.kinds.iter().copied().filter(|kind| *kind != Kind::Other).collect(),
            None => vec![Kind::Other],
        }
    }

    /// Whether the reader shows something for it.
    pub fn has_page(&self) -> bool {
        self != &OTHER && self.name != FOLDER
    }
}

/// Directories of `file:` URIs; written under `[schemes]` like a scheme.
pub const FOLDER: &str = "folder";

/// Every family but `other`.
pub const FAMILIES: &[Family] = &[
    family("man", &["man", "x-man-page"]),
    family("info", &["info"]),
    family("whatis", &["whatis"]),
    family("apropos", &["apropos"]),
    family("help", &["help", "ghelp"]),
    family("mail", &["mailto"]),
    family("news", &["news", "nntp", "nntps", "snews"]),
    family("file", &["file"]),
    family(FOLDER, &[]),
    family("telnet", &["telnet"]),
    family("ftp", &["ftp", "ftps"]),
    family("gopher", &["gopher"]),
    family("ldap", &["ldap", "ldaps"]),
    family("wais", &["wais"]),
    family("prospero", &["prospero"]),
    family("urn", &["urn"]),
    family("web", &["http", "https"]),
];

/// Any scheme that is not in the list: a rule may do with it what it likes, but no preset and no page fits.
pub const OTHER: Family = Family { name: "other", schemes: &[] };

/// Schemes that follow the line of another one where they have none of their own.
const FOLLOWERS: &[(&str, &str)] =
    &[("x-man-page", "man"), ("ftps", "ftp"), ("ldaps", "ldap"), ("snews", "news"), ("nntps", "nntp")];

const fn family(name: &'static str, schemes: &'static [&'static str]) -> Family {
    Family { name, schemes }
}

/// The family of a scheme in small letters.
pub fn of_scheme(scheme: &str) -> &'static Family {
    FAMILIES.iter().find(|family| family.schemes.contains(&scheme)).unwrap_or(&OTHER)
}

/// A family by its name.
pub fn named(name: &str) -> Option<&'static Family> {
    FAMILIES.iter().find(|family| family.name == name)
}

/// Every scheme that portero has a grammar for.
pub fn schemes() -> impl Iterator<Item = &'static str> {
    FAMILIES.iter().flat_map(|family| family.schemes.iter().copied())
}

/// The schemes that follow this one's line under `[schemes]`.
pub fn followers(scheme: &str) -> Vec<&'static str> {
    FOLLOWERS.iter().filter(|(_, leader)| *leader == scheme).map(|(follower, _)| *follower).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemes_have_one_family_each() {
        for scheme in schemes() {
            let count = FAMILIES.iter().filter(|family| family.schemes.contains(&scheme)).count();
            assert_eq!(count, 1, "{scheme}");
        }
        assert_eq!(of_scheme("gemini").name, "other");
        assert_eq!(followers("ftp"), ["ftps"]);
    }

    #[test]
    fn every_scheme_has_a_family() {
        for scheme in super::super::SCHEMES {
            assert_ne!(of_scheme(scheme.name), &OTHER, "{}", scheme.name);
        }
        assert!(FAMILIES.iter().all(|family| !family.kinds().is_empty()));
    }
}
