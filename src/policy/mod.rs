//! Policies: what is refused whatever the rules say, and what is asked first.

pub mod arguments;
pub mod files;
pub mod interpreters;
pub mod programs;
