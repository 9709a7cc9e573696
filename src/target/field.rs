//! The fields of a target: what templates, match keys and JSON see of it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::ops::Deref;

/// The shape of a field, known before any URI is read, so that a config is checked when it is loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// One text, number or flag, or nothing.
    Scalar,
    /// Any number of texts.
    List,
    /// Pairs or maps: shown in JSON, of no use as an argument.
    Record,
}

/// A field's name and shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// As in JSON and between braces.
    pub name: &'static str,
    /// What it holds.
    pub shape: Shape,
    /// Whether every target of the kind has a value for it, be it an empty one; where one lacks it nevertheless (a
    /// manual page named by its file), an action that needs it is not for that target.
    pub sure: bool,
}

impl Field {
    /// A scalar field of this name, which a URI may leave out.
    pub const fn scalar(name: &'static str) -> Self {
        Self { name, shape: Shape::Scalar, sure: false }
    }

    /// A scalar field of this name that is always there.
    pub const fn sure(name: &'static str) -> Self {
        Self { name, shape: Shape::Scalar, sure: true }
    }

    /// A list field of this name.
    pub const fn list(name: &'static str) -> Self {
        Self { name, shape: Shape::List, sure: true }
    }

    /// Whether it may be matched and stand in an argument list: records are no text, passwords stay secret.
    pub fn is_usable(&self) -> bool {
        self.shape != Shape::Record && self.name != "password"
    }

    /// A record field of this name.
    pub const fn record(name: &'static str) -> Self {
        Self { name, shape: Shape::Record, sure: true }
    }
}

/// The value of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Not there (`null`).
    Absent,
    /// Decoded text.
    Text(String),
    /// A file name: bytes on the way to the child, text with U+FFFD in JSON.
    Path(OsString),
    /// A number.
    Number(u64),
    /// A flag.
    Flag(bool),
    /// Texts in order.
    List(Vec<String>),
    /// Pairs in order (`pairs` of a web query).
    Pairs(Vec<(String, String)>),
    /// Texts by name.
    Map(BTreeMap<String, String>),
    /// Rows of named values (`extensions` of ldap).
    Rows(Vec<Vec<(&'static str, Value)>>),
}

impl From<Option<String>> for Value {
    fn from(text: Option<String>) -> Self {
        text.map_or(Self::Absent, Self::Text)
    }
}

impl From<Option<&str>> for Value {
    fn from(text: Option<&str>) -> Self {
        text.map_or(Self::Absent, |text| Self::Text(text.to_owned()))
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl Value {
    /// The value of a word that may be absent.
    pub fn of<'a, T>(word: Option<&'a T>) -> Self
    where
        Self: From<&'a T>,
    {
        word.map_or(Self::Absent, Self::from)
    }

    /// The texts of words in order.
    pub fn texts<T: Deref<Target = str>>(words: &[T]) -> Self {
        Self::List(words.iter().map(|word| word.to_string()).collect())
    }
}
