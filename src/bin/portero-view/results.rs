//! The list under the location field: what fits to the words that were typed so far.

use std::cell::RefCell;
use std::rc::Rc;

use gtk::pango;
use gtk::prelude::*;
use portero::reader::search::Entry;

/// A popover with a list; the focus stays in the field.
#[derive(Clone)]
pub struct Results {
    popover: gtk::Popover,
    list: gtk::ListBox,
    uris: Rc<RefCell<Vec<String>>>,
}

impl Results {
    pub fn new(field: &gtk::Entry) -> Self {
        let popover = gtk::Popover::new(Some(field));
        popover.set_modal(false);
        popover.set_position(gtk::PositionType::Bottom);
        popover.style_context().add_class("results");
        let list = gtk::ListBox::new();
        list.set_activate_on_single_click(true);
        let scrolled = gtk::ScrolledWindow::builder()
            .hscrollbar_policy(gtk::PolicyType::Never)
            .propagate_natural_height(true)
            .max_content_height(460)
            .child(&list)
            .build();
        popover.add(&scrolled);
        scrolled.show_all();
        Self { popover, list, uris: Rc::default() }
    }

    /// Calls back with the URI of the row that was chosen with the pointer.
    pub fn connect_chosen(&self, chosen: impl Fn(&str) + 'static) {
        let results = self.clone();
        self.list.connect_row_activated(move |_, row| {
            if let Some(uri) = results.uri(row) {
                results.hide();
                chosen(&uri);
            }
        });
    }

    /// Shows these; nothing where there are none.
    pub fn show(&self, entries: &[&Entry], width: i32) {
        self.list.foreach(|row| self.list.remove(row));
        for entry in entries {
            self.list.add(&row(entry));
        }
        self.uris.replace(entries.iter().map(|entry| entry.uri.clone()).collect());
        if entries.is_empty() {
            return self.hide();
        }
        self.list.show_all();
        self.popover.set_size_request(width, -1);
        self.popover.popup();
    }

    pub fn hide(&self) {
        self.popover.popdown();
    }

    /// Chooses the next row, or the one before.
    pub fn step(&self, down: bool) {
        let count = i32::try_from(self.uris.borrow().len()).unwrap_or(0);
        let now = self.list.selected_row().map(|row| row.index());
        let next = match (now, down) {
            (None, true) => 0,
            (None, false) => count - 1,
            (Some(at), true) => at + 1,
            (Some(at), false) => at - 1,
        };
        self.list.select_row(self.list.row_at_index(next).as_ref());
    }

    /// The URI of the row that is chosen, while the list is shown.
    pub fn chosen(&self) -> Option<String> {
        self.popover.is_visible().then(|| self.list.selected_row()).flatten().and_then(|row| self.uri(&row))
    }

    fn uri(&self, row: &gtk::ListBoxRow) -> Option<String> {
        self.uris.borrow().get(usize::try_from(row.index()).ok()?).cloned()
    }
}

fn row(entry: &Entry) -> gtk::ListBoxRow {
    let row = gtk::ListBoxRow::new();
    let words = gtk::Box::new(gtk::Orientation::Horizontal, 12);
    let title = gtk::Label::builder().label(entry.label()).xalign(0.0).build();
    let description = gtk::Label::builder()
        .label(&entry.description)
        .xalign(0.0)
        .hexpand(true)
        .ellipsize(pango::EllipsizeMode::End)
        .build();
    description.style_context().add_class("dim-label");
    words.pack_start(&title, false, false, 0);
    words.pack_start(&description, true, true, 0);
    row.add(&words);
    row
}
