//! Where every call arrives: let in, planned, announced, started, written down.

use std::ffi::OsStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use zbus::Connection;
use zbus::names::OwnedUniqueName;
use zruntime::unblock;

use super::activity::Activity;
use super::answer::{self, Answer, Outcome};
use super::caller::{Caller, Callers};
use super::children::Children;
use super::config::Fresh;
use super::error::Refusal;
use super::flood::{Floods, Limit};
use super::journal::Journal;
use super::notices;
use super::order::Order;
use super::ring::Rings;
use super::signals;
use super::visit::Visit;
use crate::complaint::complain;
use crate::config::Config;
use crate::config::load::Places;
use crate::env::Env;
use crate::error::Error;
use crate::explain;
use crate::open::{Desk, page};
use crate::plan::Plan;

/// How long the service stays without a call, unless the config says otherwise.
const IDLE_TIME: Duration = Duration::from_secs(30);

/// What all calls share.
pub struct Doorman {
    /// What is going on.
    pub activity: Activity,
    /// Programs that were started and have not ended.
    pub children: Children,
    pub(super) callers: Callers,
    pub(super) env: Env,
    pub(super) config: Fresh,
    pub(super) floods: Mutex<Floods>,
    pub(super) rings: Mutex<Rings>,
    pub(super) journal: Mutex<Journal>,
}

/// A call before anything was decided.
pub struct Call {
    /// The caller's name on the bus.
    pub client: OwnedUniqueName,
    /// The caller.
    pub caller: Caller,
    /// What it wants.
    pub order: Order,
}

impl Doorman {
    /// A doorman without calls.
    pub fn new(env: Env) -> Self {
        Self {
            activity: Activity::default(),
            children: Children::default(),
            callers: Callers::default(),
            config: Fresh::new(Places::of(&env, None)),
            env,
            floods: Mutex::default(),
            rings: Mutex::default(),
            journal: Mutex::default(),
        }
    }

    /// Opens what a call brings. It fails as a whole where nothing was begun, or where its only URI failed.
    pub async fn open(self: &Arc<Self>, bus: &Connection, call: Call) -> Result<Vec<Answer>, Refusal> {
        let (visit, outcomes) = self.serve(bus, call).await?;
        self.tell(bus, &visit, &outcomes);
        answer::of_call(outcomes, visit.request.language())
    }

    async fn serve(
        self: &Arc<Self>,
        bus: &Connection,
        call: Call,
    ) -> Result<(Arc<Visit>, Vec<Outcome>), Refusal> {
        let config = self.config();
        let verdict = self.admit(&call, Limit::of(&config.general))?;
        let visit = Arc::new(self.visit(config, call).await);
        let plans = self.plans(&visit).await;
        // The order of these two makes it certain that nothing is opened twice: a caller that was told in time
        // waits for the answer, and one that was not finds that its time is over and nothing is begun here.
        let told = signals::accepted(bus, &visit, &plans).await;
        if told.is_err() || visit.order.is_late() {
            return Err(Refusal::late());
        }
        self.pass(verdict, &visit).await?;
        let outcomes = self.start(bus, &visit, plans).await;
        Ok((visit, outcomes))
    }

    /// Opens what was let in before.
    pub(super) async fn carry_out(self: &Arc<Self>, bus: &Connection, visit: Arc<Visit>) {
        let plans = self.plans(&visit).await;
        let outcomes = self.start(bus, &visit, plans).await;
        self.tell(bus, &visit, &outcomes);
    }

    /// Opens after the call was answered.
    pub fn open_later(self: &Arc<Self>, bus: &Connection, call: Call) {
        let busy = self.activity.begin();
        let (doorman, bus) = (Arc::clone(self), bus.clone());
        let task = async move {
            // A call that was refused as a whole is in the log.
            if let Ok((visit, outcomes)) = doorman.serve(&bus, call).await {
                doorman.tell(&bus, &visit, &outcomes);
            }
            drop(busy);
        };
        zruntime::spawn(task).detach();
    }

    /// Shows the reader's start page after the call was answered.
    pub fn show_start_page(self: &Arc<Self>, call: Call) -> Result<(), Error> {
        let config = self.config();
        let verdict = self.admit(&call, Limit::of(&config.general))?;
        let busy = self.activity.begin();
        let doorman = Arc::clone(self);
        let task = async move {
            let visit = Arc::new(doorman.visit(config, call).await);
            if doorman.pass(verdict, &visit).await.is_err() {
                return;
            }
            let show = move || doorman.shown(page::start(&doorman.desk(&visit)));
            if let Err(error) = unblock(show).await {
                complain(format_args!("the start page could not be shown: {}", error.message));
            }
            drop(busy);
        };
        zruntime::spawn(task).detach();
        Ok(())
    }

    /// A call that was let in; how many openers it came through shows in its environment and in its descent.
    async fn visit(&self, config: Arc<Config>, call: Call) -> Visit {
        let descent = lock(&self.rings).depth(&call.caller);
        let mut visit = Visit::new(&self.env, config, call).await;
        visit.request.depth = visit.request.depth.max(descent);
        visit
    }

    /// Opens for a caller that must not learn what there is on this machine.
    pub fn open_unseen(self: &Arc<Self>, bus: &Connection, mut call: Call) -> Vec<Answer> {
        call.order.notify = true;
        let answers = call.order.uris.iter().map(|uri| answer::unseen(uri)).collect();
        self.open_later(bus, call);
        answers
    }

    /// The object of `portero explain --json`.
    pub async fn explain(self: &Arc<Self>, call: Call) -> String {
        let visit = Visit::new(&self.env, self.config(), call).await;
        let doorman = Arc::clone(self);
        let plans = move || doorman.plans_of(&visit);
        unblock(plans).await.iter().map(|plan| explain::json(plan).to_string()).collect()
    }

    /// Reads the config again.
    pub fn reload(&self) {
        self.config.forget();
        self.config();
    }

    /// How long this stays without a call.
    pub fn idle_time(&self) -> Duration {
        let config = self.config.in_force().unwrap_or_else(|| self.config());
        config.general.idle_timeout.unwrap_or(IDLE_TIME)
    }

    /// What plans of a visit are made and carried out with.
    pub(super) fn desk<'a>(&'a self, visit: &'a Visit) -> Desk<'a> {
        Desk { env: &self.env, request: &visit.request, config: &visit.config }
    }

    /// What would be done with the URIs of a visit.
    pub(super) fn plans_of(&self, visit: &Visit) -> Vec<Plan> {
        let (desk, order) = (self.desk(visit), &visit.order);
        let plan = |uri: &String| order.wanted.plan(OsStr::new(uri), order.base.as_deref(), &desk);
        order.uris.iter().map(plan).collect()
    }

    /// What is in force; a new mistake is told to the person, and does not hold the call up.
    fn config(&self) -> Arc<Config> {
        let (config, mistakes) = self.config.current();
        if !mistakes.is_empty() {
            let language = self.env.language();
            self.aside(move || notices::mistakes(&mistakes, language));
        }
        config
    }

    /// Tells the person what nobody else does, without holding anything up.
    fn tell(self: &Arc<Self>, bus: &Connection, visit: &Arc<Visit>, outcomes: &[Outcome]) {
        if !visit.request.has_display() {
            return;
        }
        for telling in notices::of(outcomes, visit) {
            let (doorman, bus, visit) = (Arc::clone(self), bus.clone(), Arc::clone(visit));
            zruntime::spawn(doorman.attend(bus, visit, telling)).detach();
        }
    }

    /// Does something that nobody waits for, but the end of the service.
    pub(super) fn aside(&self, work: impl FnOnce() + Send + 'static) {
        let busy = self.activity.begin();
        drop(unblock(move || {
            work();
            drop(busy);
        }));
    }

    /// The last decisions, a JSON object a line.
    pub fn log(&self) -> String {
        lock(&self.journal).lines()
    }
}

/// A lock is never poisoned: whoever panics takes the whole service along.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
