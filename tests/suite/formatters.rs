//! What a formatter gets from us: two variables, three streams, no shell, and an end.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use portero::document::run::{Limits, run};
use portero::error::Code;

use crate::builder::{Home, wait_for};

fn sh(script: &str, limits: Limits) -> Result<String, Code> {
    let arguments: [OsString; 2] = ["-c".into(), script.into()];
    let output =
        run(Path::new("/bin/sh"), &arguments, b"page".to_vec(), limits).map_err(|error| error.code)?;
    Ok(String::from_utf8(output).unwrap())
}

#[test]
fn two_variables_are_all_that_it_knows() {
    let variables = sh("tr '\\0' '\\n' </proc/$$/environ", Limits::default()).unwrap();
    let mut variables: Vec<_> = variables.lines().collect();
    variables.sort_unstable();
    assert_eq!(variables, ["LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin"]);
    assert_eq!(sh("pwd", Limits::default()).unwrap(), "/\n");
}

/// Not even what portero's own caller has left open.
#[test]
fn no_descriptor_of_the_caller_gets_through() {
    let home = Home::new();
    let manual = home.path("man").display().to_string();
    let home = home.config(&format!("[documents]\nmanpath = [\"{manual}\"]\n"));
    home.write("man/man1/x.1", ".TH X 1\n.SH NAME\nx - y\n");
    let record = home.path("descriptors");
    for name in ["troff", "mandoc"] {
        home.script(
            name,
            &format!("for file in /proc/$$/fd/?; do readlink $file; done >>'{}'", record.display()),
        );
    }
    let mut command = home.command("/bin/sh");
    command.args(["-c", "exec 7</etc/passwd 8</etc/group; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_portero")]);
    command.args(["render", "--html", "man:x(1)"]).output().unwrap();
    let open = std::fs::read_to_string(record).unwrap();
    assert!(open.contains("pipe:") && !open.contains("/etc/"), "{open}");
}

#[test]
fn an_argument_is_no_code() {
    let output =
        run(Path::new("/bin/echo"), &["$(id)".into(), "`id`;|".into()], Vec::new(), Limits::default());
    assert_eq!(output.unwrap(), b"$(id) `id`;|\n");
}

#[test]
fn it_ends_with_its_time_and_its_output() {
    let short = Limits { bytes: 1000, time: Duration::from_millis(300) };
    assert_eq!(sh("trap '' TERM HUP INT; echo $$; sleep 60", short), Err(Code::Timeout));
    let file = tempfile::NamedTempFile::new().unwrap();
    let script = format!("sleep 300 & echo $! >{}; wait", file.path().display());
    assert_eq!(sh(&script, Limits { time: Duration::from_secs(2), ..short }), Err(Code::Timeout));
    let child = std::fs::read_to_string(file.path()).unwrap();
    let status = || std::fs::read_to_string(format!("/proc/{}/stat", child.trim())).unwrap_or_default();
    // Whoever takes children over may not look after them.
    let is_gone = || (status().is_empty() || status().contains(") Z ")).then_some(());
    assert!(wait_for(is_gone).is_some(), "what it had started is still there");
    assert_eq!(sh("yes", Limits { bytes: 1000, ..Limits::default() }), Err(Code::TooLarge));
}
