//! The string form of search filters (RFC 4515).

use crate::error::Error;
use crate::message;

/// How deep filters may nest.
const DEEPEST: usize = 64;

/// Accepts exactly one filter in its parentheses.
pub fn check(text: &str) -> Result<(), Error> {
    let end = filter(text, 0, 0)?;
    if end == text.len() { Ok(()) } else { Err(bad(end)) }
}

/// Reads `(…)` at a byte and returns the byte after it.
fn filter(text: &str, at: usize, depth: usize) -> Result<usize, Error> {
    if depth > DEEPEST {
        return Err(bad(at));
    }
    let inner = expect(text, at, '(')?;
    let end = match text[inner..].chars().next() {
        Some('&' | '|') => filters(text, inner + 1, depth + 1)?,
        Some('!') => filter(text, inner + 1, depth + 1)?,
        _ => item(text, inner)?,
    };
    expect(text, end, ')')
}

/// Any number of filters: RFC 4526 allows none.
fn filters(text: &str, mut at: usize, depth: usize) -> Result<usize, Error> {
    while text[at..].starts_with('(') {
        at = filter(text, at, depth)?;
    }
    Ok(at)
}

/// `attribute=value`, also with `~=`, `>=`, `<=` and `:rule:=`; `*`, `(`, `)` and NUL in values are escaped.
fn item(text: &str, at: usize) -> Result<usize, Error> {
    let sign = text[at..].find('=').map(|offset| at + offset).ok_or_else(|| bad(at))?;
    let attribute = text[at..sign].trim_end_matches(['~', '>', '<', ':']);
    let good = |c: char| c.is_ascii_alphanumeric() || "-.;:".contains(c);
    if let Some(offset) = attribute.find(|c: char| !good(c)) {
        return Err(bad(at + offset));
    }
    if attribute.starts_with('-') || attribute.is_empty() && sign == at {
        return Err(bad(at));
    }
    value(text, sign + 1)
}

fn value(text: &str, at: usize) -> Result<usize, Error> {
    let end = text[at..].find(['(', ')']).map(|offset| at + offset).ok_or_else(|| bad(text.len()))?;
    for (offset, _) in text[at..end].match_indices('\\') {
        let digits = text.as_bytes().get(at + offset + 1..at + offset + 3);
        if !digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)) {
            return Err(bad(at + offset));
        }
    }
    Ok(end)
}

fn expect(text: &str, at: usize, c: char) -> Result<usize, Error> {
    if text[at..].starts_with(c) { Ok(at + c.len_utf8()) } else { Err(bad(at)) }
}

fn bad(at: usize) -> Error {
    Error::malformed(at, message!("the filter is wrong here"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_of_the_standard() {
        let good = [
            "(objectClass=*)",
            "(cn=Babs Jensen)",
            "(!(cn=Tim Howes))",
            "(&(objectClass=Person)(|(sn=Jensen)(cn=Babs J*)))",
            "(o=univ*of*mich*)",
            "(seeAlso=)",
            "(cn:caseExactMatch:=Fred Flintstone)",
            "(sn:dn:2.4.6.8.10:=Barney Rubble)",
            "(:1.2.3:=Wilma Flintstone)",
            "(:DN:2.4.6.8.10:=Dino)",
            "(four-octet=\\00\\00\\00\\04)",
            "(age>=3)",
            "(&)",
        ];
        for text in good {
            assert_eq!(check(text), Ok(()), "{text}");
        }
    }

    #[test]
    fn broken_filters() {
        let bad = [
            "",
            "(",
            "()",
            "(cn=*)(uid=*",
            "(cn=*)(uid=*)",
            "(cn)",
            "((cn=a))",
            "(cn=a",
            "cn=a",
            "(!(a=b)(c=d))",
            "(a=\\zz)",
            "(a=\\4)",
            "(a b=c)",
            "(-f=x)",
            "(=x)",
        ];
        for text in bad {
            assert!(check(text).is_err(), "{text}");
        }
        assert!(check(&format!("{}(a=b){}", "(!".repeat(100), ")".repeat(100))).is_err());
    }
}
