//! The Exec key of a desktop entry (Desktop Entry Specification 1.5, section 7).

/// The field codes that stand for what is opened.
const OPERAND_CODES: &[&str] = &["%u", "%U", "%f", "%F"];

/// The words of an Exec value whose string escapes are already off; field codes still stand in them.
///
/// `None` for an open quote, and for operand codes where the specification forbids them: several of them, or one
/// within other text than an option (`--url=%u`). A shell that got such a text would run what the URI says.
pub fn words(value: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut rest = value.trim_start();
    while !rest.is_empty() {
        let (word, after) = word(rest)?;
        words.push(word);
        rest = after.trim_start();
    }
    codes_stand_well(&words).then_some(words)
}

fn codes_stand_well(words: &[String]) -> bool {
    let mut codes = words.iter().filter(|word| holds_code(word));
    let well = codes.next().is_none_or(|word| {
        let before = OPERAND_CODES.iter().find_map(|code| word.strip_suffix(code));
        before.is_some_and(|before| before.is_empty() || is_option(before) && !holds_code(before))
    });
    well && codes.next().is_none()
}

fn is_option(text: &str) -> bool {
    text.starts_with('-') && !text.contains(char::is_whitespace)
}

fn holds_code(word: &str) -> bool {
    // `%%u` is the text `%u`.
    let unescaped = word.replace("%%", "");
    OPERAND_CODES.iter().any(|code| unescaped.contains(code))
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
    fn what_a_shell_would_misread_is_refused() {
        let refused = [
            r#"a "b"#,
            "a 'b",
            r#"sh -c "show %u""#,
            "sh -c 'cd /; show %F'",
            "show --x=%u--y",
            "env FOO=%u show",
            "show %U %f",
            "show %u%u",
            "sh '-c show %u'",
            "show é%u",
            "show %u€",
        ];
        for value in refused {
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
