//! The catalogues of `data/locale` hold what the code says, no more and no less, and keep its places.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::str::CharIndices;

use polib::po_file;

use crate::builder::package;
use crate::layers::{programs, sources, without_tests};

const LANGUAGES: &[&str] = &["es", "ru"];

/// An entry of a catalogue: the English text, its second form, and what is said for them.
struct Entry {
    text: String,
    plural: Option<String>,
    said: Vec<String>,
}

#[test]
fn each_text_is_in_each_catalogue_and_no_other() {
    let texts = texts();
    for language in LANGUAGES {
        let known: BTreeSet<String> = entries(language).into_iter().map(|entry| entry.text).collect();
        let missing: Vec<_> = texts.keys().filter(|text| !known.contains(*text)).collect();
        let unused: Vec<_> = known.iter().filter(|text| !texts.contains_key(*text)).collect();
        assert!(missing.is_empty(), "{language}.po lacks {missing:#?}");
        assert!(unused.is_empty(), "{language}.po has what is said nowhere: {unused:#?}");
    }
}

/// A text that is not [`message!`]'s can only come in by [`Message::quoted`]: no sentence of ours stands there.
#[test]
fn what_is_quoted_is_not_our_own() {
    for file in sources().into_iter().chain(programs()) {
        let source = without_tests(&fs::read_to_string(&file).unwrap());
        for call in source.split("quoted(").skip(1) {
            let words = literal(call.trim_start_matches("format!(")).map(|(text, _)| without_places(&text));
            let ours = words.is_some_and(|words| words.contains(char::is_alphabetic));
            assert!(!ours, "{} quotes words of our own: {}", file.display(), &call[..call.len().min(80)]);
        }
    }
}

/// Our own words on a page go through the person's language.
#[test]
fn pages_are_made_of_what_is_said() {
    let makers = ["Block::text(", "Spans::plain(", "Spans::link(", "title: ", "label: "];
    let rooms = ["document", "reader"].map(|room| package().join("src").join(room));
    for file in sources().into_iter().filter(|file| rooms.iter().any(|room| file.starts_with(room))) {
        let source = without_tests(&fs::read_to_string(&file).unwrap());
        for maker in makers {
            let words = source.split(maker).skip(1).filter_map(literal).map(|(text, _)| text);
            let ours: Vec<_> = words.filter(|text| text.contains(char::is_alphabetic)).collect();
            assert!(ours.is_empty(), "{} says {ours:?} in English only", file.display());
        }
    }
}

#[test]
fn each_entry_says_all_forms_with_the_same_places() {
    let texts = texts();
    for (language, forms) in [("es", 2), ("ru", 3)] {
        for Entry { text, plural, said } in entries(language) {
            assert_eq!(texts.get(&text), Some(&plural), "{language}: {text}");
            assert_eq!(said.len(), if plural.is_some() { forms } else { 1 }, "{language}: {text}");
            let wanted = places(plural.as_deref().unwrap_or(&text));
            for form in said {
                assert!(!form.is_empty(), "{language}: {text} is not translated");
                assert_eq!(places(&form), wanted, "{language}: {text}");
                assert_eq!(edges(&form), edges(&text), "{language}: the blanks at the ends of {text}");
            }
        }
    }
}

#[test]
fn no_text_is_there_twice() {
    for language in LANGUAGES {
        let lines = fs::read_to_string(path(language)).unwrap();
        let texts: Vec<_> = lines.lines().filter(|line| line.starts_with("msgid \"")).collect();
        let different: BTreeSet<_> = texts.iter().collect();
        assert_eq!(texts.len(), different.len(), "{language}.po has a text twice");
        assert!(!lines.contains(", fuzzy"), "{language}.po has a doubtful entry");
    }
}

fn path(language: &str) -> PathBuf {
    package().join("data/locale").join(format!("{language}.po"))
}

fn entries(language: &str) -> Vec<Entry> {
    let catalogue = po_file::parse(&path(language)).unwrap();
    let entry = |message: &dyn polib::message::MessageView| Entry {
        text: message.msgid().to_owned(),
        plural: message.msgid_plural().ok().map(str::to_owned),
        said: match message.msgstr_plural() {
            Ok(forms) => forms.clone(),
            Err(_) => vec![message.msgstr().unwrap_or_default().to_owned()],
        },
    };
    catalogue.messages().map(entry).collect()
}

/// Every text that the code says, and its second form.
fn texts() -> BTreeMap<String, Option<String>> {
    let mut texts = BTreeMap::new();
    for file in sources().into_iter().chain(programs()) {
        let source = without_tests(&fs::read_to_string(&file).unwrap());
        let code: Vec<&str> = source.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        for call in code.join("\n").split("message!(").skip(1) {
            let Some((one, rest)) = literal(call) else { continue };
            let other = rest.trim_start().strip_prefix('|').and_then(literal).map(|(other, _)| other);
            texts.insert(one, other);
        }
    }
    texts.extend(portero::cli::help_texts().into_iter().map(|text| (text, None)));
    texts
}

/// The text literal that a piece of code begins with, and what follows it.
fn literal(code: &str) -> Option<(String, &str)> {
    let inner = code.trim_start().strip_prefix('"')?;
    let (mut text, mut rest) = (String::new(), inner.char_indices());
    while let Some((at, c)) = rest.next() {
        match c {
            '"' => return Some((text, &inner[at + 1..])),
            '\\' => match rest.next()?.1 {
                'n' => text.push('\n'),
                '\n' => rest = after_blanks(inner, rest.as_str()),
                escaped => text.push(escaped),
            },
            c => text.push(c),
        }
    }
    None
}

/// A broken line goes on with its first character that is no blank.
fn after_blanks<'a>(inner: &'a str, rest: &str) -> CharIndices<'a> {
    let start = inner.len() - rest.trim_start().len();
    let mut chars = inner.char_indices();
    inner[..start].chars().for_each(|_| _ = chars.next());
    chars
}

/// The names in braces; `{{` is a brace.
fn places(text: &str) -> BTreeSet<String> {
    let text = text.replace("{{", "").replace("}}", "");
    text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0.to_owned())).collect()
}

/// What a text says beside its places.
fn without_places(text: &str) -> String {
    text.split('{').map(|part| part.split_once('}').map_or(part, |(_, words)| words)).collect()
}

/// The blanks and line ends at both ends, which join a text to what stands beside it.
fn edges(text: &str) -> (&str, &str) {
    let start = &text[..text.len() - text.trim_start().len()];
    (start, &text[text.trim_end().len()..])
}
