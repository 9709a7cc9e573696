//! Properties of templates: what a URI says changes words, never their number, and makes no word an option.

use std::os::unix::ffi::OsStrExt;

use portero::policy::arguments::checked;
use portero::target::Value;
use portero::template::{Part, Template, Word};
use proptest::prelude::*;

/// Words of a template: fixed ones, and fields alone, glued, spread and filtered.
const WORDS: &[&str] = &[
    "prog",
    "-x",
    "--",
    "--name={text}",
    "{text}",
    "{list...}",
    "{absent}",
    "a{text}b",
    "{text|url}",
    "{text|sh}",
    "{{x}}",
    "{list}",
    "{text}{other}",
    "{other|elisp}",
    "--file",
    "{list|url}",
];
const HOSTILE: &[&str] =
    &["-x", "--y", "+z", "@@", "@@u", "-", "", " ", "a b", "\n", "{text}", "%u", "'\"$(id)`", "é"];

fn words(most: usize) -> impl Strategy<Value = Vec<&'static str>> {
    proptest::collection::vec(proptest::sample::select(WORDS), 1..most)
}

/// Words and groups of words behind a program.
fn template() -> impl Strategy<Value = Template> {
    let word = |text: &str| Word::parse(text).unwrap();
    let group = move |texts: Vec<&str>| match texts[..] {
        [text] => Part::Word(word(text)),
        _ => Part::Group(texts.into_iter().map(word).collect()),
    };
    proptest::collection::vec(words(4).prop_map(group), 0..6).prop_map(move |mut parts| {
        parts.insert(0, Part::Word(Word::of_text("prog")));
        Template { parts }
    })
}

fn value() -> impl Strategy<Value = String> {
    prop_oneof![proptest::sample::select(HOSTILE).prop_map(str::to_owned), "\\PC{0,12}"]
}

/// The fields of a target.
#[derive(Debug, Clone)]
struct Fields {
    text: String,
    other: String,
    list: Vec<String>,
}

impl Fields {
    fn value(&self, name: &str) -> Value {
        match name {
            "text" => Value::Text(self.text.clone()),
            "other" => Value::Text(self.other.clone()),
            "list" => Value::List(self.list.clone()),
            _ => Value::Absent,
        }
    }
}

fn fields(list: usize) -> impl Strategy<Value = Fields> {
    (value(), value(), proptest::collection::vec(value(), list)).prop_map(|(text, other, list)| Fields {
        text,
        other,
        list,
    })
}

proptest! {
    #[test]
    fn the_number_of_words_is_the_template_s_and_the_lists(
        (template, one, two) in (0_usize..4).prop_flat_map(|list| (template(), fields(list), fields(list))),
    ) {
        let count = |fields: &Fields| template.expand(&|name| fields.value(name)).len();
        prop_assert_eq!(count(&one), count(&two), "{}", template);
    }

    /// Without a fixed option before it in its group, and without `--`, no word can begin as an option does.
    #[test]
    fn a_field_makes_no_option(
        texts in words(8),
        (fields, honours) in (0_usize..4).prop_flat_map(|list| (fields(list), any::<bool>())),
    ) {
        let parts = texts.iter().map(|text| Part::Word(Word::parse(text).unwrap())).collect();
        let arguments = Template { parts }.expand(&|name| fields.value(name));
        let Ok(argv) = checked(arguments, honours) else { return Ok(()) };
        let all = argv.words();
        let end = all.iter().position(|word| word == "--").filter(|_| honours).unwrap_or(all.len());
        let fixed = ["-x", "--", "--file"];
        for word in &all[..end] {
            let is_option = [&b"-"[..], b"+", b"@@"].iter().any(|mark| word.as_bytes().starts_with(mark));
            let own = fixed.iter().any(|own| word == own) || word.as_bytes().starts_with(b"--name=");
            prop_assert!(!is_option || own, "{:?} of {:?}", word, texts);
        }
    }
}
