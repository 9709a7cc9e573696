//! The names inside a help URI.

use super::{check_name, is_letter_or_digit, word};
use crate::error::Error;
use crate::message;

word! {
    /// A help document or one segment of a page's name: letters, digits and `_.:+-@,`; no leading dot or dash.
    ///
    /// ```
    /// use portero::scheme::word::HelpId;
    /// assert!(HelpId::new("gnome-help").is_ok());
    /// assert!(HelpId::new("runscript=x").is_err());
    /// ```
    HelpId
}

fn check(text: &str) -> Result<(), Error> {
    if text.starts_with('.') {
        return Err(Error::unsafe_at(0, message!("this is a path, and no name in a help document")));
    }
    check_name(text, message!("a help document's name"), |c| is_letter_or_digit(c) || "_.:+-@,".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        super::super::assert_words(
            HelpId::new,
            &["gedit", "gnome-help", "index.html", "a_b"],
            &["", "..", "-x", "a=b", "a<b", "a b", "a%b", "a/b"],
        );
    }
}
