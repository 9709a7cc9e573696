//! Where decisions are told: the last ones in memory, each one in the journal.

use std::collections::VecDeque;
use std::io;
use std::os::unix::net::UnixDatagram;
use std::process::Command;

use super::decision::Decision;
use crate::complaint::complain;
use crate::error::Error;
use crate::plan::Plan;
use crate::system::process::Status;

/// How many decisions are kept in memory.
const MOST_KEPT: usize = 200;

/// systemd's journal, which takes fields as they are.
const SOCKET: &str = "/run/systemd/journal/socket";

/// The name under which the journal keeps our lines.
pub const IDENTIFIER: &str = "portero";

/// The field that holds a decision as JSON.
const DECISION: &str = "PORTERO_DECISION";

/// Priorities of syslog(3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Priority {
    /// Something to look at.
    Warning = 4,
    /// The ordinary course of things.
    Info = 6,
}

/// The last decisions, oldest first.
#[derive(Debug, Default)]
pub struct Journal(VecDeque<Decision>);

impl Journal {
    /// Keeps a decision and tells it.
    pub fn add(&mut self, decision: Decision) {
        write(&decision);
        if self.0.len() == MOST_KEPT {
            self.0.pop_front();
        }
        self.0.push_back(decision);
    }

    /// As JSON, one decision a line.
    pub fn lines(&self) -> String {
        let lines = self.0.iter().filter_map(|decision| serde_json::to_string(decision).ok());
        lines.fold(String::new(), |all, line| all + &line + "\n")
    }
}

/// Tells what this process decided by itself, for whoever started it. Standard error is not ours to write to then.
pub fn note(plan: &Plan, error: Option<&Error>) {
    let parent = rustix::process::getppid().and_then(|id| Status::read(id.as_raw_pid().cast_unsigned()));
    let caller = parent.map_or_else(|| "unknown".to_owned(), |status| status.name);
    let (priority, line, fields) = entry_of(&Decision::of(plan, &caller, error));
    // Where there is no journal there is no log of it.
    let _ = send(&entry(priority, &line, &fields));
}

/// Tells a decision.
fn write(decision: &Decision) {
    let (priority, line, fields) = entry_of(decision);
    tell(priority, &line, &fields);
}

/// Priority, line and fields of a decision.
fn entry_of(decision: &Decision) -> (Priority, String, Vec<(&'static str, String)>) {
    let failed = decision.error.is_some();
    let json = serde_json::to_string(decision).unwrap_or_default();
    let mut fields = vec![(DECISION, json), ("PORTERO_URI", decision.uri.clone())];
    fields.push(("PORTERO_CALLER", decision.caller.clone()));
    fields.extend(decision.rule.clone().map(|rule| ("PORTERO_RULE", rule)));
    fields.extend(decision.error.as_ref().map(|fault| ("PORTERO_ERROR", fault.code.clone())));
    let priority = if failed { Priority::Warning } else { Priority::Info };
    (priority, decision.line(), fields)
}

/// Tells one line to the journal, or to standard error where there is none.
pub fn tell(priority: Priority, message: &str, fields: &[(&str, String)]) {
    if send(&entry(priority, message, fields)).is_err() {
        complain(message);
    }
}

/// The last decisions that the journal has of this user, oldest first; none where there is no journal.
pub fn read() -> Vec<Decision> {
    let user = format!("_UID={}", rustix::process::getuid().as_raw());
    let number = MOST_KEPT.to_string();
    let output = Command::new("journalctl")
        .args(["--quiet", "--output=json", "--identifier", IDENTIFIER, "--lines", &number, &user])
        .output();
    let text = output.map(|output| output.stdout).unwrap_or_default();
    String::from_utf8_lossy(&text).lines().filter_map(entry_decision).collect()
}

fn entry_decision(line: &str) -> Option<Decision> {
    let entry: serde_json::Value = serde_json::from_str(line).ok()?;
    serde_json::from_str(entry.get(DECISION)?.as_str()?).ok()
}

fn send(entry: &str) -> io::Result<usize> {
    UnixDatagram::unbound()?.send_to(entry.as_bytes(), SOCKET)
}

/// The native protocol's simple form: a line a field. No text of ours holds a line break.
fn entry(priority: Priority, message: &str, fields: &[(&str, String)]) -> String {
    let mut entry =
        format!("MESSAGE={message}\nPRIORITY={}\nSYSLOG_IDENTIFIER={IDENTIFIER}\n", priority as u8);
    for (name, value) in fields {
        entry.extend([name, "=", value, "\n"]);
    }
    entry
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;
    use crate::message::Message;

    #[test]
    fn memory_holds_the_last_ones() {
        let mut journal = Journal::default();
        let error = Error::new(Code::Loop, Message::quoted("round"));
        for number in 0..=MOST_KEPT {
            journal.add(Decision::refused(&format!("s{number}:x"), "x", &error));
        }
        let lines = journal.lines();
        assert_eq!(lines.lines().count(), MOST_KEPT);
        let first: Decision = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
        assert_eq!(first.uri, "s1:…");
    }

    #[test]
    fn an_entry_has_a_line_a_field() {
        let text = entry(Priority::Warning, "told", &[("PORTERO_RULE", "man".to_owned())]);
        assert_eq!(text, "MESSAGE=told\nPRIORITY=4\nSYSLOG_IDENTIFIER=portero\nPORTERO_RULE=man\n");
    }

    #[test]
    fn a_decision_comes_back_from_the_journal() {
        let decision = Decision::refused("man:ls", "x", &Error::new(Code::Loop, Message::quoted("round")));
        let json = serde_json::to_string(&decision).unwrap();
        let line = serde_json::json!({DECISION: json, "MESSAGE": decision.line()}).to_string();
        assert_eq!(entry_decision(&line), Some(decision));
        assert_eq!(entry_decision("{\"MESSAGE\":\"of another kind\"}"), None);
    }
}
