//! `portero config check`: every mistake with its place, rules that nothing reaches, programs that are missing, and
//! the tests of the files.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::ExitCode;

use crate::action::{Action, Verb};
use crate::cli::output;
use crate::config::load::Places;
use crate::config::{self, Config, Expectation, Loaded, Test, presets};
use crate::diagnostic::{Diagnostic, Severity};
use crate::env::{Env, Request};
use crate::message;
use crate::message::Message;
use crate::opener;
use crate::plan::{self, Plan, Planned};
use crate::probe::Probe;
use crate::rule::{Origin, Rule};
use crate::system::SystemProbe;
use crate::template::Template;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Check this file in place of the person's own
    file: Option<PathBuf>,
}

pub fn run(args: &Args, env: &Env) -> ExitCode {
    let request = Request::own(env);
    let probe = SystemProbe::new(env, &request);
    let loaded = check(&Places::of(env, args.file.clone()), &probe);
    if loaded.diagnostics.is_empty() {
        return output::line(env.language().say(&summary(&loaded)));
    }
    let found: Vec<_> = loaded.diagnostics.iter().map(|found| found.told(env.language())).collect();
    output::ending(found.join("\n") + "\n", if loaded.has_errors() { super::BAD } else { 0 })
}

fn summary(loaded: &Loaded) -> Message {
    let files = names(&loaded.files);
    match (loaded.files.len(), loaded.config.tests.len()) {
        (0, _) => message!("no config file; the defaults are in force"),
        (_, 0) => message!("no mistakes in {files}", files),
        (_, tests) => {
            message!(
                "no mistakes in {files}, {tests} test passed"
                    | "no mistakes in {files}, {tests} tests passed",
                tests,
                files
            )
        }
    }
}

fn names(files: &[PathBuf]) -> String {
    files.iter().map(|file| super::shown(file)).collect::<Vec<_>>().join(", ")
}

/// Reads the files, and looks at what only shows once they are laid over each other.
pub fn check(places: &Places, probe: &dyn Probe) -> Loaded {
    let mut loaded = config::load(places);
    if loaded.has_errors() {
        return loaded;
    }
    let config = &loaded.config;
    let mut found = unreachable_rules(config);
    found.extend(config.rules.iter().filter_map(|rule| missing_program(rule, probe)));
    found.extend(config.rules.iter().filter_map(ring));
    found.extend(config.tests.iter().filter_map(|test| failed_test(test, config, probe)));
    loaded.diagnostics.extend(found);
    loaded
}

fn unreachable_rules(config: &Config) -> Vec<Diagnostic> {
    let all = config.rules.unreachable().into_iter();
    let own = all.filter_map(|(rule, by)| {
        let (name, other, place) = (&rule.name, &by.name, by.origin.to_string());
        let text = message!(
            "`{name}` is never reached: `{other}` ({place}) takes everything before it",
            name,
            other,
            place
        );
        warning(rule, text)
    });
    own.collect()
}

/// A warning at a rule of a file.
fn warning(rule: &Rule, message: Message) -> Option<Diagnostic> {
    let Origin::File { source, line } = &rule.origin else { return None };
    Some(Diagnostic {
        severity: Severity::Warning,
        source: source.clone(),
        span: Some(source.line_span(*line)),
        message,
        help: None,
    })
}

fn missing_program(rule: &Rule, probe: &dyn Probe) -> Option<Diagnostic> {
    if rule.is_builtin() {
        return None;
    }
    let name = missing(&rule.action, probe)?;
    let plain = || message!("`{name}` is not installed", name = &name);
    let with_package =
        |package: &str| message!("`{name}` is not installed (package {package})", name = &name, package);
    warning(rule, presets::all().package(&name).map_or_else(plain, with_package))
}

/// A rule whose program asks the desktop again, and so portero.
fn ring(rule: &Rule) -> Option<Diagnostic> {
    let (Verb::Exec(template) | Verb::Terminal(template)) = &rule.action.verb else { return None };
    let words: Vec<_> = template.words().map(ToString::to_string).collect();
    let message = || message!("`{program}` hands the URI back to portero", program = &words[0]);
    opener::is_opener(&words).then(message).and_then(|message| warning(rule, message))
}

/// The program that an action cannot do without and that is not there.
fn missing(action: &Action, probe: &dyn Probe) -> Option<String> {
    match &action.verb {
        Verb::Exec(template) | Verb::Terminal(template) => missing_in(template, probe),
        Verb::App(id) => probe.application(id).is_none().then(|| id.clone()),
        Verb::Preset(name) => {
            let actions = presets::all().get(name)?.actions();
            let missing: Vec<_> = actions.map(|action| missing(action, probe)).collect();
            missing.into_iter().flatten().next()
        }
        Verb::First(actions) | Verb::Ask(actions) if !actions.is_empty() => {
            let each: Option<Vec<_>> = actions.iter().map(|action| missing(action, probe)).collect();
            each.map(|names| names.join("`, `"))
        }
        _ => None,
    }
}

fn missing_in(template: &Template, probe: &dyn Probe) -> Option<String> {
    let program = template.program()?;
    let file = match (program.strip_prefix("~/"), probe.home()) {
        (Some(rest), Some(home)) => home.join(rest).into_os_string(),
        _ => program.into(),
    };
    probe.program(OsStr::new(&file)).is_none().then(|| program.to_owned())
}

fn failed_test(test: &Test, config: &Config, probe: &dyn Probe) -> Option<Diagnostic> {
    let plan = plan::build(OsStr::new(&test.uri), None, &config.rules, probe);
    let found = outcome(&plan);
    let Expectation { action, argv, rule, error } = &test.expect;
    let differences = [
        difference("action", action.as_ref(), found.action.as_ref()),
        difference("argv", argv.as_ref(), found.argv.as_ref()),
        difference("rule", rule.as_ref(), found.rule.as_ref()),
        difference("error", error.as_ref(), found.error.as_ref()),
    ]
    .into_iter()
    .flatten();
    let first = differences.reduce(|one, other| message!("{one}; {other}", one, other))?;
    Some(Diagnostic {
        severity: Severity::Error,
        source: test.source.clone(),
        span: Some(test.span.clone()),
        message: message!("the test of `{uri}` fails: {reason}", uri = &test.uri, reason = first),
        help: None,
    })
}

/// What a plan comes to, in the words of a test.
fn outcome(plan: &Plan) -> Expectation {
    let argv = match &plan.action {
        Ok(Planned::Exec(filled) | Planned::Terminal(filled) | Planned::App { filled, .. }) => {
            Some(filled.shown())
        }
        _ => None,
    };
    Expectation {
        action: plan.action.as_ref().ok().map(|planned| planned.name().to_owned()),
        argv,
        rule: plan.rule.as_ref().map(|rule| rule.name.clone()),
        error: plan.action.as_ref().err().map(|error| error.code.name().to_owned()),
    }
}

fn difference<T: PartialEq + std::fmt::Debug>(
    part: &str,
    expected: Option<&T>,
    found: Option<&T>,
) -> Option<Message> {
    let expected = expected.filter(|expected| Some(*expected) != found)?;
    let expected = format!("{expected:?}");
    let absent = || message!("there is no {part}, expected {expected}", part, expected = &expected);
    let other = |found: &T| {
        message!(
            "{part} is {found}, not {expected}",
            part,
            found = format!("{found:?}"),
            expected = &expected
        )
    };
    Some(found.map_or_else(absent, other))
}
