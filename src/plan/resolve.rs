//! From the action of a rule to what exactly is done: presets looked up, programs found, templates filled in.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

use super::build::{World, nature};
use super::{Choice, DbusCall, Filled, Planned, application, passed};
use crate::action::{Action, Call, Manner, Verb};
use crate::config::presets;
use crate::error::{Code, Error};
use crate::message;
use crate::message::Message;
use crate::opener;
use crate::policy::files::Nature;
use crate::policy::{arguments, programs};
use crate::probe::Application;
use crate::rule::matcher::Subject;
use crate::target::family::{self, Family, OTHER};
use crate::target::{Kind, Value};
use crate::template::Template;

/// So many programs are named where none is installed.
const NAMED: usize = 5;

/// What is done, and how.
pub(super) struct Resolved {
    pub planned: Planned,
    pub manner: Manner,
    /// The action that was settled on: presets by their names, nothing that still chooses.
    pub verb: Verb,
}

pub(super) struct Resolver<'a, 't> {
    pub world: World<'a>,
    pub subject: &'a Subject<'a>,
    pub trace: &'t mut Vec<Message>,
}

impl Resolver<'_, '_> {
    pub fn resolve(&mut self, action: &Action) -> Result<Resolved, Error> {
        let kind = self.subject.reading.target.kind();
        if !action.is_for(kind) {
            return Err(Error::new(
                Code::Unsupported,
                message!("this action is not for {kind}", kind = kind.name()),
            ));
        }
        let planned = match &action.verb {
            Verb::Exec(template) => Planned::Exec(self.fill(template)?),
            Verb::Terminal(template) => Planned::Terminal(self.fill(template)?),
            Verb::View => self.view()?,
            Verb::App(id) => self.application(&self.installed(id)?)?,
            Verb::Handler(media_type) => self.handler(*media_type)?,
            Verb::Rewrite(template) => self.rewrite(template)?,
            Verb::Deny(reason) => Planned::Deny(reason.clone()),
            Verb::Dbus(call) => Planned::Dbus(self.call(call)),
            Verb::Ask(actions) => self.ask(actions)?,
            Verb::Preset(name) => {
                let resolved = self.nested(action, self.preset(name)?)?;
                return Ok(Resolved { verb: action.verb.clone(), ..resolved });
            }
            Verb::First(actions) => return self.first(action, actions),
            Verb::Default => return self.default(action),
        };
        Ok(Resolved { planned, manner: action.manner.clone(), verb: action.verb.clone() })
    }

    /// An action that stands for another one; what the outer one says about the manner holds.
    fn nested(&mut self, outer: &Action, inner: &Action) -> Result<Resolved, Error> {
        let resolved = self.resolve(inner)?;
        Ok(Resolved { manner: outer.manner.or(&resolved.manner), ..resolved })
    }

    fn family(&self) -> &'static Family {
        let target = &self.subject.reading.target;
        if target.value("is_directory") == Some(Value::Flag(true)) {
            return family::named(family::FOLDER).unwrap_or(&OTHER);
        }
        family::of_scheme(self.subject.reading.uri.scheme())
    }

    fn preset(&self, name: &str) -> Result<&'static Action, Error> {
        let action = presets::all().get(name).and_then(|preset| preset.action(self.family()));
        action.ok_or_else(|| {
            Error::new(
                Code::Unsupported,
                message!("`{name}` does nothing for {kind}", name, kind = self.family().name),
            )
        })
    }

    fn default(&mut self, outer: &Action) -> Result<Resolved, Error> {
        let rule = self.world.rules.first_builtin_match(self.subject, self.trace);
        let fallback = Action::plain(Verb::Handler(None));
        let action = rule.map_or(&fallback, |rule| &rule.action);
        self.nested(outer, action)
    }

    /// The first action whose program is installed and that fits the target.
    fn first(&mut self, outer: &Action, actions: &[Action]) -> Result<Resolved, Error> {
        for action in actions {
            if let Some(field) = self.absent_field(action) {
                self.trace.push(message!("passed over: there is no {field}", field));
                continue;
            }
            match self.nested(outer, action) {
                Err(error) if matches!(error.code, Code::NoProgram | Code::Unsupported) => {
                    self.trace.push(message!("passed over: {reason}", reason = error.message));
                }
                decided => return decided,
            }
        }
        Err(self.nothing_installed(actions))
    }

    fn nothing_installed(&self, actions: &[Action]) -> Error {
        let names: Vec<_> = actions.iter().filter_map(Action::program).take(NAMED).collect();
        let what = self.family().name;
        Error::new(
            Code::NoProgram,
            match names.as_slice() {
                [] => message!("nothing is installed that opens {what}", what),
                names => {
                    let names = names.join(", ");
                    message!("nothing is installed that opens {what}; install one of: {names}", what, names)
                }
            },
        )
    }

    /// A field that the action cannot do without and that this URI leaves out.
    fn absent_field<'a>(&self, action: &'a Action) -> Option<&'a str> {
        let target = &self.subject.reading.target;
        action.needed_fields().into_iter().find(|field| target.value(field) == Some(Value::Absent))
    }

    fn ask(&mut self, actions: &[Action]) -> Result<Planned, Error> {
        let everything;
        let actions = if actions.is_empty() {
            everything = self.everything();
            &everything
        } else {
            actions
        };
        let mut choices: Vec<Choice> = Vec::new();
        for choice in actions.iter().filter_map(|action| self.choice(action)) {
            if !choices.iter().any(|other| is_same(other, &choice)) {
                choices.push(choice);
            }
        }
        if choices.is_empty() {
            return Err(Error::new(Code::NoProgram, message!("nothing that could open it is installed")));
        }
        Ok(Planned::Ask(choices))
    }

    /// Every action that could open the target here: what the rules say (first what would be done without a question),
    /// the desktop's applications, the presets of programs, the reader. Services on the web are chosen by a rule alone,
    /// for nobody has an account with all of them.
    fn everything(&self) -> Vec<Action> {
        let handlers = self.world.probe.handlers(&self.media_type());
        let applications = handlers.into_iter().map(|application| Verb::App(application.id));
        let family = self.family();
        let is_program = |name: &&str| {
            let action = presets::all().get(name).and_then(|preset| preset.action(family));
            action.is_some_and(|action| !matches!(action.verb, Verb::Rewrite(_) | Verb::Handler(_)))
        };
        let families = [family];
        let programs = presets::all().names_for(&families).filter(is_program);
        let programs = programs.map(|name| Verb::Preset(name.to_owned()));
        let others = applications.chain(programs).chain([Verb::View]).map(Action::plain);
        let by_rules = self.world.rules.matches(self.subject).into_iter().map(|rule| rule.action.clone());
        by_rules.filter(|action| !matches!(action.verb, Verb::Ask(_) | Verb::Deny(_))).chain(others).collect()
    }

    fn choice(&mut self, action: &Action) -> Option<Choice> {
        let Resolved { planned, manner, verb } = self.resolve(action).ok()?;
        let verb = match (&planned, verb) {
            // Another default of tomorrow is not what was chosen today.
            (Planned::App { application, .. }, verb) if is_the_desktops(&verb) => {
                Verb::App(application.id.clone())
            }
            (_, verb) => verb,
        };
        let label = match &verb {
            Verb::Preset(name) => presets::all().get(name)?.label.clone(),
            _ => label(&planned),
        };
        let icon = match &planned {
            Planned::App { application, .. } => application.icon.clone(),
            _ => None,
        };
        Some(Choice { label, icon, action: planned, again: Action { manner, ..Action::plain(verb) } })
    }

    fn view(&self) -> Result<Planned, Error> {
        if self.subject.reading.target.kind() == Kind::Other {
            return Err(Error::new(Code::Unsupported, message!("the reader has no page for it")));
        }
        if !self.subject.reading.attachments.is_empty() {
            return Err(takes_no_files("portero"));
        }
        Ok(Planned::View)
    }

    fn installed(&self, id: &str) -> Result<Application, Error> {
        let missing = || Error::new(Code::NoProgram, message!("the application `{id}` is not installed", id));
        self.world.probe.application(id).ok_or_else(missing)
    }

    fn media_type(&self) -> String {
        let target = &self.subject.reading.target;
        match (target.value("is_directory"), target.value("path")) {
            (Some(Value::Flag(true)), _) => "inode/directory".to_owned(),
            (Some(_), Some(Value::Path(path))) => match nature(self.subject) {
                Some(Nature::Script) => "text/plain".to_owned(),
                Some(Nature::Page) => "text/html".to_owned(),
                _ => self.world.probe.media_type(path.as_ref()),
            },
            _ => format!("x-scheme-handler/{}", self.subject.reading.uri.scheme()),
        }
    }

    fn handler(&mut self, media_type: Option<&str>) -> Result<Planned, Error> {
        let media_type = media_type.map_or_else(|| self.media_type(), str::to_owned);
        let Some(application) = self.world.probe.handlers(&media_type).into_iter().next() else {
            return Err(self.no_handler(&media_type));
        };
        let id = &application.id;
        self.trace.push(message!("`{id}` is the default application for {kind}", id, kind = &media_type));
        self.application(&application)
    }

    fn no_handler(&self, media_type: &str) -> Error {
        let code = if self.subject.reading.target.kind() == Kind::Other {
            Code::Unsupported
        } else {
            Code::NoProgram
        };
        Error::new(code, message!("no application is installed for {media_type}", media_type))
    }

    fn application(&mut self, application: &Application) -> Result<Planned, Error> {
        if let Some(action) = self.way_with_files(application) {
            return Ok(self.resolve(action)?.planned);
        }
        let template = application::template(application, self.family().name == "file")?;
        let filled = self.filled(&template)?;
        let uris = vec![passed::uri(self.subject.reading)];
        let list = application::list_place(application, &template);
        Ok(Planned::App { application: application.clone(), filled, uris, list })
    }

    /// A desktop entry has no place for the files of a mail; the preset of the same program may have one.
    fn way_with_files(&self, application: &Application) -> Option<&'static Action> {
        let program = programs::base_name(OsStr::new(application.exec.first()?));
        let mut actions = presets::all().iter().filter_map(|(_, preset)| preset.action(self.family()));
        let with_files = |action: &&Action| match &action.verb {
            Verb::Exec(template) | Verb::Terminal(template) => passed::takes_files(template),
            _ => false,
        };
        let found = actions.find(|action| with_files(action) && action.program() == Some(program));
        found.filter(|_| !self.subject.reading.attachments.is_empty())
    }

    fn fill(&self, template: &Template) -> Result<Filled, Error> {
        let filled = self.filled(template)?;
        let program = filled.argv.program();
        if self.world.probe.program(program).is_none() {
            return Err(not_installed(program));
        }
        Ok(filled)
    }

    /// Fills a template in, and refuses what a program could take for an option or hand back to us.
    fn filled(&self, template: &Template) -> Result<Filled, Error> {
        let reading = self.subject.reading;
        if !reading.attachments.is_empty() && !passed::takes_files(template) {
            return Err(takes_no_files(template.program().unwrap_or_default()));
        }
        let mut expanded = template.expand(&|name| passed::value(reading, name));
        let dashed = expanded.iter().any(|argument| argument.text == "--");
        let program = template.program().map(|program| programs::base_name(OsStr::new(program)));
        let honoured = dashed && program.is_some_and(|program| presets::all().honours_double_dash(program));
        for argument in expanded.iter_mut().filter(|argument| !argument.opens_with_field) {
            argument.text = self.at_home(&argument.text);
        }
        let argv = arguments::checked(expanded, honoured)?;
        if opener::is_opener(argv.words()) {
            let program = argv.program().to_string_lossy();
            let message = message!("{program} would only hand it back", program);
            return Err(Error::new(Code::Loop, message));
        }
        let masked = passed::is_secret(reading, template).then(|| {
            let shown = template.expand(&|name| passed::shown_value(reading, name));
            shown.iter().map(|argument| argument.text.to_string_lossy().into_owned()).collect()
        });
        Ok(Filled { argv, masked })
    }

    /// `~/x` in a config is in the home folder.
    fn at_home(&self, word: &OsStr) -> OsString {
        let rest = word.as_bytes().strip_prefix(b"~");
        match (rest, self.world.probe.home()) {
            (Some([]), Some(home)) => home.into(),
            (Some([b'/', rest @ ..]), Some(home)) => home.join(OsStr::from_bytes(rest)).into(),
            _ => word.to_owned(),
        }
    }

    fn rewrite(&self, template: &Template) -> Result<Planned, Error> {
        let reading = self.subject.reading;
        let to = template.expand_joined(&|name| passed::value(reading, name)).to_string_lossy().into_owned();
        let then = Box::new(self.world.plan_instead(&reading.shown, &to)?);
        Ok(Planned::Rewrite { to: then.shown.clone(), then })
    }

    fn call(&self, call: &Call) -> DbusCall {
        let expanded = call.arguments.expand(&|name| passed::value(self.subject.reading, name));
        let arguments = expanded.into_iter().map(|argument| argument.text).collect();
        let Call { name, path, method, .. } = call.clone();
        DbusCall { name, path, method, arguments }
    }
}

fn takes_no_files(program: &str) -> Error {
    Error::new(Code::NoProgram, message!("{program} cannot be given files here", program))
}

/// Whether an action stands for whatever the desktop has chosen.
fn is_the_desktops(verb: &Verb) -> bool {
    match verb {
        Verb::Handler(_) => true,
        Verb::Preset(name) => presets::is_desktop(name),
        _ => false,
    }
}

/// Whether a person would take two choices for one: they do the same, or one is the desktop's entry and the other the
/// preset of the same program.
fn is_same(one: &Choice, other: &Choice) -> bool {
    let program =
        |choice: &Choice| Some(programs::base_name(choice.action.filled()?.argv.program()).to_owned());
    let verbs = (&one.again.verb, &other.again.verb);
    let twofold = matches!(verbs, (Verb::App(_), Verb::Preset(_)) | (Verb::Preset(_), Verb::App(_)));
    one.action == other.action || (twofold && program(one).is_some() && program(one) == program(other))
}

fn not_installed(program: &OsStr) -> Error {
    let name = programs::base_name(program);
    let plain = || message!("{name} is not installed", name);
    let with_package = |package: &str| message!("{name} is not installed (package {package})", name, package);
    Error::new(Code::NoProgram, presets::all().package(name).map_or_else(plain, with_package))
}

/// What a person reads of a choice that is no preset.
fn label(planned: &Planned) -> String {
    match planned {
        Planned::Exec(filled) | Planned::Terminal(filled) => {
            programs::base_name(filled.argv.program()).to_owned()
        }
        Planned::App { application, .. } => application.name.clone(),
        Planned::View => "portero".to_owned(),
        Planned::Dbus(call) => call.name.clone(),
        Planned::Rewrite { to, .. } => to.clone(),
        Planned::Deny(reason) => reason.to_string(),
        Planned::Ask(choices) => {
            choices.iter().map(|choice| choice.label.as_str()).collect::<Vec<_>>().join(", ")
        }
    }
}
