//! What came, from whom, and what became of it: one entry of the log.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::plan::{Filled, Plan, Planned};
use crate::sanitize;

/// The longest text that is kept of one field, in characters: a mail of a megabyte is no log line.
const LONGEST: usize = 500;

/// One decision. It holds no password, no query (where sign-in codes and the text of mails stand), and nothing that
/// could act on a terminal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// Seconds since 1970.
    pub time: u64,
    /// What came.
    pub uri: String,
    /// The program that sent it.
    pub caller: String,
    /// The rule that matched.
    pub rule: Option<String>,
    /// The kind of action (`exec`, `view`, …).
    pub action: Option<String>,
    /// The program that was to be started.
    pub program: Option<String>,
    /// Why nothing was.
    pub error: Option<Fault>,
}

/// A refusal or failure as it is logged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// The contract's word.
    pub code: String,
    /// The reason.
    pub message: String,
}

impl Decision {
    /// A plan that was carried out, or the error that came of it.
    pub fn of(plan: &Plan, caller: &str, error: Option<&Error>) -> Self {
        let planned = plan.action.as_ref().ok().map(last);
        Self {
            rule: plan.rule.as_ref().map(|rule| brief(&rule.name)),
            action: planned.map(|planned| planned.name().to_owned()),
            program: planned.and_then(program),
            ..Self::new(public(plan), caller, error)
        }
    }

    /// A request that was refused before it was read: of its URI only the scheme is known to be harmless.
    pub fn refused(uri: &str, caller: &str, error: &Error) -> Self {
        let scheme = uri.split_once(':').map_or("", |(scheme, _)| scheme);
        Self::new(format!("{}:…", brief(scheme)), caller, Some(error))
    }

    fn new(uri: String, caller: &str, error: Option<&Error>) -> Self {
        let fault =
            |error: &Error| Fault { code: error.code.name().to_owned(), message: brief(&error.to_string()) };
        let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        let (caller, error) = (brief(caller), error.map(fault));
        Self { time, uri, caller, rule: None, action: None, program: None, error }
    }

    /// What happened, for a person, in one line.
    pub fn line(&self) -> String {
        let Self { uri, caller, .. } = self;
        if let Some(fault) = &self.error {
            return format!("{uri} from {caller} was not opened: {} ({})", fault.message, fault.code);
        }
        let action = self.action.as_deref().unwrap_or_default();
        let rule = self.rule.as_deref().unwrap_or("-");
        match &self.program {
            Some(program) => format!("{uri} from {caller} was opened: {action} {program}, rule {rule}"),
            None => format!("{uri} from {caller} was opened: {action}, rule {rule}"),
        }
    }
}

/// The URI of a plan as logs and signals may show it.
pub fn public(plan: &Plan) -> String {
    let shown = plan.escaped.as_deref().unwrap_or(&plan.shown);
    match shown.split_once('?') {
        Some((before, _)) => format!("{}?…", brief(before)),
        None => brief(shown),
    }
}

/// What is done in the end: a rewrite stands for the plan of its new URI.
fn last(planned: &Planned) -> &Planned {
    match planned {
        Planned::Rewrite { then, .. } => then.action.as_ref().map_or(planned, last),
        _ => planned,
    }
}

fn program(planned: &Planned) -> Option<String> {
    let of = |filled: &Filled| {
        let program = Path::new(filled.argv.program());
        brief(&program.file_name().unwrap_or(program.as_os_str()).to_string_lossy())
    };
    match planned {
        Planned::Exec(filled) | Planned::Terminal(filled) => Some(of(filled)),
        Planned::App { application, .. } => Some(brief(&application.id)),
        Planned::Dbus(call) => Some(brief(&call.name)),
        _ => None,
    }
}

fn brief(text: &str) -> String {
    let shown = sanitize::line(text);
    match shown.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &shown[..end]),
        None => shown.into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;
    use crate::message::Message;

    fn plan(uri: &str) -> Plan {
        let mut plan = Plan {
            shown: uri.to_owned(),
            escaped: None,
            scheme: None,
            target: None,
            warnings: Vec::new(),
            rule: None,
            action: Ok(Planned::View),
            confirm: None,
            again: None,
            display: String::new(),
            options: crate::plan::Options::default(),
            reveal: None,
            trace: Vec::new(),
        };
        plan.rule = Some(crate::plan::RuleName { name: "man".into(), source: "builtin".into() });
        plan
    }

    #[test]
    fn a_decision_is_one_line() {
        let opened = Decision::of(&plan("man:ls(1)"), "firefox", None);
        assert_eq!(opened.line(), "man:ls(1) from firefox was opened: view, rule man");
        let error = Error::new(Code::NotFound, Message::quoted("there is no page ls"));
        let failed = Decision::of(&plan("man:ls(1)"), "firefox", Some(&error));
        assert_eq!(failed.line(), "man:ls(1) from firefox was not opened: there is no page ls (not-found)");
    }

    #[test]
    fn secrets_and_controls_are_not_kept() {
        let shown = public(&plan("https://h/cb?code=SECRET"));
        assert_eq!(shown, "https://h/cb?…");
        assert_eq!(public(&plan("man:\u{1b}[31m")), "man:<U+001B>[31m");
        assert_eq!(public(&plan(&"é".repeat(600))).chars().count(), LONGEST + 1);
        let error = Error::new(Code::RateLimited, Message::quoted("too many"));
        assert_eq!(Decision::refused("ftp://u:pw@h/", "x", &error).uri, "ftp:…");
        assert_eq!(Decision::refused("/a/file", "x", &error).uri, ":…");
    }
}
