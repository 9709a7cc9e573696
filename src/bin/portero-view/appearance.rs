//! Follows the desktop into the dark, and back.

use std::rc::Rc;

use gtk::gio::{self, DBusCallFlags, DBusConnection, DBusSignalFlags};
use gtk::glib::Variant;

use crate::shared::Shared;
use crate::toolkit::portal::{self, Scheme};
use crate::toolkit::prefer_dark;

/// A portal that is not there yet may have to be started; nothing waits for it.
const PATIENCE: i32 = 5000;

/// Begins as it was the last time, asks, and listens for changes.
pub fn follow(bus: Option<&DBusConnection>, shared: &Rc<Shared>) {
    prefer_dark(shared.state().dark);
    let Some(bus) = bus else { return };
    let keeper = Rc::clone(shared);
    bus.call(
        Some(portal::NAME),
        portal::OBJECT,
        portal::SETTINGS,
        portal::READ,
        Some(&portal::question()),
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
        Some(portal::SETTINGS),
        Some("SettingChanged"),
        Some(portal::OBJECT),
        Some(portal::GROUP),
        DBusSignalFlags::NONE,
        move |_, _, _, _, _, change| {
            if change.child_value(1).str() == Some(portal::KEY) {
                keep(&change.child_value(2), &keeper);
            }
        },
    );
}

fn keep(value: &Variant, shared: &Shared) {
    let Some(scheme) = portal::scheme(value) else { return };
    let dark = scheme == Scheme::Dark;
    shared.state().dark = dark;
    prefer_dark(dark);
}
