//! Who handles a media type: `mimeapps.list`, the desktop's own lists and `mimeinfo.cache`
//! (Association between MIME types and applications 1.0.1).

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::applications::{self, read_trusted};
use super::key_file::{KeyFile, elements};
use crate::env::{APPLICATION_ID, Env, Request};

const DEFAULT: &str = "Default Applications";
const ADDED: &str = "Added Associations";
const REMOVED: &str = "Removed Associations";
const CACHE: &str = "MIME Cache";
const SCHEME: &str = "x-scheme-handler/";
const LIST: &str = "mimeapps.list";

/// The tables of this machine, read once.
#[derive(Debug)]
pub struct MimeApps {
    levels: Vec<Level>,
}

/// One folder of tables; those before it win.
#[derive(Debug)]
struct Level {
    /// The desktop's lists, then the general one.
    lists: Vec<(PathBuf, Arc<KeyFile>)>,
    /// An applications folder, whose entries say themselves what they take.
    entries: Option<Entries>,
}

#[derive(Debug)]
struct Entries {
    folder: PathBuf,
    cache: Option<Arc<KeyFile>>,
}

/// A default and the list that names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Default {
    /// The desktop file ID.
    pub id: String,
    /// The file of the list.
    pub list: PathBuf,
}

impl MimeApps {
    /// Reads the tables in the order of search for the request's desktop.
    pub fn read(env: &Env, request: &Request) -> Self {
        let names = list_names(request);
        let config = env.folders.config_home.iter().chain(&env.folders.config_dirs);
        let mut levels: Vec<Level> =
            config.map(|folder| Level { lists: read_lists(folder, &names), entries: None }).collect();
        levels.extend(applications::folders(env).into_iter().map(|folder| Level {
            lists: read_lists(&folder, &names),
            entries: Some(Entries { cache: read_trusted(&folder.join("mimeinfo.cache")), folder }),
        }));
        Self { levels }
    }

    /// The defaults of a type in order of search. Where a list names portero, what stood there before
    /// (`remembered`) follows in its place.
    pub fn defaults(&self, media_type: &str, remembered: &dyn Fn(&Path) -> Option<String>) -> Vec<Default> {
        let mut found = Vec::new();
        for (list, file) in self.levels.iter().flat_map(|level| &level.lists) {
            for id in file.list(DEFAULT, media_type) {
                found.push(Default { id: id.to_owned(), list: list.clone() });
                let before = if is_own(id) { remembered(list) } else { None };
                let before =
                    before.iter().flat_map(|value| elements(value)).map(str::to_owned).collect::<Vec<_>>();
                found.extend(before.into_iter().map(|id| Default { id, list: list.clone() }));
            }
        }
        found
    }

    /// The IDs that are associated with a type, the most preferred first, without those that a list removes.
    pub fn associated(&self, media_type: &str) -> Vec<String> {
        let mut removed: Vec<&str> = Vec::new();
        let mut found: Vec<String> = Vec::new();
        for level in &self.levels {
            // Only the general list may add and remove.
            let general = level.lists.iter().filter(|(path, _)| path.file_name() == Some(LIST.as_ref()));
            for (_, list) in general {
                let added = list.list(ADDED, media_type).into_iter().map(str::to_owned);
                found.extend(added.filter(|id| !removed.contains(&id.as_str())));
                removed.extend(list.list(REMOVED, media_type));
            }
            let declared = level.entries.iter().flat_map(|entries| entries.declaring(media_type));
            found.extend(declared.filter(|id| !removed.contains(&id.as_str())));
        }
        found
    }

    /// All that handle a type: the defaults, then the associated, each once.
    pub fn handlers(&self, media_type: &str, remembered: &dyn Fn(&Path) -> Option<String>) -> Vec<String> {
        let mut ids: Vec<String> = Vec::new();
        let defaults = self.defaults(media_type, remembered).into_iter().map(|default| default.id);
        for id in defaults.chain(self.associated(media_type)) {
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        ids
    }
}

impl Entries {
    fn declaring(&self, media_type: &str) -> Vec<String> {
        match &self.cache {
            Some(cache) => cache.list(CACHE, media_type).into_iter().map(str::to_owned).collect(),
            None => applications::declaring(&self.folder, media_type),
        }
    }
}

/// The media type that stands for a scheme.
pub fn scheme_type(scheme: &str) -> String {
    format!("{SCHEME}{scheme}")
}

/// Whether a media type stands for a scheme.
pub fn is_scheme_type(media_type: &str) -> bool {
    media_type.starts_with(SCHEME)
}

/// Whether an ID is portero's own.
pub fn is_own(id: &str) -> bool {
    id.strip_suffix(".desktop") == Some(APPLICATION_ID)
}

/// `gnome-mimeapps.list` and so on for each name of the desktop, then `mimeapps.list`.
fn list_names(request: &Request) -> Vec<String> {
    let desktop = request.get("XDG_CURRENT_DESKTOP").and_then(|value| value.to_str()).unwrap_or_default();
    let names = desktop.split(':').filter(|name| !name.is_empty() && !name.contains('/'));
    let own = names.map(|name| format!("{}-{LIST}", name.to_ascii_lowercase()));
    own.chain([LIST.to_owned()]).collect()
}

fn read_lists(folder: &Path, names: &[String]) -> Vec<(PathBuf, Arc<KeyFile>)> {
    let paths = names.iter().map(|name| folder.join(name));
    paths.filter_map(|path| read_trusted(&path).map(|list| (path, list))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(general: &str, desktop: &str, cache: Option<&str>) -> Level {
        let list = |name: &str, text: &str| (PathBuf::from("/x").join(name), Arc::new(KeyFile::parse(text)));
        Level {
            lists: vec![list("gnome-mimeapps.list", desktop), list(LIST, general)],
            entries: cache
                .map(|text| Entries { folder: "/x".into(), cache: Some(Arc::new(KeyFile::parse(text))) }),
        }
    }

    fn handlers(levels: Vec<Level>) -> Vec<String> {
        MimeApps { levels }.handlers("a/b", &|_| Some("before.desktop;older.desktop".into()))
    }

    #[test]
    fn defaults_come_first_in_the_order_of_the_lists() {
        let own = level("[Default Applications]\na/b=2;3\n", "[Default Applications]\na/b=1\n", None);
        let system = level("[Default Applications]\na/b=4\n", "", Some("[MIME Cache]\na/b=2;5;\n"));
        assert_eq!(handlers(vec![own, system]), ["1", "2", "3", "4", "5"]);
    }

    #[test]
    fn removed_ones_are_gone_below_and_desktop_lists_cannot_add() {
        let own = level(
            "[Added Associations]\na/b=1;2\n[Removed Associations]\na/b=3;1\n",
            "[Added Associations]\na/b=9\n",
            None,
        );
        let system = level("[Added Associations]\na/b=3\n", "", Some("[MIME Cache]\na/b=3;4;\n"));
        assert_eq!(handlers(vec![own, system]), ["1", "2", "4"]);
    }

    #[test]
    fn what_stood_before_portero_follows_it() {
        let own = level(&format!("[Default Applications]\na/b={APPLICATION_ID}.desktop\n"), "", None);
        let expected = [&format!("{APPLICATION_ID}.desktop"), "before.desktop", "older.desktop"];
        assert_eq!(handlers(vec![own]), expected);
    }

    #[test]
    fn each_name_of_the_desktop_has_its_list() {
        let variables = [("XDG_CURRENT_DESKTOP".to_owned(), "ubuntu:GNOME:../x".into())].into();
        let request = Request { variables, ..Request::default() };
        assert_eq!(list_names(&request), ["ubuntu-mimeapps.list", "gnome-mimeapps.list", "mimeapps.list"]);
    }
}
