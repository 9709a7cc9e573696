//! The name of an Info manual.

use super::{check_name, is_letter_or_digit, word};
use crate::error::Error;
use crate::message;

word! {
    /// A bare manual name such as `gcc` or `R-intro`: no slash, no leading dot or dash.
    ///
    /// ```
    /// use portero::scheme::word::InfoFile;
    /// assert!(InfoFile::new("g77-3.4").is_ok());
    /// assert!(InfoFile::new("/etc/passwd").is_err());
    /// ```
    InfoFile
}

fn check(text: &str) -> Result<(), Error> {
    if text.starts_with('.') {
        return Err(Error::unsafe_at(0, message!("this is a path, and no manual's name")));
    }
    check_name(text, message!("a manual's name"), |c| is_letter_or_digit(c) || "_.+-@,".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        super::super::assert_words(
            InfoFile::new,
            &["gcc", "R-intro", "g77-3.4", "libstdc++"],
            &["", "-o", ".x", "../x", "a/b", "a b", "<x>", "a:b", "(x", "%41"],
        );
    }
}
