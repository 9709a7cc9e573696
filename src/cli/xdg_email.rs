//! The command line of xdg-email(1), for when portero is installed under that name.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::Path;
use std::process::ExitCode;

use super::{WRONG_COMMAND_LINE, failed, open, output};
use crate::error::{Code, Error};
use crate::message;
use crate::message::Message;
use crate::template::Filter;
use crate::{complaint, sanitize};

/// The name under which it is taken.
pub const NAME: &str = "xdg-email";

const HELP: &str = "\
xdg-email - composes a mail in the user's preferred mail program

xdg-email [--utf8] [--cc address] [--bcc address] [--subject text] [--body text]
    [--attach file] [ mailto-uri | address(es) ]
xdg-email { --help | --manual | --version }
";

/// Options with a value that are fields of the mail.
const FIELDS: &[(&str, &str)] =
    &[("--cc", "cc"), ("--bcc", "bcc"), ("--subject", "subject"), ("--body", "body")];

/// No permission to read a file, in xdg-email's own codes.
const NOT_READABLE: u8 = 5;

/// What the words ask for.
#[derive(Debug, PartialEq, Eq)]
enum Asked {
    Help,
    Version,
    Compose { uri: String, files: Vec<String> },
    Wrong(String),
}

/// Runs the words after the name.
pub fn run(words: &[OsString]) -> ExitCode {
    match asked(words) {
        Asked::Help => output::write(HELP),
        Asked::Version => output::line(format_args!("{NAME} (portero {})", env!("CARGO_PKG_VERSION"))),
        Asked::Compose { uri, files } if files.is_empty() => open::run(&open::Args::of(uri.into())),
        Asked::Compose { uri, files } => compose(&uri, &files),
        Asked::Wrong(message) => {
            complaint::tell(format_args!("{NAME}: {message}\nTry '{NAME} --help' for more information.\n"));
            ExitCode::from(WRONG_COMMAND_LINE)
        }
    }
}

fn asked(words: &[OsString]) -> Asked {
    let Some(words) = words.iter().map(|word| word.to_str()).collect::<Option<Vec<_>>>() else {
        return Asked::Wrong("an argument is not UTF-8".to_owned());
    };
    let (mut base, mut fields, mut files) = (None, Vec::new(), Vec::new());
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        match word {
            "--help" | "--manual" => return Asked::Help,
            "--version" => return Asked::Version,
            "--utf8" => {}
            "--attach" => match words.next() {
                Some(file) => files.push(file.to_owned()),
                None => return missing("file"),
            },
            option if option.starts_with('-') => {
                let Some((_, field)) = FIELDS.iter().find(|(name, _)| *name == option) else {
                    return Asked::Wrong(format!("unexpected option '{}'", sanitize::line(option)));
                };
                match words.next() {
                    Some(value) => fields.push((*field, value)),
                    None => return missing(field),
                }
            }
            uri if base.is_none() && is_mailto(uri) => base = Some(uri),
            address => fields.push(("to", address)),
        }
    }
    if base.is_none() && fields.is_empty() && files.is_empty() {
        return missing("email address");
    }
    Asked::Compose { uri: uri(base.unwrap_or("mailto:"), &fields), files }
}

fn missing(what: &str) -> Asked {
    Asked::Wrong(format!("{what} argument missing"))
}

fn is_mailto(word: &str) -> bool {
    word.get(..7).is_some_and(|scheme| scheme.eq_ignore_ascii_case("mailto:"))
}

/// The URI with further fields (RFC 6068 2, in which `to` is one as well).
fn uri(base: &str, fields: &[(&str, &str)]) -> String {
    let mut uri = base.to_owned();
    for (name, value) in fields {
        let value = Filter::Url.apply(value.replace('\n', "\r\n").as_bytes());
        uri.push(if uri.contains('?') { '&' } else { '?' });
        uri.extend([*name, "=", &String::from_utf8_lossy(&value)]);
    }
    uri
}

/// Files need a program that takes them, and are no affair of the service: no other program may send them.
fn compose(uri: &str, files: &[String]) -> ExitCode {
    let mut absolute = Vec::new();
    for file in files {
        match attachment(file) {
            Ok(path) => absolute.push(path),
            Err((error, code)) => {
                failed(&error);
                return ExitCode::from(code);
            }
        }
    }
    ExitCode::from(open::mail(uri, &absolute))
}

/// The absolute path of a file that is there and can be read, or why not and the exit code for it.
fn attachment(file: &str) -> Result<String, (Error, u8)> {
    let told = |error: std::io::Error| Message::quoted(format!("{file}: {error}"));
    let missing = |error| (Error::new(Code::NotFound, told(error)), Code::NotFound.exit_code());
    let path = std::path::absolute(Path::new(file)).map_err(missing)?;
    let found = fs::metadata(&path).map_err(missing)?;
    if !found.is_file() {
        let error = Error::new(Code::NotFound, message!("{file} is not a regular file", file));
        return Err((error, Code::NotFound.exit_code()));
    }
    File::open(&path).map_err(|error| (Error::new(Code::Denied, told(error)), NOT_READABLE))?;
    let text = path.into_os_string().into_string();
    text.map_err(|_| (Error::new(Code::Failed, message!("{file} has a name that is not UTF-8", file)), 4))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(words: &[&str]) -> Asked {
        asked(&words.iter().map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn the_words_are_those_of_its_manual() {
        let cases: &[(&[&str], &str)] = &[
            (&["a@example.org"], "mailto:?to=a%40example.org"),
            (
                &["Jeremy <j@example.org>", "b@example.org"],
                "mailto:?to=Jeremy%20%3Cj%40example.org%3E&to=b%40example.org",
            ),
            (&["mailto:a@example.org"], "mailto:a@example.org"),
            (
                &["MAILTO:a@example.org?subject=x", "--body", "1\n2"],
                "MAILTO:a@example.org?subject=x&body=1%0D%0A2",
            ),
            (
                &["--utf8", "--cc", "c@x", "--bcc", "d@x", "--subject", "a&b=c", "mailto:e@x"],
                "mailto:e@x?cc=c%40x&bcc=d%40x&subject=a%26b%3Dc",
            ),
            (&["--subject", "--attach", "a@x"], "mailto:?subject=--attach&to=a%40x"),
        ];
        for (words, uri) in cases {
            assert_eq!(of(words), Asked::Compose { uri: (*uri).to_owned(), files: Vec::new() }, "{words:?}");
        }
        let files = vec!["x".to_owned()];
        assert_eq!(of(&["--attach", "x"]), Asked::Compose { uri: "mailto:".to_owned(), files });
        for words in [&[][..], &["--cc"], &["--attach"], &["--nonsense"], &["-x"]] {
            assert!(matches!(of(words), Asked::Wrong(_)), "{words:?}");
        }
        assert_eq!((of(&["--manual"]), of(&["--version", "x"])), (Asked::Help, Asked::Version));
    }
}
