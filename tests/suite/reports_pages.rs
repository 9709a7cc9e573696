//! What people reported of readers of manual pages, with pages of a test's own.

use std::fs;

use crate::builder::{Home, Run};

/// A home with these pages below a trusted root of manuals.
fn home(pages: &[(&str, &str)]) -> Home {
    let home = Home::new();
    for (file, text) in pages {
        home.write(&format!("manuals/{file}"), text);
    }
    let config = format!("[documents]\nmanpath = [\"{}\"]\n", home.path("manuals").display());
    home.config(&config)
}

fn page(name: &str, section: &str, text: &str) -> String {
    format!(".TH {name} {section}\n.SH NAME\n{name} \\- a page of a test\n.SH DESCRIPTION\n{text}\n")
}

fn render(home: &Home, look: &str, uri: &str) -> Run {
    home.portero(["render", look, uri])
}

#[test]
fn a_page_of_another_section_is_offered() {
    let home = home(&[("man1/planted.1", &page("planted", "1", "x"))]);
    let run = render(&home, "--html", "man:planted(8)");
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.stdout.contains("man:planted(1)"), "{run:?}");
}

#[test]
fn a_page_that_includes_another_shows_it() {
    let home = home(&[
        ("man1/planted.1", &page("planted", "1", "the words")),
        ("man1/link.1", ".so man1/planted.1\n"),
    ]);
    let file = format!("man:{}", home.path("manuals/man1/link.1").display());
    for uri in ["man:link(1)", &file] {
        let run = render(&home, "--text", uri);
        assert!(run.code == 0 && run.stdout.contains("the words"), "{uri}: {run:?}");
    }
}

#[test]
fn a_page_is_unpacked_by_what_it_is_and_not_by_its_name() {
    let home = home(&[("man1/planted.1.gz", &page("planted", "1", "the words"))]);
    let run = render(&home, "--text", "man:planted(1)");
    assert!(run.code == 0 && run.stdout.contains("the words"), "{run:?}");
}

#[test]
fn a_page_is_in_the_persons_language_or_in_none() {
    let home = home(&[
        ("man1/planted.1", &page("planted", "1", "untranslated")),
        ("ja/man1/planted.1", &page("planted", "1", "third language")),
    ]);
    let home = home.set("LC_ALL", "").set("LANG", "tr_TR.UTF-8");
    let run = render(&home, "--text", "man:planted(1)");
    assert!(run.stdout.contains("untranslated") && !run.stdout.contains("third"), "{run:?}");
    home.write("manuals/tr/man1/planted.1", page("planted", "1", "turkce"));
    assert!(render(&home, "--text", "man:planted(1)").stdout.contains("turkce"));
}

#[test]
fn references_and_links_of_a_page_lead_somewhere() {
    let text = "See otherprogram(3) and\n.UR https://example.org/doc?a=b\nthe site\n.UE .";
    let home = home(&[
        ("man1/planted.1", &page("planted", "1", text)),
        ("man3/otherprogram.3", &page("otherprogram", "3", "x")),
    ]);
    let html = render(&home, "--html", "man:planted(1)").stdout;
    assert!(html.contains("href=\"man:otherprogram(3)\""), "{html}");
    assert!(html.contains("href=\"https://example.org/doc?a=b\""), "{html}");
}

#[test]
fn every_report_has_its_tests() {
    let table = include_str!("../cases/reports.md");
    let sources: String = fs::read_dir(crate::builder::package().join("tests/suite"))
        .unwrap()
        .map(|file| fs::read_to_string(file.unwrap().path()).unwrap_or_default())
        .collect();
    let rows = include_str!("../cases/reports.jsonl");
    for line in table.lines().filter(|line| line.starts_with("| BR-")) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let tests: Vec<&str> = cells[2].split('`').skip(1).step_by(2).collect();
        assert!(!tests.is_empty() || rows.contains(&format!("\"{}", cells[1])), "{line}");
        for test in tests {
            let name = test.rsplit("::").next().unwrap();
            assert!(
                sources.contains(&format!("fn {name}()")),
                "{} names {test}, which is not there",
                cells[1]
            );
        }
    }
}
