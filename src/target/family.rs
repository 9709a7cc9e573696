//! Families of schemes: what one line under `[schemes]`, one preset and one built-in default stand for.

/// Schemes with one meaning, and the kinds of target that they give.
#[derive(Debug, PartialEq, Eq)]
pub struct Family {
    /// The word in tables of presets.
    pub name: &'static str,
    /// In small letters.
    pub schemes: &'static [&'static str],
    /// Names of kinds.
    pub kinds: &'static [&'static str],
}

impl Family {
    /// Whether the reader shows something for it.
    pub fn has_page(&self) -> bool {
        self != &OTHER && self.name != FOLDER
    }
}

/// Directories of `file:` URIs; written under `[schemes]` like a scheme.
pub const FOLDER: &str = "folder";

/// Every family but `other`.
pub const FAMILIES: &[Family] = &[
    family("man", &["man", "x-man-page"], &["man", "man-index"]),
    family("info", &["info"], &["info", "info-index"]),
    family("whatis", &["whatis"], &["whatis"]),
    family("apropos", &["apropos"], &["apropos"]),
    family("help", &["help", "ghelp"], &["help"]),
    family("mail", &["mailto"], &["mail"]),
    family("news", &["news", "nntp", "nntps", "snews"], &["newsgroup", "news-article"]),
    family("file", &["file"], &["file"]),
    family(FOLDER, &[], &["file"]),
    family("telnet", &["telnet"], &["telnet"]),
    family("ftp", &["ftp", "ftps"], &["ftp"]),
    family("gopher", &["gopher"], &["gopher"]),
    family("ldap", &["ldap", "ldaps"], &["ldap"]),
    family("wais", &["wais"], &["wais"]),
    family("prospero", &["prospero"], &["prospero"]),
    family("urn", &["urn"], &["urn"]),
    family("web", &["http", "https"], &["web"]),
];

/// Any scheme that is not in the list: a rule may do with it what it likes, but no preset and no page fits.
pub const OTHER: Family = Family { name: "other", schemes: &[], kinds: &["other"] };

/// Schemes that follow the line of another one where they have none of their own.
const FOLLOWERS: &[(&str, &str)] =
    &[("x-man-page", "man"), ("ftps", "ftp"), ("ldaps", "ldap"), ("snews", "news"), ("nntps", "nntp")];

/// Never opened, not even by a rule for every scheme: what they name runs code or reaches into the machine.
const NEVER: &[&str] = &["javascript", "vbscript", "data", "jar", "lynxexec", "lynxprog", "ldapi"];

const fn family(
    name: &'static str,
    schemes: &'static [&'static str],
    kinds: &'static [&'static str],
) -> Family {
    Family { name, schemes, kinds }
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

/// Whether a scheme is refused whatever the rules say.
pub fn is_never_opened(scheme: &str) -> bool {
    NEVER.contains(&scheme) || scheme.starts_with("ms-") || scheme.len() == 1
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
    fn some_schemes_are_never_opened() {
        assert!(["javascript", "data", "ms-msdt", "c"].iter().all(|scheme| is_never_opened(scheme)));
        assert!(!["man", "mail", "ms"].iter().any(|scheme| is_never_opened(scheme)));
    }
}
