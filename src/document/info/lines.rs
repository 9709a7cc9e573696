//! What a line of Info text is by its look: how far it is set in, whether it is filled, whether it starts an item.

use unicode_width::UnicodeWidthStr;

/// Columns that lists and examples are set in (makeinfo's own).
pub const STEP: usize = 5;
/// A line that would have held the next word below this column was broken on purpose.
const FULL: usize = 68;

pub fn is_blank(line: &str) -> bool {
    line.chars().all(char::is_whitespace)
}

pub fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// What the manual itself puts above its footnotes.
pub const FOOTNOTES: &str = "Footnotes";

pub fn is_footnotes(line: &str) -> bool {
    let line = line.trim();
    line.starts_with("-----") && line.ends_with("-----") && line.contains(FOOTNOTES)
}

/// The mark of a list's item and the column where its text starts.
pub fn item(line: &str, base: usize) -> Option<(String, usize)> {
    let start = indent(line);
    let end = mark_end(line);
    let mark = &line[start..end];
    let column = end + line[end..].len() - line[end..].trim_start().len();
    let numbered = mark.strip_suffix('.').is_some_and(|number| {
        let letter = number.len() == 1 && number.chars().all(|c| c.is_ascii_alphabetic());
        letter || (!number.is_empty() && number.len() < 4 && number.chars().all(|c| c.is_ascii_digit()))
    });
    let placed = (base + 1..base + STEP).contains(&start) && column == base + STEP && end < line.len();
    (placed && (numbered || is_bullet(mark))).then(|| (mark.to_owned(), column))
}

pub fn mark_end(line: &str) -> usize {
    let start = indent(line);
    line[start..].find(' ').map_or(line.len(), |end| start + end)
}

pub fn is_bullet(mark: &str) -> bool {
    matches!(mark, "*" | "•" | "-" | "−" | "–" | "—" | "+" | "o")
}

/// Whether each line but the last had no room for the first word of the next.
pub fn is_filled(lines: &[&str]) -> bool {
    lines.windows(2).all(|pair| {
        let word = pair[1].split_whitespace().next().unwrap_or_default();
        pair[0].trim_end().width() + 1 + word.width() > FULL
    })
}

/// Whether a line has text in columns: three blanks inside, or two that no sentence ends before.
pub fn has_columns(line: &str) -> bool {
    let line = line.trim();
    line.contains("   ")
}
