//! Pages in the making: each is begun as soon as it is wanted, while the engine is still on its way to ask for it.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::address::Token;

/// What a page is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// The start page.
    Start,
    /// A URI.
    Uri(String),
    /// A title, and words that are about no URI.
    Words(String, String),
}

impl Place {
    /// The URI, which only pages of URIs have.
    pub fn uri(&self) -> Option<&str> {
        match self {
            Self::Start | Self::Words(..) => None,
            Self::Uri(uri) => Some(uri),
        }
    }

    /// Whether the page may have to be shown from somewhere in its middle on, which only its making tells.
    pub fn may_have_target(&self) -> bool {
        self.uri().is_some_and(|uri| uri.contains('#') || uri.starts_with("info:"))
    }
}

/// A page as it was made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Page {
    /// The whole of it.
    pub html: String,
    /// What is known of it besides.
    pub facts: Facts,
}

/// What the window needs to know of a page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Facts {
    /// Where on the page to begin.
    pub anchor: Option<String>,
    /// Whether it is what was asked for, and no page that tells why not.
    pub found: bool,
    /// The pages around it.
    pub next: Option<String>,
    /// The page before it.
    pub previous: Option<String>,
    /// The page above it.
    pub up: Option<String>,
}

/// So many pages wait for the engine at most.
const MOST: usize = 8;

type Maker = dyn Fn(&Place) -> Page + Send + Sync;

/// All pages that the engine may ask for.
pub struct Pages {
    make: Arc<Maker>,
    issued: Mutex<HashMap<Token, Issued>>,
}

struct Issued {
    place: Place,
    /// The page, until the engine has taken it.
    made: Option<Receiver<Page>>,
    facts: Facts,
}

impl Pages {
    /// Pages that are made so.
    pub fn new(make: impl Fn(&Place) -> Page + Send + Sync + 'static) -> Arc<Self> {
        Arc::new(Self { make: Arc::new(make), issued: Mutex::default() })
    }

    /// Begins a page and gives its address; `None` where the kernel gives no random bytes.
    pub fn begin(&self, place: Place) -> Option<Token> {
        let token = Token::new()?;
        let (sender, receiver) = channel();
        let (make, wanted) = (Arc::clone(&self.make), place.clone());
        // The receiver may be gone by then: the window was closed.
        thread::spawn(move || _ = sender.send(make(&wanted)));
        let mut issued = self.lock();
        // What the engine was sent away from before it asked is not kept; it is made again, should it come back.
        if issued.values().filter(|entry| entry.made.is_some()).count() >= MOST {
            issued.values_mut().for_each(|entry| entry.made = None);
        }
        issued.insert(token, Issued { place, made: Some(receiver), facts: Facts::default() });
        drop(issued);
        Some(token)
    }

    /// The page of an address, waited for; made once more where it was taken before. `None` for an address that was
    /// never issued.
    pub fn html(&self, token: Token) -> Option<String> {
        let (place, made) = {
            let mut issued = self.lock();
            let entry = issued.get_mut(&token)?;
            (entry.place.clone(), entry.made.take())
        };
        let page = made.and_then(|made| made.recv().ok()).unwrap_or_else(|| (self.make)(&place));
        if let Some(entry) = self.lock().get_mut(&token) {
            entry.facts = page.facts;
        }
        Some(page.html)
    }

    /// Waits until a page is made and tells where on it to begin; the page is kept for the engine.
    pub fn anchor(&self, token: Token) -> Option<String> {
        let made = self.lock().get_mut(&token)?.made.take()?;
        let page = made.recv().ok()?;
        let anchor = page.facts.anchor.clone();
        let (sender, receiver) = channel();
        // The receiver is held here.
        let _ = sender.send(page);
        self.lock().get_mut(&token)?.made = Some(receiver);
        anchor
    }

    /// What a page is about.
    pub fn place(&self, token: Token) -> Option<Place> {
        self.lock().get(&token).map(|issued| issued.place.clone())
    }

    /// What is known of a page that the engine has taken.
    pub fn facts(&self, token: Token) -> Facts {
        self.lock().get(&token).map(|issued| issued.facts.clone()).unwrap_or_default()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Token, Issued>> {
        self.issued.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    fn counted() -> (Arc<Pages>, Arc<AtomicUsize>) {
        let made = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&made);
        let pages = Pages::new(move |place| {
            counter.fetch_add(1, Ordering::SeqCst);
            let facts = Facts { anchor: Some("a".into()), found: true, ..Facts::default() };
            Page { html: format!("{place:?}"), facts }
        });
        (pages, made)
    }

    #[test]
    fn a_page_is_made_once_for_each_time_that_it_is_taken() {
        let (pages, made) = counted();
        let token = pages.begin(Place::Start).unwrap();
        assert_eq!(pages.anchor(token).as_deref(), Some("a"));
        assert_eq!(pages.html(token).as_deref(), Some("Start"));
        assert_eq!(made.load(Ordering::SeqCst), 1);
        assert_eq!(pages.html(token).as_deref(), Some("Start"));
        assert_eq!(made.load(Ordering::SeqCst), 2);
        assert!(pages.facts(token).found);
    }

    #[test]
    fn what_was_never_issued_is_nothing() {
        let (pages, _) = counted();
        let strange = Token::new().unwrap();
        assert_eq!((pages.html(strange), pages.place(strange)), (None, None));
    }
}
