//! A call with everything that opening it takes.

use std::sync::Arc;

use zbus::names::OwnedUniqueName;

use super::caller::Caller;
use super::doorman::Call;
use super::order::Order;
use super::variables;
use crate::config::Config;
use crate::env::{Env, Request};
use crate::open::Wanted;

/// A call that was let in.
#[derive(Debug, Clone)]
pub struct Visit {
    /// The caller's name on the bus.
    pub client: OwnedUniqueName,
    /// The caller.
    pub caller: Caller,
    /// What it wants.
    pub order: Order,
    /// With whose display and folder.
    pub request: Request,
    /// By which rules.
    pub config: Arc<Config>,
}

impl Visit {
    /// Finds out with whose display the call is to be opened.
    pub async fn new(env: &Env, config: Arc<Config>, call: Call) -> Self {
        let Call { client, caller, order } = call;
        let request = variables::request(env, &order, &caller).await;
        Self { client, caller, order, request, config }
    }

    /// The same for one of its URIs, which the person wants opened otherwise, and has just clicked for.
    pub fn again(&self, uri: &str, wanted: Wanted, token: Option<String>) -> Self {
        let order =
            Order { uris: vec![uri.to_owned()], wanted, notify: true, deadline: None, ..self.order.clone() };
        Self { order, ..self.clicked(token) }
    }

    /// The same after a click of the person.
    pub fn clicked(&self, token: Option<String>) -> Self {
        Self { request: Request { token, ..self.request.clone() }, ..self.clone() }
    }
}
