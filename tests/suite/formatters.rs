//! What a formatter gets from us: two variables, three streams, no shell, and an end.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use portero::document::run::{Limits, run};
use portero::error::Code;

fn sh(script: &str, limits: Limits) -> Result<String, Code> {
    let arguments: [OsString; 2] = ["-c".into(), script.into()];
    let output =
        run(Path::new("/bin/sh"), &arguments, b"page".to_vec(), limits).map_err(|error| error.code)?;
    Ok(String::from_utf8(output).unwrap())
}

#[test]
fn two_variables_and_three_streams_are_all_it_gets() {
    let variables = sh("tr '\\0' '\\n' </proc/$$/environ", Limits::default()).unwrap();
    let mut variables: Vec<_> = variables.lines().collect();
    variables.sort_unstable();
    assert_eq!(variables, ["LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin"]);
    assert_eq!(
        sh("echo /proc/$$/fd/[0-9]* | tr -cd '0-9 \\n' | sed \"s/$$//g\"; pwd", Limits::default()).unwrap(),
        "0 1 2\n/\n"
    );
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
    assert_eq!(sh("yes", Limits { bytes: 1000, ..Limits::default() }), Err(Code::TooLarge));
}
