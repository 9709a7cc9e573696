//! Whose display, session and locale a request is opened with. What this service was started with comes last: it
//! may have been started before there was a display, or on another one.

use std::collections::BTreeMap;
use std::ffi::OsString;

use zruntime::unblock;

use super::caller::Caller;
use super::order::Order;
use crate::env::{self, Env, Request};
use crate::system::{process, user_manager};

type Variables = BTreeMap<String, OsString>;

/// What the launcher gets of a request.
pub async fn request(env: &Env, order: &Order, caller: &Caller) -> Request {
    let variables = match &order.variables {
        // A display of its own would answer the question about it.
        Some(variables) if !caller.sandboxed => variables.clone(),
        _ => of_others(env, caller).await,
    };
    Request {
        variables,
        token: order.token.clone(),
        folder: order.folder.clone(),
        callers: Some(caller.names.clone()),
        tty: false,
        depth: process::depth(&caller.variables),
    }
}

/// The first that can show a window of the caller's own, the user manager's and this service's.
async fn of_others(env: &Env, caller: &Caller) -> Variables {
    let callers = carried(&caller.variables);
    if has_display(&callers) {
        return callers;
    }
    let managers = carried(&unblock(user_manager::environment).await);
    if has_display(&managers) {
        return managers;
    }
    let own = env::carried(env.variables().filter_map(|(name, value)| Some((name.to_str()?, value))));
    if has_display(&own) || callers.is_empty() { own } else { callers }
}

fn has_display(variables: &Variables) -> bool {
    ["WAYLAND_DISPLAY", "DISPLAY"]
        .iter()
        .any(|name| variables.get(*name).is_some_and(|text| !text.is_empty()))
}

fn carried(variables: &Variables) -> Variables {
    env::carried(variables.iter().map(|(name, value)| (name.as_str(), value.as_os_str())))
}
