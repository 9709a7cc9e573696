//! `man:` and `x-man-page:` (uri(7), KDE's `kio_man`, macOS).

use crate::target::{Field, Value};

/// A manual page, by name or as a file in a manual folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Man {
    /// The page's name (`ls`); empty only where `path` is there.
    pub page: Option<String>,
    /// Its section (`1`, `3p`, `n`), if one was named.
    pub section: Option<String>,
    /// A heading to go to.
    pub anchor: Option<String>,
    /// A page file inside the manual's folders.
    pub path: Option<String>,
}

impl Man {
    /// In the order of JSON.
    pub const FIELDS: &[Field] =
        &[Field::scalar("page"), Field::scalar("section"), Field::scalar("anchor"), Field::scalar("path")];

    /// The values of [`Self::FIELDS`].
    pub fn values(&self) -> Vec<Value> {
        [&self.page, &self.section, &self.anchor, &self.path].map(|text| Value::from(text.clone())).into()
    }
}

/// The list of sections, or of one section's pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManIndex {
    /// The section, if one was named.
    pub section: Option<String>,
}

impl ManIndex {
    /// In the order of JSON.
    pub const FIELDS: &[Field] = &[Field::scalar("section")];

    /// The values of [`Self::FIELDS`].
    pub fn values(&self) -> Vec<Value> {
        vec![self.section.clone().into()]
    }
}
