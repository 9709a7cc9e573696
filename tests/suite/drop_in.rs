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

#[test]
fn help_and_version_are_told() {
    let home = home();
    for word in ["--help", "--manual", "--version"] {
        let run = run(&home, &ours(&home), &[word]);
        assert_eq!((run.code, run.stdout.starts_with("xdg-open")), (0, true), "{word}: {run:?}");
    }
}

#[test]
fn a_file_and_a_uri_are_opened_and_a_missing_file_exits_with_2() {
    let home = home();
    home.write("home/a b%20c.txt", "some text\n");
    let openers = [ours(&home), PathBuf::from(DEBIANS)].into_iter().filter(|opener| opener.exists());
    for (nth, opener) in openers.enumerate() {
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
