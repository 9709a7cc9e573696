//! Finding what could be a link in plain text: `ls(1)`, web addresses, mail addresses.

use std::ops::Range;

use super::model::{Block, Spans};

/// Something that looks like a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reference<'a> {
    /// A manual page.
    Page {
        /// `ls`
        name: &'a str,
        /// `1`
        section: &'a str,
    },
    /// A URI as written.
    Uri(&'a str),
    /// A mail address.
    Mail(&'a str),
}

/// Makes links in every text of these blocks, where `target` gives a URI for what was found.
pub fn link(blocks: &mut [Block], target: &mut dyn FnMut(Reference<'_>) -> Option<String>) {
    each_text(blocks, &mut |spans| {
        if let Some(with_links) = linked(spans, target) {
            *spans = with_links;
        }
    });
}

/// Changes every text of these blocks but their headings.
pub fn each_text(blocks: &mut [Block], change: &mut dyn FnMut(&mut Spans)) {
    for block in blocks {
        match block {
            Block::Paragraph(spans) | Block::Preformatted(spans) => change(spans),
            Block::Indented(inner) => each_text(inner, change),
            Block::List(list) => list.items.iter_mut().for_each(|item| each_text(item, change)),
            Block::Definitions(definitions) => {
                for definition in definitions {
                    definition.terms.iter_mut().for_each(&mut *change);
                    each_text(&mut definition.body, change);
                }
            }
            Block::Table(table) => {
                table.rows.iter_mut().flatten().for_each(|cell| change(&mut cell.spans));
            }
            Block::Heading(_) | Block::Anchor(_) | Block::Rule => {}
        }
    }
}

/// The text with its links, if anything in it leads somewhere.
fn linked(spans: &Spans, target: &mut dyn FnMut(Reference<'_>) -> Option<String>) -> Option<Spans> {
    if !spans.0.iter().any(|span| span.text.bytes().any(is_sign)) {
        return None;
    }
    let text = spans.text();
    let mut cutter = spans.cutter();
    let mut out = Spans::default();
    let mut done = 0;
    for (range, reference) in find(&text) {
        let Some(uri) = target(reference) else { continue };
        out.append(&cutter.cut(done, range.start));
        for span in cutter.cut(range.start, range.end).0 {
            // What leads somewhere already goes on leading there.
            out.push(&span.text, span.style, Some(span.link.as_deref().unwrap_or(&uri)));
        }
        done = range.end;
    }
    out.append(&cutter.cut(done, text.len()));
    (done > 0).then_some(out)
}

/// Every reference has one of these characters in it.
const fn is_sign(byte: u8) -> bool {
    matches!(byte, b'(' | b':' | b'@')
}

/// Nothing longer than this, in bytes, is a reference: a page without any blank is read once, and not again for each
/// sign of an address in it.
const LONGEST: usize = 2048;

/// Everything in a text that looks like a reference, in order and apart from each other.
pub fn find(text: &str) -> Vec<(Range<usize>, Reference<'_>)> {
    let mut found: Vec<(Range<usize>, Reference<'_>)> = Vec::new();
    let mut free = 0;
    // Where the stretch without blanks ends, once it was looked for.
    let mut stretch = 0;
    for (at, byte) in text.bytes().enumerate().filter(|(_, byte)| is_sign(*byte)) {
        if at < free {
            continue;
        }
        let hit = match byte {
            b'(' => page(text, free, at),
            b':' => uri(text, free, at, &mut stretch),
            _ => mail(text, free, at),
        };
        if let Some((range, reference)) = hit.filter(|(range, _)| range.len() <= LONGEST) {
            free = range.end;
            found.push((range, reference));
        }
    }
    found
}

type Hit<'a> = Option<(Range<usize>, Reference<'a>)>;

/// The start of the longest run of such characters that ends at `at`.
fn start_of(text: &str, free: usize, at: usize, good: fn(char) -> bool) -> usize {
    let before = &text[free..at];
    before.char_indices().rev().take_while(|(_, c)| good(*c)).last().map_or(at, |(start, _)| free + start)
}

fn page(text: &str, free: usize, at: usize) -> Hit<'_> {
    let start = start_of(text, free, at, |c| c.is_alphanumeric() || "_.:+@-[".contains(c));
    let name = text[start..at].trim_start_matches(['.', ':', '-', '@', '+']);
    let start = at - name.len();
    let rest = &text[at + 1..];
    let section = &rest[..rest.bytes().take(9).position(|byte| byte == b')')?];
    let mut letters = section.chars();
    let first = letters.next()?;
    let numbered = first.is_ascii_digit() || matches!(first, 'n' | 'l' | 'o');
    let plausible = numbered && letters.all(|c| c.is_ascii_alphanumeric());
    let named = !name.is_empty() && !name.ends_with(':');
    (plausible && named).then(|| (start..at + section.len() + 2, Reference::Page { name, section }))
}

/// Schemes whose addresses are linked in text; their authority must be there.
const SCHEMES: &[&str] = &["http", "https", "ftp", "ftps", "gopher", "git", "irc", "ircs"];

fn uri<'a>(text: &'a str, free: usize, at: usize, stretch: &mut usize) -> Hit<'a> {
    let start = start_of(text, free, at, |c| c.is_ascii_alphanumeric());
    let scheme = text[start..at].to_ascii_lowercase();
    let authority = SCHEMES.contains(&scheme.as_str()) && text[at..].starts_with("://");
    if !authority && scheme != "mailto" {
        return None;
    }
    // What may stand in no URI (RFC 3986) ends it, and so do the quotes of many languages.
    let ends = |c: char| c.is_whitespace() || c.is_control() || "<>\"\\^⟩⟨“”‘’»«`|{}".contains(c);
    if *stretch <= at {
        *stretch = text[at..].find(ends).map_or(text.len(), |end| at + end);
    }
    if *stretch - start > LONGEST {
        return None;
    }
    let address = without_punctuation(&text[start..*stretch]);
    let body = address.get(scheme.len() + 1..).unwrap_or_default().trim_start_matches('/');
    let good = !body.is_empty() && !is_pattern(body);
    good.then(|| (start..start + address.len(), Reference::Uri(address)))
}

/// `host[:port]/folder` tells how addresses are written and is none: only an IPv6 address has brackets there.
fn is_pattern(body: &str) -> bool {
    let authority = body.split(['/', '?', '#']).next().unwrap_or_default();
    authority.contains(['[', ']']) && !authority.starts_with('[')
}

/// An address in running text ends before the sentence's own punctuation and before a bracket that it did not open.
fn without_punctuation(mut address: &str) -> &str {
    let surplus = |open, close| {
        address.matches::<char>(close).count().saturating_sub(address.matches::<char>(open).count())
    };
    let (mut round, mut square) = (surplus('(', ')'), surplus('[', ']'));
    while let Some(last) = address.chars().next_back() {
        match last {
            '.' | ',' | ';' | ':' | '!' | '?' | '\'' | '*' => {}
            ')' if round > 0 => round -= 1,
            ']' if square > 0 => square -= 1,
            _ => break,
        }
        address = &address[..address.len() - 1];
    }
    address
}

/// Endings of systemd's unit names, which look like addresses.
const UNITS: &[&str] = &["service", "socket", "device", "mount", "target", "timer", "slice", "scope", "path"];

fn mail(text: &str, free: usize, at: usize) -> Hit<'_> {
    let start = start_of(text, free, at, |c| c.is_ascii_alphanumeric() || "._+-".contains(c));
    let rest = &text[at + 1..];
    let good = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
    let domain = rest[..rest.find(|c| !good(c)).unwrap_or(rest.len())].trim_end_matches(['.', '-']);
    let (host, top) = domain.rsplit_once('.')?;
    let plausible = top.len() > 1 && top.chars().all(|c| c.is_ascii_alphabetic()) && !UNITS.contains(&top);
    let start = start + text[start..at].len() - text[start..at].trim_start_matches(['.', '-']).len();
    let range = start..at + 1 + domain.len();
    (plausible && !host.is_empty() && start < at).then(|| (range.clone(), Reference::Mail(&text[range])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_references_and_nothing_else() {
        let cases: &[(&str, &[&str])] = &[
            ("see ls(1), IO::File(3pm).", &["ls(1)", "IO::File(3pm)"]),
            ("f(x) main(void) a(1b2c3d4e5f)", &[]),
            ("user@.service(5) and [(1)", &["user@.service(5)", "[(1)"]),
            (
                "<https://a.example/x_(y)>, (http://b.example/).",
                &["https://a.example/x_(y)", "http://b.example/"],
            ),
            ("javascript:alert(1) http:// x:y", &["javascript:alert(1)"]),
            ("Mail bug-x@gnu.org. getty@tty1.service a@b", &["bug-x@gnu.org"]),
            ("mailto:a@b.example?subject=x", &["mailto:a@b.example?subject=x"]),
            ("„ü(1)“", &["ü(1)"]),
            ("http://host[:port]/x http://]HOST[:PORT http://[::1]:80/x", &["http://[::1]:80/x"]),
            ("http://a.example/x\\n http://b.example^2", &["http://a.example/x", "http://b.example"]),
        ];
        for (text, expected) in cases {
            let found: Vec<&str> = find(text).into_iter().map(|(range, _)| &text[range]).collect();
            assert_eq!(found, *expected, "{text}");
        }
    }

    #[test]
    fn hostile_texts_are_read_once() {
        for part in
            ["ls(1", "man(", "http://", "http://a)", "http://:", "mailto:", "a@", "a@b.", "x", "ls(1)"]
        {
            let text = part.repeat((1 << 19) / part.len());
            link(&mut [Block::Paragraph(Spans::plain(text))], &mut |_| Some("man:x".into()));
        }
        let mut spans = Spans::default();
        for _ in 0..50_000 {
            spans.push("ls", crate::document::model::Style::BOLD, None);
            spans.push_plain("(1) ");
        }
        let mut blocks = [Block::Paragraph(spans)];
        link(&mut blocks, &mut |_| Some("man:ls(1)".into()));
        let Block::Paragraph(spans) = &blocks[0] else { unreachable!() };
        assert_eq!(spans.0.len(), 150_000);
    }

    #[test]
    fn links_across_styles() {
        let mut spans = Spans::styled("ls", crate::document::model::Style::BOLD);
        spans.push_plain("(1) x");
        let mut blocks = vec![Block::Paragraph(spans)];
        link(&mut blocks, &mut |_| Some("man:ls(1)".into()));
        let Block::Paragraph(spans) = &blocks[0] else { unreachable!() };
        let links: Vec<_> = spans.0.iter().map(|span| (span.text.as_str(), span.link.is_some())).collect();
        assert_eq!(links, [("ls", true), ("(1)", true), (" x", false)]);
    }
}
