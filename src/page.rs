//! Pages in the form that somebody reads them in: HTML or text, with what else is to be known of them. Those of the
//! manual are kept in that form, so that the next time nothing is left to do but to write them out.

use serde::{Deserialize, Serialize};

use crate::document::context::Context;
use crate::document::model::{Document, Link};
use crate::document::{self, Failure, anchors, cache, man};
use crate::error::Error;
use crate::html::{self, Links};
use crate::scheme::man::Man;
use crate::target::Target;
use crate::terminal::{self, Look};

/// How a page is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// For a browser or the reader's window.
    Html(Links),
    /// For a terminal or a file.
    Text(Look),
}

/// A page as it is written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Page {
    /// The whole of it.
    pub text: String,
    /// The anchor that was asked for, if the page has it.
    pub target: Option<String>,
    /// The pages around it.
    pub navigation: Vec<Link>,
}

impl Page {
    /// A document in this form.
    pub fn of(document: Document, form: Form) -> Self {
        Self { text: written(&document, form), target: document.target, navigation: document.navigation }
    }
}

/// The page of a target, or the page that tells why there is none.
pub fn load(target: &Target, form: Form, context: &Context<'_>) -> (Page, Option<Error>) {
    let page = match target {
        Target::Man(man) => manual_page(man, form, context),
        _ => document::load(target, context).map(|document| Page::of(document, form)),
    };
    match page {
        Ok(page) => (page, None),
        Err(failure) => (failed(&failure, form, context), Some(failure.error)),
    }
}

/// The page that tells of a failure.
pub fn failed(failure: &Failure, form: Form, context: &Context<'_>) -> Page {
    Page::of(failure.page(context), form)
}

/// A manual page as it is kept.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    text: String,
    anchors: Vec<String>,
}

fn manual_page(target: &Man, form: Form, context: &Context<'_>) -> Result<Page, Failure> {
    let file = man::find(target, context)?;
    let facts = (&file, man::manual(context), form);
    let kept = cache::or_make(context.cache.as_deref(), &facts, || {
        let (document, sources) = man::make(&file, context)?;
        let kept = Kept { text: written(&document, form), anchors: anchors::of(&document) };
        Ok::<_, Error>((kept, sources))
    })?;
    let target = target.anchor.as_deref().and_then(|wanted| anchors::find(&kept.anchors, wanted));
    Ok(Page { text: kept.text, target, navigation: Vec::new() })
}

fn written(document: &Document, form: Form) -> String {
    match form {
        Form::Html(links) => html::page(document, links),
        Form::Text(look) => terminal::render(document, &look),
    }
}
