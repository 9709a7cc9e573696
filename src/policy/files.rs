//! Opening is never running: what a file is, by its name, its media type and its first bytes, whichever is worst.

use std::path::Path;

/// How a file may be opened. In order of harm: the worst of several findings counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Nature {
    /// By the program for its media type.
    Document,
    /// By the browser.
    Page,
    /// By the text program, which shows it and does not run it.
    Script,
    /// By the installer, after a question.
    Package,
    /// Not at all: it is shown in its folder.
    Program,
}

struct Signs {
    nature: Nature,
    /// Ends of names in small letters, without the dot.
    extensions: &'static [&'static str],
    media_types: &'static [&'static str],
    /// How the content begins.
    beginnings: &'static [&'static [u8]],
}

const SIGNS: &[Signs] = &[
    Signs {
        nature: Nature::Program,
        extensions: &[
            "desktop",
            "url",
            "appimage",
            "jar",
            "jnlp",
            "class",
            "exe",
            "com",
            "scr",
            "pif",
            "cpl",
            "msi",
            "msp",
            "lnk",
            "dll",
            "so",
            "gadget",
            "application",
            "kdelnk",
        ],
        media_types: &[
            "application/x-executable",
            "application/x-pie-executable",
            "application/x-sharedlib",
            "application/x-desktop",
            "application/x-mswinurl",
            "application/vnd.appimage",
            "application/x-iso9660-appimage",
            "application/java-archive",
            "application/x-java-archive",
            "application/x-java-jnlp-file",
            "application/x-java",
            "application/vnd.microsoft.portable-executable",
            "application/x-msdownload",
            "application/x-dosexec",
            "application/x-ms-dos-executable",
            "application/x-msi",
            "application/x-ms-shortcut",
        ],
        beginnings: &[
            b"\x7fELF",
            b"MZ",
            b"[Desktop Entry]",
            b"[InternetShortcut]",
            b"#!/usr/bin/env xdg-open",
            b"\xca\xfe\xba\xbe",
        ],
    },
    Signs {
        nature: Nature::Package,
        extensions: &["deb", "udeb", "rpm", "flatpakref", "flatpakrepo", "flatpak", "snap", "apk"],
        media_types: &[
            "application/vnd.debian.binary-package",
            "application/x-deb",
            "application/x-rpm",
            "application/vnd.flatpak",
            "application/vnd.flatpak.ref",
            "application/vnd.flatpak.repo",
            "application/vnd.snap",
            "application/vnd.android.package-archive",
        ],
        beginnings: &[b"!<arch>\ndebian", b"\xed\xab\xee\xdb", b"[Flatpak "],
    },
    Signs {
        nature: Nature::Script,
        extensions: &[
            "sh", "bash", "zsh", "fish", "csh", "ksh", "py", "pyw", "pl", "pm", "rb", "lua", "tcl", "php",
            "awk", "run", "js", "mjs", "jse", "vbs", "vbe", "wsf", "wsh", "hta", "bat", "cmd", "ps1", "psm1",
            "reg", "inf", "scpt",
        ],
        media_types: &[
            "application/x-shellscript",
            "application/x-csh",
            "application/x-perl",
            "application/x-ruby",
            "application/x-php",
            "application/x-awk",
            "application/javascript",
            "application/x-bat",
            "application/hta",
            "text/x-python",
            "text/x-python3",
            "text/x-lua",
            "text/x-tcl",
            "text/javascript",
            "text/vbscript",
        ],
        beginnings: &[b"#!"],
    },
    Signs {
        nature: Nature::Page,
        extensions: &["html", "htm", "xhtml", "mhtml", "mht", "shtml"],
        media_types: &["text/html", "application/xhtml+xml", "application/x-mimearchive"],
        beginnings: &[],
    },
];

/// What a file is.
pub fn nature(path: &Path, media_type: &str, first_bytes: &[u8]) -> Nature {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    let found = SIGNS.iter().filter(|signs| {
        extension.as_deref().is_some_and(|extension| signs.extensions.contains(&extension))
            || signs.media_types.contains(&media_type)
            || signs.beginnings.iter().any(|beginning| first_bytes.starts_with(beginning))
            || signs.nature == Nature::Program && is_versioned_library(path)
    });
    found.map(|signs| signs.nature).max().unwrap_or(Nature::Document)
}

/// `libx.so.1`
fn is_versioned_library(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.contains(".so.") && name.ends_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_sign_counts() {
        let rows: &[(&str, &str, &[u8], Nature)] = &[
            ("/a/b.txt", "text/plain", b"hello", Nature::Document),
            ("/a/b.txt", "text/plain", b"\x7fELF\x02", Nature::Program),
            ("/a/report.pdf.desktop", "text/plain", b"", Nature::Program),
            ("/a/Setup.EXE", "application/octet-stream", b"", Nature::Program),
            ("/a/x", "application/x-pie-executable", b"", Nature::Program),
            ("/a/libx.so.1", "application/octet-stream", b"", Nature::Program),
            ("/a/x.pdf", "application/pdf", b"#!/bin/sh\n", Nature::Script),
            ("/a/x.html", "text/html", b"#!/bin/sh\n", Nature::Script),
            ("/a/x.html", "text/html", b"<html>", Nature::Page),
            ("/a/x.deb", "application/vnd.debian.binary-package", b"!<arch>\ndebian-binary", Nature::Package),
            ("/a/.desktop", "text/plain", b"[Desktop Entry]\n", Nature::Program),
        ];
        for (path, media_type, bytes, expected) in rows {
            assert_eq!(nature(Path::new(path), media_type, bytes), *expected, "{path}");
        }
    }
}
