//! Pages for the reader: each kind of target has a loader that makes a [`Document`](model::Document) of it.

pub mod anchors;
pub mod context;
mod encoding;
pub mod groff;
pub mod linkify;
pub mod locale;
pub mod man;
pub mod model;
pub mod run;
mod spans;
pub mod unpack;
pub mod uris;
