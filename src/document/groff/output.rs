//! groff's device-independent output (`groff_out(5)`): drawing commands to rows of cells.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::io::{self, BufRead};

use super::glyph;
use super::row::{Row, columns};
use crate::document::model::Style;

/// A drawn line, in cells; one of its lengths is zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stroke {
    /// Where its left or upper end is.
    pub column: i32,
    /// Where its left or upper end is.
    pub line: i32,
    /// How far it goes to the right.
    pub width: i32,
    /// How far it goes down.
    pub height: i32,
}

/// What was drawn.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Drawing {
    /// Rows with something on them, from the top.
    pub rows: Vec<Row>,
    /// Straight lines.
    pub strokes: Vec<Stroke>,
    /// A row that reaches this column was broken because it was full.
    pub full: i32,
}

/// Far beyond every real page; keeps hostile numbers from overflowing.
const FAR: i32 = 1 << 24;

/// Reads the output as it comes; what is not understood is left out.
///
/// # Errors
/// Those of reading.
pub fn parse(mut output: impl BufRead) -> io::Result<Drawing> {
    let mut plotter = Plotter::default();
    let mut unread = Vec::new();
    loop {
        let more = output.fill_buf()?;
        let (length, last_break) = (more.len(), more.iter().rposition(|byte| *byte == b'\n'));
        // The last line may have no end.
        let whole = if length == 0 { Some(unread.len()) } else { last_break.map(|at| unread.len() + at + 1) };
        unread.extend_from_slice(more);
        output.consume(length);
        if let Some(whole) = whole {
            String::from_utf8_lossy(&unread[..whole]).lines().for_each(|line| plotter.line(line));
            unread.drain(..whole);
        }
        if length == 0 {
            return Ok(plotter.finish());
        }
    }
}

/// The state of the device. Places are in device units.
struct Plotter {
    h: i32,
    v: i32,
    /// Units a character cell.
    cell: (i32, i32),
    /// Where the present page starts, and the furthest line so far, in lines.
    page: i32,
    lowest: i32,
    fonts: HashMap<i32, Style>,
    style: Style,
    state: Row,
    tables: u32,
    /// The row that was printed on last, and all others by their lines.
    row: Row,
    rows: BTreeMap<i32, Row>,
    strokes: Vec<Stroke>,
}

impl Default for Plotter {
    fn default() -> Self {
        Self {
            h: 0,
            v: 0,
            cell: (24, 40),
            page: 0,
            lowest: 0,
            fonts: HashMap::new(),
            style: Style::PLAIN,
            state: Row { filled: true, ..Row::default() },
            tables: 0,
            row: Row { line: i32::MIN, ..Row::default() },
            rows: BTreeMap::new(),
            strokes: Vec::new(),
        }
    }
}

impl Plotter {
    /// One line may hold several commands (`wh24`, `n40 0`).
    fn line(&mut self, line: &str) {
        let mut rest = line;
        while let Some(command) = rest.chars().next() {
            rest = self.command(command, &rest[command.len_utf8()..]);
        }
    }

    /// Does one command and gives what follows it on its line.
    fn command<'a>(&mut self, command: char, rest: &'a str) -> &'a str {
        match command {
            'x' => self.device(rest.trim_start()),
            't' => self.word(rest, 0),
            'u' => {
                let (track, rest) = number(rest);
                self.word(rest.trim_start(), track);
            }
            'C' => {
                let (name, rest) = rest.split_at(rest.find(' ').unwrap_or(rest.len()));
                self.print(&glyph::text(name).unwrap_or(Cow::Borrowed("\u{fffd}")));
                return rest;
            }
            'c' => return self.character(rest),
            'D' => self.draw(rest),
            'w' => return rest,
            '0'..='9' => return self.advance_and_print(command, rest),
            'N' | 'f' | 's' | 'p' | 'H' | 'h' | 'V' | 'v' | 'n' => {
                let (value, rest) = number(rest);
                self.numeric(command, value);
                // `n` has a second number, which says nothing here.
                return if command == 'n' { number(rest).1 } else { rest };
            }
            // Comments, colours, and the further lines of a device command.
            _ => {}
        }
        ""
    }

    fn numeric(&mut self, command: char, value: i32) {
        match command {
            'f' => self.style = self.fonts.get(&value).copied().unwrap_or_default(),
            'p' => {
                let empty = self.rows.is_empty() && self.row.is_blank();
                self.page = if empty { 0 } else { self.lowest.saturating_add(1) };
                self.v = 0;
            }
            'H' => self.h = value,
            'h' => self.h = (self.h + value).clamp(-FAR, FAR),
            'V' => self.v = value,
            'v' => self.v = (self.v + value).clamp(-FAR, FAR),
            'N' => self.numbered(value),
            _ => {}
        }
    }

    /// A character by its number in the font, which is its code point in this device.
    fn numbered(&mut self, value: i32) {
        if let Some(c) = u32::try_from(value).ok().and_then(char::from_u32) {
            self.print(c.encode_utf8(&mut [0; 4]));
        }
    }

    fn character<'a>(&mut self, rest: &'a str) -> &'a str {
        let Some(c) = rest.chars().next() else { return "" };
        self.print(c.encode_utf8(&mut [0; 4]));
        &rest[c.len_utf8()..]
    }

    /// The old form `ddc`: two digits of motion, then a character.
    fn advance_and_print<'a>(&mut self, first: char, rest: &'a str) -> &'a str {
        let mut chars = rest.chars();
        let Some(second) = chars.next().and_then(|c| c.to_digit(10)) else { return rest };
        let first = first.to_digit(10).unwrap_or(0);
        self.numeric('h', i32::try_from(first * 10 + second).unwrap_or(0));
        self.character(chars.as_str())
    }

    fn word(&mut self, text: &str, track: i32) {
        if track == 0 && !text.contains(is_blank) {
            self.print(text);
            return self.numeric('h', columns(text).saturating_mul(self.cell.0));
        }
        for c in text.chars() {
            let mut bytes = [0; 4];
            let text = c.encode_utf8(&mut bytes);
            self.print(text);
            self.numeric('h', columns(text).saturating_mul(self.cell.0).saturating_add(track));
        }
    }

    /// Puts text in the present place, and stays there.
    fn print(&mut self, text: &str) {
        let line = self.row_line();
        if line != self.row.line {
            self.turn_to(line);
        }
        let column = self.h.div_euclid(self.cell.0);
        let row = &mut self.row;
        // The state when a line ends is that of its text; a tag before it is older.
        row.indent = self.state.indent;
        row.filled = self.state.filled;
        row.table = row.table.or(self.state.table);
        row.tag |= self.state.tag;
        row.heading = row.heading.or(self.state.heading);
        // Blanks show by the gap that they leave.
        if !text.starts_with(is_blank) {
            row.put(column, text, self.style);
        }
    }

    /// Goes on printing on another row.
    fn turn_to(&mut self, line: i32) {
        self.lowest = self.lowest.max(line);
        let row = self.rows.remove(&line).unwrap_or_else(|| Row { line, ..self.state.clone() });
        let left = std::mem::replace(&mut self.row, row);
        if !left.is_blank() {
            self.rows.insert(left.line, left);
        }
    }

    fn finish(mut self) -> Drawing {
        self.turn_to(FAR);
        let mut rows: Vec<Row> = self.rows.into_values().collect();
        rows.iter_mut().for_each(Row::settle);
        Drawing { rows, strokes: self.strokes, full: super::LINE - 200 }
    }

    fn row_line(&self) -> i32 {
        self.page.saturating_add(self.v.div_euclid(self.cell.1))
    }

    /// Straight lines matter for tables; other shapes are not drawn by a terminal device.
    fn draw(&mut self, rest: &str) {
        let Some(rest) = rest.strip_prefix('l') else { return };
        let (dh, rest) = number(rest);
        let (dv, _) = number(rest);
        let (column, line) = (self.h.div_euclid(self.cell.0), self.row_line());
        let (width, height) = (dh / self.cell.0, dv / self.cell.1);
        self.strokes.push(Stroke {
            column: column + width.min(0),
            line: line + height.min(0),
            width: width.abs(),
            height: height.abs(),
        });
        self.numeric('h', dh);
        self.numeric('v', dv);
    }

    fn device(&mut self, rest: &str) {
        let mut words = rest.split_whitespace();
        match words.next().unwrap_or_default() {
            "res" | "r" => self.resolution(words),
            "font" | "f" => {
                let position = words.next().and_then(|word| word.parse().ok());
                if let (Some(position), Some(name)) = (position, words.next()) {
                    self.fonts.insert(position, style(name));
                }
            }
            "X" => self.note(words),
            _ => {}
        }
    }

    fn resolution<'a>(&mut self, words: impl Iterator<Item = &'a str>) {
        let numbers: Vec<i32> = words.filter_map(|word| word.parse().ok()).collect();
        if let [_, horizontal, vertical] = numbers[..] {
            self.cell = (horizontal.max(1), vertical.max(1));
        }
    }

    /// What groff's macros (`devtag:`) and our own (`portero:`) say about the text that follows.
    fn note<'a>(&mut self, mut words: impl Iterator<Item = &'a str>) {
        match words.next().unwrap_or_default() {
            "devtag:.NH" => self.state.heading = words.next().and_then(|level| level.parse().ok()),
            "devtag:.eo.h" => self.state.heading = None,
            "portero:table" => {
                self.tables += 1;
                self.state.table = Some(self.tables);
            }
            "portero:text" => self.state.table = None,
            "portero:state" => {
                let indent: i32 = words.next().and_then(|word| word.parse().ok()).unwrap_or(0);
                self.state.indent = indent / self.cell.0;
                let filled = words.next() != Some("0");
                // The man macros set a tag in an environment of its own, where nothing is filled.
                self.state.tag = words.next() == Some("an-2");
                self.state.filled = filled || self.state.tag;
            }
            _ => {}
        }
    }
}

const fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}')
}

/// The style of a font by its name; `C` stands before the fixed-width ones.
fn style(name: &str) -> Style {
    let (code, rest) = match name.strip_prefix('C') {
        Some(rest) => (true, rest),
        None => (false, name),
    };
    Style { bold: rest.contains('B'), italic: rest.contains('I'), code }
}

/// A number with the blanks before it, kept within bounds; 0 when there is none.
fn number(text: &str) -> (i32, &str) {
    let text = text.trim_start();
    let digits = text.strip_prefix('-').unwrap_or(text);
    let length = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let end = text.len() - digits.len() + length;
    let value = text[..end].parse::<i64>().unwrap_or(0).clamp(-i64::from(FAR), i64::from(FAR));
    (i32::try_from(value).unwrap_or(0), &text[end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "x T utf8\nx res 240 24 40\nx init\np1\nx font 1 R\nx font 3 B\nf1\n";

    fn texts(commands: &str) -> Vec<String> {
        parse(format!("{HEAD}{commands}").as_bytes())
            .unwrap()
            .rows
            .iter()
            .map(|row| row.all().text())
            .collect()
    }

    #[test]
    fn words_glyphs_and_motions() {
        assert_eq!(texts("V40\nH0\ntls\nwh24\nN45\nh24\nta\nn40 0\n"), ["ls -a"]);
        assert_eq!(texts("V40\nH0\nCbu\nh48\nCu00E9\nV80\nH24\ntb\n"), ["• é", "b"]);
        assert_eq!(texts("V40\nH0\nu0 ab\nca\n24b\n"), ["abab"]);
    }

    #[test]
    fn pages_follow_each_other() {
        assert_eq!(texts("V40\nta\np2\nV40\ntb\n"), ["a", "b"]);
    }

    #[test]
    fn notes_and_fonts_and_strokes() {
        let commands =
            "x X portero:state 168 0\nx X devtag:.NH 2\nf3\nV40\nH0\ntX\nx X devtag:.eo.h\nV80\nDl 240 0\n";
        let drawing = parse(format!("{HEAD}{commands}").as_bytes()).unwrap();
        let row = &drawing.rows[0];
        assert_eq!((row.indent, row.filled, row.heading, row.is_bold()), (7, false, Some(2), true));
        assert_eq!(drawing.strokes, [Stroke { column: 1, line: 2, width: 10, height: 0 }]);
    }

    #[test]
    fn hostile_numbers_do_not_overflow() {
        let far =
            "V99999999999999999999\nH-99999999999\nh-2147483648\nh-2147483648\ntx\nv2147483647\nDl 9e9 -9\n";
        assert_eq!(texts(far).len(), 1);
        assert_eq!(number("--1"), (0, "-1"));
    }
}
