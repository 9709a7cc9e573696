//! What the reader's window stands on, as far as it needs no window: addresses inside the engine, pages in the
//! making, search, the keys, what is remembered. The window itself is the program `portero-view`.

pub mod address;
pub mod desk;
pub mod keys;
pub mod location;
pub mod pages;
pub mod search;
pub mod start;
pub mod state;
pub mod stream;

/// What the engine may not do; `portero doctor` tells it, and the window sets it.
pub mod engine {
    /// Whether scripts run.
    pub const JAVASCRIPT: bool = false;
    /// Whether there are developer tools.
    pub const DEVTOOLS: bool = false;
    /// Whether nothing is stored.
    pub const EPHEMERAL: bool = true;
}
