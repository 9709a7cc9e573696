//! Ports: those of other line protocols, to which no old protocol may be made to talk.

use crate::error::{Code, Error};
use crate::target::{Target, Value, family};

/// Services that would take a line of another protocol for a command of their own.
const LINE_PROTOCOLS: &[u64] = &[
    19, 22, 25, 53, 110, 111, 135, 137, 138, 139, 143, 389, 445, 465, 512, 513, 514, 515, 587, 636, 993, 995,
    2049, 3306, 5432, 6379, 6667, 11211,
];

/// Families whose clients send lines that the URI can shape.
const LINE_SENDERS: &[&str] = &["telnet", "gopher", "ftp", "news", "wais", "prospero"];

/// Refuses a port of another line protocol.
pub fn check(scheme: &str, target: &Target) -> Result<(), Error> {
    let Some(Value::Number(port)) = target.value("port") else { return Ok(()) };
    let sends_lines = LINE_SENDERS.contains(&family::of_scheme(scheme).name);
    if sends_lines && LINE_PROTOCOLS.contains(&port) {
        let message = format!("port {port} belongs to another protocol, which would read it as commands");
        return Err(Error::new(Code::Unsafe, message));
    }
    Ok(())
}
