//! What people do every day is neither refused nor asked about: `tests/cases/ordinary.txt`.

use std::fs;

use crate::builder::{Home, package, wait_for};
use crate::bus::quick_starts;

/// The applications of the table, and what each says that it opens.
const APPLICATIONS: &[(&str, &str)] = &[
    ("web", "x-scheme-handler/http;x-scheme-handler/https;text/html"),
    ("mail", "x-scheme-handler/mailto"),
    ("phone", "x-scheme-handler/tel;x-scheme-handler/sms"),
    ("editor", "x-scheme-handler/vscode"),
    (
        "chat",
        "x-scheme-handler/slack;x-scheme-handler/zoommtg;x-scheme-handler/msteams;x-scheme-handler/tg;\
         x-scheme-handler/xmpp;x-scheme-handler/matrix;x-scheme-handler/irc;x-scheme-handler/sip",
    ),
    ("torrent", "x-scheme-handler/magnet"),
    ("map", "x-scheme-handler/geo"),
    ("games", "x-scheme-handler/steam"),
    ("music", "x-scheme-handler/spotify"),
    ("calendar", "x-scheme-handler/webcal"),
    ("text", "text/plain"),
    ("picture", "image/jpeg"),
    ("document", "application/pdf"),
    ("folder", "inode/directory"),
];

/// The files of the table, and how each begins.
const FILES: &[(&str, &str)] = &[
    ("page.html", "<!DOCTYPE html><title>x</title>"),
    ("script.sh", "#!/bin/sh\necho hello\n"),
    ("tool.py", "#!/usr/bin/env python3\nprint(1)\n"),
    ("notes.txt", "notes\n"),
    ("a b & c's (1).txt", "notes\n"),
    ("README", "notes\n"),
    ("-dash.txt", "notes\n"),
    ("100%.txt", "notes\n"),
    ("über.txt", "notes\n"),
    ("photo.JPG", "\u{0}"),
    ("report.pdf", "%PDF-1.7\n"),
    ("nas/report #2.pdf", "%PDF-1.7\n"),
];

/// A person's machine, where each application writes down who it is and what it got.
fn machine() -> Home {
    let mut home = Home::new();
    for (name, types) in APPLICATIONS {
        let program =
            home.script(name, &format!("printf '%s\\n' \"{name} $1\" >>'{}'", home.path("quick").display()));
        let exec = program.display();
        let entry =
            format!("[Desktop Entry]\nType=Application\nName={name}\nExec={exec} %u\nMimeType={types};\n");
        home = home.desktop_entry(name, &entry);
    }
    for (name, content) in FILES {
        home.write(&format!("home/files/{name}"), content);
    }
    home
}

#[test]
fn what_people_do_every_day_opens_without_a_question() {
    let home = machine();
    let folder = home.path("home/files").display().to_string();
    let table = fs::read_to_string(package().join("tests/cases/ordinary.txt")).unwrap();
    let lines = table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let rows: Vec<_> = lines.map(|line| line.replace("${C}", &folder)).collect();
    let rows: Vec<_> = rows.iter().map(|row| row.split_once(' ').unwrap()).collect();
    assert!(rows.len() >= 100);

    let uris: Vec<_> = rows.iter().map(|(_, link)| *link).collect();
    let objects = home.portero(["explain", "--json", "--"].iter().chain(&uris)).objects();
    let odd = |object: &&serde_json::Value| !object["error"].is_null() || !object["confirm"].is_null();
    assert_eq!(objects.iter().filter(odd).collect::<Vec<_>>(), Vec::<&serde_json::Value>::new());

    let run = home.portero(["open", "--direct", "--"].iter().chain(&uris));
    assert_eq!(run.code, 0, "{}", run.stderr);
    wait_for(|| (quick_starts(&home).len() == rows.len()).then_some(()));
    // The programs write as they come to it.
    let mut opened: Vec<_> =
        quick_starts(&home).iter().map(|line| line.split(' ').next().unwrap().to_owned()).collect();
    let mut expected: Vec<_> = rows.iter().map(|(application, _)| (*application).to_owned()).collect();
    opened.sort();
    expected.sort();
    assert_eq!(opened, expected);
}
