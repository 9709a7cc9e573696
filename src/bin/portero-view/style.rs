//! The look of the widgets around the page.

use gtk::prelude::*;

const SHEET: &str = include_str!("style.css");

/// In force for all windows of this process.
pub fn apply() {
    let provider = gtk::CssProvider::new();
    // The sheet is our own; a toolkit that cannot read it shows its usual look.
    let _ = provider.load_from_data(SHEET.as_bytes());
    if let Some(screen) = gtk::gdk::Screen::default() {
        gtk::StyleContext::add_provider_for_screen(
            &screen,
            &provider,
            gtk::STYLE_PROVIDER_PRIORITY_APPLICATION,
        );
    }
}
