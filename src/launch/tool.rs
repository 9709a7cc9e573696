//! Helpers of the desktop that answer at once or not at all.

use std::io::Read;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::time::Duration;

use rustix::process::Pid;

use super::started::ends_within;

/// How long one may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// A longer answer is none.
const LONGEST: u64 = 4096;

/// Runs a helper and gives its standard output, if it ends with success in five seconds.
pub fn ask(command: &mut Command) -> Option<Vec<u8>> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).process_group(0);
    let mut child = command.spawn().ok()?;
    let in_time = ends_within(Pid::from_child(&child), PATIENCE);
    if !in_time {
        // It may have ended by itself since.
        let _ = child.kill();
    }
    let status = child.wait().ok()?;
    let mut answer = Vec::new();
    if in_time && status.success() {
        child.stdout.take()?.take(LONGEST).read_to_end(&mut answer).ok()?;
        return Some(answer);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn a_helper_that_hangs_is_given_up() {
        let sh = |script: &str| ask(Command::new("sh").args(["-c", script]));
        assert_eq!(sh("echo yes"), Some(b"yes\n".to_vec()));
        assert_eq!(sh("echo no; exit 1"), None);
        let began = Instant::now();
        assert_eq!(sh("exec sleep 60"), None);
        assert!(began.elapsed() < Duration::from_secs(50));
    }
}
