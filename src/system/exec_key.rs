//! The Exec key of a desktop entry (Desktop Entry Specification 1.5, section 7).

/// The words of an Exec value whose string escapes are already off; field codes still stand in them. `None` for an
/// open quote.
pub fn words(value: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut rest = value.trim_start();
    while !rest.is_empty() {
        let (word, after) = word(rest)?;
        words.push(word);
        rest = after.trim_start();
    }
    Some(words)
}

/// The first word and what follows it.
fn word(text: &str) -> Option<(String, &str)> {
    let mut word = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            ' ' | '\t' | '\n' | '\r' => return Some((word, &text[at..])),
            '"' | '\'' => push_quoted(&mut word, c, &mut chars)?,
            '\\' => word.push(chars.next().map_or('\\', |(_, next)| next)),
            c => word.push(c),
        }
    }
    Some((word, ""))
}

/// Within double quotes a backslash stands before `"`, `` ` ``, `$` and itself; single quotes, which the
/// specification does not know but files use, hold everything as it is.
fn push_quoted(word: &mut String, quote: char, chars: &mut std::str::CharIndices) -> Option<()> {
    loop {
        match chars.next()?.1 {
            c if c == quote => return Some(()),
            '\\' if quote == '"' => match chars.next()?.1 {
                c @ ('"' | '`' | '$' | '\\') => word.push(c),
                c => word.extend(['\\', c]),
            },
            c => word.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_come_off_and_empty_words_stay() {
        let cases: &[(&str, &[&str])] = &[
            ("show %U", &["show", "%U"]),
            (r#""/opt/My App/run" --x="a b" "" %f"#, &["/opt/My App/run", "--x=a b", "", "%f"]),
            (
                r#"sh -c "exec show \"\$@\"" sh "two words" "" %F"#,
                &["sh", "-c", r#"exec show "$@""#, "sh", "two words", "", "%F"],
            ),
            (r#"a "b\\c\`d\e""#, &["a", r"b\c`d\e"]),
            ("a 'b \"c\" \\'", &["a", "b \"c\" \\"]),
            ("a\\ b  c\\", &["a b", "c\\"]),
            ("  x \"%u\"", &["x", "%u"]),
            ("x \"--url=%u\" %%u %c", &["x", "--url=%u", "%%u", "%c"]),
        ];
        for (value, expected) in cases {
            assert_eq!(words(value).as_deref(), Some(&expected.map_words()[..]), "{value}");
        }
    }

    #[test]
    fn an_open_quote_is_refused() {
        for value in [r#"a "b"#, "a 'b", r#"a "b\""#] {
            assert_eq!(words(value), None, "{value}");
        }
    }

    trait MapWords {
        fn map_words(&self) -> Vec<String>;
    }

    impl MapWords for &[&str] {
        fn map_words(&self) -> Vec<String> {
            self.iter().map(ToString::to_string).collect()
        }
    }
}
