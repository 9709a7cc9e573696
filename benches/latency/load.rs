//! The service at rest, and under many calls at once.

use std::fmt::Write;
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use crate::bus;
use crate::stage::Stage;

/// Connections that call at the same time.
const CLIENTS: u32 = 8;

/// Threads without work are gone after this.
const REST: Duration = Duration::from_secs(12);

/// Memory and threads of a service that has had a call and waits for the next.
pub fn of_idle_service(stage: &Stage) -> String {
    let service = stage.bus.warm();
    bus::open(&stage.bus.connection, "x-bench:page").unwrap();
    thread::sleep(REST);
    stage.target.forget();
    format!("Idle service: {} kB of memory (PSS), {} threads.\n", memory(service), threads(service))
}

/// Calls from several connections: how many starts a second, and what is left of them in memory.
pub fn of_many_calls(stage: &Stage, requests: u32) -> String {
    let service = stage.bus.warm();
    let before = memory(service);
    let began = Instant::now();
    let failures: u32 = thread::scope(|scope| {
        let clients: Vec<_> =
            (0..CLIENTS).map(|_| scope.spawn(|| failures(stage, requests / CLIENTS))).collect();
        clients.into_iter().map(|client| client.join().unwrap()).sum()
    });
    let seconds = began.elapsed().as_secs_f64();
    thread::sleep(REST);
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let rate = f64::from(requests) / seconds;
    let a_processor = rate / f64::from(u32::try_from(processors).unwrap());
    let mut text = String::new();
    let _ = write!(
        text,
        "{requests} calls of `Open` from {CLIENTS} connections: {failures} failed, {rate:.0} starts a second \
         ({a_processor:.0} a processor).\nMemory before {before} kB, 12 s after {} kB.\n",
        memory(service)
    );
    text
}

/// How many of the calls of one connection failed.
fn failures(stage: &Stage, calls: u32) -> u32 {
    let connection = bus::connect(&stage.bus.address);
    (0..calls).map(|_| u32::from(bus::open(&connection, "x-true:page").is_err())).sum()
}

/// Proportional set size in kB.
fn memory(process: u32) -> usize {
    let rollup = fs::read_to_string(format!("/proc/{process}/smaps_rollup")).unwrap();
    let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

fn threads(process: u32) -> usize {
    fs::read_dir(format!("/proc/{process}/task")).unwrap().count()
}
