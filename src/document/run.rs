//! Running a formatter: no shell, a clean environment, limits of time, output and memory.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process_group, prlimit};

use crate::error::{Code, Error};
use crate::message;

/// What a helper program may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of output.
    pub bytes: usize,
    /// Time from start to end.
    pub time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 64 << 20, time: Duration::from_secs(10) }
    }
}

/// Address space of a formatter; a page that makes it grow without end stops here.
const MEMORY: u64 = 256 << 20;
/// A pipe holds as much.
const BUFFER: usize = 64 << 10;

/// A program with its arguments.
#[derive(Debug, Clone)]
pub struct Stage {
    /// Its file.
    pub program: PathBuf,
    /// What it is told.
    pub arguments: Vec<OsString>,
}

/// Runs a program on `input` and gives its standard output, whatever its exit code: formatters complain about
/// pages that they can show all the same.
///
/// # Errors
/// Those of [`pipe`].
pub fn run(program: &Path, arguments: &[OsString], input: Vec<u8>, limits: Limits) -> Result<Vec<u8>, Error> {
    let stage = Stage { program: program.to_owned(), arguments: arguments.to_vec() };
    pipe(&[stage], input, limits, |output| {
        let mut bytes = Vec::new();
        output.read_to_end(&mut bytes).map(|_| bytes)
    })
}

/// Runs programs that feed each other, and reads the output of the last one while it is written.
///
/// # Errors
/// `no-program`; `too-large` when there is too much output, or a program had not enough memory; `timeout`; `failed`
/// when one cannot be started or read.
pub fn pipe<T: Send + 'static>(
    stages: &[Stage],
    input: Vec<u8>,
    limits: Limits,
    read: impl FnOnce(&mut dyn BufRead) -> io::Result<T> + Send + 'static,
) -> Result<T, Error> {
    let mut children = Children(Vec::new());
    let mut output = None;
    for stage in stages {
        let mut child = spawn(stage, output.take().map_or_else(Stdio::piped, Stdio::from))?;
        limit_memory(&child);
        output = child.stdout.take();
        children.0.push(child);
    }
    feed(children.0.first_mut(), input);
    let output = output.ok_or_else(|| Error::new(Code::Failed, message!("a formatter has no output")))?;
    let value = collect(output, limits, read)?;
    if children.starved() {
        return Err(Error::new(Code::TooLarge, message!("the page needs too much memory to be formatted")));
    }
    Ok(value)
}

fn spawn(stage: &Stage, input: Stdio) -> Result<Child, Error> {
    Command::new(&stage.program)
        .args(&stage.arguments)
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .env("LC_ALL", "C.UTF-8")
        .current_dir("/")
        .stdin(input)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .map_err(|error| {
            Error::new(
                Code::NoProgram,
                message!(
                    "{program} does not start: {error}",
                    program = stage.program.display().to_string(),
                    error = &error
                ),
            )
        })
}

fn limit_memory(child: &Child) {
    let limit = Rlimit { current: Some(MEMORY), maximum: Some(MEMORY) };
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    // A kernel that refuses still leaves the limits of time and output.
    let _ = prlimit(pid, Resource::As, limit);
}

/// Writes from a thread of its own: a formatter may write before it has read everything.
fn feed(child: Option<&mut Child>, input: Vec<u8>) {
    if let Some(mut pipe) = child.and_then(|child| child.stdin.take()) {
        thread::spawn(move || {
            // A program that stops reading early has seen enough.
            let _ = pipe.write_all(&input);
        });
    }
}

fn collect<T: Send + 'static>(
    output: ChildStdout,
    limits: Limits,
    read: impl FnOnce(&mut dyn BufRead) -> io::Result<T> + Send + 'static,
) -> Result<T, Error> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut output = BufReader::with_capacity(BUFFER, output.take(limits.bytes as u64 + 1));
        let result = read(&mut output).map(|value| (value, output.get_ref().limit() == 0));
        // The other side is gone when the time was over.
        let _ = sender.send(result);
    });
    match receiver.recv_timeout(limits.time) {
        Err(_) => Err(Error::new(Code::Timeout, message!("the page takes too long to format"))),
        Ok(Err(error)) => {
            Err(Error::new(Code::Failed, message!("a formatter cannot be read: {error}", error = &error)))
        }
        Ok(Ok((_, true))) => Err(Error::new(Code::TooLarge, message!("the formatted page is too large"))),
        Ok(Ok((value, false))) => Ok(value),
    }
}

/// Programs that do not outlive their use.
struct Children(Vec<Child>);

impl Children {
    /// Whether one of them had not enough memory. All have written everything, and so are about to end.
    fn starved(&mut self) -> bool {
        self.0.iter_mut().any(|child| ended(child).is_some_and(is_starved))
    }
}

impl Drop for Children {
    fn drop(&mut self) {
        self.0.iter_mut().for_each(end);
    }
}

/// A program that still runs has nothing more to say, nor have those that it started, which are of its group.
fn end(child: &mut Child) {
    let is_running = matches!(child.try_wait(), Ok(None));
    let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    if let Some(group) = group.filter(|_| is_running) {
        let _ = kill_process_group(group, Signal::KILL);
    }
    let _ = child.wait();
}

/// How a program ended, if it does so within a moment.
fn ended(child: &mut Child) -> Option<ExitStatus> {
    for _ in 0..100 {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        thread::sleep(Duration::from_micros(500));
    }
    None
}

/// groff's programs exit with 255 and mandoc with 6 when the system gives them no more memory; others are stopped
/// by a signal.
fn is_starved(status: ExitStatus) -> bool {
    status.code().is_none_or(|code| code == 255 || code == 6)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sh(script: &str, limits: Limits) -> Result<Vec<u8>, Code> {
        let arguments = ["-c".into(), script.into()];
        run(Path::new("/bin/sh"), &arguments, b"in".to_vec(), limits).map_err(|error| error.code)
    }

    #[test]
    fn gives_the_output_and_hides_the_environment() {
        assert_eq!(sh("cat; echo $HOME", Limits::default()), Ok(b"in\n".to_vec()));
    }

    #[test]
    fn stops_at_the_limits() {
        let small = Limits { bytes: 10, time: Duration::from_millis(200) };
        assert_eq!(sh("yes", small), Err(Code::TooLarge));
        assert_eq!(sh("sleep 5", small), Err(Code::Timeout));
    }

    #[test]
    fn memory_has_an_end() {
        let script = "a=x; while :; do a=$a$a; done; echo alive";
        assert_ne!(sh(script, Limits::default()), Ok(b"alive\n".to_vec()));
    }

    #[test]
    fn a_cut_page_is_none() {
        assert_eq!(sh("echo x; exit 1", Limits::default()), Ok(b"x\n".to_vec()));
        for end in ["exit 255", "exit 6", "kill -SEGV $$"] {
            assert_eq!(sh(&format!("echo x; {end}"), Limits::default()), Err(Code::TooLarge), "{end}");
        }
    }

    #[test]
    fn programs_feed_each_other() {
        let stage =
            |script: &str| Stage { program: "/bin/sh".into(), arguments: vec!["-c".into(), script.into()] };
        let stages = [stage("cat; echo b"), stage("sed 's/$/!/'")];
        let lines = pipe(&stages, b"a\n".to_vec(), Limits::default(), |output| output.lines().collect());
        let lines: Vec<String> = lines.unwrap();
        assert_eq!(lines, ["a!", "b!"]);
    }

    #[test]
    fn names_a_missing_program() {
        let result = run(Path::new("/nonexistent/x"), &[], Vec::new(), Limits::default());
        assert_eq!(result.map_err(|error| error.code), Err(Code::NoProgram));
    }
}
