//! From a URI and a config to what would be done, on a machine in tables.

use std::ffi::OsStr;
use std::path::PathBuf;

use portero::config;
use portero::plan::{self, Plan, Planned};
use portero::probe::fake::Fake;
use portero::probe::{Application, FileKind};

pub fn application(id: &str, exec: &[&str]) -> Application {
    Application {
        id: id.to_owned(),
        name: id.trim_end_matches(".desktop").to_owned(),
        exec: exec.iter().map(ToString::to_string).collect(),
        icon: None,
        path: None,
        terminal: false,
        dbus_activatable: false,
        file: PathBuf::from("/usr/share/applications").join(id),
    }
}

/// A machine with a few programs, an editor, a browser and a file manager.
fn machine() -> Fake {
    let programs =
        ["man", "mutt", "telnet", "lftp", "viewer", "firefox", "sh", "true", "emacsclient", "xdg-open"];
    let mut fake = Fake::with_programs(programs);
    for (id, exec, types) in [
        ("editor.desktop", ["editor", "%F"], &["text/plain", "text/x-log"][..]),
        ("browser.desktop", ["browser", "%u"], &["x-scheme-handler/https", "text/html"]),
        ("files.desktop", ["files", "%U"], &["inode/directory"]),
        ("installer.desktop", ["installer", "%f"], &["application/vnd.flatpak.ref"]),
    ] {
        fake.applications.insert(id.to_owned(), application(id, &exec));
        for media_type in types {
            fake.handlers.insert((*media_type).to_owned(), vec![id.to_owned()]);
        }
    }
    fake.home = Some("/home/u".into());
    fake.files.insert("/home/u".into(), FileKind::Directory);
    for (name, media_type, bytes) in [
        ("notes.txt", "text/plain", "hello"),
        ("run.txt", "text/plain", "#!/bin/sh\n"),
        ("page.html", "text/html", "<html>"),
        ("evil.desktop", "application/x-desktop", "[Desktop Entry]\n"),
        ("a.txt", "text/plain", "\u{7f}ELF"),
        ("setup.flatpakref", "application/vnd.flatpak.ref", "[Flatpak Ref]\n"),
        ("x.log", "text/x-log", "log"),
    ] {
        let path = PathBuf::from("/home/u").join(name);
        fake.files.insert(path.clone(), FileKind::Regular);
        fake.media_types.insert(path.clone(), media_type.to_owned());
        fake.beginnings.insert(path, bytes.as_bytes().to_vec());
    }
    fake
}

fn plan_on(machine: &Fake, config: &str, uri: &str) -> Plan {
    let loaded = config::of_text("config.toml", config);
    assert!(
        !loaded.has_errors(),
        "{:?}",
        loaded.diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>()
    );
    plan::build(OsStr::new(uri), None, &loaded.config.rules, machine)
}

fn plan(config: &str, uri: &str) -> Plan {
    plan_on(&machine(), config, uri)
}

/// What a plan comes to, in one line.
pub fn told(plan: &Plan) -> String {
    let planned = match &plan.action {
        Ok(planned) => words(planned),
        Err(error) => format!("error {}", error.code.name()),
    };
    if plan.confirm.is_some() { format!("{planned} ?") } else { planned }
}

fn words(planned: &Planned) -> String {
    match planned {
        Planned::Exec(filled) => format!("exec {}", filled.shown().join(" | ")),
        Planned::Terminal(filled) => format!("terminal {}", filled.shown().join(" | ")),
        Planned::App { filled, .. } => format!("app {}", filled.shown().join(" | ")),
        Planned::View => "view".to_owned(),
        Planned::Dbus(call) => format!("dbus {} {:?}", call.method, call.arguments),
        Planned::Rewrite { to, then } => format!("rewrite {to} -> {}", told(then)),
        Planned::Ask(choices) => {
            let choices: Vec<_> =
                choices.iter().map(|c| format!("{}: {}", c.label, words(&c.action))).collect();
            format!("ask {}", choices.join(", "))
        }
        Planned::Deny(reason) => format!("deny {reason}"),
    }
}

fn check(config: &str, rows: &[(&str, &str)]) {
    for (uri, expected) in rows {
        assert_eq!(told(&plan(config, uri)), *expected, "{uri}");
    }
}

#[test]
fn without_a_config() {
    check(
        "",
        &[
            ("man:ls(1)", "view"),
            ("man:", "view"),
            ("x-man-page://1/ls", "view"),
            ("info:gcc#Top", "view"),
            ("help:gedit", "view"),
            ("whatis:ls", "view"),
            ("mailto:a@b.example", "terminal mutt | -- | mailto:a@b.example"),
            ("https://example.org/", "app browser | https://example.org/"),
            ("http://example.org/", "exec firefox | http://example.org/"),
            ("telnet://host.example/", "terminal telnet | -- | host.example | 23 ?"),
            ("ftp://host.example/", "app files | ftp://host.example/ ?"),
            ("gopher://host.example/", "view"),
            ("news:comp.lang.c", "view"),
            ("wais://host.example/db", "deny the WAIS service is retired: no servers are left"),
            (
                "urn:isbn:0451450523",
                "rewrite https://openlibrary.org/isbn/0451450523 -> app browser | https://openlibrary.org/isbn/0451450523",
            ),
            (
                "urn:ietf:rfc:2648",
                "rewrite https://www.rfc-editor.org/info/rfc2648 -> app browser | https://www.rfc-editor.org/info/rfc2648",
            ),
            ("urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "view"),
            ("gemini://host.example/", "error unsupported"),
            ("javascript:alert(1)", "error unsupported"),
        ],
    );
}

#[test]
fn files_are_opened_and_never_run() {
    check(
        "",
        &[
            ("file:///home/u/notes.txt", "app editor | /home/u/notes.txt"),
            ("file:///home/u", "app files | file:///home/u"),
            ("file:///home/u/run.txt", "app editor | /home/u/run.txt"),
            ("file:///home/u/page.html", "app browser | file:///home/u/page.html"),
            ("file:///home/u/evil.desktop", "error unsafe"),
            ("file:///home/u/a.txt", "error unsafe"),
            ("file:///home/u/setup.flatpakref", "app installer | /home/u/setup.flatpakref ?"),
        ],
    );
    assert_eq!(plan("", "file:///home/u/a.txt").reveal, Some("/home/u/a.txt".into()));
    // A rule for all files is none for programs; one for this type is, and asks.
    let all = "[schemes]\nfile = [\"viewer\", \"{path}\"]\n";
    assert_eq!(told(&plan(all, "file:///home/u/evil.desktop")), "error unsafe");
    let some = "[[rules]]\nmatch = { scheme = \"file\", mime = \"application/x-desktop\" }\nexec = [\"viewer\", \"{path}\"]\n";
    assert_eq!(told(&plan(some, "file:///home/u/evil.desktop")), "exec viewer | /home/u/evil.desktop ?");
}

#[test]
fn the_first_rule_that_fits_wins() {
    let config = r#"
        [[rules]]
        name = "work"
        match = { scheme = ["http", "https"], host = "*.corp.example", path = "/wiki/**" }
        exec = ["firefox", "-P", "work", "{uri}"]

        [[rules]]
        name = "second"
        match = { scheme = "https", port = 8443, not = { user = "bob" } }
        exec = ["viewer", "{host}"]

        [schemes]
        man = { terminal = ["man", "--", ["{section}"], "{page}"] }
        https = "default"
        folder = ["viewer", "{path}"]
    "#;
    check(
        config,
        &[
            (
                "https://a.b.CORP.example/wiki/x/y",
                "exec firefox | -P | work | https://a.b.CORP.example/wiki/x/y",
            ),
            ("https://corp.example/wiki/x", "app browser | https://corp.example/wiki/x"),
            ("https://x.corp.example/other", "app browser | https://x.corp.example/other"),
            ("https://x.example:8443/", "exec viewer | x.example"),
            ("https://bob@x.example:8443/", "app browser | https://bob@x.example:8443/"),
            ("man:ls(1)", "terminal man | -- | 1 | ls"),
            ("man:ls", "terminal man | -- | ls"),
            ("x-man-page://1/ls", "terminal man | -- | 1 | ls"),
            // The list of pages has no page, so the rule is not for it.
            ("man:(3)", "view"),
            ("file:///home/u", "exec viewer | /home/u"),
            ("file:///home/u/notes.txt", "app editor | /home/u/notes.txt"),
        ],
    );
    let plan = plan(config, "https://x.example:8443/");
    assert_eq!(plan.rule.unwrap().source, "config.toml:7");
    assert_eq!(
        plan.trace.iter().map(ToString::to_string).collect::<Vec<_>>(),
        [
            "rule `work` (config.toml:2) does not fit: host is `x.example`, not `*.corp.example`",
            "rule `second` (config.toml:7) fits",
        ]
    );
}

#[test]
fn every_kind_of_condition() {
    let mut machine = machine();
    machine.variables.insert("XDG_CURRENT_DESKTOP".to_owned(), "ubuntu:GNOME".into());
    machine.variables.insert("MODE".to_owned(), "work".into());
    machine.callers = vec!["/usr/bin/mutt".to_owned(), "mutt".to_owned()];
    let rows = [
        ("scheme = \"MAN\"", true),
        ("scheme = \"*\"", true),
        ("kind = \"man\"", true),
        ("kind = [\"info\", \"man-index\"]", false),
        ("page = \"l?\"", true),
        ("page = \"re:ls|cp\"", true),
        ("page = \"l\"", false),
        ("section = [\"2\", \"1*\"]", true),
        ("anchor = \"*\"", false),
        ("uri = \"man:.*\"", true),
        ("uri = \"an:.*\"", false),
        ("desktop = \"gnome\"", true),
        ("desktop = [\"KDE\", \"sway\"]", false),
        ("env = { MODE = \"w*\" }", true),
        ("env = { MODE = \"w*\", OTHER = \"*\" }", false),
        ("installed = \"mutt\"", true),
        ("installed = \"editor.desktop\"", true),
        ("installed = [\"nothing\", \"neither\"]", false),
        ("caller = \"*/mutt\"", true),
        ("caller = \"mutt\"", true),
        ("caller = \"*/vim\"", false),
        ("scheme = \"man\", not = { page = \"ls\" }", false),
        ("scheme = \"man\", not = { page = \"cp\" }", true),
    ];
    for (conditions, fits) in rows {
        let config = format!("[[rules]]\nname = \"it\"\nmatch = {{ {conditions} }}\nexec = [\"true\"]\n");
        let plan = plan_on(&machine, &config, "man:ls(1)");
        assert_eq!(plan.rule.as_ref().unwrap().name == "it", fits, "{conditions}: {:?}", plan.trace);
    }
}

#[test]
fn conditions_on_files() {
    let rows = [
        ("mime = \"text/*\"", "/home/u/x.log", true),
        ("mime = \"image/*\"", "/home/u/x.log", false),
        ("directory = true", "/home/u", true),
        ("directory = true", "/home/u/x.log", false),
        ("path = \"/home/*/x.log\"", "/home/u/x.log", true),
        ("path = \"/home/*\"", "/home/u/x.log", false),
        ("path = \"/home/**\"", "/home/u/x.log", true),
    ];
    for (conditions, path, fits) in rows {
        let config = format!(
            "[[rules]]\nname = \"it\"\nmatch = {{ scheme = \"file\", {conditions} }}\nexec = [\"true\"]\n"
        );
        let plan = plan(&config, path);
        assert_eq!(plan.rule.as_ref().unwrap().name == "it", fits, "{conditions} {path}: {:?}", plan.trace);
    }
}

#[test]
fn every_kind_of_action() {
    let config = r#"
        [schemes]
        man = { first = ["khelpcenter", ["nothing", "{page}"], { terminal = ["man", "{page}"] }] }
        info = { app = "editor" }
        news = { first = [["nothing", "{uri}"], "slrn"] }
        mailto = { ask = ["mutt", "thunderbird", "browser.desktop", "view"] }
        telnet = { exec = ["viewer", "{host}"], confirm = false, env = { A = "b" }, cwd = "~/x", wait = true, notify = true }
        gopher = { preset = "desktop" }
        https = "ask"
        urn = { rewrite = "https://n2t.net/urn:{nid}:{nss}" }
        wais = { deny = "gone" }
        "web+x" = { dbus = { name = "org.example.X", path = "/X", method = "org.example.X.Open", arguments = ["{uri}", ["{query}"]] } }
        "web+y" = ["~/bin/y", "~", "a~", "{uri}"]
        "web+z" = { rewrite = "web+z:{path}" }
        "web+p" = { rewrite = "web+q:1" }
        "web+q" = { rewrite = "web+p:1" }
        "web+o" = ["xdg-open", "{uri}"]
    "#;
    let mut machine = machine();
    machine.programs.insert("/home/u/bin/y".into(), "/home/u/bin/y".into());
    let rows = [
        ("man:ls", "terminal man | ls"),
        ("info:gcc", "app editor | info:gcc"),
        ("news:comp.lang.c", "error no-program"),
        (
            "mailto:a@b.example",
            "ask Mutt: terminal mutt | -- | mailto:a@b.example, browser: app browser | mailto:a@b.example, portero: view ?",
        ),
        ("telnet://host.example/", "exec viewer | host.example"),
        ("gopher://host.example/", "error no-program"),
        (
            "https://h.example/",
            "ask browser: app browser | https://h.example/, Firefox: exec firefox | https://h.example/, portero: view",
        ),
        (
            "urn:example:a-b",
            "rewrite https://n2t.net/urn:example:a-b -> ask browser: app browser | https://n2t.net/urn:example:a-b, Firefox: exec firefox | https://n2t.net/urn:example:a-b, portero: view",
        ),
        ("wais://host.example/db", "deny gone"),
        ("web+x:a?b", "dbus org.example.X.Open [\"web+x:a?b\", \"b\"]"),
        ("web+x:a", "dbus org.example.X.Open [\"web+x:a\"]"),
        ("web+y:a", "exec /home/u/bin/y | /home/u | a~ | web+y:a"),
        ("web+z:a", "error loop"),
        ("web+p:0", "rewrite web+q:1 -> rewrite web+p:1 -> error loop"),
        ("web+o:a", "error loop"),
    ];
    for (uri, expected) in rows {
        assert_eq!(told(&plan_on(&machine, config, uri)), expected.trim_end_matches(" ?"), "{uri}");
    }
    let options = plan_on(&machine, config, "telnet://host.example/").options;
    assert_eq!(options.env, [("A".to_owned(), "b".to_owned())]);
    assert_eq!((options.cwd, options.wait, options.notify), (Some("/home/u/x".into()), true, Some(true)));
}

#[test]
fn passwords_and_options_do_not_get_through() {
    let config = r#"
        [schemes]
        telnet = ["viewer", "{uri}", ["-l", "{user}"]]
        https = ["firefox", "{uri}"]
        mailto = ["viewer", "-s", "{subject}"]
        ldap = ["viewer", ["-b", "{dn}"], "{attributes...}"]
        info = ["viewer", "--node={node}", "{file}"]
    "#;
    check(
        config,
        &[
            ("telnet://bob:secret@host.example/", "exec viewer | telnet://bob@host.example/ | -l | bob ?"),
            ("https://bob:secret@host.example/", "exec firefox | https://bob:***@host.example/"),
            ("mailto:a@b.example?subject=-x", "error unsafe"),
            ("mailto:a@b.example?subject=%2Bx", "error unsafe"),
            ("mailto:a@b.example?subject=@@u", "error unsafe"),
            ("mailto:a@b.example?subject=x", "exec viewer | -s | x"),
            ("ldap://h.example/-x", "error unsafe"),
            ("ldap://h.example/dc=x?%2B", "error unsafe"),
            ("info:gcc#--output=x", "exec viewer | --node=--output=x | gcc"),
        ],
    );
    let plan = plan(config, "https://bob:secret@host.example/");
    let Ok(Planned::Exec(filled)) = plan.action else { panic!() };
    assert!(filled.is_masked() && filled.argv.words()[1] == "https://bob:secret@host.example/");
}

#[test]
fn a_mail_is_rebuilt_from_what_was_understood() {
    let config = "[schemes]\nmailto = [\"viewer\", \"{uri}\"]\n";
    check(
        config,
        &[
            ("mailto:a@b.example?attach=/etc/passwd&subject=x", "exec viewer | mailto:a@b.example?subject=x"),
            (
                "mailto:a@b.example;c@d.example?cc=e@f.example&body=x%0Ay&in-reply-to=%3Ci@j.example%3E",
                "exec viewer | mailto:a@b.example,c@d.example?cc=e@f.example&in-reply-to=%3Ci@j.example%3E&body=x%0D%0Ay",
            ),
        ],
    );
}

#[test]
fn a_question_names_what_decides_first() {
    let plan = plan("", "telnet://bob@B\u{fc}cher.example:2323/");
    let confirm = plan.confirm.unwrap();
    assert_eq!((confirm.host.as_deref(), confirm.port), (Some("xn--bcher-kva.example"), Some(2323)));
    let lines: Vec<_> = plan.display.lines().take(4).collect();
    assert_eq!(lines, ["scheme: telnet", "program: telnet", "host: xn--bcher-kva.example", "port: 2323"]);
}

#[test]
fn an_app_that_is_not_installed_is_told() {
    let plan = plan("[schemes]\nman = \"org.example.Reader\"\n", "man:ls");
    assert_eq!(told(&plan), "error no-program");
}

#[test]
fn a_choice_can_be_asked_for() {
    let loaded = config::of_text("config.toml", "[schemes]\nwais = { deny = \"gone\" }\n");
    let choose =
        |uri: &str| told(&plan::build_to_choose(uri.as_ref(), None, &loaded.config.rules, &machine()));
    let mail = choose("mailto:a@b.example");
    assert!(mail.contains("Mutt: terminal mutt") && !mail.contains("Gmail"), "{mail}");
    assert_eq!(choose("wais://host.example/db"), "deny gone");
}
