//! The languages that portero speaks, and their catalogues.

use std::sync::OnceLock;

use polib::catalog::Catalog;
use polib::po_file;

use super::{Message, Wording};

/// A language that portero speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Language {
    /// That of the code.
    #[default]
    English,
    /// `data/locale/es.po`.
    Spanish,
    /// `data/locale/ru.po`.
    Russian,
}

/// A catalogue is read when something is to be said in its language, and never before.
static SPANISH: OnceLock<Option<Catalog>> = OnceLock::new();
static RUSSIAN: OnceLock<Option<Catalog>> = OnceLock::new();

impl Language {
    /// By a name of ISO 639 (`es`, `ru`).
    pub fn from_code(code: &str) -> Option<Self> {
        match code {
            "en" => Some(Self::English),
            "es" => Some(Self::Spanish),
            "ru" => Some(Self::Russian),
            _ => None,
        }
    }

    /// The name in ISO 639, which HTML wants too.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Spanish => "es",
            Self::Russian => "ru",
        }
    }

    /// A message in this language.
    pub fn say(self, message: &Message) -> String {
        match &message.0 {
            Wording::Quoted(words) => words.clone(),
            Wording::Ours(sentence) => sentence.said(self),
        }
    }

    /// A text of ours as the catalogue has it; as it is where the catalogue lacks it.
    pub fn text(self, text: &'static str) -> &'static str {
        self.known(text).unwrap_or(text)
    }

    /// What the catalogue has for a text.
    pub fn known(self, text: &str) -> Option<&'static str> {
        let said = self.catalogue()?.find_message(None, text, None)?.msgstr().ok()?;
        Some(said).filter(|said| !said.is_empty())
    }

    /// The form of a text for a number.
    pub(super) fn counted(self, one: &'static str, other: &'static str, number: u64) -> &'static str {
        let entry = self.catalogue().and_then(|catalogue| catalogue.find_message(None, one, Some(other)));
        let forms = entry.and_then(|entry| entry.msgstr_plural().ok());
        let said = forms.and_then(|forms| forms.get(self.form(number)));
        said.map_or(if number == 1 { one } else { other }, String::as_str)
    }

    /// Which of a catalogue's forms a number takes, as its `Plural-Forms` says.
    const fn form(self, number: u64) -> usize {
        match (self, number % 10, number % 100) {
            (Self::English | Self::Spanish, ..) => (number != 1) as usize,
            (Self::Russian, 1, tens) if tens != 11 => 0,
            (Self::Russian, 2..=4, tens) if tens < 12 || tens > 14 => 1,
            (Self::Russian, ..) => 2,
        }
    }

    fn catalogue(self) -> Option<&'static Catalog> {
        let (catalogue, text) = match self {
            Self::English => return None,
            Self::Spanish => (&SPANISH, include_str!("../../data/locale/es.po")),
            Self::Russian => (&RUSSIAN, include_str!("../../data/locale/ru.po")),
        };
        catalogue.get_or_init(|| po_file::parse_from_reader(text.as_bytes()).ok()).as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_catalogues_can_be_read() {
        for language in [Language::Spanish, Language::Russian] {
            assert!(language.catalogue().is_some(), "{language:?}");
        }
    }
}
