//! Under the name xdg-email: its command line and its exit codes.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;

use crate::builder::{Home, Run, wait_for};

const FIELDS: &str = "[schemes]\nmailto = { exec = [\"mailer\", \"{to...}\", [\"-c\", \"{cc}\"], [\"-b\", \"{bcc}\"], \
                      [\"-s\", \"{subject}\"], [\"-t\", \"{body}\"], [\"-a\", \"{attachments}\"]] }\n";

fn xdg_email(home: &Home, words: &[&str]) -> Run {
    let link: PathBuf = home.path("drop-in/xdg-email");
    if !link.exists() {
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        symlink(env!("CARGO_BIN_EXE_portero"), &link).unwrap();
    }
    Run::of(home.command(link).args(words).output().unwrap())
}

/// The arguments of the start of this number.
fn started(home: &Home, number: usize) -> Vec<String> {
    let start = wait_for(|| home.starts("mailer").into_iter().nth(number)).expect("mailer was never started");
    start.arguments.iter().map(|word| word.to_str().unwrap().to_owned()).collect()
}

#[test]
fn options_are_the_fields_of_the_mail() {
    let home = Home::new().config(FIELDS).stub("mailer");
    let cases: &[(&[&str], &[&str])] = &[
        (&["a@example.org", "B <b@example.org>"], &["a@example.org", "B <b@example.org>"]),
        (
            &["mailto:me@example.com?subject=Make%20Money%20Fast&body=Spam"],
            &["me@example.com", "-s", "Make Money Fast", "-t", "Spam"],
        ),
        (
            &["--subject", "Make Money Fast", "--body", "Spam", "me@example.com"],
            &["me@example.com", "-s", "Make Money Fast", "-t", "Spam"],
        ),
        (
            &[
                "--utf8",
                "--cc",
                "c@x.example",
                "--bcc",
                "d@x.example",
                "--subject",
                "é & x=y",
                "mailto:a@x.example",
            ],
            &["a@x.example", "-c", "c@x.example", "-b", "d@x.example", "-s", "é & x=y"],
        ),
        (&["--body", "one\ntwo", "a@x.example"], &["a@x.example", "-t", "one\ntwo"]),
    ];
    for (number, (words, expected)) in cases.iter().enumerate() {
        let run = xdg_email(&home, words);
        assert_eq!(
            (run.code, started(&home, number)),
            (0, expected.iter().map(ToString::to_string).collect()),
            "{run:?}"
        );
    }
    for words in [&[][..], &["--nonsense", "a@x"], &["a@x", "--cc"]] {
        let run = xdg_email(&home, words);
        assert_eq!((run.code, run.stderr.starts_with("xdg-email: ")), (1, true), "{run:?}");
    }
    for word in ["--help", "--manual", "--version"] {
        let run = xdg_email(&home, &[word]);
        assert_eq!((run.code, run.stdout.starts_with("xdg-email")), (0, true), "{run:?}");
    }
}

#[test]
fn attachments_come_from_the_command_line_alone() {
    let home = Home::new().config(FIELDS).stub("mailer");
    for (number, name) in ["my file.jpg", "a,b='c'.pdf", "-x"].into_iter().enumerate() {
        let file = home.write(&format!("home/{name}"), "x");
        let run = xdg_email(&home, &["--attach", name, "a@x.example"]);
        assert_eq!(
            (run.code, started(&home, number)),
            (0, vec!["a@x.example".to_owned(), "-a".to_owned(), file.display().to_string()])
        );
    }
    xdg_email(&home, &["mailto:a@x.example?attach=/etc/passwd&attachment=/etc/passwd"]);
    assert_eq!(started(&home, 3), ["a@x.example"]);
    let run = xdg_email(&home, &["--attach", "missing.jpg", "a@x.example"]);
    assert!(run.code == 2 && run.stderr.contains("missing.jpg"), "{run:?}");
    assert_eq!(home.starts("mailer").len(), 4);
}

#[test]
fn a_program_that_takes_no_files_is_not_started_without_them() {
    let entry =
        "[Desktop Entry]\nType=Application\nName=m\nExec=EXEC %u\nMimeType=x-scheme-handler/mailto;\n";
    let home = Home::new().config("[schemes]\nmailto = \"desktop\"\n").stub("mailer").stub("claws-mail");
    let file = home.write("home/a.txt", "x");
    let of = |exec: &str| home.write("data/applications/m.desktop", entry.replace("EXEC", exec));
    home.write("config/mimeapps.list", "[Default Applications]\nx-scheme-handler/mailto=m.desktop\n");
    of("mailer");
    let run = xdg_email(&home, &["--attach", "a.txt", "a@x.example"]);
    assert_ne!(run.code, 0, "{run:?}");
    assert!(home.starts("mailer").is_empty());
    // The entry of a known program says nothing of files, but its preset does.
    of("claws-mail");
    let run = xdg_email(&home, &["--attach", "a.txt", "a@x.example"]);
    assert_eq!(run.code, 0, "{run:?}");
    let words = home.start_of("claws-mail").arguments;
    assert_eq!(words[words.len() - 2..], ["--attach".as_ref(), file.as_os_str()]);
    if is_root() {
        return;
    }
    fs::set_permissions(&file, fs::Permissions::from_mode(0o000)).unwrap();
    assert_eq!(xdg_email(&home, &["--attach", "a.txt", "a@x.example"]).code, 5);
}

fn is_root() -> bool {
    fs::read_to_string("/proc/self/status").unwrap().contains("Uid:\t0\t")
}
