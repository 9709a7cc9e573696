//! A document as one self-contained HTML page.

pub mod fonts;
mod page;
mod render;
mod writer;

pub use page::{Links, page};
