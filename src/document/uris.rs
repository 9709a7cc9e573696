//! The URIs that pages link to, written so that reading them gives the same names again.

use std::borrow::Cow;

use crate::uri;

/// `man:printf(3)`.
pub fn man(name: &str, section: &str) -> String {
    format!("man:{}({})", encode(name, ":@+,"), encode(section, ""))
}

/// `info:(gcc)G%2B%2B%20and%20GCC`.
pub fn info(file: &str, node: &str) -> String {
    format!("info:({}){}", encode(file, ""), encode(node, ""))
}

/// `mailto:` with one address.
pub fn mail(address: &str) -> String {
    format!("mailto:{}", encode(address, "@+"))
}

/// A URI with what may stand in none percent-encoded.
pub fn escaped(uri: &str) -> Cow<'_, str> {
    // Those that are made here are so already.
    if uri.bytes().all(|byte| byte.is_ascii_alphanumeric() || b":/?#@!$&'()*+,;=%-._~".contains(&byte)) {
        return Cow::Borrowed(uri);
    }
    let address = uri.contains("://[");
    Cow::Owned(encode(uri, if address { ":/?#@!$&'()*+,;=%[]" } else { ":/?#@!$&'()*+,;=%" }))
}

/// Percent-encodes all but unreserved characters and those of `keep`.
pub fn encode(text: &str, keep: &str) -> String {
    uri::encode(text.as_bytes(), keep)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_what_would_divide() {
        assert_eq!(man("IO::File", "3pm"), "man:IO::File(3pm)");
        assert_eq!(man("[", "1"), "man:%5B(1)");
        assert_eq!(info("gcc", "G++ and GCC"), "info:(gcc)G%2B%2B%20and%20GCC");
        assert_eq!(escaped("http://ä.example/a[b]?x=%20|"), "http://%C3%A4.example/a%5Bb%5D?x=%20%7C");
        assert_eq!(escaped("http://[::1]:80/"), "http://[::1]:80/");
        assert_eq!(mail("a+b@c.example"), "mailto:a+b@c.example");
    }
}
