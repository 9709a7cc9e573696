//! Keys: those that work everywhere belong to the application, single ones to the page alone, so that they can be
//! typed into a field.

use gtk::glib::Propagation;
use gtk::prelude::*;
use gtk::{gdk, gio};
use portero::reader::keys::{self, KEYS};

/// Makes the keys that work everywhere known.
pub fn install(application: &gio::Application) {
    let Some(application) = application.dynamic_cast_ref::<gtk::Application>() else { return };
    for key in KEYS.iter().filter(|key| !key.everywhere.is_empty()) {
        application.set_accels_for_action(&format!("win.{}", key.action), key.everywhere);
    }
}

/// Listens to single keys in a page.
pub fn listen(web: &webkit2gtk::WebView, actions: &gio::SimpleActionGroup) {
    let actions = actions.clone();
    web.connect_key_press_event(move |_, event| {
        let modified = event.state().intersects(
            gdk::ModifierType::CONTROL_MASK | gdk::ModifierType::MOD1_MASK | gdk::ModifierType::SUPER_MASK,
        );
        let action = event.keyval().name().filter(|_| !modified).and_then(|name| keys::in_page(&name));
        let Some(action) = action else { return Propagation::Proceed };
        activate(&actions, action);
        Propagation::Stop
    });
}

/// Does an action that may have its parameter behind `::`.
fn activate(actions: &gio::SimpleActionGroup, action: &str) {
    match action.split_once("::") {
        Some((name, parameter)) => actions.activate_action(name, Some(&parameter.to_variant())),
        None => actions.activate_action(action, None),
    }
}
