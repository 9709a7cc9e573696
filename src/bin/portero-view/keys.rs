//! Keys: those that work everywhere belong to the application, single ones to the page alone, so that they can be
//! typed into a field. The list of all of them is made of the same table.

use std::fmt::Write as _;
use std::rc::Rc;

use gtk::glib::{self, Propagation};
use gtk::prelude::*;
use gtk::{gdk, gio};
use portero::reader::keys::{self, KEYS, Part};

use crate::shared::Shared;

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

/// Shows all keys.
pub fn show(window: &gtk::ApplicationWindow, shared: &Rc<Shared>) {
    let builder = gtk::Builder::from_string(&description(shared));
    let Some(list) = builder.object::<gtk::ShortcutsWindow>("keys") else { return };
    list.set_transient_for(Some(window));
    list.set_position(gtk::WindowPosition::CenterOnParent);
    list.show_all();
}

/// The list in the toolkit's own description language.
fn description(shared: &Shared) -> String {
    let mut out = String::from(
        "<interface><object class='GtkShortcutsWindow' id='keys'><property name='modal'>1</property>\
         <child><object class='GtkShortcutsSection'><property name='visible'>1</property>\
         <property name='section-name'>all</property><property name='max-height'>16</property>",
    );
    for part in Part::ALL {
        let title = glib::markup_escape_text(&shared.say(&part.title()));
        // Writing into a String cannot fail.
        let _ = write!(
            out,
            "<child><object class='GtkShortcutsGroup'><property name='visible'>1</property>\
             <property name='title'>{title}</property>"
        );
        for key in KEYS.iter().filter(|key| key.part == part) {
            let says = glib::markup_escape_text(&shared.say(&(key.says)()));
            let all: Vec<&str> = key.everywhere.iter().take(1).chain(key.in_page.iter()).copied().collect();
            let accelerators = glib::markup_escape_text(&all.join(" "));
            let _ = write!(
                out,
                "<child><object class='GtkShortcutsShortcut'><property name='visible'>1</property>\
                 <property name='accelerator'>{accelerators}</property><property name='title'>{says}</property>\
                 </object></child>"
            );
        }
        out.push_str("</object></child>");
    }
    out + "</object></child></object></interface>"
}
