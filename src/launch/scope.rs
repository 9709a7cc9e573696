//! A systemd scope of its own for each program, so that it outlives whoever started it.

use serde::Serialize;
use zbus::{Connection, DynamicType, Variant};

use crate::system::user_manager::MANAGER;

/// What the manager is asked for.
const METHOD: &str = "StartTransientUnit";

/// Moves a started program into `app-portero-NAME-PID.scope`. Without systemd it stays where it is.
pub fn ask_for(program: &str, pid: u32) {
    // A program that has ended already, or a manager that refuses, is no failure of the start.
    let _ = MANAGER.call(METHOD, &wish(program, pid));
}

/// The same over a connection that is there already.
pub async fn ask_over(bus: &Connection, program: &str, pid: u32) {
    let _ = MANAGER.call_over(bus, METHOD, &wish(program, pid)).await;
}

/// The arguments of the call.
fn wish(program: &str, pid: u32) -> impl Serialize + DynamicType + Send + Sync {
    let properties = vec![
        ("Description", Variant::from(format!("{}, started by portero", name(program)))),
        ("Slice", Variant::from("app.slice")),
        ("CollectMode", Variant::from("inactive-or-failed")),
        ("PIDs", Variant::from(vec![pid])),
    ];
    let further: Vec<(&str, Vec<(&str, Variant)>)> = Vec::new();
    (format!("app-portero-{}-{pid}.scope", name(program)), "fail", properties, further)
}

/// The program's name with what a unit name cannot hold, or means something in it, as underscores.
fn name(program: &str) -> String {
    let name = program.rsplit('/').next().unwrap_or_default();
    name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '.' { c } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fit_a_unit() {
        assert_eq!(name("/opt/my app/x-term@1"), "x_term_1");
    }
}
