//! Where the engine wants to go. It may only show what this program has begun; whatever was clicked comes back here
//! as the URI that stands in the page, and nothing else is ever followed.

use std::rc::Rc;

use gtk::glib::Cast;
use gtk::{gdk, glib};
use portero::reader::address::{self, Address};
use webkit2gtk::{
    NavigationAction, NavigationPolicyDecision, NavigationPolicyDecisionExt, NavigationType,
    PolicyDecisionExt, PolicyDecisionType, URIRequestExt, WebViewExt,
};

use crate::window::View;

const MIDDLE: u32 = 2;

/// Watches over a window's engine.
pub fn watch(view: &Rc<View>) {
    let watcher = Rc::downgrade(view);
    view.web().connect_decide_policy(move |_, decision, kind| {
        if kind == PolicyDecisionType::Response {
            return false;
        }
        let opens_window = kind == PolicyDecisionType::NewWindowAction;
        let action = decision
            .downcast_ref::<NavigationPolicyDecision>()
            .and_then(NavigationPolicyDecisionExt::navigation_action);
        match action.as_ref().and_then(wanted) {
            Some(Address::Page(_)) if !opens_window => decision.use_(),
            Some(Address::Go(uri)) => {
                decision.ignore();
                if let (Some(view), Some(action)) = (watcher.upgrade(), action) {
                    clicked(&view, &uri, &action, opens_window);
                }
            }
            _ => decision.ignore(),
        }
        true
    });
    view.web().connect_permission_request(|_, _| true);
}

fn wanted(action: &NavigationAction) -> Option<Address> {
    address::read(action.clone().request()?.uri()?.as_str())
}

/// Follows what a person clicked; a page cannot click by itself.
fn clicked(view: &Rc<View>, uri: &str, action: &NavigationAction, opens_window: bool) {
    let action = action.clone();
    if action.navigation_type() != NavigationType::LinkClicked || !action.is_user_gesture() {
        return;
    }
    let control = action.modifiers() & gdk::ModifierType::CONTROL_MASK.bits() != 0;
    let apart = opens_window || control || action.mouse_button() == MIDDLE;
    let (view, uri) = (Rc::clone(view), uri.to_owned());
    // The engine is still in the middle of the click.
    glib::idle_add_local_once(move || view.follow(&uri, apart));
}
