//! The identity of a news article.

use super::{check_start, word};
use crate::error::Error;
use crate::message;

word! {
    /// `left@right` without the angle brackets (RFC 5536 section 3.1.3); the right side may be `[a domain literal]`.
    ///
    /// ```
    /// use portero::scheme::word::MessageId;
    /// assert!(MessageId::new("5f3a$1@news.example.org").is_ok());
    /// assert!(MessageId::new("no-sign").is_err());
    /// ```
    MessageId
}

fn check(text: &str) -> Result<(), Error> {
    const LONGEST: usize = 250;
    check_start(text)?;
    let (left, right) = text
        .split_once('@')
        .ok_or_else(|| Error::malformed(0, message!("a message has an ‘@’ in its name")))?;
    if left.is_empty() || right.is_empty() {
        return Err(Error::malformed(left.len(), message!("both sides of the ‘@’ are needed")));
    }
    let bad = text
        .char_indices()
        .find(|(at, c)| !c.is_ascii_graphic() || "<>\"(),;\\".contains(*c) || *c == '@' && *at != left.len());
    match bad.map(|(at, _)| at).or((text.len() > LONGEST).then_some(LONGEST)) {
        Some(at) => Err(Error::malformed(at, message!("a message's name cannot hold this"))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identities() {
        super::super::assert_words(
            MessageId::new,
            &["id@host.example", "p06@[10.20.30.108]", "foo/bar+1=2@example.org", "5f3a$1@h"],
            &["", "@", "a@", "@b", "a@b@c", "a b@c", "a@b>", "-a@b", "a@b\r", "ü@b"],
        );
    }
}
