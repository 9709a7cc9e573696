//! What was repaired, dropped or looks doubtful, though the URI is opened all the same.

use crate::message::Message;

/// The kind of a warning, as `explain --json` prints it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WarningCode {
    /// A password stood in the URI.
    Password,
    /// A port below 1024 that is another protocol's.
    ReservedPort,
    /// A mail header field that is not passed on.
    DroppedHeader,
    /// A `%` that starts no escape.
    BadPercent,
    /// A reading that the standard does not give.
    Repaired,
    /// A file name with control characters.
    ControlCharacters,
    /// User information that looks like a host.
    RemoteHost,
    /// Text that turns the reading direction.
    Bidi,
    /// A blind copy.
    Bcc,
    /// A scheme whose services are gone.
    RetiredScheme,
    /// The page was found in another section.
    OtherSection,
    /// A query on a file name, which says nothing.
    IgnoredQuery,
    /// A activation token or option that could not be used.
    IgnoredOption,
}

impl WarningCode {
    /// The word in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Password => "password",
            Self::ReservedPort => "reserved-port",
            Self::DroppedHeader => "dropped-header",
            Self::BadPercent => "bad-percent",
            Self::Repaired => "repaired",
            Self::ControlCharacters => "control-characters",
            Self::RemoteHost => "remote-host",
            Self::Bidi => "bidi",
            Self::Bcc => "bcc",
            Self::RetiredScheme => "retired-scheme",
            Self::OtherSection => "other-section",
            Self::IgnoredQuery => "ignored-query",
            Self::IgnoredOption => "ignored-option",
        }
    }
}

/// One warning with its sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// The kind.
    pub code: WarningCode,
    /// What was done, for a person.
    pub message: Message,
}

impl Warning {
    /// A warning of this kind.
    pub fn new(code: WarningCode, message: Message) -> Self {
        Self { code, message }
    }
}
