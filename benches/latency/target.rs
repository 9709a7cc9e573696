//! The program that openers start here: it tells its first instant over a FIFO beside it.

use std::fs::{File, OpenOptions};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{CWD, FileType, Mode, mknodat};

use crate::Milliseconds;

/// How long a start is waited for.
const PATIENCE: Timespec = Timespec { tv_sec: 20, tv_nsec: 0 };

/// The compiled program and its FIFO.
pub struct Target {
    /// Its file.
    pub program: PathBuf,
    fifo: File,
}

impl Target {
    /// Compiles it into a folder.
    pub fn new(folder: &Path) -> Self {
        let fifo = folder.join("instants");
        mknodat(CWD, &fifo, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
        // Open for both, so that neither end ever waits for the other.
        let fifo = OpenOptions::new().read(true).write(true).open(fifo).unwrap();
        Self { program: compile("target_program", folder), fifo }
    }

    /// The time from `began` to the first instant of the next start.
    pub fn time_since(&self, began: Duration) -> Milliseconds {
        assert!(self.has_begun(PATIENCE), "the target was never started");
        let mut instant = [0; 8];
        (&self.fifo).read_exact(&mut instant).unwrap();
        let instant = Duration::from_nanos(u64::from_ne_bytes(instant));
        instant.saturating_sub(began).as_secs_f64() * 1000.0
    }

    /// Forgets instants of starts that nobody measures.
    pub fn forget(&self) {
        while self.has_begun(Timespec { tv_sec: 0, tv_nsec: 0 }) {
            let _ = (&self.fifo).read(&mut [0; 4096]);
        }
    }

    fn has_begun(&self, time: Timespec) -> bool {
        poll(&mut [PollFd::new(&self.fifo, PollFlags::IN)], Some(&time)).is_ok_and(|ready| ready > 0)
    }
}

/// The clock of the harness and of the target.
pub fn now() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap()
}

/// Compiles one of the small programs beside this file.
pub fn compile(name: &str, folder: &Path) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("benches/latency/{name}.rs"));
    let program = folder.join(name);
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let status = Command::new(rustc).args(["--edition=2024", "-O", "-o"]).arg(&program).arg(source).status();
    assert!(status.unwrap().success(), "{name} does not compile");
    program
}
