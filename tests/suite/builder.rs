//! The one way in which tests run the real binary: an empty home, its own XDG folders, a PATH of their own, and
//! stub programs that record how they were started.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// How long a test waits for something that happens by itself.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// A home in a temporary folder, and the environment that programs see in it. It goes with the last clone.
#[derive(Clone)]
pub struct Home {
    root: Arc<TempDir>,
    variables: Vec<(OsString, OsString)>,
}

impl Home {
    pub fn new() -> Self {
        let root = tempfile::Builder::new().prefix("portero-test-").tempdir().unwrap();
        let home = Self { root: Arc::new(root), variables: Vec::new() };
        for folder in ["home", "config", "data", "state", "cache", "runtime", "bin", "site", "records"] {
            fs::create_dir(home.path(folder)).unwrap();
        }
        fs::set_permissions(home.path("runtime"), fs::Permissions::from_mode(0o700)).unwrap();
        home
    }

    /// A path under the temporary root.
    pub fn path(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    /// Sets a variable for every program that is run here.
    pub fn set(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.variables.push((name.into(), value.as_ref().to_owned()));
        self
    }

    /// Writes a file under the temporary root, with its folders.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// The person's config.
    pub fn config(self, toml: &str) -> Self {
        self.write("config/portero/config.toml", toml);
        self
    }

    /// A program in PATH that records its start and ends with this code.
    ///
    /// A link to one script, for a script that a test has just written may still be open in the child of another
    /// test, and cannot be executed then.
    pub fn stub_ending(self, name: &str, code: u8) -> Self {
        if code != 0 {
            self.write(&format!("bin/{name}.code"), code.to_string());
        }
        symlink(package().join("tests/suite/record.sh"), self.path("bin").join(name)).unwrap();
        self
    }

    /// A program in PATH of a test's own making. Written by another process, for the reason above.
    pub fn script(&self, name: &str, text: &str) -> PathBuf {
        let file = self.path("bin").join(name);
        let mut install = Command::new("install");
        install.args(["-m", "755", "/dev/stdin"]).arg(&file).stdin(Stdio::piped());
        let mut child = install.spawn().unwrap();
        child.stdin.take().unwrap().write_all(format!("#!/bin/sh\n{text}\n").as_bytes()).unwrap();
        assert!(child.wait().unwrap().success());
        file
    }

    /// A program in PATH that records its start and succeeds.
    pub fn stub(self, name: &str) -> Self {
        self.stub_ending(name, 0)
    }

    /// A desktop entry of the person's own.
    pub fn desktop_entry(self, id: &str, text: &str) -> Self {
        self.write(&format!("data/applications/{id}.desktop"), text);
        self
    }

    /// The search path of programs: the stubs first.
    pub fn search_path(&self) -> OsString {
        let mut path = self.path("bin").into_os_string();
        path.push(":/usr/bin:/bin");
        path
    }

    /// A command in this home with nothing of the person's own around it.
    pub fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command
            .env_clear()
            .env("PATH", self.search_path())
            .env("HOME", self.path("home"))
            .env("LC_ALL", "C.UTF-8")
            .env("XDG_CONFIG_HOME", self.path("config"))
            .env("XDG_DATA_HOME", self.path("data"))
            .env("XDG_STATE_HOME", self.path("state"))
            .env("XDG_CACHE_HOME", self.path("cache"))
            .env("XDG_RUNTIME_DIR", self.path("runtime"))
            .env("XDG_CONFIG_DIRS", self.path("site"))
            .env("DBUS_SESSION_BUS_ADDRESS", "disabled:")
            .envs(self.variables.iter().map(|(name, value)| (name, value)))
            .current_dir(self.path("home"))
            .stdin(Stdio::null());
        command
    }

    /// The real binary with these arguments.
    pub fn portero<W: AsRef<OsStr>>(&self, words: impl IntoIterator<Item = W>) -> Run {
        let mut command = self.command(env!("CARGO_BIN_EXE_portero"));
        command.args(words);
        Run::of(command.output().unwrap())
    }

    /// How often the stub was started so far.
    pub fn starts(&self, name: &str) -> Vec<Start> {
        let Ok(records) = fs::read_to_string(self.path("records").join(name)) else { return Vec::new() };
        records.lines().map(Start::parse).collect()
    }

    /// The first start of the stub, waited for.
    pub fn start_of(&self, name: &str) -> Start {
        wait_for(|| self.starts(name).into_iter().next())
            .unwrap_or_else(|| panic!("{name} was never started"))
    }
}

/// Waits until there is an answer, or patience ends.
pub fn wait_for<T>(mut answer: impl FnMut() -> Option<T>) -> Option<T> {
    let began = Instant::now();
    loop {
        if let Some(found) = answer() {
            return Some(found);
        }
        if began.elapsed() > PATIENCE {
            return None;
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// How a stub was started.
#[derive(Debug, Clone)]
pub struct Start {
    /// Arguments without the program.
    pub arguments: Vec<OsString>,
    pub folder: PathBuf,
    pub variables: Vec<String>,
    pub session: i32,
    /// Numbers of the open descriptors (the stub's shell keeps its script open at 10 or above).
    pub descriptors: Vec<u32>,
}

impl Start {
    fn parse(line: &str) -> Self {
        let field = |name: &str| {
            let found = line.split(' ').find_map(|part| part.strip_prefix(name));
            found.unwrap_or_else(|| panic!("no {name} in {line}")).to_owned()
        };
        let words: Vec<_> = field("argv=").split_terminator(':').skip(1).map(from_hex).collect();
        let variables = from_hex(&field("env="));
        Self {
            arguments: words,
            folder: PathBuf::from(from_hex(&field("cwd="))),
            variables: variables.to_string_lossy().split_terminator('\0').map(str::to_owned).collect(),
            session: field("session=").parse().unwrap(),
            descriptors: field("fds=").split(',').filter_map(|fd| fd.parse().ok()).collect(),
        }
    }

    /// The value of a variable.
    pub fn variable(&self, name: &str) -> Option<&str> {
        self.variables.iter().find_map(|v| v.strip_prefix(name)?.strip_prefix('='))
    }
}

fn from_hex(text: &str) -> OsString {
    let digits = text.as_bytes().chunks_exact(2);
    let bytes = digits.map(|two| u8::from_str_radix(std::str::from_utf8(two).unwrap(), 16).unwrap());
    OsString::from_vec(bytes.collect())
}

/// What a run of the binary gave.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    pub fn of(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// The JSON objects that it printed, one a line.
    pub fn objects(&self) -> Vec<serde_json::Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Its one JSON object.
    pub fn object(&self) -> serde_json::Value {
        let objects = self.objects();
        assert_eq!(objects.len(), 1, "{self:?}");
        objects[0].clone()
    }
}

/// The session of this test; 0 where its leader lives in an outer PID namespace (`proc_pid_stat(5)`, field 6).
pub fn session_of_this_test() -> i32 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap();
    stat.rsplit(") ").next().unwrap().split(' ').nth(3).unwrap().parse().unwrap()
}

/// The root of this package.
pub fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_stub_records_every_byte_of_how_it_was_started() {
    let home = Home::new().set("MARK", "x y").stub_ending("reader", 3);
    let words = [OsString::from("a b"), OsString::from_vec(b"\xffz".to_vec()), OsString::new()];
    let output = home.command(home.path("bin/reader")).args(&words).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let start = home.start_of("reader");
    assert_eq!(start.arguments, words);
    assert_eq!(start.folder, home.path("home"));
    assert_eq!(start.variable("MARK"), Some("x y"));
    // Nothing was detached.
    assert_eq!(start.session, session_of_this_test());
    assert!(start.descriptors.contains(&0));
}
