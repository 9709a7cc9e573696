//! A page's source on its way to the formatter: ASCII only, its tables marked.

use std::fmt::Write as _;

use super::equation::Equations;

/// A source that can be formatted.
#[derive(Debug, PartialEq, Eq)]
pub struct Prepared {
    /// The text, in ASCII.
    pub text: String,
    /// Whether it needs tbl.
    pub tables: bool,
    /// The option that names its macro package.
    pub macros: &'static str,
}

/// Marks the tables and writes each character beyond ASCII as groff names it.
pub fn prepare(source: &str) -> Prepared {
    let mut text = String::with_capacity(source.len() + source.len() / 8);
    let mut tables = false;
    let mut equations = Equations::default();
    let mut lists = Lists::default();
    let lines: Vec<&str> = source.lines().collect();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        at += 1;
        if let Some(length) = equation(line, &lines[at..]) {
            let words = equations.block(&lines[at..at + length]);
            at += length + 1;
            push_words(&mut text, &words);
            continue;
        }
        let line = &*equations.line(line);
        let place = lists.place(line);
        tables |= request(line) == Some("TS");
        if place == Some(Place::Before) {
            text.push_str(".portero-table table\n");
        }
        push_ascii(&mut text, line);
        text.push('\n');
        if place == Some(Place::Behind) {
            text.push_str(".portero-table text\n");
        }
    }
    Prepared { text, tables, macros: macros(source) }
}

/// Where a table's mark is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Before the line that begins it.
    Before,
    /// Behind the line that ends it.
    Behind,
}

/// The lists of mdoc(7) that are open; those in columns are tables.
#[derive(Debug, Default)]
struct Lists {
    in_columns: Vec<bool>,
}

impl Lists {
    fn place(&mut self, line: &str) -> Option<Place> {
        match request(line)? {
            "TS" => Some(Place::Before),
            "TE" => Some(Place::Behind),
            "Bl" => {
                let outermost = !self.in_columns.contains(&true);
                self.in_columns.push(line.contains("-column"));
                (outermost && line.contains("-column")).then_some(Place::Before)
            }
            "El" => {
                let ends = self.in_columns.pop() == Some(true) && !self.in_columns.contains(&true);
                ends.then_some(Place::Behind)
            }
            _ => None,
        }
    }
}

/// Lines of an equation are looked for so far.
const LONGEST_EQUATION: usize = 200;

/// The number of lines of an equation that begins with this one.
fn equation(line: &str, rest: &[&str]) -> Option<usize> {
    let near = &rest[..rest.len().min(LONGEST_EQUATION)];
    (request(line)? == "EQ").then(|| near.iter().position(|line| request(line) == Some("EN"))).flatten()
}

/// Adds words as a line of text, whatever stands at its start.
fn push_words(out: &mut String, words: &str) {
    if !words.is_empty() {
        out.push_str("\\&");
        push_ascii(out, words);
        out.push('\n');
    }
}

/// mdoc(7) pages begin with `.Dd`, man(7) pages with `.TH`.
fn macros(source: &str) -> &'static str {
    let first = source.lines().filter_map(request).find(|name| matches!(*name, "Dd" | "TH"));
    if first == Some("Dd") { "-mdoc" } else { "-man" }
}

/// The name of the request or macro that a line calls.
fn request(line: &str) -> Option<&str> {
    line.strip_prefix(['.', '\''])?.split_whitespace().next()
}

fn push_ascii(out: &mut String, line: &str) {
    if line.bytes().all(|byte| matches!(byte, b'\t' | b' '..=b'~')) {
        return out.push_str(line);
    }
    for c in line.chars() {
        match c {
            '\u{a0}' => out.push_str("\\ "),
            '\u{ad}' => out.push_str("\\%"),
            '\t' | ' '..='~' => out.push(c),
            // Controls say nothing in a page; groff's own use of them is no one else's.
            c if c.is_control() => {}
            c => {
                // Writing into a String cannot fail.
                let _ = write!(out, "\\[u{:04X}]", u32::from(c));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_tables_and_names_characters() {
        let prepared = prepare(".TH X 1\né\u{a0}\u{1b}x\n.TS\nl.\na\n.TE\n");
        let expected = ".TH X 1\n\\[u00E9]\\ x\n.portero-table table\n.TS\nl.\na\n.TE\n.portero-table text\n";
        assert_eq!(prepared, Prepared { text: expected.into(), tables: true, macros: "-man" });
    }

    #[test]
    fn tells_the_macro_package() {
        assert_eq!(prepare(".\\\" .TH\n.Dd May 1\n").macros, "-mdoc");
        assert_eq!(prepare("text\n").macros, "-man");
        assert!(!prepare(".TSX\n").tables);
        let columns = prepare(".Bl -tag\n.Bl -column a\n.Bl -tag\n.El\n.El\n.El\n").text;
        assert_eq!(
            columns,
            ".Bl -tag\n.portero-table table\n.Bl -column a\n.Bl -tag\n.El\n.El\n.portero-table text\n.El\n"
        );
    }
}
