//! A section of the manual.

use super::word;
use crate::error::Error;
use crate::message;

word! {
    /// A digit or one of the letters `l`, `n`, `o`, then letters, digits and `+`: `1`, `3p`, `3const`, `n`.
    ///
    /// ```
    /// use portero::scheme::word::Section;
    /// assert!(Section::new("3pm").is_ok());
    /// assert!(Section::new("1;reboot").is_err());
    /// ```
    Section
}

fn check(text: &str) -> Result<(), Error> {
    const LONGEST: usize = 16;
    if !text.starts_with(|c: char| c.is_ascii_digit() || "lno".contains(c)) {
        return Err(Error::malformed(0, message!("a section begins with a digit, or is n, l or o")));
    }
    let bad = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '+');
    match bad.or((text.len() > LONGEST).then_some(LONGEST)) {
        Some(at) => {
            Err(Error::malformed(at, message!("a section is a digit followed by letters and digits")))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections() {
        super::super::assert_words(
            Section::new,
            &["1", "3p", "3pm", "2type", "n", "l", "3X11", "3ncurses"],
            &["", "index", "-P", "1 ", "1;x", "x", "3p/", "1aaaaaaaaaaaaaaaaaaa"],
        );
    }
}
