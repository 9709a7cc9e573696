//! Where the fields of a mail URI begin, also where the signs between them are wrong.

use super::super::{Request, after_slashes};
use crate::message;
use crate::uri::Part;

/// The fields that are passed on.
const KNOWN: &[&str] = &["to", "cc", "bcc", "subject", "body", "in-reply-to", "references", "keywords"];

/// Longest name of [`KNOWN`], every letter an escape.
const LONGEST_ENCODED_NAME: usize = 33;

/// The address list of the path, and the fields.
pub fn divide<'a>(request: &mut Request<'a>) -> (Part<'a>, Vec<Part<'a>>) {
    let uri = request.uri;
    let hierarchy = uri.hierarchy();
    let slashes = hierarchy.as_str().bytes().take_while(|byte| *byte == b'/').count();
    if matches!(slashes, 1 | 2) {
        request.repaired(message!("no slashes belong before an address"));
    }
    let path = after_slashes(hierarchy);
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
    let text = text.strip_prefix("amp;").unwrap_or(text).as_str();
    let head = text.get(..text.len().min(LONGEST_ENCODED_NAME + 1)).unwrap_or_default();
    let name = head.split_once('=').map(|(name, _)| Part::new(name, 0).shown().to_ascii_lowercase());
    name.is_some_and(|name| KNOWN.contains(&name.as_str()))
}

/// The name of a field: decoded, in small letters, without the rest of an `&amp;`.
pub fn name(part: Part<'_>, request: &mut Request<'_>) -> String {
    let mut name = part.shown();
    name.make_ascii_lowercase();
    match name.strip_prefix("amp;") {
        Some(name) => {
            request.repaired(message!("‘&amp;’ is HTML for ‘&’"));
            name.to_owned()
        }
        None => name,
    }
}
