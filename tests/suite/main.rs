//! Black-box tests of the real binary, and tests over the source tree.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on should panic")]
#![allow(dead_code, reason = "the builder is written ahead of the tests that need its last parts")]

mod ask_window;
mod builder;
mod bus;
mod callers;
mod cases;
mod catalogues;
mod command_line;
mod config_broken;
mod config_command;
mod config_files;
mod config_reference;
mod config_texts;
mod corpus;
mod doctor;
mod documents;
mod drop_in;
mod drop_in_mail;
mod failures;
mod formatters;
mod fuzzed;
mod hostile_bus;
mod launch;
mod launch_bus;
mod layers;
mod markup;
mod mutated;
mod nodes;
mod notices;
mod openers;
mod ordinary;
mod pages;
mod plan;
mod presets;
mod programs;
mod properties;
mod questions;
mod register;
mod reports;
mod reports_pages;
mod service;
mod service_exact;
mod service_launches;
mod service_openers;
mod service_others;
mod sweep;
mod template_properties;
mod terminals;
mod unwritable;
mod words;
mod written;
