//! Pages for the reader: each kind of target has a loader that makes a [`Document`](model::Document) of it.

pub mod anchors;
pub mod cache;
mod card;
pub mod context;
mod encoding;
mod file;
pub mod groff;
mod help;
pub mod info;
pub mod linkify;
pub mod man;
pub mod model;
mod near;
mod packages;
pub mod run;
pub mod spans;
mod terms;
mod trusted;
pub mod unpack;
pub mod uris;
pub mod whatis;

use crate::error::Error;
use crate::message;
use crate::target::Target;
use context::Context;
use model::Document;

/// A target that has no page, with the page that tells so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// Why.
    pub error: Error,
    /// Where there is more to say than the error.
    page: Option<Box<Document>>,
}

impl Failure {
    /// With a page of what was looked for and what could be meant.
    pub fn new(error: Error, page: Document) -> Self {
        Self { error, page: Some(Box::new(page)) }
    }

    /// The page that tells so.
    pub fn page(&self, context: &Context<'_>) -> Document {
        self.page.as_deref().cloned().unwrap_or_else(|| plain(&self.error, context))
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self { error, page: None }
    }
}

fn plain(error: &Error, context: &Context<'_>) -> Document {
    let title = context.say(&message!("This page cannot be shown"));
    Document { blocks: vec![context.text(&error.message)], ..context.own_page(title) }
}

/// Looks whether [`load`] would find a page, and leaves the work of making it where that can be told before.
///
/// # Errors
/// As [`load`].
pub fn exists(target: &Target, context: &Context<'_>) -> Result<(), Failure> {
    match target {
        Target::Man(man) => man::find(man, context).map(drop),
        Target::InfoIndex(_) => Ok(()),
        _ => load(target, context).map(drop),
    }
}

/// Loads the page of a target.
///
/// # Errors
/// A [`Failure`], which is a page too.
pub fn load(target: &Target, context: &Context<'_>) -> Result<Document, Failure> {
    match target {
        Target::Man(man) => man::load(man, context),
        Target::ManIndex(index) => man::load_index(index, context),
        Target::Info(info) => info::load(info, context),
        Target::InfoIndex(_) => Ok(info::directory(context)),
        Target::Whatis(search) => whatis::load(search, whatis::Way::Whatis, context),
        Target::Apropos(search) => whatis::load(search, whatis::Way::Apropos, context),
        Target::File(file) => file::load(file, context),
        Target::Help(help) => help::load(help, context),
        Target::Mail(mail) => Ok(card::mail(mail, context)),
        Target::Newsgroup(group) => Ok(card::group(group, context)),
        Target::NewsArticle(article) => Ok(card::article(article, context)),
        _ => Ok(card::fields(target, context)),
    }
}
