//! What a window can do, by the names of the table of keys.

use std::rc::{Rc, Weak};

use gtk::gio;
use gtk::glib::{Variant, VariantTy};
use gtk::prelude::*;
use portero::reader::pages::Place;
use webkit2gtk::{PrintOperation, PrintOperationExt, WebViewExt};

use crate::shared::Event;
use crate::window::View;
use crate::{context_menu, key_list};

/// How much a step enlarges.
const STEP: f64 = 1.1;

type Deed = fn(&Rc<View>);
type WordedDeed = fn(&Rc<View>, &str);

const DEEDS: &[(&str, Deed)] = &[
    ("back", |view| view.web().go_back()),
    ("forward", |view| view.web().go_forward()),
    ("next", |view| follow(view, view.facts().next)),
    ("previous", |view| follow(view, view.facts().previous)),
    ("up", |view| follow(view, view.facts().up)),
    ("start", |view| view.show(Place::Start)),
    ("location", |view| view.location.focus()),
    ("find", |view| view.find.open()),
    ("find-next", |view| view.find.step(true)),
    ("find-previous", |view| view.find.step(false)),
    ("zoom-in", |view| view.zoom(view.web().zoom_level() * STEP)),
    ("zoom-out", |view| view.zoom(view.web().zoom_level() / STEP)),
    ("zoom-reset", |view| view.zoom(1.0)),
    ("reload", |view| view.web().reload()),
    ("print", print),
    ("copy-link", |view| context_menu::copy(&view.uri().unwrap_or_default())),
    ("terminal", terminal),
    ("other-program", other_program),
    ("new-window", |view| view.shared.send(Event::NewWindow(Place::Start))),
    ("close", |view| view.gtk().close()),
    ("keys", |view| key_list::show(view.gtk(), &view.shared)),
];

/// Actions with a word behind them.
const WORDED: &[(&str, WordedDeed)] = &[
    ("go", |view, uri| view.follow(uri, false)),
    // The engine's own commands of an editor move about in a page that cannot be edited, too.
    ("scroll", |view, command| view.web().execute_editing_command(command)),
];

/// All actions of a window.
pub fn of(view: &Weak<View>, contents: bool) -> gio::SimpleActionGroup {
    let group = gio::SimpleActionGroup::new();
    for (name, deed) in DEEDS {
        let action = gio::SimpleAction::new(name, None);
        let view = view.clone();
        action.connect_activate(move |_, _| {
            if let Some(view) = view.upgrade() {
                deed(&view);
            }
        });
        group.add_action(&action);
    }
    for (name, deed) in WORDED {
        let action = gio::SimpleAction::new(name, Some(VariantTy::STRING));
        let view = view.clone();
        action.connect_activate(move |_, word| {
            if let (Some(view), Some(word)) = (view.upgrade(), word.and_then(Variant::str)) {
                deed(&view, word);
            }
        });
        group.add_action(&action);
    }
    group.add_action(&contents_action(view, contents));
    group
}

fn contents_action(view: &Weak<View>, contents: bool) -> gio::SimpleAction {
    let action = gio::SimpleAction::new_stateful("contents", None, &contents.to_variant());
    let view = view.clone();
    action.connect_activate(move |action, _| {
        let shown = !action.state().and_then(|state| state.get::<bool>()).unwrap_or(true);
        action.set_state(&shown.to_variant());
        if let Some(view) = view.upgrade() {
            view.shared.state().contents = shown;
            view.show_contents(shown);
        }
    });
    action
}

fn follow(view: &Rc<View>, uri: Option<String>) {
    if let Some(uri) = uri {
        view.follow(&uri, false);
    }
}

fn print(view: &Rc<View>) {
    PrintOperation::new(view.web()).run_dialog(Some(view.gtk()));
}

fn terminal(view: &Rc<View>) {
    if let Some(uri) = view.uri() {
        view.shared.aside(view.id(), move |reader| reader.in_terminal(&uri));
    }
}

fn other_program(view: &Rc<View>) {
    if let Some(uri) = view.uri() {
        view.shared.aside(view.id(), move |reader| reader.hand_on(&uri, true));
    }
}
