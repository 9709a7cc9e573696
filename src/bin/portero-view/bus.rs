//! The reader on the session bus, by the toolkit's own application object: it takes activation tokens along.

use gtk::gio;
use gtk::glib::{Variant, VariantTy};
use gtk::prelude::*;
use portero::launch::SHOW;
use portero::reader::pages::Place;
use tao::event_loop::EventLoopProxy;

use crate::shared::Event;

/// Serves the action that shows pages.
pub fn serve(application: &gio::Application, proxy: EventLoopProxy<Event>) {
    let show = gio::SimpleAction::new(SHOW, VariantTy::new("as").ok());
    show.connect_activate(move |_, uris| {
        let uris = uris.and_then(Variant::get::<Vec<String>>).unwrap_or_default();
        let places: Vec<Place> = uris.into_iter().map(Place::Uri).collect();
        let places = if places.is_empty() { vec![Place::Start] } else { places };
        let _ = proxy.send_event(Event::Show(places));
    });
    if let Some(actions) = application.dynamic_cast_ref::<gio::ActionMap>() {
        actions.add_action(&show);
    }
}

/// Hands pages to the reader that runs already.
pub fn hand_over(application: &gio::Application, places: &[Place]) {
    let uris: Vec<&str> = places.iter().filter_map(Place::uri).collect();
    application.activate_action(SHOW, Some(&uris.to_variant()));
    // The call is on its way only when the connection has written it.
    if let Some(bus) = application.dbus_connection() {
        let _ = bus.flush_sync(gio::Cancellable::NONE);
    }
}
