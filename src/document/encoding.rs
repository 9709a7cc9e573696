//! Bytes of unknown encoding to text.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

/// Decodes a text: UTF-8 where it is valid, else the encoding that it names (an Emacs coding tag in its first two
/// lines or in its Local Variables), else the one given, else Windows-1252, which every byte fits.
pub fn decode(bytes: &[u8], fallback: Option<&str>) -> String {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return encoding.decode(bytes).0.into_owned();
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.to_owned();
    }
    // A text that names UTF-8 and breaks it in one place is still UTF-8.
    let encoding = tag(bytes).or_else(|| fallback.and_then(lookup)).unwrap_or(WINDOWS_1252);
    encoding.decode_without_bom_handling(bytes).0.into_owned()
}

/// The encoding that was most used for manual pages of a language before UTF-8.
pub fn of_language(language: &str) -> Option<&'static str> {
    let language = language.split(['_', '.', '@']).next().unwrap_or_default();
    Some(match language {
        "cs" | "hr" | "hu" | "pl" | "ro" | "sk" | "sl" => "iso-8859-2",
        "ja" => "euc-jp",
        "ko" => "euc-kr",
        "ru" | "bg" => "koi8-r",
        "uk" => "koi8-u",
        "tr" => "iso-8859-9",
        "el" => "iso-8859-7",
        "lt" | "lv" => "iso-8859-13",
        "zh" => "gb18030",
        _ => return None,
    })
}

/// The encoding that a file names for itself.
pub fn named(bytes: &[u8]) -> Option<&'static str> {
    tag(bytes).map(Encoding::name)
}

/// `coding: NAME` near the start or the end.
fn tag(bytes: &[u8]) -> Option<&'static Encoding> {
    const NEAR: usize = 3000;
    let head = bytes.split(|byte| *byte == b'\n').take(2).map(<[u8]>::len).sum::<usize>() + 1;
    let head = &bytes[..head.min(bytes.len()).min(NEAR)];
    let tail = &bytes[bytes.len().saturating_sub(NEAR)..];
    [head, tail].into_iter().find_map(|part| name_after(part, "coding:").and_then(|name| lookup(&name)))
}

fn name_after(part: &[u8], word: &str) -> Option<String> {
    let text = String::from_utf8_lossy(part);
    let (_, rest) = text.split_once(word)?;
    let good = |c: char| c.is_ascii_alphanumeric() || "-_:.".contains(c);
    Some(rest.trim_start_matches([' ', '\t']).chars().take_while(|c| good(*c)).collect())
}

fn lookup(name: &str) -> Option<&'static Encoding> {
    let name = name.trim_end_matches("-unix").trim_end_matches("-dos");
    match name {
        "us-ascii" => Some(UTF_8),
        "latin-1" | "latin1" => Some(WINDOWS_1252),
        _ => Encoding::for_label(name.as_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_encoding() {
        let cases: &[(&[u8], Option<&str>, &str)] = &[
            ("é".as_bytes(), None, "é"),
            (b"\xe9", None, "é"),
            (b"\xfe\xff\0a", None, "a"),
            (b"-*- coding: iso-8859-15 -*-\n\xa4", None, "-*- coding: iso-8859-15 -*-\n€"),
            (b"\xc1\n", Some("koi8-r"), "а\n"),
            (
                b"\xa4\nLocal Variables:\ncoding: ISO-8859-15\n",
                None,
                "€\nLocal Variables:\ncoding: ISO-8859-15\n",
            ),
            (b"coding: utf-8\n\xff", None, "coding: utf-8\n\u{fffd}"),
        ];
        for (bytes, fallback, text) in cases {
            assert_eq!(decode(bytes, *fallback), *text);
        }
    }
}
