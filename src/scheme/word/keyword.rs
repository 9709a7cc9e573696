//! A word to look for in manual page descriptions.

use super::{check_start, check_visible, word};
use crate::error::Error;
use crate::message;

word! {
    /// Any visible text without blanks that does not begin with a dash.
    ///
    /// ```
    /// use portero::scheme::word::Keyword;
    /// assert!(Keyword::new("c#").is_ok());
    /// assert!(Keyword::new("--config-file=x").is_err());
    /// ```
    Keyword
}

fn check(text: &str) -> Result<(), Error> {
    if text.is_empty() {
        return Err(Error::malformed(0, message!("there is no word to look for")));
    }
    check_start(text)?;
    check_visible(text)?;
    match text.find(char::is_whitespace) {
        Some(at) => Err(Error::malformed(at, message!("a word holds no blank"))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        super::super::assert_words(Keyword::new, &["copy", "g++", "c#"], &["", "-r", "a b", "a\u{200b}"]);
    }
}
