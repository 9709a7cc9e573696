//! What the numbers were measured on.

use std::fs;
use std::process::Command;

/// Processor, memory, kernel, compiler and the versions of what is compared, a line each.
pub fn description() -> String {
    let info = |file: &str, field: &str| {
        let text = fs::read_to_string(file).unwrap_or_default();
        let value = text.lines().find_map(|line| line.strip_prefix(field)?.split_once(':').map(|(_, v)| v));
        value.unwrap_or("unknown").trim().to_owned()
    };
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let system = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let system = system.lines().find_map(|line| line.strip_prefix("PRETTY_NAME=")).unwrap_or("unknown");
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let lines = [
        format!("processors: {processors} × {}", info("/proc/cpuinfo", "model name")),
        format!("memory: {}", info("/proc/meminfo", "MemTotal")),
        format!("system: {}, Linux {}", system.trim_matches('"'), kernel.trim()),
        format!("load at the beginning: {}", load.split(' ').next().unwrap_or_default()),
        format!("compiler: {}", version("rustc")),
        format!("openers: {}, gio {}, {}", version("xdg-open"), version("gio"), version("handlr")),
        format!("bus: {}", version("dbus-daemon")),
    ];
    lines.map(|line| format!("- {line}\n")).concat()
}

fn version(program: &str) -> String {
    let output = Command::new(program).arg("--version").output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    text.lines().next().map_or_else(|| format!("no {program}"), str::to_owned)
}
