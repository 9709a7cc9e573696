//! From an argument list to a process.
//!
//! The one place with unsafe code: what happens between fork and exec, the signals of a program that borrows our
//! terminal, and the memory of a process that waits, are beyond the standard library.
#![allow(unsafe_code, reason = "setsid, close_range, signal and madvise have no safe form in std")]

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, pidfd_open};

use super::last_words::LastWords;
use crate::argv::Argv;
use crate::error::{Code, Error};
use crate::message;

/// How long a start is watched for an instant failure.
const WATCH: Duration = Duration::from_millis(500);

/// How often what it says is heard meanwhile.
const HEARING: Duration = Duration::from_millis(20);

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

impl Start {
    fn command(&self, argv: &Argv) -> Command {
        let mut command = Command::new(&self.file);
        command.arg0(argv.program()).args(argv.arguments());
        command.env_clear().envs(self.variables.iter().cloned()).current_dir(&self.folder);
        command
    }
}

/// A program that was started and lives its own life.
#[derive(Debug)]
pub struct Started {
    child: Child,
    name: String,
    /// What it says, until the watch is over.
    words: Option<LastWords>,
    companion: Option<JoinHandle<()>>,
}

impl Started {
    /// Its process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Watches the start for half a second: an instant failure is told with the child's last words, an instant
    /// success ends the watch.
    pub fn watch(&mut self) -> Result<(), Error> {
        if !self.ends_at_once() {
            self.words = None;
            return Ok(());
        }
        match self.child.wait() {
            Ok(status) if !status.success() => Err(self.failure(status)),
            _ => Ok(()),
        }
    }

    /// Waits for its end and gives its exit code; a signal counts as 128 and its number, as in a shell.
    pub fn wait(mut self) -> Result<u8, Error> {
        let status = self.child.wait().map_err(|error| failed(&self.name, &error))?;
        Ok(exit_code(status))
    }

    /// Something that goes on about it while it runs already.
    pub(super) fn accompany(&mut self, work: impl FnOnce() + Send + 'static) {
        self.companion = Some(thread::spawn(work));
    }

    /// Leaves it to the caller to reap it, once its scope is settled; what it writes from now on is lost.
    pub fn into_child(self) -> Child {
        // A panic in there is none of ours.
        let _ = self.companion.map(JoinHandle::join);
        self.child
    }

    fn ends_at_once(&mut self) -> bool {
        let began = Instant::now();
        while began.elapsed() < WATCH {
            if ends_within(&self.child, HEARING) {
                return true;
            }
            self.words.iter_mut().for_each(LastWords::hear);
        }
        false
    }

    fn failure(&mut self, status: ExitStatus) -> Error {
        let words = self.words.as_mut().map(LastWords::told).unwrap_or_default();
        let message =
            message!("{program} ended at once ({status})", program = &self.name, status = status.to_string());
        let told =
            if words.is_empty() { message } else { message!("{reason}: {words}", reason = message, words) };
        Error::new(Code::Failed, told)
    }
}

/// Whether a child ends in this time.
pub fn ends_within(child: &Child, time: Duration) -> bool {
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let Some(Ok(handle)) = pid.map(|pid| pidfd_open(pid, PidfdFlags::empty())) else { return false };
    let time = Timespec::try_from(time).ok();
    poll(&mut [PollFd::new(&handle, PollFlags::IN)], time.as_ref()).is_ok_and(|ready| ready > 0)
}

/// Starts a program in its own session with null standard input and output.
pub fn detached(argv: &Argv, start: &Start) -> Result<Started, Error> {
    let name = argv.program().to_string_lossy().into_owned();
    let words = LastWords::new().ok();
    let stderr = words.as_ref().and_then(|words| words.end().ok()).unwrap_or_else(Stdio::null);
    let mut command = start.command(argv);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(stderr);
    // SAFETY: only async-signal-safe system calls are made between fork and exec.
    unsafe {
        command.pre_exec(|| {
            libc::setsid();
            leave_nothing_of_ours();
            Ok(())
        });
    }
    let child = command.spawn().map_err(|error| failed(&name, &error))?;
    Ok(Started { child, name, words, companion: None })
}

/// A program that stays in our session.
pub fn attached(argv: &Argv, start: &Start) -> Command {
    let mut command = start.command(argv);
    // SAFETY: as above.
    unsafe {
        command.pre_exec(|| {
            leave_nothing_of_ours();
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

/// Default signals, and no descriptors above the standard ones: openers hand theirs on to us.
fn leave_nothing_of_ours() {
    for signal in 1..=LAST_SIGNAL {
        // SAFETY: async-signal-safe; the C library refuses the numbers that it keeps for itself.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
    keep_descriptors();
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

/// Gives free memory and the pages of our own code back to the system, whose cache keeps the latter: a process that
/// only waits needs hardly any of them, and what runs again is mapped again.
///
/// Measured on an idle service: 3.6 of its 5.2 MiB.
pub fn give_back_memory() {
    let maps = fs::read_to_string("/proc/self/maps").unwrap_or_default();
    for (start, length) in maps.lines().filter_map(code_mapping) {
        let start = std::ptr::with_exposed_provenance_mut(start);
        // SAFETY: the mapping is of a file, private, and was never writable, so the next use finds the same bytes.
        unsafe { libc::madvise(start, length, libc::MADV_DONTNEED) };
    }
    // Each thread that has ended leaves an arena with free memory in it.
    #[cfg(target_env = "gnu")]
    // SAFETY: only memory that nobody has is given back.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Address and length of a mapping of code, `proc_pid_maps(5)`.
fn code_mapping(line: &str) -> Option<(usize, usize)> {
    let mut fields = line.split_ascii_whitespace();
    let (start, end) = fields.next()?.split_once('-')?;
    let of_file = fields.next() == Some("r-xp") && fields.nth(3).is_some_and(|path| path.starts_with('/'));
    let number = |text: &str| usize::from_str_radix(text, 16).ok();
    let (start, end) = (number(start)?, number(end)?);
    of_file.then_some((start, end.checked_sub(start)?))
}

fn exit_code(status: ExitStatus) -> u8 {
    let code = status.code().or(status.signal().map(|signal| 128 + signal));
    code.and_then(|code| u8::try_from(code).ok()).unwrap_or(u8::MAX)
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
mod tests {
    use super::*;

    fn start(script: &str) -> Started {
        let mut argv = Argv::new("sh");
        argv.extend(["-c", script]);
        let start = Start { file: "/bin/sh".into(), variables: Vec::new(), folder: "/".into() };
        detached(&argv, &start).unwrap()
    }

    #[test]
    fn an_instant_failure_is_told_with_its_last_words() {
        let error = start("echo one >&2; echo two >&2; exit 3").watch().unwrap_err();
        assert_eq!(error.code, Code::Failed);
        assert_eq!(error.message.to_string(), "sh ended at once (exit status: 3): one / two");
        assert!(start("kill -SEGV $$").watch().unwrap_err().message.to_string().contains("SIGSEGV"));
    }

    #[test]
    fn nothing_that_is_said_ends_a_program_or_stays() {
        let script = "head -c 20000000 /dev/zero >&2 && sleep 1 && echo late >&2 && head -c 100000 /dev/zero >&2 && exit 7";
        let mut started = start(script);
        started.watch().unwrap();
        assert!(started.words.is_none());
        assert_eq!(started.wait().unwrap(), 7);
        let error = start("head -c 9000000 /dev/zero >&2; echo; echo last >&2; exit 1").watch().unwrap_err();
        assert!(error.message.to_string().ends_with("last"), "{error:?}");
    }

    #[test]
    fn a_success_is_not_waited_for() {
        let began = Instant::now();
        start("exit 0").watch().unwrap();
        assert!(began.elapsed() < WATCH);
    }

    #[test]
    fn the_exit_code_is_the_programs_own() {
        assert_eq!(start("exit 7").wait().unwrap(), 7);
        assert_eq!(start("kill -TERM $$").wait().unwrap(), 143);
    }

    #[test]
    fn code_runs_again_after_it_was_forgotten() {
        let line = "7f00-7f20 r-xp 00001000 08:01 42                 /usr/bin/portero";
        assert_eq!(code_mapping(line), Some((0x7f00, 0x20)));
        for other in
            ["7f00-7f20 r-xp 0 0:0 0 [vdso]", "7f00-7f20 rw-p 0 8:1 42 /usr/bin/portero", "", "x r-xp"]
        {
            assert_eq!(code_mapping(other), None, "{other}");
        }
        give_back_memory();
        assert_eq!(start("exit 7").wait().unwrap(), 7);
    }

    #[test]
    fn a_file_that_is_no_program_is_told() {
        let start = Start { file: "/etc/passwd".into(), variables: Vec::new(), folder: "/".into() };
        let error = detached(&Argv::new("passwd"), &start).unwrap_err();
        assert_eq!(error.code, Code::Failed);
    }
}
