//! `ghelp:` and `help:`: documents of GNOME and KDE (uri(7), yelp, `KHelpCenter`).

use super::{Request, after_slashes, document_file};
use crate::error::Error;
use crate::message;
use crate::probe::Documentation;
use crate::scheme::word::{DocumentPath, HelpId, check_visible};
use crate::target::{Field, Target, Value};
use crate::uri::{Controls, Part};

/// A help document, a page of it, a place in that; or a file inside the help folders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Help {
    /// The document; absent only where `path` is there.
    pub document: Option<HelpId>,
    /// A page of it; its segments are [`HelpId`]s joined by slashes.
    pub page: Option<String>,
    /// A place in the page.
    pub anchor: Option<String>,
    /// A document's file.
    pub path: Option<DocumentPath>,
}

impl Help {
    /// In the order of JSON.
    pub const FIELDS: &[Field] =
        &[Field::scalar("document"), Field::scalar("page"), Field::scalar("anchor"), Field::scalar("path")];

    /// The values of [`Self::FIELDS`].
    pub fn values(&self) -> Vec<Value> {
        vec![
            Value::of(self.document.as_ref()),
            Value::of(self.page.as_ref()),
            Value::of(self.anchor.as_ref()),
            Value::of(self.path.as_ref()),
        ]
    }
}

/// `ghelp:document?page#anchor`, `help:document/page`, `help:/document/page?anchor=x`.
pub fn parse(request: &mut Request<'_>) -> Result<Target, Error> {
    let (page, anchor) = beside(request)?;
    request.uri.hierarchy().decoded(Controls::Refused, |text| {
        let text = without_second_scheme(text, request);
        if let Some(path) = document_file(text, Documentation::Help, request)? {
            return Ok(Target::Help(Help { document: None, page, anchor, path: Some(path) }));
        }
        let name = after_slashes(text).trim();
        let (document, own_page) = name.split_once('/').unwrap_or(name.split_at(name.as_str().len()));
        let page = Some(own_page).filter(|page| !page.is_empty()).map(read_page).transpose()?.or(page);
        Ok(Target::Help(Help { document: Some(document.read(HelpId::new)?), page, anchor, path: None }))
    })
}

/// Page and anchor from query and fragment.
fn beside(request: &Request<'_>) -> Result<(Option<String>, Option<String>), Error> {
    let query = request.uri.query().filter(|query| !query.is_empty());
    let fragment = request.uri.fragment().filter(|fragment| !fragment.is_empty());
    let anchor_in_query = query.and_then(|query| query.strip_prefix("anchor="));
    let anchor = fragment.or(anchor_in_query).map(|part| part.word(anchor)).transpose()?;
    let page = query.filter(|_| anchor_in_query.is_none());
    let page = page.map(|page| page.decoded(Controls::Refused, read_page)).transpose()?;
    Ok((page, anchor))
}

fn anchor(text: &str) -> Result<String, Error> {
    check_visible(text).map(|()| text.to_owned())
}

fn read_page(text: Part<'_>) -> Result<String, Error> {
    let text = text.strip_suffix("/").unwrap_or(text);
    text.split('/').try_for_each(|segment| segment.read(HelpId::new).map(drop))?;
    Ok(text.as_str().to_owned())
}

/// `ghelp:ghelp: gedit`, as a translation of uri(7) prints it.
fn without_second_scheme<'a>(text: Part<'a>, request: &mut Request<'_>) -> Part<'a> {
    let text = text.trim();
    let inner = text.strip_prefix("ghelp:").or_else(|| text.strip_prefix("help:"));
    if inner.is_some() {
        request.repaired(message!("the scheme stands twice"));
    }
    inner.map_or(text, Part::trim)
}
