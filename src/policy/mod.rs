//! Policies: what is refused whatever the rules say, and what is asked first.

pub mod arguments;
pub mod confirm;
pub mod files;
pub mod interpreters;
pub mod ports;
pub mod programs;
