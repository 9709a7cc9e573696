//! What a URI means: one variant a kind of the contract, and the only list of schemes.

pub mod family;
pub mod field;

pub use field::{Field, Shape, Value};

use crate::scheme::{man, other};

/// What a URI names, in typed fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A manual page.
    Man(man::Man),
    /// The list of manual sections, or one section's pages.
    ManIndex(man::ManIndex),
    /// A scheme that portero does not know more of than RFC 3986 does.
    Other(other::Other),
}

/// The kind of a target; the word in JSON, in match keys and in the tables of presets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `man`
    Man,
    /// `man-index`
    ManIndex,
    /// `other`
    Other,
}

impl Kind {
    /// Every kind.
    pub const ALL: &[Self] = &[Self::Man, Self::ManIndex, Self::Other];

    /// The word in JSON (`man-index`).
    pub const fn name(self) -> &'static str {
        match self {
            Self::Man => "man",
            Self::ManIndex => "man-index",
            Self::Other => "other",
        }
    }

    /// The fields that a target of this kind has, in the order of JSON.
    pub const fn fields(self) -> &'static [Field] {
        match self {
            Self::Man => man::Man::FIELDS,
            Self::ManIndex => man::ManIndex::FIELDS,
            Self::Other => other::Other::FIELDS,
        }
    }
}

impl Target {
    /// Its kind.
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Man(_) => Kind::Man,
            Self::ManIndex(_) => Kind::ManIndex,
            Self::Other(_) => Kind::Other,
        }
    }

    /// The values of [`Kind::fields`], in the same order.
    pub fn values(&self) -> Vec<Value> {
        match self {
            Self::Man(man) => man.values(),
            Self::ManIndex(index) => index.values(),
            Self::Other(other) => other.values(),
        }
    }

    /// One value by its field's name.
    pub fn value(&self, name: &str) -> Option<Value> {
        let place = self.kind().fields().iter().position(|field| field.name == name)?;
        self.values().into_iter().nth(place)
    }
}
