//! The list of all keys, made of their table.

use gtk::gdk::keys::constants as key;
use gtk::glib::Propagation;
use gtk::prelude::*;
use gtk::{gdk, pango};
use portero::reader::keys::{self, KEYS, Key, Part};

use crate::shared::Shared;

/// The parts, column by column.
const COLUMNS: [&[Part]; 2] = [&[Part::Pages, Part::Window], &[Part::Page]];

/// The list scrolls where the screen is smaller, in pixels.
const HEIGHT: i32 = 640;

/// Shows all keys; Escape or the key that showed them takes them away.
pub fn show(parent: &gtk::ApplicationWindow, shared: &Shared) {
    let list = gtk::Window::builder()
        .transient_for(parent)
        .destroy_with_parent(true)
        .modal(true)
        .resizable(false)
        .type_hint(gdk::WindowTypeHint::Dialog)
        .window_position(gtk::WindowPosition::CenterOnParent)
        .build();
    let title = keys::says("keys").map(|title| shared.say(&title)).unwrap_or_default();
    list.set_title(&title);
    let bar = gtk::HeaderBar::builder().title(&title).show_close_button(true).build();
    list.set_titlebar(Some(&bar));
    let columns = gtk::Box::new(gtk::Orientation::Horizontal, 42);
    columns.style_context().add_class("keys");
    for parts in COLUMNS {
        columns.pack_start(&column(parts, shared), false, false, 0);
    }
    let scrolled = gtk::ScrolledWindow::builder()
        .hscrollbar_policy(gtk::PolicyType::Never)
        .propagate_natural_height(true)
        .max_content_height(HEIGHT)
        .child(&columns)
        .build();
    list.add(&scrolled);
    list.connect_key_press_event(|list, event| {
        if [key::Escape, key::question, key::h, key::q].contains(&event.keyval()) {
            list.close();
            return Propagation::Stop;
        }
        Propagation::Proceed
    });
    list.show_all();
}

fn column(parts: &[Part], shared: &Shared) -> gtk::Grid {
    let grid = gtk::Grid::builder().column_spacing(18).row_spacing(5).build();
    let mut row = 0;
    for part in parts {
        let title = label(&shared.say(&part.title()), "part");
        grid.attach(&title, 0, row, 2, 1);
        for key in KEYS.iter().filter(|key| key.part == *part) {
            row += 1;
            grid.attach(&caps(key), 0, row, 1, 1);
            grid.attach(&label(&shared.say(&(key.says)()), "says"), 1, row, 1, 1);
        }
        row += 1;
    }
    grid
}

/// The ways to press it: one that works everywhere, and all of a page.
fn caps(key: &Key) -> gtk::Box {
    let line = gtk::Box::new(gtk::Orientation::Horizontal, 6);
    for name in key.everywhere.iter().take(1).chain(key.in_page) {
        line.pack_start(&label(&shown(name), "cap"), false, false, 0);
    }
    line
}

/// An accelerator as it is printed on a keyboard; a letter as it is typed, for `g` and `G` are two keys.
fn shown(accelerator: &str) -> String {
    let (value, modifiers) = gtk::accelerator_parse(accelerator);
    let typed = gdk::keys::Key::from_name(accelerator).to_unicode().filter(|letter| !letter.is_control());
    typed.map_or_else(
        || gtk::accelerator_get_label(value, modifiers).map(String::from).unwrap_or_default(),
        String::from,
    )
}

fn label(text: &str, class: &str) -> gtk::Label {
    let label = gtk::Label::builder().label(text).xalign(0.0).ellipsize(pango::EllipsizeMode::None).build();
    label.style_context().add_class(class);
    label
}
