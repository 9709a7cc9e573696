//! A home in which every opener finds the same target for `x-bench`.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::Milliseconds;
use crate::bus::Bus;
use crate::target::{Target, now};

/// How many rules and desktop entries there are besides those that the measurement needs.
#[derive(Debug, Clone, Copy, Default)]
pub struct Size {
    /// Rules of the config.
    pub rules: usize,
    /// Desktop entries, each the handler of a scheme of its own.
    pub entries: usize,
}

/// The home, its bus and the target.
pub struct Stage {
    folder: TempDir,
    /// What is opened.
    pub target: Target,
    /// The bus on which the service runs.
    pub bus: Bus,
}

impl Stage {
    /// A small home.
    pub fn new() -> Self {
        Self::of(Size::default())
    }

    /// A home of some size.
    pub fn of(size: Size) -> Self {
        let folder = tempfile::Builder::new().prefix("portero-bench-").tempdir().unwrap();
        let root = folder.path();
        for name in ["home", "config/portero", "data/applications", "runtime", "bin"] {
            fs::create_dir_all(root.join(name)).unwrap();
        }
        let target = Target::new(&root.join("bin"));
        fs::write(root.join("config/portero/config.toml"), config(&target.program, size.rules)).unwrap();
        write_entries(root, &target.program, size.entries);
        let bus = Bus::new(&root.join("bus"), |program| command(root, program));
        Self { folder, target, bus }
    }

    /// A second bus of the same home.
    pub fn another_bus(&self) -> Bus {
        Bus::new(&self.path("another-bus"), |program| self.command(program))
    }

    /// A path of this home.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A command in this home, on its bus.
    pub fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = command(self.folder.path(), program);
        command.env("DBUS_SESSION_BUS_ADDRESS", &self.bus.address);
        command
    }

    /// Runs an opener to its end, and gives the time until the target began.
    pub fn time_of(&self, command: &mut Command) -> Milliseconds {
        let began = now();
        let mut opener = command.spawn().unwrap();
        let time = self.target.time_since(began);
        opener.wait().unwrap();
        time
    }
}

fn command(root: &Path, program: impl AsRef<Path>) -> Command {
    let mut command = Command::new(program.as_ref());
    command
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("HOME", root.join("home"))
        .env("LC_ALL", "C.UTF-8")
        .env("XDG_CONFIG_HOME", root.join("config"))
        .env("XDG_DATA_HOME", root.join("data"))
        .env("XDG_RUNTIME_DIR", root.join("runtime"))
        // xdg-open looks at handlers of schemes only where it sees a display; nobody connects to it.
        .env("DISPLAY", ":bench")
        .current_dir(root.join("home"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// The rule for `x-bench` stands last.
fn config(target: &Path, rules: usize) -> String {
    let mut text = "[general]\nflood = \"off\"\nidle-timeout = \"1h\"\n".to_owned();
    for number in 0..rules {
        let star = if number % 4 == 0 { "*." } else { "" };
        let _ = write!(
            text,
            "[[rules]]\nmatch = {{ scheme = \"https\", host = \"{star}h{number}.example\" }}\n\
             exec = [\"firefox\", \"{{uri}}\"]\n"
        );
    }
    for (scheme, program) in [("x-bench", target), ("x-true", Path::new("true"))] {
        let program = program.display();
        let _ = write!(
            text,
            "[[rules]]\nmatch = {{ scheme = \"{scheme}\" }}\nexec = [\"{program}\", \"{{uri}}\"]\n"
        );
    }
    text
}

fn write_entries(root: &Path, target: &Path, count: usize) {
    let target = target.display();
    let mut list = "[Default Applications]\n".to_owned();
    let schemes = (0..count).map(|number| format!("x-entry{number}"));
    for scheme in schemes.chain(["x-bench", "x-desktop"].map(str::to_owned)) {
        let entry = format!(
            "[Desktop Entry]\nType=Application\nName={scheme}\nExec={target} %u\n\
             MimeType=x-scheme-handler/{scheme};\n"
        );
        fs::write(root.join(format!("data/applications/{scheme}.desktop")), entry).unwrap();
        let _ = writeln!(list, "x-scheme-handler/{scheme}={scheme}.desktop");
    }
    fs::write(root.join("config/mimeapps.list"), list).unwrap();
    let status = Command::new("update-desktop-database").arg(root.join("data/applications")).status();
    assert!(status.unwrap().success());
}
