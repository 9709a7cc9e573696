//! Becoming the default handler, and putting back what was there before.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use crate::builder::{Home, Run};

const ID: &str = "io.github.portero.Portero.desktop";
const LIST: &str = "config/mimeapps.list";

/// A home whose system knows a browser, a mail program and nothing else.
fn home() -> Home {
    let home = Home::new();
    let system = home.path("system");
    let home = home.set("XDG_DATA_DIRS", &system).stub("mailer").stub("browser");
    entry(&home, "system", "mailer", "x-scheme-handler/mailto;");
    entry(&home, "system", "browser", "x-scheme-handler/http;x-scheme-handler/https;x-scheme-handler/ftp;");
    home
}

fn entry(home: &Home, place: &str, name: &str, types: &str) {
    let text =
        format!("[Desktop Entry]\nType=Application\nName={name}\nExec={name} %u\nMimeType={types}\nIcon=x\n");
    home.write(&format!("{place}/applications/{name}.desktop"), text);
}

fn register(home: &Home, words: &[&str]) -> Run {
    home.portero([&["register"], words].concat())
}

fn unregister(home: &Home) -> Run {
    home.portero(["unregister"])
}

fn list(home: &Home) -> String {
    fs::read_to_string(home.path(LIST)).unwrap_or_default()
}

/// The handler of a scheme, and to whom portero hands on, as `status` tells.
fn handler(home: &Home, scheme: &str) -> (Option<String>, Option<String>) {
    let status = home.portero(["status", "--json"]).object();
    let rows = status["schemes"].as_array().unwrap().clone();
    let row = rows.into_iter().find(|row| row["scheme"] == scheme).unwrap();
    let text = |key: &str| row[key].as_str().map(str::to_owned);
    (text("handler"), text("next"))
}

#[test]
fn the_default_set_is_taken_and_given_back() {
    let home = home();
    let run = register(&home, &[]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
    for scheme in
        ["man", "info", "whatis", "apropos", "ghelp", "help", "mailto", "news", "nntp", "snews", "file"]
    {
        assert!(list(&home).contains(&format!("x-scheme-handler/{scheme}={ID}\n")), "{scheme}");
        assert_eq!(handler(&home, scheme).0.as_deref(), Some(ID), "{scheme}");
    }
    // Nobody has the old ones; the browser keeps what it has.
    assert!(list(&home).contains("x-scheme-handler/gopher="));
    for scheme in ["http", "https", "ftp"] {
        assert!(!list(&home).contains(&format!("x-scheme-handler/{scheme}=")), "{scheme}");
    }
    assert_eq!(handler(&home, "mailto").1.as_deref(), Some("mailer.desktop"));
    assert_eq!(unregister(&home).code, 0);
    assert!(!home.path(LIST).exists());
    assert!(!home.path("state/portero/handlers.json").exists());
    assert_eq!(fs::read_dir(home.path("data/applications")).unwrap().count(), 0);
}

#[test]
fn what_others_have_is_taken_only_when_named() {
    let home = home();
    home.write(LIST, "[Default Applications]\nx-scheme-handler/https=browser.desktop\n");
    entry(&home, "system", "gopherer", "x-scheme-handler/gopher;");
    let home = home.stub("gopherer");
    register(&home, &[]);
    assert!(list(&home).contains("x-scheme-handler/https=browser.desktop\n"));
    assert!(!list(&home).contains("x-scheme-handler/gopher"));
    let run = register(&home, &["--scheme", "HTTPS", "--scheme", "gopher"]);
    assert!(run.stdout.contains("browser.desktop -> io.github"), "{run:?}");
    assert_eq!(handler(&home, "https"), (Some(ID.to_owned()), Some("browser.desktop".to_owned())));
    unregister(&home);
    assert_eq!(list(&home), "[Default Applications]\nx-scheme-handler/https=browser.desktop\n");
}

/// A package may go without `unregister`: who was there before is the next one in the line.
#[test]
fn who_was_there_before_stands_behind() {
    for (before, meanwhile) in [
        ("browser.desktop", format!("{ID};browser.desktop")),
        ("a.desktop;b.desktop;", format!("{ID};a.desktop;b.desktop;")),
        (&format!("browser.desktop;{ID}"), format!("{ID};browser.desktop")),
        ("", ID.to_owned()),
    ] {
        let home = home();
        let lines = |value: &str| format!("[Default Applications]\nx-scheme-handler/https={value}\n");
        home.write(LIST, lines(before));
        register(&home, &["--scheme", "https"]);
        assert_eq!(list(&home), lines(&meanwhile));
        unregister(&home);
        assert_eq!(list(&home), lines(before));
    }
}

#[test]
fn every_other_byte_of_the_list_survives() {
    let before = "# mine\r\n[Default Applications]\nx-scheme-handler/mailto = mailer.desktop;gone.desktop; \n\
                  text/plain=edit.desktop\n\n[Removed Associations]\nx-scheme-handler/man=yelp.desktop;\n\
                  [X-Unknown]\nkey\n[Added Associations]\nx-scheme-handler/info=a.desktop";
    let home = home();
    home.write(LIST, before);
    register(&home, &[]);
    let after = list(&home);
    assert!(after.contains(&format!(
        "x-scheme-handler/mailto = {ID};mailer.desktop;gone.desktop; \ntext/plain=edit.desktop\nx-scheme-handler/man={ID}\n"
    )));
    assert!(
        after.contains("\n\n[Removed Associations]\nx-scheme-handler/man=yelp.desktop;\n[X-Unknown]\nkey\n")
    );
    // Registering again changes nothing, and does not forget what stood there.
    assert_eq!(register(&home, &[]).stdout, "");
    assert_eq!(list(&home), after);
    unregister(&home);
    assert_eq!(list(&home), before);
}

#[test]
fn only_lines_that_still_name_portero_are_put_back() {
    let home = home();
    register(&home, &[]);
    let theirs = list(&home)
        .replace(&format!("x-scheme-handler/mailto={ID}"), "x-scheme-handler/mailto=later.desktop")
        .replace(
            &format!("x-scheme-handler/news={ID}"),
            &format!("x-scheme-handler/news={ID};other.desktop"),
        );
    home.write(LIST, &theirs);
    unregister(&home);
    let expected = "[Default Applications]\nx-scheme-handler/mailto=later.desktop\nx-scheme-handler/news=other.desktop\n";
    assert_eq!(list(&home), expected);
}

#[test]
fn a_link_is_written_through() {
    let home = home();
    let real = home.write("dotfiles/mimeapps.list", "[Default Applications]\na/b=c.desktop\n");
    symlink(&real, home.path(LIST)).unwrap();
    register(&home, &["--scheme", "man"]);
    assert!(home.path(LIST).is_symlink());
    assert_eq!(
        fs::read_to_string(&real).unwrap(),
        format!("[Default Applications]\na/b=c.desktop\nx-scheme-handler/man={ID}\n")
    );
}

#[test]
fn a_list_that_is_kept_from_writing_is_left_alone() {
    let home = home();
    let real = home.write("store/mimeapps.list", "[Default Applications]\na/b=c.desktop\n");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o444)).unwrap();
    symlink(&real, home.path(LIST)).unwrap();
    let run = register(&home, &["--scheme", "man"]);
    assert_eq!(run.code, 4, "{run:?}");
    assert!(run.stdout.contains(&format!("[Default Applications]\nx-scheme-handler/man={ID}\n")), "{run:?}");
    assert!(run.stderr.contains("mimeapps.list may not be written"), "{run:?}");
    assert_eq!(list(&home), "[Default Applications]\na/b=c.desktop\n");
    assert!(home.path(LIST).is_symlink());
}

#[test]
fn a_dry_run_changes_nothing() {
    let home = home();
    let run = register(&home, &["--dry-run", "--scheme", "man"]);
    assert_eq!(run.code, 0);
    assert!(run.stdout.contains(&format!("x-scheme-handler/man={ID}\n")));
    for untouched in [LIST, "state/portero", "data/applications"] {
        assert!(!home.path(untouched).exists(), "{untouched}");
    }
}

#[test]
fn the_entry_is_brought_along_and_can_be_started() {
    let home = home();
    register(&home, &["--scheme", "man"]);
    let file = home.path("data/applications").join(ID);
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o755);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains(&format!("\nExec={} open -- %U\n", env!("CARGO_BIN_EXE_portero"))), "{text}");
    assert!(!text.contains("DBusActivatable") && !text.contains("x-scheme-handler/http"));
    assert!(home.path("data/icons/hicolor/scalable/apps/io.github.portero.Portero.svg").exists());
}

#[test]
fn schemes_that_are_never_opened_are_not_registered() {
    let home = home();
    for scheme in ["javascript", "data", "c", "ms-msdt", "no scheme", "../man", ""] {
        let run = register(&home, &["--scheme", scheme]);
        assert_eq!(run.code, 1, "{scheme}: {run:?}");
    }
    assert!(!home.path(LIST).exists());
}

#[test]
fn for_all_users_the_list_of_the_system_is_edited() {
    let home = home();
    assert_eq!(register(&home, &["--system", "--scheme", "man"]).code, 0);
    assert!(fs::read_to_string(home.path("site/mimeapps.list")).unwrap().contains(ID));
    assert!(!home.path(LIST).exists());
    assert!(home.path("system/applications").join(ID).exists());
    assert_eq!(home.portero(["unregister", "--system"]).code, 0);
    assert!(!home.path("site/mimeapps.list").exists());
}

#[test]
fn defaults_are_sought_in_the_order_of_the_specification() {
    let home = home().set("XDG_CURRENT_DESKTOP", "Test:GNOME").stub("first").stub("second");
    for name in ["first", "second"] {
        entry(&home, "data", name, "");
    }
    let names = |id: &str| format!("[Default Applications]\nx-scheme-handler/mailto={id}.desktop\n");
    let lists = [
        "system/applications/mimeapps.list",
        "data/applications/gnome-mimeapps.list",
        "site/mimeapps.list",
        LIST,
        "config/gnome-mimeapps.list",
        "config/test-mimeapps.list",
    ];
    for (nth, list) in lists.iter().enumerate() {
        let (id, other) = if nth % 2 == 0 { ("first", "second") } else { ("second", "first") };
        home.write(list, names(id));
        assert_eq!(handler(&home, "mailto").0, Some(format!("{id}.desktop")), "{list} after {other}");
    }
}

#[test]
fn a_default_that_is_gone_is_passed_over() {
    let home = home();
    home.write(LIST, "[Default Applications]\nx-scheme-handler/mailto=gone.desktop\n");
    assert_eq!(handler(&home, "mailto").0.as_deref(), Some("mailer.desktop"));
    register(&home, &["--scheme", "mailto"]);
    assert_eq!(handler(&home, "mailto"), (Some(ID.to_owned()), Some("mailer.desktop".to_owned())));
}

#[test]
fn a_list_of_the_desktop_that_wins_is_told() {
    let home = home().set("XDG_CURRENT_DESKTOP", "GNOME");
    home.write(
        "config/gnome-mimeapps.list",
        "[Default Applications]\nx-scheme-handler/mailto=mailer.desktop\n",
    );
    let run = register(&home, &["--scheme", "mailto"]);
    assert!(run.stderr.contains("gnome-mimeapps.list still gives mailto to mailer.desktop"), "{run:?}");
}

#[test]
fn without_a_writable_state_folder_nothing_is_taken() {
    let home = home();
    home.write("blocked", "");
    let blocked = home.path("blocked");
    let home = home.set("XDG_STATE_HOME", blocked);
    let before = "[Default Applications]\nx-scheme-handler/mailto=mailer.desktop\n";
    home.write(LIST, before);
    let run = register(&home, &[]);
    assert_eq!(run.code, 4, "{run:?}");
    assert_eq!(list(&home), before);
}

/// Lists as they are found in the wild: what registration has changed comes back byte for byte.
const ODD: &[(&str, &[u8])] = &[
    ("an empty file", b""),
    ("no trailing newline", b"[Default Applications]\nx-scheme-handler/mailto=mailer.desktop"),
    ("no trailing newline in another group", b"[Added Associations]\nx-scheme-handler/man=a.desktop;"),
    ("nothing but blank lines", b"\n \n\n"),
    (
        "a key twice",
        b"[Default Applications]\nx-scheme-handler/man=a.desktop;\ntext/x=y\nx-scheme-handler/man=b.desktop\n",
    ),
    (
        "a group twice",
        b"[Default Applications]\nx-scheme-handler/man=a.desktop\n[Other]\nk=v\n\n[Default Applications]\n\
          x-scheme-handler/man= b.desktop \nx-scheme-handler/info=c.desktop\n",
    ),
    ("values that are not UTF-8", b"[Default Applications]\nx-scheme-handler/man=\xff\xfe.desktop;\n\xff=\xfe\n"),
    ("an empty value", b"[Default Applications]\nx-scheme-handler/man=\nx-scheme-handler/info=  \n"),
    ("CR LF", b"[Default Applications]\r\nx-scheme-handler/man=a.desktop\r\n\r\n[Other]\r\nk=v"),
    ("an empty group", b"[Default Applications]\n"),
    ("a group without its end", b"[Default Applications]"),
    ("a comment that looks like a line", b"[Default Applications]\n#x-scheme-handler/man=a.desktop\n"),
    (
        "portero there already",
        b"[Default Applications]\nx-scheme-handler/man=io.github.portero.Portero.desktop;yelp.desktop;\n\
          x-scheme-handler/info=io.github.portero.Portero.desktop\n\
          x-scheme-handler/https=browser.desktop;io.github.portero.Portero.desktop;\n\
          x-scheme-handler/news=pan.desktop;io.github.portero.Portero.desktop;\n",
    ),
];

#[test]
fn odd_lists_come_back_byte_for_byte() {
    for (what, before) in ODD {
        let home = home();
        let file = home.write(LIST, before);
        assert_eq!(register(&home, &[]).code, 0, "{what}");
        assert_eq!(handler(&home, "man").0.as_deref(), Some(ID), "{what}");
        assert_eq!(register(&home, &["--scheme", "gopher", "--scheme", "man"]).code, 0, "{what}");
        let run = unregister(&home);
        assert_eq!(run.code, 0, "{what}: {run:?}");
        let after = fs::read(&file).unwrap();
        assert_eq!(after, *before, "{what}: {:?}", String::from_utf8_lossy(&after));
        assert!(!home.path("state/portero/handlers.json").exists(), "{what}");
    }
}

#[test]
fn odd_lists_that_others_write_to_in_between_lose_nothing() {
    for (what, before) in ODD {
        let home = home();
        let file = home.write(LIST, before);
        register(&home, &[]);
        let mut theirs = fs::read(&file).unwrap();
        theirs.extend_from_slice(b"[Their Group]\nnew=\xff\n");
        fs::write(&file, theirs).unwrap();
        assert_eq!(unregister(&home).code, 0, "{what}");
        let after = fs::read(&file).unwrap();
        assert!(after.ends_with(b"[Their Group]\nnew=\xff\n"), "{what}");
        let first_part = &after[..after.len() - b"[Their Group]\nnew=\xff\n".len()];
        assert_eq!(first_part.trim_ascii_end(), before.trim_ascii_end(), "{what}");
    }
}

#[test]
fn a_link_that_waits_for_its_file_stays_one() {
    let home = home();
    fs::create_dir(home.path("dotfiles")).unwrap();
    let real = home.path("dotfiles/mimeapps.list");
    symlink("../dotfiles/mimeapps.list", home.path(LIST)).unwrap();
    assert_eq!(register(&home, &["--scheme", "man"]).code, 0);
    assert_eq!(
        fs::read_to_string(&real).unwrap(),
        format!("[Default Applications]\nx-scheme-handler/man={ID}\n")
    );
    assert_eq!(unregister(&home).code, 0);
    assert!(home.path(LIST).is_symlink() && !real.exists());
}

#[test]
fn a_link_into_a_folder_that_is_not_there_is_left_alone() {
    let home = home();
    symlink(home.path("no/such/mimeapps.list"), home.path(LIST)).unwrap();
    let run = register(&home, &["--scheme", "man"]);
    assert_eq!(run.code, 4, "{run:?}");
    assert!(run.stdout.contains("x-scheme-handler/man=") && run.stderr.contains("leads nowhere"), "{run:?}");
    assert!(home.path(LIST).is_symlink() && !home.path("no").exists());
    assert!(!home.path("state/portero/handlers.json").exists());
}

#[test]
fn without_a_memory_every_line_that_names_portero_goes() {
    let home = home();
    register(&home, &["--scheme", "man", "--scheme", "https"]);
    fs::remove_file(home.path("state/portero/handlers.json")).unwrap();
    assert_eq!(unregister(&home).code, 0);
    assert!(!list(&home).contains(ID), "{}", list(&home));
}

#[test]
fn an_index_that_hangs_holds_nothing_up() {
    let home = home();
    home.script("update-desktop-database", "exec sleep 600");
    let began = std::time::Instant::now();
    assert_eq!(register(&home, &["--scheme", "man"]).code, 0);
    assert!(began.elapsed() < std::time::Duration::from_mins(5));
    assert_eq!(handler(&home, "man").0.as_deref(), Some(ID));
}
