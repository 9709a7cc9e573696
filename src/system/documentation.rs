//! The folders of manual pages, Info files and help documents: those of the user manager's MANPATH and INFOPATH,
//! those that belong to the folders of PATH as man-db maps them, and the system's own. MANPATH and INFOPATH of a
//! caller are never asked.

use std::path::{Path, PathBuf};

use super::user_manager;
use crate::env::Env;
use crate::probe::Documentation;
use crate::{small_file, trust};

/// Where man-db and mandoc say which folders belong to which part of PATH.
const MANPATH_CONFIGS: &[&str] = &["/etc/manpath.config", "/etc/man_db.conf", "/etc/man.conf"];

const SYSTEM_MAN: &[&str] = &["/usr/local/share/man", "/usr/local/man", "/usr/share/man"];
const SYSTEM_INFO: &[&str] = &["/usr/local/share/info", "/usr/local/info", "/usr/share/info", "/usr/info"];
const HELP_IN_DATA: &[&str] = &["help", "gnome/help"];

/// The folders of a family in order of search, whether they exist or not.
pub fn folders(family: Documentation, env: &Env, search_path: &[PathBuf]) -> Vec<PathBuf> {
    match family {
        Documentation::Man => user_manager::folders("MANPATH")
            .chain(manual_roots(search_path, &read_manpath_config()))
            .collect(),
        Documentation::Info => {
            let beside = search_path.iter().flat_map(|part| siblings(part, "info"));
            user_manager::folders("INFOPATH").chain(beside).chain(system(SYSTEM_INFO)).collect()
        }
        Documentation::Help => help_roots(env),
    }
}

/// The folders that are there and that nobody else may write, each once.
pub fn trusted(folders: impl Iterator<Item = PathBuf>) -> Vec<PathBuf> {
    let mut kept = Vec::new();
    for folder in folders.filter(|folder| folder.is_absolute()) {
        if !kept.contains(&folder) && folder.is_dir() && trust::is_trusted(&folder) {
            kept.push(folder);
        }
    }
    kept
}

fn system(folders: &[&str]) -> Vec<PathBuf> {
    folders.iter().map(PathBuf::from).collect()
}

/// `bin/../share/NAME` and `bin/../NAME`.
fn siblings(part: &Path, name: &str) -> Vec<PathBuf> {
    let Some(parent) = part.parent() else { return Vec::new() };
    vec![parent.join("share").join(name), parent.join(name)]
}

fn help_roots(env: &Env) -> Vec<PathBuf> {
    let data = env.folders.data_home.iter().chain(&env.folders.data_dirs);
    data.flat_map(|folder| HELP_IN_DATA.iter().map(|name| folder.join(name))).collect()
}

fn read_manpath_config() -> String {
    let read = |file: &&str| small_file::read(Path::new(file), small_file::LARGEST).ok();
    let bytes = MANPATH_CONFIGS.iter().find_map(read).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// As manpath(1) orders them: for each part of PATH what the config maps it to, else its siblings; then the
/// mandatory ones.
fn manual_roots(search_path: &[PathBuf], config: &str) -> Vec<PathBuf> {
    let rows: Vec<Vec<&str>> = config.lines().map(|line| line.split_whitespace().collect()).collect();
    let mut roots = Vec::new();
    for part in search_path {
        let mapped: Vec<PathBuf> = rows.iter().filter_map(|row| mapping(row, part)).collect();
        roots.extend(if mapped.is_empty() { siblings(part, "man") } else { mapped });
    }
    roots.extend(rows.iter().filter_map(|row| match row[..] {
        ["MANDATORY_MANPATH" | "manpath", root, ..] => Some(PathBuf::from(root)),
        _ => None,
    }));
    roots.extend(system(SYSTEM_MAN));
    roots
}

fn mapping(row: &[&str], part: &Path) -> Option<PathBuf> {
    match row[..] {
        ["MANPATH_MAP", from, root, ..] if Path::new(from) == part => Some(root.into()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_of_path_brings_its_manual() {
        let config = "# note\nMANDATORY_MANPATH /usr/share/man\nMANPATH_MAP /usr/bin /usr/share/man\n\
                      MANPATH_MAP /opt/bin /opt/man\n";
        let path = ["/opt/bin", "/home/ann/.local/bin"].map(PathBuf::from);
        let expected = [
            "/opt/man",
            "/home/ann/.local/share/man",
            "/home/ann/.local/man",
            "/usr/share/man",
            "/usr/local/share/man",
            "/usr/local/man",
            "/usr/share/man",
        ];
        assert_eq!(manual_roots(&path, config), expected.map(PathBuf::from));
    }

    #[test]
    fn folders_that_are_not_there_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let there = folder.path().to_owned();
        let asked = [there.clone(), there.join("absent"), "relative".into(), there.clone()];
        assert_eq!(trusted(asked.into_iter()), [there]);
    }
}
