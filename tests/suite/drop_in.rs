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
    let openers = [ours(&home), PathBuf::from(DEBIANS)].into_iter().filter(|opener| opener.exists());
    for opener in openers {
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

#[test]
fn a_program_that_is_missing_exits_with_3_and_one_that_fails_with_4() {
    let config = "[schemes]\nx-three = { exec = [\"not-installed\", \"{uri}\"] }\nx-four = { exec = [\"failing\", \"{uri}\"] }\n";
    let home = home().config(config);
    home.script("failing", "exit 1");
    for (uri, code) in [("x-three:a", 3), ("x-four:a", 4), ("/no/such/file", 2)] {
        let run = run(&home, &ours(&home), &[uri]);
        assert_eq!((run.code, run.stdout.as_str()), (code, ""), "{uri}: {run:?}");
        assert_eq!(run.stderr.lines().count(), 1, "{uri}: {run:?}");
    }
}
