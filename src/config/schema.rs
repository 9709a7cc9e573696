//! The shape of a config file for editors (JSON Schema draft-07, which taplo reads).

use serde_json::{Map, Value as Json, json};

use super::presets;
use crate::target::Kind;
use crate::target::family::{self, FAMILIES, FOLDER, Family};

/// The schema, ready to be written to a file.
pub fn text() -> String {
    format!("{:#}\n", schema())
}

fn schema() -> Json {
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "portero",
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "general": general(),
            "schemes": schemes(),
            "rules": {"type": "array", "items": rule(), "description": "tried in order, before [schemes]"},
            "documents": documents(),
            "reader": reader(),
            "tests": {"type": "array", "items": test(), "description": "run by `portero config check`"},
        },
        "definitions": definitions(),
    })
}

fn definitions() -> Json {
    json!({
        "argv": {
            "type": "array",
            "minItems": 1,
            "items": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
            "description": "one argument an element; a nested list is left out when a field in it is absent",
        },
        "duration": {"type": "string", "pattern": "^[0-9]+(ms|s|m|h)$"},
        "pattern": {
            "anyOf": [
                {"type": ["string", "integer", "boolean"]},
                {"type": "array", "minItems": 1, "items": {"type": ["string", "integer", "boolean"]}},
            ],
            "description": "a glob, or after `re:` a regular expression; a list is any of them",
        },
        "match": matcher(),
        "action": {"anyOf": [{"type": "string"}, {"$ref": "#/definitions/argv"}, action_table()]},
    })
}

fn general() -> Json {
    object(&json!({
        "terminal": {
            "anyOf": [{"type": "string"}, {"$ref": "#/definitions/argv"}],
            "default": "auto",
            "description": "how a terminal is started: auto, a name, or an argv with \"{argv...}\"",
        },
        "idle-timeout": described("duration", "how long the unused daemon stays"),
        "notify": {"enum": ["errors", "always", "never"], "default": "errors"},
        "flood": {
            "type": "string",
            "pattern": "^(off|[1-9][0-9]*/[0-9]+(ms|s|m|h))$",
            "default": "10/5s",
            "description": "opens from one caller before a question",
        },
        "asker": described("argv", "asks in place of portero-ask: gets JSON, answers on standard output"),
        "locked": {
            "type": "array",
            "items": {"type": "string"},
            "description": "in a site file: what a person's file may not change",
        },
    }))
}

fn schemes() -> Json {
    let known: Map<String, Json> = FAMILIES.iter().flat_map(scheme_entries).collect();
    json!({
        "type": "object",
        "properties": known,
        "additionalProperties": {"$ref": "#/definitions/action"},
        "description": "one action a scheme; `folder` stands for directories",
    })
}

/// A scheme's action, its presets by name so that they are offered.
fn scheme_entries(family: &'static Family) -> Vec<(String, Json)> {
    let mut words: Vec<_> = presets::all().names_for(&[family]).map(str::to_owned).collect();
    words.extend(["ask", "default"].map(str::to_owned));
    words.extend(family.has_page().then(|| "view".to_owned()));
    let action = json!({"anyOf": [{"enum": words}, {"$ref": "#/definitions/action"}]});
    let names: &[&str] = if family.name == FOLDER { &[FOLDER] } else { family.schemes };
    names.iter().map(|name| ((*name).to_owned(), action.clone())).collect()
}

fn action_table() -> Json {
    let properties = action_properties();
    object(&Json::Object(properties))
}

fn action_properties() -> Map<String, Json> {
    let action = json!({"$ref": "#/definitions/action"});
    let actions = json!({"type": "array", "minItems": 1, "items": action});
    let properties = json!({
        "exec": described("argv", "start a program"),
        "terminal": described("argv", "start a program in a terminal"),
        "view": {"const": true, "description": "show it in the reader"},
        "app": {"type": "string", "description": "start an application by its desktop file ID"},
        "preset": {"type": "string", "description": "do what a preset does"},
        "first": actions,
        "ask": {"anyOf": [{"const": true}, actions]},
        "rewrite": {"anyOf": [{"type": "string"}, {"$ref": "#/definitions/argv"}], "description": "open another URI"},
        "deny": {"type": ["string", "boolean"], "description": "refuse, with this reason"},
        "dbus": {
            "type": "object",
            "additionalProperties": false,
            "required": ["name", "path", "method"],
            "properties": {
                "name": {"type": "string"},
                "path": {"type": "string"},
                "method": {"type": "string", "description": "interface and member, joined by a dot"},
                "arguments": {"type": "array"},
            },
        },
        "confirm": {"type": "boolean", "description": "whether it is asked first"},
        "env": {"type": "object", "additionalProperties": {"type": "string"}},
        "cwd": {"type": "string", "description": "the folder of the program"},
        "wait": {"type": "boolean", "description": "whether `open` waits for the program to end"},
        "notify": {"type": "boolean", "description": "whether a success is told as well"},
    });
    match properties {
        Json::Object(properties) => properties,
        _ => Map::new(),
    }
}

fn rule() -> Json {
    let mut properties = action_properties();
    properties.insert("name".to_owned(), json!({"type": "string"}));
    properties.insert("match".to_owned(), json!({"$ref": "#/definitions/match"}));
    let mut rule = object(&Json::Object(properties));
    rule["required"] = json!(["match"]);
    rule
}

fn matcher() -> Json {
    let mut properties = Map::new();
    let fields = Kind::ALL.iter().flat_map(|kind| kind.fields());
    let usable = fields.filter(|field| field.is_usable());
    let keys = ["scheme", "kind", "uri", "mime", "directory", "desktop", "installed", "caller"];
    for name in usable.map(|field| field.name).chain(keys) {
        properties.insert(name.to_owned(), json!({"$ref": "#/definitions/pattern"}));
    }
    properties.insert("env".to_owned(), json!({"type": "object"}));
    properties.insert("not".to_owned(), json!({"$ref": "#/definitions/match"}));
    let known: Vec<_> = family::schemes().collect();
    properties["scheme"] = json!({
        "anyOf": [{"enum": known}, {"$ref": "#/definitions/pattern"}],
        "description": "what stands before the colon",
    });
    object(&Json::Object(properties))
}

fn documents() -> Json {
    let folders = json!({"type": "array", "items": {"type": "string", "pattern": "^(/|~)"}});
    object(&json!({
        "manpath": folders,
        "infopath": folders,
        "online": {"type": "object", "additionalProperties": {"type": "string"}},
    }))
}

fn reader() -> Json {
    object(&json!({
        "window": {"enum": ["same", "new"], "default": "same"},
        "linger": described("duration", "how long the reader stays warm after its last window"),
    }))
}

fn test() -> Json {
    let mut test = object(&json!({
        "uri": {"type": "string"},
        "expect": object(&json!({
            "action": {"enum": ["exec", "terminal", "view", "app", "dbus", "rewrite", "ask", "deny"]},
            "argv": {"type": "array", "items": {"type": "string"}},
            "rule": {"type": "string"},
            "error": {"type": "string"},
        })),
    }));
    test["required"] = json!(["uri", "expect"]);
    test
}

fn object(properties: &Json) -> Json {
    json!({"type": "object", "additionalProperties": false, "properties": properties})
}

fn described(definition: &str, about: &str) -> Json {
    json!({"allOf": [{"$ref": format!("#/definitions/{definition}")}], "description": about})
}
