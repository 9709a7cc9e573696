//! What most subcommands stand on: the environment, who asked, the config.

use std::ffi::OsStr;
use std::path::PathBuf;

use crate::complaint::complain;
use crate::config::load::{Places, load};
use crate::config::{Config, Loaded};
use crate::diagnostic::{Diagnostic, Severity};
use crate::env::{Env, Request};
use crate::error::{Code, Error};
use crate::message;
use crate::message::Language;
use crate::open::Desk;
use crate::plan::Plan;
use crate::sanitize;
use crate::system::{process, programs};

/// Read once for each run of the command.
pub struct Surroundings {
    pub env: Env,
    pub request: Request,
    pub loaded: Loaded,
}

impl Surroundings {
    /// Reads them; `config` in place of the person's own file.
    pub fn read(config: Option<PathBuf>) -> Self {
        let env = Env::read();
        let mut request = Request::own(&env);
        request.depth = request.depth.max(process::own_depth());
        let loaded = load(&Places::of(&env, config));
        Self { env, request, loaded }
    }

    /// What is in force.
    pub fn config(&self) -> &Config {
        &self.loaded.config
    }

    /// The plan of one argument.
    pub fn plan(&self, uri: &OsStr, base: Option<&str>) -> Plan {
        self.desk().plan(uri, base)
    }

    /// What plans are carried out with.
    pub fn desk(&self) -> Desk<'_> {
        Desk { env: &self.env, request: &self.request, config: self.config() }
    }

    /// Why a config file was left out that others could have written.
    pub fn untrusted(&self) -> Option<Error> {
        let of_file = |error: &&Diagnostic| error.span.is_none();
        let error = self.loaded.errors().find(of_file).filter(|_| self.loaded.untrusted)?;
        Some(Error::new(Code::UntrustedConfig, error.message.clone()))
    }

    /// A broken config never stops anything, nor does a folder of programs that others may write; the person is told
    /// where it is wrong, one line a file.
    pub fn tell_mistakes(&self) {
        let errors = self.loaded.diagnostics.iter().filter(|found| found.severity == Severity::Error);
        let errors: Vec<_> = errors.collect();
        for of_one_file in errors.chunk_by(|one, next| one.source.name() == next.source.name()) {
            complain(sanitize::line(&summary(of_one_file, self.env.language())));
        }
        for fault in programs::distrusted(&self.env) {
            complain(sanitize::line(&fault.to_string()));
        }
    }
}

fn summary(errors: &[&Diagnostic], language: Language) -> String {
    let first = errors[0].headline(language);
    match errors.len() - 1 {
        0 => first,
        more => {
            language.say(&message!("{first} ({more} more; `portero config check` shows all)", first, more))
        }
    }
}
