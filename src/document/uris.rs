//! The URIs that pages link to, written so that reading them gives the same names again.

use std::fmt::Write as _;

/// `man:printf(3)`.
pub fn man(name: &str, section: &str) -> String {
    format!("man:{}({})", encode(name, ":@+,"), encode(section, ""))
}

/// `info:(gcc)G%2B%2B%20and%20GCC`.
pub fn info(file: &str, node: &str) -> String {
    format!("info:({}){}", encode(file, ""), encode(node, ""))
}

/// `file:///tmp/a%20b`, from the bytes of an absolute path.
pub fn file(path: &[u8]) -> String {
    let mut uri = String::from("file://");
    push_encoded(&mut uri, path, "/:@+,=");
    uri
}

/// Percent-encodes all but unreserved characters and those of `keep` (RFC 3986 2.1 and 2.3).
pub fn encode(text: &str, keep: &str) -> String {
    let mut out = String::with_capacity(text.len());
    push_encoded(&mut out, text.as_bytes(), keep);
    out
}

fn push_encoded(out: &mut String, bytes: &[u8], keep: &str) {
    for byte in bytes {
        let c = char::from(*byte);
        if c.is_ascii_alphanumeric() || "-._~".contains(c) || (c.is_ascii() && keep.contains(c)) {
            out.push(c);
        } else {
            // Writing into a String cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_what_would_divide() {
        assert_eq!(man("IO::File", "3pm"), "man:IO::File(3pm)");
        assert_eq!(man("[", "1"), "man:%5B(1)");
        assert_eq!(info("gcc", "G++ and GCC"), "info:(gcc)G%2B%2B%20and%20GCC");
        assert_eq!(file("/a b/ü#?%".as_bytes()), "file:///a%20b/%C3%BC%23%3F%25");
    }
}
