//! `docs/config-reference.md` is made from the schema that `portero config schema` prints. `PORTERO_TEST_WRITE=1` with
//! this test writes it anew.

use std::fmt::Write;
use std::fs;

use portero::config::schema;
use serde_json::Value as Json;

use crate::builder::package;

/// The sections of a config file, the place of their keys in the schema, and how a file writes them.
const SECTIONS: &[(&str, &str)] = &[
    ("[general]", "/properties/general"),
    ("[[rules]]", "/properties/rules/items"),
    ("match", "/definitions/match"),
    ("[documents]", "/properties/documents"),
    ("[reader]", "/properties/reader"),
    ("[[tests]]", "/properties/tests/items"),
];

#[test]
fn the_reference_says_what_the_schema_says() {
    let path = package().join("docs/config-reference.md");
    let made = reference(&serde_json::from_str(&schema::text()).unwrap());
    if std::env::var_os("PORTERO_TEST_WRITE").is_some() {
        fs::write(&path, &made).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(kept, made, "PORTERO_TEST_WRITE=1 cargo test --test suite config_reference writes it anew");
}

fn reference(schema: &Json) -> String {
    let mut text = "# Every key of the config\n\nMade from `portero config schema`; [config.md](config.md) \
                    explains what is meant.\n\nAn *action* is a name, an *argv* or a table with the keys of a rule but \
                    `name` and `match`. An *argv* is a list of texts and of lists of texts. A *pattern* is a text, a number, \
                    a flag, or a list of them. A *duration* is a whole number with `ms`, `s`, `m` or `h`.\n"
        .to_owned();
    for (title, place) in SECTIONS {
        write!(text, "\n## `{title}`\n\n| key | value | default | about |\n| --- | --- | --- | --- |\n")
            .unwrap();
        let properties = schema.pointer(place).and_then(|section| section["properties"].as_object()).unwrap();
        for (key, value) in properties {
            let default = value.get("default").map(|default| format!("`{default}`")).unwrap_or_default();
            let about = value["description"].as_str().unwrap_or_default();
            writeln!(text, "| `{key}` | {} | {default} | {about} |", kind(value)).unwrap();
        }
    }
    text
}

/// What may stand as a value, in words.
fn kind(value: &Json) -> String {
    let choices = |list: &Json| {
        let mut kinds: Vec<String> = list.as_array().unwrap().iter().map(kind).collect();
        kinds.dedup();
        kinds.join(" or ")
    };
    if let Some(name) = value["$ref"].as_str() {
        return format!("*{}*", name.rsplit('/').next().unwrap());
    }
    if let Some(words) = value["enum"].as_array() {
        return words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    }
    if let Some(word) = value.get("const") {
        return format!("`{word}`");
    }
    for key in ["anyOf", "allOf"] {
        if value.get(key).is_some() {
            return choices(&value[key]);
        }
    }
    match &value["type"] {
        Json::Array(types) => types.iter().map(|one| of_type(one, value)).collect::<Vec<_>>().join(" or "),
        one => of_type(one, value),
    }
}

fn of_type(name: &Json, value: &Json) -> String {
    match name.as_str().unwrap() {
        "string" => "text".to_owned(),
        "boolean" => "`true`, `false`".to_owned(),
        "integer" => "number".to_owned(),
        "array" if value.get("items").is_some() => format!("list of {}", kind(&value["items"])),
        "array" => "list".to_owned(),
        _ if value.get("properties").is_some() => {
            let keys: Vec<_> = value["properties"].as_object().unwrap().keys().collect();
            format!("table with {}", keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", "))
        }
        _ => "table".to_owned(),
    }
}
