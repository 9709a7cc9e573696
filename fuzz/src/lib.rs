//! What every fuzz target checks: no input makes a parser panic, and no answer breaks its promises.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use portero::probe::fake::Fake;
use portero::reading::{self, Reading, Refused};
use portero::uri::{self, Mode};

/// Reads a scheme's prefix and the fuzzer's bytes as one argument.
pub fn read(prefix: &str, data: &[u8]) {
    let argument = [prefix.as_bytes(), data].concat();
    let mut machine = Fake::with_files(["/place/a b", "/place/c#d", "/etc/passwd"]);
    machine.current_folder = Some("/place".into());
    match reading::read(OsStr::from_bytes(&argument), None, &machine) {
        Ok(reading) => check(&reading),
        Err(refused) => check_refused(&refused, &argument),
    }
}

/// What a program is handed is a URI of the same meaning, in strict form.
fn check(reading: &Reading) {
    assert!(reading.escaped.is_ascii());
    assert_eq!(reading.target.values().len(), reading.target.kind().fields().len());
    assert!(!reading.display().contains(char::is_control));
    let again = uri::Uri::parse(reading.uri.escaped(), reading.uri.syntax()).unwrap();
    assert_eq!(again.escaped(), reading.uri.escaped());
    assert_eq!(again.repairs(), uri::Repairs::default());
}

fn check_refused(refused: &Refused, argument: &[u8]) {
    // A byte that is no UTF-8 stands as an escape of three.
    assert!(refused.error.at.is_none_or(|at| at <= argument.len() * 3 + 16), "{refused:?}");
    assert!(!refused.shown.contains(char::is_control));
    assert!(!refused.error.message.contains(char::is_control));
}

/// A resolved reference is absolute: resolving it takes its dots away (an empty reference keeps those of the base), and
/// then nothing changes any more.
pub fn resolve(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Some((base, reference)) = text.split_once('\n') else { return };
    let Ok(resolved) = uri::resolve(base, reference, Mode::Strict) else { return };
    let plain = uri::resolve(base, &resolved, Mode::Strict).unwrap();
    assert_eq!(uri::resolve(base, &plain, Mode::Strict).as_deref(), Ok(&*plain));
}
