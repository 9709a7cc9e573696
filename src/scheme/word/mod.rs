//! The words that targets are made of: newtypes validated in their constructors. None begins with a dash where a
//! program could take it for an option, and none holds a control or an invisible character.

mod document_path;
mod group_name;
mod help_id;
mod host;
mod info_file;
mod keyword;
mod mail_address;
mod message_id;
mod page_name;
mod password;
mod port;
mod section;
mod user;

pub use document_path::DocumentPath;
pub use group_name::GroupName;
pub use help_id::HelpId;
pub use host::Host;
pub use info_file::InfoFile;
pub use keyword::Keyword;
pub use mail_address::MailAddress;
pub use message_id::MessageId;
pub use page_name::PageName;
pub use password::Password;
pub use port::Port;
pub use section::Section;
pub use user::User;

use crate::error::Error;
use crate::message;
use crate::message::Message;
use crate::sanitize;

/// A text newtype: its own `check` decides, everything else is the same for all.
macro_rules! word {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(String);

        impl $name {
            /// Accepts a decoded text, or blames the byte that does not belong there.
            pub fn new(text: &str) -> Result<Self, $crate::error::Error> {
                check(text).map(|()| Self(text.to_owned()))
            }
        }

        $crate::scheme::word::text_like!($name);
    };
}

/// What every newtype over a text has.
macro_rules! text_like {
    ($name:ident) => {
        impl std::ops::Deref for $name {
            type Target = str;

            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl std::borrow::Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl From<&$name> for $crate::target::Value {
            fn from(word: &$name) -> Self {
                Self::Text(word.0.clone())
            }
        }
    };
}

pub(crate) use {text_like, word};

/// Refuses an empty text, a leading dash, and the first character that is not `allowed`.
fn check_name(text: &str, what: Message, allowed: impl Fn(char) -> bool) -> Result<(), Error> {
    if text.is_empty() {
        return Err(Error::malformed(0, message!("{what} is missing", what)));
    }
    check_start(text)?;
    match text.char_indices().find(|(_, c)| !allowed(*c)) {
        Some((at, c)) => {
            Err(Error::malformed(at, message!("{what} cannot hold {sign}", what, sign = spelled(c))))
        }
        None => Ok(()),
    }
}

/// Refuses a text that a program could take for an option.
fn check_start(text: &str) -> Result<(), Error> {
    if text.starts_with('-') {
        return Err(Error::unsafe_at(0, message!("a leading dash could be read as an option")));
    }
    Ok(())
}

/// Refuses the first control, invisible or unassigned character.
pub fn check_visible(text: &str) -> Result<(), Error> {
    match text.char_indices().find(|(_, c)| sanitize::is_deceptive(*c)) {
        Some((at, c)) => {
            Err(Error::unsafe_at(at, message!("an invisible character ({sign})", sign = spelled(c))))
        }
        None => Ok(()),
    }
}

/// A character in a message: itself in quotes, or its number when it does not show.
fn spelled(c: char) -> String {
    if c == ' ' || sanitize::is_deceptive(c) {
        return format!("U+{:04X}", u32::from(c));
    }
    format!("‘{c}’")
}

/// Letters and digits of any script, with the marks that are written on them.
fn is_letter_or_digit(c: char) -> bool {
    use unicode_general_category::GeneralCategory as G;
    if c.is_ascii() {
        return c.is_ascii_alphanumeric();
    }
    let mark =
        || matches!(unicode_general_category::get_general_category(c), G::NonspacingMark | G::SpacingMark);
    !sanitize::is_deceptive(c) && (c.is_alphanumeric() || mark())
}

/// The names that each constructor takes, and those that it refuses: one table for all tests of words.
#[cfg(test)]
fn assert_words<T: std::fmt::Debug>(new: fn(&str) -> Result<T, Error>, good: &[&str], bad: &[&str]) {
    for text in good {
        assert!(new(text).is_ok(), "{text:?}: {:?}", new(text));
    }
    for text in bad {
        assert!(new(text).is_err(), "{text:?} was taken");
    }
}
