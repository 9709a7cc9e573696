//! The name of a person on a server.

use super::{check_start, check_visible, word};
use crate::error::Error;
use crate::message;

word! {
    /// A login name. It may be empty (RFC 1738 section 3.2.1) and hold `@`, `:` and `+`; never a leading dash, a
    /// blank, a control, a quote or what a shell reads.
    ///
    /// ```
    /// use portero::scheme::word::User;
    /// assert!(User::new("us@er").is_ok());
    /// assert!(User::new("$(id)").is_err());
    /// ```
    User
}

fn check(text: &str) -> Result<(), Error> {
    check_start(text)?;
    check_visible(text)?;
    let bad = |c: char| c.is_whitespace() || "'\"`´‘’“”$&|;<>(){}[]*?!\\#~^%=".contains(c);
    match text.find(bad) {
        Some(at) => Err(Error::unsafe_at(at, message!("a user's name cannot hold this"))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users() {
        super::super::assert_words(
            User::new,
            &["", "anonymous", "us@er", "a:b", "a+b", "jo.doe_1", "größe"],
            &[
                "-froot",
                "-f root",
                "a b",
                "$(id)",
                "`id`",
                "a'b",
                "a\"b",
                "a;b",
                "a\nb",
                "a\u{202e}b",
                "~root",
            ],
        );
    }
}
