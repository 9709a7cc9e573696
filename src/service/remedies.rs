//! What a notification of a failure offers, and what is done when the person takes it up.

use std::ffi::OsStr;
use std::sync::Arc;
use std::time::Duration;

use zbus::Connection;
use zruntime::{SharedRuntime, unblock};

use super::doorman::Doorman;
use super::notices::Telling;
use super::visit::Visit;
use crate::ask;
use crate::config::load::Places;
use crate::error::{Code, Error};
use crate::explain;
use crate::launch::notice::Notice;
use crate::launch::offer::Chosen;
use crate::message;
use crate::message::Language;
use crate::open::{Opened, Wanted, page};
use crate::plan::{Plan, Planned, RuleName};
use crate::sanitize;

/// How long a notification server may take to show something.
const PATIENCE: Duration = Duration::from_secs(2);

/// The keys of the actions. Who clicks on the notification itself wants to know more.
const DEFAULT: &str = "default";
const WHY: &str = "why";
const EDIT_RULE: &str = "edit-rule";
const CHOOSE_ANOTHER: &str = "choose-another";

/// How another program is come to.
const CHOSEN: Wanted = Wanted { ask: true, reveal: false };

/// Failures that another program may not have.
const PROGRAMS_OWN: &[Code] = &[Code::NoProgram, Code::Unsupported, Code::Failed, Code::Timeout];

/// So much of an explanation is shown, in characters: what is longer is the text of a mail.
const LONGEST: usize = 10_000;

/// What can be done about a failure.
pub struct Remedies {
    uri: String,
    code: Code,
    rule: Option<RuleName>,
    title: String,
    explanation: String,
}

impl Remedies {
    /// Of what became of a URI, which may hold anything and is what was asked for.
    pub fn of(plan: &Plan, error: &Error, uri: &str, language: Language) -> Self {
        let words = explain::words(plan, language);
        // The title has what was asked for already.
        let facts = words.split_once('\n').map_or("", |(_, facts)| facts);
        let all = format!("{}\n{facts}", sanitize::line(&language.say(&error.told())));
        Self {
            uri: uri.to_owned(),
            code: error.code,
            rule: plan.rule.clone(),
            title: sanitize::shortened(&plan.shown).into_owned(),
            explanation: all.chars().take(LONGEST).collect(),
        }
    }

    /// The place of the rule, where the person may change it.
    fn place(&self, doorman: &Doorman) -> Option<&str> {
        let rule = self.rule.as_ref()?;
        Places::of(&doorman.env, None).own(rule.place()?).map(|_| rule.source.as_str())
    }

    /// Whether there is another program to choose.
    fn has_choice(&self, doorman: &Doorman, visit: &Visit) -> bool {
        let plan = || CHOSEN.plan(OsStr::new(&self.uri), visit.order.base.as_deref(), &doorman.desk(visit));
        PROGRAMS_OWN.contains(&self.code)
            && ask::is_possible(&visit.config, &visit.request)
            && matches!(plan().action, Ok(Planned::Ask(_)))
    }

    fn actions(&self, doorman: &Doorman, visit: &Visit) -> Vec<(&'static str, String)> {
        let mut actions = vec![(DEFAULT, message!("Why?")), (WHY, message!("Why?"))];
        actions.extend(self.place(doorman).map(|_| (EDIT_RULE, message!("Edit rule"))));
        actions.extend(self.has_choice(doorman, visit).then(|| (CHOOSE_ANOTHER, message!("Choose another"))));
        let language = visit.request.language();
        actions.into_iter().map(|(key, label)| (key, language.say(&label))).collect()
    }
}

impl Doorman {
    /// Shows a notification, and does what the person wishes.
    pub(super) async fn attend(self: Arc<Self>, bus: Connection, visit: Arc<Visit>, telling: Telling) {
        let busy = self.activity.begin();
        let Telling { mut notice, remedies } = telling;
        let remedies = remedies.map(Arc::new);
        if let Some(remedies) = remedies.clone() {
            let (doorman, visit) = (Arc::clone(&self), Arc::clone(&visit));
            notice.actions = unblock(move || remedies.actions(&doorman, &visit)).await;
        }
        let Ok(runtime) = SharedRuntime::current() else { return };
        // The log has it where nothing can be shown.
        let shown = runtime.timeout(PATIENCE, notice.show_over(&bus)).await;
        let offered = self.activity.offer();
        drop(busy);
        let (Ok(Ok(Some(mut offer))), Some(remedies)) = (shown, remedies) else { return };
        while let Some(chosen) = offer.answer(&bus, &runtime).await {
            let remedy =
                Arc::clone(&self).remedy(bus.clone(), Arc::clone(&visit), Arc::clone(&remedies), chosen);
            zruntime::spawn(remedy).detach();
        }
        drop(offered);
    }

    async fn remedy(
        self: Arc<Self>,
        bus: Connection,
        visit: Arc<Visit>,
        remedies: Arc<Remedies>,
        Chosen { action, token }: Chosen,
    ) {
        let _busy = self.activity.begin();
        match action.as_str() {
            CHOOSE_ANOTHER => {
                self.carry_out(&bus, Arc::new(visit.again(&remedies.uri, CHOSEN, token))).await;
            }
            DEFAULT | WHY => {
                let visit = visit.clicked(token);
                let doorman = Arc::clone(&self);
                unblock(move || doorman.explain_failure(&visit, &remedies)).await;
            }
            EDIT_RULE => {
                let visit = visit.clicked(token);
                let doorman = Arc::clone(&self);
                unblock(move || doorman.edit_rule(&visit, &remedies)).await;
            }
            _ => {}
        }
    }

    /// In the reader; where there is none, in a notification.
    fn explain_failure(&self, visit: &Visit, remedies: &Remedies) {
        let Remedies { title, explanation, .. } = remedies;
        if self.shown(page::tell(title, explanation, &self.desk(visit))).is_err() {
            tell(title, explanation);
        }
    }

    fn edit_rule(&self, visit: &Visit, remedies: &Remedies) {
        let Some(place) = remedies.place(self) else { return };
        if let Err(error) = self.shown(page::edit(place, &self.desk(visit))) {
            tell(place, &visit.request.language().say(&error.told()));
        }
    }

    /// Watches the start of a window of our own, which then lives its own life.
    pub(super) fn shown(&self, opened: Result<Opened, Error>) -> Result<(), Error> {
        let Opened::Started(mut started) = opened? else { return Ok(()) };
        started.settle();
        started.watch()?;
        self.children.adopt(started);
        Ok(())
    }
}

fn tell(summary: &str, body: &str) {
    // What cannot be shown was to tell why something else could not.
    let _ = Notice { summary: summary.to_owned(), body: body.to_owned(), ..Notice::default() }.show();
}
