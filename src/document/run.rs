//! Running a formatter: no shell, a clean environment, limits of time, output and memory.

use std::ffi::OsString;
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Resource, Rlimit, prlimit};

use crate::error::{Code, Error};

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

/// Runs a program on `input` and gives its standard output, whatever its exit code: formatters complain about
/// pages that they can show all the same.
///
/// # Errors
/// `no-program`, `too-large`, `timeout`, or `failed` when it cannot be started or read.
pub fn run(program: &Path, arguments: &[OsString], input: Vec<u8>, limits: Limits) -> Result<Vec<u8>, Error> {
    let mut child = spawn(program, arguments)?;
    limit_memory(&child);
    feed(&mut child, input);
    let output = collect(&mut child, limits);
    // The output is complete or no longer wanted; a program that still runs has nothing more to say.
    let _ = child.kill();
    let _ = child.wait();
    output
}

fn spawn(program: &Path, arguments: &[OsString]) -> Result<Child, Error> {
    Command::new(program)
        .args(arguments)
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .env("LC_ALL", "C.UTF-8")
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .map_err(|error| {
            Error::new(Code::NoProgram, format!("{} does not start: {error}", program.display()))
        })
}

fn limit_memory(child: &Child) {
    let limit = Rlimit { current: Some(MEMORY), maximum: Some(MEMORY) };
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    // A kernel that refuses still leaves the limits of time and output.
    let _ = prlimit(pid, Resource::As, limit);
}

/// Writes from a thread of its own: a formatter may write before it has read everything.
fn feed(child: &mut Child, input: Vec<u8>) {
    if let Some(mut pipe) = child.stdin.take() {
        thread::spawn(move || {
            // A program that stops reading early has seen enough.
            let _ = pipe.write_all(&input);
        });
    }
}

fn collect(child: &mut Child, limits: Limits) -> Result<Vec<u8>, Error> {
    let Some(pipe) = child.stdout.take() else {
        return Err(Error::new(Code::Failed, "a formatter has no output"));
    };
    let (sender, receiver) = mpsc::channel();
    let most = limits.bytes as u64 + 1;
    thread::spawn(move || {
        let mut output = Vec::new();
        let result = pipe.take(most).read_to_end(&mut output).map(|_| output);
        // The other side is gone when the time was over.
        let _ = sender.send(result);
    });
    match receiver.recv_timeout(limits.time) {
        Err(_) => Err(Error::new(Code::Timeout, "the page takes too long to format")),
        Ok(Err(error)) => Err(Error::new(Code::Failed, format!("a formatter cannot be read: {error}"))),
        Ok(Ok(output)) if output.len() > limits.bytes => {
            Err(Error::new(Code::TooLarge, "the formatted page is too large"))
        }
        Ok(Ok(output)) => Ok(output),
    }
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
        assert_eq!(sh(script, Limits::default()), Ok(Vec::new()));
    }

    #[test]
    fn names_a_missing_program() {
        let result = run(Path::new("/nonexistent/x"), &[], Vec::new(), Limits::default());
        assert_eq!(result.map_err(|error| error.code), Err(Code::NoProgram));
    }
}
