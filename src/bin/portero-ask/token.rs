//! An activation token of this window: with it the program that is started may take the focus from us.

use gtk::gdk::prelude::*;
use gtk::prelude::*;
use gtk::{gio, glib};

use portero::env::is_token;

/// For the key or click that is being handled. Wayland's compositor makes one; on X11 the time of the event is what
/// window managers ask for (Startup Notification protocol, "_TIME").
pub fn of_this_event(window: &gtk::ApplicationWindow) -> Option<String> {
    let display = WidgetExt::display(window);
    let token = if display.backend().is_wayland() {
        let flags = gio::AppInfoCreateFlags::SUPPORTS_STARTUP_NOTIFICATION;
        let program = gio::AppInfo::create_from_commandline("portero", None, flags).ok()?;
        display.app_launch_context()?.startup_notify_id(&program, &[])?.to_string()
    } else {
        let time = gtk::current_event_time();
        format!("portero-{}-{}_TIME{time}", std::process::id(), glib::monotonic_time())
    };
    is_token(&token).then_some(token)
}
