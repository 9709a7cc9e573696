//! What a loader may know of the request and of this machine.

use std::ffi::OsStr;
use std::path::PathBuf;

use super::model::{Block, Document};
use super::run::Limits;
use crate::error::{Code, Error};
use crate::locale::Locale;
use crate::message;
use crate::message::Message;
use crate::probe::{Documentation, Probe};

/// The surroundings of one request.
pub struct Context<'a> {
    /// The machine.
    pub probe: &'a dyn Probe,
    /// The person's languages.
    pub locale: Locale,
    /// Where formatted pages and drafts are kept; nowhere when `None`.
    pub cache: Option<PathBuf>,
    /// What unpacking and formatting may use.
    pub limits: Limits,
}

impl<'a> Context<'a> {
    /// The languages by the request's variables, the person's cache (XDG Base Directory Specification) and the
    /// default limits.
    pub fn new(probe: &'a dyn Probe) -> Self {
        let home = || Some(probe.home()?.join(".cache"));
        let cache = probe.variable("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
        let cache = cache.or_else(home).map(|folder| folder.join("portero"));
        Self { probe, locale: Locale::of(|name| probe.variable(name)), cache, limits: Limits::default() }
    }

    /// A message in the person's language.
    pub fn say(&self, message: &Message) -> String {
        self.locale.language().say(message)
    }

    /// A paragraph in the person's language.
    pub fn text(&self, message: &Message) -> Block {
        Block::text(self.say(message))
    }

    /// A page of our own words, in the person's language.
    pub fn own_page(&self, title: String) -> Document {
        let language = Some(self.locale.language().code().to_owned());
        Document { title, language, ..Document::default() }
    }

    /// The trusted folders of a family.
    pub fn folders(&self, family: Documentation) -> Vec<PathBuf> {
        self.probe.documentation(family)
    }

    /// The file of a program.
    ///
    /// # Errors
    /// `no-program`.
    pub fn program(&self, name: &str) -> Result<PathBuf, Error> {
        let missing = || Error::new(Code::NoProgram, message!("{name} is not installed", name));
        self.probe.program(OsStr::new(name)).ok_or_else(missing)
    }
}
