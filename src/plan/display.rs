//! What a question shows of a URI: first what decides, each on a line of its own, then the URI.

use super::Planned;
use crate::reading::Reading;
use crate::sanitize;

/// The plain text that a question shows.
pub fn text(reading: &Reading, planned: Option<&Planned>) -> String {
    let endpoint = reading.target.endpoint();
    let port = endpoint.as_ref().map(|endpoint| endpoint.port.to_string());
    let lines = [
        ("scheme", Some(reading.uri.scheme().to_owned())),
        ("program", planned.and_then(program)),
        ("host", endpoint.map(|endpoint| endpoint.host)),
        ("port", port),
        ("URI", Some(sanitize::shortened(&reading.escaped).into_owned())),
    ];
    let told = lines.into_iter().filter_map(|(name, value)| Some((name, value?)));
    told.map(|(name, value)| format!("{name}: {}", sanitize::line(&value))).collect::<Vec<_>>().join("\n")
}

fn program(planned: &Planned) -> Option<String> {
    match planned {
        Planned::Exec(filled) | Planned::Terminal(filled) => {
            Some(filled.argv.program().to_string_lossy().into_owned())
        }
        Planned::App { application, .. } => Some(application.name.clone()),
        Planned::Dbus(call) => Some(call.name.clone()),
        Planned::View | Planned::Rewrite { .. } | Planned::Ask(_) | Planned::Deny(_) => None,
    }
}
