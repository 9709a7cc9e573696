//! The name of a manual page.

use super::{check_name, is_letter_or_digit, word};
use crate::error::Error;
use crate::message;

word! {
    /// A page's name as man-db has them: `ls`, `[`, `g++`, `std::vector`, `user@.service`, `operator()`. No slash, no
    /// blank, no `%`, no leading dash or tilde.
    ///
    /// ```
    /// use portero::scheme::word::PageName;
    /// assert!(PageName::new("IO::File").is_ok());
    /// assert!(PageName::new("../etc/passwd").is_err());
    /// ```
    PageName
}

fn check(text: &str) -> Result<(), Error> {
    if text.starts_with('~') || text.chars().all(|c| c == '.') && !text.is_empty() {
        return Err(Error::unsafe_at(0, message!("this is a path, and no page's name")));
    }
    if text.starts_with(['(', ')']) {
        return Err(Error::malformed(0, message!("a page's name begins with no parenthesis")));
    }
    check_name(text, message!("a page's name"), |c| is_letter_or_digit(c) || "_.:+-@[](),=^~!".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        super::super::assert_words(
            PageName::new,
            &["ls", "[", "g++", "user@.service", "std::vector", "a,b", "operator()", "python3.11", "größe"],
            &["", "-x", "a/b", "..", "~x", "a b", "a;b", "%20", "a\\b", "\u{2212}P", "a\u{200b}", "<x>"],
        );
    }
}
