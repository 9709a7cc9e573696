//! One window with one question, from its first line to the answer.

use std::error::Error;
use std::os::fd::AsRawFd;
use std::rc::Rc;

use gtk::prelude::*;
use gtk::{gdk, glib};
use tao::event::{Event, WindowEvent};
use tao::event_loop::{ControlFlow, EventLoop, EventLoopBuilder, EventLoopProxy};
use tao::platform::run_return::EventLoopExtRunReturn;
use tao::platform::unix::WindowExtUnix;
use tao::window::{Window, WindowBuilder};

use portero::ask::{About, Answer, Decision, Question, Remember, words};
use portero::message;
use portero::message::{Language, Message};

use crate::choice::Choice;
use crate::gate::Gate;
use crate::{appearance, facts, token};

/// What the parts of the window share.
pub struct Scene {
    pub question: Question,
    pub language: Language,
    window: gtk::ApplicationWindow,
    answers: EventLoopProxy<Answer>,
}

/// Shows the question and waits for its answer. Fails where no window can be shown.
pub fn ask(question: Question, language: Language) -> Result<Answer, Box<dyn Error>> {
    appearance::prepare()?;
    let mut events = EventLoopBuilder::<Answer>::with_user_event().build();
    let window = WindowBuilder::new().with_title(&question.title).with_visible(false);
    let window = window.with_resizable(false).build(&events)?;
    let answers = events.create_proxy();
    let scene = Rc::new(Scene { question, language, window: window.gtk_window().clone(), answers });
    scene.build(window.default_vbox().ok_or("the window cannot hold anything")?);
    leave_with_the_asker(&scene);
    scene.window.show_all();
    scene.window.present();
    Ok(answer(&mut events, &window))
}

/// Runs until there is an answer; a closed window means no.
fn answer(events: &mut EventLoop<Answer>, _window: &Window) -> Answer {
    let mut answer = Answer { decision: Decision::No, token: None };
    events.run_return(|event, _, flow| {
        *flow = match event {
            Event::UserEvent(given) => {
                answer = given;
                ControlFlow::Exit
            }
            Event::WindowEvent { event: WindowEvent::CloseRequested | WindowEvent::Destroyed, .. } => {
                ControlFlow::Exit
            }
            _ => ControlFlow::Wait,
        }
    });
    answer
}

/// Whoever asked may be gone; then nobody waits for an answer any more.
fn leave_with_the_asker(scene: &Rc<Scene>) {
    let gone = glib::IOCondition::ERR | glib::IOCondition::HUP;
    let scene = Rc::clone(scene);
    glib::source::unix_fd_add_local(std::io::stdout().as_raw_fd(), gone, move |_, _| {
        scene.refuse();
        glib::ControlFlow::Break
    });
}

impl Scene {
    /// A text in the person's language.
    pub fn say(&self, message: &Message) -> String {
        self.language.say(message)
    }

    /// Hands every key of the window to this first.
    pub fn connect_key(&self, judge: impl Fn(&gdk::EventKey) -> glib::Propagation + 'static) {
        self.window.connect_key_press_event(move |_, event| judge(event));
    }

    /// Ends with a no.
    pub fn refuse(&self) {
        self.end(Decision::No, None);
    }

    /// Ends with this decision, and a token with which the program may take the focus from this window.
    pub fn decide(&self, decision: Decision) {
        self.end(decision, token::of_this_event(&self.window));
    }

    fn end(&self, decision: Decision, token: Option<String>) {
        // The window goes at once; the program may take its time.
        self.window.hide();
        let _ = self.answers.send_event(Answer { decision, token });
    }

    fn build(self: &Rc<Self>, space: &gtk::Box) {
        // Also before the first size is known, or the window would keep that one.
        self.window.set_resizable(false);
        self.window.set_default_size(-1, -1);
        self.window.set_position(gtk::WindowPosition::Center);
        self.window.set_type_hint(gdk::WindowTypeHint::Dialog);
        space.style_context().add_class("question");
        space.set_spacing(18);
        space.pack_start(&facts::heading(self), false, false, 0);
        facts::describe(self, &self.window);
        let gate = match &self.question.about {
            About::Confirm { .. } => self.build_confirm(space),
            About::Choice { choices } => Choice::build(self, choices.clone(), space),
        };
        gate.watch(&self.window);
        let scene = Rc::clone(self);
        self.connect_key(move |event| {
            if event.keyval() != gdk::keys::constants::Escape {
                return glib::Propagation::Proceed;
            }
            scene.refuse();
            glib::Propagation::Stop
        });
    }

    fn build_confirm(self: &Rc<Self>, space: &gtk::Box) -> Rc<Gate> {
        space.pack_start(&facts::details(self), false, false, 0);
        let kept = self.question.remember.iter().copied().find(|remember| *remember != Remember::Once);
        let kept = kept.map(|remember| {
            let label = self.say(&words::extent(remember, &self.question));
            (gtk::CheckButton::with_label(&label), remember)
        });
        if let Some((button, _)) = &kept {
            space.pack_start(button, false, false, 0);
        }
        let gate = self.buttons(space, &message!("No"), &message!("Yes, open it"));
        gate.prefer_no(&self.window);
        let scene = Rc::clone(self);
        gate.connect_yes(move || {
            let kept = kept.as_ref().filter(|(button, _)| button.is_active());
            scene.decide(Decision::Yes(kept.map_or(Remember::Once, |(_, remember)| *remember)));
        });
        gate
    }

    /// The two buttons at the bottom; the first is what Enter presses.
    pub fn buttons(self: &Rc<Self>, space: &gtk::Box, no: &Message, yes: &Message) -> Rc<Gate> {
        let (no, yes) = (gtk::Button::with_label(&self.say(no)), gtk::Button::with_label(&self.say(yes)));
        let row = gtk::Box::new(gtk::Orientation::Horizontal, 12);
        row.set_homogeneous(true);
        row.set_halign(gtk::Align::End);
        row.pack_start(&no, false, true, 0);
        row.pack_start(&yes, false, true, 0);
        space.pack_end(&row, false, false, 0);
        let scene = Rc::clone(self);
        no.connect_clicked(move |_| scene.refuse());
        Gate::new(&self.question, no, yes)
    }
}
