//! Encoded words in headers (RFC 2047).

use encoding_rs::Encoding;

/// The text with its encoded words decoded; `None` when it holds none. White space between two of them vanishes
/// (section 6.2). A word in an unknown charset or with broken bytes stays as it is.
pub fn decode(text: &str) -> Option<String> {
    if !text.contains("=?") {
        return None;
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut found = false;
    while let Some(start) = rest.find("=?") {
        let (before, word) = rest.split_at(start);
        let Some((decoded, after)) = encoded_word(word) else {
            out.push_str(&rest[..start + 2]);
            rest = &rest[start + 2..];
            found = false;
            continue;
        };
        if !(found && before.chars().all(char::is_whitespace)) {
            out.push_str(before);
        }
        out.push_str(&decoded);
        rest = after;
        found = true;
    }
    out.push_str(rest);
    (out != text).then_some(out)
}

/// Longer than any word that section 2 allows, so that a search for its end stays short.
const LONGEST: usize = 1000;

/// `=?charset?encoding?text?=` at the very beginning, and what follows it.
fn encoded_word(text: &str) -> Option<(String, &str)> {
    let near = &text[..text.floor_char_boundary(LONGEST)];
    let (charset, rest) = near.strip_prefix("=?")?.split_once('?')?;
    let (encoding, rest) = rest.split_once('?')?;
    let (content, rest) = rest.split_once("?=")?;
    let after = &text[near.len() - rest.len()..];
    if content.contains(|c: char| c == '?' || c.is_whitespace()) {
        return None;
    }
    let bytes = match encoding {
        "Q" | "q" => quoted(content)?,
        "B" | "b" => base64(content)?,
        _ => return None,
    };
    // RFC 2231 section 5: a language may follow the charset.
    let charset = charset.split('*').next().unwrap_or(charset);
    let text = Encoding::for_label(charset.as_bytes())?
        .decode_without_bom_handling_and_without_replacement(&bytes)?;
    Some((text.into_owned(), after))
}

/// Section 4.2.
fn quoted(content: &str) -> Option<Vec<u8>> {
    let mut bytes = content.bytes();
    let mut out = Vec::with_capacity(content.len());
    while let Some(byte) = bytes.next() {
        out.push(match byte {
            b'_' => b' ',
            b'=' => u8::try_from(digit(bytes.next()?)? * 16 + digit(bytes.next()?)?).ok()?,
            _ => byte,
        });
    }
    Some(out)
}

fn digit(byte: u8) -> Option<u32> {
    char::from(byte).to_digit(16)
}

/// Section 4.1; padding may be missing.
fn base64(content: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(content.len() * 3 / 4);
    let (mut bits, mut count) = (0_u32, 0);
    for byte in content.trim_end_matches('=').bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push(u8::try_from(bits >> count & 0xff).ok()?);
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        let cases = [
            ("=?utf-8?Q?caf=C3=A9?=", Some("café")),
            ("=?iso-8859-1?q?caf=E9?=", Some("café")),
            ("=?UTF-8?B?Y2Fmw6k=?=", Some("café")),
            ("=?utf-8*en?Q?a_b?=", Some("a b")),
            ("=?utf-8?Q?a?= =?utf-8?Q?b?=", Some("ab")),
            ("x =?utf-8?Q?a?= y", Some("x a y")),
            ("=?utf-8?Q?=C2=A1x!?=", Some("¡x!")),
            ("plain", None),
            ("=?nonsense?Q?a?=", None),
            ("=?utf-8?Q?=FF?=", None),
            ("=?utf-8?X?a?=", None),
            ("=?utf-8?Q?a b?=", None),
            ("=?", None),
        ];
        for (text, decoded) in cases {
            assert_eq!(decode(text).as_deref(), decoded, "{text}");
        }
    }
}
