//! The menu of the right button: what makes sense in a page of text.

use std::rc::Rc;

use gtk::{gio, glib};
use portero::message;
use portero::reader::address::{self, Address};
use webkit2gtk::{ContextMenuAction, ContextMenuExt, ContextMenuItem, HitTestResultExt, WebViewExt};

use crate::shared::{Event, Shared};
use portero::reader::pages::Place;

/// Replaces the engine's own menu, which offers downloads and more.
pub fn listen(web: &webkit2gtk::WebView, shared: &Rc<Shared>) {
    let shared = Rc::clone(shared);
    web.connect_context_menu(move |_, menu, _, hit| {
        menu.remove_all();
        let link = hit.link_uri().and_then(|link| carried(&link));
        for item in link.iter().flat_map(|uri| of_link(uri, &shared)) {
            menu.append(&item);
        }
        if hit.context_is_selection() {
            menu.append(&ContextMenuItem::from_stock_action(ContextMenuAction::Copy));
        }
        if link.is_none() {
            menu.append(&ContextMenuItem::from_stock_action(ContextMenuAction::GoBack));
            menu.append(&ContextMenuItem::from_stock_action(ContextMenuAction::GoForward));
        }
        false
    });
}

/// The URI that a link carries.
pub fn carried(link: &str) -> Option<String> {
    match address::read(link) {
        Some(Address::Go(uri)) => Some(uri),
        _ => None,
    }
}

fn of_link(uri: &str, shared: &Rc<Shared>) -> [ContextMenuItem; 2] {
    let (target, opener) = (uri.to_owned(), Rc::clone(shared));
    let open = item("open-apart", &shared.say(&message!("Open in a new window")), move || {
        opener.send(Event::NewWindow(Place::Uri(target.clone())));
    });
    let target = uri.to_owned();
    let copy = item("copy", &shared.say(&message!("Copy the link")), move || copy(&target));
    [open, copy]
}

fn item(name: &str, label: &str, act: impl Fn() + 'static) -> ContextMenuItem {
    let action = gio::SimpleAction::new(name, None);
    action.connect_activate(move |_, _: Option<&glib::Variant>| act());
    ContextMenuItem::from_gaction(&action, label, None)
}

/// Puts a text on the clipboard.
pub fn copy(text: &str) {
    gtk::Clipboard::get(&gtk::gdk::SELECTION_CLIPBOARD).set_text(text);
}
