//! The case tables: what each URI must be read as, and what each reference must resolve to.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

use portero::explain;
use portero::probe::FileKind;
use portero::probe::fake::Fake;
use portero::reading;
use portero::target::Target;
use portero::uri::{Mode, resolve};
use serde_json::{Value, json};

use crate::builder::package;

const FOLDER: &str = "/place/folder";
const PARENT: &str = "/place";

/// A machine with what the cases take for granted, and the files of one case.
fn machine(case: &Value) -> Fake {
    let mut files: Vec<PathBuf> = vec!["/etc/passwd".into(), format!("{PARENT}/test.txt").into()];
    for name in case["files"].as_array().into_iter().flatten() {
        let name = portero::uri::Part::new(name.as_str().unwrap(), 0).bytes().into_owned();
        files.push(PathBuf::from(FOLDER).join(OsString::from_vec(name)));
    }
    let mut fake = Fake::with_files(files);
    fake.files.insert("/usr".into(), FileKind::Directory);
    fake.files.insert(FOLDER.into(), FileKind::Directory);
    fake.current_folder = Some(FOLDER.into());
    fake.home = Some(FOLDER.into());
    fake.host_names = vec!["myhost".into()];
    fake
}

/// A value with the names of the folders filled in.
fn filled(value: &Value) -> Value {
    match value {
        Value::String(text) => json!(text.replace("${C}", FOLDER).replace("${P}", PARENT)),
        Value::Array(values) => values.iter().map(filled).collect(),
        Value::Object(map) => {
            Value::Object(map.iter().map(|(key, value)| (key.clone(), filled(value))).collect())
        }
        other => other.clone(),
    }
}

fn uri_of(case: &Value) -> String {
    let Some(parts) = case["uri_parts"].as_array() else { return case["uri"].as_str().unwrap().to_owned() };
    let repeat =
        |part: &Value| part[0].as_str().unwrap().repeat(usize::try_from(part[1].as_u64().unwrap()).unwrap());
    parts.iter().map(repeat).collect()
}

/// What a case is answered: the parts of the JSON object that come from reading.
struct Answer {
    error: Option<&'static str>,
    uri: String,
    scheme: Option<String>,
    target: Option<Target>,
    warnings: BTreeSet<&'static str>,
}

fn answer(case: &Value) -> Answer {
    let base = case["base"].as_str();
    match reading::read(uri_of(case).as_ref(), base, &machine(case)) {
        Ok(reading) => Answer {
            error: None,
            scheme: Some(reading.uri.scheme().to_owned()),
            uri: reading.shown,
            target: Some(reading.target),
            warnings: reading.warnings.iter().map(|warning| warning.code.name()).collect(),
        },
        Err(refused) => Answer {
            error: Some(refused.error.code.name()),
            uri: refused.shown,
            scheme: refused.scheme,
            target: refused.target,
            warnings: refused.warnings.iter().map(|warning| warning.code.name()).collect(),
        },
    }
}

/// The differences between what is expected and what came.
fn differences(case: &Value) -> Vec<String> {
    let answer = answer(case);
    let allowed = case["error"].as_str().or(case["or_error"].as_str()).unwrap_or_default();
    if answer.error.is_some_and(|error| allowed.split('|').any(|code| code == error)) {
        return Vec::new();
    }
    if !case["error"].is_null() || answer.error.is_some() {
        let target: String = format!("{:?}", answer.target).chars().take(300).collect();
        return vec![format!("expected {}, got {:?} {target}", case["error"], answer.error)];
    }
    let target = answer.target.as_ref().map(explain::target).unwrap_or_default();
    let mut found = Vec::new();
    for (field, value) in case["target"].as_object().unwrap() {
        if target[field] != *value {
            found.push(format!("{field}: expected {value}, got {}", target[field]));
        }
    }
    let codes = |key: &str| -> Vec<String> {
        case[key].as_array().into_iter().flatten().map(|code| code.as_str().unwrap().to_owned()).collect()
    };
    found.extend(
        codes("warnings")
            .into_iter()
            .filter(|code| !answer.warnings.contains(code.as_str()))
            .map(|code| format!("warning {code} is missing from {:?}", answer.warnings)),
    );
    found.extend(codes("not_warnings").into_iter().filter(|code| answer.warnings.contains(code.as_str())));
    for (key, value) in [("printed", Some(answer.uri)), ("scheme", answer.scheme)] {
        if !case[key].is_null() && case[key].as_str() != value.as_deref() {
            found.push(format!("{key}: expected {}, got {value:?}", case[key]));
        }
    }
    found
}

fn table(name: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(package().join("tests/cases").join(name)).unwrap();
    text.lines().map(|line| filled(&serde_json::from_str(line).unwrap())).collect()
}

#[test]
fn every_uri_is_read_as_the_table_says() {
    assert_table("uri.jsonl");
}

#[test]
fn every_form_of_each_grammar_is_read() {
    assert_table("forms.jsonl");
}

#[test]
fn hostile_uris_are_refused() {
    assert_table("security.jsonl");
}

#[test]
fn what_people_reported_is_read() {
    assert_table("reports.jsonl");
}

#[test]
fn every_unit_s_documentation_is_read() {
    let text = std::fs::read_to_string(package().join("tests/cases/systemd-documentation.txt")).unwrap();
    for line in text.lines() {
        let file = line.strip_prefix("file:").map(|path| format!("/{}", path.trim_start_matches('/')));
        let machine = Fake::with_files(file.iter());
        let reading = reading::read(line.as_ref(), None, &machine).unwrap();
        match &reading.target {
            Target::Man(man) => {
                let named = (man.page.as_deref().unwrap(), man.section.as_deref());
                assert_eq!(named, documented(line), "{line}");
            }
            Target::Info(info) => assert_eq!(format!("info:{}", info.file), line),
            Target::File(_) | Target::Web(_) => assert_eq!(reading.shown, line),
            other => panic!("{line}: {other:?}"),
        }
    }
}

/// The page and section that a line of `systemd-documentation.txt` spells out.
fn documented(line: &str) -> (&str, Option<&str>) {
    let page = line.strip_prefix("man:").unwrap();
    match page.strip_suffix(')').and_then(|page| page.split_once('(')) {
        Some((name, section)) => (name, Some(section)),
        None => (page, None),
    }
}

fn assert_table(name: &str) {
    let cases = table(name);
    let mut wrong = Vec::new();
    for case in &cases {
        let found = differences(case);
        if !found.is_empty() {
            wrong.push(format!(
                "{} {}\n    {}",
                case["id"],
                uri_of(case).chars().take(120).collect::<String>(),
                found.join("\n    ")
            ));
        }
    }
    assert!(wrong.is_empty(), "{}\n{} of {} wrong", wrong.join("\n"), wrong.len(), cases.len());
}

#[test]
fn every_reference_resolves_as_the_table_says() {
    for case in table("resolve.jsonl") {
        let (base, reference) = (case["base"].as_str().unwrap(), case["reference"].as_str().unwrap());
        let result = resolve(base, reference, Mode::Strict);
        match case["result"].as_str() {
            Some(expected) => assert_eq!(result.as_deref(), Ok(expected), "{}", case["id"]),
            None => assert!(result.is_err(), "{}", case["id"]),
        }
    }
}

#[test]
fn refusals_name_the_byte() {
    let cases = [
        ("man:ls;id", 6),
        ("man:ls/x", 6),
        ("man:ü;x", 6),
        ("man:a b;c", 5),
        ("man:%41%42;", 10),
        ("<man:ls;id>", 6),
        ("mailto:a@example.com?cc=b@example.com%0ASubject:%20x", 37),
        ("telnet://h.example:99999/", 19),
        ("ldap://h.example/dc=x???(a=b", 28),
        ("http://a b/", 8),
        ("foo:a\u{7}b", 5),
        ("urn:example:a?b", 14),
    ];
    for (uri, at) in cases {
        let refused = reading::read(uri.as_ref(), None, &Fake::default()).unwrap_err();
        assert_eq!(refused.error.at, Some(at), "{uri}: {}", refused.error);
        assert!(refused.error.to_string().starts_with(&format!("at byte {at}: ")));
    }
}
