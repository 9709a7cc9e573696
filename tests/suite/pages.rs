//! Every manual page of this machine (`make check-pages`): it renders, and hardly a word is lost against man(1).
//! Ignored by default: it takes many minutes and needs man(1).

use std::path::{Path, PathBuf};
use std::process::Command;

use portero::document::context::Context;
use portero::document::man::{self, locate};
use portero::env::{Env, Request};
use portero::error::Code;
use portero::locale::Locale;
use portero::system::SystemProbe;

use crate::sweep::{self, Checked, body, compare};
use crate::words::words;

const ROOT: &str = "/usr/share/man";

#[test]
#[ignore = "formats every page of the machine"]
fn every_manual_page_renders_whole() {
    let files = manual_pages();
    let tally = sweep::each(&files, |file| file.display().to_string(), |file| vec![check(file)]);
    tally.hold(10_000);
}

/// All page files: those whose path holds `PORTERO_PAGES` and not `PORTERO_PAGES_WITHOUT`, of these each
/// `PORTERO_EVERY`th.
fn manual_pages() -> Vec<PathBuf> {
    let setting = |name: &str| std::env::var(name).ok();
    let wanted = setting("PORTERO_PAGES").unwrap_or_default();
    let unwanted = setting("PORTERO_PAGES_WITHOUT");
    let every = setting("PORTERO_EVERY").and_then(|n| n.parse().ok()).unwrap_or(1);
    let mut files = Vec::new();
    collect(Path::new(ROOT), &mut files);
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

fn check(path: &Path) -> Checked {
    let env = Env::read();
    let request = Request::own(&env);
    let probe = SystemProbe::new(&env, &request);
    let mut context = Context::new(&probe);
    (context.locale, context.cache) = (Locale::default(), None);
    let Some(file) = page_file(path) else { return Checked::default() };
    match man::page(&file, None, &context) {
        Ok(page) if page.headings().is_empty() => {
            Checked { fault: Some("no heading".into()), ..Checked::default() }
        }
        Ok(page) => compare(&path.to_string_lossy(), &page, &formatted(path), &body(&page)),
        // A page that makes groff run for ever is told, not shown.
        Err(error) if error.code == Code::Timeout && formatted(path).is_empty() => Checked::default(),
        Err(error) => Checked { fault: Some(format!("{error}")), ..Checked::default() },
    }
}

fn page_file(path: &Path) -> Option<locate::PageFile> {
    let (name, section) = locate::split_name(path.file_name()?.to_str()?)?;
    let root = PathBuf::from(ROOT);
    let language = path.strip_prefix(&root).ok().and_then(|inner| inner.iter().next()?.to_str());
    Some(locate::PageFile {
        path: path.to_owned(),
        root: root.clone(),
        name: name.to_owned(),
        section: section.to_owned(),
        language: language.filter(|folder| !folder.starts_with("man")).map(str::to_owned),
    })
}

/// What man(1) makes of it, without its first and last line; nothing when it does not come to an end.
fn formatted(path: &Path) -> Vec<String> {
    let output = Command::new("timeout")
        .args(["--kill-after=1", "30", "man", "--nh", "--nj", "-Tutf8", "-l"])
        .arg(path)
        .current_dir(ROOT)
        .envs([("MANWIDTH", "400"), ("LC_ALL", "C.UTF-8")])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    words(&lines.get(1..lines.len().saturating_sub(1)).unwrap_or_default().join("\n"))
}
