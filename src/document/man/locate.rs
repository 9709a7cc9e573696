//! Finding a manual page: name, section and languages to a file inside the manual's own folders.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use crate::document::trusted::{inside, is_name, neighbour, without_suffix};
use crate::locale::Locale;

/// The order in which sections are looked through when none is named (that of man-db).
const SECTIONS: [&str; 12] = ["1", "n", "l", "8", "3", "0", "2", "5", "4", "9", "6", "7"];

/// A page that exists.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PageFile {
    /// The file, inside `root` (or a store).
    pub path: PathBuf,
    /// The trusted folder that it was found in.
    pub root: PathBuf,
    /// Its name, as the file has it.
    pub name: String,
    /// Its section, as the file has it (`3pm`).
    pub section: String,
    /// The language's folder name; `None` for the untranslated page.
    pub language: Option<String>,
}

/// The manual's folders and the person's languages.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Manual {
    /// Trusted folders, in order of search.
    pub roots: Vec<PathBuf>,
    /// Languages to look into before the untranslated pages.
    pub locale: Locale,
}

impl Manual {
    /// The best page of this name: the person's language goes before a folder, and a section before the next. A
    /// named section is that one alone, or one of its subsections (`3` finds `3pm`).
    pub fn find(&self, name: &str, section: Option<&str>) -> Option<PageFile> {
        if !is_name(name) || section.is_some_and(|section| !is_name(section)) {
            return None;
        }
        self.directly(name, section).or_else(|| self.by_listing(name, section))
    }

    /// The page of a file, or of its neighbour with another compression, inside one of the folders.
    pub fn file(&self, path: &Path) -> Option<PageFile> {
        let path = neighbour(path).or_else(|| neighbour(&path.with_extension("")))?;
        let (root, real) = self.roots.iter().find_map(|root| Some((root, inside(&path, root)?)))?;
        let (name, section) = split_name(path.file_name()?.to_str()?)?;
        let language = path.parent()?.parent()?.file_name()?.to_str();
        let language = language.filter(|language| root.join(language).is_dir());
        Some(page_file(real, root, name, section, language))
    }

    /// Every section that has a page of this name.
    pub fn sections(&self, name: &str) -> Vec<PageFile> {
        let mut found: Vec<PageFile> = Vec::new();
        for section in SECTIONS {
            found.extend(self.find(name, Some(section)));
        }
        found
    }

    /// The folders to look into with their languages, best first.
    pub fn folders(&self) -> Vec<(Option<&str>, &Path, PathBuf)> {
        let mut folders = Vec::new();
        for language in self.locale.names() {
            for root in &self.roots {
                folders.push((Some(language.as_str()), root.as_path(), root.join(language)));
                folders.push((
                    Some(language.as_str()),
                    root.as_path(),
                    root.join(format!("{language}.UTF-8")),
                ));
            }
        }
        folders.extend(self.roots.iter().map(|root| (None, root.as_path(), root.clone())));
        folders
    }

    /// The folders that pages lie in: each changes when a page comes or goes.
    pub fn section_folders(&self) -> Vec<PathBuf> {
        let all = self.folders();
        let inside = |folder: &Path| SECTIONS.map(|section| folder.join(format!("man{section}")));
        all.iter().flat_map(|(.., folder)| inside(folder)).collect()
    }

    /// By the names that a page's file most likely has, without reading any folder.
    fn directly(&self, name: &str, section: Option<&str>) -> Option<PageFile> {
        let sections = section.map_or(&SECTIONS[..], |_| &[]);
        let sections: Vec<&str> = section.into_iter().chain(sections.iter().copied()).collect();
        for (language, root, folder) in self.folders() {
            for section in &sections {
                let page = direct(&folder, name, section).and_then(|path| inside(&path, root));
                if let Some(path) = page {
                    return Some(page_file(path, root, name, section, language));
                }
            }
        }
        None
    }

    /// By reading the sections' folders: finds subsections, and names in other capitals.
    fn by_listing(&self, name: &str, section: Option<&str>) -> Option<PageFile> {
        let sections: Vec<&str> = section.map_or_else(|| SECTIONS.to_vec(), |section| vec![section]);
        let folded = name.to_lowercase();
        let mut in_capitals = None;
        for (language, root, folder) in self.folders() {
            for section in &sections {
                let mut pages = list(&folder, section, |other| other.to_lowercase() == folded);
                // The exact name first, and of its subsections the first in order.
                pages.sort_by_key(|page| (page.name != name, page.section.clone()));
                for page in pages {
                    let exact = page.name == name;
                    let Some(path) = inside(&page.path, root) else { continue };
                    let file = page_file(path, root, &page.name, &page.section, language);
                    if exact {
                        return Some(file);
                    }
                    in_capitals = in_capitals.or(Some(file));
                }
            }
        }
        in_capitals
    }
}

/// Answers for each reference of a page whether there is such a page, by the names that files most likely have.
#[derive(Debug)]
pub struct References<'a> {
    manual: &'a Manual,
    /// The folders of each section that are there, with their roots.
    folders: HashMap<String, Vec<(PathBuf, &'a Path)>>,
}

impl<'a> References<'a> {
    /// What the pages of this manual may refer to.
    pub fn new(manual: &'a Manual) -> Self {
        Self { manual, folders: HashMap::new() }
    }

    /// Whether there is a page of this name in this section.
    pub fn has(&mut self, name: &str, section: &str) -> bool {
        if !is_name(name) || !is_name(section) {
            return false;
        }
        let file = format!("{name}.{section}");
        let is_page = |(folder, root): &(PathBuf, &Path)| {
            neighbour(&folder.join(&file)).and_then(|path| inside(&path, root)).is_some()
        };
        self.folders_of(section).iter().any(is_page)
    }

    fn folders_of(&mut self, section: &str) -> &[(PathBuf, &'a Path)] {
        let manual = self.manual;
        self.folders.entry(section.to_owned()).or_insert_with(|| {
            let all = manual.folders().into_iter().flat_map(|(_, root, folder)| {
                section_folders(&folder, section, first_letter(section))
                    .into_iter()
                    .map(move |inner| (inner, root))
            });
            all.filter(|(folder, _)| folder.is_dir()).collect()
        })
    }
}

fn page_file(path: PathBuf, root: &Path, name: &str, section: &str, language: Option<&str>) -> PageFile {
    PageFile {
        path,
        root: root.to_owned(),
        name: name.to_owned(),
        section: section.to_owned(),
        language: language.map(str::to_owned),
    }
}

/// A page's file as a listing has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Where it is.
    pub path: PathBuf,
    /// The page's name.
    pub name: String,
    /// The section after the name.
    pub section: String,
}

/// The pages of a section and its subsections in one language's folder whose names are `wanted`, in no order.
pub fn list(folder: &Path, section: &str, wanted: impl Fn(&str) -> bool) -> Vec<Listed> {
    let mut pages = Vec::new();
    for folder in section_folders(folder, section, first_letter(section)) {
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        let entries =
            entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file() || kind.is_symlink()));
        pages.extend(entries.filter_map(|entry| listed(&folder, &entry.file_name(), section, &wanted)));
    }
    pages
}

/// `man3` and `man3p` for section `3p`.
fn section_folders(folder: &Path, section: &str, digit: &str) -> Vec<PathBuf> {
    let mut folders = vec![folder.join(format!("man{digit}"))];
    if section != digit {
        folders.push(folder.join(format!("man{section}")));
    }
    folders
}

fn listed(folder: &Path, file: &OsStr, within: &str, wanted: impl Fn(&str) -> bool) -> Option<Listed> {
    let (name, section) = split_name(file.to_str()?)?;
    let good = section.starts_with(within) && wanted(name);
    good.then(|| Listed { path: folder.join(file), name: name.to_owned(), section: section.to_owned() })
}

/// `IO::File.3pm.gz` is page `IO::File` in section `3pm`.
pub fn split_name(file: &str) -> Option<(&str, &str)> {
    let file = without_suffix(file);
    file.rsplit_once('.').filter(|(name, section)| !name.is_empty() && !section.is_empty())
}

fn direct(folder: &Path, name: &str, section: &str) -> Option<PathBuf> {
    let folders = section_folders(folder, section, first_letter(section));
    folders.iter().find_map(|folder| neighbour(&folder.join(format!("{name}.{section}"))))
}

fn first_letter(section: &str) -> &str {
    section.get(..1).unwrap_or(section)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn manual(files: &[&str], language: &str) -> (tempfile::TempDir, Manual) {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "x").unwrap();
        }
        let manual = Manual { roots: vec![folder.path().to_owned()], locale: Locale::from_list(language) };
        (folder, manual)
    }

    #[test]
    fn finds_by_section_language_and_capitals() {
        let files = [
            "man1/printf.1.gz",
            "man3/printf.3",
            "man3/IO::File.3pm.gz",
            "man3p/open.3p",
            "man1/python3.11.1",
            "de/man1/printf.1",
            "fr/man1/w3m.1",
            "man1/w3m.1",
            "man7/README.7",
        ];
        let (_folder, manual) = manual(&files, "de_DE.UTF-8");
        let cases = [
            ("printf", None, Some("de/man1/printf.1")),
            ("printf", Some("3"), Some("man3/printf.3")),
            ("printf", Some("8"), None),
            ("IO::File", None, Some("man3/IO::File.3pm.gz")),
            ("IO::File", Some("3pm"), Some("man3/IO::File.3pm.gz")),
            ("open", Some("3p"), Some("man3p/open.3p")),
            ("python3.11", None, Some("man1/python3.11.1")),
            ("w3m", None, Some("man1/w3m.1")),
            ("readme", Some("7"), Some("man7/README.7")),
            ("../man1/w3m", None, None),
            ("", None, None),
        ];
        for (name, section, expected) in cases {
            let found = manual.find(name, section).map(|page| page.path);
            let expected = expected.map(|path| manual.roots[0].join(path).canonicalize().unwrap());
            assert_eq!(found, expected, "{name} {section:?}");
        }
    }

    #[test]
    fn never_leaves_the_folder() {
        let (folder, manual) = manual(&["man1/real.1"], "");
        let outside = tempfile::NamedTempFile::new().unwrap();
        symlink(outside.path(), folder.path().join("man1/out.1")).unwrap();
        symlink("real.1", folder.path().join("man1/in.1")).unwrap();
        assert_eq!(manual.find("out", None), None);
        assert!(manual.find("in", None).is_some_and(|page| page.path.ends_with("man1/real.1")));
    }

    #[test]
    fn file_names_divide_at_the_last_dot() {
        let cases = [
            ("ls.1.gz", Some(("ls", "1"))),
            ("python3.11.1", Some(("python3.11", "1"))),
            ("x", None),
            (".1", None),
            ("gz.1", Some(("gz", "1"))),
        ];
        for (file, expected) in cases {
            assert_eq!(split_name(file), expected, "{file}");
        }
    }
}
