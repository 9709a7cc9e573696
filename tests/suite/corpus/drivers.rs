//! Who plays a case: the command line, the bus, a config, an environment, the reader's window.

use regex_lite::{Captures, Regex};

use super::scene::{Attempt, Fault, Outcome, Scene, ensure};
use super::{bus_calls, config_cases, floods, setup, told, viewer};

type Driver = fn(&mut Scene) -> Outcome;

/// What is longer cannot be an argument at all (`MAX_ARG_STRLEN`), and comes over the bus.
const LONGEST_ARGUMENT: usize = 128 * 1024 - 1;

/// By the beginning of the first word.
const DRIVERS: &[(&str, Driver)] = &[
    ("portero", command_line),
    ("config fixture", config_cases::fixture),
    ("config program mode", config_cases::loose_program),
    ("config program that never exits", config_cases::endless_formatter),
    ("config: ", floods::ring),
    ("environment ", environment),
    ("dbus-open-sandboxed", bus_calls::confined),
    ("dbus-open-list", floods::long_list),
    ("dbus-open", bus_calls::with_platform_data),
    ("dbus UpdateActivationEnvironment ", bus_calls::changed_environment),
    ("repeat-parallel", floods::at_once),
    ("repeat", floods::repeated),
    ("confirm-driver", floods::answered),
    ("viewer-click", viewer::click),
    ("viewer-fetch", viewer::fetch),
];

/// Plays a case by its driver; a URI alone is opened.
pub fn drive(scene: &mut Scene) -> Outcome {
    if scene.case.is_uri {
        scene.arguments = vec![scene.input()];
        if scene.arguments[0].len() > LONGEST_ARGUMENT {
            return bus_calls::long(scene);
        }
        scene.play();
        return viewer::watch(scene);
    }
    let name = &scene.case.words[0];
    match DRIVERS.iter().find(|(driver, _)| name.starts_with(driver)) {
        Some((_, drive)) => drive(scene),
        None => Err(Fault::Unseen(format!("there is no driver {name}"))),
    }
}

fn command_line(scene: &mut Scene) -> Outcome {
    match scene.case.words[1].as_str() {
        "open" => {
            let end = scene.case.words.iter().position(|word| word == "--").unwrap_or(1);
            scene.options = (2..end).map(|at| scene.word(at)).collect();
            let words = &scene.case.words[end + 1..];
            scene.arguments = words.iter().map(|word| super::case::filled(word, &scene.folder)).collect();
            scene.play();
            Ok(())
        }
        "config check" | "check-config" => config_cases::check(scene),
        "doctor" => {
            scene.configure(false);
            scene.alone = scene.attempt(scene.command(["doctor", "--json"]), false);
            Ok(())
        }
        other => Err(Fault::Unseen(format!("there is no driver for portero {other}"))),
    }
}

/// What `portero doctor` says of the reader's window.
pub fn viewer_setting(scene: &Scene, captures: &Captures) -> Outcome {
    let told: serde_json::Value = serde_json::from_str(&scene.alone.stdout).unwrap_or_default();
    let Some(setting) = told["viewer"].get(&captures[1]) else {
        return Err(Fault::Unseen("doctor says nothing of the reader's window".to_owned()));
    };
    if &captures[1] == "sandbox" && *setting == false {
        return Err(Fault::Unseen("the engine can have no sandbox here".to_owned()));
    }
    ensure(setting.as_bool() == captures[2].parse().ok(), || format!("{setting}"))
}

/// The caller's variables, each in turn where several values are named.
fn environment(scene: &mut Scene) -> Outcome {
    let words = scene.word(0);
    let assignment = Regex::new(r"([A-Z_0-9]+)=('[^']*'|[^ ,]+)((?: or (?:'[^']*'|\S+))*)").unwrap();
    scene.arguments = vec![scene.input()];
    plant(scene);
    for captures in assignment.captures_iter(&words) {
        let others = captures[3].split(" or ").filter(|value| !value.is_empty());
        for value in std::iter::once(&captures[2]).chain(others) {
            let name = &captures[1];
            scene.variables.retain(|(set, _)| set != name);
            setup::set(scene, name, value.trim_matches('\''));
            trust_nobody(scene, name);
            scene.play();
            super::shown::invariants(scene)?;
        }
    }
    if words.contains("PORTERO_DEPTH") {
        scene.facts.insert("no crash".to_owned());
        scene.facts.insert("bad value treated as depth limit reached or as 0 with a warning".to_owned());
    }
    Ok(())
}

/// Documents and programs of the caller's own, which its variables point to.
fn plant(scene: &mut Scene) {
    let page = scene.folder.join("mp/man1/planted.1");
    std::fs::create_dir_all(page.parent().unwrap()).unwrap();
    std::fs::write(page, ".TH X 1\n.SH NAME\nplanted - PLANTED\n").unwrap();
    if scene.case.check.contains("not-found") {
        scene.schemes += "man = \"view\"\n";
    }
}

/// A search path with a folder that everybody may write, and the person's own behind it.
fn trust_nobody(scene: &mut Scene, name: &str) {
    let Some((_, value)) = scene.variables.iter_mut().find(|(set, _)| set == name && name == "PATH") else {
        return;
    };
    let folders = value.to_string_lossy().into_owned();
    let loose = folders.split(':').next().unwrap_or_default().to_owned();
    *value = format!("{loose}:{}", scene.home.search_path().to_string_lossy()).into();
    config_cases::hostile_program(scene, &format!("{loose}/rec-man"));
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o777);
    std::fs::set_permissions(loose, mode).unwrap();
}

/// Whether a driver has seen what the sentence says.
pub fn fact(scene: &Scene, captures: &Captures) -> Outcome {
    if scene.facts.contains(&captures[0]) { Ok(()) } else { told::unknown(&captures[0]) }
}

pub fn config_refused(scene: &Scene, captures: &Captures) -> Outcome {
    let fixture = scene.all_starts().any(|(name, _)| !name.starts_with("rec-"));
    let refused = scene.code.is_some() || scene.is_refused();
    ensure(refused && !fixture, || format!("{}: {:?} {}", &captures[0], scene.code, scene.output()))
}

pub fn config_accepted(scene: &Scene, _: &Captures) -> Outcome {
    ensure(scene.code.is_none() && scene.launched().is_some(), || {
        format!("{:?} {}", scene.code, scene.output())
    })
}

pub fn notified_plainly(scene: &Scene, _: &Captures) -> Outcome {
    bus_calls::notified_plainly(scene)
}

pub fn one_log_line(scene: &Scene, _: &Captures) -> Outcome {
    let log = bus_calls::log_of(scene);
    ensure(log.stdout.lines().count() == 1, || log.stdout.clone())
}

pub fn log_names_the_caller(scene: &Scene, _: &Captures) -> Outcome {
    let log: Attempt = bus_calls::log_of(scene);
    let decision: serde_json::Value = serde_json::from_str(&log.stdout).unwrap_or_default();
    ensure(decision["caller"].as_str().is_some_and(|caller| !caller.is_empty()), || log.stdout.clone())
}
