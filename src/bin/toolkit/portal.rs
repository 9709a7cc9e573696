//! Light or dark, as the desktop says: `org.freedesktop.appearance` of the settings portal.

use gtk::glib::{ToVariant, Variant};

/// The service.
pub const NAME: &str = "org.freedesktop.portal.Desktop";
/// Its object.
pub const OBJECT: &str = "/org/freedesktop/portal/desktop";
/// Its interface.
pub const SETTINGS: &str = "org.freedesktop.portal.Settings";
/// The method that gives one setting.
pub const READ: &str = "Read";
/// The group of the setting.
pub const GROUP: &str = "org.freedesktop.appearance";
/// The setting.
pub const KEY: &str = "color-scheme";

/// What the person prefers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    Dark,
    Light,
    /// Nothing, or something that is not known yet.
    Any,
}

/// The arguments of [`READ`].
pub fn question() -> Variant {
    (GROUP, KEY).to_variant()
}

/// What a value of the setting means; the portal wraps it once or twice.
pub fn scheme(value: &Variant) -> Option<Scheme> {
    if let Some(inner) = value.as_variant() {
        return scheme(&inner);
    }
    Some(match value.get::<u32>()? {
        1 => Scheme::Dark,
        2 => Scheme::Light,
        _ => Scheme::Any,
    })
}
