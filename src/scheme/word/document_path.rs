//! A file inside the folders of documentation.

use std::path::{Path, PathBuf};

use super::{check_visible, text_like};
use crate::error::Error;
use crate::message;
use crate::probe::{Documentation, Probe};

/// An absolute path below one of the trusted folders of a family, without empty segments or dots. That the file
/// exists, and that no link leads out, is for whoever opens it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentPath(String);

text_like!(DocumentPath);

impl DocumentPath {
    /// Accepts a decoded absolute path.
    pub fn new(text: &str, family: Documentation, probe: &dyn Probe) -> Result<Self, Error> {
        check_visible(text)?;
        let plain = |segment: &str| !matches!(segment, "" | "." | "..");
        if !text.strip_prefix('/').is_some_and(|rest| rest.split('/').all(plain)) {
            return Err(Error::unsafe_at(0, message!("this path does not lead straight to a document")));
        }
        let mut folders = standard(family).iter().map(PathBuf::from).chain(probe.documentation(family));
        if !folders.any(|folder| Path::new(text) != folder && Path::new(text).starts_with(folder)) {
            return Err(Error::unsafe_at(0, message!("this file lies outside the documentation folders")));
        }
        Ok(Self(text.to_owned()))
    }

    /// The file's name.
    pub fn file_name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or_default()
    }
}

/// Where packages put their documentation, whether or not this machine has the folder.
const fn standard(family: Documentation) -> &'static [&'static str] {
    match family {
        Documentation::Man => &["/usr/share/man", "/usr/local/share/man", "/usr/local/man"],
        Documentation::Info => &["/usr/share/info", "/usr/local/share/info", "/usr/local/info"],
        Documentation::Help => &[
            "/usr/share/help",
            "/usr/share/gnome/help",
            "/usr/share/doc/HTML",
            "/usr/local/share/help",
            "/usr/local/share/gnome/help",
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::probe::Nothing;

    #[test]
    fn files() {
        super::super::assert_words(
            |text| DocumentPath::new(text, Documentation::Man, &Nothing),
            &["/usr/share/man/man1/ls.1.gz", "/usr/local/share/man/de/man8/x.8"],
            &[
                "",
                "usr/share/man/x",
                "/etc/passwd",
                "/usr/share/man",
                "/usr/share/man/",
                "/usr/share/manual/x",
                "/usr/share/man/../../x",
                "/usr/share/man//x",
                "/usr/share/man/\u{1b}",
            ],
        );
    }
}
