//! Configs that somebody else wrote, or wrote badly, and programs that somebody else may change.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use regex_lite::Regex;
use serde_json::json;

use super::scene::{Fault, Outcome, Scene, ensure};

/// An address for each scheme that a fixture is about.
const SAMPLES: &[(&str, &str)] = &[
    ("mailto", "mailto:a@example.org"),
    ("https", "https://example.org/"),
    ("http", "http://example.org/"),
    ("gopher", "gopher://example.org/"),
    ("telnet", "telnet://example.org/"),
    ("terminal", "telnet://example.org/"),
    ("man", "man:ls(1)"),
    ("info", "info:ls"),
    ("whatis", "whatis:ls"),
    ("news", "news:comp.lang.c"),
    ("ftp", "ftp://example.org/"),
    ("file", "/etc/hostname"),
    ("urn", "urn:example:a"),
];

/// `fixture: KEY = COMMAND` is a line of the config, `fixture: Exec=COMMAND` one of a desktop entry.
pub fn check(scene: &mut Scene) -> Outcome {
    let fixture = scene.word(2);
    let line = fixture.strip_prefix("fixture: ").unwrap_or(&fixture).to_owned();
    if let Some(exec) = line.strip_prefix("Exec=") {
        check_entry(scene, exec);
        return Ok(());
    }
    let Some((key, command)) = line.split_once(" = ") else { return Err(Fault::Unseen(line)) };
    let Some((_, uri)) = SAMPLES.iter().find(|(name, _)| *name == key) else {
        return Err(Fault::Unseen(line));
    };
    let value = if command.starts_with('[') { command.to_owned() } else { json!(words(command)).to_string() };
    stubs(scene, &value);
    scene.template = words(command);
    let setting = format!("{key} = {value}\n");
    if key == "terminal" {
        scene.general = setting;
    } else {
        scene.schemes = setting;
    }
    scene.configure(false);
    let checked = scene.attempt(scene.command(["config", "check"]), false);
    scene.arguments = vec![(*uri).into()];
    scene.play();
    if checked.code != 0 {
        // It stands in the message where the mistake is.
        let place = Regex::new(r"config\.toml:\d+:\d+").unwrap();
        ensure(place.is_match(&checked.output()), || checked.output())?;
        scene.code = Some("malformed".to_owned());
        // What portero does without that file is no work of it.
        scene.alone.starts.retain(|(name, _)| !name.starts_with("rec-"));
        scene.agreed.starts.retain(|(name, _)| !name.starts_with("rec-"));
    }
    Ok(())
}

fn check_entry(scene: &mut Scene, exec: &str) {
    let entry = format!(
        "[Desktop Entry]\nType=Application\nName=x\nExec={exec}\nMimeType=x-scheme-handler/x-fixture;\n"
    );
    scene.home.write("data/applications/fixture.desktop", entry);
    scene.home.write(
        "config/mimeapps.list",
        "[Default Applications]\nx-scheme-handler/x-fixture=fixture.desktop\n",
    );
    scene.template = words(exec);
    stubs(scene, &json!(scene.template).to_string());
    scene.arguments = vec!["x-fixture:one%20%40%40u".into()];
    scene.play();
}

/// Recorders under the plain names of a command.
fn stubs(scene: &Scene, command: &str) {
    let name = Regex::new(r#""([a-z0-9-]*[a-z])""#).unwrap();
    for captures in name.captures_iter(command) {
        let file = scene.home.path("bin").join(&captures[1]);
        if !captures[1].starts_with('-') && !file.exists() {
            super::house::recorder_at(&file);
        }
    }
}

/// The words of a command as a shell would divide it. A quoted place for the program is one word, another one several.
fn words(command: &str) -> Vec<String> {
    let word = Regex::new(r#"'([^']*)'|"([^"]*)"|(\S+)"#).unwrap();
    let plain = |text: &str, whole: &str| text.replace("%c", whole);
    let each = word.captures_iter(command).map(|found| match (found.get(1), found.get(2), found.get(3)) {
        (Some(quoted), _, _) | (_, Some(quoted), _) => plain(quoted.as_str(), "{argv}"),
        (_, _, Some(bare)) => plain(bare.as_str(), "{argv...}"),
        _ => String::new(),
    });
    each.collect()
}

/// A config that is not to be trusted, with a program that must not run.
pub fn fixture(scene: &mut Scene) -> Outcome {
    let kind = scene.word(1);
    scene.arguments = vec![scene.input()];
    hostile_program(scene, "evil");
    scene.schemes = format!(
        "https = [\"{0}/evil\", \"{{uri}}\"]\nman = [\"{0}/evil\", \"{{page}}\"]\n",
        scene.folder.display()
    );
    let Some((_, spoil)) = SPOILT.iter().find(|(name, _)| kind.starts_with(name)) else {
        return Err(Fault::Unseen(kind));
    };
    scene.after_config = Some(*spoil);
    if kind.contains("relative") {
        scene.variables.push(("XDG_CONFIG_HOME".to_owned(), "./x".into()));
    }
    scene.play();
    let marked = scene.folder.join("MARK").exists()
        || scene.all_starts().next().is_some_and(|(name, _)| name == "evil");
    ensure(!marked, || "the program of that config was run".to_owned())?;
    // Defaults stay in force, and the person is told.
    if scene.output().contains("config.toml") || scene.output().contains("untrusted-config") {
        scene.code = Some("untrusted-config".to_owned());
        scene.alone.starts.clear();
        scene.agreed.starts.clear();
    }
    Ok(())
}

type Spoil = fn(&Scene, &Path);

const SPOILT: &[(&str, Spoil)] = &[
    ("mode ", |scene, file| chmod(file, mode(scene))),
    ("owned by", |_, file| drop(std::os::unix::fs::chown(file, Some(65_534), None))),
    ("directory mode ", |scene, file| chmod(file.parent().unwrap(), mode(scene))),
    ("symlink", |scene, file| {
        let loose = scene.home.path("loose");
        fs::create_dir_all(&loose).unwrap();
        fs::rename(file, loose.join("config.toml")).unwrap();
        chmod(&loose, 0o777);
        std::os::unix::fs::symlink(loose.join("config.toml"), file).unwrap();
    }),
    ("FIFO", |_, file| {
        fs::remove_file(file).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(file).status().unwrap().success());
    }),
    ("2 GiB sparse file", |_, file| {
        fs::OpenOptions::new().write(true).open(file).unwrap().set_len(2 << 30).unwrap();
    }),
    ("XDG_CONFIG_HOME=./x", |scene, file| {
        let own = scene.folder.join("x/portero/config.toml");
        fs::create_dir_all(own.parent().unwrap()).unwrap();
        fs::rename(file, own).unwrap();
    }),
];

/// The mode that the case names.
fn mode(scene: &Scene) -> u32 {
    let digits = Regex::new(r"mode (0[0-7]+)").unwrap();
    let words = scene.word(1);
    u32::from_str_radix(&digits.captures(&words).unwrap()[1], 8).unwrap()
}

fn chmod(file: &Path, mode: u32) {
    fs::set_permissions(file, fs::Permissions::from_mode(mode)).unwrap();
}

/// A program that leaves its mark in the folder of the case.
pub fn hostile_program(scene: &Scene, name: &str) {
    let written = scene.home.script("hostile", &format!("/usr/bin/touch '{}/MARK'", scene.folder.display()));
    let target = scene.folder.join(name);
    fs::create_dir_all(target.parent().unwrap()).unwrap();
    fs::rename(written, target).unwrap();
}

/// The rule's own program may be changed by everybody.
pub fn loose_program(scene: &mut Scene) -> Outcome {
    hostile_program(scene, "evil");
    chmod(&scene.folder.join("evil"), 0o777);
    scene.schemes = format!("https = [\"{}/evil\", \"{{uri}}\"]\n", scene.folder.display());
    scene.arguments = vec![scene.input()];
    scene.play();
    let run = scene.folder.join("MARK").exists();
    ensure(!run, || "a program was run that everybody may change".to_owned())
}

/// No formatter of a page ends by itself; each is ended, with its children.
pub fn endless_formatter(scene: &mut Scene) -> Outcome {
    let pid = scene.home.path("formatter");
    for name in ["troff", "groff", "mandoc", "whatis", "man", "nroff"] {
        scene.home.script(
            name,
            &format!("trap '' TERM HUP INT\necho $$ >>'{}'\nwhile :; do /bin/sleep 1; done", pid.display()),
        );
    }
    fs::write(scene.folder.join("man/man1/endless.1"), ".TH X 1\n.SH NAME\nendless - x\n").unwrap();
    scene.configure(false);
    scene.alone = scene.attempt(scene.command(["render", "--html", "--", "man:endless(1)"]), false);
    let Ok(started) = fs::read_to_string(&pid) else {
        return Err(Fault::Unseen("formatters are not looked for in the caller's PATH".to_owned()));
    };
    ensure(scene.alone.code == 4, || format!("{:?}", scene.alone))?;
    let alive = started.lines().find(|id| Path::new("/proc").join(id).exists());
    ensure(alive.is_none(), || format!("process {alive:?} is still there"))?;
    scene.facts.insert("process gone".to_owned());
    scene.code = Some("timeout".to_owned());
    Ok(())
}
