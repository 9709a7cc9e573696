//! The families of this machine.

use std::collections::HashSet;

use gtk::pango::Context;
use gtk::pango::prelude::{FontFamilyExt, FontMapExt};
use portero::html::fonts;

/// The style that names those of our families that are installed.
pub fn installed(context: &Context) -> String {
    let families: Vec<_> = context.font_map().map(|map| map.list_families()).unwrap_or_default();
    let names: HashSet<String> = families.iter().map(|family| family.name().to_lowercase()).collect();
    fonts::installed(|family| names.contains(&family.to_lowercase()))
}
