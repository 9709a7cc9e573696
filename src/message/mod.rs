//! What a person is told. A [`Message`] is a sentence with places in it, which is not yet said in a language: errors,
//! warnings and reasons carry it, logs and JSON say it in English (`Display`), and whoever talks to a person says it
//! in that person's [`Language`]. The English sentence stands in the code; `data/locale/*.po` hold the others.

mod language;

pub use language::Language;

use std::borrow::Cow;
use std::fmt;

/// A sentence, or one of two by a number, and what stands in its places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message(Wording);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Wording {
    /// Not ours: the person's own words, another program's.
    Quoted(String),
    /// Apart, so that errors stay small.
    Ours(Box<Sentence>),
}

/// Our own words, with places such as `{page}`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Sentence {
    text: &'static str,
    /// The form for anything but one, and the number.
    plural: Option<(&'static str, u64)>,
    places: Vec<(&'static str, Filling)>,
}

/// What stands in a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Filling {
    /// The same in every language.
    Text(String),
    /// To be said in the language of the whole.
    Message(Message),
}

/// A [`Message`](crate::message::Message). The places of the English text are filled by name, `{page}` with
/// `page` or `page = "ls"`; two texts divided by `|` are for one and for any other number, which is the first place.
#[macro_export]
macro_rules! message {
    (@value $name:ident) => { $name };
    (@value $name:ident $value:expr) => { $value };
    ($one:literal | $other:literal, $count:ident $(= $number:expr)? $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        // Holds the names in the text to those that are given.
        const _: fn() = || _ = format_args!($other, $count = "" $(, $name = "")*);
        let number = $crate::message!(@value $count $($number)?);
        let places = vec![
            (stringify!($count), number.into()),
            $((stringify!($name), $crate::message!(@value $name $($value)?).into()),)*
        ];
        $crate::message::Message::counted($one, $other, number as u64, places)
    }};
    ($text:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        const _: fn() = || _ = format_args!($text $(, $name = "")*);
        let places = vec![$((stringify!($name), $crate::message!(@value $name $($value)?).into()),)*];
        $crate::message::Message::new($text, places)
    }};
}

impl Message {
    /// A sentence of ours; made by [`message!`](crate::message!), which checks the places.
    pub fn new(text: &'static str, places: Vec<(&'static str, Filling)>) -> Self {
        Self(Wording::Ours(Box::new(Sentence { text, plural: None, places })))
    }

    /// One of two sentences, and in other languages one of as many as they have.
    pub fn counted(
        one: &'static str,
        other: &'static str,
        number: u64,
        places: Vec<(&'static str, Filling)>,
    ) -> Self {
        Self(Wording::Ours(Box::new(Sentence { text: one, plural: Some((other, number)), places })))
    }

    /// Words that are not ours and stay what they are.
    pub fn quoted(words: impl Into<String>) -> Self {
        Self(Wording::Quoted(words.into()))
    }
}

impl fmt::Display for Message {
    /// In English.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Language::English.say(self))
    }
}

impl Sentence {
    fn said(&self, language: Language) -> String {
        let text = match self.plural {
            Some((other, number)) => language.counted(self.text, other, number),
            None => language.text(self.text),
        };
        let filling =
            |name: &str| self.places.iter().find(|(place, _)| *place == name).map(|(_, filling)| filling);
        fill(text, |name| match filling(name) {
            Some(Filling::Text(text)) => text.clone(),
            Some(Filling::Message(message)) => language.say(message),
            None => String::new(),
        })
    }
}

/// A text with its places filled; `{{` and `}}` are braces.
fn fill(text: &str, filling: impl Fn(&str) -> String) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let (before, from) = rest.split_at(at);
        filled.push_str(before);
        let (said, length) = match from.split_once('}') {
            _ if from.starts_with("{{") || from.starts_with("}}") => (from[..1].to_owned(), 2),
            Some((place, _)) => (filling(place.trim_start_matches('{')), place.len() + 1),
            None => (String::new(), from.len()),
        };
        filled.push_str(&said);
        rest = &from[length..];
    }
    filled + rest
}

impl From<Message> for Filling {
    fn from(message: Message) -> Self {
        Self::Message(message)
    }
}

impl From<&Message> for Filling {
    fn from(message: &Message) -> Self {
        Self::Message(message.clone())
    }
}

/// Kinds of text and number that may stand in a place.
macro_rules! filling_of {
    ($($kind:ty),*) => {
        $(impl From<$kind> for Filling {
            fn from(value: $kind) -> Self {
                Self::Text(value.to_string())
            }
        })*
    };
}

filling_of!(&str, String, &String, Cow<'_, str>, char, u8, u16, u32, u64, usize, i32, &std::io::Error);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_filled_in_the_language_of_the_whole() {
        let reason = message!("a control character");
        let whole = message!("at byte {at}: {reason}", at = 3_usize, reason);
        assert_eq!(whole.to_string(), "at byte 3: a control character");
        assert_eq!(Language::Spanish.say(&whole), "en el byte 3: un carácter de control");
    }

    #[test]
    fn numbers_choose_the_form() {
        let entries = |count: usize| message!("{count} entry" | "{count} entries", count);
        let cases = [
            (Language::English, 1, "1 entry"),
            (Language::English, 0, "0 entries"),
            (Language::Spanish, 1, "1 entrada"),
            (Language::Spanish, 2, "2 entradas"),
            (Language::Russian, 21, "21 запись"),
            (Language::Russian, 22, "22 записи"),
            (Language::Russian, 11, "11 записей"),
        ];
        for (language, count, said) in cases {
            assert_eq!(language.say(&entries(count)), said);
        }
    }

    #[test]
    fn what_is_quoted_stays() {
        let quoted = Message::quoted("a {place}");
        assert_eq!(Language::Russian.say(&quoted), "a {place}");
    }

    #[test]
    fn braces_and_broken_texts_do_no_harm() {
        for (text, filled) in
            [("{{a}} {x}", "{a} 1"), ("a {x", "a "), ("a } b", "a 1 b"), ("", ""), ("é{x}é", "é1é")]
        {
            assert_eq!(fill(text, |_| "1".to_owned()), filled, "{text}");
        }
    }
}
