//! `man:` and `x-man-page:` (uri(7), KDE's `kio_man`, yelp, macOS).

use super::{Request, absolute_path, after_slashes};
use crate::error::Error;
use crate::message;
use crate::probe::Documentation;
use crate::scheme::word::{DocumentPath, PageName, Section};
use crate::target::{Field, Target, Value};
use crate::uri::{Controls, Part};

/// A manual page, by name or as a file in a manual folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Man {
    /// The page's name (`ls`); absent only where `path` is there.
    pub page: Option<PageName>,
    /// Its section (`1`, `3p`, `n`), if one was named.
    pub section: Option<Section>,
    /// A heading to go to.
    pub anchor: Option<String>,
    /// A page file inside the manual's folders.
    pub path: Option<DocumentPath>,
}

impl Man {
    /// In the order of JSON.
    pub const FIELDS: &[Field] =
        &[Field::sure("page"), Field::scalar("section"), Field::scalar("anchor"), Field::scalar("path")];

    /// The values of [`Self::FIELDS`].
    pub fn values(&self) -> Vec<Value> {
        vec![
            Value::of(self.page.as_ref()),
            Value::of(self.section.as_ref()),
            Value::of(self.anchor.as_ref()),
            Value::of(self.path.as_ref()),
        ]
    }
}

/// The list of sections, or of one section's pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManIndex {
    /// The section, if one was named.
    pub section: Option<Section>,
}

impl ManIndex {
    /// In the order of JSON.
    pub const FIELDS: &[Field] = &[Field::scalar("section")];

    /// The values of [`Self::FIELDS`].
    pub fn values(&self) -> Vec<Value> {
        vec![Value::of(self.section.as_ref())]
    }
}

/// `man:ls(1)` and its relatives.
pub fn parse(request: &mut Request<'_>) -> Result<Target, Error> {
    request.uri.hierarchy().decoded(Controls::Refused, |text| {
        let name = after_slashes(text);
        if let Some((_, slash)) = name.as_str().find('/').map(|at| name.split_at(at)) {
            let path =
                absolute_path(text).ok_or_else(|| slash.dangerous(message!("a page's name has no slash")))?;
            let path = path.read(|path| DocumentPath::new(path, Documentation::Man, request.probe))?;
            return Ok(target(None, None, anchor(request)?, Some(path)));
        }
        let (page, section) = read_name(name, request)?;
        Ok(target(page, section, anchor(request)?, None))
    })
}

/// `x-man-page://1/ls`: the section stands where a host would. `;type=a` looks for a word instead.
pub fn parse_x_man_page(request: &mut Request<'_>) -> Result<Target, Error> {
    request.uri.hierarchy().decoded(Controls::Refused, |text| {
        let text = after_slashes(text);
        let (section, name) = match text.split_once('/') {
            Some((section, name)) => (Some(section.read(Section::new)?), name),
            None => (None, text),
        };
        if let Some(word) = name.strip_suffix(";type=a") {
            return Target::apropos(word);
        }
        if section.is_none()
            && Section::new(name.as_str()).is_ok()
            && name.as_str().starts_with(|c: char| c.is_ascii_digit())
        {
            return Ok(target(None, Some(name.read(Section::new)?), None, None));
        }
        let (page, own) = read_name(name, request)?;
        Ok(target(page, own.or(section), anchor(request)?, None))
    })
}

fn target(
    page: Option<PageName>,
    section: Option<Section>,
    anchor: Option<String>,
    path: Option<DocumentPath>,
) -> Target {
    if page.is_none() && path.is_none() {
        return Target::ManIndex(ManIndex { section });
    }
    Target::Man(Man { page, section, anchor, path })
}

fn anchor(request: &Request<'_>) -> Result<Option<String>, Error> {
    request.uri.fragment().filter(|fragment| !fragment.is_empty()).map(Part::text).transpose()
}

/// `name`, `name(section)`, `(section)name` or `name.section`.
fn read_name(
    text: Part<'_>,
    request: &mut Request<'_>,
) -> Result<(Option<PageName>, Option<Section>), Error> {
    let text = text.trim();
    let (name, section) = match text.strip_prefix("(") {
        Some(group) => section_first(group, request),
        None => section_last(text, request),
    };
    let section = section.map(Part::trim).filter(|section| !matches!(section.as_str(), "" | "index"));
    let page =
        Some(name.trim()).filter(|name| !name.is_empty()).map(|name| name.read(PageName::new)).transpose()?;
    Ok((page, section.map(|section| section.read(Section::new)).transpose()?))
}

fn section_first<'a>(group: Part<'a>, request: &mut Request<'_>) -> (Part<'a>, Option<Part<'a>>) {
    let (section, name) = group.split_once(')').unwrap_or_else(|| {
        request.repaired(message!("a parenthesis does not close"));
        group.split_at(group.as_str().len())
    });
    (name, Some(section))
}

/// Only the last group is a section: `operator()(3)`. What follows it is left out.
fn section_last<'a>(text: Part<'a>, request: &mut Request<'_>) -> (Part<'a>, Option<Part<'a>>) {
    let Some((name, group)) = text.rsplit_once('(') else {
        return dotted(text).map_or((text, None), |(name, section)| (name, Some(section)));
    };
    let Some((section, after)) = group.split_once(')') else {
        request.repaired(message!("a parenthesis does not close"));
        return (name, Some(group));
    };
    if after.as_str().contains(char::is_alphanumeric) && Section::new(section.as_str()).is_err() {
        return (text, None);
    }
    if !after.is_empty() {
        request.repaired(message!("what follows the section is left out"));
    }
    (name, Some(section))
}

/// `flac.1`: one digit and then letters; `python3.11` and `systemd.service` stay whole.
fn dotted(text: Part<'_>) -> Option<(Part<'_>, Part<'_>)> {
    let (name, section) = text.rsplit_once('.')?;
    let letters = section.as_str().strip_prefix(|c: char| c.is_ascii_digit())?;
    (!name.is_empty() && letters.chars().all(|c| c.is_ascii_alphabetic())).then_some((name, section))
}
