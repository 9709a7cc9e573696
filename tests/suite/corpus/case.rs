//! A case of the corpus: hostile input, what it must come to, and the sentences that say how this is seen.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;

use serde_json::Value;

/// What must come of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Must {
    /// Nothing is launched, and the exit code says so.
    Reject,
    /// It may go ahead, without the dangerous part.
    Neutralize,
    /// It goes ahead without the dangerous part, and says what was dropped.
    Warn,
    /// Nothing starts before a yes.
    Confirm,
}

/// One entry of `tests/data/security.json`.
#[derive(Debug)]
pub struct Case {
    pub id: String,
    /// A URI alone, or a driver's name with its words, the URI last.
    pub words: Vec<String>,
    pub is_uri: bool,
    pub must: Must,
    pub check: String,
    pub setup: String,
    pub control: bool,
}

impl Case {
    pub fn of(entry: &Value) -> Self {
        let text = |key: &str| entry[key].as_str().unwrap_or_default().to_owned();
        let argv = entry["argv"].as_array().into_iter().flatten();
        let argv: Vec<_> = argv.map(|word| word.as_str().unwrap().to_owned()).collect();
        Self {
            id: text("id"),
            is_uri: argv.is_empty(),
            words: if argv.is_empty() { vec![text("uri")] } else { argv },
            must: match entry["must"].as_str().unwrap() {
                "reject" => Must::Reject,
                "neutralize" => Must::Neutralize,
                "warn" => Must::Warn,
                "confirm" => Must::Confirm,
                other => panic!("{other} is no outcome"),
            },
            check: text("check"),
            setup: text("setup"),
            control: entry["control"] == true,
        }
    }

    /// What is checked, a sentence each.
    pub fn clauses(&self) -> Vec<&str> {
        divide(&self.check).into_iter().map(str::trim).filter(|clause| !clause.is_empty()).collect()
    }
}

/// Divides at `;` outside of quoted words.
fn divide(text: &str) -> Vec<&str> {
    let mut quoted = false;
    let mut before = ' ';
    let mut pieces = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices() {
        let next = text[at..].chars().nth(1).unwrap_or(' ');
        match c {
            // An apostrophe inside a word quotes nothing.
            '\'' if quoted && !next.is_alphanumeric() => quoted = false,
            '\'' if !quoted && !before.is_alphanumeric() => quoted = true,
            ';' if !quoted => {
                pieces.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
        before = c;
    }
    pieces.push(&text[start..]);
    pieces
}

/// Fills in the tokens of the corpus: `${C}`, `${UID}`, `<repeat:TEXT:N>` and `<bytes:HEX>`. What the corpus puts into
/// `/tmp` goes into the folder of the case, so that cases do not meet.
pub fn filled(text: &str, folder: &Path) -> OsString {
    let folder = folder.to_str().unwrap();
    let user = rustix::process::getuid().as_raw().to_string();
    let text =
        text.replace("/tmp/", "${C}/").replace("%2Ftmp%2F", &format!("{}%2F", folder.replace('/', "%2F")));
    let text = text.replace("${C}", folder).replace("${UID}", &user);
    let mut bytes = Vec::new();
    let mut rest = text.as_str();
    while let Some((before, token, after)) = first_token(rest) {
        bytes.extend_from_slice(before.as_bytes());
        bytes.extend(expanded(token));
        rest = after;
    }
    bytes.extend_from_slice(rest.as_bytes());
    OsString::from_vec(bytes)
}

fn first_token(text: &str) -> Option<(&str, &str, &str)> {
    let start = ["<repeat:", "<bytes:"].iter().filter_map(|name| text.find(name)).min()?;
    let end = start + text[start..].find('>')?;
    Some((&text[..start], &text[start + 1..end], &text[end + 1..]))
}

fn expanded(token: &str) -> Vec<u8> {
    if let Some(hex) = token.strip_prefix("bytes:") {
        let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
        return (0..hex.len()).step_by(2).map(byte).collect();
    }
    let (text, count) = token.strip_prefix("repeat:").unwrap().rsplit_once(':').unwrap();
    text.repeat(count.parse().unwrap()).into_bytes()
}

/// An argument as text, whatever its bytes.
pub fn text(argument: &OsStr) -> String {
    String::from_utf8_lossy(argument.as_bytes()).into_owned()
}

#[test]
fn sentences_and_tokens_are_read() {
    let clauses = divide("fields 'amp;attach' dropped; the viewer's own; {a,b}");
    assert_eq!(clauses, ["fields 'amp;attach' dropped", " the viewer's own", " {a,b}"]);
    assert_eq!(filled("a<repeat:x=:3>b<bytes:ff41>${C}", Path::new("/c")), {
        OsString::from_vec(b"ax=x=x=b\xffA/c".to_vec())
    });
}
