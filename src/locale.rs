//! The languages of a request, most wanted first (POSIX locale names, GNU gettext's LANGUAGE).

use std::ffi::OsString;

use crate::message::Language;

/// Language folders to look into (`pt_BR`, `pt`), best first; empty for plain English pages.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Locale(Vec<String>);

impl Locale {
    /// By `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and `LANG` as they are given.
    pub fn of(variable: impl Fn(&str) -> Option<OsString>) -> Self {
        let value = |name: &str| {
            variable(name).and_then(|value| value.into_string().ok()).filter(|value| !value.is_empty())
        };
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(value).unwrap_or_default();
        // LANGUAGE is a list, and says nothing in the C locale.
        let list = if is_plain(&locale) { None } else { value("LANGUAGE") };
        Self::from_list(list.as_deref().unwrap_or(&locale))
    }

    /// From locale names divided by colons (`de_AT.UTF-8:fr`).
    pub fn from_list(list: &str) -> Self {
        let mut names: Vec<String> = Vec::new();
        for locale in list.split(':').take_while(|locale| !is_english(locale)) {
            for name in variants(locale) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        Self(names)
    }

    /// The best language that portero speaks.
    pub fn language(&self) -> Language {
        self.0.iter().find_map(|name| Language::from_code(name)).unwrap_or_default()
    }

    /// The folder names, best first.
    pub fn names(&self) -> &[String] {
        &self.0
    }
}

fn is_plain(locale: &str) -> bool {
    let name = locale.split(['.', '@']).next().unwrap_or_default();
    matches!(name, "" | "C" | "POSIX")
}

/// Pages without a language are English, so nothing after an English entry is looked at.
fn is_english(locale: &str) -> bool {
    is_plain(locale) || locale == "en" || locale.starts_with("en_")
}

/// `sr_RS.UTF-8@latin` gives `sr_RS@latin`, `sr@latin`, `sr_RS`, `sr`.
fn variants(locale: &str) -> Vec<String> {
    let good = |c: char| c.is_ascii_alphanumeric() || "_@-".contains(c);
    let (rest, modifier) = locale.split_once('@').map_or((locale, None), |(rest, m)| (rest, Some(m)));
    let name = rest.split('.').next().unwrap_or_default();
    let language = name.split('_').next().unwrap_or_default();
    let with_modifier = modifier.into_iter().flat_map(|m| [format!("{name}@{m}"), format!("{language}@{m}")]);
    let all = with_modifier.chain([name.to_owned(), language.to_owned()]);
    // The names become parts of paths.
    let mut all: Vec<String> = all.filter(|name| !name.is_empty() && name.chars().all(good)).collect();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn best_language_first_and_never_past_english() {
        let cases: &[(&str, &[&str])] = &[
            ("de_DE.UTF-8", &["de_DE", "de"]),
            ("pt_BR:pt:es", &["pt_BR", "pt", "es"]),
            ("sr_RS.UTF-8@latin", &["sr_RS@latin", "sr@latin", "sr_RS", "sr"]),
            ("fr:en:de", &["fr"]),
            ("C.UTF-8", &[]),
            ("", &[]),
            ("../../etc", &[]),
        ];
        for (list, names) in cases {
            assert_eq!(Locale::from_list(list).names(), *names, "{list}");
        }
    }

    #[test]
    fn the_language_is_the_first_that_we_speak() {
        let cases: &[(&[(&str, &str)], Language)] = &[
            (&[("LANG", "es_AR.UTF-8")], Language::Spanish),
            (&[("LANG", "es_ES.UTF-8"), ("LC_MESSAGES", "ru_RU.UTF-8")], Language::Russian),
            (&[("LANG", "ru_RU.UTF-8"), ("LC_ALL", "C.UTF-8")], Language::English),
            (&[("LANG", "de_DE.UTF-8"), ("LANGUAGE", "de:fr:ru:es")], Language::Russian),
            (&[("LANG", "de_DE.UTF-8"), ("LANGUAGE", "de:en:es")], Language::English),
            (&[("LANG", "C"), ("LANGUAGE", "es")], Language::English),
            (&[("LC_ALL", ""), ("LANG", "es")], Language::Spanish),
            (&[("LANG", "it_IT.UTF-8")], Language::English),
            (&[], Language::English),
        ];
        for (variables, language) in cases {
            let value = |name: &str| {
                variables.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into())
            };
            assert_eq!(Locale::of(value).language(), *language, "{variables:?}");
        }
    }
}
