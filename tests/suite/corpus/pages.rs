//! Checks of the reader's pages, read as a browser reads them.

use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use regex_lite::Captures;

use super::case::text;
use super::scene::{Fault, Outcome, Scene, ensure};
use super::told::is_document;
use crate::markup::{ATTRIBUTES, ELEMENTS};

/// Schemes that a link of a page may have; a click on one is a new request.
const SCHEMES: &[&str] = &[
    "man", "info", "whatis", "apropos", "help", "ghelp", "http", "https", "mailto", "ftp", "news", "file",
    "portero", "urn",
];

/// What stands in a page.
#[derive(Debug, Default)]
struct Page {
    elements: Vec<(String, Vec<(String, String)>)>,
    text: String,
}

impl Page {
    fn of(html: &str) -> Self {
        let dom: RcDom = parse_document(RcDom::default(), ParseOpts::default()).one(html);
        let mut page = Self::default();
        page.gather(&dom.document);
        page
    }

    fn gather(&mut self, node: &Handle) {
        match &node.data {
            NodeData::Text { contents } => self.text += &contents.borrow(),
            NodeData::Element { name, attrs, .. } => {
                let attributes = attrs.borrow();
                let pairs = attributes.iter().map(|one| (one.name.local.to_string(), one.value.to_string()));
                self.elements.push((name.local.to_string(), pairs.collect()));
            }
            _ => {}
        }
        for child in node.children.borrow().iter() {
            self.gather(child);
        }
    }

    fn links(&self) -> Vec<&str> {
        let attributes = self.elements.iter().flat_map(|(_, attributes)| attributes);
        attributes
            .filter(|(name, _)| ["href", "src"].contains(&name.as_str()))
            .map(|(_, value)| value.as_str())
            .collect()
    }
}

fn page(scene: &Scene) -> Page {
    Page::of(&scene.page().stdout)
}

pub fn only_listed_elements(scene: &Scene, _: &Captures) -> Outcome {
    for (name, attributes) in page(scene).elements {
        ensure(ELEMENTS.contains(&name.as_str()), || format!("the element {name}"))?;
        let foreign = attributes.iter().find(|(name, _)| !ATTRIBUTES.contains(&name.as_str()));
        ensure(foreign.is_none(), || format!("{foreign:?} of {name}"))?;
    }
    Ok(())
}

/// Inside the page, or of a scheme that is read anew at each click. A mail link attaches nothing then either.
pub fn only_safe_links(scene: &Scene, captures: &Captures) -> Outcome {
    let page = page(scene);
    let safe = |link: &&str| {
        let scheme = link.split_once(':').map(|(scheme, _)| scheme.to_lowercase());
        link.starts_with('#') || scheme.is_some_and(|scheme| SCHEMES.contains(&scheme.as_str()))
    };
    let bad: Vec<_> = page.links().into_iter().filter(|link| !safe(link)).collect();
    ensure(bad.is_empty(), || format!("{bad:?}"))?;
    let files = captures[0].contains("file");
    let into_files: Vec<_> = page.links().into_iter().filter(|link| link.starts_with("file:")).collect();
    ensure(!files || into_files.is_empty(), || format!("{into_files:?}"))
}

pub fn names_as_text(scene: &Scene, _: &Captures) -> Outcome {
    let input = text(&scene.input());
    let folder = super::traced::decoded(input.strip_prefix("file://").unwrap_or(&input));
    let page = page(scene);
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = text(&entry.unwrap().file_name());
        ensure(page.text.contains(&name), || format!("{name} is not in the page: {}", page.text))?;
    }
    Ok(())
}

pub fn escaped_once(scene: &Scene, _: &Captures) -> Outcome {
    let html = &scene.page().stdout;
    let twice = ["&amp;amp;", "&amp;lt;lt;", "&lt;b>"].iter().find(|text| html.contains(**text));
    ensure(twice.is_none(), || format!("{twice:?}"))
}

pub fn lacks(scene: &Scene, captures: &Captures) -> Outcome {
    let secret = (1..captures.len()).find_map(|at| captures.get(at)).unwrap().as_str();
    let secret = if secret.contains("${C}") { "PLANTED" } else { secret };
    let secret = if secret == "text" { "SECRET-LINE-42" } else { secret };
    let shown = [scene.page().output(), scene.printed().output()];
    ensure(!shown.iter().any(|text| text.contains(secret)), || format!("{secret} is shown"))
}

/// A long listing is whole, or says how long it would be.
pub fn whole_or_told(scene: &Scene, _: &Captures) -> Outcome {
    let page = page(scene);
    let rows = page.elements.iter().filter(|(name, _)| name == "a").count();
    let digits: String = page.text.chars().filter(char::is_ascii_digit).collect();
    ensure(rows >= 200_000 || digits.contains("200000"), || {
        format!("{rows} entries, and no word of the others")
    })
}

/// Something was answered, though it may be an error.
pub fn comes(scene: &Scene, captures: &Captures) -> Outcome {
    let page = scene.page();
    ensure(page.code < 124 && !page.stdout.is_empty(), || format!("{page:?}"))?;
    if captures[0].contains("MiB") { within(scene, 256) } else { Ok(()) }
}

pub fn within_memory(scene: &Scene, captures: &Captures) -> Outcome {
    within(scene, captures[1].parse().unwrap())
}

/// In so many MiB of addresses the same is answered.
fn within(scene: &Scene, mebibytes: u64) -> Outcome {
    let words = if is_document(scene) { ["render", "--html", "--"] } else { ["explain", "--json", "--"] };
    let mut command = scene.home.command("prlimit");
    command
        .current_dir(&scene.folder)
        .arg(format!("--as={}", mebibytes << 20))
        .arg(env!("CARGO_BIN_EXE_portero"));
    command.args(words).arg(scene.input()).envs(scene.variables.iter().map(|(name, value)| (name, value)));
    let output = command.output().map_err(|_| Fault::Unseen("prlimit is not here".to_owned()))?;
    let expected = if is_document(scene) { scene.page().code } else { scene.agreed.code };
    let code = output.status.code();
    let same = code == Some(expected) || !is_document(scene) && code.is_some();
    ensure(same, || format!("{code:?} in {mebibytes} MiB, {expected} otherwise"))
}
