//! Errors as they go over the bus.

use zbus::message::Header;
use zbus::names::ErrorName;
use zbus::{DBusError, Message};

use super::INTERFACE;
use crate::error::{Code, Error};
use crate::message::Language;

/// The bus's own word for a call that came too late: whoever gets it knows that nothing was begun.
pub const LATE: &str = "org.freedesktop.DBus.Error.TimedOut";

/// An error reply.
#[derive(Debug)]
pub struct Refusal {
    name: String,
    message: String,
}

impl Refusal {
    /// The caller has helped itself in the meantime.
    pub fn late() -> Self {
        Self { name: LATE.to_owned(), message: "the deadline has passed; nothing was begun".to_owned() }
    }
}

impl Refusal {
    /// An error in a language.
    pub fn of(error: &Error, language: Language) -> Self {
        Self { name: name(error.code), message: language.say(&error.told()) }
    }
}

impl From<Error> for Refusal {
    /// In English, where nothing is known of whoever asked.
    fn from(error: Error) -> Self {
        Self::of(&error, Language::English)
    }
}

impl DBusError for Refusal {
    fn create_reply(&self, call: &Header<'_>) -> zbus::Result<Message> {
        Message::error(call, self.name()).build(&(&self.message,))
    }

    fn name(&self) -> ErrorName<'_> {
        ErrorName::from_str_unchecked(&self.name)
    }

    fn description(&self) -> Option<&str> {
        Some(&self.message)
    }
}

/// The name of a code on the bus: `io.github.portero.Portero1.Error.NotFound`.
pub fn name(code: Code) -> String {
    let words = code.name().split('-');
    let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    format!("{INTERFACE}.Error.{}", words.map(capital).collect::<String>())
}

/// The code behind an error's name, if it is one of ours.
pub fn code(error_name: &str) -> Option<Code> {
    Code::ALL.iter().copied().find(|code| name(*code) == error_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_codes_in_camel_case() {
        assert_eq!(name(Code::NeedsConfirmation), "io.github.portero.Portero1.Error.NeedsConfirmation");
        for known in Code::ALL {
            assert_eq!(code(&name(*known)), Some(*known));
            assert!(ErrorName::try_from(name(*known)).is_ok());
        }
        assert_eq!(code(LATE), None);
    }
}
