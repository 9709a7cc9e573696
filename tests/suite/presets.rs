//! What each preset makes of a friendly and of a hostile URI: `tests/presets.txt`.
//!
//! A line holds a preset, a URI and what would be done, divided by blanks. With `PORTERO_BLESS=1` the last part is
//! written anew, to be read before it is committed.

use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;

use portero::action::{Action, Verb};
use portero::config::{self, presets};
use portero::plan;
use portero::probe::FileKind;
use portero::probe::fake::Fake;
use portero::target::family::{FAMILIES, FOLDER, Family};

use crate::builder::package;
use crate::plan::told;

/// For each family a friendly and a hostile URI.
const URIS: &[(&str, &str, &str)] = &[
    ("man", "man:ls(1)", "man:operator()(3c++)"),
    ("info", "info:(gcc)G++ and GCC", "info:(bash)--output=x \"(y)"),
    ("whatis", "whatis:printf", "whatis:a!b~c"),
    ("apropos", "apropos:copy files", "apropos:a 'b' \"c"),
    ("help", "help:gnome-help/files", "help:gnome-help/a+b,c#d"),
    (
        "mail",
        "mailto:a@example.org?cc=b@example.org&bcc=c@example.org&subject=A%20B&body=x%0D%0Ay&in-reply-to=%3Ci@example.org%3E",
        "mailto:~u/x@example.org?subject=-x%22)(shell-command%20%22touch%20M%22)'$(y)&body=%5C%22%24(z)%0A~!w&attach=/etc/passwd&bcc=d@e.example",
    ),
    ("news", "news://news.example.org/comp.lang.c", "news:x!y'{z}`w`$@example.org"),
    ("folder", "/home/u", "/home/-u $(x)\"'"),
    ("telnet", "telnet://bob:secret@host.example:2323/", "telnet://b+b:x@host.example/"),
    ("ftp", "ftp://bob:secret@host.example/a/b;type=i", "ftp://host.example/-e%20$(x)/%22;type=a"),
    ("gopher", "gopher://host.example/1/a", "gopher://host.example/0-x$(y)'"),
    (
        "ldap",
        "ldap://host.example/dc=example?cn,mail?sub?(cn=a*)",
        "ldap://[2001:db8::1]:1389/cn=%22$(y)?%2B?sub",
    ),
    ("urn", "urn:isbn:0451450523", "urn:example:a%26b?=c#d"),
    ("web", "https://example.org/a?b=c", "https://bob:secret@example.org/%22%20--x?$(y)&z='"),
];

fn file() -> PathBuf {
    package().join("tests/presets.txt")
}

/// A machine on which everything is installed.
fn machine() -> Fake {
    let mut fake = Fake::default();
    for (_, preset) in presets::all().iter() {
        for name in preset.actions().flat_map(programs) {
            fake.programs.insert(name.clone().into(), PathBuf::from("/usr/bin").join(name));
        }
    }
    for folder in ["/home/u", "/home/-u $(x)\"'"] {
        fake.files.insert(folder.into(), FileKind::Directory);
    }
    fake
}

fn programs(action: &Action) -> Vec<String> {
    match &action.verb {
        Verb::First(actions) => actions.iter().flat_map(programs).collect(),
        _ => action.program().map(str::to_owned).into_iter().collect(),
    }
}

fn line(name: &str, family: &Family, uri: &str, machine: &Fake) -> String {
    let scheme = if family.name == FOLDER { FOLDER } else { uri.split(':').next().unwrap() };
    let config = format!(
        "[schemes]\n{scheme} = {{ preset = \"{name}\" }}\nhttps = {{ exec = [\"firefox\", \"{{uri}}\"] }}\n"
    );
    let config =
        if family.name == "web" { config.lines().take(2).collect::<Vec<_>>().join("\n") } else { config };
    let loaded = config::of_text("config.toml", &config);
    assert!(!loaded.has_errors(), "{config}\n{:?}", loaded.diagnostics);
    let plan = plan::build(OsStr::new(uri), None, &loaded.config.rules, machine);
    format!("{name:16} {uri}\n    {}", told(&plan))
}

fn text() -> String {
    let machine = machine();
    let mut lines = Vec::new();
    for (name, preset) in presets::all().iter().filter(|(name, _)| !presets::is_desktop(name)) {
        for family in FAMILIES.iter().filter(|family| preset.action(family).is_some()) {
            let (_, friendly, hostile) = URIS.iter().find(|(name, _, _)| *name == family.name).unwrap();
            lines.push(line(name, family, friendly, &machine));
            lines.push(line(name, family, hostile, &machine));
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn each_preset_gives_these_arguments() {
    if std::env::var_os("PORTERO_BLESS").is_some() {
        fs::write(file(), text()).unwrap();
    }
    let expected = fs::read_to_string(file()).unwrap();
    for (found, expected) in text().lines().zip(expected.lines()) {
        assert_eq!(found, expected);
    }
    assert_eq!(text().lines().count(), expected.lines().count());
}
