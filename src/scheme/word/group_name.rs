//! A newsgroup, or a pattern of newsgroups.

use super::{check_name, is_letter_or_digit, word};
use crate::error::Error;
use crate::message;

word! {
    /// Components of letters, digits, `+`, `-` and `_` joined by dots (RFC 5536 section 3.1.4); `*` and `?` are
    /// wildcards (RFC 5538 section 2.3).
    ///
    /// ```
    /// use portero::scheme::word::GroupName;
    /// assert!(GroupName::new("comp.lang.*").is_ok());
    /// assert!(GroupName::new("../.newsrc").is_err());
    /// ```
    GroupName
}

fn check(text: &str) -> Result<(), Error> {
    check_name(text, message!("a newsgroup's name"), |c| is_letter_or_digit(c) || ".+-_*?".contains(c))?;
    let mut at = 0;
    for component in text.split('.') {
        if component.is_empty() {
            return Err(Error::malformed(at, message!("a newsgroup's name has words between its dots")));
        }
        if component.starts_with('-') {
            return Err(Error::unsafe_at(at, message!("a leading dash could be read as an option")));
        }
        at += component.len() + 1;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        super::super::assert_words(
            GroupName::new,
            &["comp.lang.c++", "*", "comp.*", "example.group.th?se", "de.größe"],
            &["", "-x", "a..b", ".a", "a.", "a/b", "a b", "a\"b", "a.-b", "a\r"],
        );
    }
}
