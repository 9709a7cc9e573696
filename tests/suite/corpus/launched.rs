//! Checks of what was started: arguments, environment, folder, descriptors.

use std::collections::BTreeMap;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use portero::uri::Part;
use regex_lite::Captures;

use super::case::text;
use super::house::{OPTION_PREFIXES, OPTIONS};
use super::scene::{Outcome, Scene, ensure};
use crate::builder::{Start, session_of_this_test};

/// The fields of a mail that a link may set (RFC 6068, and the contract's `bcc`).
const SAFE_FIELDS: &[&str] = &[
    "to",
    "cc",
    "bcc",
    "subject",
    "body",
    "keywords",
    "comments",
    "in-reply-to",
    "references",
    "thread-topic",
];

/// What the kernel hands to every process, and what the recorder's own shell sets.
const STREAMS: &[u32] = &[0, 1, 2];

fn words(start: &Start) -> Vec<String> {
    start.arguments.iter().map(|word| text(word)).collect()
}

/// The words that are not the template's own.
fn foreign(scene: &Scene, start: &Start) -> Vec<String> {
    let own = |word: &String| {
        OPTIONS.contains(&word.as_str()) || word.starts_with("rec-") || scene.template.contains(word)
    };
    words(start).into_iter().filter(|word| !own(word)).collect()
}

pub fn nothing(scene: &Scene, _: &Captures) -> Outcome {
    ensure(scene.all_starts().next().is_none(), || {
        format!("started: {:?}", scene.all_starts().collect::<Vec<_>>())
    })
}

/// Nothing before a yes.
pub fn nothing_unasked(scene: &Scene, _: &Captures) -> Outcome {
    ensure(scene.alone.starts.is_empty(), || format!("started: {:?}", scene.alone.starts))
}

pub fn no_mark(scene: &Scene, _: &Captures) -> Outcome {
    let left = [&scene.folder, &scene.home.path("home")].map(|folder| folder.join("MARK"));
    ensure(!left.iter().any(|mark| mark.exists()), || "MARK is there".to_owned())
}

/// Policy 1: no word from a URI can be an option of the program.
pub fn no_options(scene: &Scene, _: &Captures) -> Outcome {
    let prefixed = |word: &String| OPTION_PREFIXES.iter().any(|prefix| word.starts_with(prefix));
    let words = scene.all_starts().flat_map(|(_, start)| foreign(scene, start));
    let bad: Vec<_> = words.filter(|word| word.starts_with(['-', '+']) || word.starts_with("@@")).collect();
    ensure(bad.iter().all(prefixed), || format!("{bad:?}"))
}

/// What the program was handed is the input and nothing else.
pub fn input_is_one_element(scene: &Scene, captures: &Captures) -> Outcome {
    let Some(start) = scene.launched() else {
        return ensure(!scene.case.control, || format!("nothing was started: {}", scene.output()));
    };
    let input = scene.opened();
    let words = foreign(scene, start);
    let path = scene.object()["target"]["path"].as_str().unwrap_or_default().to_owned();
    let encoded = super::traced::decoded(&input);
    let equal = |word: &String| {
        *word == input
            || *word == path
            || format!("file://{word}") == encoded
            || (word.starts_with("file://") && super::traced::decoded(word) == encoded)
    };
    let is_input = words.iter().any(equal);
    let may_change = captures[0].contains("punycode") || captures[0].starts_with("'*'");
    ensure(is_input || may_change, || format!("{words:?} for {input}"))?;
    one_program(scene, captures)
}

/// Exactly one start, of as many words as its template has.
pub fn one_program(scene: &Scene, _: &Captures) -> Outcome {
    let starts = &scene.agreed.starts;
    ensure(starts.len() == 1 && foreign(scene, &starts[0].1).len() <= 3, || format!("{starts:?}"))
}

pub fn at_most_one(scene: &Scene, _: &Captures) -> Outcome {
    ensure(scene.agreed.starts.len() <= 1, || format!("{:?}", scene.agreed.starts))
}

/// No escape of the input was taken off.
pub fn stays_encoded(scene: &Scene, captures: &Captures) -> Outcome {
    let Some(start) = scene.launched() else {
        return ensure(!scene.case.control, || scene.output());
    };
    let words = foreign(scene, start);
    let raw = |c: char| c.is_control() || "<>\"".contains(c);
    ensure(!words.iter().any(|word| word.contains(raw)), || format!("{words:?}"))?;
    if let Some(host) = captures.get(1) {
        let at_host = format!("https://{}/", host.as_str());
        return ensure(words.iter().all(|word| word.starts_with(&at_host)), || format!("{words:?}"));
    }
    one_program(scene, captures)
}

pub fn glued_to(scene: &Scene, captures: &Captures) -> Outcome {
    let Some(start) = scene.launched() else { return ensure(false, || scene.output()) };
    let words = words(start);
    let glued = words.iter().any(|word| word.strip_prefix(&captures[1]).is_some_and(|uri| uri.contains(':')));
    ensure(glued, || format!("{words:?}"))
}

/// The last words, written as a list.
pub fn tail(scene: &Scene, captures: &Captures) -> Outcome {
    let tail: Vec<String> = serde_json::from_str(&captures[1].replace('\'', "\"")).unwrap();
    let words = scene.launched().map(words).unwrap_or_default();
    ensure(words.ends_with(&tail), || format!("{words:?}"))
}

pub fn absolute_operand(scene: &Scene, _: &Captures) -> Outcome {
    let words = scene.launched().map(|start| foreign(scene, start)).unwrap_or_default();
    let absolute = |word: &String| word.starts_with('/') || word.starts_with("file:///");
    ensure(!words.is_empty() && words.iter().all(absolute), || format!("{words:?} {}", scene.output()))
}

pub fn opened_as(scene: &Scene, captures: &Captures) -> Outcome {
    let named = captures[1].replace("${C}/", "");
    let expected = scene.folder.join(named);
    let words = scene.launched().map(|start| foreign(scene, start)).unwrap_or_default();
    let is_it = |word: &String| Path::new(word.strip_prefix("file://").unwrap_or(word)) == expected;
    ensure(words.iter().any(is_it), || format!("{words:?} {}", scene.output()))
}

/// Nothing without a yes; with it one start, which holds the named value as a word of its own.
pub fn after_yes(scene: &Scene, captures: &Captures) -> Outcome {
    let asked = !scene.object()["confirm"].is_null();
    ensure(!asked || scene.alone.starts.is_empty(), || format!("before a yes: {:?}", scene.alone.starts))?;
    let starts = &scene.agreed.starts;
    ensure(starts.len() == 1, || format!("{starts:?} {}", scene.output()))?;
    let Some(value) = (1..captures.len()).find_map(|at| captures.get(at)) else { return Ok(()) };
    let words = words(&starts[0].1);
    ensure(words.iter().any(|word| word == value.as_str()), || format!("{words:?}"))
}

pub fn both_elements(scene: &Scene, captures: &Captures) -> Outcome {
    let words = scene.launched().map(words).unwrap_or_default();
    let holds = |at: usize| words.iter().any(|word| *word == captures[at]);
    ensure(holds(1) && holds(2), || format!("{words:?} {}", scene.output()))
}

/// The mail as the program gets it, its fields decoded.
fn mail(start: &Start) -> BTreeMap<String, String> {
    let uri = words(start).into_iter().find(|word| word.starts_with("mailto:")).unwrap_or_default();
    let (to, query) = uri["mailto:".len().min(uri.len())..].split_once('?').unwrap_or((&uri, ""));
    let decoded = |text: &str| String::from_utf8_lossy(&Part::new(text, 0).bytes()).into_owned();
    let mut fields = BTreeMap::from([("to".to_owned(), decoded(to.strip_prefix("mailto:").unwrap_or(to)))]);
    for field in query.split('&').filter(|field| !field.is_empty()) {
        let (name, value) = field.split_once('=').unwrap_or((field, ""));
        fields.insert(decoded(name).to_lowercase(), decoded(value));
    }
    fields
}

/// What the mail program decodes is what was read.
pub fn mail_as_read(scene: &Scene, _: &Captures) -> Outcome {
    let Some(start) = scene.launched() else { return ensure(false, || scene.output()) };
    let (mail, target) = (mail(start), &scene.object()["target"]);
    for field in ["subject", "body"] {
        let got = mail.get(field).map(|text| text.replace("\r\n", "\n"));
        ensure(target[field].as_str() == got.as_deref(), || format!("{field}: {target} as {mail:?}"))?;
    }
    let addresses = target["to"].as_array().map_or(0, Vec::len);
    let handed = mail["to"].split(',').filter(|address| !address.is_empty()).count();
    ensure(addresses == handed, || format!("{target} as {mail:?}"))?;
    safe_fields(scene)
}

pub fn safe_fields_only(scene: &Scene, captures: &Captures) -> Outcome {
    safe_fields(scene)?;
    if !captures[0].contains("dropped") {
        return Ok(());
    }
    let dropped =
        super::told::warnings(scene).iter().filter(|warning| warning["code"] == "dropped-header").count();
    let wanted = if captures[0].starts_with("both") { 2 } else { 1 };
    ensure(dropped >= wanted, || format!("{dropped} of {wanted} warnings: {}", scene.object()))
}

fn safe_fields(scene: &Scene) -> Outcome {
    let mails = scene.all_starts().map(|(_, start)| mail(start));
    let fields: Vec<_> = mails.flat_map(BTreeMap::into_keys).collect();
    ensure(fields.iter().all(|field| SAFE_FIELDS.contains(&field.as_str())), || format!("{fields:?}"))
}

/// The variables that the case names, or those that its caller has set.
pub fn without_variables(scene: &Scene, captures: &Captures) -> Outcome {
    let mut names: Vec<String> = scene.variables.iter().map(|(name, _)| name.clone()).collect();
    names.extend((1..captures.len()).filter_map(|at| captures.get(at)).map(|name| name.as_str().to_owned()));
    let Some(start) = scene.launched() else { return ensure(false, || scene.output()) };
    let kept: Vec<_> = names.iter().filter(|name| start.variable(name).is_some()).collect();
    ensure(kept.is_empty(), || format!("{kept:?} came through"))
}

/// Where no pager is started by us, none needs to be held.
pub fn no_pager(scene: &Scene, _: &Captures) -> Outcome {
    let pager = scene.all_starts().any(|(name, _)| ["less", "more", "pager"].contains(&name.as_str()));
    ensure(!pager, || "a pager was started".to_owned())
}

pub fn standard_streams_only(scene: &Scene, _: &Captures) -> Outcome {
    let Some(start) = scene.launched() else { return ensure(false, || scene.output()) };
    // The recorder's shell has its script open, at 10 or above.
    let extra: Vec<_> = start.descriptors.iter().filter(|fd| !STREAMS.contains(fd) && **fd < 10).collect();
    // `ls` reads the folder of descriptors through one of its own.
    ensure(extra.len() <= 1, || format!("{:?}", start.descriptors))
}

pub fn own_session(scene: &Scene, _: &Captures) -> Outcome {
    let own = session_of_this_test();
    let Some(start) = scene.launched() else { return ensure(false, || scene.output()) };
    ensure(start.session != own && start.session != 0, || format!("session {}", start.session))
}

pub fn callers_folder(scene: &Scene, _: &Captures) -> Outcome {
    let Some(start) = scene.launched() else { return ensure(false, || scene.output()) };
    ensure(start.folder == scene.folder, || start.folder.display().to_string())
}

pub fn not_created(scene: &Scene, captures: &Captures) -> Outcome {
    ensure(!scene.folder.join(&captures[1]).exists(), || format!("{} was created", &captures[1]))
}

/// Whether any word holds a byte that a terminal acts on. A file's own name may.
pub fn control_bytes(scene: &Scene) -> Vec<String> {
    let controls = |word: &std::ffi::OsString| word.as_bytes().iter().any(u8::is_ascii_control);
    let starts = scene.all_starts().flat_map(|(_, start)| &start.arguments);
    starts.filter(|word| controls(word)).map(|word| text(word)).collect()
}
