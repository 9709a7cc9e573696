//! The field that shows where one is, and takes a URI, the name of a page, or words.

use std::rc::{Rc, Weak};

use gtk::gdk::keys::constants as key;
use gtk::glib::Propagation;
use gtk::prelude::*;
use portero::message;
use portero::reader::search;

use crate::results::Results;
use crate::shared::Shared;
use crate::window::View;

/// So many results are shown.
const MOST: usize = 40;

#[derive(Clone)]
pub struct Location {
    pub field: gtk::Entry,
    results: Results,
    shared: Rc<Shared>,
}

impl Location {
    pub fn new(shared: &Rc<Shared>) -> Self {
        let field = gtk::Entry::builder().width_chars(52).max_width_chars(80).hexpand(true).build();
        let hint = shared.say(&message!("Name, words or URI"));
        field.set_placeholder_text(Some(&hint));
        field.set_input_hints(gtk::InputHints::NO_SPELLCHECK);
        if let Some(access) = field.accessible() {
            access.set_name(&hint);
        }
        let results = Results::new(&field);
        Self { field, results, shared: Rc::clone(shared) }
    }

    /// Listens to the person on behalf of a window.
    pub fn listen(&self, view: &Weak<View>) {
        let location = self.clone();
        self.field.connect_changed(move |_| location.offer());
        let (location, opener) = (self.clone(), view.clone());
        self.field.connect_activate(move |_| location.go(&opener));
        let (location, page) = (self.clone(), view.clone());
        self.field.connect_key_press_event(move |_, event| location.key(event, &page));
        let location = self.clone();
        self.field.connect_focus_in_event(move |_, _| {
            location.shared.index();
            Propagation::Proceed
        });
        let location = self.clone();
        self.field.connect_focus_out_event(move |_, _| {
            location.results.hide();
            Propagation::Proceed
        });
        let opener = view.clone();
        self.results.connect_chosen(move |uri| open(&opener, uri));
    }

    /// Puts the focus into the field, all its text selected.
    pub fn focus(&self) {
        self.field.grab_focus();
        self.field.select_region(0, -1);
    }

    /// Shows where one is, unless somebody is typing.
    pub fn set(&self, uri: &str) {
        if !self.field.has_focus() || self.field.text().is_empty() {
            self.field.set_text(uri);
        }
    }

    /// Shows what fits to the words typed so far.
    pub fn offer(&self) {
        if !self.field.has_focus() {
            return;
        }
        let found = search::best(&self.field.text(), self.shared.entries(), MOST);
        self.results.show(&found, self.field.allocated_width());
    }

    fn go(&self, view: &Weak<View>) {
        let typed = self.field.text();
        let meant = self.results.chosen().or_else(|| self.shared.reader.meant(&typed, self.shared.entries()));
        self.results.hide();
        if let Some(uri) = meant {
            open(view, &uri);
        }
    }

    fn key(&self, event: &gtk::gdk::EventKey, view: &Weak<View>) -> Propagation {
        match event.keyval() {
            key::Down => self.results.step(true),
            key::Up => self.results.step(false),
            key::Escape => {
                self.results.hide();
                if let Some(view) = view.upgrade() {
                    view.restore_location();
                    self.field.select_region(0, 0);
                    view.web().grab_focus();
                }
            }
            _ => return Propagation::Proceed,
        }
        Propagation::Stop
    }
}

fn open(view: &Weak<View>, uri: &str) {
    if let Some(view) = view.upgrade() {
        view.web().grab_focus();
        view.follow(uri, false);
    }
}
