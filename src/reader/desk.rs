//! What the reader makes its pages with, and how it hands on what is none of its own.

use std::ffi::OsStr;

use super::pages::{Facts, Page, Place};
use super::search::{self, Entry};
use super::state::{Recent, State};
use super::{location, start, state};
use crate::complaint::complain;
use crate::config::load::{Places, load};
use crate::config::{Config, Loaded};
use crate::document::context::Context;
use crate::document::model::{Document, Relation};
use crate::document::uris;
use crate::env::{Env, Request};
use crate::error::Error;
use crate::html::Links;
use crate::message::Language;
use crate::open::{self, Desk, Wanted};
use crate::page::{self, Form};
use crate::plan::{Options, Planned};
use crate::reading;
use crate::service::client::{self, End, Wish};
use crate::target::{Kind, Target};

/// Documents that the reader shows in place, whatever else may open them.
const OWN: &[Kind] =
    &[Kind::Man, Kind::ManIndex, Kind::Info, Kind::InfoIndex, Kind::Whatis, Kind::Apropos, Kind::Help];

/// How the window takes its pages.
const FORM: Form = Form::Html(Links::Wrapped);

/// The surroundings of the reader, read once.
pub struct Reader {
    env: Env,
    request: Request,
    loaded: Loaded,
}

impl Reader {
    /// Reads the environment and the config.
    pub fn new() -> Self {
        let env = Env::read();
        // A window asks in windows, also when it was started from a terminal.
        let request = Request { tty: false, ..Request::own(&env) };
        let loaded = load(&Places::of(&env, None));
        Self { env, request, loaded }
    }

    /// What is in force.
    pub const fn config(&self) -> &Config {
        &self.loaded.config
    }

    /// The language of everything that the reader says.
    pub fn language(&self) -> Language {
        self.request.language()
    }

    /// What was remembered.
    pub fn state(&self) -> State {
        state::file(&self.env).map(|file| State::read(&file)).unwrap_or_default()
    }

    /// Keeps it for the next time; that it could not be kept is no reason to stop reading.
    pub fn keep(&self, state: &State) {
        if let Some(Err(error)) = state::file(&self.env).map(|file| state.write(&file)) {
            complain(format_args!("the window's size and the recent pages could not be kept: {error}"));
        }
    }

    /// Makes a page.
    pub fn page(&self, place: &Place, recent: &[Recent]) -> Page {
        let desk = self.desk();
        let probe = desk.probe();
        let context = Context::new(&probe);
        let ready = |document| (page::Page::of(document, FORM), false, None);
        let (page, found, up) = match place {
            Place::Start => ready(start::document(recent, &desk, &context)),
            Place::Uri(uri) => page_of(uri, &context),
            Place::Words(title, words) => ready(Document::of_words(title, words)),
        };
        let around = |relation| {
            page.navigation.iter().find(|link| link.relation == relation).map(|link| link.uri.clone())
        };
        let facts = Facts {
            anchor: page.target.clone(),
            found,
            next: around(Relation::Next),
            previous: around(Relation::Previous),
            up: around(Relation::Up).or(up),
        };
        Page { html: page.text, facts }
    }

    /// Everything that there is to read.
    pub fn entries(&self) -> Vec<Entry> {
        let desk = self.desk();
        search::entries(&Context::new(&desk.probe()))
    }

    /// The URI that was meant by what was typed.
    pub fn meant(&self, typed: &str, entries: &[Entry]) -> Option<String> {
        location::meant(typed, entries, &self.desk().probe())
    }

    /// Whether the reader shows this URI itself.
    pub fn shows(&self, uri: &str) -> bool {
        let plan = self.desk().plan(OsStr::new(uri), None);
        let own = plan.target.as_ref().is_some_and(|target| OWN.contains(&target.kind()));
        match plan.action {
            Ok(Planned::View) => true,
            Ok(Planned::Deny(_)) | Err(_) => false,
            Ok(_) => own,
        }
    }

    /// Hands a URI to the service as any other program would; opens it by its rules where there is no service. A
    /// page may not have a file opened by one click: the person chooses the program.
    pub fn hand_on(&self, uri: &str, ask: bool) -> Result<(), Error> {
        let of_file = uri.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("file:"));
        let wanted = Wanted { ask: ask || of_file, ..Wanted::default() };
        let wish = Wish { uris: vec![uri.to_owned()], wanted, ..Wish::default() };
        match client::open(&wish, &self.request) {
            End::Answered(answers) => answers.into_iter().find_map(|(_, error)| error).map_or(Ok(()), Err),
            End::Failed(error) | End::Lost(error) => Err(error),
            End::Untouched => self.open_directly(uri, wanted),
        }
    }

    fn open_directly(&self, uri: &str, wanted: Wanted) -> Result<(), Error> {
        let desk = self.desk();
        open::open(&wanted.plan(OsStr::new(uri), None, &desk), &desk).map(drop)
    }

    /// Shows the same page in a terminal.
    pub fn in_terminal(&self, uri: &str) -> Result<(), Error> {
        open::page::in_terminal(uri, &self.desk(), &Options::default()).map(drop)
    }

    const fn desk(&self) -> Desk<'_> {
        Desk { env: &self.env, request: &self.request, config: &self.loaded.config }
    }
}

impl Default for Reader {
    fn default() -> Self {
        Self::new()
    }
}

/// The page, whether it is what was asked for, and the page above it.
fn page_of(uri: &str, context: &Context<'_>) -> (page::Page, bool, Option<String>) {
    let reading = match reading::read(OsStr::new(uri), None, context.probe) {
        Ok(reading) => reading,
        Err(refused) => return (page::failed(&refused.error.into(), FORM, context), false, None),
    };
    let (page, error) = page::load(&reading.target, FORM, context);
    (page, error.is_none(), above(&reading.target))
}

/// A page belongs to its section, a section to the manual.
fn above(target: &Target) -> Option<String> {
    match target {
        Target::Man(man) => {
            man.section.as_ref().map(|section| format!("man:({})", uris::encode(section, "")))
        }
        Target::ManIndex(index) => index.section.as_ref().map(|_| "man:".to_owned()),
        Target::Info(_) => Some("info:dir".to_owned()),
        _ => None,
    }
}
