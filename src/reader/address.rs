//! Addresses inside the engine: an unguessable one for each page, and one that carries a URI that was clicked.

use std::fmt;

use rustix::rand::{GetRandomFlags, getrandom};

use crate::uri::Part;

/// The scheme of both; no other is ever loaded.
pub const SCHEME: &str = "portero";

/// The name of a page, which no page can guess of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Token(u128);

/// Where the engine wants to go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Address {
    /// A page that may have been issued.
    Page(Token),
    /// A URI, just as it was written in the page.
    Go(String),
}

impl Token {
    /// A new one; `None` where the kernel gives no random bytes.
    pub fn new() -> Option<Self> {
        let mut bytes = [0; 16];
        let length = getrandom(&mut bytes, GetRandomFlags::empty()).ok()?;
        (length == bytes.len()).then(|| Self(u128::from_ne_bytes(bytes)))
    }

    fn read(text: &str) -> Option<Self> {
        let plain = text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        plain.then(|| u128::from_str_radix(text, 16).ok().map(Self)).flatten()
    }
}

impl fmt::Display for Token {
    /// The page's address: `portero://page/` and 32 hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{SCHEME}://page/{:032x}", self.0)
    }
}

/// Reads an address; its fragment is the engine's own affair.
pub fn read(address: &str) -> Option<Address> {
    let rest = address.strip_prefix(SCHEME)?.strip_prefix("://")?;
    if let Some(carried) = rest.strip_prefix("go/") {
        let uri = String::from_utf8(Part::new(carried, 0).bytes().into_owned()).ok()?;
        return (!uri.is_empty()).then_some(Address::Go(uri));
    }
    let page = rest.strip_prefix("page/")?;
    let token = page.split_once('#').map_or(page, |(token, _)| token);
    Token::read(token).map(Address::Page)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uri::encode;

    #[test]
    fn a_page_has_an_address_of_its_own() {
        let (one, other) = (Token::new().unwrap(), Token::new().unwrap());
        assert_ne!(one, other);
        assert_eq!(read(&one.to_string()), Some(Address::Page(one)));
        assert_eq!(read(&format!("{one}#OPTIONS")), Some(Address::Page(one)));
    }

    #[test]
    fn a_carried_uri_is_decoded_once() {
        for uri in ["man:ls(1)", "info:(gcc)G%2B%2B%20and%20GCC", "https://a.example/?q=%25#x", "mailto:ä@b"]
        {
            let address = format!("portero://go/{}", encode(uri.as_bytes(), ""));
            assert_eq!(read(&address), Some(Address::Go(uri.to_owned())), "{uri}");
        }
    }

    #[test]
    fn nothing_else_is_an_address() {
        let strange = [
            "portero://localhost/%2e%2e%2fetc%2fpasswd",
            "portero://other-origin/doc/1",
            "portero://page/",
            "portero://page/../x",
            "portero://page/0123456789abcdef0123456789abcdeF",
            "portero://page/+123456789abcdef0123456789abcdef",
            "portero://go/",
            "portero://go/%ff",
            "portero:page/0123456789abcdef0123456789abcdef",
            "file:///etc/passwd",
            "about:blank",
            "",
        ];
        for address in strange {
            assert_eq!(read(address), None, "{address}");
        }
    }
}
