//! The reader on the session bus, by the toolkit's own application object: it takes activation tokens along.

use gtk::gio;
use gtk::glib::{Variant, VariantTy};
use gtk::prelude::*;
use portero::launch::reader::{SHOW, TELL};
use portero::reader::pages::Place;
use tao::event_loop::EventLoopProxy;

use crate::shared::Event;

/// The actions, the types of their parameters, and the places that they are about.
type Served = (&'static str, &'static str, fn(&Variant) -> Vec<Place>);

const SERVED: &[Served] = &[(SHOW, "as", pages), (TELL, "(ss)", words)];

fn pages(uris: &Variant) -> Vec<Place> {
    let uris = uris.get::<Vec<String>>().unwrap_or_default();
    if uris.is_empty() { vec![Place::Start] } else { uris.into_iter().map(Place::Uri).collect() }
}

fn words(told: &Variant) -> Vec<Place> {
    told.get().map(|(title, words)| Place::Words(title, words)).into_iter().collect()
}

/// Serves the actions that show something.
pub fn serve(application: &gio::Application, proxy: &EventLoopProxy<Event>) {
    let Some(actions) = application.dynamic_cast_ref::<gio::ActionMap>() else { return };
    for (name, signature, places) in SERVED {
        let action = gio::SimpleAction::new(name, VariantTy::new(signature).ok());
        let proxy = proxy.clone();
        action.connect_activate(move |_, parameter| {
            let _ = proxy.send_event(Event::Show(parameter.map(places).unwrap_or_default()));
        });
        actions.add_action(&action);
    }
}

/// Hands pages to the reader that runs already.
pub fn hand_over(application: &gio::Application, places: &[Place]) {
    let uris: Vec<&str> = places.iter().filter_map(Place::uri).collect();
    match places {
        [Place::Words(title, words)] => application.activate_action(TELL, Some(&(title, words).to_variant())),
        _ => application.activate_action(SHOW, Some(&uris.to_variant())),
    }
    // The call is on its way only when the connection has written it.
    if let Some(bus) = application.dbus_connection() {
        let _ = bus.flush_sync(gio::Cancellable::NONE);
    }
}
