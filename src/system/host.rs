//! The names of this machine.

use std::fs;

use rustix::system::uname;

/// The machine's names in small letters, the node name first; no name server is asked.
pub fn names() -> Vec<String> {
    let node = uname().nodename().to_string_lossy().to_lowercase();
    names_of(&node, &fs::read_to_string("/etc/hosts").unwrap_or_default())
}

/// The node name, its short form, and the full forms that the hosts table gives for it.
fn names_of(node: &str, hosts: &str) -> Vec<String> {
    let short = node.split('.').next().unwrap_or(node);
    let own =
        |name: &String| name == short || name.strip_prefix(short).is_some_and(|rest| rest.starts_with('.'));
    let uncommented = hosts.lines().filter_map(|line| line.split('#').next());
    let listed =
        uncommented.flat_map(|line| line.split_whitespace().skip(1)).map(str::to_lowercase).filter(own);
    let mut names: Vec<String> = Vec::new();
    for name in [node.to_owned(), short.to_owned()].into_iter().chain(listed) {
        if !name.is_empty() && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_and_full_names_are_known() {
        let hosts = "127.0.0.1 localhost\n127.0.1.1 Desk.home.example desk # desk.fake\n10.0.0.2 deskside\n";
        assert_eq!(names_of("desk", hosts), ["desk", "desk.home.example"]);
        assert_eq!(names_of("desk.lan", ""), ["desk.lan", "desk"]);
    }
}
