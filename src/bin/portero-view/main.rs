//! The reader's window.

fn main() {}
