//! The least that a program in Rust can be as an opener: it starts the program that it is given, and that is all.

use std::process::Command;

fn main() {
    let mut words = std::env::args_os().skip(1);
    if let Some(program) = words.next() {
        let _ = Command::new(program).args(words).spawn();
    }
}
