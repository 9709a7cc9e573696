//! Promises that hold for any input: nothing panics, what is divided joins again, and what is understood can be
//! written back.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

use iri_string::types::{UriAbsoluteStr, UriReferenceStr};
use portero::probe::fake::Fake;
use portero::reading;
use portero::target::SCHEMES;
use portero::uri::{Mode, Syntax, Uri, resolve};
use proptest::prelude::*;

use crate::written::written;

/// URIs of the generic grammar, with dots, escapes and empty parts wherever these may stand.
const GENERIC: &str = "[a-z][a-z0-9+.-]{0,5}:(//([a-z:%-]{0,5}@)?[a-zA-Z0-9.-]{0,8}(:[0-9]{0,5})?(/[a-zA-Z.%~]{0,4}){0,4}|\
    /?[a-z.%]{1,4}(/[a-z.;=]{0,4}){0,4})(\\?[a-z/?=&.%]{0,8})?(#[a-z/?.%]{0,8})?";

const REFERENCE: &str = "(//[a-z]{1,3})?(/|\\.\\./|\\./|[a-z]{1,2}/){0,5}(\\.\\.|\\.|[a-z;=]{0,3})(\\?[a-z/.]{0,4})?(#[a-z/.]{0,4})?";

/// One grammar a scheme: what it has, and some of what it must refuse.
const URIS: &[&str] = &[
    "man:/{0,3}(\\([0-9a-z]{0,3}\\))?[a-zA-Z0-9.:+@,()\\[%_-]{0,10}(\\([0-9ln][a-z]{0,3}\\))?(#[a-zA-Z %]{0,6})?",
    "x-man-page:/{0,3}([0-9n]/)?[a-z0-9.]{0,6}(\\([0-9]\\))?(;type=a)?",
    "info:/{0,3}(\\([a-zA-Z0-9+.-]{0,6}\\)|[a-zA-Z0-9+-]{0,6}[#/:]?)[a-zA-Z_ +:#/%-]{0,10}",
    "(whatis|apropos):/{0,3}[a-z+ \\[#-]{0,12}",
    "(help|ghelp):/{0,3}[a-z-]{0,6}(/[a-z.]{0,6}){0,2}(\\?[a-z=]{0,8})?(#[a-z ]{0,6})?",
    "mailto:/{0,3}([a-zA-Z0-9.+%\"-]{1,6}@[a-z.-]{1,8}[,;]?){0,3}(\\?((to|cc|bcc|subject|body|keywords|x)=[a-zA-Z0-9 @.,%=?\"<>]{0,10}&?){0,4})?",
    "(news|snews|nntp|nntps):(//[a-z.]{1,6}(:[0-9]{1,4})?/)?[a-zA-Z0-9.*+@?<>-]{0,12}(/[0-9]{1,4})?",
    "file:(//(localhost)?)?/place/[a-z ./%#?*\\[\\]-]{0,8}",
    "telnet://([a-z+@%:]{0,6}@)?[a-zA-Z0-9.-]{1,8}(:[0-9]{1,5})?/?",
    "(ftp|ftps)://([a-z:%]{0,6}@)?[a-z.]{1,8}(:[0-9]{1,5})?(/[a-zA-Z0-9.%; =?-]{0,5}){0,4}(;type=[aid])?",
    "gopher://[a-z.]{1,8}(:[0-9]{1,4})?(/[0-9a-zI][a-zA-Z/ %?:.-]{0,8}(%09[a-z ]{0,4}){0,2})?",
    "(ldap|ldaps)://[a-z.]{0,8}(:[0-9]{1,4})?/[a-zA-Z=,% ]{0,8}(\\?[a-z,*;]{0,6}(\\?(base|one|sub)?(\\?(\\([a-z]{1,3}=[a-z*]{0,3}\\))?(\\?[a-z!=,%]{0,8})?)?)?)?",
    "wais://[a-z.]{1,8}/[a-z%]{1,5}(\\?[a-z %]{0,5}|/[A-Z]{1,3}/[a-z=%]{0,5})?",
    "prospero://[a-z.]{1,8}/[a-zA-Z/%]{0,6}(;[a-z]{0,3}=?[a-z%]{0,3}){0,3}",
    "urn:[a-zA-Z-]{0,5}:[a-zA-Z0-9:/%@-]{0,8}(\\?\\+[a-z?/=]{0,4})?(\\?=[a-z?/]{0,4})?(#[a-z]{0,3})?",
];

fn machine() -> Fake {
    let mut machine = Fake::with_files(["/place/a", "/place/b c", "/place/d#e", "/place/f/g", "/etc/passwd"]);
    machine.current_folder = Some("/place".into());
    machine
}

/// Failures are printed, not saved: the sources stay as they are.
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// `%` only before two digits, so that a text of the generator is strict.
fn strict(text: &str) -> String {
    text.replace('%', "%2E")
}

proptest! {
    #![proptest_config(config(2_000))]

    #[test]
    fn what_is_divided_joins_again(text in GENERIC) {
        let text = strict(&text);
        let Ok(uri) = Uri::parse(&text, Syntax::GENERIC) else { return Ok(()) };
        prop_assert_eq!(uri.escaped(), &text);
        let mut joined = format!("{}:", uri.scheme());
        if let Some(authority) = uri.authority() {
            joined.push_str("//");
            joined.extend(authority.userinfo.map(|part| format!("{}@", part.as_str())));
            joined.push_str(authority.host.as_str());
            joined.extend(authority.port.map(|part| format!(":{}", part.as_str())));
        }
        joined.push_str(uri.path().as_str());
        joined.extend(uri.query().map(|part| format!("?{}", part.as_str())));
        joined.extend(uri.fragment().map(|part| format!("#{}", part.as_str())));
        prop_assert_eq!(&joined, &text);
        for part in [Some(uri.hierarchy()), Some(uri.path()), uri.query(), uri.fragment()].into_iter().flatten() {
            prop_assert_eq!(&text[part.at()..part.at() + part.as_str().len()], part.as_str());
            prop_assert_eq!(uri.as_written(part), part.as_str());
        }
    }

    #[test]
    fn the_normal_form_is_its_own(text in GENERIC) {
        let Ok(uri) = Uri::parse(&strict(&text), Syntax::GENERIC) else { return Ok(()) };
        let normal = Uri::parse(&uri.normalized(), Syntax::GENERIC).unwrap();
        prop_assert_eq!(normal.normalized(), normal.escaped());
    }

    #[test]
    fn the_strict_form_is_its_own(text in "[a-z]{1,4}:\\PC{0,20}") {
        for syntax in [Syntax::GENERIC, Syntax { authority: false, query: false, fragment: false }] {
            let Ok(uri) = Uri::parse(&text, syntax) else { continue };
            let again = Uri::parse(uri.escaped(), syntax).unwrap();
            prop_assert_eq!(again.escaped(), uri.escaped());
            prop_assert_eq!(uri.place(uri.escaped().len()), text.len());
        }
    }

    #[test]
    fn a_second_library_resolves_the_same(base in GENERIC, reference in REFERENCE) {
        let base = base.replace('%', "%41");
        let base = base.split('#').next().unwrap();
        let (Ok(absolute), Ok(relative)) = (UriAbsoluteStr::new(base), UriReferenceStr::new(&reference)) else {
            return Ok(());
        };
        let theirs = relative.resolve_against(absolute);
        // Where the result would begin with `//` the standard is silent, and the two differ in how they save it.
        if theirs.ensure_rfc3986_normalizable().is_err() {
            return Ok(());
        }
        prop_assert_eq!(resolve(base, &reference, Mode::Strict).unwrap(), theirs.to_string());
    }

    #[test]
    fn any_text_is_answered(scheme in 0..=SCHEMES.len(), pieces in proptest::collection::vec(piece(), 0..12)) {
        let scheme = SCHEMES.get(scheme).map(|scheme| format!("{}:", scheme.name)).unwrap_or_default();
        let bytes = [scheme.into_bytes(), pieces.concat()].concat();
        let length = bytes.len();
        match reading::read(&OsString::from_vec(bytes), None, &machine()) {
            Ok(reading) => {
                prop_assert!(reading.escaped.is_ascii());
                prop_assert_eq!(reading.target.values().len(), reading.target.kind().fields().len());
                prop_assert!(!reading.display().contains(char::is_control));
            }
            Err(refused) => {
                prop_assert!(!refused.shown.contains(char::is_control));
                prop_assert!(refused.error.at.is_none_or(|at| at <= 3 * length));
            }
        }
    }
}

/// What grammars divide at, and any bytes between.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    const SIGNS: &[&str] = &[
        "//",
        "/",
        ":",
        "@",
        "?",
        "#",
        "&",
        "=",
        ";",
        ",",
        "(",
        ")",
        "<",
        ">",
        "\"",
        "%",
        "%20",
        "%0D%0A",
        "%00",
        "%ff",
        "..",
        "[",
        "]",
        "*",
        "+",
        "-",
        ".",
        "=?utf-8?Q?",
        "?=",
        "subject=",
        "\t",
        "\n",
        "to=",
        "&amp;",
        "a",
        "1",
        "a@b.example",
        "localhost",
        "/etc/passwd",
        "\u{202e}",
        "ü",
    ];
    prop_oneof![
        4 => proptest::sample::select(SIGNS).prop_map(|sign| sign.as_bytes().to_vec()),
        1 => proptest::collection::vec(any::<u8>(), 0..4),
    ]
}

#[test]
fn a_target_written_back_is_the_same_target() {
    let mut runner = proptest::test_runner::TestRunner::new(config(1_500));
    for grammar in URIS {
        let strategy = proptest::string::string_regex(grammar).unwrap();
        let result = runner.run(&strategy, |uri| {
            let Ok(reading) = reading::read(uri.as_ref(), None, &machine()) else { return Ok(()) };
            let Some(text) = written(&reading.target) else { return Ok(()) };
            match reading::read(text.as_ref(), None, &machine()) {
                Ok(again) => prop_assert_eq!(again.target, reading.target, "{} -> {}", uri, text),
                Err(refused) => prop_assert!(false, "{uri} -> {text}: {}", refused.error),
            }
            Ok(())
        });
        assert!(result.is_ok(), "{}", result.unwrap_err());
    }
}
