//! Reading actions: a word, an argument list, or a table with one verb and its manner.

use toml::de::{DeTable, DeValue};

use super::presets;
use super::scope::Scope;
use super::template;
use super::walk::{Item, Walk};
use crate::action::{Action, Call, Manner, Verb};
use crate::message;
use crate::message::Message;
use crate::target::Kind;
use crate::template::Template;

/// Keys that say what is done.
pub const VERBS: &[&str] =
    &["exec", "terminal", "view", "app", "preset", "first", "ask", "rewrite", "deny", "dbus"];

/// Keys that say how.
pub const MANNERS: &[&str] = &["confirm", "env", "cwd", "wait", "notify"];

/// Words that stand for an action.
const WORDS: &[&str] = &["view", "ask", "default"];

/// Reads an action.
pub fn action(walk: &mut Walk, item: &Item, scope: &Scope) -> Option<Action> {
    match item.get_ref() {
        DeValue::String(word) => {
            named(walk, item, word, scope).map(|verb| complete(verb, Manner::default(), scope))
        }
        DeValue::Array(_) => {
            let argv = command(walk, item, scope)?;
            Some(complete(Verb::Exec(argv), Manner::default(), scope))
        }
        DeValue::Table(table) => {
            unknown_keys(walk, table);
            in_table(walk, item, table, scope)
        }
        _ => {
            walk.wrong_type(item, message!("an action: a name, an argument list or a table"));
            None
        }
    }
}

/// Reads the action of a table; other keys in it are the caller's affair.
pub fn in_table(walk: &mut Walk, whole: &Item, table: &DeTable, scope: &Scope) -> Option<Action> {
    let manner = manner(walk, table);
    let mut verbs = table.iter().filter(|(key, _)| VERBS.contains(&key.get_ref().as_ref()));
    let Some((key, value)) = verbs.next() else {
        walk.error_with_help(
            whole.span(),
            message!("no action"),
            message!("add one of: {names}", names = VERBS.join(", ")),
        );
        return None;
    };
    if let Some((second, _)) = verbs.next() {
        let message = message!(
            "two actions: `{first}` and `{second}`",
            first = key.get_ref().as_ref(),
            second = second.get_ref().as_ref()
        );
        walk.error_with_help(
            second.span(),
            message,
            message!("a rule does one thing; `first` and `ask` take several"),
        );
        return None;
    }
    Some(complete(verb(walk, key.get_ref(), value, scope)?, manner, scope))
}

/// Finds out which kinds of target an action can be done with.
fn complete(verb: Verb, manner: Manner, scope: &Scope) -> Action {
    let mut action = Action { verb, manner, kinds: Vec::new() };
    let needed = action.needed_fields();
    let ready_made = ready_made(&action.verb, scope);
    let fitting = |kind: &Kind| match &action.verb {
        Verb::First(actions) | Verb::Ask(actions) if !actions.is_empty() => {
            actions.iter().any(|action| action.is_for(*kind))
        }
        Verb::Preset(_) => ready_made.iter().any(|action| action.is_for(*kind)),
        Verb::View => *kind != Kind::Other,
        _ => needed.iter().all(|name| kind.fields().iter().any(|field| field.name == *name)),
    };
    let kinds = Kind::ALL.iter().copied().filter(fitting).collect();
    action.kinds = kinds;
    action
}

/// What a preset does for the families of a scope.
fn ready_made(verb: &Verb, scope: &Scope) -> Vec<&'static Action> {
    let Verb::Preset(name) = verb else { return Vec::new() };
    let preset = presets::all().get(name);
    scope.families.iter().filter_map(|family| preset?.action(family)).collect()
}

fn unknown_keys(walk: &mut Walk, table: &DeTable) {
    for (key, _) in table {
        let known = VERBS.iter().chain(MANNERS).copied();
        if !known.clone().any(|name| name == key.get_ref()) {
            walk.unknown(key.span(), key.get_ref(), known, |word| {
                message!("unknown key of an action: `{word}`", word)
            });
        }
    }
}

fn verb(walk: &mut Walk, key: &str, value: &Item, scope: &Scope) -> Option<Verb> {
    match key {
        "exec" => command(walk, value, scope).map(Verb::Exec),
        "terminal" => command(walk, value, scope).map(Verb::Terminal),
        "view" => view(walk, value, scope),
        "app" => application(walk, value).map(Verb::App),
        "preset" => preset(walk, value, scope),
        "first" => several(walk, value, &scope.passing_over()).map(Verb::First),
        "ask" => ask(walk, value, scope),
        "rewrite" => template::joined(walk, value, scope).map(Verb::Rewrite),
        "deny" => deny(walk, value),
        _ => dbus(walk, value, scope).map(Verb::Dbus),
    }
}

/// The argument list of a program that is meant to open something.
fn command(walk: &mut Walk, item: &Item, scope: &Scope) -> Option<Template> {
    let before = walk.found.len();
    let argv = template::command(walk, item, scope)?;
    let hands_on = argv.words().any(|word| word.holes().next().is_some());
    if !hands_on && walk.found.len() == before {
        let message =
            message!("nothing of the URI reaches `{program}`", program = argv.program().unwrap_or_default());
        walk.warn(item.span(), message, message!("add `\"{{uri}}\"`, or another field between braces"));
    }
    Some(argv)
}

/// A word in the place of an action.
fn named(walk: &mut Walk, item: &Item, word: &str, scope: &Scope) -> Option<Verb> {
    match word {
        "view" => check_page(walk, item, scope),
        "ask" => Some(Verb::Ask(Vec::new())),
        "default" => Some(Verb::Default),
        _ if presets::all().get(word).is_some() => check_preset(walk, item, word, scope),
        _ if is_application_id(word) => Some(Verb::App(word.to_owned())),
        _ => {
            let names = presets::all().names_for(&scope.families);
            let near = crate::diagnostic::nearest(word, names.chain(WORDS.iter().copied()));
            let help =
                near.map_or_else(|| written_otherwise(word), |name| message!("did you mean `{name}`?", name));
            walk.error_with_help(
                item.span(),
                message!("`{word}` is no action for {scope}", word, scope = scope.name()),
                help,
            );
            None
        }
    }
}

/// What a word that names no action was probably meant to be: a program, or a command line in one text.
fn written_otherwise(word: &str) -> Message {
    let words: Vec<_> = word.split_whitespace().collect();
    match words.as_slice() {
        [] => message!(
            "write `view`, `ask`, the name of a preset, or an argument list: `[\"firefox\", \"{{uri}}\"]`"
        ),
        [word] => message!(
            "write the argument list `[\"{word}\", \"{{uri}}\"]`, or an application's ID `{word}.desktop`",
            word = *word
        ),
        _ => {
            let field = if word.contains('{') { &[][..] } else { &["{uri}"] };
            let list: Vec<_> = words.iter().chain(field).map(|word| format!("\"{word}\"")).collect();
            message!("write each argument by itself: `[{list}]`", list = list.join(", "))
        }
    }
}

/// `org.gnome.Evolution`, `thunderbird.desktop`.
fn is_application_id(word: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || "._-".contains(c);
    let parts = word.split('.').count();
    word.chars().all(plain) && !word.starts_with(['.', '-']) && (word.ends_with(".desktop") || parts >= 3)
}

fn application(walk: &mut Walk, item: &Item) -> Option<String> {
    let id = walk.text(item)?;
    let plain = |c: char| c.is_alphanumeric() || "._-".contains(c);
    if id.is_empty() || id.starts_with(['.', '-']) || !id.chars().all(plain) {
        let help =
            message!("an ID is the name of a file in an `applications` folder: `org.gnome.Yelp.desktop`");
        walk.error_with_help(item.span(), message!("`{id}` is no desktop file ID", id), help);
        return None;
    }
    Some(id.to_owned())
}

fn view(walk: &mut Walk, item: &Item, scope: &Scope) -> Option<Verb> {
    if walk.flag(item)? {
        return check_page(walk, item, scope);
    }
    walk.error_with_help(
        item.span(),
        message!("`view = false` does nothing"),
        message!("leave the line out"),
    );
    None
}

fn check_page(walk: &mut Walk, item: &Item, scope: &Scope) -> Option<Verb> {
    if !scope.families.iter().any(|family| family.has_page()) {
        walk.error(item.span(), message!("the reader has no page for this scheme"));
        return None;
    }
    Some(Verb::View)
}

fn preset(walk: &mut Walk, item: &Item, scope: &Scope) -> Option<Verb> {
    let name = walk.text(item)?;
    if presets::all().get(name).is_none() {
        let names: Vec<_> = presets::all().names_for(&scope.families).collect();
        walk.unknown(item.span(), name, names, |word| message!("unknown preset: `{word}`", word));
        return None;
    }
    check_preset(walk, item, name, scope)
}

fn check_preset(walk: &mut Walk, item: &Item, name: &str, scope: &Scope) -> Option<Verb> {
    let fits = |preset: &presets::Preset| scope.families.iter().all(|family| preset.action(family).is_some());
    if presets::all().get(name).is_some_and(fits) {
        return Some(Verb::Preset(name.to_owned()));
    }
    let names: Vec<_> = presets::all().names_for(&scope.families).collect();
    let help = match names.as_slice() {
        [] => message!("write the argument list instead"),
        names => message!("presets that do: {names}", names = names.join(", ")),
    };
    walk.error_with_help(
        item.span(),
        message!("the preset `{name}` does nothing for {scope}", name, scope = scope.name()),
        help,
    );
    None
}

/// The actions of a `first` or `ask`, which cannot be empty.
fn several(walk: &mut Walk, item: &Item, scope: &Scope) -> Option<Vec<Action>> {
    let list = walk.list(item)?;
    if list.is_empty() {
        walk.error(item.span(), message!("no action in the list"));
        return None;
    }
    let actions: Vec<_> = list.iter().map(|entry| action(walk, entry, scope)).collect();
    actions.into_iter().collect()
}

fn ask(walk: &mut Walk, item: &Item, scope: &Scope) -> Option<Verb> {
    if item.get_ref().as_bool() == Some(true) {
        return Some(Verb::Ask(Vec::new()));
    }
    several(walk, item, scope).map(Verb::Ask)
}

fn deny(walk: &mut Walk, item: &Item) -> Option<Verb> {
    if item.get_ref().as_bool() == Some(true) {
        return Some(Verb::Deny(message!("a rule says no")));
    }
    walk.text(item).map(|reason| Verb::Deny(Message::quoted(reason)))
}

fn dbus(walk: &mut Walk, item: &Item, scope: &Scope) -> Option<Call> {
    let table = walk.table(item)?;
    let mut call = Call {
        name: String::new(),
        path: String::new(),
        method: String::new(),
        arguments: Template { parts: Vec::new() },
    };
    for (key, value) in table {
        match key.get_ref().as_ref() {
            "name" => call.name = bus_text(walk, value, is_bus_name, no_bus_name)?,
            "path" => call.path = bus_text(walk, value, is_object_path, no_object_path)?,
            "method" => call.method = bus_text(walk, value, is_method, no_method)?,
            "arguments" if value.get_ref().as_array().is_some_and(|list| list.is_empty()) => {}
            "arguments" => call.arguments = template::arguments(walk, value, scope)?,
            other => {
                let names = ["name", "path", "method", "arguments"];
                walk.unknown(key.span(), other, names, |word| {
                    message!("unknown key of `dbus`: `{word}`", word)
                });
            }
        }
    }
    for (key, value) in [("name", &call.name), ("path", &call.path), ("method", &call.method)] {
        if value.is_empty() {
            walk.error(item.span(), message!("`dbus` needs `{key}`", key));
            return None;
        }
    }
    Some(call)
}

fn bus_text(
    walk: &mut Walk,
    item: &Item,
    good: fn(&str) -> bool,
    told: fn(&str) -> Message,
) -> Option<String> {
    let text = walk.text(item)?;
    if !good(text) {
        walk.error(item.span(), told(text));
        return None;
    }
    Some(text.to_owned())
}

fn no_bus_name(text: &str) -> Message {
    message!("`{text}` is no well-known name", text)
}

fn no_object_path(text: &str) -> Message {
    message!("`{text}` is no object path", text)
}

fn no_method(text: &str) -> Message {
    message!("`{text}` is no interface and method", text)
}

/// D-Bus Specification, "Valid Names": at least two elements.
fn is_bus_name(text: &str) -> bool {
    text.len() <= 255 && text.contains('.') && text.split('.').all(|element| is_element(element, "_-"))
}

fn is_object_path(text: &str) -> bool {
    text == "/" || text.strip_prefix('/').is_some_and(|rest| rest.split('/').all(is_path_element))
}

/// Interface and member: at least three elements.
fn is_method(text: &str) -> bool {
    text.split('.').count() >= 3 && text.split('.').all(|element| is_element(element, "_"))
}

fn is_element(text: &str, others: &str) -> bool {
    text.starts_with(|c: char| !c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || others.contains(c))
}

fn is_path_element(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn manner(walk: &mut Walk, table: &DeTable) -> Manner {
    let mut manner = Manner::default();
    for (key, value) in table {
        match key.get_ref().as_ref() {
            "confirm" => manner.confirm = walk.flag(value),
            "wait" => manner.wait = walk.flag(value),
            "notify" => manner.notify = walk.flag(value),
            "cwd" => manner.cwd = folder(walk, value),
            "env" => manner.env = variables(walk, value).unwrap_or_default(),
            _ => {}
        }
    }
    manner
}

/// An absolute folder; `~` is the home folder.
pub fn folder(walk: &mut Walk, item: &Item) -> Option<String> {
    let text = walk.text(item)?;
    if text != "~" && !text.starts_with('/') && !text.starts_with("~/") {
        walk.error_with_help(
            item.span(),
            message!("`{text}` is no absolute folder", text),
            message!("begin with `/` or `~/`"),
        );
        return None;
    }
    Some(text.to_owned())
}

fn variables(walk: &mut Walk, item: &Item) -> Option<Vec<(String, String)>> {
    let table = walk.table(item)?;
    let mut variables = Vec::new();
    for (key, value) in table {
        let name = key.get_ref();
        if name.is_empty() || name.contains(['=', '\0']) {
            walk.error(key.span(), message!("`{name}` is no name of a variable", name = name.as_ref()));
        }
        if let Some(text) = walk.text(value) {
            variables.push((name.to_string(), text.to_owned()));
        }
    }
    Some(variables)
}
