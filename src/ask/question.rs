//! A question as whoever asks gets it, in JSON, and the answers that it can have.

use serde::{Deserialize, Serialize};

use crate::env::APPLICATION_ID;
use crate::message::{Language, Message};
use crate::plan::{Choice, Confirm, Filled, Plan, Planned};
use crate::policy::programs;
use crate::probe::Application;
use crate::sanitize;
use crate::target::{Target, title};
use crate::warning::Warning;

/// The media type that folders have (shared-mime-info).
pub const FOLDER_TYPE: &str = "inode/directory";

/// What is asked about one URI. All texts may be shown as they are, and but for `display` they are in the person's
/// language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// Which of several programs, or whether to go on.
    #[serde(flatten)]
    pub about: About,
    /// The URI, escaped, without a password.
    pub uri: String,
    /// What the URI is, in plain words.
    pub title: String,
    /// What decides, a line each: all that a question without a window shows.
    pub display: String,
    /// Why it is asked at all, where that is doubtful.
    pub reason: Option<String>,
    /// The scheme in small letters.
    pub scheme: Option<String>,
    /// The real host, in punycode.
    pub host: Option<String>,
    /// The real port.
    pub port: Option<u16>,
    /// The media type of a file or folder.
    pub mime: Option<String>,
    /// What was repaired or looks doubtful, a sentence each.
    pub warnings: Vec<String>,
    /// How an answer may be kept.
    pub remember: Vec<Remember>,
}

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum About {
    /// Which of several programs.
    Choice {
        /// Never empty; the first is what would be taken without a question.
        choices: Vec<Offer>,
    },
    /// Whether to go on.
    Confirm {
        /// What would be started, where that is one program.
        program: Option<Offer>,
    },
}

/// A program that is offered.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// What the person reads.
    pub label: String,
    /// An icon's name or path.
    pub icon: Option<String>,
    /// What would be executed, passwords masked; empty where nothing is.
    pub argv: Vec<String>,
    /// Whether it runs in a terminal.
    pub terminal: bool,
}

/// How long an answer holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Remember {
    /// This once.
    Once,
    /// For this host from now on.
    Host,
    /// For files of this type from now on.
    Type,
    /// For this scheme (folders: for all of them) from now on.
    Scheme,
}

impl Remember {
    const ALL: [Self; 4] = [Self::Once, Self::Host, Self::Type, Self::Scheme];

    /// The word in questions and answers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Once => "once",
            Self::Host => "host",
            Self::Type => "type",
            Self::Scheme => "scheme",
        }
    }

    /// The answer's way of being kept with this word.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|remember| remember.name() == name)
    }
}

impl Question {
    /// Which program a plan is to be carried out with.
    pub fn choice(plan: &Plan, choices: &[Choice], mime: Option<String>, language: Language) -> Self {
        let choices = choices.iter().map(Offer::of_choice).collect();
        let mut question = Self::new(plan, plan.confirm.as_ref(), About::Choice { choices }, language);
        question.mime = mime;
        let is_file = question.mime.as_deref().is_some_and(|mime| mime != FOLDER_TYPE);
        let for_all = if is_file { Remember::Type } else { Remember::Scheme };
        // A doubtful URI opens the door for itself alone.
        let for_host = question.host.is_some() && (plan.confirm.is_none() || plan.warnings.is_empty());
        question.remember.extend(for_host.then_some(Remember::Host));
        question.remember.push(for_all);
        question
    }

    /// Whether a plan is to be carried out. A doubtful URI is asked about each time.
    pub fn confirm(plan: &Plan, confirm: &Confirm, language: Language) -> Self {
        let program = plan.action.as_ref().ok().and_then(Offer::of_program);
        let mut question = Self::new(plan, Some(confirm), About::Confirm { program }, language);
        let harmless = plan.warnings.is_empty() && confirm.host.is_some() && plan.again.is_some();
        question.remember.extend(harmless.then_some(Remember::Host));
        question
    }

    /// Whether very many URIs are wanted; these are some of them.
    pub fn many(reason: &Message, uris: &[String], language: Language) -> Self {
        let reason = shown(&language.say(reason));
        Self {
            about: About::Confirm { program: None },
            uri: uris.first().cloned().unwrap_or_default(),
            title: reason.clone(),
            display: uris.join("\n"),
            reason: Some(reason),
            scheme: None,
            host: None,
            port: None,
            mime: None,
            warnings: Vec::new(),
            remember: vec![Remember::Once],
        }
    }

    fn new(plan: &Plan, confirm: Option<&Confirm>, about: About, language: Language) -> Self {
        let uri = shown(plan.escaped.as_deref().unwrap_or(&plan.shown));
        let endpoint = plan.target.as_ref().and_then(Target::endpoint);
        let say = |message: &Message| shown(&language.say(message));
        let warning = |warning: &Warning| say(&warning.message);
        Self {
            about,
            title: plan.target.as_ref().map_or_else(|| uri.clone(), |target| say(&title(target))),
            uri,
            display: plan.display.clone(),
            reason: confirm.map(|confirm| say(&confirm.reason)),
            scheme: plan.scheme.clone(),
            port: endpoint.as_ref().map(|endpoint| endpoint.port),
            host: endpoint.map(|endpoint| endpoint.host),
            mime: None,
            warnings: plan.warnings.iter().map(warning).collect(),
            remember: vec![Remember::Once],
        }
    }
}

impl Offer {
    fn of_choice(choice: &Choice) -> Self {
        let offer = Self::of_planned(&choice.action);
        Self { label: shown(&choice.label), icon: choice.icon.clone().or(offer.icon), ..offer }
    }

    /// What an action starts, where that is one program.
    fn of_program(planned: &Planned) -> Option<Self> {
        let offer = Self::of_planned(planned);
        (!offer.label.is_empty()).then_some(offer)
    }

    fn of_planned(planned: &Planned) -> Self {
        match planned {
            Planned::Exec(filled) => Self::of_filled(filled, false),
            Planned::Terminal(filled) => Self::of_filled(filled, true),
            Planned::App { application, filled, .. } => Self::of_application(application, filled),
            Planned::Dbus(call) => Self { label: shown(&call.name), ..Self::default() },
            Planned::View => Self { icon: Some(APPLICATION_ID.to_owned()), ..Self::default() },
            Planned::Rewrite { .. } | Planned::Ask(_) | Planned::Deny(_) => Self::default(),
        }
    }

    fn of_filled(filled: &Filled, terminal: bool) -> Self {
        let label = shown(programs::base_name(filled.argv.program()));
        let argv = filled.shown().iter().map(|word| shown(word)).collect();
        Self { icon: Some(label.clone()), label, argv, terminal }
    }

    fn of_application(application: &Application, filled: &Filled) -> Self {
        let offer = Self::of_filled(filled, application.terminal);
        Self { label: shown(&application.name), icon: application.icon.clone(), ..offer }
    }
}

fn shown(text: &str) -> String {
    sanitize::line(text).into_owned()
}
