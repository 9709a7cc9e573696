//! Config files on disk: laid over each other, locked, and judged before they are read.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use portero::config::load::{Places, load};
use portero::config::{Loaded, Notify};
use portero::plan;
use portero::probe::fake::Fake;
use tempfile::TempDir;

use crate::plan::told;

/// A site's folder and a person's, both with a config.
struct Files {
    root: TempDir,
}

impl Files {
    fn new(site: &str, user: &str) -> Self {
        let files = Self { root: TempDir::new().unwrap() };
        files.write("site/portero/config.toml", site);
        files.write("user/portero/config.toml", user);
        files
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.root.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn places(&self) -> Places {
        let folder = |name: &str| self.root.path().join(name);
        Places { site: vec![folder("site")], user: Some(folder("user")), instead: None }
    }

    fn load(&self) -> Loaded {
        load(&self.places())
    }

    fn user_file(&self) -> std::path::PathBuf {
        self.root.path().join("user/portero/config.toml")
    }

    fn told(&self, uri: &str) -> String {
        let machine = Fake::with_programs(["a", "b", "c", "telnet"]);
        told(&plan::build(uri.as_ref(), None, &self.load().config.rules, &machine))
    }
}

fn mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_later_file_wins() {
    let files = Files::new(
        "[general]\nnotify = \"never\"\n[schemes]\nman = [\"a\"]\ninfo = [\"a\"]\n",
        "[schemes]\nman = [\"b\"]\n[[rules]]\nmatch = { scheme = \"whatis\" }\nexec = [\"b\"]\n",
    );
    assert_eq!(
        [files.told("man:x"), files.told("info:x"), files.told("whatis:x")],
        ["exec b", "exec a", "exec b"]
    );
    files
        .write("user/portero/config.d/10.toml", "[schemes]\nman = [\"c\"]\n[general]\nnotify = \"always\"\n");
    files.write(
        "user/portero/config.d/20.toml",
        "[[rules]]\nmatch = { scheme = \"whatis\" }\nexec = [\"c\"]\n",
    );
    files.write("user/portero/config.d/30.txt", "not read");
    assert_eq!(
        [files.told("man:x"), files.told("info:x"), files.told("whatis:x")],
        ["exec c", "exec a", "exec c"]
    );
    assert_eq!(files.load().config.general.notify, Some(Notify::Always));
}

#[test]
fn what_the_site_locks_or_denies_stays() {
    let files = Files::new(
        "[general]\nlocked = [\"schemes.telnet\", \"general.notify\"]\nnotify = \"never\"\n\
         [schemes]\ntelnet = [\"a\", \"{host}\"]\ngopher = { deny = \"no\" }\n",
        "[general]\nnotify = \"always\"\n\
         [schemes]\ntelnet = [\"b\", \"{host}\"]\ngopher = [\"b\", \"{uri}\"]\n\
         [[rules]]\nmatch = { scheme = \"*\" }\nexec = [\"c\"]\n",
    );
    assert_eq!(files.told("telnet://h.example/"), "exec a | h.example ?");
    assert_eq!(files.told("gopher://h.example/"), "deny no");
    assert_eq!(files.told("man:ls"), "exec c");
    let loaded = files.load();
    assert_eq!(loaded.config.general.notify, Some(Notify::Never));
    assert!(!loaded.has_errors());
    let told: Vec<_> = loaded.diagnostics.iter().map(|found| found.message.to_string()).collect();
    for name in ["telnet", "general.notify"] {
        let message = format!("`{name}` is locked by the site's config and not used");
        assert!(told.contains(&message), "{told:?}");
    }
}

#[test]
fn a_broken_file_is_left_out_as_a_whole() {
    let files = Files::new("[schemes]\nman = [\"a\"]\n", "[schemes]\nman = [\"b\"]\ninfo = \"veiw\"\n");
    assert!(files.load().has_errors());
    assert_eq!(files.told("man:x"), "exec a");
}

#[test]
fn files_that_others_may_write_are_left_out() {
    let good = "[schemes]\nman = [\"b\"]\n";
    let changes: [fn(&Path); 4] = [
        |file| mode(file, 0o666),
        |file| mode(file.parent().unwrap(), 0o777),
        |file| {
            fs::remove_file(file).unwrap();
            fs::create_dir(file).unwrap();
        },
        |file| fs::OpenOptions::new().write(true).open(file).unwrap().set_len(2 << 30).unwrap(),
    ];
    for change in changes {
        let files = Files::new("", good);
        assert_eq!(files.told("man:x"), "exec b");
        change(&files.user_file());
        let loaded = files.load();
        assert!(loaded.untrusted && loaded.has_errors(), "{:?}", loaded.diagnostics);
        assert_eq!(files.told("man:x"), "view");
    }
}

#[test]
fn a_link_is_judged_by_what_it_leads_to() {
    let files = Files::new("", "");
    files.write("elsewhere/config.toml", "[schemes]\nman = [\"b\"]\n");
    fs::remove_file(files.user_file()).unwrap();
    std::os::unix::fs::symlink(files.root.path().join("elsewhere/config.toml"), files.user_file()).unwrap();
    assert_eq!(files.told("man:x"), "exec b");
    mode(&files.root.path().join("elsewhere"), 0o777);
    assert_eq!(files.told("man:x"), "view");
}

#[test]
fn another_file_takes_the_place_of_the_person_s_own() {
    let files = Files::new("[schemes]\ninfo = [\"a\"]\n", "[schemes]\nman = [\"b\"]\n");
    files.write("other.toml", "[schemes]\nwhatis = [\"c\"]\n");
    let places = Places { instead: Some(files.root.path().join("other.toml")), ..files.places() };
    let loaded = load(&places);
    let names: Vec<_> =
        loaded.config.rules.iter().filter(|rule| !rule.is_builtin()).map(|rule| &rule.name).collect();
    assert_eq!(names, ["whatis", "info"]);
    let missing = Places { instead: Some("/nowhere/config.toml".into()), ..files.places() };
    assert!(load(&missing).has_errors());
}
