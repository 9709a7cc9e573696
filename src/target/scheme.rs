//! The only list of schemes, and what each of them is.

use crate::error::Error;
use crate::scheme::word::Port;
use crate::scheme::{
    Request, file, ftp, gopher, help, info, ldap, mail, man, news, other, prospero, search, telnet, urn,
    wais, web,
};
use crate::target::{Kind, Target};
use crate::uri::Syntax;

/// What is known of a scheme before any of its URIs is read.
#[derive(Debug)]
pub struct Scheme {
    /// In small letters.
    pub name: &'static str,
    /// What its URIs can mean.
    pub kinds: &'static [Kind],
    /// The port when none is written.
    pub port: Option<Port>,
    /// Whether the connection is over TLS.
    pub tls: bool,
    /// Whether its protocol speaks in lines, so that it must not reach the ports of others that do.
    pub speaks_lines: bool,
    /// Whether path, query and fragment are passed on encoded, whatever they decode to.
    pub passed_on: bool,
    /// What its grammar has beside a path.
    pub syntax: Syntax,
    /// The longest URI, in bytes.
    pub limit: usize,
    /// Its grammar.
    pub parse: fn(&mut Request<'_>) -> Result<Target, Error>,
}

const KIB: usize = 1024;
const NAME: Syntax = Syntax { authority: false, query: false, fragment: true };
const TEXT: Syntax = Syntax { authority: false, query: false, fragment: false };
const SERVER: Syntax = Syntax { authority: true, query: false, fragment: true };

impl Scheme {
    /// Whether it names what a server has, and nothing in it: there a fragment has no meaning.
    pub const fn is_service(&self) -> bool {
        self.port.is_some() && !self.passed_on
    }
}

/// A scheme without servers, its URIs at most 8 KiB.
const PLAIN: Scheme = Scheme {
    name: "",
    kinds: &[Kind::Other],
    port: None,
    tls: false,
    speaks_lines: false,
    passed_on: false,
    syntax: Syntax::GENERIC,
    limit: 8 * KIB,
    parse: other::parse,
};

const MAN: Scheme =
    Scheme { name: "man", kinds: &[Kind::Man, Kind::ManIndex], syntax: NAME, parse: man::parse, ..PLAIN };
const HELP: Scheme = Scheme {
    name: "help",
    kinds: &[Kind::Help],
    syntax: Syntax { authority: false, query: true, fragment: true },
    parse: help::parse,
    ..PLAIN
};
const NEWS: Scheme = Scheme {
    name: "news",
    kinds: &[Kind::Newsgroup, Kind::NewsArticle],
    port: Some(Port::known(119)),
    speaks_lines: true,
    syntax: SERVER,
    parse: news::parse_news,
    ..PLAIN
};
const NNTP: Scheme = Scheme { name: "nntp", parse: news::parse_nntp, ..NEWS };
const FTP: Scheme = Scheme {
    name: "ftp",
    kinds: &[Kind::Ftp],
    port: Some(Port::known(21)),
    speaks_lines: true,
    syntax: SERVER,
    parse: ftp::parse,
    ..PLAIN
};
const LDAP: Scheme =
    Scheme { name: "ldap", kinds: &[Kind::Ldap], port: Some(Port::known(389)), parse: ldap::parse, ..PLAIN };
const HTTP: Scheme = Scheme {
    name: "http",
    kinds: &[Kind::Web],
    port: Some(Port::known(80)),
    passed_on: true,
    limit: 64 * KIB,
    parse: web::parse,
    ..PLAIN
};

/// Every scheme that portero has a grammar for.
pub const SCHEMES: &[Scheme] = &[
    MAN,
    Scheme {
        name: "x-man-page",
        kinds: &[Kind::Man, Kind::ManIndex, Kind::Apropos],
        parse: man::parse_x_man_page,
        ..MAN
    },
    Scheme {
        name: "info",
        kinds: &[Kind::Info, Kind::InfoIndex, Kind::Other],
        syntax: NAME,
        parse: info::parse,
        ..PLAIN
    },
    Scheme { name: "whatis", kinds: &[Kind::Whatis], syntax: TEXT, parse: search::parse_whatis, ..PLAIN },
    Scheme { name: "apropos", kinds: &[Kind::Apropos], syntax: TEXT, parse: search::parse_apropos, ..PLAIN },
    Scheme { name: "ghelp", ..HELP },
    HELP,
    Scheme {
        name: "mailto",
        kinds: &[Kind::Mail],
        syntax: Syntax { authority: false, query: true, fragment: false },
        limit: KIB * KIB,
        parse: mail::parse,
        ..PLAIN
    },
    NEWS,
    Scheme { name: "snews", port: Some(Port::known(563)), tls: true, ..NEWS },
    NNTP,
    Scheme { name: "nntps", port: Some(Port::known(563)), tls: true, ..NNTP },
    Scheme { name: "file", kinds: &[Kind::File], parse: file::parse, ..PLAIN },
    Scheme {
        name: "telnet",
        kinds: &[Kind::Telnet],
        port: Some(Port::known(23)),
        speaks_lines: true,
        parse: telnet::parse,
        ..PLAIN
    },
    FTP,
    Scheme { name: "ftps", port: Some(Port::known(990)), tls: true, ..FTP },
    Scheme {
        name: "gopher",
        kinds: &[Kind::Gopher],
        port: Some(Port::known(70)),
        speaks_lines: true,
        syntax: SERVER,
        parse: gopher::parse,
        ..PLAIN
    },
    LDAP,
    Scheme { name: "ldaps", port: Some(Port::known(636)), tls: true, ..LDAP },
    Scheme {
        name: "wais",
        kinds: &[Kind::Wais],
        port: Some(Port::known(210)),
        speaks_lines: true,
        parse: wais::parse,
        ..PLAIN
    },
    Scheme {
        name: "prospero",
        kinds: &[Kind::Prospero],
        port: Some(Port::known(1525)),
        speaks_lines: true,
        parse: prospero::parse,
        ..PLAIN
    },
    Scheme {
        name: "urn",
        kinds: &[Kind::Urn],
        passed_on: true,
        syntax: Syntax { authority: false, query: true, fragment: true },
        parse: urn::parse,
        ..PLAIN
    },
    HTTP,
    Scheme { name: "https", port: Some(Port::known(443)), tls: true, ..HTTP },
];

/// What any other scheme is.
pub static OTHER: Scheme = Scheme { name: "other", passed_on: true, ..PLAIN };

/// Schemes that run code, or reach past every check: never opened, not even by a rule.
const NEVER: &[&str] = &["javascript", "vbscript", "data", "jar", "lynxexec", "lynxprog", "ldapi"];

/// The row of a scheme, its name in small letters.
pub fn find(name: &str) -> Option<&'static Scheme> {
    SCHEMES.iter().find(|scheme| scheme.name == name)
}

/// Whether a scheme is never opened; a single letter is a drive of Windows.
pub fn is_never_opened(name: &str) -> bool {
    NEVER.contains(&name) || name.starts_with("ms-") || name.len() == 1
}

/// The listed scheme that a name was probably meant to be: one letter wrong, missing, too many, or two exchanged.
///
/// ```
/// assert_eq!(portero::target::near("mna"), Some("man"));
/// assert_eq!(portero::target::near("gemini"), None);
/// ```
pub fn near(name: &str) -> Option<&'static str> {
    SCHEMES.iter().map(|scheme| scheme.name).find(|known| *known != name && is_one_off(name, known))
}

fn is_one_off(name: &str, known: &str) -> bool {
    let (name, known) = (name.as_bytes(), known.as_bytes());
    let start = name.iter().zip(known).take_while(|(given, meant)| given == meant).count();
    let (given, meant) = (&name[start..], &known[start..]);
    let after = |text: &[u8], count: usize| text.get(count..).map(<[u8]>::to_vec);
    let exchanged = given.len() > 1 && meant.len() > 1 && given[0] == meant[1] && given[1] == meant[0];
    exchanged && after(given, 2) == after(meant, 2)
        || [(1, 1), (1, 0), (0, 1)].iter().any(|(skip_given, skip_meant)| {
            let rest = after(given, *skip_given);
            rest.is_some() && rest == after(meant, *skip_meant)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_small() {
        for (index, scheme) in SCHEMES.iter().enumerate() {
            assert!(SCHEMES[..index].iter().all(|other| other.name != scheme.name), "{}", scheme.name);
            assert_eq!(scheme.name, scheme.name.to_ascii_lowercase());
        }
    }

    #[test]
    fn near_names() {
        let cases =
            [("mna", "man"), ("mann", "man"), ("mailt", "mailto"), ("telent", "telnet"), ("gophr", "gopher")];
        for (name, meant) in cases {
            assert_eq!(near(name), Some(meant), "{name}");
        }
        assert_eq!(near("spotify"), None);
    }

    #[test]
    fn never_opened() {
        for name in ["javascript", "ms-msdt", "c", "ldapi"] {
            assert!(is_never_opened(name));
        }
        assert!(!is_never_opened("ms"));
        assert!(SCHEMES.iter().all(|scheme| !is_never_opened(scheme.name)));
    }
}
