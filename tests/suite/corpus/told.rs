//! Checks of what was told: errors, warnings, the fields of the target, the question.

use regex_lite::Captures;
use serde_json::Value;

use super::clauses;
use super::scene::{Fault, Outcome, Scene, ensure};
use crate::corpus::case::Must;

/// The codes behind each exit code.
const CODES: &[(i32, &[&str])] = &[
    (1, &["malformed"]),
    (2, &["not-found"]),
    (3, &["no-program"]),
    (4, &["failed", "timeout"]),
    (
        5,
        &[
            "malformed",
            "unsupported",
            "unsafe",
            "denied",
            "needs-confirmation",
            "rate-limited",
            "loop",
            "too-large",
            "untrusted-config",
        ],
    ),
];

/// Names of manual pages that are, and that are not.
const PAGE_NAMES: &[&str] = &[
    "ls",
    "g%2B%2B",
    "user@.service",
    "-Pid",
    "%2DPid",
    "..%2F..%2Fetc",
    "~%2Fx",
    "a%20-P",
    "a%1Bb",
    "a%5Cb",
    "a%00",
];

/// The error that came, as exactly as it can be known: the codes that it may be.
pub fn error(scene: &Scene) -> Vec<String> {
    if let Some(code) = &scene.code {
        return vec![code.clone()];
    }
    if let Some(code) = scene.object()["error"]["code"].as_str() {
        return vec![code.to_owned()];
    }
    if !scene.object()["confirm"].is_null() && scene.agreed.code == 0 {
        return vec!["needs-confirmation".to_owned()];
    }
    let of_exit = |code: i32| CODES.iter().find(|(exit, _)| *exit == code).map(|(_, codes)| *codes);
    let from = [scene.agreed.code, scene.alone.code];
    let codes = from.into_iter().find_map(of_exit).or_else(|| of_exit(rendered_code(scene)?));
    codes.unwrap_or_default().iter().map(|code| (*code).to_owned()).collect()
}

/// Documents are looked for by the reader alone.
fn rendered_code(scene: &Scene) -> Option<i32> {
    is_document(scene).then(|| scene.page().code)
}

pub fn is_document(scene: &Scene) -> bool {
    let kinds = ["man", "man-index", "info", "info-index", "whatis", "apropos", "help"];
    kinds.contains(&scene.kind()) || scene.object()["target"]["is_directory"] == true
}

fn is_one_of(scene: &Scene, allowed: &str) -> Outcome {
    let codes = error(scene);
    if scene.kind() == "help" && codes == ["no-program"] {
        return Err(Fault::Unseen("help documents are left to another program".to_owned()));
    }
    let allowed: Vec<_> = allowed.split(',').collect();
    ensure(codes.iter().any(|code| allowed.contains(&code.as_str())), || {
        format!("an error of {allowed:?} is expected, and {codes:?} came: {}", scene.output())
    })
}

pub fn code(scene: &Scene, captures: &Captures) -> Outcome {
    let expected = scene.case.must == Must::Reject && !captures[0].starts_with("else");
    let lenient = captures[0].contains(", or ") || !expected;
    if lenient && error(scene).is_empty() { Ok(()) } else { is_one_of(scene, &captures[1]) }
}

pub fn code_or_warning(scene: &Scene, captures: &Captures) -> Outcome {
    let said = scene.alone.stderr.contains("portero:") || !warnings(scene).is_empty();
    if said { Ok(()) } else { is_one_of(scene, &captures[1]) }
}

pub fn needs_confirmation(scene: &Scene, captures: &Captures) -> Outcome {
    ensure(scene.alone.starts.is_empty(), || format!("started: {:?}", scene.alone.starts))?;
    is_one_of(scene, &captures[1])
}

pub fn loop_or_config_error(scene: &Scene, _: &Captures) -> Outcome {
    is_one_of(scene, "loop,malformed")
}

/// One thing, or an error in its place.
pub fn either(scene: &Scene, captures: &Captures) -> Outcome {
    let whole = &captures[0];
    let codes = error(scene);
    let named = codes.iter().any(|code| whole.contains(code.as_str()));
    if named { Ok(()) } else { clauses::check(&captures[1], scene) }
}

/// Where there is an error at all.
pub fn or_error(scene: &Scene, captures: &Captures) -> Outcome {
    if scene.is_refused() { is_one_of(scene, &captures[1]) } else { Ok(()) }
}

pub fn shown_or_missing(scene: &Scene, _: &Captures) -> Outcome {
    let codes = error(scene);
    ensure(codes.is_empty() || codes == ["not-found"], || format!("{codes:?}"))
}

/// A field of the target. The corpus names some by what programs call them.
pub fn slot(scene: &Scene, captures: &Captures) -> Outcome {
    let value = captures.get(2).or(captures.get(3)).unwrap().as_str();
    let value = value.replace("\\r\\n", "\n");
    let field = match (&captures[1], scene.kind()) {
        ("name", "man") => "page",
        ("base", _) => "dn",
        (name, _) => name,
    };
    let found = &scene.object()["target"][field];
    let is_it = found == value.as_str()
        || found.as_array().is_some_and(|list| list.len() == 1 && list[0] == value.as_str());
    ensure(is_it, || format!("{field} is {found}"))?;
    let Some(start) = scene.launched() else { return Ok(()) };
    if scene.kind() == "mail" {
        return Ok(());
    }
    let words: Vec<_> = start.arguments.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    ensure(words.iter().any(|word| word == &value || word.ends_with(&format!("={value}"))), || {
        format!("{words:?}")
    })
}

pub fn man_page(scene: &Scene, captures: &Captures) -> Outcome {
    let target = &scene.object()["target"];
    ensure(target["page"] == captures[1] && target["section"] == captures[2], || target.to_string())
}

/// What either way of naming a page says to names, good and bad.
pub fn same_grammar(scene: &Scene, _: &Captures) -> Outcome {
    for name in PAGE_NAMES {
        let said = [format!("x-man-page://1/{name}"), format!("man:{name}(1)")].map(|uri| {
            let object = scene.explanation(&uri);
            (object["error"].is_null(), object["target"]["page"].clone())
        });
        ensure(said[0] == said[1], || format!("{name}: {said:?}"))?;
    }
    Ok(())
}

/// The target of the menu that the case has planted.
pub fn cannot_be_followed(scene: &Scene, _: &Captures) -> Outcome {
    let Some(at) = scene.case.setup.find('(') else { return unknown("no target is named") };
    let object = scene.explanation(&format!("info:{}", &scene.case.setup[at..]));
    ensure(!object["error"].is_null(), || object.to_string())
}

pub fn help_page(scene: &Scene, captures: &Captures) -> Outcome {
    let target = &scene.object()["target"];
    ensure(target["document"] == captures[1] && target["page"] == captures[2], || target.to_string())
}

pub fn bcc_kept(scene: &Scene, _: &Captures) -> Outcome {
    let target = &scene.object()["target"];
    ensure(target["bcc"].as_array().is_some_and(|list| list.len() == 1), || target.to_string())
}

/// A page is no path, and a query no part of a file's name.
pub fn names_a_plain_file(scene: &Scene, _: &Captures) -> Outcome {
    let target = &scene.object()["target"];
    let name = target["page"].as_str().or(target["path"].as_str()).unwrap_or_default();
    let plain = !name.contains('?') && (scene.kind() == "file" || !name.contains('/'));
    ensure(plain, || target.to_string())
}

pub fn warnings<'a>(scene: &'a Scene) -> Vec<&'a Value> {
    scene.explained.iter().flat_map(|object| object["warnings"].as_array().into_iter().flatten()).collect()
}

/// A warning's code, or the field that its message names.
pub fn warning(scene: &Scene, captures: &Captures) -> Outcome {
    let wanted = &captures[1];
    let fits = |warning: &&Value| {
        warning["code"] == *wanted
            || warning["message"].as_str().is_some_and(|message| message.contains(wanted))
    };
    ensure(warnings(scene).iter().any(fits), || format!("{:?}", warnings(scene)))
}

pub fn some_warning(scene: &Scene, _: &Captures) -> Outcome {
    let said = !warnings(scene).is_empty() || scene.agreed.stderr.contains("portero:");
    ensure(said, || "nothing was said".to_owned())
}

pub fn two_warnings(scene: &Scene, _: &Captures) -> Outcome {
    ensure(warnings(scene).len() >= 2, || format!("{:?}", warnings(scene)))
}

/// What a person is shown of it, in the question where there is one.
pub fn display(scene: &Scene) -> String {
    let asked = scene.agreed.questions.last().and_then(|question| question["display"].as_str());
    asked.or(scene.object()["display"].as_str()).unwrap_or_default().to_owned()
}

pub fn display_holds(scene: &Scene, captures: &Captures) -> Outcome {
    let display = display(scene);
    let host = display.lines().find_map(|line| line.strip_prefix("host: "));
    ensure(host.is_some_and(|host| host.starts_with(&captures[1])), || display.clone())
}

/// The end of the host tells whose it is.
pub fn display_holds_host(scene: &Scene, _: &Captures) -> Outcome {
    let display = display(scene);
    let Some(host) = scene.object()["target"]["host"].as_str() else { return Ok(()) };
    let labels: Vec<_> = host.rsplit('.').take(2).collect();
    ensure(display.contains(&format!("{}.{}", labels[1], labels[0])), || display.clone())
}

pub fn not_viewed(scene: &Scene, _: &Captures) -> Outcome {
    ensure(scene.object()["action"]["type"] != "view", || scene.object().to_string())
}

/// An option that does not exist is a wrong command line, and nothing was started or asked by it.
pub fn option_changes_nothing(scene: &Scene, _: &Captures) -> Outcome {
    ensure(scene.alone.code == 1 && scene.agreed.starts.is_empty(), || format!("{:?}", scene.alone))
}

pub fn all_refused(scene: &Scene, _: &Captures) -> Outcome {
    let marks = scene
        .explained
        .iter()
        .filter(|object| object["uri"].as_str().is_some_and(|uri| uri.starts_with("@@")));
    let open = marks.clone().find(|object| object["error"].is_null());
    ensure(marks.count() > 0 && open.is_none(), || format!("{:?}", scene.explained))
}

/// The sentence is not known to anybody.
pub fn unknown(clause: &str) -> Outcome {
    Err(Fault::Unseen(format!("not looked at: {clause}")))
}
