//! What the window programs share of the toolkit: the sheet of their widgets, and light or dark.

pub mod portal;

use gtk::prelude::*;

/// Puts a sheet in force for all windows of this process.
pub fn apply(sheet: &str) {
    let provider = gtk::CssProvider::new();
    // The sheet is our own; a toolkit that cannot read it shows its usual look.
    let _ = provider.load_from_data(sheet.as_bytes());
    if let Some(screen) = gtk::gdk::Screen::default() {
        gtk::StyleContext::add_provider_for_screen(
            &screen,
            &provider,
            gtk::STYLE_PROVIDER_PRIORITY_APPLICATION,
        );
    }
}

/// Shows everything dark, or not; the engine's `prefers-color-scheme` follows.
pub fn prefer_dark(dark: bool) {
    // Said once more, it would have the whole theme read once more.
    let settings = gtk::Settings::default().filter(|now| now.is_gtk_application_prefer_dark_theme() != dark);
    if let Some(settings) = settings {
        settings.set_gtk_application_prefer_dark_theme(dark);
    }
}
