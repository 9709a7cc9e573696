//! From roff text to blocks, by groff's own formatter: its device-independent output (`groff_out(5)`) with a very
//! long line tells whole paragraphs, their indentation, fonts and tables; the reader fills them anew.

mod blocks;
mod glyph;
mod output;
mod row;
mod source;
mod table;

use std::ffi::OsString;

pub use blocks::Page;

use super::cache;
use super::context::Context;
use super::run::run;
use crate::error::Error;

/// A line that hardly any paragraph fills, in characters.
const LINE: i32 = 20_000;

const PRELUDE: &str = include_str!("prelude.tmac");

/// Formats the source of one page.
///
/// # Errors
/// Those of [`run`]; `no-program` where groff is not installed.
pub fn format(source: &str, context: &Context<'_>) -> Result<Page, Error> {
    let prepared = source::prepare(source);
    let mut text = prepared.text.into_bytes();
    if prepared.tables {
        text = run(&context.program("tbl")?, &[], text, context.limits)?;
    }
    let mut input = PRELUDE.as_bytes().to_vec();
    input.extend_from_slice(&text);
    let arguments: Vec<OsString> =
        ["-Tutf8", prepared.macros, &format!("-rLL={LINE}n")].into_iter().map(Into::into).collect();
    let troff = context.program("troff")?;
    let output = cache::or_make(context.cache.as_deref(), &troff, &input, || {
        run(&troff, &arguments, input.clone(), context.limits)
    })?;
    Ok(read(&String::from_utf8_lossy(&output)))
}

/// Reads groff's device-independent output.
pub fn read(output: &str) -> Page {
    blocks::page(output::parse(output))
}
