//! `portero status`: who handles each scheme, and where that is written.

use std::path::PathBuf;
use std::process::ExitCode;

use serde::Serialize;

use super::surroundings::Surroundings;
use super::{output, window};
use crate::env::{Env, Request};
use crate::probe::Probe;
use crate::sanitize;
use crate::system::SystemProbe;
use crate::system::applications::Applications;
use crate::system::mime_apps::{MimeApps, is_own, scheme_type};
use crate::target::family;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Show it in a window of its own, as from a menu
    #[arg(long, conflicts_with = "json")]
    window: bool,
}

/// Who handles one scheme.
#[derive(Debug, Serialize)]
pub struct Row {
    /// The scheme.
    pub scheme: &'static str,
    /// The desktop file ID of the default that is installed.
    pub handler: Option<String>,
    /// Its name.
    pub name: Option<String>,
    /// Whether it is portero.
    pub own: bool,
    /// The list that names it; none where it is only the first that says it can.
    pub list: Option<PathBuf>,
    /// To whom portero hands on by default: the first other handler.
    pub next: Option<String>,
    /// Defaults before it that are not installed.
    pub stale: Vec<String>,
}

pub fn run(args: &Args) -> ExitCode {
    let surroundings = Surroundings::read(None);
    if args.window && !window::is_here(&surroundings) {
        return window::run(&["status", "--window"], &surroundings);
    }
    let rows = rows(&surroundings.env, &surroundings.request);
    let text = if args.json { json(&rows, &surroundings.request) } else { table(&rows) };
    let code = output::write(text);
    if args.window {
        window::stay(&surroundings);
    }
    code
}

/// Who handles each scheme that portero knows.
pub fn rows(env: &Env, request: &Request) -> Vec<Row> {
    let probe = SystemProbe::new(env, request);
    let tables = MimeApps::read(env, request);
    let applications = Applications::new(env, request);
    family::schemes().map(|scheme| row(scheme, &probe, &tables, &applications)).collect()
}

fn row(scheme: &'static str, probe: &dyn Probe, tables: &MimeApps, applications: &Applications) -> Row {
    let media_type = scheme_type(scheme);
    let named = tables.defaults(&media_type, &|_| None).into_iter().map(|named| (named.id, Some(named.list)));
    let declaring = tables.associated(&media_type).into_iter().map(|id| (id, None));
    let mut stale = Vec::new();
    let mut found = None;
    for (id, list) in named.chain(declaring) {
        if let Some(application) = applications.find(&id) {
            found = Some((application, list));
            break;
        }
        stale.push(id);
    }
    let (application, list) = found.map_or((None, None), |(application, list)| (Some(application), list));
    Row {
        scheme,
        own: application.as_ref().is_some_and(|application| is_own(&application.id)),
        handler: application.as_ref().map(|application| application.id.clone()),
        name: application.map(|application| application.name),
        list,
        next: probe.handlers(&media_type).into_iter().next().map(|application| application.id),
        stale,
    }
}

fn json(rows: &[Row], request: &Request) -> String {
    let desktop = request.get("XDG_CURRENT_DESKTOP").map(|value| value.to_string_lossy());
    format!("{}\n", serde_json::json!({ "desktop": desktop, "schemes": rows }))
}

fn table(rows: &[Row]) -> String {
    let lines = rows.iter().map(|row| {
        let handler = row.name.as_deref().unwrap_or("-");
        let next = row.next.as_ref().filter(|_| row.own).map(|next| format!(" > {next}")).unwrap_or_default();
        let list = row.list.as_ref().map(|list| list.display().to_string()).unwrap_or_default();
        let text = format!("{:<12}{:<44}{list}", row.scheme, format!("{handler}{next}"));
        format!("{}\n", sanitize::line(text.trim_end()))
    });
    lines.collect()
}
