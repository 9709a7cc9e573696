//! portero beside others.

use std::process::Command;
use std::thread;
use std::time::Duration;

use crate::bus::{self, Bus};
use crate::report::Table;
use crate::stage::Stage;
use crate::target::{compile, now};
use crate::{Way, interleaved};

/// What is opened.
const URI: &str = "x-bench:page";

/// After so long without a call the service has given its memory back.
const REST: Duration = Duration::from_millis(11_500);

/// Other openers and how they are called.
const OTHERS: [&[&str]; 3] = [&["xdg-open", URI], &["gio", "open", URI], &["handlr", "open", URI]];

/// All ways in one run; the bare start of the target is the first.
pub fn compared(stage: &Stage, rounds: u32) -> Table {
    let cold = stage.another_bus();
    let forwarding = compile("forwarding_program", &stage.path("bin"));
    let target = stage.target.program.to_str().unwrap();
    stage.bus.warm();
    let mut ways = vec![
        of_command(stage, "bare start", stage.command(target)),
        of_command(stage, "empty Rust program", with(stage.command(forwarding), &[target, URI])),
        of_command(stage, "`portero open --direct`", portero(stage, &["open", "--direct", "--", URI])),
        of_command(stage, "`portero open`, warm", portero(stage, &["open", "--", URI])),
        Way::new("`Open` of a connected client", || {
            let began = now();
            bus::open(&stage.bus.connection, URI).unwrap();
            stage.target.time_since(began)
        }),
        cold_way(stage, &cold),
    ];
    ways.extend(OTHERS.into_iter().filter_map(|words| other(stage, words)));
    interleaved(&mut ways, rounds)
}

/// The service rests before each call, as it does between two clicks of a person.
pub fn after_rest(stage: &Stage, rounds: u32) -> Table {
    stage.bus.warm();
    interleaved(&mut [rested(stage)], rounds)
}

fn rested(stage: &Stage) -> Way<'_> {
    let mut command = portero(stage, &["open", "--", URI]);
    Way::new("`portero open`, warm, after a rest", move || {
        thread::sleep(REST);
        stage.time_of(&mut command)
    })
}

/// No service runs before each call.
fn cold_way<'a>(stage: &'a Stage, cold: &'a Bus) -> Way<'a> {
    let mut command = portero(stage, &["open", "--", URI]);
    command.env("DBUS_SESSION_BUS_ADDRESS", &cold.address);
    Way::new("`portero open`, cold", move || {
        cold.cool();
        stage.time_of(&mut command)
    })
}

/// `None` where it is not installed.
fn other<'a>(stage: &'a Stage, words: &'static [&str]) -> Option<Way<'a>> {
    let found = Command::new(words[0]).arg("--version").output().is_ok();
    if !found {
        println!("{} is not here: left out\n", words[0]);
        return None;
    }
    let name = format!("`{}`", words[..words.len() - 1].join(" "));
    Some(of_command(stage, &name, with(stage.command(words[0]), &words[1..])))
}

/// A way that is one command.
pub fn of_command<'a>(stage: &'a Stage, name: &str, mut command: Command) -> Way<'a> {
    Way::new(name, move || stage.time_of(&mut command))
}

/// The command of portero with these words.
pub fn portero(stage: &Stage, words: &[&str]) -> Command {
    with(stage.command(bus::portero()), words)
}

fn with(mut command: Command, words: &[&str]) -> Command {
    command.args(words);
    command
}
