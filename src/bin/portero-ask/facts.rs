//! What the person has to know: the headline, the doubt, and what decides in plain text.

use gtk::prelude::*;
use gtk::{atk, pango};

use portero::ask::words::{self, Fact};
use portero::ask::{About, Question};
use portero::message;

use crate::appearance;
use crate::scene::Scene;

/// The icon's size, in pixels.
const ICON: i32 = 64;

/// The column of icon and names, and the space beside it, in pixels.
const NAMES: i32 = 72;
const SPACE: i32 = 18;

/// Lines are no longer than this, in characters.
const WIDTH: i32 = 56;

/// So much of an address can be looked at as a whole, in characters.
const LONGEST: usize = 20_000;

/// Icon, headline and reason.
pub fn heading(scene: &Scene) -> gtk::Box {
    let question = &scene.question;
    let row = gtk::Box::new(gtk::Orientation::Horizontal, SPACE);
    let icon = appearance::icon(&icon_names(question), ICON);
    icon.set_valign(gtk::Align::Start);
    icon.set_size_request(NAMES, -1);
    row.pack_start(&icon, false, false, 0);
    let column = gtk::Box::new(gtk::Orientation::Vertical, 6);
    column.set_valign(gtk::Align::Center);
    column.pack_start(&label(&question.title, "title"), false, false, 0);
    let reason = question.reason.as_ref().filter(|reason| **reason != question.title);
    if let Some(reason) = reason {
        column.pack_start(&label(reason, "reason"), false, false, 0);
    }
    if matches!(question.about, About::Choice { .. }) {
        column.pack_start(&label(&scene.say(&words::prompt(question)), "reason"), false, false, 0);
    }
    row.pack_start(&column, true, true, 0);
    row
}

/// Warnings, then what decides, each with its name.
pub fn details(scene: &Scene) -> gtk::Box {
    let column = gtk::Box::new(gtk::Orientation::Vertical, 12);
    for warning in &scene.question.warnings {
        column.pack_start(&self::warning(warning), false, false, 0);
    }
    let grid = gtk::Grid::builder().column_spacing(SPACE).row_spacing(6).build();
    for (row, Fact { name, value, telling }) in (0..).zip(words::facts(&scene.question)) {
        let value = label(&value, if telling { "telling" } else { "value" });
        value.set_selectable(true);
        // The mouse selects it all the same.
        value.set_can_focus(false);
        value.set_line_wrap_mode(pango::WrapMode::Char);
        let name = label(&scene.say(&name), "name");
        name.set_valign(gtk::Align::Start);
        name.set_xalign(1.0);
        name.set_size_request(NAMES, -1);
        // Screen readers read the name before the value.
        name.set_mnemonic_widget(Some(&value));
        grid.attach(&name, 0, row, 1, 1);
        grid.attach(&value, 1, row, 1, 1);
    }
    column.pack_start(&grid, false, false, 0);
    if words::shortened(&scene.question.uri) != scene.question.uri {
        column.pack_start(&whole_address(scene), false, false, 0);
    }
    column
}

/// Gives the window its role and its whole text, which a screen reader reads when it comes up.
pub fn describe(scene: &Scene, window: &gtk::ApplicationWindow) {
    let question = &scene.question;
    let facts = words::facts(question).into_iter();
    let facts = facts.map(|fact| format!("{}: {}", scene.say(&fact.name), fact.value));
    let texts = question.reason.iter().chain(&question.warnings).cloned().chain(facts);
    if let Some(accessible) = window.accessible() {
        accessible.set_role(atk::Role::Dialog);
        accessible.set_description(&texts.collect::<Vec<_>>().join("\n"));
    }
}

/// Plain text; nothing in it is markup or a mnemonic.
pub fn label(text: &str, class: &str) -> gtk::Label {
    let label = gtk::Label::new(Some(text));
    label.set_xalign(0.0);
    label.set_line_wrap(true);
    label.set_max_width_chars(WIDTH);
    label.style_context().add_class(class);
    label
}

fn warning(text: &str) -> gtk::Box {
    let row = gtk::Box::new(gtk::Orientation::Horizontal, 8);
    row.style_context().add_class("warning");
    row.pack_start(&appearance::icon(&["dialog-warning-symbolic"], 16), false, false, 0);
    row.pack_start(&label(text, "text"), true, true, 0);
    row
}

fn whole_address(scene: &Scene) -> gtk::Expander {
    let text: String = scene.question.uri.chars().take(LONGEST).collect();
    let value = label(&text, "value");
    value.set_selectable(true);
    value.set_line_wrap_mode(pango::WrapMode::Char);
    let space = gtk::ScrolledWindow::builder()
        .hscrollbar_policy(gtk::PolicyType::Never)
        .max_content_height(160)
        .propagate_natural_height(true)
        .child(&value)
        .build();
    let title = scene.say(&message!("The whole address"));
    gtk::Expander::builder().label(&title).child(&space).resize_toplevel(true).build()
}

fn icon_names(question: &Question) -> Vec<&str> {
    let scheme = question.scheme.as_deref();
    match &question.about {
        About::Confirm { program: Some(program) } => appearance::names(program, scheme),
        _ => appearance::scheme_names(scheme),
    }
}
