//! Passwords in a text that may not even be a URI.

use std::borrow::Cow;

/// The text with `:password` of its user information replaced. Where the authority does not parse because the password
/// holds a raw `/`, `?` or `#`, everything up to the last `@` is taken for it.
pub fn masked<'a>(text: &'a str, replacement: &str) -> Cow<'a, str> {
    match password(text) {
        Some((start, end)) => Cow::Owned(format!("{}{replacement}{}", &text[..start], &text[end..])),
        None => Cow::Borrowed(text),
    }
}

/// From the colon before the password to the `@` behind it.
fn password(text: &str) -> Option<(usize, usize)> {
    let start = if text.starts_with("//") { 2 } else { text.find("://")? + 3 };
    let end = text[start..].find(['/', '?', '#']).map_or(text.len(), |at| start + at);
    if let Some(at) = text[start..end].rfind('@') {
        let colon = text[start..start + at].find(':')?;
        return Some((start + colon, start + at));
    }
    let colon = start + text[start..end].find(':')?;
    let at = text[end..].rfind('@').map(|at| end + at)?;
    let is_port = text[colon + 1..end].bytes().all(|byte| byte.is_ascii_digit());
    (!is_port && !text[start..end].contains(['[', ']'])).then_some((colon, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_masked() {
        let cases = [
            ("http://u:p@h/", "http://u:***@h/"),
            ("http://u:p:q@h/x:y@z", "http://u:***@h/x:y@z"),
            ("ftp://u:p/w@h/x", "ftp://u:***@h/x"),
            ("//u:p@h", "//u:***@h"),
            ("http://u@h/a:b@c", "http://u@h/a:b@c"),
            ("http://h:80/a@b", "http://h:80/a@b"),
            ("http://[::1]/a@b", "http://[::1]/a@b"),
            ("mailto:a@b", "mailto:a@b"),
            ("http://u:@h", "http://u:***@h"),
        ];
        for (text, shown) in cases {
            assert_eq!(masked(text, ":***"), shown);
        }
    }
}
