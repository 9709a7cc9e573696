//! A plan in words: JSON for programs, lines for people.

use std::ffi::OsStr;
use std::path::Path;

use serde_json::{Map, Value as Json, json};

use crate::argv::command_line;
use crate::message;
use crate::message::{Language, Message};
use crate::plan::{Confirm, DbusCall, Filled, Plan, Planned, RuleName};
use crate::probe::Application;
use crate::sanitize;
use crate::target::{Target, Value};
use crate::warning::Warning;

/// The object that `explain --json` prints for one URI.
pub fn json(plan: &Plan) -> Json {
    let mut object = Map::new();
    object.insert("uri".into(), json!(plan.shown));
    object.insert("escaped".into(), json!(plan.escaped));
    object.insert("scheme".into(), json!(plan.scheme));
    object.insert("target".into(), plan.target.as_ref().map_or(Json::Null, target));
    object.insert("warnings".into(), warnings(plan));
    match &plan.action {
        Err(error) => {
            object.insert("error".into(), json!({"code": error.code.name(), "message": error.to_string()}));
        }
        Ok(planned) => {
            object.insert("rule".into(), rule(plan));
            object.insert("action".into(), action(planned));
            object.insert("confirm".into(), plan.confirm.as_ref().map_or(Json::Null, confirm));
            object.insert("display".into(), json!(plan.display));
        }
    }
    Json::Object(object)
}

fn warnings(plan: &Plan) -> Json {
    plan.warnings.iter().map(|w| json!({"code": w.code.name(), "message": w.message.to_string()})).collect()
}

fn rule(plan: &Plan) -> Json {
    plan.rule.as_ref().map_or(Json::Null, |rule| json!({"name": rule.name, "source": rule.source}))
}

fn confirm(confirm: &Confirm) -> Json {
    json!({"reason": confirm.reason.to_string(), "host": confirm.host, "port": confirm.port})
}

/// The kind and the fields of a target.
pub fn target(target: &Target) -> Json {
    let mut object = Map::new();
    object.insert("kind".into(), json!(target.kind().name()));
    for (field, value) in target.kind().fields().iter().zip(target.values()) {
        object.insert(field.name.into(), field_value(value));
    }
    Json::Object(object)
}

fn field_value(value: Value) -> Json {
    match value {
        Value::Absent => Json::Null,
        Value::Text(text) => json!(text),
        Value::Path(path) => json!(path.to_string_lossy()),
        Value::Number(number) => json!(number),
        Value::Flag(flag) => json!(flag),
        Value::List(texts) => json!(texts),
        Value::Pairs(pairs) => pairs.into_iter().map(|(key, value)| json!([key, value])).collect(),
        Value::Map(map) => json!(map),
        Value::Rows(rows) => rows.into_iter().map(row).collect(),
    }
}

fn row(row: Vec<(&'static str, Value)>) -> Json {
    Json::Object(row.into_iter().map(|(name, value)| (name.to_owned(), field_value(value))).collect())
}

fn action(planned: &Planned) -> Json {
    let mut object = Map::new();
    object.insert("type".into(), json!(planned.name()));
    match planned {
        Planned::Exec(filled) | Planned::Terminal(filled) => insert_argv(&mut object, filled),
        Planned::App { application, filled, .. } => {
            insert_argv(&mut object, filled);
            object.insert("application".into(), json!(application.id));
        }
        Planned::Rewrite { to, then } => {
            object.insert("to".into(), json!(to));
            object.insert("then".into(), json(then));
        }
        Planned::Ask(choices) => {
            let choices: Json =
                choices.iter().map(|c| json!({"label": c.label, "action": action(&c.action)})).collect();
            object.insert("choices".into(), choices);
        }
        Planned::Deny(reason) => {
            object.insert("reason".into(), json!(reason.to_string()));
        }
        Planned::Dbus(call) => {
            object.insert("name".into(), json!(call.name));
            object.insert("path".into(), json!(call.path));
            object.insert("method".into(), json!(call.method));
            let arguments: Vec<_> = call.arguments.iter().map(|a| a.to_string_lossy()).collect();
            object.insert("arguments".into(), json!(arguments));
        }
        Planned::View => {}
    }
    Json::Object(object)
}

fn insert_argv(object: &mut Map<String, Json>, filled: &Filled) {
    object.insert("argv".into(), filled.shown().into());
    object.insert("program".into(), json!(program_name(filled.argv.program())));
    if filled.is_masked() {
        object.insert("argv_masked".into(), json!(true));
    }
}

/// The program without its folder: what a person knows it by.
fn program_name(program: &OsStr) -> String {
    Path::new(program).file_name().unwrap_or(program).to_string_lossy().into_owned()
}

/// The same for a person: what was read, each decision, what would run. Nothing in it acts on a terminal.
pub fn words(plan: &Plan, language: Language) -> String {
    let mut lines = vec![plan.shown.clone()];
    lines.extend(facts(plan).iter().map(|fact| format!("  {}", language.say(fact)).trim_end().to_owned()));
    let mut text = lines.iter().map(|line| sanitize::line(line)).collect::<Vec<_>>().join("\n");
    if let Ok(Planned::Rewrite { then, .. }) = &plan.action {
        text.push('\n');
        text.push_str(&words(then, language));
    }
    text
}

fn facts(plan: &Plan) -> Vec<Message> {
    let warning = |w: &Warning| message!("warning: {text} ({code})", text = &w.message, code = w.code.name());
    let rule =
        |rule: &RuleName| message!("rule: {name} ({source})", name = &rule.name, source = &rule.source);
    let mut facts: Vec<Message> = plan.target.as_ref().map(target_line).into_iter().collect();
    facts.extend(plan.warnings.iter().map(warning));
    facts.extend(plan.trace.iter().cloned());
    facts.extend(plan.rule.as_ref().map(rule));
    facts.push(match &plan.action {
        Ok(planned) => message!("action: {action}", action = action_words(planned)),
        Err(error) => message!("refused: {reason} ({code})", reason = error.told(), code = error.code.name()),
    });
    facts.extend(
        plan.confirm.as_ref().map(|confirm| message!("asks first: {reason}", reason = &confirm.reason)),
    );
    facts
}

fn target_line(target: &Target) -> Message {
    let fields = target.kind().fields().iter().zip(target.values());
    let told: Vec<String> = fields
        .filter(|(_, value)| !is_empty(value))
        .map(|(field, value)| format!("{} {}", field.name, field_value(value)))
        .collect();
    message!("read as: {kind} {fields}", kind = target.kind().name(), fields = told.join(", "))
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Absent | Value::Flag(false) => true,
        Value::List(texts) => texts.is_empty(),
        Value::Pairs(pairs) => pairs.is_empty(),
        Value::Map(map) => map.is_empty(),
        Value::Rows(rows) => rows.is_empty(),
        _ => false,
    }
}

fn action_words(planned: &Planned) -> Message {
    match planned {
        Planned::Exec(filled) => message!("run {command}", command = typed(filled)),
        Planned::Terminal(filled) => message!("run in a terminal {command}", command = typed(filled)),
        Planned::View => message!("show in the reader"),
        Planned::App { application, filled, .. } => {
            let Application { name, id, .. } = application;
            message!("start {name} ({id}): {command}", name, id, command = typed(filled))
        }
        Planned::Dbus(DbusCall { name, path, method, .. }) => {
            message!("call {method} of {name} at {path}", method, name, path)
        }
        Planned::Rewrite { to, .. } => message!("open {to} instead", to),
        Planned::Ask(choices) => {
            let labels: Vec<_> = choices.iter().map(|c| c.label.as_str()).collect();
            message!("ask: {choices}", choices = labels.join(", "))
        }
        Planned::Deny(reason) => message!("refuse: {reason}", reason),
    }
}

fn typed(filled: &Filled) -> String {
    command_line(&filled.shown())
}
