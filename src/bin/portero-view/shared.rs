//! What all windows of the reader share.

use std::cell::{OnceCell, RefCell};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

use gtk::pango::Context;
use portero::error::Error;
use portero::message::Message;
use portero::reader::desk::Reader;
use portero::reader::pages::{Pages, Place};
use portero::reader::search::Entry;
use portero::reader::state::State;
use tao::event_loop::EventLoopProxy;
use tao::window::WindowId;

use crate::fonts;

/// What comes to the event loop from elsewhere.
#[derive(Debug)]
pub enum Event {
    /// Pages are wanted, in the window in use or in a new one as the config says.
    Show(Vec<Place>),
    /// A page is wanted in a window of its own.
    NewWindow(Place),
    /// Everything that can be found is known now.
    Indexed,
    /// Something could not be done in this window.
    Told(WindowId, String),
    /// Nobody has read anything for a while.
    Lingered(u32),
}

/// One for the whole process.
pub struct Shared {
    pub reader: Arc<Reader>,
    pub pages: Arc<Pages>,
    pub state: Arc<Mutex<State>>,
    pub proxy: EventLoopProxy<Event>,
    /// A view of the engine that further ones share their process with.
    pub related: RefCell<Option<webkit2gtk::WebView>>,
    entries: Arc<OnceLock<Vec<Entry>>>,
    fonts: OnceCell<String>,
}

impl Shared {
    pub fn new(
        reader: Arc<Reader>,
        pages: Arc<Pages>,
        state: Arc<Mutex<State>>,
        proxy: EventLoopProxy<Event>,
    ) -> Self {
        let (related, entries, fonts) = (RefCell::default(), Arc::default(), OnceCell::new());
        Self { reader, pages, state, proxy, related, entries, fonts }
    }

    /// The style that names the families of this machine, which are looked for once.
    pub fn fonts(&self, context: &Context) -> &str {
        self.fonts.get_or_init(|| fonts::installed(context))
    }

    /// What was remembered, to be read or changed.
    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says something in the person's language.
    pub fn say(&self, message: &Message) -> String {
        self.reader.language().say(message)
    }

    /// Sends an event to the loop, which outlives whoever sends.
    pub fn send(&self, event: Event) {
        let _ = self.proxy.send_event(event);
    }

    /// Everything that can be found, as far as it is known.
    pub fn entries(&self) -> &[Entry] {
        self.entries.get().map_or(&[], Vec::as_slice)
    }

    /// Begins to look for everything that can be found.
    pub fn index(&self) {
        if self.entries.get().is_some() {
            return;
        }
        let (reader, entries, proxy) =
            (Arc::clone(&self.reader), Arc::clone(&self.entries), self.proxy.clone());
        thread::spawn(move || {
            entries.get_or_init(|| reader.entries());
            let _ = proxy.send_event(Event::Indexed);
        });
    }

    /// Does something that may take its time, and tells the window where it fails.
    pub fn aside(&self, window: WindowId, work: impl FnOnce(&Reader) -> Result<(), Error> + Send + 'static) {
        let (reader, proxy) = (Arc::clone(&self.reader), self.proxy.clone());
        thread::spawn(move || {
            if let Err(error) = work(&reader) {
                let told = reader.language().say(&error.message);
                let _ = proxy.send_event(Event::Told(window, told));
            }
        });
    }
}
