//! Presets with the real programs, each in a terminal of its own: what they make of a URI is read off the screen, or
//! out of the draft that they hand to an editor. A program that is not here is named and passed over.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use crate::builder::{Home, wait_for};

const BINARY: &str = env!("CARGO_BIN_EXE_portero");

const MAIL: &str = "mailto:a@example.org?cc=b@example.org,d@example.org&bcc=c@example.org&subject=A%20B%20%C3%A9%20%22q%22\
                    &body=x%0D%0A%0D%0Ay%20%C3%BC%0D%0A&in-reply-to=%3Ci@example.org%3E";

fn is_here(program: &str) -> bool {
    let folders = ["/usr/bin", "/usr/local/bin", "/usr/games"];
    let here = folders.iter().any(|folder| fs::exists(format!("{folder}/{program}")).unwrap());
    if !here {
        eprintln!("skipped: {program} is not here");
    }
    here
}

/// A terminal, made by tmux on a server of its own.
struct Screen {
    home: Home,
}

impl Screen {
    /// Opens a URI with a preset; `None` where the program or tmux is not here.
    fn open(home: Home, program: &str, family: &str, preset: &str, uri: &str) -> Option<Self> {
        if !is_here("tmux") || !is_here(program) {
            return None;
        }
        let home =
            home.config(&format!("[schemes]\n{family} = {{ preset = \"{preset}\", confirm = false }}\n"));
        let screen = Self { home };
        let run = format!("{BINARY} open --direct '{uri}'; echo ended with $?; exec sleep 600");
        let started =
            screen.tmux(&["-f", "/dev/null", "-u", "new-session", "-d", "-x", "100", "-y", "30", &run]);
        assert!(started.status.success(), "{started:?}");
        Some(screen)
    }

    fn tmux(&self, words: &[&str]) -> std::process::Output {
        let mut tmux = self.home.command("tmux");
        // A test may itself run in a terminal of tmux.
        tmux.env_remove("TMUX").env("TERM", "screen").arg("-S").arg(self.home.path("tmux"));
        tmux.args(words).output().unwrap()
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.tmux(&["capture-pane", "-p"]).stdout).into_owned()
    }

    /// Waits until all of these are on the screen.
    fn shows(&self, expected: &[&str]) {
        let shown = || Some(self.text()).filter(|text| expected.iter().all(|words| text.contains(words)));
        assert!(wait_for(shown).is_some(), "{expected:?} is not all there:\n{}", self.text());
    }

    fn press(&self, key: &str) {
        self.tmux(&["send-keys", key]);
    }

    /// Waits until all of these are lines of the draft that the program gave to its editor, and gives it.
    fn drafts(&self, expected: &[&str]) {
        let read = || fs::read_to_string(self.home.path("draft")).unwrap_or_default();
        let holds = |draft: &String| expected.iter().all(|line| draft.split('\n').any(|own| own == *line));
        let found = wait_for(|| Some(read()).filter(holds));
        assert!(found.is_some(), "{expected:?} is not all there:\n{:?}\n{}", read(), self.text());
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let pane = self.tmux(&["display-message", "-p", "#{pane_pid}"]).stdout;
        self.tmux(&["kill-server"]);
        // A program that passes over the end of its terminal (tin) must not stay.
        let session = String::from_utf8_lossy(&pane).trim().to_owned();
        if !session.is_empty() {
            let _ = self.home.command("pkill").args(["-KILL", "-s", &session]).status();
        }
    }
}

/// A home with an editor that keeps a copy of the draft.
fn with_editor() -> Home {
    let home = Home::new();
    home.script("keep", &format!("cp \"$1\" '{0}.new' && mv '{0}.new' '{0}'", home.path("draft").display()));
    home
}

/// Mutt and its kin show all header fields in the draft.
fn mutt_like(program: &str) {
    let home = with_editor();
    let editor = home.path("bin/keep").display().to_string();
    let settings = format!(
        "set editor='{editor}'\nset edit_headers=yes\nset autoedit=yes\nset sendmail=/bin/false\nset spoolfile=~/inbox\n"
    );
    for name in ["home/.muttrc", "home/.neomuttrc"] {
        home.write(name, &settings);
    }
    home.write("home/inbox", "");
    fs::create_dir(home.path("home/Mail")).unwrap();
    let Some(screen) = Screen::open(home, program, "mailto", program, MAIL) else { return };
    screen.drafts(&[
        "To: a@example.org",
        "Cc: b@example.org, d@example.org",
        "Bcc: c@example.org",
        "Subject: A B é \"q\"",
        "In-Reply-To: <i@example.org>",
        "x",
        "",
        "y ü",
    ]);
}

#[test]
fn mutt_gets_all_of_a_mail() {
    mutt_like("mutt");
}

#[test]
fn neomutt_gets_all_of_a_mail() {
    mutt_like("neomutt");
}

#[test]
fn aerc_gets_all_of_a_mail() {
    let home = with_editor();
    let account = "[t]\nsource = maildir://~/Maildir\noutgoing = /bin/false\nfrom = Me <me@example.org>\n";
    let file = home.write("config/aerc/accounts.conf", account);
    fs::set_permissions(file, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    home.write("config/aerc/aerc.conf", format!("[compose]\neditor={}\n", home.path("bin/keep").display()));
    home.write("config/aerc/binds.conf", "[compose::review]\ny = :send<Enter>\n");
    for folder in ["cur", "new", "tmp"] {
        fs::create_dir_all(home.path("home/Maildir").join(folder)).unwrap();
    }
    let Some(screen) = Screen::open(home, "aerc", "mailto", "aerc", MAIL) else { return };
    screen.drafts(&["x", "", "y ü"]);
    screen.shows(&["a@example.org", "b@example.org", "d@example.org", "c@example.org", "A B é \"q\""]);
}

#[test]
fn alpine_gets_a_mail() {
    let home = Home::new();
    home.write("home/.pinerc", "personal-name=Me\nuser-domain=example.org\nlast-version-used=6.26\n");
    let Some(screen) = Screen::open(home, "alpine", "mailto", "alpine", MAIL) else { return };
    // A page of greetings may stand before the first mail, and takes its time to hear a key.
    for _ in 0..20 {
        thread::sleep(Duration::from_millis(500));
        if screen.text().contains("Message Text") {
            break;
        }
        screen.press("Enter");
    }
    screen.shows(&["a@example.org", "b@example.org", "d@example.org", "A B é \"q\"", "y ü"]);
}

fn emacs(family: &str, uri: &str, expected: &[&str]) {
    let home = Home::new();
    home.write("home/.emacs", "(setq inhibit-startup-screen t user-mail-address \"me@example.org\")\n");
    let Some(screen) = Screen::open(home, "emacsclient", family, "emacs-terminal", uri) else { return };
    let shown = || Some(screen.text()).filter(|text| expected.iter().all(|words| text.contains(words)));
    // The first start of Emacs takes its time.
    let found = wait_for(shown).or_else(|| wait_for(shown)).or_else(|| wait_for(shown));
    let text = screen.text();
    let _ = screen.home.command("emacsclient").args(["--eval", "(kill-emacs)"]).output();
    assert!(found.is_some(), "{expected:?} is not all there:\n{text}");
}

#[test]
fn emacs_gets_all_of_a_mail() {
    let fields = ["To: a@example.org", "Cc: b@example.org, d@example.org", "Bcc: c@example.org"];
    let text = ["Subject: A B é \"q\"", "In-Reply-To: <i@example.org>", "\nx\n\ny ü\n"];
    emacs("mailto", MAIL, &[&fields[..], &text[..]].concat());
}

#[test]
fn emacs_gets_a_node_and_a_page() {
    if ["/usr/share/info/bash.info.gz", "/usr/share/info/bash.info"]
        .iter()
        .any(|file| fs::exists(file).unwrap())
    {
        emacs("info", "info:(bash)Shell Functions", &["3.3 Shell Functions"]);
    }
    if fs::exists("/usr/share/man/man1/man.1.gz").unwrap() {
        emacs("man", "man:man(1)", &["*Man 1 man*"]);
    }
}

#[test]
fn the_readers_of_info_get_a_node() {
    if !fs::exists("/usr/share/info/bash.info.gz").unwrap() {
        return eprintln!("skipped: the manual of Bash is not here");
    }
    for program in ["info", "pinfo"] {
        let home = Home::new();
        let Some(screen) = Screen::open(home, program, "info", program, "info:(bash)Shell Functions") else {
            continue;
        };
        screen.shows(&["3.3 Shell Functions"]);
    }
}

/// A news server with one group that holds one article; it answers one connection after the other.
fn news_server() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        listener.incoming().flatten().for_each(|connection| drop(thread::spawn(|| serve(connection))));
    });
    port
}

fn serve(connection: TcpStream) -> std::io::Result<()> {
    let mut answers = connection.try_clone()?;
    let head = "From: me@example.org\r\nSubject: Hello\r\nNewsgroups: comp.test\r\nMessage-ID: <i@example.org>\r\n\
                Date: Mon, 30 Nov 2026 10:00:00 +0000\r\n";
    write!(answers, "200 hello\r\n")?;
    for line in BufReader::new(connection).lines() {
        let line = line?;
        match line.split(' ').next().unwrap_or_default().to_uppercase().as_str() {
            "MODE" => write!(answers, "200 ok\r\n")?,
            "CAPABILITIES" => write!(answers, "101 so\r\nVERSION 2\r\nREADER\r\nLIST ACTIVE\r\n.\r\n")?,
            "GROUP" => write!(answers, "211 1 1 1 comp.test\r\n")?,
            "LISTGROUP" => write!(answers, "211 1 1 1 comp.test\r\n1\r\n.\r\n")?,
            "LIST" => write!(answers, "215 so\r\ncomp.test 1 1 y\r\n.\r\n")?,
            "XOVER" | "OVER" => write!(
                answers,
                "224 so\r\n1\tHello\tme@example.org\tMon, 30 Nov 2026 10:00:00 +0000\t<i@example.org>\t\t100\t3\r\n.\r\n"
            )?,
            "ARTICLE" => write!(answers, "220 1 <i@example.org>\r\n{head}\r\nwords of it\r\n.\r\n")?,
            "HEAD" => write!(answers, "221 1 <i@example.org>\r\n{head}.\r\n")?,
            "DATE" => write!(answers, "111 20261130100000\r\n")?,
            _ => write!(answers, "500 what\r\n")?,
        }
    }
    Ok(())
}

#[test]
fn slrn_asks_the_server_of_the_uri() {
    let home = Home::new();
    home.write("home/.slrnrc", "hostname \"example.org\"\n");
    home.write("home/.jnewsrc", "comp.test: \n");
    let uri = format!("news://127.0.0.1:{}/comp.test", news_server());
    let Some(screen) = Screen::open(home, "slrn", "news", "slrn", &uri) else { return };
    screen.shows(&["Server: 127.0.0.1", "comp.test"]);
}

#[test]
fn tin_shows_the_group_of_the_uri() {
    let uri = format!("news://127.0.0.1:{}/comp.test", news_server());
    let Some(screen) = Screen::open(Home::new(), "tin", "news", "tin", &uri) else { return };
    screen.shows(&["Press <RETURN> to continue"]);
    screen.press("Enter");
    screen.shows(&["comp.test", "Hello"]);
}
