//! Presets: ready-made actions for well-known programs, read from the data file that is shipped inside.

use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use toml::de::DeTable;

use super::action;
use super::scope::Scope;
use super::walk::{Item, Walk};
use crate::action::{Action, Verb};
use crate::diagnostic::{Diagnostic, Source};
use crate::message;
use crate::target::family::{self, Family};

/// The data file: what `config show --presets` prints.
pub const TEXT: &str = include_str!("../../data/presets.toml");

/// The table of Debian packages by program.
const PACKAGES: &str = "packages";

/// All that the data file holds. Each part is read when it is first asked for: what is done with one URI needs few.
#[derive(Debug)]
pub struct Presets {
    /// In the order of names.
    by_name: Vec<(&'static str, Part<Preset>)>,
    head: Part<Head>,
    packages: Part<BTreeMap<String, String>>,
}

/// One program or service.
#[derive(Debug, Default)]
pub struct Preset {
    /// What a person reads.
    pub label: String,
    actions: BTreeMap<&'static str, Action>,
}

/// What stands before the first table.
#[derive(Debug, Default)]
struct Head {
    double_dash: Vec<String>,
    terminals: Vec<Vec<String>>,
}

/// A part of the data file and what it says.
#[derive(Debug)]
struct Part<T> {
    text: &'static str,
    read: fn(&mut Walk, &DeTable) -> T,
    content: OnceLock<T>,
}

static PRESETS: LazyLock<Presets> = LazyLock::new(|| Presets::of(TEXT));

/// The presets that are shipped inside.
pub fn all() -> &'static Presets {
    &PRESETS
}

/// Whether a preset stands for the desktop's own choice.
pub fn is_desktop(name: &str) -> bool {
    ["desktop", "file-manager"].contains(&name)
}

impl Presets {
    /// Divides the data file: a line that begins with `[` begins a table.
    fn of(text: &'static str) -> Self {
        let mut parts = text.split("\n[");
        let head = Part::new(parts.next().unwrap_or_default(), head);
        let tables = parts.filter_map(|part| part.split_once(']'));
        let (packages, programs): (Vec<_>, Vec<_>) = tables.partition(|(name, _)| *name == PACKAGES);
        let packages = packages.first().map_or("", |(_, text)| text);
        let mut by_name: Vec<_> =
            programs.into_iter().map(|(name, text)| (name, Part::new(text, preset))).collect();
        by_name.extend([("desktop", Part::new("", desktop)), ("file-manager", Part::new("", file_manager))]);
        by_name.sort_unstable_by_key(|(name, _)| *name);
        Self { by_name, head, packages: Part::new(packages, packages_of) }
    }

    /// A preset by its name.
    pub fn get(&self, name: &str) -> Option<&Preset> {
        let place = self.by_name.binary_search_by_key(&name, |(name, _)| name).ok()?;
        self.by_name.get(place).map(|(_, preset)| preset.content())
    }

    /// Every preset with its name, in the order of names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Preset)> {
        self.by_name.iter().map(|(name, preset)| (*name, preset.content()))
    }

    /// The names of those that do something for all of these families.
    pub fn names_for(&self, families: &[&'static Family]) -> impl Iterator<Item = &str> {
        let fits = |preset: &Preset| families.iter().all(|family| preset.action(family).is_some());
        self.iter().filter(move |(_, preset)| fits(preset)).map(|(name, _)| name)
    }

    /// Whether a program is known to take what follows `--` for operands.
    pub fn honours_double_dash(&self, program: &str) -> bool {
        self.head.content().double_dash.iter().any(|name| name == program)
    }

    /// Terminals in order of preference: each its program and the words before a command.
    pub fn terminals(&self) -> &[Vec<String>] {
        &self.head.content().terminals
    }

    /// The Debian package of a program.
    pub fn package(&self, program: &str) -> Option<&str> {
        self.packages.content().get(program).map(String::as_str)
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

impl<T> Part<T> {
    fn new(text: &'static str, read: fn(&mut Walk, &DeTable) -> T) -> Self {
        Self { text, read, content: OnceLock::new() }
    }

    fn content(&self) -> &T {
        self.content.get_or_init(|| self.parse().0)
    }

    fn parse(&self) -> (T, Vec<Diagnostic>) {
        let source = Source::new("presets", self.text);
        let (root, _) = DeTable::parse_recoverable(source.text());
        let mut walk = Walk::new(&source);
        ((self.read)(&mut walk, root.get_ref()), walk.found)
    }
}

/// The default application for whatever it is.
fn desktop(_: &mut Walk, _: &DeTable) -> Preset {
    let families = family::FAMILIES.iter().chain([&family::OTHER]);
    handler("The desktop's default application", families, None)
}

/// What the desktop shows folders with.
fn file_manager(_: &mut Walk, _: &DeTable) -> Preset {
    let families = ["folder", "ftp"].into_iter().filter_map(family::named);
    handler("The default file manager", families, Some("inode/directory"))
}

fn handler(
    label: &str,
    families: impl Iterator<Item = &'static Family>,
    media_type: Option<&'static str>,
) -> Preset {
    let actions = families.map(|family| (family.name, Action::plain(Verb::Handler(media_type))));
    Preset { label: label.to_owned(), actions: actions.collect() }
}

fn head(walk: &mut Walk, table: &DeTable) -> Head {
    let mut head = Head::default();
    for (key, value) in table {
        match key.get_ref().as_ref() {
            "double-dash" => head.double_dash = texts(walk, value),
            "terminals" => head.terminals = terminals(walk, value),
            name => walk.unknown(key.span(), name, ["double-dash", "terminals"], |word| {
                message!("unknown key: `{word}`", word)
            }),
        }
    }
    head
}

fn texts(walk: &mut Walk, item: &Item) -> Vec<String> {
    walk.texts(item).unwrap_or_default().into_iter().map(|(text, _)| text).collect()
}

fn terminals(walk: &mut Walk, item: &Item) -> Vec<Vec<String>> {
    let Some(list) = walk.list(item) else { return Vec::new() };
    list.iter().map(|words| texts(walk, words)).collect()
}

fn packages_of(walk: &mut Walk, table: &DeTable) -> BTreeMap<String, String> {
    let mut packages = BTreeMap::new();
    for (program, package) in table {
        let package = walk.text(package).map(str::to_owned);
        packages.extend(package.map(|package| (program.get_ref().to_string(), package)));
    }
    packages
}

fn preset(walk: &mut Walk, table: &DeTable) -> Preset {
    let mut preset = Preset::default();
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        if name == "label" {
            walk.text(value).unwrap_or_default().clone_into(&mut preset.label);
            continue;
        }
        let Some(family) = family::named(name) else {
            let names = family::FAMILIES.iter().map(|family| family.name);
            walk.unknown(key.span(), name, names, |word| message!("unknown family: `{word}`", word));
            continue;
        };
        let action = action::action(walk, value, &Scope::of_family(family));
        preset.actions.extend(action.map(|action| (family.name, action)));
    }
    preset
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_file_has_no_mistakes() {
        let presets = all();
        let found = presets.by_name.iter().flat_map(|(_, part)| part.parse().1);
        let found = found.chain(presets.head.parse().1).chain(presets.packages.parse().1);
        let errors = found.filter(|found| found.severity == crate::diagnostic::Severity::Error);
        let told: Vec<_> = errors.map(|error| error.to_string()).collect();
        assert!(told.is_empty(), "{}", told.join("\n"));
        // What the division gives is what the whole file says.
        let (whole, _) = DeTable::parse_recoverable(TEXT);
        let tables = whole
            .get_ref()
            .iter()
            .filter(|(name, value)| value.get_ref().is_table() && name.get_ref() != PACKAGES);
        assert_eq!(tables.count() + 2, presets.by_name.len());
        assert!(presets.package("nvim").is_some());
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
