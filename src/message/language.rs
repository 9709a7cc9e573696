//! The languages that portero speaks, and their catalogues.

use std::borrow::Cow;
use std::sync::OnceLock;

use tr::{PoTranslator, Translator};

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
static SPANISH: OnceLock<Option<PoTranslator>> = OnceLock::new();
static RUSSIAN: OnceLock<Option<PoTranslator>> = OnceLock::new();

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

    /// A text of ours that has no places; as it is where the catalogue lacks it.
    pub fn text(self, text: &str) -> Cow<'_, str> {
        self.catalogue().map_or(Cow::Borrowed(text), |catalogue| catalogue.translate(text, None))
    }

    /// The form of a text for a number.
    pub(super) fn counted<'a>(self, one: &'a str, other: &'a str, number: u64) -> Cow<'a, str> {
        match self.catalogue() {
            Some(catalogue) => catalogue.ntranslate(number, one, other, None),
            None => Cow::Borrowed(if number == 1 { one } else { other }),
        }
    }

    fn catalogue(self) -> Option<&'static PoTranslator> {
        let (catalogue, text) = match self {
            Self::English => return None,
            Self::Spanish => (&SPANISH, include_str!("../../data/locale/es.po")),
            Self::Russian => (&RUSSIAN, include_str!("../../data/locale/ru.po")),
        };
        catalogue.get_or_init(|| PoTranslator::from_vec_u8(text.into()).ok()).as_ref()
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
