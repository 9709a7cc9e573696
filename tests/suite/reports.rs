//! What people reported of other openers, each as the situation that it was reported in.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use crate::builder::{Home, wait_for};

/// A home whose only applications are those that a test gives it.
fn home() -> Home {
    let home = Home::new();
    let system = home.path("system");
    fs::create_dir(&system).unwrap();
    symlink("/usr/share/mime", system.join("mime")).unwrap();
    home.set("XDG_DATA_DIRS", system).set("DISPLAY", ":7")
}

fn handler(home: Home, name: &str, types: &str, further: &str) -> Home {
    let text = format!(
        "[Desktop Entry]\nType=Application\nName={name}\nExec={name} %u\nMimeType={types}\n{further}"
    );
    home.stub(name).desktop_entry(name, &text)
}

fn opened_with(home: &Home, program: &str) -> Vec<String> {
    let words = |start: crate::builder::Start| start.arguments[0].to_str().unwrap().to_owned();
    // A program that takes its time is not waited for, and may not have written its start down yet.
    let starts = wait_for(|| Some(home.starts(program)).filter(|starts| !starts.is_empty()));
    starts.unwrap_or_default().into_iter().map(words).collect()
}

#[test]
fn without_a_mail_program_the_browser_does_not_get_mail() {
    let home = handler(home(), "browser", "x-scheme-handler/http;x-scheme-handler/https;text/html;", "");
    let only = home.path("bin");
    let home = home.set("PATH", only);
    let run = home.portero(["open", "--direct", "x-nobody:a"]);
    assert!([3, 4, 5].contains(&run.code), "{run:?}");
    // Mail is shown in the reader's window or as text, or told.
    home.portero(["open", "--direct", "mailto:foo@example.com"]);
    assert!(home.starts("browser").is_empty());
}

#[test]
fn no_second_handler_is_tried_once_one_was_started() {
    let home = handler(home(), "second", "x-scheme-handler/x-one;", "");
    let home = handler(home, "first", "x-scheme-handler/x-one;", "");
    home.script("first", "echo started >>first; exit 1");
    home.write(
        "config/mimeapps.list",
        "[Default Applications]\nx-scheme-handler/x-one=first.desktop;second.desktop\n",
    );
    assert_eq!(home.portero(["open", "--direct", "x-one:a"]).code, 4);
    assert_eq!(fs::read_to_string(home.path("home/first")).unwrap(), "started\n");
    assert!(home.starts("second").is_empty());
}

#[test]
fn each_argument_goes_to_its_own_program_and_none_is_lost() {
    let home = handler(home(), "viewer", "image/png;", "");
    let home = handler(home, "reader", "application/pdf;", "");
    let home = handler(home, "browser", "x-scheme-handler/https;", "");
    for name in ["a.png", "b.png"] {
        home.write(&format!("home/{name}"), b"\x89PNG\r\n\x1a\n");
    }
    home.write("home/a.pdf", "%PDF-1.4\n");
    let run =
        home.portero(["open", "--direct", "a.png", "b.png", "missing.png", "a.pdf", "https://example.com"]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.stderr.contains("missing.png"), "{run:?}");
    wait_for(|| (home.starts("viewer").len() == 2).then_some(())).expect("the pictures were not both opened");
    assert_eq!(opened_with(&home, "reader").len(), 1);
    assert_eq!(opened_with(&home, "browser"), ["https://example.com"]);
}

#[test]
fn a_folder_goes_to_the_file_manager_whatever_opens_the_web() {
    let home = handler(home(), "browser", "x-scheme-handler/http;x-scheme-handler/file;text/html;", "");
    let home = handler(home, "manager", "inode/directory;", "");
    let folder = home.path("site");
    for spelling in [format!("file://{}", folder.display()), folder.display().to_string()] {
        assert_eq!(home.portero(["open", "--direct", &spelling]).code, 0);
    }
    wait_for(|| (home.starts("manager").len() == 2).then_some(())).expect("the folders were not both opened");
    assert!(home.starts("browser").is_empty());
}

#[test]
fn a_link_to_a_folder_is_opened_under_its_own_name() {
    let home = handler(home(), "manager", "inode/directory;", "");
    symlink(home.path("site"), home.path("home/link")).unwrap();
    assert_eq!(home.portero(["open", "--direct", "./link"]).code, 0);
    assert!(opened_with(&home, "manager")[0].ends_with("/home/link"), "{:?}", opened_with(&home, "manager"));
}

#[test]
fn a_terminal_file_manager_gets_a_terminal() {
    let home =
        handler(home(), "ranger", "inode/directory;", "Terminal=true\n").stub("foot").set("TERMINAL", "foot");
    let folder = home.path("site").display().to_string();
    assert_eq!(home.portero(["open", "--direct", &folder]).code, 0);
    let start = home.start_of("foot");
    assert_eq!(start.arguments[..2], ["--", "ranger"]);
    assert!(home.starts("ranger").is_empty());
}

#[test]
fn what_would_run_is_never_run() {
    let home = handler(
        home(),
        "runner",
        "application/x-desktop;application/x-executable;application/x-java-archive;",
        "",
    );
    let mark = home.path("mark");
    let script = format!("#!/bin/sh\ntouch {}\n", mark.display());
    home.write(
        "home/evil.desktop",
        format!("[Desktop Entry]\nType=Application\nName=x\nExec=touch {}\n", mark.display()),
    );
    home.write("home/notes", fs::read("/bin/true").unwrap());
    home.write("home/notes.txt", fs::read("/bin/true").unwrap());
    home.write("home/a.jar", "PK\x03\x04");
    home.write("home/run", script);
    for name in ["evil.desktop", "notes", "notes.txt", "a.jar", "run"] {
        let file = home.path("home").join(name);
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        let run = home.portero(["open", "--direct", &format!("file://{}", file.display())]);
        assert_ne!(run.code, 0, "{name}: {run:?}");
    }
    assert!(home.starts("runner").is_empty() && !mark.exists());
}

#[test]
fn a_missing_file_is_named() {
    let run = home().portero(["open", "--direct", "foo.sav"]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.stderr.contains("foo.sav"), "{run:?}");
}

#[test]
fn blanks_in_a_programs_path_split_nothing() {
    let home = home();
    let program = home.write("My Browser/run", "#!/bin/sh\nexec \"$HOME/../bin/browser\" \"$@\"\n");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let home = home.stub("browser");
    let text = format!("[Desktop Entry]\nType=Application\nName=b\nExec=\"{}\" %u\n", program.display());
    let home = home.desktop_entry("b", &text).config("[schemes]\nhttps = { app = \"b\" }\n");
    let run = home.portero(["open", "--direct", "https://example.com"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(opened_with(&home, "browser"), ["https://example.com"]);
}

#[test]
fn without_a_display_over_ssh_the_uri_is_printed() {
    let home = Home::new().set("SSH_CONNECTION", "192.0.2.1 1 192.0.2.2 22");
    let system = home.path("system");
    let home = handler(home.set("XDG_DATA_DIRS", system), "browser", "x-scheme-handler/https;", "");
    let run = home.portero(["open", "--direct", "https://example.com/"]);
    assert_eq!((run.code, run.stdout.as_str()), (3, "https://example.com/\n"), "{run:?}");
    assert!(run.stderr.contains("DISPLAY"), "{run:?}");
    assert!(home.starts("browser").is_empty());
}

#[test]
fn links_into_the_kernels_trees_are_unsafe() {
    let home = home();
    let links = [
        ("environ", "/proc/self/environ"),
        ("tree", "/proc"),
        ("root", "/proc/self/root"),
        ("folder", "/proc/self/cwd"),
    ];
    for (link, to) in links {
        symlink(to, home.path("home").join(link)).unwrap();
    }
    let here = home.path("home").display().to_string();
    for path in ["environ", "tree", "tree/meminfo", "root/etc/passwd", "folder", "roo?/etc/passwd"] {
        let run = home.portero(["explain", "--json", &format!("file://{here}/{path}")]);
        assert!(run.code == 5 && run.stdout.contains("\"unsafe\""), "{path}: {run:?}");
    }
}

#[test]
fn an_explanation_never_acts_on_the_terminal() {
    let home = home().config("[schemes]\nfoo = { exec = [\"cat\", \"{path}\"] }\n");
    let run = home.portero(["explain", "foo:a%E2%80%AEb\u{202e}c"]);
    assert!(run.stdout.contains("<U+202E>") && !run.stdout.contains('\u{202e}'), "{run:?}");
}

#[test]
fn a_number_is_handed_to_a_service_on_the_web_in_its_escaped_form() {
    let config = "[schemes]\ntel = { rewrite = \"https://voice.example.com/call?n={path|url}\" }\n\
                  https = { exec = [\"browser\", \"{uri}\"] }\n";
    let home = home().config(config).stub("browser");
    assert_eq!(home.portero(["open", "--direct", "tel:+15550100"]).code, 0);
    assert_eq!(opened_with(&home, "browser"), ["https://voice.example.com/call?n=%2B15550100"]);
}

#[test]
fn what_is_closed_is_closed_in_capitals_too() {
    let home =
        handler(home(), "viewer", "text/plain;", "").config("[schemes]\nfile = { deny = \"closed\" }\n");
    home.write("home/a.txt", "words\n");
    let file = home.path("home/a.txt").display().to_string();
    for uri in [format!("file://{file}"), format!("FILE://{file}"), format!("File:{file}"), file] {
        assert_eq!(home.portero(["open", "--direct", &uri]).code, 5, "{uri}");
    }
    assert!(home.starts("viewer").is_empty());
}

#[test]
fn the_home_folder_is_meant_in_a_config_and_told_in_an_entry() {
    let home =
        home().stub("mailer").config("[schemes]\nx-one = { exec = [\"~/../bin/mailer\", \"{uri}\"] }\n");
    assert_eq!(home.portero(["open", "--direct", "x-one:a"]).code, 0);
    assert_eq!(opened_with(&home, "mailer"), ["x-one:a"]);
    let entry = "[Desktop Entry]\nType=Application\nName=m\nExec=~/bin/mailto.sh %u\n";
    let home = home.desktop_entry("m", entry).config("[schemes]\nmailto = { app = \"m\" }\n");
    let run = home.portero(["open", "--direct", "mailto:user@example.com"]);
    assert!([3, 5].contains(&run.code) && run.stderr.contains('m'), "{run:?}");
}

#[test]
fn where_an_application_is_looked_for_is_told() {
    let home = home().config("[schemes]\nmailto = { app = \"/home/u/Desktop/mailto.desktop\" }\n");
    let run = home.portero(["config", "check"]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.stdout.contains("applications") || run.stderr.contains("applications"), "{run:?}");
}

#[test]
fn a_display_that_is_gone_holds_nobody_up() {
    let home = handler(home(), "browser", "x-scheme-handler/https;", "").set("DISPLAY", "192.0.2.1:0");
    let began = std::time::Instant::now();
    assert_eq!(home.portero(["open", "--direct", "https://example.org/"]).code, 0);
    assert!(began.elapsed() < std::time::Duration::from_mins(1));
}

#[test]
fn a_config_that_others_may_write_is_told_by_explain() {
    let home = home().config("[schemes]\nhttps = { exec = [\"viewer\", \"{uri}\"] }\n").stub("viewer");
    fs::set_permissions(home.path("config/portero/config.toml"), fs::Permissions::from_mode(0o666)).unwrap();
    let run = home.portero(["explain", "--json", "https://example.org/"]);
    assert_eq!((run.code, run.object()["error"]["code"].as_str()), (5, Some("untrusted-config")), "{run:?}");
    let run = home.portero(["open", "--direct", "https://example.org/"]);
    assert!(run.stderr.contains("config.toml") && home.starts("viewer").is_empty(), "{run:?}");
}

#[test]
fn arguments_for_one_program_are_one_start_where_it_takes_a_list() {
    let config = "[general]\nflood = \"off\"\n";
    let uris = ["x-one:a", "x-two:1", "x-one:b c", "x-one:d"];
    let entry = |name: &str, code: &str, scheme: &str| {
        format!(
            "[Desktop Entry]\nType=Application\nName={name}\nExec={name} --new {code} --end\nMimeType=x-scheme-handler/{scheme};\n"
        )
    };
    for (code, starts) in [("%U", 1), ("%u", 3)] {
        let home = home().config(config).stub("many").stub("two");
        let home = home.desktop_entry("many", &entry("many", code, "x-one"));
        let home = home.desktop_entry("two", &entry("two", "%u", "x-two"));
        let bus = crate::bus::Bus::new(home);
        for direct in [&["open", "--direct"][..], &["open"]] {
            let before = bus.home.starts("many").len();
            let run = bus.home.portero(direct.iter().chain(&uris));
            assert_eq!(run.code, 0, "{run:?}");
            let begun = wait_for(|| Some(bus.home.starts("many")).filter(|all| all.len() >= before + starts));
            let begun = begun.unwrap_or_default();
            assert_eq!(begun.len() - before, starts, "{direct:?} {code}");
            if starts == 1 {
                assert_eq!(begun[before].arguments, ["--new", "x-one:a", "x-one:b c", "x-one:d", "--end"]);
            }
        }
        wait_for(|| (bus.home.starts("two").len() == 2).then_some(())).expect("two was not started");
    }
}
