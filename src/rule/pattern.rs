//! Patterns: a text, a glob or (after `re:`) a regular expression; each must cover the whole value.

use regex_lite::Regex;

/// What a value is compared with.
#[derive(Debug, Clone)]
pub enum Pattern {
    /// The value itself.
    Literal(String),
    /// `*`, `**` and `?`; `\` takes their meaning away.
    Glob(Glob),
    /// Anchored at both ends.
    Regex(Regex),
}

/// How a field is compared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Style {
    /// Whether `*` and `?` stop at a slash.
    pub slashes: bool,
    /// Whether capital and small letters are the same (schemes, hosts).
    pub fold_case: bool,
}

impl Pattern {
    /// Reads a pattern of a config; fails with the regular expression's own words.
    pub fn parse(text: &str, style: Style) -> Result<Self, String> {
        if let Some(expression) = text.strip_prefix("re:") {
            return Self::regex(expression, style);
        }
        let text = if style.fold_case { text.to_lowercase() } else { text.to_owned() };
        if !text.contains(['*', '?', '\\']) {
            return Ok(Self::Literal(text));
        }
        let glob = Glob::parse(&text, style.slashes);
        Ok(glob.literal().map_or(Self::Glob(glob), Self::Literal))
    }

    /// A regular expression that must cover the whole value.
    pub fn regex(expression: &str, style: Style) -> Result<Self, String> {
        let flags = if style.fold_case { "(?si)" } else { "(?s)" };
        // Checked alone first: in its frame a stray `)` would pass or be told at the wrong place.
        Regex::new(expression).map_err(|error| error.to_string())?;
        let anchored = Regex::new(&format!("{flags}\\A(?:{expression})\\z"));
        anchored.map(Self::Regex).map_err(|error| error.to_string())
    }

    /// Whether the whole value fits; `value` is in small letters where case is folded.
    pub fn matches(&self, value: &str) -> bool {
        match self {
            Self::Literal(text) => text == value,
            Self::Glob(glob) => glob.matches(value),
            Self::Regex(regex) => regex.is_match(value),
        }
    }

    /// The only value that fits, if there is but one.
    pub fn literal(&self) -> Option<&str> {
        match self {
            Self::Literal(text) => Some(text),
            Self::Glob(_) | Self::Regex(_) => None,
        }
    }

    /// What every value that fits ends in: for `*.corp.example`, `.corp.example`.
    pub fn literal_suffix(&self) -> Option<&str> {
        match self {
            Self::Glob(glob) => glob.suffix.as_deref(),
            Self::Literal(_) | Self::Regex(_) => None,
        }
    }

    /// Whether every value fits.
    pub fn is_everything(&self) -> bool {
        matches!(self, Self::Glob(glob) if matches!(glob.steps.as_slice(), [Step::Any]))
    }
}

/// A pattern with wildcards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glob {
    steps: Vec<Step>,
    suffix: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    /// This character.
    Character(char),
    /// One character but a slash.
    OneInSegment,
    /// One character.
    One,
    /// Any number of characters but slashes.
    AnyInSegment,
    /// Any number of characters.
    Any,
}

impl Glob {
    fn parse(text: &str, slashes: bool) -> Self {
        let mut steps = Vec::new();
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            steps.push(match character {
                '\\' => Step::Character(characters.next().unwrap_or('\\')),
                '*' if characters.next_if_eq(&'*').is_some() || !slashes => Step::Any,
                '*' => Step::AnyInSegment,
                '?' if slashes => Step::OneInSegment,
                '?' => Step::One,
                other => Step::Character(other),
            });
        }
        let suffix = literal_tail(&steps);
        Self { steps, suffix }
    }

    fn literal(&self) -> Option<String> {
        self.steps.iter().copied().map(Step::character).collect()
    }

    /// Follows all ways through the pattern at once, so that no pattern and no value can make it slow.
    fn matches(&self, value: &str) -> bool {
        let mut ways = vec![false; self.steps.len() + 1];
        ways[0] = true;
        self.skip_empty(&mut ways);
        for character in value.chars() {
            let mut next = vec![false; ways.len()];
            for (index, step) in self.steps.iter().enumerate().filter(|(index, _)| ways[*index]) {
                if step.takes(character) {
                    next[if step.repeats() { index } else { index + 1 }] = true;
                }
            }
            self.skip_empty(&mut next);
            ways = next;
        }
        ways.last() == Some(&true)
    }

    fn skip_empty(&self, ways: &mut [bool]) {
        for (index, step) in self.steps.iter().enumerate() {
            ways[index + 1] |= ways[index] && step.repeats();
        }
    }
}

/// The text after the one star that begins a pattern.
fn literal_tail(steps: &[Step]) -> Option<String> {
    let [Step::Any, tail @ ..] = steps else { return None };
    tail.iter().copied().map(Step::character).collect()
}

impl Step {
    const fn character(self) -> Option<char> {
        match self {
            Self::Character(character) => Some(character),
            _ => None,
        }
    }

    const fn repeats(self) -> bool {
        matches!(self, Self::AnyInSegment | Self::Any)
    }

    fn takes(self, character: char) -> bool {
        match self {
            Self::Character(own) => own == character,
            Self::OneInSegment | Self::AnyInSegment => character != '/',
            Self::One | Self::Any => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATH: Style = Style { slashes: true, fold_case: false };
    const HOST: Style = Style { slashes: false, fold_case: true };
    const TEXT: Style = Style { slashes: false, fold_case: false };

    #[test]
    fn patterns_cover_the_whole_value() {
        let rows = [
            ("ls", TEXT, "ls", true),
            ("ls", TEXT, "lsof", false),
            ("ls*", TEXT, "ls/of", true),
            ("*", TEXT, "", true),
            ("*.corp.example", HOST, "a.b.corp.example", true),
            ("*.corp.example", HOST, "corp.example", false),
            ("WWW.Example", HOST, "www.example", true),
            ("/wiki/*", PATH, "/wiki/a", true),
            ("/wiki/*", PATH, "/wiki/a/b", false),
            ("/wiki/**", PATH, "/wiki/a/b", true),
            ("/wiki/**/end", PATH, "/wiki/a/b/end", true),
            ("a?c", TEXT, "abc", true),
            ("a?c", PATH, "a/c", false),
            (r"a\*", TEXT, "a*", true),
            (r"a\*", TEXT, "ab", false),
            (r"a\", TEXT, r"a\", true),
            ("[", TEXT, "[", true),
            ("re:a|bc", TEXT, "bc", true),
            ("re:a|bc", TEXT, "abc", false),
            ("re:a.c", TEXT, "a\nc", true),
            ("re:WWW", HOST, "www", true),
            ("é*", TEXT, "éa", true),
        ];
        for (pattern, style, value, expected) in rows {
            let parsed = Pattern::parse(pattern, style).unwrap();
            assert_eq!(parsed.matches(value), expected, "{pattern} on {value}");
        }
    }

    #[test]
    fn bad_regular_expressions_are_refused() {
        for pattern in ["re:(", "re:a)(b", "re:[", "re:*"] {
            assert!(Pattern::parse(pattern, TEXT).is_err(), "{pattern}");
        }
    }

    #[test]
    fn what_can_be_looked_up_is_known() {
        let host = |text| Pattern::parse(text, HOST).unwrap();
        assert_eq!(host("a.example").literal(), Some("a.example"));
        assert_eq!(host("*.example").literal_suffix(), Some(".example"));
        assert_eq!(host("a*.example").literal_suffix(), None);
        assert!(host("*").is_everything());
    }

    #[test]
    fn many_stars_are_not_slow() {
        let pattern = Pattern::parse(&"*a".repeat(30), TEXT).unwrap();
        assert!(!pattern.matches(&"a".repeat(10_000).replace('a', "aab")));
    }
}
