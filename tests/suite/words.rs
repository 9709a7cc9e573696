//! Comparing texts word by word.

/// The words of a formatted text: overstrikes and escape sequences undone, drawn lines, list marks and the numbers of
/// items left out, and divided after hyphens, where a formatter may break a line.
pub fn words(text: &str) -> Vec<String> {
    let text = plain(text);
    let pieces = text.split_whitespace().flat_map(|word| word.split_inclusive('-'));
    pieces.filter(|word| !is_mark(word)).map(str::to_owned).collect()
}

fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\u{8}' => drop(out.pop()),
            '\u{1b}' => drop(chars.find(char::is_ascii_alphabetic)),
            '‐' | '−' | '‑' => out.push('-'),
            '\u{a0}' | '─'..='╿' => out.push(' '),
            c => out.push(c),
        }
    }
    divided(&out)
}

/// Scripts without blanks may be broken anywhere.
fn divided(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{ff00}'..='\u{ff60}' => {
                out.extend([' ', c, ' ']);
            }
            c => out.push(c),
        }
    }
    out
}

fn is_mark(word: &str) -> bool {
    matches!(word, "o" | "•" | "·" | "*" | "+" | "–" | "—" | "○" | "∙" | "‣")
        || word.chars().all(|c| "-_=|*.".contains(c))
        || word.strip_suffix('.').is_some_and(|number| number.parse::<u32>().is_ok())
}

/// How many words of `theirs` are not in `ours` in that order (Myers' greedy difference).
pub fn lost(theirs: &[String], ours: &[String]) -> usize {
    const MOST: usize = 3000;
    let (n, m) = (theirs.len(), ours.len());
    let middle = MOST + 1;
    let mut reach = vec![0_usize; 2 * middle + 1];
    for edits in 0..=MOST {
        for k in (middle - edits..=middle + edits).step_by(2) {
            let down = k == middle - edits || (k != middle + edits && reach[k - 1] < reach[k + 1]);
            let mut x = if down { reach[k + 1] } else { reach[k - 1] + 1 };
            let Some(mut y) = (x + middle).checked_sub(k) else { continue };
            while x < n && y < m && theirs[x] == ours[y] {
                (x, y) = (x + 1, y + 1);
            }
            reach[k] = x;
            if x >= n && y >= m {
                return (edits + n - m) / 2;
            }
        }
    }
    MOST
}

/// Writes both lists into the folder `PORTERO_DUMP`, for diff(1).
pub fn dump(name: &str, theirs: &[String], ours: &[String]) {
    let Ok(folder) = std::env::var("PORTERO_DUMP") else { return };
    for (side, words) in [("theirs", theirs), ("ours", ours)] {
        std::fs::write(format!("{folder}/{name}.{side}"), words.join("\n")).unwrap();
    }
}

#[test]
fn counts_lost_words() {
    let cases =
        [("a b c", "a b c", 0), ("a b c", "a c", 1), ("a c", "a b c", 0), ("a b", "b a", 1), ("", "x", 0)];
    for (theirs, ours, expected) in cases {
        assert_eq!(lost(&words(theirs), &words(ours)), expected, "{theirs} / {ours}");
    }
    assert_eq!(words("名\u{8}名前"), ["名", "前"]);
    assert_eq!(words("N\u{8}NA foo‐bar │ • x"), ["NA", "foo-", "bar", "x"]);
}
