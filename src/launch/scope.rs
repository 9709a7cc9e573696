//! A systemd scope of its own for each program, so that it outlives whoever started it.

use std::ffi::OsStr;
use std::path::Path;

use zbus::Variant;

use crate::system::user_manager::MANAGER;

/// Moves a started program into `app-portero-NAME-PID.scope`. Without systemd it stays where it is.
pub fn ask_for(program: &OsStr, pid: u32) {
    let properties = [
        ("Description", Variant::from(format!("{}, started by portero", name(program)))),
        ("Slice", Variant::from("app.slice")),
        ("CollectMode", Variant::from("inactive-or-failed")),
        ("PIDs", Variant::from(vec![pid])),
    ];
    let further: [(&str, Vec<(&str, Variant)>); 0] = [];
    let unit = format!("app-portero-{}-{pid}.scope", name(program));
    // A program that has ended already, or a manager that refuses, is no failure of the start.
    let _ = MANAGER.call("StartTransientUnit", &(unit, "fail", properties.as_slice(), further.as_slice()));
}

/// The program's name with what a unit name cannot hold, or means something in it, as underscores.
fn name(program: &OsStr) -> String {
    let name = Path::new(program).file_name().unwrap_or(program).to_string_lossy();
    name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '.' { c } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fit_a_unit() {
        assert_eq!(name(OsStr::new("/opt/my app/x-term@1")), "x_term_1");
    }
}
