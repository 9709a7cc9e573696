//! The values that templates are filled with: the fields of the target, `{uri}` and `{scheme}`.

use std::os::unix::ffi::OsStrExt;

use crate::reading::Reading;
use crate::target::{Kind, Target, Value};
use crate::template::{Filter, Template, Word};
use crate::uri::masked;

/// Header fields of a mail in a rebuilt URI, each with the field of the target.
const HEADERS: &[(&str, &str)] = &[
    ("cc", "cc"),
    ("bcc", "bcc"),
    ("subject", "subject"),
    ("in-reply-to", "in_reply_to"),
    ("references", "references"),
    ("body", "body"),
];

/// The field that holds the files of a mail.
pub const ATTACHMENTS: &str = "attachments";

/// A value by its name in a template.
pub fn value(reading: &Reading, name: &str) -> Value {
    match name {
        "uri" => Value::Text(uri(reading)),
        "scheme" => reading.uri.scheme().into(),
        ATTACHMENTS => Value::List(reading.attachments.clone()),
        field => reading.target.value(field).unwrap_or(Value::Absent),
    }
}

/// The same as it may be shown: without a password.
pub fn shown_value(reading: &Reading, name: &str) -> Value {
    match name {
        "uri" => Value::Text(reading.shown.clone()),
        _ => value(reading, name),
    }
}

/// Whether a filled template holds a password.
pub fn is_secret(reading: &Reading, template: &Template) -> bool {
    is_web(&reading.target)
        && matches!(reading.target.value("password"), Some(Value::Text(_)))
        && template.words().flat_map(Word::holes).any(|hole| hole.field == "uri")
}

/// Whether a template has a place for the files of a mail.
pub fn takes_files(template: &Template) -> bool {
    template.words().flat_map(Word::holes).any(|hole| hole.field == ATTACHMENTS)
}

/// What a program is given for the whole URI.
pub fn uri(reading: &Reading) -> String {
    match reading.target.kind() {
        Kind::Mail => mail_uri(&reading.target),
        Kind::File => file_uri(&reading.target),
        Kind::Web => reading.uri.text().to_owned(),
        _ => masked(reading.uri.text(), "").into_owned(),
    }
}

fn is_web(target: &Target) -> bool {
    target.kind() == Kind::Web
}

/// An absolute `file:` URI; the fragment stays, for pages have anchors.
fn file_uri(target: &Target) -> String {
    let Some(Value::Path(path)) = target.value("path") else { return String::new() };
    let mut uri = format!("file://{}", encode(path.as_bytes(), b"/"));
    if let Some(Value::Text(fragment)) = target.value("fragment") {
        uri.push('#');
        uri.push_str(&encode(fragment.as_bytes(), b"/:@!$&'()*+,;=?"));
    }
    uri
}

/// A `mailto:` URI with nothing in it but what was understood (RFC 6068).
fn mail_uri(target: &Target) -> String {
    let mut fields = Vec::new();
    for (header, field) in HEADERS {
        let text = match target.value(field) {
            Some(Value::Text(text)) => text,
            Some(Value::List(addresses)) if !addresses.is_empty() => addresses.join(", "),
            _ => continue,
        };
        fields.push((*header, text));
    }
    let others = match target.value("headers") {
        Some(Value::Map(others)) => others,
        _ => std::collections::BTreeMap::new(),
    };
    fields.extend(others.iter().map(|(name, text)| (name.as_str(), text.clone())));
    let to = match target.value("to") {
        Some(Value::List(addresses)) => addresses.iter().map(|one| encode(one.as_bytes(), b"@")).collect(),
        _ => Vec::new(),
    };
    let query: Vec<_> = fields.iter().map(|(name, text)| format!("{name}={}", mail_text(text))).collect();
    let mark = if query.is_empty() { "" } else { "?" };
    format!("mailto:{}{mark}{}", to.join(","), query.join("&"))
}

/// Line breaks are CR LF there (RFC 6068 5).
fn mail_text(text: &str) -> String {
    encode(text.replace('\n', "\r\n").as_bytes(), b"@")
}

/// Percent-encoded but for unreserved characters and these.
fn encode(bytes: &[u8], kept: &[u8]) -> String {
    let escape = |byte: &u8| if kept.contains(byte) { vec![*byte] } else { Filter::Url.apply(&[*byte]) };
    let escaped: Vec<u8> = bytes.iter().flat_map(escape).collect();
    String::from_utf8_lossy(&escaped).into_owned()
}
