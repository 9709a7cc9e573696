//! Building, joining and cutting of styled text.

use super::model::{Span, Spans, Style};

impl Spans {
    /// Text without any style.
    pub fn plain(text: impl Into<String>) -> Self {
        Self::styled(text, Style::PLAIN)
    }

    /// Text of one style.
    pub fn styled(text: impl Into<String>, style: Style) -> Self {
        Self(vec![Span { text: text.into(), style, link: None }])
    }

    /// A link with its words.
    pub fn link(text: impl Into<String>, uri: impl Into<String>) -> Self {
        Self(vec![Span { text: text.into(), style: Style::PLAIN, link: Some(uri.into()) }])
    }

    /// Adds text, to the last span where style and link are the same.
    pub fn push(&mut self, text: &str, style: Style, link: Option<&str>) {
        if text.is_empty() {
            return;
        }
        match self.0.last_mut() {
            Some(last) if last.style == style && last.link.as_deref() == link => last.text.push_str(text),
            _ => self.0.push(Span { text: text.to_owned(), style, link: link.map(str::to_owned) }),
        }
    }

    /// Adds plain text.
    pub fn push_plain(&mut self, text: &str) {
        self.push(text, Style::PLAIN, None);
    }

    /// Adds all spans of another text.
    pub fn append(&mut self, other: &Self) {
        for span in &other.0 {
            self.push(&span.text, span.style, span.link.as_deref());
        }
    }

    /// Its bare text.
    pub fn text(&self) -> String {
        self.0.iter().map(|span| span.text.as_str()).collect()
    }

    /// Whether there is nothing to read in it.
    pub fn is_blank(&self) -> bool {
        self.0.iter().all(|span| span.text.trim().is_empty())
    }

    /// The part between two byte offsets of [`Self::text`].
    #[must_use]
    pub fn slice(&self, from: usize, to: usize) -> Self {
        self.cutter().cut(from, to)
    }

    /// For cutting many parts out, one after the other, without walking the whole text for each.
    pub fn cutter(&self) -> Cutter<'_> {
        Cutter { rest: &self.0, at: 0 }
    }

    /// Without the white space at both ends.
    #[must_use]
    pub fn trimmed(&self) -> Self {
        let text = self.text();
        let start = text.len() - text.trim_start().len();
        self.slice(start, text.trim_end().len().max(start))
    }

    /// The same with every span looking like this as well.
    #[must_use]
    pub fn with_code(mut self) -> Self {
        self.0.iter_mut().for_each(|span| span.style.code = true);
        self
    }

    /// Whether everything that can be seen is bold.
    pub fn is_bold(&self) -> bool {
        !self.is_blank() && self.0.iter().all(|span| span.style.bold || span.text.trim().is_empty())
    }

    /// The lines of a text with breaks in it.
    pub fn lines(&self) -> Vec<Self> {
        let text = self.text();
        let mut cutter = self.cutter();
        let mut start = 0;
        text.split('\n')
            .map(|line| {
                let end = start + line.len();
                let part = cutter.cut(start, end);
                start = end + 1;
                part
            })
            .collect()
    }
}

/// What is still to be cut of a text.
#[derive(Debug)]
pub struct Cutter<'a> {
    rest: &'a [Span],
    /// Where `rest` starts in the whole text.
    at: usize,
}

impl Cutter<'_> {
    /// The part between two byte offsets of the whole text; each part starts where the last one did, or behind.
    pub fn cut(&mut self, from: usize, to: usize) -> Spans {
        while let Some((first, rest)) = self.rest.split_first()
            && self.at + first.text.len() <= from
        {
            self.at += first.text.len();
            self.rest = rest;
        }
        let mut out = Spans::default();
        let mut at = self.at;
        for span in self.rest {
            if at >= to {
                break;
            }
            let start = from.clamp(at, at + span.text.len()) - at;
            let end = to.clamp(at, at + span.text.len()) - at;
            if let Some(text) = span.text.get(start..end) {
                out.push(text, span.style, span.link.as_deref());
            }
            at += span.text.len();
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Spans {
        let mut spans = Spans::styled("ls", Style::BOLD);
        spans.push_plain("(1) and ");
        spans.push("päge", Style::ITALIC, Some("man:x"));
        spans
    }

    #[test]
    fn slices_cut_at_span_borders_and_inside() {
        assert_eq!(sample().slice(0, 5).0.len(), 2);
        assert_eq!(sample().slice(1, 4).text(), "s(1");
        assert_eq!(sample().slice(90, 95), Spans::default());
        assert_eq!(sample().slice(10, 90).0[0].link.as_deref(), Some("man:x"));
    }

    #[test]
    fn equal_neighbours_are_one_span() {
        let mut spans = Spans::plain("a");
        spans.push_plain("b");
        spans.append(&Spans::plain("c"));
        assert_eq!(spans, Spans::plain("abc"));
    }

    #[test]
    fn trims_and_divides() {
        assert_eq!(Spans::plain("  a b\n").trimmed(), Spans::plain("a b"));
        assert_eq!(Spans::plain(" ").trimmed(), Spans::default());
        let lines = Spans::plain("a\n\nb").lines();
        assert_eq!(lines.iter().map(Spans::text).collect::<Vec<_>>(), ["a", "", "b"]);
    }

    #[test]
    fn bold_ignores_blanks() {
        let mut spans = Spans::styled("NAME", Style::BOLD);
        spans.push_plain(" ");
        assert!(spans.is_bold());
        assert!(!Spans::plain(" ").is_bold());
    }
}
