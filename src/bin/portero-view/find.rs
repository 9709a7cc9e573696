//! Finding text in a page, by the engine's own search.

use std::cell::RefCell;
use std::rc::Rc;

use gtk::prelude::*;
use portero::message;
use portero::reader::keys;
use webkit2gtk::{FindController, FindControllerExt, FindOptions, WebViewExt};

use crate::shared::Shared;

/// More places than this are not counted.
const MOST: u32 = 9999;

const OPTIONS: FindOptions = FindOptions::CASE_INSENSITIVE.union(FindOptions::WRAP_AROUND);

/// The bar with the field.
#[derive(Clone)]
pub struct Find {
    pub bar: gtk::SearchBar,
    entry: gtk::SearchEntry,
    count: gtk::Label,
    controller: Option<FindController>,
    /// What was looked for last; the bar forgets its text when it is closed.
    last: Rc<RefCell<String>>,
    shared: Rc<Shared>,
}

impl Find {
    pub fn new(web: &webkit2gtk::WebView, shared: &Rc<Shared>) -> Self {
        let find = Self {
            bar: gtk::SearchBar::new(),
            entry: gtk::SearchEntry::builder().width_chars(32).build(),
            count: gtk::Label::new(None),
            controller: web.find_controller(),
            last: Rc::default(),
            shared: Rc::clone(shared),
        };
        find.lay_out();
        find.listen(web);
        find
    }

    fn lay_out(&self) {
        let row = gtk::Box::new(gtk::Orientation::Horizontal, 6);
        let steps = gtk::Box::new(gtk::Orientation::Horizontal, 0);
        steps.style_context().add_class("linked");
        for (action, icon) in [("find-previous", "go-up-symbolic"), ("find-next", "go-down-symbolic")] {
            steps.pack_start(&crate::header::button(action, icon, &self.shared), false, false, 0);
        }
        self.count.style_context().add_class("dim-label");
        self.count.set_width_chars(14);
        self.count.set_xalign(0.0);
        row.pack_start(&self.entry, false, false, 0);
        row.pack_start(&steps, false, false, 0);
        row.pack_start(&self.count, false, false, 0);
        self.bar.add(&row);
        self.bar.connect_entry(&self.entry);
        self.bar.set_show_close_button(true);
        if let (Some(name), Some(access)) = (keys::says("find"), self.entry.accessible()) {
            access.set_name(&self.shared.say(&name));
        }
        self.bar.show_all();
    }

    fn listen(&self, web: &webkit2gtk::WebView) {
        let find = self.clone();
        self.entry.connect_search_changed(move |_| find.search());
        let find = self.clone();
        self.entry.connect_activate(move |_| find.step(true));
        let find = self.clone();
        self.entry.connect_previous_match(move |_| find.step(false));
        let find = self.clone();
        self.entry.connect_next_match(move |_| find.step(true));
        let (find, page) = (self.clone(), web.clone());
        self.bar.connect_search_mode_enabled_notify(move |bar| {
            if !bar.is_search_mode() {
                find.end();
                page.grab_focus();
            }
        });
        let Some(controller) = &self.controller else { return };
        let find = self.clone();
        controller.connect_counted_matches(move |_, count| find.tell(count));
        let find = self.clone();
        controller.connect_failed_to_find_text(move |_| find.tell(0));
    }

    /// Shows the bar, ready for words.
    pub fn open(&self) {
        self.bar.set_search_mode(true);
        self.entry.grab_focus();
    }

    /// On to the next place, or back; closed, the bar stays closed.
    pub fn step(&self, forward: bool) {
        let Some(controller) = &self.controller else { return };
        let last = self.last.borrow().clone();
        if last.is_empty() {
            return self.open();
        }
        if controller.search_text().as_deref() != Some(&last) {
            return controller.search(&last, OPTIONS.bits(), MOST);
        }
        if forward { controller.search_next() } else { controller.search_previous() }
    }

    /// Looks again, in a page that is new.
    pub fn again(&self) {
        if self.bar.is_search_mode() {
            self.search();
        }
    }

    fn search(&self) {
        let Some(controller) = &self.controller else { return };
        let text = self.entry.text();
        if text.is_empty() {
            return self.end();
        }
        self.last.replace(text.to_string());
        controller.count_matches(&text, OPTIONS.bits(), MOST);
        controller.search(&text, OPTIONS.bits(), MOST);
    }

    fn tell(&self, count: u32) {
        let told = if count == u32::MAX {
            message!("More than {most} places", most = MOST.to_string())
        } else {
            message!("{count} place" | "{count} places", count)
        };
        self.count.set_text(&self.shared.say(&told));
        let context = self.entry.style_context();
        if count == 0 { context.add_class("error") } else { context.remove_class("error") }
    }

    fn end(&self) {
        if let Some(controller) = &self.controller {
            controller.search_finish();
        }
        self.count.set_text("");
        self.entry.style_context().remove_class("error");
    }
}
