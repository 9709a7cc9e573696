//! From an argument list to a process.
//!
//! The one place with unsafe code: a start that shares our memory until the program takes over, the signals of a
//! program that borrows our terminal, a socket's filter, and the memory of a process that waits, are beyond the standard
//! library.
#![allow(
    unsafe_code,
    reason = "posix_spawn, close_range, signal, setsockopt and madvise have no safe form in std"
)]

use std::collections::BTreeMap;
use std::ffi::{CString, OsStr, OsString};
use std::fs;
use std::io;
use std::iter::once;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;
use std::ptr;

use rustix::process::Pid;

use super::last_words::LastWords;
use super::started::{Started, exit_code};
use crate::argv::Argv;
use crate::error::{Code, Error};
use crate::message;

/// The last signal number of Linux.
const LAST_SIGNAL: libc::c_int = 64;

/// What a process is started with besides its arguments.
#[derive(Debug)]
pub struct Start {
    /// The program's file.
    pub file: PathBuf,
    /// All its variables.
    pub variables: Vec<(OsString, OsString)>,
    /// Its folder.
    pub folder: PathBuf,
}

/// Starts a program in its own session with null standard input and output.
pub fn detached(argv: &Argv, start: &Start) -> Result<Started, Error> {
    let name = argv.program().to_string_lossy().into_owned();
    let words = LastWords::new().ok();
    match spawn(argv, start, words.as_ref().map(AsFd::as_fd)) {
        Ok(id) => Ok(Started::new(id, name, words)),
        Err(error) => Err(failed(&name, &error)),
    }
}

/// Unlike a fork, this copies nothing of our memory, however much that is.
fn spawn(argv: &Argv, start: &Start, errors: Option<BorrowedFd<'_>>) -> io::Result<Pid> {
    let file = text(start.file.as_os_str())?;
    let folder = text(start.folder.as_os_str())?;
    let words =
        texts(once(argv.program()).chain(argv.arguments().iter().map(OsString::as_os_str)).map(text))?;
    // The last of several values counts; a program would find the first.
    let variables: BTreeMap<&OsStr, &OsStr> =
        start.variables.iter().map(|(name, value)| (name.as_os_str(), value.as_os_str())).collect();
    let variables =
        texts(variables.into_iter().map(|(name, value)| text(&[name, value].join(OsStr::new("=")))))?;
    let manner = Manner::new(&folder, errors)?;
    keep_descriptors();
    let mut id = 0;
    let (words, variables) = (pointers(&words), pointers(&variables));
    let Manner { attributes, actions } = &manner;
    // SAFETY: the texts end in NUL and the lists in a null pointer, and all of them outlive the call.
    told(unsafe {
        libc::posix_spawn(&raw mut id, file.as_ptr(), actions, attributes, words.as_ptr(), variables.as_ptr())
    })?;
    Pid::from_raw(id).ok_or_else(|| io::ErrorKind::Other.into())
}

fn text(text: &OsStr) -> io::Result<CString> {
    Ok(CString::new(text.as_bytes())?)
}

fn texts(texts: impl Iterator<Item = io::Result<CString>>) -> io::Result<Vec<CString>> {
    texts.collect()
}

fn pointers(texts: &[CString]) -> Vec<*mut libc::c_char> {
    texts.iter().map(|text| text.as_ptr().cast_mut()).chain([ptr::null_mut()]).collect()
}

/// What `posix_spawn(3)` does between the start of the process and that of the program.
struct Manner {
    attributes: libc::posix_spawnattr_t,
    actions: libc::posix_spawn_file_actions_t,
}

impl Manner {
    /// A session of its own, default signals, its folder, null standard streams but for errors.
    fn new(folder: &CString, errors: Option<BorrowedFd<'_>>) -> io::Result<Self> {
        let (mut attributes, mut actions) = (MaybeUninit::uninit(), MaybeUninit::uninit());
        // SAFETY: both are filled in by these calls, which fail for want of memory only.
        let mut manner = unsafe {
            told(libc::posix_spawnattr_init(attributes.as_mut_ptr()))?;
            told(libc::posix_spawn_file_actions_init(actions.as_mut_ptr()))?;
            Self { attributes: attributes.assume_init(), actions: actions.assume_init() }
        };
        manner.set_attributes()?;
        manner.set_actions(folder, errors)?;
        Ok(manner)
    }

    fn set_attributes(&mut self) -> io::Result<()> {
        let flags = libc::POSIX_SPAWN_SETSIGDEF | libc::POSIX_SPAWN_SETSIGMASK;
        let flags = libc::c_short::try_from(flags).unwrap_or_default() | libc::POSIX_SPAWN_SETSID;
        let (mut none, mut all) = (MaybeUninit::uninit(), MaybeUninit::uninit());
        // SAFETY: the sets are filled in before they are used, and copied.
        unsafe {
            libc::sigemptyset(none.as_mut_ptr());
            libc::sigfillset(all.as_mut_ptr());
            told(libc::posix_spawnattr_setsigmask(&raw mut self.attributes, none.as_ptr()))?;
            told(libc::posix_spawnattr_setsigdefault(&raw mut self.attributes, all.as_ptr()))?;
            told(libc::posix_spawnattr_setflags(&raw mut self.attributes, flags))
        }
    }

    fn set_actions(&mut self, folder: &CString, errors: Option<BorrowedFd<'_>>) -> io::Result<()> {
        let (actions, null) = (&raw mut self.actions, c"/dev/null".as_ptr());
        // SAFETY: the texts are copied.
        unsafe {
            told(libc::posix_spawn_file_actions_addchdir_np(actions, folder.as_ptr()))?;
            told(libc::posix_spawn_file_actions_addopen(actions, 0, null, libc::O_RDONLY, 0))?;
            told(libc::posix_spawn_file_actions_addopen(actions, 1, null, libc::O_WRONLY, 0))?;
            told(match errors {
                Some(end) => libc::posix_spawn_file_actions_adddup2(actions, end.as_raw_fd(), 2),
                None => libc::posix_spawn_file_actions_addopen(actions, 2, null, libc::O_WRONLY, 0),
            })
        }
    }
}

impl Drop for Manner {
    fn drop(&mut self) {
        // SAFETY: both were made by their own functions.
        unsafe {
            libc::posix_spawnattr_destroy(&raw mut self.attributes);
            libc::posix_spawn_file_actions_destroy(&raw mut self.actions);
        }
    }
}

/// The functions of `posix_spawn(3)` give their error in place of setting it.
fn told(code: libc::c_int) -> io::Result<()> {
    if code == 0 { Ok(()) } else { Err(io::Error::from_raw_os_error(code)) }
}

/// A program that stays in our session.
pub fn attached(argv: &Argv, start: &Start) -> Command {
    let mut command = Command::new(&start.file);
    command.arg0(argv.program()).args(argv.arguments());
    command.env_clear().envs(start.variables.iter().cloned()).current_dir(&start.folder);
    // SAFETY: only async-signal-safe system calls are made between fork and exec.
    unsafe {
        command.pre_exec(|| {
            use_default_signals();
            keep_descriptors();
            Ok(())
        });
    }
    command
}

/// Runs a program in our terminal until it ends; its keys for interruption are not ours.
pub fn foreground(argv: &Argv, start: &Start) -> Result<u8, Error> {
    let mut command = attached(argv, start);
    let keys = [libc::SIGINT, libc::SIGQUIT];
    // SAFETY: the dispositions are constants of libc or what libc itself gave before.
    let before = keys.map(|signal| unsafe { libc::signal(signal, libc::SIG_IGN) });
    let status = command.status();
    for (signal, disposition) in keys.into_iter().zip(before) {
        // SAFETY: as above.
        unsafe { libc::signal(signal, disposition) };
    }
    status.map(exit_code).map_err(|error| failed(&argv.program().to_string_lossy(), &error))
}

fn use_default_signals() {
    for signal in 1..=LAST_SIGNAL {
        // SAFETY: async-signal-safe; the C library refuses the numbers that it keeps for itself.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
}

/// Keeps every descriptor but the three streams from programs that are started from now on: the caller may have left
/// some open.
pub fn keep_descriptors() {
    let first = 3;
    // SAFETY: async-signal-safe; descriptors are only marked, so that the report of a failed exec gets through.
    let marked =
        unsafe { libc::syscall(libc::SYS_close_range, first, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC) };
    if marked != 0 {
        // Linux before 5.11.
        for descriptor in first..1024 {
            // SAFETY: as above.
            unsafe { libc::fcntl(descriptor, libc::F_SETFD, libc::FD_CLOEXEC) };
        }
    }
}

/// Lets a socket drop whatever is sent to it, without an error for the sender (socket(7), `SO_ATTACH_FILTER`).
pub fn deafen(socket: BorrowedFd<'_>) {
    let mut nothing = libc::sock_filter { code: 0x06, jt: 0, jf: 0, k: 0 };
    let filter = libc::sock_fprog { len: 1, filter: &raw mut nothing };
    let size = libc::socklen_t::try_from(size_of_val(&filter)).unwrap_or_default();
    // SAFETY: the program and its length outlive the call, which copies them.
    unsafe {
        libc::setsockopt(
            socket.as_raw_fd(),
            libc::SOL_SOCKET,
            libc::SO_ATTACH_FILTER,
            (&raw const filter).cast(),
            size,
        )
    };
}

/// Keeps threads to two arenas of memory: each of its own would hold on to what its thread has left there.
///
/// Measured on a service after 1,000 launches: 0.5 to 0.8 MiB more than before them, up to 2.2 without this.
pub fn share_memory() {
    #[cfg(target_env = "gnu")]
    // SAFETY: a number of the allocator is set.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, 2);
    }
}

/// Gives free memory, and the pages of our own code and constants, back to the system, whose cache keeps the latter: a
/// process that only waits needs hardly any of them, and what is used again is mapped again.
pub fn give_back_memory() {
    let maps = fs::read_to_string("/proc/self/smaps").unwrap_or_default();
    for (start, length) in unchanged_mappings(&maps) {
        let start = ptr::with_exposed_provenance_mut(start);
        // SAFETY: the mapping is of a file, private, and no page of it was ever written to (those that were are told as
        // anonymous), so the next use finds the same bytes.
        unsafe { libc::madvise(start, length, libc::MADV_DONTNEED) };
    }
    // Each thread that has ended leaves an arena with free memory in it.
    #[cfg(target_env = "gnu")]
    // SAFETY: only memory that nobody has is given back.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Address and length of each mapping of a file that cannot be written and is as in the file, `proc_pid_smaps(5)`.
/// What the dynamic linker has filled in is not: it cannot be written either, and must stay.
fn unchanged_mappings(maps: &str) -> Vec<(usize, usize)> {
    let (mut found, mut last) = (Vec::new(), None);
    for line in maps.lines() {
        let mut fields = line.split_ascii_whitespace();
        match (fields.next(), fields.next()) {
            (Some("Anonymous:"), Some("0")) => found.extend(last.take()),
            (Some(place), Some(rights)) if !place.ends_with(':') => {
                let of_file = fields.nth(3).is_some_and(|path| path.starts_with('/'));
                last = range(place).filter(|_| of_file && matches!(rights, "r--p" | "r-xp"));
            }
            _ => {}
        }
    }
    found
}

/// `start-end` in hexadecimal digits as start and length.
fn range(place: &str) -> Option<(usize, usize)> {
    let (start, end) = place.split_once('-')?;
    let number = |text: &str| usize::from_str_radix(text, 16).ok();
    let (start, end) = (number(start)?, number(end)?);
    Some((start, end.checked_sub(start)?))
}

fn failed(name: &str, error: &io::Error) -> Error {
    let code = match error.kind() {
        io::ErrorKind::ArgumentListTooLong => Code::TooLarge,
        io::ErrorKind::NotFound => Code::NoProgram,
        _ => Code::Failed,
    };
    Error::new(code, message!("{program} could not be started: {error}", program = name, error))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A shell that does this.
    pub fn start(script: &str) -> Started {
        let mut argv = Argv::new("sh");
        argv.extend(["-c", script]);
        let start = Start { file: "/bin/sh".into(), variables: Vec::new(), folder: "/".into() };
        detached(&argv, &start).unwrap()
    }

    #[test]
    fn code_runs_again_after_it_was_forgotten() {
        let maps = "7f00-7f20 r-xp 00001000 08:01 42                 /usr/bin/portero\n\
                    Rss: 4 kB\nAnonymous:             0 kB\nVmFlags: rd ex\n\
                    7f20-7f30 r--p 00003000 08:01 42 /usr/bin/portero\nAnonymous: 8 kB\n\
                    7f30-7f40 rw-p 00004000 08:01 42 /usr/bin/portero\nAnonymous: 0 kB\n\
                    7f40-7f50 r-xp 0 0:0 0 [vdso]\nAnonymous: 0 kB\nx r-xp\n-\n\
                    7f60-7f70 r--p 0 08:01 42 /usr/bin/portero\nAnonymous: 0 kB\n";
        assert_eq!(unchanged_mappings(maps), [(0x7f00, 0x20), (0x7f60, 0x10)]);
        give_back_memory();
        assert_eq!(start("exit 7").wait().unwrap(), 7);
    }

    #[test]
    fn the_last_value_of_a_variable_counts() {
        let variables = [("A", "1"), ("B", "3"), ("A", "2")].map(|(name, value)| (name.into(), value.into()));
        let start = Start { file: "/bin/sh".into(), variables: variables.into(), folder: "/".into() };
        let mut argv = Argv::new("sh");
        argv.extend(["-c", "exit $A$B"]);
        assert_eq!(detached(&argv, &start).unwrap().wait().unwrap(), 23);
    }

    #[test]
    fn a_file_that_is_no_program_is_told() {
        let start = Start { file: "/etc/passwd".into(), variables: Vec::new(), folder: "/".into() };
        let error = detached(&Argv::new("passwd"), &start).unwrap_err();
        assert_eq!(error.code, Code::Failed);
        let start = Start { file: "/nowhere".into(), ..start };
        assert_eq!(detached(&Argv::new("nowhere"), &start).unwrap_err().code, Code::NoProgram);
    }
}
