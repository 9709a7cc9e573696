//! A case being played: what `portero` said, asked and started.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::case::{Case, filled, text};
use super::house::{self, DECOYS};
use crate::builder::{Home, Start, wait_for};

/// Why a check did not pass.
#[derive(Debug)]
pub enum Fault {
    /// It was seen to be wrong.
    Wrong(String),
    /// It cannot be seen on this machine, or the sentence is not known here.
    Unseen(String),
}

pub type Outcome = Result<(), Fault>;

/// Fails with what was seen.
pub fn ensure(good: bool, seen: impl FnOnce() -> String) -> Outcome {
    if good { Ok(()) } else { Err(Fault::Wrong(seen())) }
}

/// One opening, and what came of it.
#[derive(Debug, Default)]
pub struct Attempt {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
    pub starts: Vec<(String, Start)>,
    pub questions: Vec<Value>,
}

impl Attempt {
    pub fn output(&self) -> String {
        format!("{}{}", self.stdout, self.stderr)
    }
}

pub struct Scene<'a> {
    pub case: &'a Case,
    pub home: Home,
    /// `${C}`, where everything runs.
    pub folder: PathBuf,
    /// The caller's own variables.
    pub variables: Vec<(String, OsString)>,
    /// Lines of `[schemes]` in place of the recorders', and of `[general]`.
    pub schemes: String,
    pub general: String,
    /// Words of a command that a case brings.
    pub template: Vec<String>,
    /// What is done to the config once it is written.
    pub after_config: Option<fn(&Scene, &Path)>,
    /// Options of `portero open` before `--`.
    pub options: Vec<String>,
    /// What is opened; empty where a driver does it all by itself.
    pub arguments: Vec<OsString>,
    /// What `explain --json` printed, one a URI.
    pub explained: Vec<Value>,
    /// Opened with nobody to ask, and then with somebody who says yes.
    pub alone: Attempt,
    pub agreed: Attempt,
    /// What a driver has seen, in the words of the corpus.
    pub facts: BTreeSet<String>,
    /// The code that a driver got, where no JSON tells it.
    pub code: Option<String>,
    page: OnceCell<Attempt>,
    printed: OnceCell<Attempt>,
}

impl<'a> Scene<'a> {
    pub fn new(case: &'a Case) -> Self {
        let (home, folder) = house::build();
        Self {
            case,
            home,
            folder,
            variables: Vec::new(),
            schemes: String::new(),
            general: String::new(),
            template: Vec::new(),
            after_config: None,
            options: Vec::new(),
            arguments: Vec::new(),
            explained: Vec::new(),
            alone: Attempt::default(),
            agreed: Attempt::default(),
            facts: BTreeSet::new(),
            code: None,
            page: OnceCell::new(),
            printed: OnceCell::new(),
        }
    }

    /// The input, its tokens filled in.
    pub fn input(&self) -> OsString {
        filled(self.case.words.last().unwrap(), &self.folder)
    }

    /// What was opened last.
    pub fn opened(&self) -> String {
        self.arguments.last().map_or_else(|| text(&self.input()), |argument| text(argument))
    }

    /// The word of a driver at this place, its tokens filled in.
    pub fn word(&self, at: usize) -> String {
        text(&filled(&self.case.words[at], &self.folder))
    }

    pub fn configure(&self, with_asker: bool) {
        let file = house::write_config(&self.home, &self.folder, with_asker, [&self.general, &self.schemes]);
        if let Some(change) = self.after_config {
            change(self, &file);
        }
    }

    /// The real binary in the folder of the case. What hangs is ended, and exits with 124.
    pub fn command(&self, words: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
        let mut command = self.home.command("/usr/bin/timeout");
        command.args(["-k", "1", "60", env!("CARGO_BIN_EXE_portero")]).args(words);
        command.current_dir(&self.folder);
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Runs a command and gathers what it started and asked.
    pub fn attempt(&self, mut command: Command, expect_start: bool) -> Attempt {
        self.forget();
        let output = command.output().unwrap();
        let code = output.status.code().unwrap_or(-1);
        if code == 0 && expect_start {
            wait_for(|| (!self.starts().is_empty()).then_some(()));
        }
        // What should not start has had its time, too.
        thread::sleep(Duration::from_millis(30));
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Attempt {
            code,
            stdout: text(&output.stdout),
            stderr: text(&output.stderr),
            starts: self.starts(),
            questions: self.questions(),
        }
    }

    /// Explains, opens with nobody there, and opens with somebody who says yes.
    pub fn play(&mut self) {
        self.explain();
        self.configure(false);
        self.alone = self.open();
        self.configure(true);
        self.agreed = self.open();
    }

    pub fn explain(&mut self) {
        self.configure(false);
        let mut words: Vec<OsString> = ["explain", "--json", "--"].map(OsString::from).to_vec();
        words.extend(self.arguments.iter().cloned());
        let run = self.attempt(self.command(words), false);
        self.explained = run.stdout.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    }

    /// What is said of another URI.
    pub fn explanation(&self, uri: &str) -> Value {
        let run = self.attempt(self.command(["explain", "--json", "--", uri]), false);
        serde_json::from_str(&run.stdout).unwrap_or_default()
    }

    pub fn open(&self) -> Attempt {
        let mut words: Vec<OsString> = ["open", "--direct"].map(OsString::from).to_vec();
        words.extend(self.options.iter().map(OsString::from));
        words.push("--".into());
        words.extend(self.arguments.iter().cloned());
        self.attempt(self.command(words), !self.is_refused())
    }

    /// The reader's page as HTML.
    pub fn page(&self) -> &Attempt {
        self.page.get_or_init(|| self.render("--html"))
    }

    /// The reader's page for a terminal.
    pub fn printed(&self) -> &Attempt {
        self.printed.get_or_init(|| self.render("--text"))
    }

    fn render(&self, form: &str) -> Attempt {
        let mut command = self.command(["render", form, "--"]);
        command.arg(self.input());
        self.attempt(command, false)
    }

    /// The one object of `explain --json`, or null.
    pub fn object(&self) -> &Value {
        self.explained.last().unwrap_or(&Value::Null)
    }

    pub fn is_refused(&self) -> bool {
        !self.object()["error"].is_null()
    }

    pub fn kind(&self) -> &str {
        self.object()["target"]["kind"].as_str().unwrap_or_default()
    }

    /// Everything that was started, in any way of opening.
    pub fn all_starts(&self) -> impl Iterator<Item = &(String, Start)> {
        self.alone.starts.iter().chain(&self.agreed.starts)
    }

    /// The one start of whoever was agreed to.
    pub fn launched(&self) -> Option<&Start> {
        self.agreed.starts.last().map(|(_, start)| start)
    }

    /// Everything that was printed.
    pub fn output(&self) -> String {
        let objects: String = self.explained.iter().map(Value::to_string).collect();
        format!("{objects}{}{}", self.alone.output(), self.agreed.output())
    }

    /// What a program in the home's root prints.
    pub fn command_output(&self, program: &str, words: &[&str]) -> String {
        let mut command = self.home.command(program);
        let output = command.args(words).current_dir(self.home.path("")).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn forget(&self) {
        for entry in fs::read_dir(self.home.path("records")).unwrap() {
            fs::remove_file(entry.unwrap().path()).unwrap();
        }
        let _ = fs::remove_file(self.home.path("questions"));
    }

    pub fn starts(&self) -> Vec<(String, Start)> {
        let names = fs::read_dir(self.home.path("records")).unwrap();
        let names = names.map(|entry| text(&entry.unwrap().file_name()));
        let each = names
            .flat_map(|name| self.home.starts(&name).into_iter().map(move |start| (name.clone(), start)));
        each.collect()
    }

    pub fn questions(&self) -> Vec<Value> {
        let text = fs::read_to_string(self.home.path("questions")).unwrap_or_default();
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    /// Whether a decoy was started.
    pub fn strays(&self) -> Vec<&str> {
        self.all_starts().map(|(name, _)| name.as_str()).filter(|name| DECOYS.contains(name)).collect()
    }
}
