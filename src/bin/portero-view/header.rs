//! The bar at the top: back and forward, the location, the contents, find, the menu.

use std::rc::Rc;

use gtk::gio;
use gtk::prelude::*;
use portero::reader::keys;

use crate::shared::Shared;

/// Actions in the menu, part by part.
const MENU: &[&[&str]] = &[
    &["new-window", "start"],
    &["find", "print", "copy-link"],
    &["terminal", "other-program"],
    &["zoom-in", "zoom-out", "zoom-reset"],
    &["keys", "close"],
];

/// The bar, with the location in its middle.
pub fn bar(location: &gtk::Entry, shared: &Rc<Shared>) -> gtk::HeaderBar {
    let bar = gtk::HeaderBar::new();
    bar.set_show_close_button(true);
    let pages = gtk::Box::new(gtk::Orientation::Horizontal, 0);
    pages.style_context().add_class("linked");
    pages.pack_start(&button("back", "go-previous-symbolic", shared), false, false, 0);
    pages.pack_start(&button("forward", "go-next-symbolic", shared), false, false, 0);
    bar.pack_start(&pages);
    bar.pack_start(&toggle("contents", "sidebar-show-symbolic", shared));
    bar.set_custom_title(Some(location));
    bar.pack_end(&menu_button(shared));
    bar.pack_end(&button("find", "edit-find-symbolic", shared));
    bar
}

/// A button of an action, with its words for a hint and for a screen reader.
pub fn button(action: &str, icon: &str, shared: &Shared) -> gtk::Button {
    let button = gtk::Button::from_icon_name(Some(icon), gtk::IconSize::Button);
    button.set_action_name(Some(&format!("win.{action}")));
    tell(&button, action, shared);
    button
}

fn toggle(action: &str, icon: &str, shared: &Shared) -> gtk::ToggleButton {
    let button = gtk::ToggleButton::new();
    button.set_image(Some(&gtk::Image::from_icon_name(Some(icon), gtk::IconSize::Button)));
    button.set_action_name(Some(&format!("win.{action}")));
    tell(&button, action, shared);
    button
}

fn tell(button: &impl IsA<gtk::Widget>, action: &str, shared: &Shared) {
    let Some(words) = keys::says(action).map(|words| shared.say(&words)) else { return };
    button.set_tooltip_text(Some(&words));
    button.set_focus_on_click(false);
    if let Some(access) = button.accessible() {
        access.set_name(&words);
    }
}

fn menu_button(shared: &Shared) -> gtk::MenuButton {
    let menu = gio::Menu::new();
    for part in MENU {
        let section = gio::Menu::new();
        for action in *part {
            let words = keys::says(action).map(|words| shared.say(&words)).unwrap_or_default();
            section.append(Some(&words), Some(&format!("win.{action}")));
        }
        menu.append_section(None, &section);
    }
    let button = gtk::MenuButton::new();
    button.set_image(Some(&gtk::Image::from_icon_name(Some("open-menu-symbolic"), gtk::IconSize::Button)));
    button.set_menu_model(Some(&menu));
    button.set_use_popover(true);
    if let Some(access) = button.accessible() {
        access.set_name(&shared.say(&portero::message!("Menu")));
    }
    button
}
