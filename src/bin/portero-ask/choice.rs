//! The list of programs: type to narrow it, arrows to move, Enter to open.

use std::cell::RefCell;
use std::rc::Rc;

use gtk::gdk::keys::constants as key;
use gtk::prelude::*;
use gtk::{gdk, glib, pango};

use portero::ask::chooser::{Chooser, Move};
use portero::ask::{Decision, Offer, Remember, words};
use portero::message;

use crate::appearance;
use crate::facts;
use crate::gate::Gate;
use crate::scene::Scene;

/// An icon's size, in pixels.
const ICON: i32 = 40;

/// The list scrolls when it is higher, in pixels.
const HEIGHT: i32 = 360;

/// The list is no narrower, in pixels.
const WIDTH: i32 = 520;

/// With fewer programs there is nothing to narrow.
const MANY: usize = 5;

/// The list and what is known of it.
pub struct Choice {
    scene: Rc<Scene>,
    model: RefCell<Chooser>,
    list: gtk::ListBox,
    search: gtk::SearchEntry,
    extents: Vec<(gtk::RadioButton, Remember)>,
    gate: Rc<Gate>,
}

impl Choice {
    /// Fills the window.
    pub fn build(scene: &Rc<Scene>, offers: Vec<Offer>, space: &gtk::Box) -> Rc<Gate> {
        let doubtful = scene.question.reason.is_some();
        space.pack_start(&facts::details(scene), false, false, 0);
        let search = gtk::SearchEntry::new();
        search.set_placeholder_text(Some(&scene.say(&message!("Type to narrow the list"))));
        search.set_no_show_all(offers.len() < MANY);
        space.pack_start(&search, false, false, 0);
        let list = list(scene, &offers);
        space.pack_start(&scrolled(&list), true, true, 0);
        let extents = extents(scene, space);
        let gate = scene.buttons(space, &message!("Cancel"), &message!("Open"));
        gate.prefer_yes();
        let model = RefCell::new(Chooser::new(offers, !doubtful));
        let choice =
            Rc::new(Self { scene: Rc::clone(scene), model, list, search, extents, gate: Rc::clone(&gate) });
        choice.connect();
        choice.show();
        // Letters find their way from here to the search.
        choice.list.connect_map(|list| {
            // Once the window has given the focus to its first part, which is another one.
            let list = list.clone();
            glib::idle_add_local_once(move || {
                let row = list.selected_row().or_else(|| list.row_at_index(0));
                row.iter().for_each(gtk::ListBoxRow::grab_focus);
            });
        });
        gate
    }

    fn connect(self: &Rc<Self>) {
        let choice = Rc::clone(self);
        self.list.set_filter_func(Some(Box::new(move |row| choice.model.borrow().is_shown(number(row)))));
        let choice = Rc::clone(self);
        self.search.connect_changed(move |search| {
            choice.model.borrow_mut().filter(&search.text());
            choice.show();
        });
        let choice = Rc::clone(self);
        self.list.connect_row_selected(move |_, row| {
            // While the list is being filtered the selection is ours.
            if let (Some(row), Ok(mut model)) = (row, choice.model.try_borrow_mut()) {
                model.select(number(row));
            }
        });
        let choice = Rc::clone(self);
        self.list.connect_row_activated(move |_, _| choice.gate.press());
        let choice = Rc::clone(self);
        self.gate.connect_yes(move || choice.open());
        let choice = Rc::clone(self);
        self.scene.connect_key(move |event| choice.key(event));
    }

    /// Shows the state of the model.
    fn show(&self) {
        self.list.invalidate_filter();
        let selected = self.model.borrow().selected();
        let row = selected.and_then(|number| self.list.row_at_index(i32::try_from(number).ok()?));
        self.list.select_row(row.as_ref());
        self.gate.set_ready(selected.is_some());
        if let Some(row) = row.filter(|row| row.is_mapped() && !self.search.has_focus()) {
            row.grab_focus();
        }
    }

    fn key(&self, event: &gdk::EventKey) -> glib::Propagation {
        let direction = match event.keyval() {
            key::Up | key::KP_Up => Move::Up,
            key::Down | key::KP_Down => Move::Down,
            key::Page_Up => Move::First,
            key::Page_Down => Move::Last,
            key::Return | key::KP_Enter | key::ISO_Enter if !self.gate.has_focus() => {
                self.gate.press();
                return glib::Propagation::Stop;
            }
            key::Tab if self.list.focus_child().is_some() => return self.leave_list(),
            _ => return self.type_on(event),
        };
        if self.extents.iter().any(|(button, _)| button.has_focus()) {
            return glib::Propagation::Proceed;
        }
        self.model.borrow_mut().go(direction);
        self.show();
        glib::Propagation::Stop
    }

    /// The arrows are for the list; Tab goes on to what follows it.
    fn leave_list(&self) -> glib::Propagation {
        let Some((button, _)) = self.extents.iter().find(|(button, _)| button.is_active()) else {
            return glib::Propagation::Proceed;
        };
        button.grab_focus();
        glib::Propagation::Stop
    }

    /// A letter goes to the search, wherever the focus is.
    fn type_on(&self, event: &gdk::EventKey) -> glib::Propagation {
        let types = event.keyval().to_unicode().is_some_and(|letter| !letter.is_control() && letter != ' ');
        let bare = !event.state().intersects(gdk::ModifierType::CONTROL_MASK | gdk::ModifierType::MOD1_MASK);
        if types && bare && !self.search.has_focus() {
            self.search.show();
            self.search.grab_focus_without_selecting();
        }
        glib::Propagation::Proceed
    }

    fn open(&self) {
        let Some(number) = self.model.borrow().selected() else { return };
        let kept = self.extents.iter().find(|(button, _)| button.is_active());
        let remember = kept.map_or(Remember::Once, |(_, remember)| *remember);
        self.scene.decide(Decision::Chosen(number, remember));
    }
}

fn list(scene: &Scene, offers: &[Offer]) -> gtk::ListBox {
    let list = gtk::ListBox::new();
    list.set_selection_mode(gtk::SelectionMode::Browse);
    list.set_activate_on_single_click(false);
    list.set_size_request(WIDTH, -1);
    for offer in offers {
        list.add(&row(scene, offer));
    }
    if let Some(accessible) = list.accessible() {
        accessible.set_name(&scene.say(&message!("Programs")));
    }
    list
}

fn row(scene: &Scene, offer: &Offer) -> gtk::ListBoxRow {
    let detail = match offer.argv.as_slice() {
        [] => scene.say(&message!("Shown in a window of its own")),
        argv if offer.terminal => {
            scene.say(&message!("In a terminal: {command}", command = words::command_line(argv)))
        }
        argv => words::command_line(argv),
    };
    let line = gtk::Box::new(gtk::Orientation::Horizontal, 12);
    line.pack_start(
        &appearance::icon(&appearance::names(offer, scene.question.scheme.as_deref()), ICON),
        false,
        false,
        0,
    );
    let texts = gtk::Box::new(gtk::Orientation::Vertical, 2);
    texts.set_valign(gtk::Align::Center);
    texts.pack_start(&facts::label(&offer.label, "offer"), false, false, 0);
    let small = facts::label(&detail, "detail");
    small.set_line_wrap(false);
    small.set_ellipsize(pango::EllipsizeMode::Middle);
    texts.pack_start(&small, false, false, 0);
    line.pack_start(&texts, true, true, 0);
    let row = gtk::ListBoxRow::new();
    row.add(&line);
    if let Some(accessible) = row.accessible() {
        accessible.set_name(&offer.label);
        accessible.set_description(&detail);
    }
    row
}

fn scrolled(list: &gtk::ListBox) -> gtk::ScrolledWindow {
    gtk::ScrolledWindow::builder()
        .hscrollbar_policy(gtk::PolicyType::Never)
        .max_content_height(HEIGHT)
        .propagate_natural_height(true)
        .shadow_type(gtk::ShadowType::In)
        .child(list)
        .build()
}

/// How long the answer holds; the first is chosen.
fn extents(scene: &Scene, space: &gtk::Box) -> Vec<(gtk::RadioButton, Remember)> {
    let column = gtk::Box::new(gtk::Orientation::Vertical, 6);
    let mut buttons: Vec<(gtk::RadioButton, Remember)> = Vec::new();
    for remember in scene.question.remember.iter().copied() {
        let button = gtk::RadioButton::with_label(&scene.say(&words::extent(remember, &scene.question)));
        button.join_group(buttons.first().map(|(first, _)| first));
        column.pack_start(&button, false, false, 0);
        buttons.push((button, remember));
    }
    space.pack_start(&column, false, false, 0);
    buttons
}

fn number(row: &gtk::ListBoxRow) -> usize {
    usize::try_from(row.index()).unwrap_or(usize::MAX)
}
