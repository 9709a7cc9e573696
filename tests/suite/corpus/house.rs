//! The home that a case runs in: a recorder for every scheme, and decoys that must never start.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use crate::builder::{Home, package};

/// Programs that nothing here configures: whatever starts one of them has gone astray.
pub const DECOYS: &[&str] = &[
    "sh",
    "bash",
    "dash",
    "env",
    "xdg-open",
    "gio",
    "kde-open",
    "exo-open",
    "java",
    "wine",
    "mono",
    "run-mailcap",
];

/// Recorders of the schemes and of the types of files.
const RECORDERS: &[&str] = &[
    "rec-man",
    "rec-info",
    "rec-whatis",
    "rec-help",
    "rec-mail",
    "rec-news",
    "rec-nntp",
    "rec-telnet",
    "rec-ftp",
    "rec-gopher",
    "rec-ldap",
    "rec-wais",
    "rec-prospero",
    "rec-web",
    "rec-text",
    "rec-installer",
    "rec-folder",
    "rec-other",
    "rec-term",
];

const GENERAL: &str = r#"
notify = "never"
terminal = ["rec-term", "{argv...}"]
"#;

/// Every scheme has a recorder; no scheme beyond the known ones has.
const SCHEMES: &str = r#"
man = ["rec-man", ["--section", "{section}"], "--", ["{page}"]]
info = ["rec-info", "--file={file}", "--node={node}"]
whatis = ["rec-whatis", "--", "{words...}"]
apropos = ["rec-whatis", "--", "{words...}"]
help = ["rec-help", "{document}", ["{page}"]]
ghelp = ["rec-help", "{document}", ["{page}"]]
mailto = ["rec-mail", "{uri}"]
news = ["rec-news", "{uri}", ["{group}"], ["{message_id}"]]
nntp = ["rec-nntp", "{uri}"]
telnet = { terminal = ["rec-telnet", ["--user", "{user}"], "{host}", "{port}"] }
ftp = ["rec-ftp", "{uri}"]
gopher = ["rec-gopher", "{uri}"]
ldap = ["rec-ldap", "{host}", "{dn}", "{filter}", ["{attributes...}"]]
wais = ["rec-wais", "{uri}"]
prospero = ["rec-prospero", "{uri}"]
urn = { rewrite = "https://resolver.example/{uri}" }
http = ["rec-web", "{uri}"]
https = ["rec-web", "{uri}"]
folder = ["rec-folder", "{path}"]
"#;

/// Words of the templates above that begin with a dash.
pub const OPTIONS: &[&str] = &["--section", "--user", "--"];
/// Beginnings of words of the templates above.
pub const OPTION_PREFIXES: &[&str] = &["--file=", "--node=", "--url="];

/// The media types of the applications in the house.
const TYPES: &[(&str, &str)] = &[
    ("rec-text", "text/plain;application/x-shellscript;text/x-python"),
    ("rec-web", "text/html;x-scheme-handler/https"),
    ("rec-installer", "application/vnd.flatpak.ref;application/vnd.debian.binary-package;application/x-rpm"),
    (
        "rec-other",
        "application/java-archive;application/x-ms-dos-executable;application/x-executable;application/zip",
    ),
];

/// A home with recorders, and the folder of the case.
pub fn build() -> (Home, PathBuf) {
    let mut home = Home::new();
    for name in RECORDERS.iter().chain(DECOYS) {
        home = home.stub(name);
    }
    let asker = format!("{{ cat; echo; }} >>'{}'\necho yes", home.path("questions").display());
    home.script("asker", &asker);
    for (name, types) in TYPES {
        let entry =
            format!("[Desktop Entry]\nType=Application\nName={name}\nExec={name} %u\nMimeType={types};\n");
        home = home.desktop_entry(name, &entry);
    }
    let folder = home.path("home/case");
    std::fs::create_dir(&folder).unwrap();
    (home, folder)
}

/// Writes the config: someone who says yes is there, or nobody. Lines of a case's own stand in place of the house's.
pub fn write_config(home: &Home, folder: &Path, with_asker: bool, own: [&str; 2]) -> PathBuf {
    let [own_general, own_schemes] = own;
    let asker = if with_asker { "asker = [\"asker\"]\n" } else { "" };
    let general = without(GENERAL, own_general);
    let schemes = without(SCHEMES, own_schemes);
    let folder = folder.display();
    let text = format!(
        "[general]\n{asker}{general}{own_general}[schemes]\n{schemes}{own_schemes}[documents]\n\
         manpath = [\"{folder}/man\"]\ninfopath = [\"{folder}/info\"]\n"
    );
    let file = home.path("config/portero/config.toml");
    let _ = std::fs::remove_file(&file);
    home.write("config/portero/config.toml", text)
}

/// The lines whose keys the others do not set.
fn without(lines: &str, others: &str) -> String {
    let is_set = |line: &&str| others.lines().any(|other| key(other) == key(line));
    lines.lines().filter(|line| !is_set(line)).fold(String::new(), |all, line| all + line + "\n")
}

fn key(line: &str) -> &str {
    line.split('=').next().unwrap_or_default().trim()
}

/// Puts a recorder beside the config's own, under another folder's name.
pub fn recorder_at(file: &Path) {
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    symlink(package().join("tests/suite/record.sh"), file).unwrap();
}
