//! What can go wrong, in the contract's words, and the exit code of each.

use std::fmt;

use crate::message;
use crate::message::Message;

/// The code of a refusal or a failure, as `explain --json` prints it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Code {
    /// The text is no URI, or not one of its scheme's grammar.
    Malformed,
    /// No rule and no registered handler.
    Unsupported,
    /// Well formed, and dangerous to pass on.
    Unsafe,
    /// A rule or the person said no.
    Denied,
    /// A question is needed and nobody is there to answer it.
    NeedsConfirmation,
    /// Too many requests from one caller.
    RateLimited,
    /// The request came back to us.
    Loop,
    /// Over the limits of policy 2.
    TooLarge,
    /// A config file, program or folder that others may write.
    UntrustedConfig,
    /// The file, page, node or group does not exist.
    NotFound,
    /// A program that the action needs is not installed.
    NoProgram,
    /// The action was tried and failed.
    Failed,
    /// The action did not end in its time.
    Timeout,
}

impl Code {
    /// All of them.
    pub const ALL: &[Self] = &[
        Self::Malformed,
        Self::Unsupported,
        Self::Unsafe,
        Self::Denied,
        Self::NeedsConfirmation,
        Self::RateLimited,
        Self::Loop,
        Self::TooLarge,
        Self::UntrustedConfig,
        Self::NotFound,
        Self::NoProgram,
        Self::Failed,
        Self::Timeout,
    ];

    /// The code with this word.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.name() == name)
    }

    /// The word in JSON (`needs-confirmation`).
    pub const fn name(self) -> &'static str {
        match self {
            Self::Malformed => "malformed",
            Self::Unsupported => "unsupported",
            Self::Unsafe => "unsafe",
            Self::Denied => "denied",
            Self::NeedsConfirmation => "needs-confirmation",
            Self::RateLimited => "rate-limited",
            Self::Loop => "loop",
            Self::TooLarge => "too-large",
            Self::UntrustedConfig => "untrusted-config",
            Self::NotFound => "not-found",
            Self::NoProgram => "no-program",
            Self::Failed => "failed",
            Self::Timeout => "timeout",
        }
    }

    /// The process exit code, those of xdg-open first.
    pub const fn exit_code(self) -> u8 {
        match self {
            Self::NotFound => 2,
            Self::NoProgram => 3,
            Self::Failed | Self::Timeout => 4,
            _ => 5,
        }
    }
}

/// A refusal or failure with its reason in one sentence, and the byte of the cleaned reference where it lies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// What kind of refusal.
    pub code: Code,
    /// Byte offset in the text that was read, when one place is to blame.
    pub at: Option<usize>,
    /// The reason, for a person, without the code and the place.
    pub message: Message,
}

impl Error {
    /// An error without a place.
    pub fn new(code: Code, message: Message) -> Self {
        Self { code, at: None, message }
    }

    /// A malformed text, to blame at a byte.
    pub fn malformed(at: usize, message: Message) -> Self {
        Self { code: Code::Malformed, at: Some(at), message }
    }

    /// A text that must not be passed on, to blame at a byte.
    pub fn unsafe_at(at: usize, message: Message) -> Self {
        Self { code: Code::Unsafe, at: Some(at), message }
    }

    /// The same error, its place translated from a part into the whole.
    #[must_use]
    pub fn placed(mut self, place: impl FnOnce(usize) -> usize) -> Self {
        self.at = self.at.map(place);
        self
    }
}

impl Error {
    /// The reason with its place.
    pub fn told(&self) -> Message {
        match self.at {
            Some(at) => message!("at byte {at}: {reason}", at, reason = &self.message),
            None => self.message.clone(),
        }
    }
}

impl fmt::Display for Error {
    /// In English.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.told().fmt(f)
    }
}

impl std::error::Error for Error {}
