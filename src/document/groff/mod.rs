//! From roff text to blocks, by groff's own formatter: its device-independent output (`groff_out(5)`) with a very
//! long line tells whole paragraphs, their indentation, fonts and tables; the reader fills them anew.

mod blocks;
mod equation;
mod glyph;
mod output;
mod overstrike;
mod row;
mod source;
mod table;

use std::io::{self, BufRead};
use std::path::PathBuf;

pub use blocks::Page;

use super::context::Context;
use super::run::{Stage, pipe};
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
        (Err(_), Ok(mandoc)) => by_mandoc(source, mandoc, context),
        (troff, _) => by_groff(source, troff?, context),
    }
}

/// The programs that decide how a page looks.
pub fn formatters(context: &Context<'_>) -> Vec<PathBuf> {
    ["troff", "mandoc"].iter().filter_map(|name| context.program(name).ok()).collect()
}

fn by_mandoc(source: &str, mandoc: PathBuf, context: &Context<'_>) -> Result<Page, Error> {
    let width = format!("width={}", overstrike::LINE);
    let arguments = ["-K", "utf-8", "-T", "utf8", "-O", &width].map(Into::into).into();
    let stages = [Stage { program: mandoc, arguments }];
    let input = source.as_bytes().to_vec();
    pipe(&stages, input, context.limits, |output| overstrike::parse(output).map(blocks::page))
}

fn by_groff(source: &str, troff: PathBuf, context: &Context<'_>) -> Result<Page, Error> {
    let prepared = source::prepare(source);
    let mut stages = Vec::new();
    if prepared.tables {
        stages.push(Stage { program: context.program("tbl")?, arguments: Vec::new() });
    }
    // The length of titles is another register for the mdoc macros.
    let lengths = ["LL", "LT"].map(|register| format!("-r{register}={LINE}n"));
    let arguments = ["-Tutf8", prepared.macros, &lengths[0], &lengths[1]].map(Into::into).into();
    stages.push(Stage { program: troff, arguments });
    let input = [PRELUDE.as_bytes(), prepared.text.as_bytes()].concat();
    pipe(&stages, input, context.limits, |output| output::parse(output).map(blocks::page))
}

/// Reads groff's device-independent output.
///
/// # Errors
/// Those of reading.
pub fn read(output: impl BufRead) -> io::Result<Page> {
    Ok(blocks::page(output::parse(output)?))
}
