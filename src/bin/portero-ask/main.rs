//! The windows that ask: which program, and whether to go on.

fn main() {}
