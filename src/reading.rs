//! From an argument to its meaning: clean, parse, classify. The left half of every plan.

mod abbreviation;

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use crate::error::{Code, Error};
use crate::message;
use crate::probe::Probe;
use crate::reference::Reference;
use crate::sanitize;
use crate::scheme::Request;
use crate::scheme::file::{self, File};
use crate::scheme::word::Password;
use crate::target::{self, Target};
use crate::uri::{self, Mode, Uri, masked};
use crate::warning::{Warning, WarningCode};

/// A URI that was understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The parsed URI.
    pub uri: Uri,
    /// The reference as cleaned, password masked: the `uri` of JSON.
    pub shown: String,
    /// The same in its escaped form: what notices and titles use.
    pub escaped: String,
    /// What it means.
    pub target: Target,
    /// What was repaired or looks doubtful.
    pub warnings: Vec<Warning>,
    /// Files that go with a mail. They come from a command line alone, never from a URI (policy 5).
    pub attachments: Vec<String>,
}

/// A URI that was refused; what was understood before stays beside the error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The reference as far as it was cleaned, password masked, controls escaped.
    pub shown: String,
    /// The scheme, if there is one.
    pub scheme: Option<String>,
    /// The meaning, where the refusal came after it was found (a file that does not exist).
    pub target: Option<Target>,
    /// As in [`Reading`].
    pub warnings: Vec<Warning>,
    /// Why.
    pub error: Error,
}

/// A boxed refusal: a reading that succeeds stays small.
type Result<T> = std::result::Result<T, Box<Refused>>;

/// The longest path that the system takes (`PATH_MAX`).
const LONGEST_PATH: usize = 4096;

impl Reading {
    /// What `{uri}` and `%u` hand to a program: a mail from its fields, a file from its bytes, a web address as it came
    /// with its password, everything else as it came without.
    pub fn uri_argument(&self) -> String {
        match &self.target {
            Target::Mail(mail) => mail.to_uri(),
            Target::File(file) => file.to_uri(),
            Target::Web(_) => self.uri.text().to_owned(),
            _ => self.uri.without_password().into_owned(),
        }
    }

    /// The plain text of a question: what hides is spelled out, a host stands in punycode.
    pub fn display(&self) -> String {
        let host = self.uri.authority().map(|authority| self.uri.as_written(authority.host));
        let shown = match (host, self.target.endpoint()) {
            (Some(host), Some(endpoint)) if !host.is_ascii() || host.contains('%') => {
                self.shown.replacen(host, &endpoint.host, 1)
            }
            _ => self.shown.clone(),
        };
        sanitize::line(&shown).into_owned()
    }
}

/// Reads one argument: a URI reference, or a plain path in place of one. With a base it is a reference; without one it
/// is tried as the name of a file in the caller's folder, as a URI with a known or registered scheme, as a path with
/// escapes, and as what people write for short (`www.…`, `host:port`, `user@host`, `ls(1)`).
pub fn read(argument: &OsStr, base: Option<&str>, probe: &dyn Probe) -> Result<Reading> {
    let reference = Reference::clean(argument);
    if let Some(base) = base {
        return noting_bytes(&reference, read_relative(reference.as_str(), base, probe));
    }
    let (typed, cleaned) = (argument.as_bytes(), reference.as_str().as_bytes());
    let named = |name: &[u8]| (name.len() < LONGEST_PATH).then(|| file::named(name, probe))?;
    match named(typed).or_else(|| (typed != cleaned).then(|| named(cleaned))?) {
        Some(file) => read_named(file, argument, probe),
        None => noting_bytes(&reference, read_reference(reference.as_str(), probe)),
    }
}

/// Tells of bytes that had to be escaped because they are no text.
fn noting_bytes(reference: &Reference, mut read: Result<Reading>) -> Result<Reading> {
    if !reference.is_utf8() {
        let warnings = match &mut read {
            Ok(reading) => &mut reading.warnings,
            Err(refused) => &mut refused.warnings,
        };
        warnings
            .push(Warning::new(WarningCode::Repaired, message!("bytes that are no UTF-8 text were escaped")));
    }
    read
}

/// A reference on a page; a base does not change one that has a scheme.
fn read_relative(reference: &str, base: &str, probe: &dyn Probe) -> Result<Reading> {
    if uri::scheme_end(reference).is_some() {
        return read_uri(reference, Vec::new(), probe);
    }
    let base = Reference::clean(base.as_ref());
    match uri::resolve(base.as_str(), reference, Mode::Strict) {
        Ok(text) => read_uri(&text, Vec::new(), probe),
        Err(error) => Err(refusal(reference, Vec::new(), error)),
    }
}

fn read_reference(text: &str, probe: &dyn Probe) -> Result<Reading> {
    let Some(end) = uri::scheme_end(text) else { return read_without_scheme(text, probe) };
    let scheme = text[..end].to_ascii_lowercase();
    let known = target::find(&scheme).is_some() || target::is_never_opened(&scheme);
    if known || !probe.handlers(&format!("x-scheme-handler/{scheme}")).is_empty() {
        return read_uri(text, Vec::new(), probe);
    }
    match file_reference(text, probe) {
        Some(Ok(reading)) => Ok(reading),
        _ => read_uri_or_abbreviation(text, probe).unwrap_or_else(|| read_uri(text, Vec::new(), probe)),
    }
}

fn read_without_scheme(text: &str, probe: &dyn Probe) -> Result<Reading> {
    let refuse = |error| Err(refusal(text, Vec::new(), error));
    if text.is_empty() {
        return refuse(Error::malformed(0, message!("nothing is named")));
    }
    if text.starts_with(['-', '+']) || text.starts_with("@@") {
        return refuse(Error::malformed(0, message!("this looks like an option, and not like a URI")));
    }
    let as_file = file_reference(text, probe);
    if let Some(Ok(reading)) = as_file {
        return Ok(reading);
    }
    if let Some(reading) = read_uri_or_abbreviation(text, probe) {
        return reading;
    }
    match as_file {
        Some(Err(refused)) if looks_like_path(text) => {
            Err(Box::new(Refused { shown: shown(text), ..*refused }))
        }
        _ => refuse(Error::malformed(0, message!("this is neither a URI nor a file"))),
    }
}

/// Whether a text that names no file was probably meant to: a colon before the first slash was meant for a scheme.
fn looks_like_path(text: &str) -> bool {
    text.contains(['/', '.']) && !text.split('/').next().unwrap_or_default().contains(':')
}

fn read_uri_or_abbreviation(text: &str, probe: &dyn Probe) -> Option<Result<Reading>> {
    let (uri, message) = abbreviation::expand(text)?;
    Some(read_uri(&uri, vec![Warning::new(WarningCode::Repaired, message)], probe))
}

/// A path with escapes or wildcards in it, absolute, in the home folder, or in the caller's.
fn file_reference(text: &str, probe: &dyn Probe) -> Option<Result<Reading>> {
    let path = match text {
        _ if text.starts_with('/') => format!("file://{text}"),
        _ if text.starts_with("~/") => format!("file://{text}"),
        _ => format!("{}/{text}", file::path_uri(&probe.current_folder()?)),
    };
    let told = message!("a name that no file has was read as a path with escapes or wildcards");
    Some(read_uri(&path, Vec::new(), probe).map(|mut reading| {
        text.clone_into(&mut reading.shown);
        reading.warnings.push(Warning::new(WarningCode::Repaired, told));
        reading
    }))
}

/// A file that the argument names as it is.
fn read_named(file: File, argument: &OsStr, probe: &dyn Probe) -> Result<Reading> {
    let shown = argument.to_string_lossy().into_owned();
    let mut warnings = Vec::new();
    if shown.contains(char::is_control) {
        warnings.push(Warning::new(
            WarningCode::ControlCharacters,
            message!("the file's name holds control characters"),
        ));
    }
    note_direction(&shown, &mut warnings);
    let text = file.to_uri();
    let (uri, file) = Uri::parse(&text, uri::Syntax::GENERIC)
        .and_then(|uri| Ok((uri, file::safe(file, 0, probe)?)))
        .map_err(|error| refusal(&shown, warnings.clone(), error))?;
    Ok(Reading { uri, shown, escaped: text, target: Target::File(file), warnings, attachments: Vec::new() })
}

/// A text that has a scheme.
fn read_uri(text: &str, warnings: Vec<Warning>, probe: &dyn Probe) -> Result<Reading> {
    let scheme = scheme_of(text);
    let name = scheme.as_deref().unwrap_or_default();
    if target::is_never_opened(name) {
        let error = Error::new(Code::Unsupported, message!("URIs of this scheme are never opened"));
        return Err(refusal(text, warnings, error));
    }
    let row = target::find(name).unwrap_or(&target::OTHER);
    if text.len() > row.limit {
        let error =
            Error::new(Code::TooLarge, message!("the URI is longer than {limit} bytes", limit = row.limit));
        return Err(refusal(text, warnings, error));
    }
    let uri = Uri::parse(text, row.syntax).map_err(|error| refusal(text, warnings.clone(), error))?;
    let mut request = Request { uri: &uri, scheme: row, probe, warnings };
    let parsed = classify(&mut request);
    let warnings = request.warnings;
    match parsed {
        Ok(target) => existing(uri, target, warnings),
        Err(error) => Err(refusal(text, warnings, error)),
    }
}

fn classify(request: &mut Request<'_>) -> std::result::Result<Target, Error> {
    let repairs = request.uri.repairs();
    if let Some(at) = repairs.control.filter(|_| request.scheme.passed_on) {
        return Err(Error::unsafe_at(at, message!("a control character")));
    }
    if repairs.escaped.is_some() {
        request.repaired(message!("characters that no URI may hold were escaped"));
    }
    if repairs.bad_percent.is_some() {
        request.warn(WarningCode::BadPercent, message!("a ‘%’ that starts no escape stands for itself"));
    }
    if !request.scheme.syntax.authority && request.uri.hierarchy().as_str().starts_with("////") {
        request.repaired(message!("more than three slashes before a name were taken off"));
    }
    let (uri, parse) = (request.uri, request.scheme.parse);
    let target = parse(request).map_err(|error| error.placed(|at| uri.place(at)))?;
    if request.scheme.is_service() && uri.fragment().is_some_and(|fragment| !fragment.is_empty()) {
        request.repaired(message!("what follows ‘#’ says nothing to a server, and is left out"));
    }
    if may_turn_direction(uri.escaped()) {
        let shown = uri::Part::new(uri.escaped(), 0).shown();
        note_direction(&shown, &mut request.warnings);
    }
    Ok(target)
}

/// Whether the escapes of a text may be those of a mark that turns the reading direction: all of these begin in UTF-8
/// with E2 or D8.
fn may_turn_direction(escaped: &str) -> bool {
    let mut codes = escaped.split('%').skip(1).map(str::as_bytes);
    codes.any(|code| matches!(code, [b'E' | b'e', b'2', ..] | [b'D' | b'd', b'8', ..]))
}

fn note_direction(text: &str, warnings: &mut Vec<Warning>) {
    let noted = warnings.iter().any(|warning| warning.code == WarningCode::Bidi);
    if !noted && text.contains(sanitize::turns_direction) {
        warnings.push(Warning::new(WarningCode::Bidi, message!("the text turns its reading direction")));
    }
}

/// A file must be there; whatever else exists is for others to find out.
fn existing(uri: Uri, target: Target, warnings: Vec<Warning>) -> Result<Reading> {
    let missing = matches!(&target, Target::File(file) if file.kind.is_none() && !file.is_pattern());
    let mask = |text: &str| {
        if uri.syntax().authority { masked(text, Password::MASKED).into_owned() } else { text.to_owned() }
    };
    let (shown, escaped) = (mask(uri.text()), mask(uri.escaped()));
    if missing {
        let error = Error::new(Code::NotFound, message!("there is no such file"));
        let scheme = Some(uri.scheme().to_owned());
        let shown = sanitize::line(&shown).into_owned();
        return Err(Box::new(Refused { shown, scheme, target: Some(target), warnings, error }));
    }
    Ok(Reading { uri, shown, escaped, target, warnings, attachments: Vec::new() })
}

fn refusal(text: &str, warnings: Vec<Warning>, error: Error) -> Box<Refused> {
    Box::new(Refused { shown: shown(text), scheme: scheme_of(text), target: None, warnings, error })
}

/// A text that may be anything, for an answer.
fn shown(text: &str) -> String {
    sanitize::line(&masked(text, Password::MASKED)).into_owned()
}

/// In small letters; a scheme longer than any is none.
fn scheme_of(text: &str) -> Option<String> {
    const LONGEST: usize = 32;
    let end = uri::scheme_end(text).filter(|end| *end <= LONGEST)?;
    Some(text[..end].to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::probe::Nothing;

    #[test]
    fn programs_are_handed_what_they_may_have() {
        let cases = [
            ("telnet://u:p@h.example/", "telnet://u@h.example/"),
            ("foo:a?b=http://u:p@h/", "foo:a?b=http://u:p@h/"),
            ("https://u:p@h.example/a b", "https://u:p@h.example/a b"),
            ("mailto:a@b.example?x=y&subject=A B", "mailto:a@b.example?subject=A%20B"),
            ("info:(gcc)G++ and GCC", "info:(gcc)G++ and GCC"),
            (
                "thunderlink://messageid=01$9790e090$@example.com",
                "thunderlink://messageid=01$9790e090$@example.com",
            ),
        ];
        for (uri, handed) in cases {
            assert_eq!(read(uri.as_ref(), None, &Nothing).unwrap().uri_argument(), handed);
        }
    }

    #[test]
    fn what_was_mended_is_told_and_what_acts_is_refused() {
        use std::os::unix::ffi::OsStrExt;
        let cases: [(&[u8], std::result::Result<bool, Code>); 12] = [
            (b"https://h.example/a", Ok(false)),
            (b"https://h.example/a\xffb", Ok(true)),
            (b"foo:a\xff", Ok(true)),
            (b"mailto:///a@b.example", Ok(false)),
            (b"mailto:/etc/x@b.example", Ok(true)),
            (b"mailto://a@b.example", Ok(true)),
            (b"mailto:////a@b.example", Ok(true)),
            ("https://h.example/\u{9b}31m".as_bytes(), Err(Code::Unsafe)),
            ("https://h.example/?\u{80}".as_bytes(), Err(Code::Unsafe)),
            ("urn:isbn:1\u{85}".as_bytes(), Err(Code::Unsafe)),
            ("foo:a#\u{9f}".as_bytes(), Err(Code::Unsafe)),
            (b"foo:a%C2%9B", Ok(false)),
        ];
        for (uri, told) in cases {
            let uri = OsStr::from_bytes(uri);
            let repaired = |warnings: &[Warning]| warnings.iter().any(|w| w.code == WarningCode::Repaired);
            let read = read(uri, None, &Nothing).map(|reading| repaired(&reading.warnings));
            assert_eq!(read.map_err(|refused| refused.error.code), told, "{uri:?}");
        }
    }

    #[test]
    fn an_empty_user_of_telnet_is_none() {
        for uri in ["telnet://@h.example/", "telnet://:pw@h.example/"] {
            let reading = read(uri.as_ref(), None, &Nothing).unwrap();
            assert!(matches!(reading.target, Target::Telnet(telnet) if telnet.user.is_none()), "{uri}");
        }
    }

    #[test]
    fn a_password_is_told_where_it_goes() {
        let message =
            |uri: &str| read(uri.as_ref(), None, &Nothing).unwrap().warnings.remove(0).message.to_string();
        assert!(message("https://u:p@h.example/").contains("browser"));
        assert!(message("telnet://u:p@h.example/").contains("not passed on"));
    }

    #[test]
    fn questions_show_the_real_host() {
        let reading = read("telnet://\u{430}pple.example/".as_ref(), None, &Nothing).unwrap();
        assert_eq!(reading.display(), "telnet://xn--pple-43d.example/");
    }
}
