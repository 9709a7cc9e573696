//! `portero log`: the last decisions.

use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use super::output;
use crate::service::decision::Decision;
use crate::service::{client, journal};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> ExitCode {
    let line = |decision| if args.json { json(decision) } else { words(decision) };
    let lines: Vec<String> = decisions().iter().map(|decision| line(decision) + "\n").collect();
    output::write(lines.concat())
}

/// The journal has all of them, where there is one; else what a running service remembers.
fn decisions() -> Vec<Decision> {
    let kept = journal::read();
    if !kept.is_empty() {
        return kept;
    }
    let lines = client::decisions().unwrap_or_default();
    lines.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

fn json(decision: &Decision) -> String {
    serde_json::to_string(decision).unwrap_or_default()
}

fn words(decision: &Decision) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    format!("{:>8}  {}", age(now.saturating_sub(decision.time)), decision.line())
}

/// How long ago, as roughly as a person wants it.
fn age(seconds: u64) -> String {
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min", seconds / 60),
        3600..86400 => format!("{} h", seconds / 3600),
        _ => format!("{} d", seconds / 86400),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_rough() {
        for (seconds, told) in [(0, "0 s"), (59, "59 s"), (60, "1 min"), (7200, "2 h"), (200_000, "2 d")] {
            assert_eq!(age(seconds), told);
        }
    }
}
