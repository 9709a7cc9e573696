//! A program that was started: watched for an instant failure, waited for, reaped.

use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::{Duration, Instant};
use std::{io, thread};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::retry_on_intr;
use rustix::process::{Pid, PidfdFlags, WaitOptions, pidfd_open, waitpid};

use super::last_words::LastWords;
use super::scope;
use crate::error::{Code, Error};
use crate::message;

/// How long a start is watched for an instant failure.
pub const WATCH: Duration = Duration::from_millis(500);

/// How often what it says is heard meanwhile.
pub const HEARING: Duration = Duration::from_millis(20);

/// A program that was started and lives its own life.
#[derive(Debug)]
pub struct Started {
    process: Child,
    name: String,
    /// What it says, until the watch is over.
    words: Option<LastWords>,
}

/// A child of this process, which stays one until it is reaped.
#[derive(Debug)]
pub struct Child {
    id: Pid,
    /// How it ended, once it is reaped: its number may be another's then.
    status: Option<ExitStatus>,
}

impl Started {
    /// The program of this process.
    pub(super) fn new(id: Pid, name: String, words: Option<LastWords>) -> Self {
        Self { process: Child { id, status: None }, name, words }
    }

    /// Its process id.
    pub fn id(&self) -> u32 {
        self.process.id.as_raw_pid().cast_unsigned()
    }

    /// The name that it was started by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Has it moved into a scope of its own while it runs already: a manager that takes its time holds nothing up.
    pub fn settle(&self) {
        let (name, id) = (self.name.clone(), self.id());
        // Where no thread can be had it stays where it is.
        let _ = thread::Builder::new().spawn(move || scope::ask_for(&name, id));
    }

    /// A descriptor that becomes readable at its end.
    pub fn end(&self) -> io::Result<OwnedFd> {
        Ok(pidfd_open(self.process.id, PidfdFlags::empty())?)
    }

    /// Watches the start for half a second: an instant failure is told with the child's last words, an instant
    /// success ends the watch.
    pub fn watch(&mut self) -> Result<(), Error> {
        let began = Instant::now();
        while began.elapsed() < WATCH && !ends_within(self.process.id, HEARING) {
            self.hear();
        }
        self.verdict()
    }

    /// Takes in what it says.
    pub fn hear(&mut self) {
        self.words.iter_mut().for_each(LastWords::hear);
    }

    /// Fails, with the child's last words, where it has ended and not with success. Nobody listens to it any longer.
    pub fn verdict(&mut self) -> Result<(), Error> {
        match self.process.reap(WaitOptions::NOHANG) {
            Ok(Some(status)) if !status.success() => Err(self.failure(status)),
            _ => {
                self.words = None;
                Ok(())
            }
        }
    }

    /// Waits for its end and gives its exit code; a signal counts as 128 and its number, as in a shell.
    pub fn wait(mut self) -> Result<u8, Error> {
        self.words = None;
        let failed = |error: io::Error| {
            Error::new(Code::Failed, message!("{name} was lost: {error}", name = &self.name, error = &error))
        };
        self.process.wait().map(exit_code).map_err(failed)
    }

    /// Leaves it to the caller to reap it; what it writes from now on is lost.
    pub fn into_child(self) -> Child {
        self.process
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
pub fn ends_within(child: Pid, time: Duration) -> bool {
    let Ok(handle) = pidfd_open(child, PidfdFlags::empty()) else { return false };
    let time = Timespec::try_from(time).ok();
    poll(&mut [PollFd::new(&handle, PollFlags::IN)], time.as_ref()).is_ok_and(|ready| ready > 0)
}

impl Child {
    /// Reaps it where it has ended.
    pub fn is_running(&mut self) -> bool {
        matches!(self.reap(WaitOptions::NOHANG), Ok(None))
    }

    fn wait(&mut self) -> io::Result<ExitStatus> {
        self.reap(WaitOptions::empty())?.ok_or_else(|| io::ErrorKind::WouldBlock.into())
    }

    fn reap(&mut self, options: WaitOptions) -> io::Result<Option<ExitStatus>> {
        if self.status.is_none() {
            let ended = retry_on_intr(|| waitpid(Some(self.id), options))?;
            self.status = ended.map(|(_, status)| ExitStatus::from_raw(status.as_raw()));
        }
        Ok(self.status)
    }
}

/// The exit code that a shell would give.
pub(super) fn exit_code(status: ExitStatus) -> u8 {
    let code = status.code().or(status.signal().map(|signal| 128 + signal));
    code.and_then(|code| u8::try_from(code).ok()).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::launch::spawn::tests::start;

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
        let mut started = start("head -c 9000000 /dev/zero >&2; echo; echo last >&2; exit 1");
        // Listened to as long as it takes, on a slow machine too.
        while !ends_within(started.process.id, HEARING) {
            started.hear();
        }
        let error = started.verdict().unwrap_err();
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
    fn a_child_is_reaped_once() {
        let mut child = start("exit 3").into_child();
        assert_eq!(child.wait().unwrap().code(), Some(3));
        assert!(!child.is_running());
        let mut child = start("exec sleep 100").into_child();
        assert!(child.is_running());
        rustix::process::kill_process(child.id, rustix::process::Signal::KILL).unwrap();
        assert_eq!(child.wait().unwrap().signal(), Some(9));
    }
}
