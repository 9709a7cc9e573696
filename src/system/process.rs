//! What `/proc` tells of another process of this user.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

use crate::env;

/// The longest chain of parents that is followed.
const DEEPEST_ANCESTRY: usize = 64;

/// `USER_HZ` of proc(5): 100 on all architectures that matter.
const TICKS_A_SECOND: u64 = 100;

/// The usual size of a file of `/proc` that is read here, in bytes.
const USUAL: usize = 4096;

/// One process for good: numbers are used again, the time of the start tells them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Process {
    /// Its number.
    pub id: u32,
    /// Clock ticks after boot.
    pub began: u64,
}

/// The fields of `/proc/PID/stat` that matter here, proc(5).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Status {
    /// The process itself.
    pub process: Process,
    /// The name of its program, cut to 15 bytes by the kernel.
    pub name: String,
    /// Its parent, 0 for none.
    pub parent: u32,
    /// Its session.
    pub session: i32,
}

impl Status {
    /// Reads the status of a process that is still there.
    pub fn read(id: u32) -> Option<Self> {
        let line = content(&folder(id).join("stat")).ok()?;
        Self::parse(id, &String::from_utf8_lossy(&line))
    }

    /// The name stands in parentheses and may itself hold any of them, so the last one ends it.
    fn parse(id: u32, line: &str) -> Option<Self> {
        let (before, after) = line.rsplit_once(')')?;
        let name = before.split_once('(')?.1.to_owned();
        let fields: Vec<&str> = after.split_ascii_whitespace().collect();
        let began = fields.get(19)?.parse().ok()?;
        Some(Self {
            process: Process { id, began },
            name,
            parent: fields.get(1)?.parse().ok()?,
            session: fields.get(3)?.parse().ok()?,
        })
    }
}

/// A file of `/proc`, which tells no size beforehand: most fit in one read.
fn content(file: &Path) -> io::Result<Vec<u8>> {
    let mut content = Vec::with_capacity(USUAL);
    File::open(file)?.read_to_end(&mut content)?;
    Ok(content)
}

/// How long a process has been there.
pub fn age(process: Process) -> Duration {
    let now = Duration::try_from(clock_gettime(ClockId::Boottime)).unwrap_or_default();
    let began = Duration::from_millis(process.began.saturating_mul(1000 / TICKS_A_SECOND));
    now.saturating_sub(began)
}

/// A process and its parents, nearest first, as far as they can be read.
pub fn ancestry(id: u32) -> Vec<Status> {
    let first = Status::read(id);
    let parents =
        std::iter::successors(first, |status| (status.parent > 0).then(|| Status::read(status.parent))?);
    parents.take(DEEPEST_ANCESTRY).collect()
}

/// This process and its parents.
pub fn own_ancestry() -> Vec<Status> {
    let own = || fs::read_link("/proc/self").ok()?.to_str()?.parse().ok();
    own().map(ancestry).unwrap_or_default()
}

/// How many of this process's parents run the same program: openers that are still there, whatever has become of the
/// mark in the environment.
pub fn own_depth() -> u8 {
    let program = |status: &Status| fs::read_link(folder(status.process.id).join("exe")).ok();
    let ancestry = own_ancestry();
    let Some((own, parents)) = ancestry.split_first() else { return 0 };
    let own = program(own);
    let same = parents.iter().filter(|parent| own.is_some() && program(parent) == own).count();
    u8::try_from(same).unwrap_or(u8::MAX)
}

/// The environment that a process was started with.
pub fn variables(id: u32) -> BTreeMap<String, OsString> {
    let block = content(&folder(id).join("environ")).unwrap_or_default();
    block.split(|byte| *byte == 0).filter_map(variable).collect()
}

/// The words that a process was started with.
pub fn command_line(id: u32) -> Vec<OsString> {
    let block = content(&folder(id).join("cmdline")).unwrap_or_default();
    let words = block.strip_suffix(&[0]).unwrap_or(&block).split(|byte| *byte == 0);
    words.map(|word| OsStr::from_bytes(word).to_owned()).collect()
}

fn variable(text: &[u8]) -> Option<(String, OsString)> {
    let equals = text.iter().position(|byte| *byte == b'=')?;
    let name = std::str::from_utf8(&text[..equals]).ok()?;
    Some((name.to_owned(), OsStr::from_bytes(&text[equals + 1..]).to_owned()))
}

/// Whether a process is confined by Flatpak or Snap, or may be: it cannot be looked into, or has ended meanwhile.
pub fn is_sandboxed(id: u32) -> bool {
    may_be_confined(&folder(id))
}

/// The marks of confinement in the folder of a process, or none that could be looked for.
fn may_be_confined(folder: &Path) -> bool {
    let cgroup = fs::read_to_string(folder.join("cgroup")).unwrap_or_default();
    let root = folder.join("root");
    cgroup.contains("/snap.") || root.join(".flatpak-info").exists() || !root.join(".").is_dir()
}

/// Whether a process lives among the same users and files as we do; a container's variables mean nothing here.
pub fn is_neighbour(id: u32) -> bool {
    let same = |name: &str| {
        let of = |folder: &Path| fs::read_link(folder.join("ns").join(name)).ok();
        of(&folder(id)).is_some_and(|theirs| Some(theirs) == of(Path::new("/proc/self")))
    };
    same("user") && same("mnt")
}

/// How many openers stand before a process, by the mark that programs inherit.
pub fn depth(variables: &BTreeMap<String, OsString>) -> u8 {
    variables.get(env::DEPTH).and_then(|text| text.to_str()?.parse().ok()).unwrap_or(0)
}

/// The folder of a process.
pub fn folder(id: u32) -> PathBuf {
    Path::new("/proc").join(id.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_hold_blanks_and_parentheses() {
        let line = "42 (a) b (c) S 7 42 41 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 9876 1 2";
        let status = Status::parse(42, line).unwrap();
        assert_eq!(status.name, "a) b (c");
        assert_eq!((status.parent, status.session), (7, 41));
        assert_eq!(status.process, Process { id: 42, began: 9876 });
        assert_eq!(Status::parse(42, "42 (cut"), None);
    }

    #[test]
    fn the_ancestry_begins_with_the_process_itself() {
        let id = std::process::id();
        let ancestry = ancestry(id);
        assert_eq!(ancestry[0].process.id, id);
        assert!(ancestry.len() > 1);
        assert!(is_neighbour(id) && !is_sandboxed(id));
    }

    #[test]
    fn confined_processes_have_a_mark() {
        let rows = [
            ("0::/user.slice/app.slice/firefox.scope", false, false),
            ("0::/user.slice/snap.firefox.firefox-1.scope", false, true),
            ("1:name=systemd:/user.slice\n0::/snap.x.y", false, true),
            ("0::/app.slice/flatpak.scope", true, true),
            ("", true, true),
            ("", false, false),
        ];
        for (cgroup, info, confined) in rows {
            let process = tempfile::tempdir().unwrap();
            fs::create_dir(process.path().join("root")).unwrap();
            fs::write(process.path().join("cgroup"), cgroup).unwrap();
            if info {
                fs::write(process.path().join("root/.flatpak-info"), "[Application]\n").unwrap();
            }
            assert_eq!(may_be_confined(process.path()), confined, "{cgroup} {info}");
        }
    }

    #[test]
    fn a_process_that_has_ended_may_have_been_confined() {
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let folder = folder(child.id());
        while fs::read_link(folder.join("exe")).is_ok() {}
        assert!(may_be_confined(&folder), "as long as nobody has reaped it");
        child.wait().unwrap();
        assert!(may_be_confined(&folder));
    }

    #[test]
    fn a_process_that_is_gone_has_nothing() {
        assert!(ancestry(u32::MAX).is_empty());
        assert!(variables(u32::MAX).is_empty());
    }

    #[test]
    fn a_new_process_is_young() {
        assert!(age(Status::read(std::process::id()).unwrap().process) < Duration::from_hours(1));
        assert!(age(Process { id: 1, began: 0 }) > Duration::ZERO);
        assert_eq!(age(Process { id: 1, began: u64::MAX }), Duration::ZERO);
    }

    #[test]
    fn depths_that_are_no_small_number_count_as_none() {
        for (text, depth_read) in [("2", 2), ("-1", 0), ("999999999999", 0), ("x", 0)] {
            let variables = BTreeMap::from([(env::DEPTH.to_owned(), OsString::from(text))]);
            assert_eq!(depth(&variables), depth_read, "{text}");
        }
    }
}
