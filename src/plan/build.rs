//! From an argument to the plan: read, match, resolve, and note every decision.

use std::ffi::OsStr;
use std::path::PathBuf;

use super::resolve::{Resolved, Resolver};
use super::{Confirm, Options, Plan, Planned, RuleName, display};
use crate::action::{Action, Manner, Verb};
use crate::error::{Code, Error};
use crate::message;
use crate::message::Message;
use crate::policy::files::{self, Nature};
use crate::probe::Probe;
use crate::reading::{self, Reading, Refused};
use crate::rule::matcher::{Key, Subject};
use crate::rule::{Rule, Rules};
use crate::target::Value;

/// Rewrites of rewrites end here.
const LONGEST_CHAIN: usize = 8;

/// Decides what is done with one argument. Reads the machine through `probe` only and has no effect.
pub fn build(argument: &OsStr, base: Option<&str>, rules: &Rules, probe: &dyn Probe) -> Plan {
    World { rules, probe, chain: &[], choose: false, attachments: &[] }.plan(argument, base)
}

/// The same, but the person is to choose among everything that could open it.
pub fn build_to_choose(argument: &OsStr, base: Option<&str>, rules: &Rules, probe: &dyn Probe) -> Plan {
    World { rules, probe, chain: &[], choose: true, attachments: &[] }.plan(argument, base)
}

/// The same for a mail with files, by their absolute paths.
pub fn build_mail(argument: &OsStr, attachments: &[String], rules: &Rules, probe: &dyn Probe) -> Plan {
    World { rules, probe, chain: &[], choose: false, attachments }.plan(argument, None)
}

/// What a decision depends on besides the URI.
#[derive(Clone, Copy)]
pub(super) struct World<'a> {
    pub rules: &'a Rules,
    pub probe: &'a dyn Probe,
    /// The URIs that were rewritten on the way to this one.
    pub chain: &'a [String],
    /// Whether the person wants to choose.
    pub choose: bool,
    /// Files that go with a mail.
    pub attachments: &'a [String],
}

impl World<'_> {
    pub fn plan(&self, argument: &OsStr, base: Option<&str>) -> Plan {
        match reading::read(argument, base, self.probe) {
            Ok(reading) => self.decide(Reading { attachments: self.attachments.to_vec(), ..reading }),
            Err(refused) => refuse(*refused),
        }
    }

    /// The plan of the URI that stands in place of another.
    pub fn plan_instead(&self, from: &str, to: &str) -> Result<Plan, Error> {
        if from == to || self.chain.iter().any(|seen| seen == to) || self.chain.len() >= LONGEST_CHAIN {
            return Err(Error::new(Code::Loop, message!("rewriting comes back to {to}", to)));
        }
        let chain: Vec<_> = self.chain.iter().cloned().chain([from.to_owned()]).collect();
        Ok(World { chain: &chain, choose: false, ..*self }.plan(to.as_ref(), None))
    }

    fn decide(&self, reading: Reading) -> Plan {
        let subject = Subject { reading: &reading, probe: self.probe };
        let mut trace = Vec::new();
        let decision = self.decision(&subject, &mut trace);
        let display = display::text(&reading, decision.action.as_ref().ok());
        Plan {
            rule: decision.rule,
            action: decision.action,
            confirm: decision.confirm,
            again: decision.again,
            display,
            options: decision.options,
            reveal: decision.reveal,
            trace,
            scheme: Some(reading.uri.scheme().to_owned()),
            shown: reading.shown,
            escaped: Some(reading.escaped),
            target: Some(reading.target),
            warnings: reading.warnings,
        }
    }

    fn decision(&self, subject: &Subject, trace: &mut Vec<Message>) -> Decision {
        let rule = self.rules.first_match(subject, trace);
        let name = rule.map_or_else(desktop_rule, Rule::label);
        let nature = nature(subject);
        if nature == Some(Nature::Program) && !rule.is_some_and(is_about_files) {
            return Decision { reveal: path(subject), ..Decision::refused(Some(name), would_run()) };
        }
        let fallback = Action::plain(Verb::Handler(None));
        let choice = Action::plain(Verb::Ask(Vec::new()));
        let action = match rule.map_or(&fallback, |rule| &rule.action) {
            action if matches!(action.verb, Verb::Deny(_)) => action,
            _ if self.choose => &choice,
            action => action,
        };
        match (Resolver { world: *self, subject, trace }).resolve(action) {
            Ok(resolved) => self.decided(subject, name, nature, resolved),
            Err(error) => Decision::refused(Some(name), error),
        }
    }

    fn decided(
        &self,
        subject: &Subject,
        rule: RuleName,
        nature: Option<Nature>,
        resolved: Resolved,
    ) -> Decision {
        let Resolved { planned, manner, verb } = resolved;
        Decision {
            rule: Some(rule),
            confirm: question(subject, nature, &planned, &manner),
            options: Options::of(&manner, self.probe),
            again: Some(Action { manner, ..Action::plain(verb) }),
            action: Ok(planned),
            reveal: None,
        }
    }
}

struct Decision {
    rule: Option<RuleName>,
    action: Result<Planned, Error>,
    confirm: Option<Confirm>,
    again: Option<Action>,
    options: Options,
    reveal: Option<PathBuf>,
}

impl Decision {
    fn refused(rule: Option<RuleName>, error: Error) -> Self {
        Self {
            rule,
            action: Err(error),
            confirm: None,
            again: None,
            options: Options::default(),
            reveal: None,
        }
    }
}

/// The answer for a URI that was not understood.
fn refuse(refused: Refused) -> Plan {
    Plan {
        escaped: None,
        scheme: refused.scheme,
        target: refused.target,
        warnings: refused.warnings,
        rule: None,
        action: Err(refused.error),
        confirm: None,
        again: None,
        display: crate::sanitize::line(&refused.shown).into_owned(),
        options: Options::default(),
        reveal: None,
        trace: Vec::new(),
        shown: refused.shown,
    }
}

impl Rule {
    /// As the answers name it.
    pub fn label(&self) -> RuleName {
        RuleName { name: self.name.clone(), source: self.origin.to_string() }
    }
}

/// What stands in place of a rule where there is none.
fn desktop_rule() -> RuleName {
    RuleName { name: "desktop".to_owned(), source: "builtin".to_owned() }
}

fn would_run() -> Error {
    Error::new(Code::Unsafe, message!("opening this file would run it; it is shown in its folder instead"))
}

/// Whether a rule was written for files of this kind, and not for all files alike.
fn is_about_files(rule: &Rule) -> bool {
    let matcher = &rule.matcher;
    !rule.is_builtin() && (matcher.patterns(&Key::Mime).is_some() || matcher.field_patterns("path").is_some())
}

/// The path of a file.
fn path(subject: &Subject) -> Option<PathBuf> {
    match subject.reading.target.value("path") {
        Some(Value::Path(path)) => Some(path.into()),
        _ => None,
    }
}

/// What a regular file is; `None` for everything else.
pub(super) fn nature(subject: &Subject) -> Option<Nature> {
    if subject.reading.target.value("is_directory") != Some(Value::Flag(false)) {
        return None;
    }
    let path = path(subject)?;
    Some(files::nature(&path, &subject.probe.media_type(&path), &subject.probe.first_bytes(&path)))
}

/// The question before an action, if there is one.
fn question(
    subject: &Subject,
    nature: Option<Nature>,
    planned: &Planned,
    manner: &Manner,
) -> Option<Confirm> {
    let scheme = subject.reading.uri.scheme();
    let target = &subject.reading.target;
    let connects = target.is_old_network();
    let harmless = matches!(planned, Planned::View | Planned::Deny(_) | Planned::Rewrite { .. });
    let reason = match manner.confirm {
        Some(true) => Confirm::by_rule().reason,
        None if harmless => return None,
        None if connects => {
            message!("A {scheme} program would connect to a server that the link chose.", scheme)
        }
        None if nature == Some(Nature::Package) => message!("This file installs software."),
        None if nature == Some(Nature::Program) => message!("Opening this file may run it."),
        Some(false) | None => return None,
    };
    let endpoint = target.endpoint();
    let port = endpoint.as_ref().map(|endpoint| endpoint.port);
    Some(Confirm { reason, host: endpoint.map(|endpoint| endpoint.host), port })
}
