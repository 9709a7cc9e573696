//! The only place that writes `<`: elements by a stack, text and attributes escaped.

use crate::sanitize;

/// An HTML text in the making.
#[derive(Debug, Default)]
pub struct Writer {
    out: String,
    open: Vec<&'static str>,
}

impl Writer {
    /// A page's first line.
    pub fn doctype(&mut self) {
        self.out.push_str("<!DOCTYPE html>\n");
    }

    /// Opens an element. Names come from the program, values from anywhere.
    pub fn open(&mut self, name: &'static str, attributes: &[(&'static str, &str)]) {
        self.tag(name, attributes);
        self.open.push(name);
    }

    /// Writes an element that has no content (`br`, `hr`, `meta`, `img`).
    pub fn void(&mut self, name: &'static str, attributes: &[(&'static str, &str)]) {
        self.tag(name, attributes);
    }

    /// Closes the innermost element.
    pub fn close(&mut self) {
        if let Some(name) = self.open.pop() {
            self.out.push_str("</");
            self.out.push_str(name);
            self.out.push('>');
        }
    }

    /// Closes the innermost element and ends the line, where a line break is no text.
    pub fn close_line(&mut self) {
        self.close();
        self.out.push('\n');
    }

    /// An element with nothing but text in it.
    pub fn element(&mut self, name: &'static str, attributes: &[(&'static str, &str)], text: &str) {
        self.open(name, attributes);
        self.text(text);
        self.close();
    }

    /// A style sheet of the program's own.
    pub fn style(&mut self, sheet: &'static str) {
        self.out.push_str("<style>\n");
        self.out.push_str(sheet);
        self.out.push_str("</style>\n");
    }

    /// Text from anywhere: markup is escaped, controls are spelled out.
    pub fn text(&mut self, text: &str) {
        escape(&mut self.out, text);
    }

    /// The text, every element closed.
    pub fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close_line();
        }
        self.out
    }

    fn tag(&mut self, name: &'static str, attributes: &[(&'static str, &str)]) {
        self.out.push('<');
        self.out.push_str(name);
        for (attribute, value) in attributes {
            self.out.push(' ');
            self.out.push_str(attribute);
            self.out.push_str("=\"");
            escape(&mut self.out, value);
            self.out.push('"');
        }
        self.out.push('>');
    }
}

fn escape(out: &mut String, text: &str) {
    // Nearly all text is plain: it is copied at once.
    let plain = text.bytes().position(|byte| !is_plain(byte)).unwrap_or(text.len());
    let (plain, text) = text.split_at(plain);
    out.push_str(plain);
    let text = sanitize::block(text);
    let mut done = 0;
    for (at, c) in text.char_indices() {
        let Some(escaped) = escaped(c) else { continue };
        out.push_str(&text[done..at]);
        out.push_str(escaped);
        done = at + c.len_utf8();
    }
    out.push_str(&text[done..]);
}

const fn is_plain(byte: u8) -> bool {
    matches!(byte, b' '..=b'~' | b'\n' | b'\t') && !matches!(byte, b'&' | b'<' | b'>' | b'"')
}

const fn escaped(c: char) -> Option<&'static str> {
    Some(match c {
        '&' => "&amp;",
        '<' => "&lt;",
        '>' => "&gt;",
        '"' => "&quot;",
        '\0'..='\u{fdcf}' => return None,
        // Noncharacters may stand in no document (HTML 13.1).
        '\u{fdd0}'..='\u{fdef}' => "\u{fffd}",
        c if c as u32 & 0xfffe == 0xfffe => "\u{fffd}",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_and_closes() {
        let mut writer = Writer::default();
        writer.open("p", &[("id", "a\"><script>")]);
        writer.element("b", &[], "x < y & \u{1b}");
        writer.void("br", &[]);
        let expected = "<p id=\"a&quot;&gt;&lt;script&gt;\"><b>x &lt; y &amp; &lt;U+001B&gt;</b><br></p>\n";
        assert_eq!(writer.finish(), expected);
    }

    #[test]
    fn closing_too_often_does_nothing() {
        let mut writer = Writer::default();
        writer.close();
        writer.text("\u{ffff}");
        assert_eq!(writer.finish(), "\u{fffd}");
    }
}
