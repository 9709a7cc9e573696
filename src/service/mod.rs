//! The service on the session bus, and the command line's way to it.
//!
//! A call becomes a [`doorman::Call`], then a [`visit::Visit`], then a plan a URI; [`client`] is the other end.

mod activity;
mod admission;
mod answer;
pub mod caller;
mod children;
pub mod client;
mod config;
pub mod daemon;
pub mod decision;
mod doorman;
mod error;
pub mod flood;
mod interface;
pub mod journal;
mod notices;
mod order;
mod remedies;
mod ring;
mod signals;
mod start;
mod variables;
mod visit;

/// The object that other programs call.
const OBJECT_PATH: &str = "/io/github/portero/Portero";

/// The object that `portero log` calls.
const LOG_PATH: &str = "/io/github/portero/Portero/Log";

/// Our own interface.
const INTERFACE: &str = "io.github.portero.Portero1";

/// What that object serves.
const LOG_INTERFACE: &str = "io.github.portero.Portero1.Log";
