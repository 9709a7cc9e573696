//! Imports go downwards only: reads the `crate::` paths of every source file and holds them to the table of
//! `docs/architecture.md`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::builder::package;

/// From the bottom up. A module may use its own layer and those below; `documents` and `policy` do not know each
/// other, and the effects know the leaves alone.
const LAYERS: &[Layer] = &[
    Layer {
        name: "leaves",
        rooms: &[
            "argv",
            "complaint",
            "diagnostic",
            "env",
            "error",
            "locale",
            "message",
            "opener",
            "probe",
            "sanitize",
            "small_file",
            "trust",
            "warning",
            "whole_file",
        ],
        below: &[],
    },
    Layer { name: "syntax", rooms: &["reference", "uri"], below: &["leaves"] },
    Layer { name: "meaning", rooms: &["target", "scheme", "reading"], below: &["leaves", "syntax"] },
    Layer {
        name: "policy",
        rooms: &["template", "action", "rule", "config", "policy"],
        below: &["leaves", "syntax", "meaning"],
    },
    Layer {
        name: "documents",
        rooms: &["document", "html", "page", "terminal"],
        below: &["leaves", "syntax", "meaning"],
    },
    Layer { name: "effects", rooms: &["launch", "system"], below: &["leaves"] },
    Layer {
        name: "join",
        rooms: &["plan", "explain", "ask", "open"],
        below: &["leaves", "syntax", "meaning", "policy", "documents", "effects"],
    },
    Layer {
        name: "shells",
        rooms: &["cli", "service", "register", "reader"],
        below: &["leaves", "syntax", "meaning", "policy", "documents", "effects", "join"],
    },
];

struct Layer {
    name: &'static str,
    /// Top-level modules.
    rooms: &'static [&'static str],
    /// Names of the layers that it may use.
    below: &'static [&'static str],
}

fn layer_of(room: &str) -> Option<&'static Layer> {
    LAYERS.iter().find(|layer| layer.rooms.contains(&room))
}

#[test]
fn imports_go_downwards_only() {
    let wrong: Vec<String> = sources().iter().flat_map(|file| upward_imports(file)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_top_level_module_has_its_layer() {
    let homeless: Vec<_> =
        sources().iter().map(|file| room_of(file)).filter(|room| layer_of(room).is_none()).collect();
    assert!(homeless.is_empty(), "not in the table of layers: {homeless:?}");
}

#[test]
fn scheme_files_do_not_know_each_other() {
    let files = sources().into_iter().filter(|file| room_of(file) == "scheme");
    for file in files.filter(|file| file.file_stem().unwrap() != "mod") {
        let own = file.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(&file).unwrap();
        for name in crate_paths(&text, "crate::scheme::") {
            assert!(name == own || name == "word", "{} imports crate::scheme::{name}", file.display());
        }
    }
}

/// Each effect of the standard library, and the only rooms that may have it.
const EFFECTS: &[(&str, &[&str])] = &[
    ("std::process", &["launch", "document", "cli", "service", "register"]),
    (
        "std::fs",
        &[
            "config",
            "document",
            "launch",
            "system",
            "small_file",
            "trust",
            "whole_file",
            "cli",
            "service",
            "register",
            "reader",
        ],
    ),
    ("std::env", &["env", "cli"]),
];

#[test]
fn effects_stand_only_where_they_live() {
    for file in sources() {
        let text = without_tests(&fs::read_to_string(&file).unwrap());
        for (effect, rooms) in EFFECTS {
            let found = text.contains(effect) && !rooms.contains(&room_of(&file).as_str());
            assert!(!found, "{} uses {effect}", file.display());
        }
    }
}

/// The macros panic where nothing can be written: the reader of a pipe has gone away, the disk is full.
#[test]
fn standard_output_is_written_in_one_place() {
    let is_print = |line: &&str| line.contains("println!(") || line.contains("print!(");
    for file in sources() {
        let text = without_tests(&fs::read_to_string(&file).unwrap());
        let found = text.lines().find(is_print);
        assert_eq!(found, None, "{}", file.display());
    }
}

/// Toolkits stand in the two window programs; the library and the command link none.
#[test]
fn windows_are_known_to_the_window_programs_alone() {
    for file in sources() {
        let text = fs::read_to_string(&file).unwrap();
        let found =
            ["gtk::", "tao::", "webkit2gtk::", "wry::"].iter().find(|toolkit| text.contains(**toolkit));
        assert_eq!(found, None, "{}", file.display());
    }
}

fn upward_imports(file: &Path) -> Vec<String> {
    let room = room_of(file);
    let Some(layer) = layer_of(&room) else { return Vec::new() };
    let text = without_tests(&fs::read_to_string(file).unwrap());
    let allowed = |used: &str| match layer_of(used) {
        Some(other) => other.name == layer.name || layer.below.contains(&other.name),
        None => false,
    };
    let used: BTreeSet<_> = crate_paths(&text, "crate::").into_iter().filter(|used| !allowed(used)).collect();
    used.iter().map(|used| format!("{}: {} may not use {used}", file.display(), layer.name)).collect()
}

/// The first name after each `prefix`, braces opened: `crate::{argv, plan::Plan}` gives both.
fn crate_paths(text: &str, prefix: &str) -> Vec<String> {
    let after = text.split(prefix).skip(1);
    after
        .flat_map(|rest| {
            if let Some(group) = rest.strip_prefix('{') { group_names(group) } else { vec![name(rest)] }
        })
        .collect()
}

fn group_names(group: &str) -> Vec<String> {
    let mut depth = 1;
    let mut names = vec![String::new()];
    for c in group.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => names.push(String::new()),
            c if depth == 1 => names.last_mut().unwrap().push(c),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    names.iter().map(|text| name(text.trim())).filter(|name| !name.is_empty()).collect()
}

fn name(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// The text up to its unit tests, which may use what they like.
pub fn without_tests(text: &str) -> String {
    text.split("#[cfg(test)]").next().unwrap_or(text).to_owned()
}

/// The top-level module that a file belongs to.
fn room_of(file: &Path) -> String {
    let inner = file.strip_prefix(package().join("src")).unwrap();
    Path::new(inner.iter().next().unwrap()).file_stem().unwrap().to_str().unwrap().to_owned()
}

/// All files of the library; the programs' own main files join everything.
pub fn sources() -> Vec<PathBuf> {
    let mut files = Vec::new();
    collect(&package().join("src"), &mut files);
    files.retain(|file| !["lib", "main", "bin"].contains(&room_of(file).as_str()));
    files
}

/// The files of the window programs.
pub fn programs() -> Vec<PathBuf> {
    let mut files = Vec::new();
    collect(&package().join("src/bin"), &mut files);
    files
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}
