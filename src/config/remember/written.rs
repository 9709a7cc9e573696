//! Actions and rules as a person would have written them.

use toml_edit::{Array, InlineTable, Table, Value, value};

use super::{Answered, Extent};
use crate::action::{Action, Call, Manner, Verb};
use crate::template::{Part, Template, Word};

/// An entry of `[[rules]]`; none for what is no single action.
pub fn rule(answered: &Answered) -> Option<Table> {
    let mut table = Table::new();
    table.decor_mut().set_prefix("\n");
    let mut matcher = InlineTable::new();
    matcher.insert("scheme", answered.scheme.as_str().into());
    let about = match &answered.extent {
        Extent::Host { field, host, port } => {
            matcher.insert(*field, host.as_str().into());
            matcher.extend(port.map(|port| ("port", Value::from(i64::from(port)))));
            host
        }
        Extent::Type(mime) => {
            matcher.insert("mime", mime.as_str().into());
            mime
        }
        Extent::Scheme => &answered.scheme,
    };
    table.insert("name", value(format!("remembered for {about}")));
    table.insert("match", value(matcher));
    let (key, argument) = verb(&answered.action.verb)?;
    table.insert(key, value(argument));
    for (key, setting) in manner(&answered.action.manner) {
        table.insert(key, value(setting));
    }
    Some(table)
}

/// The action of a line under `[schemes]`: a word, a list or a table.
pub fn action(action: &Action) -> Option<Value> {
    let (key, argument) = verb(&action.verb)?;
    let manner = manner(&action.manner);
    match (key, &action.verb) {
        ("view", _) if manner.is_empty() => return Some("view".into()),
        ("preset" | "exec", _) if manner.is_empty() => return Some(argument),
        _ => {}
    }
    Some([(key, argument)].into_iter().chain(manner).collect::<InlineTable>().into())
}

/// The key and value that stand for a verb; none for those that are no single action.
fn verb(verb: &Verb) -> Option<(&'static str, Value)> {
    Some(match verb {
        Verb::Exec(template) => ("exec", arguments(template)),
        Verb::Terminal(template) => ("terminal", arguments(template)),
        Verb::View => ("view", true.into()),
        Verb::App(id) => ("app", id.as_str().into()),
        Verb::Preset(name) => ("preset", name.as_str().into()),
        Verb::Handler(None) => ("preset", "desktop".into()),
        Verb::Handler(Some(_)) => ("preset", "file-manager".into()),
        Verb::Rewrite(template) => ("rewrite", arguments(template)),
        Verb::Dbus(call) => ("dbus", self::call(call)),
        Verb::First(_) | Verb::Ask(_) | Verb::Deny(_) | Verb::Default => return None,
    })
}

fn call(call: &Call) -> Value {
    let texts = [("name", &call.name), ("path", &call.path), ("method", &call.method)];
    let texts = texts.map(|(key, text)| (key, Value::from(text.as_str())));
    texts.into_iter().chain([("arguments", arguments(&call.arguments))]).collect::<InlineTable>().into()
}

fn manner(manner: &Manner) -> Vec<(&'static str, Value)> {
    let variables = manner.env.iter().map(|(name, text)| (name.as_str(), Value::from(text.as_str())));
    let variables: InlineTable = variables.collect();
    let env = (!variables.is_empty()).then(|| Value::from(variables));
    let settings = [
        ("confirm", manner.confirm.map(Value::from)),
        ("env", env),
        ("cwd", manner.cwd.as_deref().map(Value::from)),
        ("wait", manner.wait.map(Value::from)),
        ("notify", manner.notify.map(Value::from)),
    ];
    settings.into_iter().filter_map(|(key, setting)| Some((key, setting?))).collect()
}

fn arguments(template: &Template) -> Value {
    let list = |words: &[Word]| words.iter().map(ToString::to_string).collect::<Array>();
    let mut whole = Array::new();
    for part in &template.parts {
        match part {
            Part::Word(word) => whole.push(word.to_string()),
            Part::Group(words) => whole.push(list(words)),
        }
    }
    whole.into()
}
