//! For each scheme, what would happen to a sample of it, and what to install where a program is missing.

use std::ffi::OsStr;
use std::fmt;

use serde::Serialize;

use super::{Finding, State};
use crate::cli::surroundings::Surroundings;
use crate::error::Code;
use crate::message;
use crate::message::Message;
use crate::open::Desk;
use crate::plan::{Plan, Planned};
use crate::target::family;

/// The package that brings what is missing, by distribution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Packages {
    debian: &'static str,
    fedora: &'static str,
    arch: &'static str,
}

impl Packages {
    pub const fn new(debian: &'static str, fedora: &'static str, arch: &'static str) -> Self {
        Self { debian, fedora, arch }
    }

    /// Where all call it the same.
    pub const fn same(name: &'static str) -> Self {
        Self::new(name, name, name)
    }
}

impl fmt::Display for Packages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Debian: {}; Fedora: {}; Arch: {}", self.debian, self.fedora, self.arch)
    }
}

struct Sample {
    scheme: &'static str,
    uri: &'static str,
    packages: Option<Packages>,
}

const fn sample(scheme: &'static str, uri: &'static str, packages: Option<Packages>) -> Sample {
    Sample { scheme, uri, packages }
}

/// One harmless URI a scheme; it is read, not opened.
const SAMPLES: &[Sample] = &[
    sample("man", "man:man(1)", Some(Packages::same("man-db"))),
    sample("info", "info:dir", Some(Packages::new("info", "info", "texinfo"))),
    sample("whatis", "whatis:man", Some(Packages::same("man-db"))),
    sample("apropos", "apropos:manual", Some(Packages::same("man-db"))),
    sample("help", "help:gnome-help", Some(Packages::same("gnome-user-docs"))),
    sample("mailto", "mailto:someone@example.org", Some(Packages::same("thunderbird"))),
    sample("news", "news:comp.lang.ada", Some(Packages::same("pan"))),
    sample("file", "file:///", Some(Packages::same("pcmanfm"))),
    sample("telnet", "telnet://example.org/", Some(Packages::new("telnet", "telnet", "inetutils"))),
    sample("ftp", "ftp://example.org/", Some(Packages::same("filezilla"))),
    sample("gopher", "gopher://example.org/", Some(Packages::same("lynx"))),
    sample(
        "ldap",
        "ldap://example.org/dc=example,dc=org",
        Some(Packages::new("ldap-utils", "openldap-clients", "openldap")),
    ),
    sample("wais", "wais://example.org/db", None),
    sample("prospero", "prospero://example.org/name", None),
    sample("urn", "urn:ietf:rfc:3986", None),
    sample("https", "https://example.org/", Some(Packages::new("firefox-esr", "firefox", "firefox"))),
];

/// What to install for a scheme that nothing opens: what its family needs.
pub fn packages_for(scheme: &str) -> Option<Packages> {
    let family = family::of_scheme(scheme);
    let of_family = |sample: &&Sample| family.schemes.contains(&sample.scheme);
    SAMPLES.iter().find(of_family)?.packages
}

/// What each sample would do.
pub fn findings(surroundings: &Surroundings) -> Vec<Finding> {
    SAMPLES.iter().map(|sample| finding(sample, &surroundings.plan(OsStr::new(sample.uri), None))).collect()
}

/// What opens each sample, for a person to read; schemes that nothing opens are left out.
pub fn handlers(desk: &Desk<'_>) -> Vec<(&'static str, String)> {
    let opener = |sample: &Sample| {
        let plan = desk.plan(OsStr::new(sample.uri), None);
        let opener = match plan.action.as_ref().ok()? {
            Planned::App { application, .. } => application.name.clone(),
            planned => desk.request.language().say(&action(planned)),
        };
        Some((sample.scheme, opener))
    };
    SAMPLES.iter().filter_map(opener).collect()
}

fn finding(sample: &Sample, plan: &Plan) -> Finding {
    let finding = match &plan.action {
        Ok(planned) => Finding::new(sample.scheme, State::Good, action(planned)),
        Err(error) => {
            let missing = [Code::NoProgram, Code::Unsupported].contains(&error.code);
            let state = if missing { State::Missing } else { State::Doubtful };
            Finding::new(sample.scheme, state, error.message.clone())
        }
    };
    finding.installing(sample.packages)
}

/// What an action starts.
fn action(planned: &Planned) -> Message {
    match planned {
        Planned::Exec(filled) | Planned::Terminal(filled) => {
            Message::quoted(filled.argv.program().to_string_lossy())
        }
        Planned::View => message!("the reader"),
        Planned::App { application, .. } => Message::quoted(&application.id),
        Planned::Dbus(call) => Message::quoted(&call.name),
        Planned::Rewrite { to, .. } => Message::quoted(to),
        Planned::Ask(_) => message!("a question"),
        Planned::Deny(reason) => reason.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_scheme_is_helped_as_its_family_is() {
        for (scheme, debian) in [
            ("man", "man-db"),
            ("x-man-page", "man-db"),
            ("ghelp", "gnome-user-docs"),
            ("snews", "pan"),
            ("http", "firefox-esr"),
        ] {
            assert_eq!(packages_for(scheme).map(|packages| packages.debian), Some(debian), "{scheme}");
        }
        assert_eq!((packages_for("wais"), packages_for("x-other")), (None, None));
    }
}
