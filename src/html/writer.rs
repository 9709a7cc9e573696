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
    for c in sanitize::block(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // Noncharacters may stand in no document (HTML 13.1).
            '\u{fdd0}'..='\u{fdef}' => out.push('\u{fffd}'),
            c if u32::from(c) & 0xfffe == 0xfffe => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
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
