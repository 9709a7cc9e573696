//! Many pages in one go, on all cores: what each must be, and a count of the words that it lost.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use portero::document::model::Document;
use portero::html::{self, Links};

use crate::markup;
use crate::words::{dump, lost, words};

/// What was found out about one page.
#[derive(Debug, Default)]
pub struct Checked {
    /// The words that its own program shows.
    pub words: usize,
    /// Those of them that ours lacks.
    pub lost: usize,
    /// What is wrong with it.
    pub fault: Option<String>,
}

/// What was found out about all.
#[derive(Debug, Default)]
pub struct Tally {
    pub pages: usize,
    pub words: usize,
    pub lost: usize,
    /// Pages that are no good, and those that lost words.
    pub faults: Vec<String>,
    pub losses: Vec<String>,
}

/// Checks each item under its name; a panic is a fault of its page.
pub fn each<T: Sync>(
    items: &[T],
    name: impl Fn(&T) -> String + Sync,
    check: impl Fn(&T) -> Vec<Checked> + Sync,
) -> Tally {
    let next = AtomicUsize::new(0);
    let tally = Mutex::new(Tally::default());
    let start = Instant::now();
    let worker = || {
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            let checked = catch_unwind(AssertUnwindSafe(|| check(item)));
            let panicked = |_| vec![Checked { fault: Some("panics".into()), ..Checked::default() }];
            tally.lock().unwrap().add(&name(item), checked.unwrap_or_else(panicked));
        }
    };
    let threads = thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(worker))));
    let tally = tally.into_inner().unwrap();
    println!(
        "{} pages, {} words, {} lost, {} faults, {:.0?}",
        tally.pages,
        tally.words,
        tally.lost,
        tally.faults.len(),
        start.elapsed()
    );
    tally
}

impl Tally {
    fn add(&mut self, name: &str, all: Vec<Checked>) {
        for checked in all {
            self.pages += 1;
            self.words += checked.words;
            self.lost += checked.lost;
            self.faults.extend(checked.fault.map(|fault| format!("{name}: {fault}")));
            if checked.lost > 0 {
                self.losses.push(format!("{name}: {} of {} words lost", checked.lost, checked.words));
            }
            if self.pages.is_multiple_of(1000) {
                println!("{} pages", self.pages);
            }
        }
    }

    /// Nothing may be wrong with any page, and of so many words at most one may be lost.
    pub fn hold(&self, one_of: usize) {
        let told: Vec<&String> = self.faults.iter().chain(&self.losses).collect();
        println!("{told:#?}");
        assert!(self.pages > 0, "no page was found");
        assert!(self.faults.is_empty(), "{} pages are no good", self.faults.len());
        assert!(self.lost.saturating_mul(one_of) <= self.words, "{} of {} words lost", self.lost, self.words);
    }
}

/// Compares a page with what another program shows of it.
pub fn compare(name: &str, page: &Document, theirs: &[String], ours: &[String]) -> Checked {
    let missing = lost(theirs, ours);
    if missing > 0 {
        dump(&name.replace('/', "_"), theirs, ours);
    }
    Checked { words: theirs.len(), lost: missing, fault: fault(page) }
}

/// The words of a page, without what stands around it.
pub fn body(page: &Document) -> Vec<String> {
    let page = Document { facts: Vec::new(), navigation: Vec::new(), ..page.clone() };
    let html = html::page(&page, Links::Direct);
    words(&text(html.split_once("<main>").map_or("", |(_, main)| main)))
}

/// The text of markup; only elements in a line of text do not end a word.
fn text(markup: &str) -> String {
    let mut out = String::new();
    for piece in markup.split('<') {
        let (tag, text) = piece.split_once('>').unwrap_or(("", piece));
        let name = tag.trim_start_matches('/').split(' ').next().unwrap_or_default();
        if !["a", "b", "i", "code", ""].contains(&name) {
            out.push(' ');
        }
        out.push_str(text);
    }
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")];
    entities.iter().fold(out, |text, (entity, c)| text.replace(entity, c))
}

/// What is wrong with a page, if anything is.
pub fn fault(page: &Document) -> Option<String> {
    let text = html::page(page, Links::Direct);
    markup::fault(&text).or_else(|| anchors(page, &text)).or_else(|| tidy(&text))
}

/// Every heading stands in the contents, and no anchor is there twice.
fn anchors(page: &Document, html: &str) -> Option<String> {
    let mut seen = BTreeSet::new();
    let ids = html.split(" id=\"").skip(1).filter_map(|part| part.split('"').next());
    if let Some(twice) = ids.into_iter().find(|id| !seen.insert(*id)) {
        return Some(format!("the anchor {twice} is there twice"));
    }
    let contents = html.split("<nav class=\"contents\"").nth(1).and_then(|part| part.split("</nav>").next());
    let listed = contents.map_or(0, |contents| contents.matches("<a href=\"#").count());
    let headings = page.headings().len();
    (headings > 1 && listed != headings).then(|| format!("{listed} of {headings} headings in the contents"))
}

/// The first complaint of an HTML checker.
fn tidy(text: &str) -> Option<String> {
    let mut file = tempfile::NamedTempFile::new().ok()?;
    file.write_all(text.as_bytes()).ok()?;
    let output = Command::new("tidy")
        .args(["-q", "-e", "--drop-empty-elements", "no"])
        .arg(file.path())
        .output()
        .expect("tidy is needed (packaging/needs.sh pages)");
    String::from_utf8_lossy(&output.stderr).lines().next().map(str::to_owned)
}
