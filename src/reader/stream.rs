//! A page on its way to the engine: its beginning first, so that it is on the screen while the rest is still coming.

use std::io::{self, Read};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::address::Token;
use super::pages::{Pages, Place};

/// So much of the text comes first, in bytes: some screenfuls.
const BEGINNING: usize = 24 * 1024;

/// A rest that is shorter comes along, in bytes.
const SHORT: usize = 64 * 1024;

/// How long the rest waits. An engine lays out all that it has before it paints any of it.
const PAUSE: Duration = Duration::from_millis(100);

/// The bytes of a page, which may still be in the making.
pub struct Stream {
    pages: Arc<Pages>,
    token: Token,
    made: Option<Made>,
    at: usize,
}

struct Made {
    html: Vec<u8>,
    /// Where the rest begins.
    beginning: usize,
}

impl Stream {
    /// The page of an address; `None` where that was never issued.
    pub fn of(pages: &Arc<Pages>, token: Token) -> Option<Self> {
        pages.place(token).map(|_| Self { pages: Arc::clone(pages), token, made: None, at: 0 })
    }
}

impl Made {
    fn wait(pages: &Pages, token: Token) -> Self {
        let html = pages.html(token).unwrap_or_default().into_bytes();
        let text = html.windows(5).position(|window| window == b"<main").unwrap_or(0);
        let beginning = text + BEGINNING;
        // A page that is shown from somewhere in its middle on must be there as a whole.
        let whole = pages.place(token).as_ref().is_some_and(Place::may_have_target);
        let beginning = if whole || html.len() < beginning + SHORT { html.len() } else { beginning };
        Self { html, beginning }
    }
}

impl Read for Stream {
    /// Waits for the page, and before its rest.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let made = self.made.get_or_insert_with(|| Made::wait(&self.pages, self.token));
        let (beginning, length) = (made.beginning, made.html.len());
        if self.at == beginning && beginning < length {
            thread::sleep(PAUSE);
        }
        let end = if self.at < beginning { beginning } else { length };
        let count = made.html.get(self.at..end).unwrap_or_default().read(buffer)?;
        self.at += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::super::address::Token;
    use super::super::pages::{Facts, Page};
    use super::*;

    fn stream(uri: &str, length: usize) -> Stream {
        let pages = Pages::new(move |_| {
            let html = format!("<nav></nav><main>{}", "x".repeat(length - 17));
            Page { html, facts: Facts::default() }
        });
        let token = pages.begin(Place::Uri(uri.to_owned())).unwrap();
        Stream::of(&pages, token).unwrap()
    }

    #[test]
    fn all_of_it_comes_a_long_one_in_two_parts() {
        let long = BEGINNING + 2 * SHORT;
        let rows = [("man:a", 100, 100), ("man:a", long, 11 + BEGINNING), ("man:a#b", long, long)];
        for (uri, length, first) in rows {
            let mut stream = stream(uri, length);
            let mut buffer = vec![0; length + 1];
            assert_eq!(stream.read(&mut buffer).unwrap(), first, "{uri} {length}");
            let mut rest = Vec::new();
            stream.read_to_end(&mut rest).unwrap();
            assert_eq!(first + rest.len(), length, "{uri} {length}");
        }
    }

    #[test]
    fn what_was_never_issued_has_none() {
        let pages = Pages::new(|_| Page::default());
        assert!(Stream::of(&pages, Token::new().unwrap()).is_none());
    }
}
