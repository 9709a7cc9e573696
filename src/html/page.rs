//! The frame of a page: head, title, the links around it, the contents.

use std::sync::LazyLock;

use super::fonts;
use super::render::Renderer;
use super::writer::Writer;
use crate::document::model::{Document, Heading};
use crate::message;
use crate::message::Language;

/// How the links of a page are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Links {
    /// As the URIs that they are: a page for any browser.
    Direct,
    /// As `portero://go/` with the URI percent-encoded behind it, so that an engine hands on just what was written.
    Wrapped,
}

static STYLE: LazyLock<String> = LazyLock::new(|| fonts::any() + include_str!("style.css"));

/// A page with fewer headings needs no list of them.
const CONTENTS: usize = 2;

/// One HTML page with everything in it: no script, nothing that is loaded.
pub fn page(document: &Document, links: Links) -> String {
    let mut writer = Writer::default();
    writer.doctype();
    writer.open("html", &[("lang", document.language.as_deref().unwrap_or("en"))]);
    head(&mut writer, document);
    let headings = contents_list(document);
    // Only the reader's own engine is sure to follow the way of sections.
    let marked = if links == Links::Wrapped { headings.len() } else { 0 };
    body(&mut writer, !headings.is_empty(), marked);
    let mut renderer = Renderer::new(writer, links);
    navigation(&mut renderer, document);
    contents(&mut renderer, &headings, &own_words(document).say(&message!("Contents")), marked > 0);
    renderer.writer.open("main", &[]);
    title(&mut renderer, document);
    let anchors: Vec<&str> = headings.iter().take(marked).map(|heading| heading.anchor.as_str()).collect();
    renderer.sections(&document.blocks, &anchors);
    renderer.writer.close_line();
    renderer.writer.finish()
}

/// Each section of the contents lends its way through the window to its entry in the list, which is marked meanwhile:
/// what would take a script elsewhere.
fn body(writer: &mut Writer, has_contents: bool, sections: usize) {
    let class: &[(&'static str, &str)] = if has_contents { &[("class", "with-contents")] } else { &[] };
    if sections == 0 {
        return writer.open("body", class);
    }
    let names: Vec<String> = (0..sections).map(timeline).collect();
    let scope = format!("timeline-scope:{}", names.join(","));
    writer.open("body", &[class, &[("style", &scope)]].concat());
}

/// The name of a section's timeline (CSS Scroll-driven Animations).
pub fn timeline(section: usize) -> String {
    format!("--s{section}")
}

fn head(writer: &mut Writer, document: &Document) {
    writer.open("head", &[]);
    writer.void("meta", &[("charset", "utf-8")]);
    writer.void("meta", &[("name", "viewport"), ("content", "width=device-width, initial-scale=1")]);
    writer.void("meta", &[("name", "color-scheme"), ("content", "light dark")]);
    writer.element("title", &[], &document.title);
    writer.style(&STYLE);
    writer.close_line();
}

fn title(renderer: &mut Renderer, document: &Document) {
    let writer = &mut renderer.writer;
    writer.open("header", &[]);
    if !document.facts.is_empty() {
        writer.element("p", &[("class", "facts")], &document.facts.join(" · "));
    }
    writer.element("h1", &[], &document.title);
    writer.close_line();
}

/// A screen reader reads our own words in the language of the page, so they are said in it where we know it.
fn own_words(document: &Document) -> Language {
    let code = document.language.as_deref().and_then(|language| language.get(..2));
    code.and_then(Language::from_code).unwrap_or_default()
}

fn navigation(renderer: &mut Renderer, document: &Document) {
    if document.navigation.is_empty() {
        return;
    }
    let around = own_words(document).say(&message!("Pages around this one"));
    renderer.writer.open("nav", &[("class", "around"), ("aria-label", &around)]);
    for link in &document.navigation {
        renderer.link(&link.label, &link.uri, &[("rel", link.relation.name())]);
    }
    renderer.writer.close_line();
}

/// The headings that a list of contents shows; none where a page is too short for one.
fn contents_list(document: &Document) -> Vec<&Heading> {
    let headings = document.headings();
    if headings.len() < CONTENTS { Vec::new() } else { headings }
}

fn contents(renderer: &mut Renderer, headings: &[&Heading], name: &str, marked: bool) {
    if headings.is_empty() {
        return;
    }
    renderer.writer.open("nav", &[("class", "contents"), ("aria-label", name)]);
    renderer.writer.open("ul", &[]);
    for (number, heading) in headings.iter().enumerate() {
        let class = if heading.level == 1 { "section" } else { "subsection" };
        let mark = format!("animation-timeline:{}", timeline(number));
        let mark: &[(&'static str, &str)] = if marked { &[("style", &mark)] } else { &[] };
        renderer.writer.open("li", &[("class", class)]);
        renderer.link(heading.spans.text().trim(), &format!("#{}", heading.anchor), mark);
        renderer.writer.close_line();
    }
    renderer.writer.close();
    renderer.writer.close_line();
}
