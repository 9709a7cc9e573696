//! Every manual page and Info node of this machine (`make check-pages`): it renders, and no word is lost against
//! man(1) and info(1). Ignored by default: it takes many minutes and needs both programs.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use portero::document::context::Context;
use portero::document::man::{self, locate};
use portero::document::model::Document;
use portero::env::{Env, Request};
use portero::html::{self, Links};
use portero::locale::Locale;
use portero::system::SystemProbe;
use portero::terminal::{self, Look};

use crate::words::{dump, lost, words};

/// The words of all pages, and those that ours lacks.
#[derive(Debug, Default)]
struct Tally {
    pages: usize,
    words: usize,
    lost: usize,
    faults: Vec<String>,
}

#[test]
#[ignore = "formats every page of the machine"]
fn every_manual_page_renders_whole() {
    let files = manual_pages();
    let next = AtomicUsize::new(0);
    let tally = Mutex::new(Tally::default());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    check_page(file, &tally);
                }
            });
        }
    });
    let tally = tally.into_inner().unwrap();
    let report = std::env::temp_dir().join("portero-pages.txt");
    std::fs::write(&report, tally.faults.join("\n")).unwrap();
    println!(
        "{} pages, {} words, {} lost, faults in {}",
        tally.pages,
        tally.words,
        tally.lost,
        report.display()
    );
    assert!(tally.lost * 10_000 < tally.words, "{} of {} words lost", tally.lost, tally.words);
}

/// All page files: those whose path holds `PORTERO_PAGES` and not `PORTERO_PAGES_WITHOUT`, of these each
/// `PORTERO_EVERY`th.
fn manual_pages() -> Vec<PathBuf> {
    let setting = |name: &str| std::env::var(name).ok();
    let wanted = setting("PORTERO_PAGES").unwrap_or_default();
    let unwanted = setting("PORTERO_PAGES_WITHOUT");
    let every = setting("PORTERO_EVERY").and_then(|n| n.parse().ok()).unwrap_or(1);
    let mut files = Vec::new();
    collect(Path::new("/usr/share/man"), &mut files);
    files.retain(|file| {
        let path = file.to_string_lossy();
        path.contains(&wanted) && unwanted.as_ref().is_none_or(|part| !path.contains(part))
    });
    files.sort();
    files.into_iter().step_by(every).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let kind = entry.file_type().unwrap();
        if kind.is_dir() {
            collect(&entry.path(), files);
        } else if kind.is_file() {
            files.push(entry.path());
        }
    }
}

fn check_page(path: &Path, tally: &Mutex<Tally>) {
    let env = Env::read();
    let request = Request::own(&env);
    let probe = SystemProbe::new(&env, &request);
    let mut context = Context::new(&probe);
    context.locale = Locale::default();
    let name = path.file_name().unwrap().to_str().unwrap_or_default();
    let Some((name, section)) = locate::split_name(name) else { return };
    let root = PathBuf::from("/usr/share/man");
    let language = path.strip_prefix(&root).ok().and_then(|inner| inner.iter().next()?.to_str());
    let file = locate::PageFile {
        path: path.to_owned(),
        root,
        name: name.to_owned(),
        section: section.to_owned(),
        language: language.filter(|folder| !folder.starts_with("man")).map(str::to_owned),
    };
    let (ours, fault) = match man::page(&file, None, &context) {
        Ok(page) if page.headings().is_empty() => (body(&page), Some("no heading".to_owned())),
        Ok(page) => (body(&page), html_fault(&page)),
        Err(error) => (String::new(), Some(format!("{error}"))),
    };
    let (ours, theirs) = (words(&ours), words(&formatted(path)));
    let missing = lost(&theirs, &ours);
    if missing > 0 {
        dump(&path.to_string_lossy().replace('/', "_"), &theirs, &ours);
    }
    let mut tally = tally.lock().unwrap();
    tally.pages += 1;
    tally.words += theirs.len();
    tally.lost += missing;
    if let Some(fault) = fault {
        tally.faults.push(format!("{}: {fault}", path.display()));
    }
    if missing > 0 {
        tally.faults.push(format!("{}: {missing} of {} words lost", path.display(), theirs.len()));
    }
}

/// The text without title and facts, which stand elsewhere in man's output.
fn body(page: &Document) -> String {
    let page = Document { title: String::new(), facts: Vec::new(), ..page.clone() };
    terminal::render(&page, &Look::plain(100))
}

/// What man(1) makes of it, without its first and last line.
fn formatted(path: &Path) -> String {
    let output = Command::new("man")
        .args(["--nh", "--nj", "-Tutf8", "-l"])
        .arg(path)
        .current_dir("/usr/share/man")
        .envs([("MANWIDTH", "400"), ("LC_ALL", "C.UTF-8")])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines.get(1..lines.len().saturating_sub(1)).unwrap_or_default().join("\n")
}

/// What is wrong with a page's HTML.
pub fn html_fault(page: &Document) -> Option<String> {
    let text = html::page(page, Links::Direct);
    if let Some(c) = text.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\t')) {
        return Some(format!("a raw control character: {c:?}"));
    }
    tidy(&text)
}

/// The first complaint of an HTML checker, where it is installed.
fn tidy(text: &str) -> Option<String> {
    let mut child = Command::new("tidy")
        .args(["-q", "-e", "--drop-empty-elements", "no"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    let mut pipe = child.stdin.take()?;
    let text = text.to_owned();
    let writer = std::thread::spawn(move || pipe.write_all(text.as_bytes()));
    let output = child.wait_with_output().ok()?;
    writer.join().ok()?.ok()?;
    String::from_utf8_lossy(&output.stderr).lines().next().map(str::to_owned)
}
