//! A TCP port.

use crate::error::Error;
use crate::message;

/// 1 to 65535.
///
/// ```
/// use portero::scheme::word::Port;
/// assert_eq!(Port::new("8080").unwrap().number(), 8080);
/// assert!(Port::new("+23").is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Port(u16);

/// Ports of other protocols that speak in lines: a URI's text sent there could be understood as commands.
const LINE_PROTOCOLS: &[u16] = &[
    19, 22, 25, 53, 110, 111, 135, 137, 138, 139, 143, 389, 445, 465, 512, 513, 514, 515, 587, 636, 993, 995,
    2049, 3306, 5432, 6379, 6667, 11211,
];

impl Port {
    /// The port of a row in the table of schemes, never zero.
    pub(crate) const fn known(number: u16) -> Self {
        Self(number)
    }

    /// Digits alone, at most five (RFC 3986 section 3.2.3).
    pub fn new(text: &str) -> Result<Self, Error> {
        if let Some(at) = text.find(|c: char| !c.is_ascii_digit()) {
            return Err(Error::malformed(at, message!("a port is a number")));
        }
        let number = Some(text).filter(|text| text.len() <= 5).and_then(|text| text.parse().ok());
        number
            .filter(|number| *number != 0)
            .map(Self)
            .ok_or_else(|| Error::malformed(0, message!("there is no such port")))
    }

    /// The number.
    pub const fn number(self) -> u16 {
        self.0
    }

    /// Whether administrators alone may listen there.
    pub const fn is_reserved(self) -> bool {
        self.0 < 1024
    }

    /// Whether another protocol listens there that takes lines for commands.
    pub fn is_line_protocol(self) -> bool {
        LINE_PROTOCOLS.binary_search(&self.0).is_ok()
    }
}

impl From<Port> for crate::target::Value {
    fn from(port: Port) -> Self {
        Self::Number(port.0.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports() {
        super::super::assert_words(
            Port::new,
            &["1", "23", "65535", "00080"],
            &["", "0", "00000", "65536", "99999", "+23", "0x17", "23 ", "000023", "２３"],
        );
        assert!(LINE_PROTOCOLS.is_sorted());
    }
}
