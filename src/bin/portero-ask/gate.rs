//! The button that opens: shut until a person can have read the question, and again after each change of focus.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

use gtk::gdk::keys::constants as key;
use gtk::prelude::*;
use gtk::{gdk, glib};

use portero::ask::arming::Arming;
use portero::ask::{About, Question};

/// The two buttons, and whether the second one may be pressed.
pub struct Gate {
    arming: RefCell<Arming>,
    /// Whether there is something to say yes to.
    ready: Cell<bool>,
    /// Whether Enter means no until the person turns to the other button.
    preselects_no: bool,
    no: gtk::Button,
    yes: gtk::Button,
}

impl Gate {
    /// Shut until the window gets the focus.
    pub fn new(question: &Question, no: gtk::Button, yes: gtk::Button) -> Rc<Self> {
        yes.set_sensitive(false);
        let doubtful = question.reason.is_some();
        let arming = if doubtful { Arming::of_question() } else { Arming::of_choice() };
        Rc::new(Self {
            arming: RefCell::new(arming),
            ready: Cell::new(true),
            preselects_no: matches!(question.about, About::Confirm { .. }),
            no,
            yes,
        })
    }

    /// Follows the focus of the window.
    pub fn watch(self: &Rc<Self>, window: &gtk::ApplicationWindow) {
        for (signal, focused) in [("focus-in-event", true), ("focus-out-event", false)] {
            let gate = Rc::clone(self);
            window.connect_local(signal, false, move |_| {
                gate.focus(focused);
                Some(false.to_value())
            });
        }
        let gate = Rc::clone(self);
        window.connect_key_press_event(move |_, event| gate.judge(event));
        // What another program sends is no hand on the mouse.
        self.yes.connect_button_press_event(|_, event| refused_if(event.is_send_event()));
        self.yes.connect_button_release_event(|_, event| refused_if(event.is_send_event()));
    }

    /// Says whether there is something to say yes to.
    pub fn set_ready(self: &Rc<Self>, ready: bool) {
        self.ready.set(ready);
        self.update();
    }

    /// Whether a yes counts now.
    pub fn is_open(&self) -> bool {
        self.ready.get() && self.arming.borrow().is_armed(Instant::now())
    }

    /// Whether either button has the keyboard's focus.
    pub fn has_focus(&self) -> bool {
        self.no.has_focus() || self.yes.has_focus()
    }

    /// Makes the first button the one that stands out and that Enter presses.
    pub fn prefer_no(&self, window: &gtk::ApplicationWindow) {
        self.no.style_context().add_class("suggested-action");
        self.no.set_can_default(true);
        window.set_default(Some(&self.no));
        self.no.grab_focus();
    }

    /// Makes the second button the one that stands out.
    pub fn prefer_yes(&self) {
        self.yes.style_context().add_class("suggested-action");
    }

    /// What a yes does.
    pub fn connect_yes(self: &Rc<Self>, act: impl Fn() + 'static) {
        let gate = Rc::downgrade(self);
        self.yes.connect_clicked(move |_| {
            if gate.upgrade().is_some_and(|gate| gate.is_open()) {
                act();
            }
        });
    }

    /// Presses the button, if that counts.
    pub fn press(&self) {
        if self.is_open() {
            self.yes.clicked();
        }
    }

    fn focus(self: &Rc<Self>, focused: bool) {
        self.arming.borrow_mut().focus(focused, Instant::now());
        self.update();
        let wait = self.arming.borrow().wait(Instant::now()).filter(|wait| *wait > Duration::ZERO);
        let Some(wait) = wait else { return };
        let gate = Rc::clone(self);
        // Timers know whole milliseconds, and one that is early would leave it shut.
        glib::timeout_add_local_once(wait + Duration::from_millis(1), move || gate.update());
    }

    fn update(self: &Rc<Self>) {
        let open = self.is_open();
        if !open && self.yes.has_focus() {
            self.no.grab_focus();
        }
        self.yes.set_sensitive(open);
    }

    /// Keys that press something do nothing before a yes would count, not even a no: they were meant for another
    /// window. Nor does any that no keyboard has sent.
    fn judge(&self, event: &gdk::EventKey) -> glib::Propagation {
        let presses = [key::Return, key::KP_Enter, key::ISO_Enter, key::space, key::KP_Space];
        let presses = presses.contains(&event.keyval());
        let armed = self.arming.borrow().is_armed(Instant::now());
        refused_if(event.is_send_event() || (self.preselects_no && presses && !armed))
    }
}

const fn refused_if(refused: bool) -> glib::Propagation {
    if refused { glib::Propagation::Stop } else { glib::Propagation::Proceed }
}
