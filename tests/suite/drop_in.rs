//! Under the name xdg-open: its command line and its exit codes, beside Debian's own where that is installed.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use crate::builder::{Home, Run};

const DEBIANS: &str = "/usr/bin/xdg-open";

fn home() -> Home {
    let entry = "[Desktop Entry]\nType=Application\nName=v\nExec=viewer %u\n\
                 MimeType=text/plain;x-scheme-handler/x-one;\n";
    let home = Home::new().stub("viewer").desktop_entry("v", entry).set("DISPLAY", ":7");
    home.write(
        "config/mimeapps.list",
        "[Default Applications]\ntext/plain=v.desktop\nx-scheme-handler/x-one=v.desktop\n",
    );
    home
}

fn ours(home: &Home) -> PathBuf {
    let link = home.path("drop-in/xdg-open");
    if !link.exists() {
        std::fs::create_dir_all(link.parent().unwrap()).unwrap();
        symlink(env!("CARGO_BIN_EXE_portero"), &link).unwrap();
    }
    link
}

fn run(home: &Home, program: &Path, words: &[&str]) -> Run {
    Run::of(home.command(program).args(words).output().unwrap())
}

#[test]
fn wrong_words_exit_with_1_as_debians_do() {
    let home = home();
    for words in [&[][..], &["--nonsense"], &["a", "b"], &["--wait", "x-one:a"]] {
        let own = run(&home, &ours(&home), words);
        assert_eq!(own.code, 1, "{words:?}: {own:?}");
        if Path::new(DEBIANS).exists() {
            let debians = run(&home, Path::new(DEBIANS), words);
            assert_eq!(
                (own.code, own.stdout.is_empty()),
                (debians.code, debians.stdout.is_empty()),
                "{words:?}"
            );
            assert_eq!(own.stderr, debians.stderr, "{words:?}");
        }
    }
    assert!(home.starts("viewer").is_empty());
}

/// This one and Debian's, where that is installed.
fn openers(home: &Home) -> Vec<PathBuf> {
    [ours(home), PathBuf::from(DEBIANS)].into_iter().filter(|opener| opener.exists()).collect()
}

/// The synopsis, without the blanks that differ.
fn has_synopsis(text: &str) -> bool {
    let plain = text.replace(' ', "");
    ["xdg-open{file|URL}", "xdg-open{--help|--manual|--version}"].iter().all(|line| plain.contains(line))
}

#[test]
fn help_shows_the_synopsis() {
    let home = home();
    for opener in openers(&home) {
        let run = run(&home, &opener, &["--help"]);
        assert!(run.code == 0 && has_synopsis(&run.stdout), "{}: {run:?}", opener.display());
    }
}

#[test]
fn the_manual_shows_options_and_exit_codes() {
    let home = home();
    for opener in openers(&home) {
        let run = run(&home, &opener, &["--manual"]);
        let text = run.stdout.to_lowercase();
        assert!(run.code == 0 && has_synopsis(&run.stdout), "{}: {run:?}", opener.display());
        assert!(text.contains("options") && text.contains("exit codes"), "{}: {run:?}", opener.display());
    }
}

#[test]
fn version_shows_a_version() {
    let home = home();
    for opener in openers(&home) {
        let run = run(&home, &opener, &["--version"]);
        assert!(run.code == 0 && run.stdout.starts_with("xdg-open"), "{}: {run:?}", opener.display());
        assert!(run.stdout.contains('.') && run.stdout.lines().count() == 1, "{}: {run:?}", opener.display());
    }
}

#[test]
fn a_file_and_a_uri_are_opened_and_a_missing_file_exits_with_2() {
    let home = home();
    home.write("home/a b%20c.txt", "some text\n");
    for (nth, opener) in openers(&home).into_iter().enumerate() {
        assert_eq!(run(&home, &opener, &["a b%20c.txt"]).code, 0);
        assert_eq!(run(&home, &opener, &["x-one:a"]).code, 0);
        assert_eq!(run(&home, &opener, &["missing.txt"]).code, 2, "{}", opener.display());
        let starts = home.starts("viewer");
        assert_eq!(starts.len(), 2 * (nth + 1), "{}: {starts:?}", opener.display());
        assert_eq!(starts.last().unwrap().arguments, ["x-one:a"]);
    }
    let file = home.starts("viewer")[0].arguments[0].to_str().unwrap().to_owned();
    assert!(file.ends_with("/home/a%20b%2520c.txt"), "{file}");
}

/// What the manual promises of URLs and files, on both.
#[test]
fn each_kind_that_the_manual_names_goes_to_its_own_program() {
    let entry = |name: &str, types: &str| {
        format!("[Desktop Entry]\nType=Application\nName={name}\nExec={name} %u\nMimeType={types}\n")
    };
    let schemes = ["http", "https", "ftp"].map(|scheme| format!("x-scheme-handler/{scheme}"));
    let home = home().stub("browser").stub("pictures");
    let home = home.desktop_entry("browser", &entry("browser", &schemes.join(";")));
    let home = home
        .desktop_entry("pictures", &entry("pictures", "image/png;"))
        .config("[schemes]\nftp = { preset = \"desktop\", confirm = false }\n");
    let defaults: Vec<_> = schemes.iter().map(|scheme| format!("{scheme}=browser.desktop\n")).collect();
    let defaults = defaults.concat();
    home.write(
        "config/mimeapps.list",
        format!("[Default Applications]\ntext/plain=v.desktop\nimage/png=pictures.desktop\n{defaults}"),
    );
    home.write("home/foobar.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
    let file = format!("file://{}", home.write("home/a.txt", "some text\n").display());
    let cases = [
        ("http://www.freedesktop.org/", "browser"),
        ("https://www.freedesktop.org/a?b=c&d=%20#e", "browser"),
        ("ftp://ftp.example.org/pub/", "browser"),
        ("foobar.png", "pictures"),
        ("./foobar.png", "pictures"),
        (file.as_str(), "viewer"),
    ];
    for opener in openers(&home) {
        for (word, program) in cases {
            let before = home.starts(program).len();
            let run = run(&home, &opener, &[word]);
            assert_eq!(run.code, 0, "{} {word}: {run:?}", opener.display());
            let starts = crate::builder::wait_for(|| {
                Some(home.starts(program)).filter(|starts| starts.len() > before)
            });
            let starts = starts.unwrap_or_else(|| panic!("{} {word} started nothing", opener.display()));
            if word.contains("://") && program == "browser" {
                assert_eq!(starts[before].arguments, [word], "{}", opener.display());
            }
        }
    }
}

/// Each of them looks for a program in its own way.
const FAILING: &str =
    "[schemes]\nx-three = { exec = [\"not-installed\", \"{uri}\"] }\nx-four = { exec = [\"failing\"] }\n";

#[test]
fn where_no_program_is_found_it_exits_with_3() {
    let home = home().config(FAILING).set("BROWSER", "not-installed");
    for opener in openers(&home) {
        let run = run(&home, &opener, &["x-three:a"]);
        assert_eq!((run.code, run.stdout.as_str()), (3, ""), "{}: {run:?}", opener.display());
        assert!(!run.stderr.is_empty(), "{}: {run:?}", opener.display());
    }
}

#[test]
fn where_the_action_fails_it_exits_with_4() {
    // Debian's leaves it to GLib's own tool on this desktop.
    let home = home().config(FAILING).set("XDG_CURRENT_DESKTOP", "GNOME");
    let home = home.set("BROWSER", "not-installed");
    for program in ["failing", "gio"] {
        home.script(program, "[ \"$1\" = help ] && exit; echo cannot >&2; exit 1");
    }
    for opener in openers(&home) {
        let run = run(&home, &opener, &["x-four:a"]);
        assert_eq!((run.code, run.stdout.as_str()), (4, ""), "{}: {run:?}", opener.display());
        assert!(run.stderr.contains("cannot"), "{}: {run:?}", opener.display());
    }
}

#[test]
fn a_failure_is_one_line() {
    let home = home().config(FAILING);
    home.script("failing", "exit 1");
    for uri in ["x-three:a", "x-four:a", "/no/such/file"] {
        let run = run(&home, &ours(&home), &[uri]);
        assert_eq!(run.stderr.lines().count(), 1, "{uri}: {run:?}");
    }
}
