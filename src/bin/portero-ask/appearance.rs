//! How the windows look: class, light or dark, style and icons.

use std::error::Error;

use gtk::prelude::*;
use gtk::{gdk, gio, glib};

use portero::ask::Offer;
use portero::env::APPLICATION_ID;

use crate::toolkit;
use crate::toolkit::portal::{self, Scheme};

/// How long the desktop may take to say whether it is dark, in milliseconds: nobody shall wait for a question.
const PATIENCE: i32 = 50;

/// Where nothing better is known.
const QUESTION: &str = "dialog-question";

/// What a scheme stands for, as an icon.
const SCHEMES: &[(&[&str], &str)] = &[
    (&["mailto"], "mail-unread"),
    (&["http", "https"], "web-browser"),
    (&["man", "info", "help", "ghelp", "whatis", "apropos", "x-man-page"], "help-browser"),
    (&["news", "snews", "nntp", "nntps"], "text-x-generic"),
    (&["ftp", "ftps", "gopher"], "folder-remote"),
    (&["telnet", "ldap", "ldaps", "wais", "prospero"], "network-server"),
    (&["file"], "system-file-manager"),
];

/// Before the first window. Fails where there is no display.
pub fn prepare() -> Result<(), Box<dyn Error>> {
    // The name of the desktop file, by which panels find icon and title (Wayland's app_id, X11's class).
    glib::set_prgname(Some(APPLICATION_ID));
    glib::set_application_name("portero");
    gtk::init()?;
    gdk::set_program_class(APPLICATION_ID);
    gtk::Window::set_default_icon_name(APPLICATION_ID);
    match preferred() {
        Some(Scheme::Dark) => toolkit::prefer_dark(true),
        Some(Scheme::Light) => toolkit::prefer_dark(false),
        Some(Scheme::Any) | None => {}
    }
    toolkit::apply(include_str!("style.css"));
    Ok(())
}

/// The first icon of these names that the theme has.
pub fn icon(names: &[&str], size: i32) -> gtk::Image {
    let image = match names.first() {
        Some(path) if path.starts_with('/') => {
            gtk::Image::from_gicon(&gio::FileIcon::new(&gio::File::for_path(path)), gtk::IconSize::Dialog)
        }
        _ => gtk::Image::from_gicon(&gio::ThemedIcon::from_names(names), gtk::IconSize::Dialog),
    };
    image.set_pixel_size(size);
    image
}

/// The names under which a program's icon may be found, the best first.
pub fn names<'a>(offer: &'a Offer, scheme: Option<&str>) -> Vec<&'a str> {
    let program = offer.argv.first().map(|program| program.rsplit('/').next().unwrap_or(program));
    let terminal = offer.terminal.then_some("utilities-terminal");
    let others = scheme_names(scheme).into_iter().filter(|name| *name != QUESTION);
    offer.icon.as_deref().into_iter().chain(program).chain(terminal).chain(others).collect()
}

/// The names of an icon for what a scheme stands for (Icon Naming Specification).
pub fn scheme_names(scheme: Option<&str>) -> Vec<&'static str> {
    let found = SCHEMES.iter().find(|(schemes, _)| scheme.is_some_and(|scheme| schemes.contains(&scheme)));
    found.map(|(_, icon)| *icon).into_iter().chain([QUESTION, "application-x-executable"]).collect()
}

/// What the person's desktop wants, by the settings portal; `None` where it says nothing at once.
fn preferred() -> Option<Scheme> {
    let bus = gio::bus_get_sync(gio::BusType::Session, gio::Cancellable::NONE).ok()?;
    let reply = bus.call_sync(
        Some(portal::NAME),
        portal::OBJECT,
        portal::SETTINGS,
        portal::READ,
        Some(&portal::question()),
        None,
        gio::DBusCallFlags::NO_AUTO_START,
        PATIENCE,
        gio::Cancellable::NONE,
    );
    portal::scheme(&reply.ok()?.try_child_value(0)?)
}
