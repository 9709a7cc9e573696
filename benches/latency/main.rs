//! Whole commands, from just before an opener starts to the first instruction of the program that it starts: portero
//! beside the openers of desktops, all in one run, one after the other in each round.
//!
//! usage: cargo bench --bench latency [-- ROUNDS [REQUESTS]]
//!
//! Prints tables in Markdown. What is not installed here is left out, and that is said.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a measurement that cannot be made has no result"
)]

mod bus;
mod growth;
mod load;
mod machine;
mod openers;
mod report;
mod stage;
mod target;

use report::Table;
use stage::Stage;

/// The least number of rounds that a median is taken of.
const ROUNDS: u32 = 50;

/// Calls of the run under load.
const REQUESTS: u32 = 10_000;

fn main() {
    // Cargo adds a word of its own.
    let mut numbers = std::env::args().skip(1).filter_map(|word| word.parse::<u32>().ok());
    let (rounds, requests) = (numbers.next().unwrap_or(ROUNDS), numbers.next().unwrap_or(REQUESTS));
    println!("{}", machine::description());
    let stage = Stage::new();
    println!("{}", openers::compared(&stage, rounds));
    println!("{}", openers::after_rest(&stage, rounds / 10));
    println!("{}", load::of_idle_service(&stage));
    println!("{}", load::of_many_calls(&stage, requests));
    for (what, table) in growth::all(rounds) {
        println!("Growth with {what}:\n\n{table}");
    }
}

/// The middle of the sorted times, in milliseconds.
pub type Milliseconds = f64;

/// Opens in `rounds` rounds by each way in turn, so that what else the machine does falls on all alike.
pub fn interleaved(ways: &mut [Way], rounds: u32) -> Table {
    for round in 0..=rounds {
        for way in ways.iter_mut() {
            let time = (way.open)();
            // The first round fills caches.
            if round > 0 {
                way.times.push(time);
            }
        }
    }
    Table::of(ways)
}

/// One way to open something.
pub struct Way<'a> {
    /// As the table calls it.
    pub name: String,
    /// Opens once and gives the time until the target began.
    pub open: Box<dyn FnMut() -> Milliseconds + 'a>,
    /// What was measured so far.
    pub times: Vec<Milliseconds>,
}

impl<'a> Way<'a> {
    /// A way that was not taken yet.
    pub fn new(name: impl Into<String>, open: impl FnMut() -> Milliseconds + 'a) -> Self {
        Self { name: name.into(), open: Box::new(open), times: Vec::new() }
    }
}
