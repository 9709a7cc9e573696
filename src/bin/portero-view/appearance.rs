//! Light or dark, as the desktop says (`org.freedesktop.appearance` of the settings portal).

use std::rc::Rc;

use gtk::gio::{self, DBusCallFlags, DBusConnection, DBusSignalFlags};
use gtk::glib::Variant;
use gtk::prelude::*;

use crate::shared::Shared;

const PORTAL: &str = "org.freedesktop.portal.Desktop";
const OBJECT: &str = "/org/freedesktop/portal/desktop";
const SETTINGS: &str = "org.freedesktop.portal.Settings";
const GROUP: &str = "org.freedesktop.appearance";
const KEY: &str = "color-scheme";
const DARK: u32 = 1;

/// A portal that is not there yet may have to be started; nothing waits for it.
const PATIENCE: i32 = 5000;

/// Begins as it was the last time, asks, and listens for changes.
pub fn follow(bus: Option<&DBusConnection>, shared: &Rc<Shared>) {
    set(shared.state().dark);
    let Some(bus) = bus else { return };
    let keeper = Rc::clone(shared);
    let question = (GROUP, KEY).to_variant();
    bus.call(
        Some(PORTAL),
        OBJECT,
        SETTINGS,
        "Read",
        Some(&question),
        None,
        DBusCallFlags::NONE,
        PATIENCE,
        gio::Cancellable::NONE,
        move |answer| {
            if let Ok(answer) = answer {
                keep(&answer.child_value(0), &keeper);
            }
        },
    );
    let keeper = Rc::clone(shared);
    bus.signal_subscribe(
        None,
        Some(SETTINGS),
        Some("SettingChanged"),
        Some(OBJECT),
        Some(GROUP),
        DBusSignalFlags::NONE,
        move |_, _, _, _, _, change| {
            if change.child_value(1).str() == Some(KEY) {
                keep(&change.child_value(2), &keeper);
            }
        },
    );
}

fn keep(value: &Variant, shared: &Shared) {
    let Some(dark) = is_dark(value) else { return };
    shared.state().dark = dark;
    set(dark);
}

/// The portal wraps its value once or twice.
fn is_dark(value: &Variant) -> Option<bool> {
    match value.as_variant() {
        Some(inner) => is_dark(&inner),
        None => value.get::<u32>().map(|scheme| scheme == DARK),
    }
}

/// The engine's `prefers-color-scheme` follows the toolkit.
fn set(dark: bool) {
    if let Some(settings) = gtk::Settings::default() {
        settings.set_gtk_application_prefer_dark_theme(dark);
    }
}
