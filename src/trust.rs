//! Who may have written a file, a program or a folder (policy 10).

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::LazyLock;

use crate::error::{Code, Error};
use crate::message;
use crate::message::Message;

const GROUP_WRITE: u32 = 0o020;
const OTHER_WRITE: u32 = 0o002;
const STICKY: u32 = 0o1000;

/// Fails where somebody else than root and this user may have written this file or folder, or may put another in
/// its place. Links are followed: the target and the target's folder are judged.
pub fn check(path: &Path) -> Result<(), Error> {
    let missing = |error| Error::new(Code::NotFound, Message::quoted(format!("{}: {error}", path.display())));
    if is_plainly_trusted(path) {
        return Ok(());
    }
    let real = fs::canonicalize(path).map_err(missing)?;
    for judged in [Some(real.as_path()), real.parent()].into_iter().flatten() {
        let found = fs::metadata(judged).map_err(missing)?;
        if let Some(fault) = fault(Marks::of(&found), *OWNER) {
            let file = judged.display().to_string();
            let message = message!("{file} is not trusted: {fault}", file, fault);
            return Err(Error::new(Code::UntrustedConfig, message));
        }
    }
    Ok(())
}

/// The same of what is no link, in fewer system calls: its own folder is then the one that it is named in.
fn is_plainly_trusted(path: &Path) -> bool {
    let (Some(_), Some(folder)) = (path.file_name(), path.parent()) else { return false };
    let found = [fs::symlink_metadata(path), fs::metadata(folder)];
    found.iter().all(|found| {
        found.as_ref().is_ok_and(|found| !found.is_symlink() && fault(Marks::of(found), *OWNER).is_none())
    })
}

/// Whether [`check`] passes.
pub fn is_trusted(path: &Path) -> bool {
    check(path).is_ok()
}

/// This user and the group that only this user is in.
#[derive(Debug, Clone, Copy)]
struct Owner {
    user: u32,
    private_group: Option<u32>,
}

static OWNER: LazyLock<Owner> = LazyLock::new(|| {
    let user = rustix::process::geteuid().as_raw();
    let read = |file| fs::read_to_string(file).unwrap_or_default();
    Owner { user, private_group: private_group(user, &read("/etc/passwd"), &read("/etc/group")) }
});

/// What is judged of a file.
#[derive(Debug, Clone, Copy)]
struct Marks {
    mode: u32,
    user: u32,
    group: u32,
    is_folder: bool,
}

impl Marks {
    fn of(found: &fs::Metadata) -> Self {
        Self { mode: found.mode(), user: found.uid(), group: found.gid(), is_folder: found.is_dir() }
    }

    /// In a sticky folder nobody can replace another's file, and what others add there is theirs and so fails.
    fn writable(self, bit: u32) -> bool {
        self.mode & bit != 0 && !(self.is_folder && self.mode & STICKY != 0)
    }
}

fn fault(marks: Marks, owner: Owner) -> Option<Message> {
    if marks.user != 0 && marks.user != owner.user {
        return Some(message!("it belongs to another user"));
    }
    if marks.writable(OTHER_WRITE) {
        return Some(message!("everybody may write it"));
    }
    let own_group = marks.group == 0 || Some(marks.group) == owner.private_group;
    (marks.writable(GROUP_WRITE) && !own_group).then(|| message!("a group may write it"))
}

/// The group with the user's own name and no other member, as most systems make one for each user.
fn private_group(user: u32, passwd: &str, group: &str) -> Option<u32> {
    let id = user.to_string();
    let name = rows(passwd).find_map(|row| match row[..] {
        [name, _, number, ..] if number == id => Some(name),
        _ => None,
    })?;
    rows(group).find_map(|row| match row[..] {
        [group, _, number, members] if group == name && ["", name].contains(&members) => number.parse().ok(),
        _ => None,
    })
}

fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table.lines().map(|line| line.split(':').collect())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    const USER: u32 = 1000;
    const OWNER: Owner = Owner { user: USER, private_group: Some(1001) };

    #[test]
    fn what_others_may_write_is_not_trusted() {
        let cases = [
            (0o755, 0, 0, true, true),
            (0o644, USER, 100, false, true),
            (0o664, USER, 1001, false, true),
            (0o775, 0, 0, true, true),
            (0o664, USER, 100, false, false),
            (0o777, USER, 1001, true, false),
            (0o1777, 0, 0, true, true),
            (0o1775, 0, 300, true, true),
            (0o1666, USER, 1001, false, false),
            (0o755, 1002, 0, false, false),
        ];
        for (mode, user, group, is_folder, trusted) in cases {
            let marks = Marks { mode, user, group, is_folder };
            assert_eq!(fault(marks, OWNER).is_none(), trusted, "{marks:?}");
        }
    }

    #[test]
    fn links_are_judged_by_where_they_lead() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let allow =
            |name: &str, mode| fs::set_permissions(at(name), PermissionsExt::from_mode(mode)).unwrap();
        fs::create_dir(at("open")).unwrap();
        fs::create_dir(at("closed")).unwrap();
        for name in ["open/a", "closed/a", "closed/written"] {
            fs::write(at(name), "").unwrap();
        }
        symlink(at("open/a"), at("closed/link")).unwrap();
        symlink(at("closed/a"), at("open/link")).unwrap();
        symlink(at("closed"), at("folder")).unwrap();
        for (name, mode) in [("open", 0o777), ("closed", 0o755), ("closed/written", 0o666)] {
            allow(name, mode);
        }
        for (name, trusted) in [
            ("closed/a", true),
            ("folder/a", true),
            ("folder", true),
            ("open/link", true),
            ("open/a", false),
            ("closed/link", false),
            ("closed/written", false),
            ("open/../closed/a", true),
            ("closed/..", true),
            ("closed/none", false),
        ] {
            assert_eq!(is_trusted(&at(name)), trusted, "{name}");
        }
    }

    #[test]
    fn a_private_group_has_the_name_of_its_only_user() {
        let passwd = "root:x:0:0::/root:/bin/sh\nann:x:1000:1001::/home/ann:/bin/sh\n";
        assert_eq!(private_group(1000, passwd, "users:x:100:ann\nann:x:1001:\n"), Some(1001));
        assert_eq!(private_group(1000, passwd, "ann:x:1001:bob\n"), None);
        assert_eq!(private_group(1003, passwd, "ann:x:1001:\n"), None);
    }
}
