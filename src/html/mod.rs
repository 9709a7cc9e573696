//! A document as one self-contained HTML page.

mod page;
mod render;
mod writer;

pub use page::{Links, page};
