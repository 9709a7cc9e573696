//! The process: its windows, what it is asked for, and its end.

use std::process::ExitCode;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use gtk::glib;
use gtk::prelude::*;
use portero::complaint::complain;
use portero::env::{APPLICATION_ID, READER_ID};
use portero::reader::desk::Reader;
use portero::reader::pages::{Pages, Place};
use tao::event::{Event as Happening, WindowEvent};
use tao::event_loop::{ControlFlow, EventLoopBuilder, EventLoopWindowTarget};
use tao::platform::unix::EventLoopBuilderExtUnix;
use tao::window::WindowId;

use crate::shared::{Event, Shared};
use crate::window::View;
use crate::{appearance, bus, keys, toolkit};

/// How long the reader stays warm, unless the config says otherwise.
const LINGER: Duration = Duration::from_mins(1);

/// The exit code where no window can be shown.
const NO_DISPLAY: u8 = 4;

/// Shows these pages, here or in the reader that runs already; comes back only where it could not begin.
pub fn run(places: Vec<Place>) -> ExitCode {
    let reader = Arc::new(Reader::new());
    let state = Arc::new(Mutex::new(reader.state()));
    let pages = {
        let (reader, state) = (Arc::clone(&reader), Arc::clone(&state));
        Pages::new(move |place| {
            let recent = state.lock().map(|state| state.recent.clone()).unwrap_or_default();
            reader.page(place, &recent)
        })
    };
    // The window's class is that of the desktop file.
    glib::set_prgname(Some(APPLICATION_ID));
    if gtk::init().is_err() {
        complain("no window can be shown: there is no display that can be reached");
        return ExitCode::from(NO_DISPLAY);
    }
    let event_loop = EventLoopBuilder::<Event>::with_user_event().with_app_id(READER_ID).build();
    let application = gtk::gio::Application::default();
    if let Some(application) = application.as_ref().filter(|application| application.is_remote()) {
        bus::hand_over(application, &places);
        return ExitCode::SUCCESS;
    }
    let shared = Rc::new(Shared::new(reader, pages, state, event_loop.create_proxy()));
    if let Some(application) = &application {
        bus::serve(application, &event_loop.create_proxy());
        keys::install(application);
    }
    toolkit::apply(include_str!("style.css"));
    gtk::Window::set_default_icon_name(APPLICATION_ID);
    appearance::follow(application.and_then(|application| application.dbus_connection()).as_ref(), &shared);
    let mut app = App { shared, views: Vec::new(), spare: None, era: 0 };
    app.begin(&event_loop, places);
    event_loop.run(move |happening, target, flow| {
        *flow = app.happen(happening, target);
    })
}

struct App {
    shared: Rc<Shared>,
    /// The windows, the one in use last.
    views: Vec<Rc<View>>,
    /// A window that nobody sees, kept warm after the last one was closed.
    spare: Option<Rc<View>>,
    /// Counts the times that the last window was closed.
    era: u32,
}

impl App {
    fn begin(&mut self, target: &EventLoopWindowTarget<Event>, places: Vec<Place>) {
        for place in places {
            self.open(place, target);
        }
    }

    fn happen(
        &mut self,
        happening: Happening<'_, Event>,
        target: &EventLoopWindowTarget<Event>,
    ) -> ControlFlow {
        match happening {
            Happening::UserEvent(Event::Show(places)) => {
                for place in places {
                    self.show(place, target);
                }
            }
            Happening::UserEvent(Event::NewWindow(place)) => self.open(place, target),
            Happening::UserEvent(Event::Indexed) => self.views.iter().for_each(|view| view.location.offer()),
            Happening::UserEvent(Event::Told(id, words)) => {
                if let Some(view) = self.views.iter().find(|view| view.id() == id) {
                    view.tell(&words);
                }
            }
            Happening::UserEvent(Event::Lingered(era)) if era == self.era && self.views.is_empty() => {
                return ControlFlow::Exit;
            }
            Happening::WindowEvent { window_id, event: WindowEvent::Focused(true), .. } => {
                self.raise(window_id);
            }
            Happening::WindowEvent { window_id, event: WindowEvent::CloseRequested, .. } => {
                return self.close(window_id, target);
            }
            _ => {}
        }
        ControlFlow::Wait
    }

    /// Shows a page in the window in use, or in a new one where the config wants that.
    fn show(&mut self, place: Place, target: &EventLoopWindowTarget<Event>) {
        let apart = self.shared.reader.config().reader.new_window.unwrap_or(false);
        match self.views.last().filter(|_| !apart) {
            Some(view) => {
                view.show(place);
                view.present();
            }
            None => self.open(place, target),
        }
    }

    /// Shows a page in a window of its own.
    fn open(&mut self, place: Place, target: &EventLoopWindowTarget<Event>) {
        let made = self.spare.take().map_or_else(|| View::new(target, &self.shared), Ok);
        match made {
            Ok(view) => {
                view.show(place);
                view.present();
                self.views.push(view);
            }
            Err(error) => complain(format_args!("the window could not be made: {error}")),
        }
    }

    /// The window in use comes last.
    fn raise(&mut self, id: WindowId) {
        if let Some(at) = self.views.iter().position(|view| view.id() == id) {
            let view = self.views.remove(at);
            self.views.push(view);
        }
    }

    fn close(&mut self, id: WindowId, target: &EventLoopWindowTarget<Event>) -> ControlFlow {
        let Some(at) = self.views.iter().position(|view| view.id() == id) else { return ControlFlow::Wait };
        let view = self.views.remove(at);
        view.remember();
        let state = self.shared.state().clone();
        self.shared.reader.keep(&state);
        view.gtk().hide();
        if self.views.is_empty() {
            return self.linger(target);
        }
        *self.shared.related.borrow_mut() = self.views.last().map(|view| view.web().clone());
        ControlFlow::Wait
    }

    /// Stays for a while without a window, the engine warm.
    fn linger(&mut self, target: &EventLoopWindowTarget<Event>) -> ControlFlow {
        let time = self.shared.reader.config().reader.linger.unwrap_or(LINGER);
        if time.is_zero() {
            return ControlFlow::Exit;
        }
        // The new view joins the old one's process before that view is gone.
        self.spare = View::new(target, &self.shared).ok();
        self.era += 1;
        let (era, shared) = (self.era, Rc::clone(&self.shared));
        glib::timeout_add_local_once(time, move || shared.send(Event::Lingered(era)));
        ControlFlow::Wait
    }
}
