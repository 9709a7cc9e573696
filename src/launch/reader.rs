//! The reader's window: how it is called while it runs, and what it is started with.

use std::ffi::OsString;

use zbus::Variant;

use super::application::{object_path, platform_data};
use crate::env::{READER_ID, Request};
use crate::system::bus::Object;

/// The action of its bus object that shows pages; its parameter is a list of URIs.
pub const SHOW: &str = "show";

/// The action that tells something; its parameter is a pair of title and words.
pub const TELL: &str = "tell";

/// The same on its command line.
pub const TELL_OPTION: &str = "--tell";

/// What the reader is to show.
#[derive(Debug, Clone, Copy)]
pub enum Shown<'a> {
    /// The pages of these URIs; without any, its start page.
    Pages(&'a [&'a str]),
    /// A title, and what stands under it.
    Words(&'a str, &'a str),
}

impl<'a> Shown<'a> {
    /// Has the running reader show it; false where none is running.
    pub fn in_running(self, request: &Request) -> bool {
        let path = object_path(READER_ID);
        let interface = "org.freedesktop.Application";
        let reader = Object { name: READER_ID, path: &path, interface, activate: false };
        let (action, parameter) = match self {
            Self::Pages(uris) => (SHOW, Variant::new(uris.to_vec())),
            Self::Words(title, words) => (TELL, Variant::new((title, words))),
        };
        let parameters = [parameter];
        reader.call("ActivateAction", &(action, parameters.as_slice(), platform_data(request))).is_ok()
    }

    /// The arguments of a reader that is started to show it.
    pub fn arguments(self) -> impl Iterator<Item = OsString> + use<'a> {
        let words = match self {
            Self::Pages(uris) => [&["--"], uris].concat(),
            Self::Words(title, words) => vec![TELL_OPTION, title, words],
        };
        words.into_iter().map(OsString::from)
    }
}

/// What the reader's command line asks it to tell: the other end of [`Shown::arguments`].
pub fn told(words: &[String]) -> Option<(&str, &str)> {
    match words {
        [option, title, words] if option == TELL_OPTION => Some((title, words)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_reader_is_told_the_same() {
        let arguments = |shown: Shown| -> Vec<String> {
            shown.arguments().map(|word| word.into_string().unwrap()).collect()
        };
        assert_eq!(told(&arguments(Shown::Words("title", "a\nb"))), Some(("title", "a\nb")));
        let page = arguments(Shown::Pages(&["man:ls"]));
        assert_eq!((page.as_slice(), told(&page)), (["--", "man:ls"].map(String::from).as_slice(), None));
    }
}
