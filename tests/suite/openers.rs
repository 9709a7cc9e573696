//! The openers that people already type reach the program with exactly the argv that `explain` tells.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use crate::builder::{Home, wait_for};

const CONFIG: &str = r#"
[schemes]
man    = { exec = ["stub", "man", ["{page}"], ["--section", "{section}"]] }
info   = { exec = ["stub", "info", ["{file}"], ["{node}"]] }
mailto = { exec = ["stub", "mail", "{to...}", ["--cc", "{cc}"], ["--subject", "{subject}"], ["--body", "{body}"]] }
file   = { exec = ["stub", "file", "{path}"] }
"#;

const SCHEMES: &[&str] = &["man", "info", "mailto", "file"];

const URIS: &[&str] = &[
    "man:ls(1)",
    "info:(gcc)G++ and GCC",
    "info:gcc#G++_and_GCC",
    "mailto:a@example.org?cc=b@example.org&subject=A%20B&body=x%0D%0Ay",
];

/// A home in which portero is the handler, as `make install` and `register` leave it.
fn registered() -> Home {
    let portero = env!("CARGO_BIN_EXE_portero");
    let template = include_str!("../../data/io.github.portero.Portero.desktop.in");
    let folder = Path::new(portero).parent().unwrap().to_str().unwrap();
    let home = Home::new()
        .config(CONFIG)
        .stub("stub")
        .set("DISPLAY", std::env::var_os("DISPLAY").unwrap_or_else(|| OsString::from(":99")))
        .set("XDG_DATA_DIRS", "/usr/local/share:/usr/share")
        .desktop_entry("io.github.portero.Portero", &template.replace("@BINDIR@", folder));
    let mut words = vec!["register".to_owned()];
    words.extend(SCHEMES.iter().flat_map(|scheme| ["--scheme".to_owned(), (*scheme).to_owned()]));
    let run = home.portero(words);
    assert_eq!(run.code, 0, "{run:?}");
    home
}

fn explained(home: &Home, uri: &str) -> Vec<OsString> {
    let object = home.portero(["explain", "--json", "--", uri]).object();
    let argv = object["action"]["argv"].as_array().unwrap_or_else(|| panic!("no argv: {object}"));
    argv.iter().skip(1).map(|word| word.as_str().unwrap().into()).collect()
}

/// Runs an opener on a URI and waits for the start that it brings about.
fn arrives(home: &Home, mut opener: Command, uri: &str) {
    let before = home.starts("stub").len();
    let status = opener.arg(uri).status().unwrap();
    assert!(status.success(), "{opener:?} {status}");
    let start = wait_for(|| home.starts("stub").into_iter().nth(before));
    let start = start.unwrap_or_else(|| panic!("{opener:?} started nothing"));
    assert_eq!(start.arguments, explained(home, uri), "{opener:?}");
}

fn all_arrive(uris: &[String], opener: impl Fn(&Home) -> Command) {
    let home = registered();
    for uri in uris {
        arrives(&home, opener(&home), uri);
    }
}

fn pages_and_mails() -> Vec<String> {
    URIS.iter().map(|uri| (*uri).to_owned()).collect()
}

/// The same, and a file whose name holds a blank.
fn with_a_file(home: &Home) -> Vec<String> {
    let path = home.write("a b", "text");
    let mut uris = pages_and_mails();
    uris.push(format!("file://{}", path.to_str().unwrap().replace(' ', "%20")));
    uris
}

#[test]
fn xdg_open_arrives() {
    // Without a desktop it decides file: by the media type itself.
    all_arrive(&pages_and_mails(), |home| home.command("xdg-open"));
}

#[test]
fn gio_open_arrives() {
    let files = Home::new();
    all_arrive(&with_a_file(&files), |home| {
        let mut command = home.command("gio");
        command.arg("open");
        command
    });
}

#[test]
fn portero_open_arrives() {
    let files = Home::new();
    all_arrive(&with_a_file(&files), |home| {
        let mut command = home.command(env!("CARGO_BIN_EXE_portero"));
        command.args(["open", "--"]);
        command
    });
}
