//! Presets: ready-made actions for well-known programs, read from the data file that is shipped inside.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use toml::de::DeTable;

use super::action;
use super::scope::Scope;
use super::walk::{Item, Walk};
use crate::action::{Action, Verb};
use crate::diagnostic::{Diagnostic, Source};
use crate::target::family::{self, Family};

/// The data file: what `config show --presets` prints.
pub const TEXT: &str = include_str!("../../data/presets.toml");

/// All that the data file holds.
#[derive(Debug, Default)]
pub struct Presets {
    by_name: BTreeMap<String, Preset>,
    double_dash: Vec<String>,
    packages: BTreeMap<String, String>,
    terminals: Vec<Vec<String>>,
}

/// One program or service.
#[derive(Debug, Default)]
pub struct Preset {
    /// What a person reads.
    pub label: String,
    actions: BTreeMap<&'static str, Action>,
}

static PRESETS: LazyLock<Presets> = LazyLock::new(|| read(&Source::new("presets", TEXT)).0);

/// The presets that are shipped inside.
pub fn all() -> &'static Presets {
    &PRESETS
}

/// Whether a preset stands for the desktop's own choice.
pub fn is_desktop(name: &str) -> bool {
    ["desktop", "file-manager"].contains(&name)
}

impl Presets {
    /// A preset by its name.
    pub fn get(&self, name: &str) -> Option<&Preset> {
        self.by_name.get(name)
    }

    /// Every preset with its name, in the order of names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Preset)> {
        self.by_name.iter().map(|(name, preset)| (name.as_str(), preset))
    }

    /// The names of those that do something for all of these families.
    pub fn names_for(&self, families: &[&'static Family]) -> impl Iterator<Item = &str> {
        let fits = |preset: &Preset| families.iter().all(|family| preset.action(family).is_some());
        self.iter().filter(move |(_, preset)| fits(preset)).map(|(name, _)| name)
    }

    /// Whether a program is known to take what follows `--` for operands.
    pub fn honours_double_dash(&self, program: &str) -> bool {
        self.double_dash.iter().any(|name| name == program)
    }

    /// Terminals in order of preference: each its program and the words before a command.
    pub fn terminals(&self) -> &[Vec<String>] {
        &self.terminals
    }

    /// The Debian package of a program.
    pub fn package(&self, program: &str) -> Option<&str> {
        self.packages.get(program).map(String::as_str)
    }
}

impl Preset {
    /// All that it does.
    pub fn actions(&self) -> impl Iterator<Item = &Action> {
        self.actions.values()
    }

    /// What it does for a family.
    pub fn action(&self, family: &Family) -> Option<&Action> {
        self.actions.get(family.name)
    }
}

fn read(source: &Arc<Source>) -> (Presets, Vec<Diagnostic>) {
    let mut walk = Walk::new(source);
    let mut presets = Presets { by_name: desktop_presets(), ..Presets::default() };
    let (root, _) = DeTable::parse_recoverable(source.text());
    for (key, value) in root.get_ref() {
        match key.get_ref().as_ref() {
            "double-dash" => presets.double_dash = texts(&mut walk, value),
            "terminals" => presets.terminals = terminals(&mut walk, value),
            "packages" => presets.packages = packages(&mut walk, value),
            name => {
                let preset = preset(&mut walk, value);
                presets.by_name.extend(preset.map(|preset| (name.to_owned(), preset)));
            }
        }
    }
    (presets, walk.found)
}

/// What stands for whatever the desktop has chosen.
fn desktop_presets() -> BTreeMap<String, Preset> {
    let handler = |families: &mut dyn Iterator<Item = &'static Family>, media_type| {
        families.map(|family| (family.name, Action::plain(Verb::Handler(media_type)))).collect()
    };
    let every = handler(&mut family::FAMILIES.iter().chain([&family::OTHER]), None);
    let folders = ["folder", "ftp"];
    let manager =
        handler(&mut folders.iter().filter_map(|name| family::named(name)), Some("inode/directory"));
    BTreeMap::from([
        (
            "desktop".to_owned(),
            Preset { label: "The desktop's default application".to_owned(), actions: every },
        ),
        (
            "file-manager".to_owned(),
            Preset { label: "The default file manager".to_owned(), actions: manager },
        ),
    ])
}

fn texts(walk: &mut Walk, item: &Item) -> Vec<String> {
    walk.texts(item).unwrap_or_default().into_iter().map(|(text, _)| text).collect()
}

fn terminals(walk: &mut Walk, item: &Item) -> Vec<Vec<String>> {
    let Some(list) = walk.list(item) else { return Vec::new() };
    list.iter().map(|words| texts(walk, words)).collect()
}

fn packages(walk: &mut Walk, item: &Item) -> BTreeMap<String, String> {
    let Some(table) = walk.table(item) else { return BTreeMap::new() };
    let mut packages = BTreeMap::new();
    for (program, package) in table {
        let package = walk.text(package).map(str::to_owned);
        packages.extend(package.map(|package| (program.get_ref().to_string(), package)));
    }
    packages
}

fn preset(walk: &mut Walk, item: &Item) -> Option<Preset> {
    let mut preset = Preset::default();
    for (key, value) in walk.table(item)? {
        let name = key.get_ref().as_ref();
        if name == "label" {
            walk.text(value)?.clone_into(&mut preset.label);
            continue;
        }
        let Some(family) = family::named(name) else {
            walk.unknown(key.span(), "family", name, family::FAMILIES.iter().map(|family| family.name));
            continue;
        };
        let action = action::action(walk, value, &Scope::of_family(family));
        preset.actions.extend(action.map(|action| (family.name, action)));
    }
    Some(preset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_file_has_no_mistakes() {
        let (presets, found) = read(&Source::new("data/presets.toml", TEXT));
        let errors = found.iter().filter(|found| found.severity == crate::diagnostic::Severity::Error);
        let told: Vec<_> = errors.map(ToString::to_string).collect();
        assert!(told.is_empty(), "{}", told.join("\n"));
        assert!(presets.iter().all(|(_, preset)| !preset.label.is_empty()));
        assert!(!presets.terminals().is_empty() && !presets.terminals().contains(&Vec::new()));
    }

    #[test]
    fn a_preset_is_found_by_name_and_family() {
        let mail = family::named("mail").unwrap();
        assert!(all().get("mutt").unwrap().action(mail).is_some());
        assert!(all().names_for(&[mail]).any(|name| name == "thunderbird"));
    }
}
