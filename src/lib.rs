//! portero, the doorman of every link: reads a URI, finds the rule, starts the right program.
//!
//! `docs/architecture.md` shows the way of one URI through these modules. Imports go downwards only:
//! leaves, syntax, meaning, policy and documents, effects, join, shells; `tests/suite/layers.rs` holds that.

pub mod action;
pub mod argv;
pub mod ask;
pub mod cli;
pub mod complaint;
pub mod config;
pub mod diagnostic;
pub mod document;
pub mod env;
pub mod error;
pub mod explain;
pub mod html;
pub mod launch;
pub mod locale;
pub mod message;
pub mod open;
pub mod opener;
pub mod page;
pub mod plan;
pub mod policy;
pub mod probe;
pub mod reader;
pub mod reading;
pub mod reference;
pub mod register;
pub mod rule;
pub mod sanitize;
pub mod scheme;
pub mod service;
pub mod small_file;
pub mod system;
pub mod target;
pub mod template;
pub mod terminal;
pub mod trust;
pub mod uri;
pub mod warning;
pub mod whole_file;
