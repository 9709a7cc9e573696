//! Laying files over each other: the defaults, the site's files, the person's own. A later file wins: its keys
//! replace those of an earlier one and its rules are tried first. What a site locks or denies stays in front.

use std::ops::Range;
use std::sync::{Arc, LazyLock};

use super::file::{self, File, Setting};
use super::{Config, Documents, General, Reader};
use crate::action::Verb;
use crate::diagnostic::{Diagnostic, Severity, Source};
use crate::message;
use crate::rule::{Ordered, Origin, Rule, Rules};

/// The defaults: themselves such a file.
pub const DEFAULTS: &str = include_str!("../../data/defaults.toml");

/// Who wrote a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    /// The administrator.
    Site,
    /// The person.
    User,
}

/// Joins files, given the weakest first.
pub fn join(files: Vec<(Layer, File)>, diagnostics: &mut Vec<Diagnostic>) -> Config {
    let locked: Vec<String> = of_layer(&files, Layer::Site).flat_map(|file| file.locked.clone()).collect();
    let mut config = Config::default();
    let (site, user): (Vec<_>, Vec<_>) = files.into_iter().partition(|(layer, _)| *layer == Layer::Site);
    let mut site: Vec<File> = site.into_iter().map(|(_, file)| file).collect();
    let mut user: Vec<File> = user.into_iter().map(|(_, file)| file).collect();
    for file in &mut user {
        take_out_locked(file, &locked, diagnostics);
    }
    for file in site.iter_mut().chain(&mut user) {
        config.overlay(file);
    }
    config.rules = rules(site, user, &locked);
    config
}

fn of_layer(files: &[(Layer, File)], layer: Layer) -> impl Iterator<Item = &File> {
    files.iter().filter(move |(own, _)| *own == layer).map(|(_, file)| file)
}

impl Config {
    /// Takes what a stronger file says beside its rules.
    fn overlay(&mut self, file: &mut File) {
        self.general = std::mem::take(&mut file.general).or(std::mem::take(&mut self.general));
        self.documents = std::mem::take(&mut file.documents).or(std::mem::take(&mut self.documents));
        self.reader = std::mem::take(&mut file.reader).or(&self.reader);
        self.tests.append(&mut file.tests);
    }
}

impl General {
    fn or(self, other: Self) -> Self {
        Self {
            terminal: self.terminal.or(other.terminal),
            idle_timeout: self.idle_timeout.or(other.idle_timeout),
            notify: self.notify.or(other.notify),
            flood: self.flood.or(other.flood),
            asker: self.asker.or(other.asker),
        }
    }
}

impl Documents {
    fn or(self, other: Self) -> Self {
        let online =
            other.online.into_iter().filter(|(kind, _)| !self.online.iter().any(|(own, _)| own == kind));
        Self {
            manpath: self.manpath.or(other.manpath),
            infopath: self.infopath.or(other.infopath),
            online: online.chain(self.online.clone()).collect(),
        }
    }
}

impl Reader {
    fn or(&self, other: &Self) -> Self {
        Self { new_window: self.new_window.or(other.new_window), linger: self.linger.or(other.linger) }
    }
}

/// The order in which rules are tried: what the site denies or locks, the person's, the site's, the defaults.
fn rules(site: Vec<File>, user: Vec<File>, locked: &[String]) -> Rules {
    let (site_rules, site_schemes) = in_order(site);
    let (user_rules, user_schemes) = in_order(user);
    let is_firm =
        |rule: &Rule, key: &str| matches!(rule.action.verb, Verb::Deny(_)) || is_locked(locked, key);
    let (firm_rules, site_rules): (Vec<_>, Vec<_>) =
        site_rules.into_iter().partition(|rule| is_firm(rule, "rules"));
    let (firm_schemes, site_schemes): (Vec<_>, Vec<_>) =
        site_schemes.into_iter().partition(|rule| is_firm(rule, &format!("schemes.{}", rule.name)));
    let given = [firm_rules, firm_schemes, user_rules, user_schemes, site_rules, site_schemes];
    Rules::new(given.into_iter().flatten().collect(), &BUILTIN)
}

/// All `[[rules]]`, and all `[schemes]`: those of the strongest file first.
fn in_order(files: Vec<File>) -> (Vec<Rule>, Vec<Rule>) {
    let (mut rules, mut schemes) = (Vec::new(), Vec::new());
    for file in files.into_iter().rev() {
        rules.extend(file.rules);
        schemes.extend(file.schemes.into_iter().map(|(_, rule)| rule));
    }
    (rules, schemes)
}

/// The rules that hold without any config.
static BUILTIN: LazyLock<Ordered> = LazyLock::new(|| Ordered::new(defaults()));

fn defaults() -> Vec<Rule> {
    let (file, _) = file::read(&Source::new("builtin", DEFAULTS));
    let (rules, schemes) = in_order(vec![file]);
    let builtin = |rule: Rule| Rule { origin: Origin::Builtin, ..rule };
    rules.into_iter().chain(schemes).map(builtin).collect()
}

fn is_locked(locked: &[String], key: &str) -> bool {
    let section = key.split('.').next().unwrap_or(key);
    locked.iter().any(|name| name == key || name == section)
}

/// Drops what the site has locked from a person's file, and says so.
fn take_out_locked(file: &mut File, locked: &[String], diagnostics: &mut Vec<Diagnostic>) {
    let mut dropped = Vec::new();
    if is_locked(locked, "rules") {
        dropped.append(&mut file.rules);
    }
    let (kept, locked_schemes) = std::mem::take(&mut file.schemes)
        .into_iter()
        .partition(|(scheme, _)| !is_locked(locked, &format!("schemes.{scheme}")));
    file.schemes = kept;
    dropped.extend(Vec::into_iter(locked_schemes).map(|(_, rule): (String, Rule)| rule));
    diagnostics.extend(dropped.iter().filter_map(locked_rule));
    diagnostics.extend(file.settings.iter().filter(|set| is_locked(locked, &set.key)).map(locked_setting));
    take_out_locked_settings(file, locked);
}

fn take_out_locked_settings(file: &mut File, locked: &[String]) {
    let General { terminal, idle_timeout, notify, flood, asker } = &mut file.general;
    clear_if(is_locked(locked, "general.terminal"), terminal);
    clear_if(is_locked(locked, "general.idle-timeout"), idle_timeout);
    clear_if(is_locked(locked, "general.notify"), notify);
    clear_if(is_locked(locked, "general.flood"), flood);
    clear_if(is_locked(locked, "general.asker"), asker);
    clear_if(is_locked(locked, "documents.manpath"), &mut file.documents.manpath);
    clear_if(is_locked(locked, "documents.infopath"), &mut file.documents.infopath);
    if is_locked(locked, "documents.online") {
        file.documents.online.clear();
    }
    clear_if(is_locked(locked, "reader.window"), &mut file.reader.new_window);
    clear_if(is_locked(locked, "reader.linger"), &mut file.reader.linger);
}

fn clear_if<T>(locked: bool, value: &mut Option<T>) {
    if locked {
        *value = None;
    }
}

fn locked_rule(rule: &Rule) -> Option<Diagnostic> {
    let Origin::File { source, line } = &rule.origin else { return None };
    Some(not_used(&rule.name, source, source.line_span(*line)))
}

fn locked_setting(set: &Setting) -> Diagnostic {
    not_used(&set.key, &set.source, set.span.clone())
}

fn not_used(name: &str, source: &Arc<Source>, span: Range<usize>) -> Diagnostic {
    Diagnostic {
        severity: Severity::Warning,
        source: Arc::clone(source),
        span: Some(span),
        message: message!("`{name}` is locked by the site's config and not used", name),
        help: None,
    }
}
