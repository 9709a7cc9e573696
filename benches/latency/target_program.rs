//! The program that openers start in the measurement: tells when it began.

use std::fs::OpenOptions;
use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

fn main() {
    let began = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let instant = u64::try_from(began.as_nanos()).unwrap_or_default();
    let Ok(program) = std::env::current_exe() else { return };
    if let Ok(mut fifo) = OpenOptions::new().write(true).open(program.with_file_name("instants")) {
        let _ = fifo.write_all(&instant.to_ne_bytes());
    }
}
