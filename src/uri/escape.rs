//! From what people write to the strict form of RFC 3986: spaces, Unicode, delimiters and stray signs become escapes.

use crate::uri::decode::push_escape;

/// What a scheme's grammar has beside a path. Where it has none of a component, the component's divider is text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Syntax {
    /// Whether `//` introduces a server; else a name follows it by habit, and `:@[]` divide nothing there.
    pub authority: bool,
    /// Whether `?` begins a query.
    pub query: bool,
    /// Whether `#` begins a fragment.
    pub fragment: bool,
}

impl Syntax {
    /// All that RFC 3986 has.
    pub const GENERIC: Self = Self { authority: true, query: true, fragment: true };
}

/// What had to be done to a text to make it strict.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Repairs {
    /// The first character that no URI may hold, white space and delimiters; Unicode is not counted (RFC 3987).
    pub escaped: Option<usize>,
    /// The first `%` that starts no escape.
    pub bad_percent: Option<usize>,
    /// The first raw control character.
    pub control: Option<usize>,
}

/// The strict form of a text whose scheme ends before byte `start`.
pub fn escape(text: &str, start: usize, syntax: Syntax) -> (String, Repairs) {
    let mut writer = Escaper::new(text, start, syntax);
    while writer.step() {}
    (writer.out, writer.repairs)
}

/// The byte of the text from which this byte of its strict form came.
pub fn place(text: &str, start: usize, syntax: Syntax, escaped: usize) -> usize {
    let mut writer = Escaper::new(text, start, syntax);
    if escaped <= writer.out.len() {
        return escaped;
    }
    let (mut at, mut out) = (writer.at, writer.out.len());
    while writer.out.len() <= escaped {
        (at, out) = (writer.at, writer.out.len());
        if !writer.step() {
            return text.len();
        }
    }
    // Within a run that was copied each byte lies where it lay; all escapes of a character lead to its beginning.
    text.floor_char_boundary((at + escaped - out).min(writer.at - 1))
}

/// The component that is being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Authority,
    Path,
    Query,
    Fragment,
}

struct Escaper<'a> {
    text: &'a str,
    /// The next byte to read, always a character's boundary.
    at: usize,
    syntax: Syntax,
    place: Place,
    out: String,
    repairs: Repairs,
}

impl<'a> Escaper<'a> {
    fn new(text: &'a str, start: usize, syntax: Syntax) -> Self {
        let mut out = String::with_capacity(text.len() + text.len() / 8);
        out.push_str(&text[..start]);
        let mut writer =
            Self { text, at: start, syntax, place: Place::Path, out, repairs: Repairs::default() };
        if text[start..].starts_with("//") {
            writer.copy(2);
            writer.place = Place::Authority;
        }
        writer
    }

    /// Reads one character, or a run of plain ones; false at the end.
    fn step(&mut self) -> bool {
        let rest = &self.text[self.at..];
        let plain = rest.bytes().take_while(|byte| is_plain(*byte)).count();
        if plain > 0 {
            self.copy(plain);
            return true;
        }
        let Some(c) = rest.chars().next() else { return false };
        match c {
            '%' => self.percent(),
            '/' => self.slash(),
            '?' if self.place < Place::Query && self.syntax.query => self.enter(Place::Query),
            '?' if self.place >= Place::Query => self.copy(1),
            '#' if self.place < Place::Fragment && self.syntax.fragment => self.enter(Place::Fragment),
            ':' | '@' | '[' | ']' => self.divider(c),
            _ => self.replace(c),
        }
        true
    }

    fn percent(&mut self) {
        let digits = self.text.as_bytes().get(self.at + 1..self.at + 3);
        if digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)) {
            return self.copy(3);
        }
        self.repairs.bad_percent.get_or_insert(self.at);
        self.write(1);
    }

    fn slash(&mut self) {
        if self.place == Place::Authority {
            self.place = Place::Path;
        }
        self.copy(1);
    }

    fn enter(&mut self, place: Place) {
        self.place = place;
        self.copy(1);
    }

    /// `:` and `@` are plain everywhere but in a name after `//`; brackets belong to a server's address alone.
    fn divider(&mut self, c: char) {
        let in_authority = self.place == Place::Authority;
        let copied = if in_authority { self.syntax.authority } else { matches!(c, ':' | '@') };
        match (copied, in_authority) {
            (true, _) => self.copy(1),
            (false, true) => self.write(1),
            (false, false) => self.replace(c),
        }
    }

    /// Escapes a character that no URI may hold here.
    fn replace(&mut self, c: char) {
        if c.is_control() {
            self.repairs.control.get_or_insert(self.at);
        } else if c.is_ascii() {
            self.repairs.escaped.get_or_insert(self.at);
        }
        self.write(c.len_utf8());
    }

    fn copy(&mut self, count: usize) {
        self.out.push_str(&self.text[self.at..self.at + count]);
        self.at += count;
    }

    fn write(&mut self, count: usize) {
        self.text.as_bytes()[self.at..self.at + count]
            .iter()
            .for_each(|byte| push_escape(&mut self.out, *byte));
        self.at += count;
    }
}

impl PartialOrd for Place {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        (*self as u8).partial_cmp(&(*other as u8))
    }
}

/// Unreserved characters and sub-delimiters: they stand for themselves in every component.
const fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'-' | b'.' | b'_' | b'~')
        || matches!(byte, b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b'+' | b',' | b';' | b'=')
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAME: Syntax = Syntax { authority: false, query: false, fragment: false };

    #[test]
    fn strict_forms() {
        let cases = [
            ("x:a b", Syntax::GENERIC, "x:a%20b"),
            ("x://u:p@[::1]:8/a[1]?b[2]?c#d#e", Syntax::GENERIC, "x://u:p@[::1]:8/a%5B1%5D?b%5B2%5D?c#d%23e"),
            ("x://a:b@[c]/d:e@f", NAME, "x://a%3Ab%40%5Bc%5D/d:e@f"),
            ("x:a?b#c", NAME, "x:a%3Fb%23c"),
            ("x:%41%4%zz%", Syntax::GENERIC, "x:%41%254%25zz%25"),
            ("x:ü\u{7f}\n", Syntax::GENERIC, "x:%C3%BC%7F%0A"),
            ("x:<\">`{|}\\^", Syntax::GENERIC, "x:%3C%22%3E%60%7B%7C%7D%5C%5E"),
            ("x:#?/", Syntax::GENERIC, "x:#?/"),
        ];
        for (text, syntax, strict) in cases {
            assert_eq!(escape(text, 2, syntax).0, strict, "{text}");
        }
    }

    #[test]
    fn repairs_name_the_first_place() {
        let repairs = escape("x:a%zz b\tc", 2, Syntax::GENERIC).1;
        assert_eq!(repairs, Repairs { escaped: Some(6), bad_percent: Some(3), control: Some(8) });
        assert_eq!(escape("x:ü\u{85}", 2, Syntax::GENERIC).1.control, Some(4));
        assert_eq!(escape("x:ü", 2, Syntax::GENERIC).1, Repairs::default());
    }

    #[test]
    fn places_lead_back() {
        let text = "x:a b%zü?";
        let strict = escape(text, 2, NAME).0;
        assert_eq!(strict, "x:a%20b%25z%C3%BC%3F");
        let places: Vec<_> = [2, 3, 5, 6, 7, 10, 11, 14, 17, 20].map(|at| place(text, 2, NAME, at)).into();
        assert_eq!(places, [2, 3, 3, 4, 5, 6, 7, 7, 9, 10]);
    }
}
