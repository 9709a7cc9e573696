//! From roff text to blocks, by groff's own formatter: its device-independent output (`groff_out(5)`) with a very
//! long line tells whole paragraphs, their indentation, fonts and tables; the reader fills them anew.

mod blocks;
mod glyph;
mod output;
mod overstrike;
mod row;
mod source;
mod table;

use std::ffi::OsString;
use std::path::Path;

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
/// Those of [`run`]; `no-program` where neither groff nor mandoc is installed.
pub fn format(source: &str, context: &Context<'_>) -> Result<Page, Error> {
    match (context.program("troff"), context.program("mandoc")) {
        (Err(_), Ok(mandoc)) => by_mandoc(source, &mandoc, context),
        (troff, _) => by_groff(source, &troff?, context),
    }
}

fn by_mandoc(source: &str, mandoc: &Path, context: &Context<'_>) -> Result<Page, Error> {
    let width = format!("width={}", overstrike::LINE);
    let arguments = ["-K", "utf-8", "-T", "utf8", "-O", &width].map(Into::into);
    let output = cache::or_make(context.cache.as_deref(), mandoc, source.as_bytes(), || {
        run(mandoc, &arguments, source.as_bytes().to_vec(), context.limits)
    })?;
    Ok(blocks::page(overstrike::parse(&String::from_utf8_lossy(&output))))
}

fn by_groff(source: &str, troff: &Path, context: &Context<'_>) -> Result<Page, Error> {
    let prepared = source::prepare(source);
    let mut text = prepared.text.into_bytes();
    if prepared.tables {
        text = run(&context.program("tbl")?, &[], text, context.limits)?;
    }
    let mut input = PRELUDE.as_bytes().to_vec();
    input.extend_from_slice(&text);
    let arguments: Vec<OsString> =
        ["-Tutf8", prepared.macros, &format!("-rLL={LINE}n")].into_iter().map(Into::into).collect();
    let output = cache::or_make(context.cache.as_deref(), troff, &input, || {
        run(troff, &arguments, input.clone(), context.limits)
    })?;
    Ok(read(&String::from_utf8_lossy(&output)))
}

/// Reads groff's device-independent output.
pub fn read(output: &str) -> Page {
    blocks::page(output::parse(output))
}
