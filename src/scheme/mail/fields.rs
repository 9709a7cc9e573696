//! Where the fields of a mail URI begin, also where the signs between them are wrong.

use super::super::{Request, after_slashes};
use crate::message;
use crate::uri::Part;

/// The fields that are passed on.
const KNOWN: &[&str] = &["to", "cc", "bcc", "subject", "body", "in-reply-to", "references", "keywords"];

/// What stands before a field's name where HTML's `&amp;`, `&#38;`, … were divided at their `&`.
const REST_OF_AMPERSAND: &[&str] = &["amp;", "#38;", "#038;", "#x26;"];

/// Longest of [`REST_OF_AMPERSAND`] and longest of [`KNOWN`], every letter an escape.
const LONGEST_ENCODED_NAME: usize = 48;

/// The address list of the path, and the fields.
pub fn divide<'a>(request: &mut Request<'a>) -> (Part<'a>, Vec<Part<'a>>) {
    let uri = request.uri;
    let hierarchy = uri.hierarchy();
    let slashes = hierarchy.as_str().bytes().take_while(|byte| *byte == b'/').count();
    if matches!(slashes, 1 | 2) {
        request.repaired(message!("no slashes belong before an address"));
    }
    let path = without_second_scheme(after_slashes(hierarchy), request);
    let (to, mut fields) = match without_question_mark(path) {
        Some((to, rest)) => {
            request.repaired(message!("a ‘?’ is missing before the first field"));
            (to, rest.split('&').collect())
        }
        None => (path, Vec::new()),
    };
    fields.extend(uri.query().into_iter().flat_map(|query| query.split('&')));
    let mut divided = Vec::with_capacity(fields.len());
    for field in fields.into_iter().filter(|field| !field.is_empty()) {
        divide_again(field, &mut divided, request);
    }
    (to, divided)
}

/// `mailto:mailto:a@b.example`: a page's author wrote the scheme, and so did the page's program.
fn without_second_scheme<'a>(path: Part<'a>, request: &mut Request<'_>) -> Part<'a> {
    let Some((scheme, address)) = path.split_once(':') else { return path };
    if !scheme.as_str().eq_ignore_ascii_case("mailto") {
        return path;
    }
    request.repaired(message!("the scheme stands twice"));
    address
}

/// `a@b.example&subject=x`, or a field without any address.
fn without_question_mark(path: Part<'_>) -> Option<(Part<'_>, Part<'_>)> {
    if begins_with_field(path) {
        return Some(path.split_at(0));
    }
    let mut signs = path.as_str().match_indices('&').map(|(at, _)| at);
    let at = signs.find(|at| begins_with_field(path.split_at(at + 1).1))?;
    Some((path.split_at(at).0, path.split_at(at + 1).1))
}

/// A second `?` before the name of a known field was meant as `&`.
fn divide_again<'a>(field: Part<'a>, divided: &mut Vec<Part<'a>>, request: &mut Request<'_>) {
    let mut start = 0;
    for (at, _) in field.as_str().match_indices('?') {
        if begins_with_field(field.split_at(at + 1).1) {
            request.repaired(message!("fields divide at ‘&’, not at a second ‘?’"));
            divided.push(field.split_at(at).0.split_at(start).1);
            start = at + 1;
        }
    }
    divided.push(field.split_at(start).1);
}

fn begins_with_field(text: Part<'_>) -> bool {
    let text = text.as_str();
    let head = text.get(..text.len().min(LONGEST_ENCODED_NAME + 1)).unwrap_or_default();
    let written = head.split_once('=').map(|(name, _)| decoded(Part::new(name, 0)));
    written.is_some_and(|written| KNOWN.contains(&without_ampersand(&written).unwrap_or(&written)))
}

/// The name of a field: decoded, in small letters, without the rest of an `&amp;`.
pub fn name(part: Part<'_>, request: &mut Request<'_>) -> String {
    let written = decoded(part);
    let Some(name) = without_ampersand(&written) else { return written };
    let sign = &written[..written.len() - name.len()];
    request.repaired(message!("‘&{sign}’ is HTML for ‘&’", sign));
    name.to_owned()
}

fn decoded(name: Part<'_>) -> String {
    let mut name = name.shown();
    name.make_ascii_lowercase();
    name
}

fn without_ampersand(name: &str) -> Option<&str> {
    REST_OF_AMPERSAND.iter().find_map(|rest| name.strip_prefix(rest))
}
