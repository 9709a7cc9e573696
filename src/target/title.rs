//! What a target is, in plain words: the headline of a question, a notification or a window.

use super::Target;
use crate::message;
use crate::message::Message;
use crate::probe::FileKind;
use crate::scheme::file::File;
use crate::scheme::ftp::Ftp;
use crate::scheme::mail::Mail;
use crate::scheme::man::Man;
use crate::scheme::news::{Article, Newsgroup};
use crate::scheme::word::Host;

/// A longer name is cut.
const LONGEST: usize = 80;

/// One line; hosts in punycode. What hides or deceives is spelled out once it is said.
pub fn title(target: &Target) -> Message {
    match target {
        Target::Man(man) => page(man),
        Target::ManIndex(index) => index.section.as_ref().map_or_else(
            || message!("All manual pages"),
            |section| message!("Manual pages of section {section}", section = &**section),
        ),
        Target::Info(info) if info.node == "Top" => message!("Info manual {file}", file = &*info.file),
        Target::Info(info) => {
            message!("“{node}” in the Info manual {file}", node = brief(&info.node), file = &*info.file)
        }
        Target::InfoIndex(_) => message!("All Info manuals"),
        Target::Whatis(search) => message!("Manual pages named {words}", words = brief(&search.query())),
        Target::Apropos(search) => message!("Manual pages about {words}", words = brief(&search.query())),
        Target::Help(help) => help.document.as_ref().map_or_else(
            || message!("A help document"),
            |document| message!("Help of {document}", document = &**document),
        ),
        Target::Mail(mail) => letter(mail),
        Target::Newsgroup(news) => newsgroup(news),
        Target::NewsArticle(news) => article(&news.article),
        Target::File(file) => self::file(file),
        Target::Ftp(ftp) => self::ftp(ftp),
        Target::Urn(urn) => {
            message!("The name {name} in the namespace {nid}", name = brief(&urn.nss), nid = &*urn.nid)
        }
        Target::Other(other) => other.authority.as_ref().map_or_else(
            || message!("The address {path}", path = brief(&other.path)),
            |authority| message!("An address on {host}", host = brief(authority)),
        ),
        _ => on_server(target),
    }
}

/// What is hardly more than its server.
fn on_server(target: &Target) -> Message {
    let host = target.endpoint().map(|endpoint| brief(&endpoint.host)).unwrap_or_default();
    match target {
        Target::Telnet(_) => message!("Telnet session on {host}", host),
        Target::Gopher(_) => message!("Gopher page on {host}", host),
        Target::Ldap(ldap) if ldap.host.is_none() => message!("Directory entry"),
        Target::Ldap(_) => message!("Directory entry on {host}", host),
        Target::Wais(_) => message!("WAIS database on {host}", host),
        Target::Prospero(_) => message!("Prospero object on {host}", host),
        _ => message!("Web page on {host}", host),
    }
}

fn page(man: &Man) -> Message {
    match (&man.page, &man.section) {
        (Some(page), Some(section)) => {
            message!("Manual page {page}({section})", page = &**page, section = &**section)
        }
        (Some(page), None) => message!("Manual page {page}", page = &**page),
        (None, _) => message!("A manual page"),
    }
}

fn letter(mail: &Mail) -> Message {
    match mail.to.as_slice() {
        [] => message!("A new mail"),
        [only] => message!("Mail to {address}", address = brief(only)),
        [first, more @ ..] => {
            let address = brief(first);
            message!(
                "Mail to {address} and {count} more" | "Mail to {address} and {count} others",
                count = more.len(),
                address
            )
        }
    }
}

fn newsgroup(news: &Newsgroup) -> Message {
    let group = &*news.group;
    news.server.as_ref().map_or_else(
        || message!("Newsgroup {group}", group),
        |server| message!("Newsgroup {group} on {host}", group, host = host(&server.host)),
    )
}

fn article(article: &Article) -> Message {
    match article {
        Article::Identity(identity) => message!("News article {identity}", identity = brief(identity)),
        Article::Number(group, number) => {
            message!("News article {number} of {group}", number = number.to_string(), group = &**group)
        }
    }
}

fn file(file: &File) -> Message {
    let path = brief(&file.path.to_string_lossy());
    if file.kind == Some(FileKind::Directory) {
        return message!("Folder {path}", path);
    }
    message!("File {path}", path)
}

fn ftp(ftp: &Ftp) -> Message {
    let host = host(&ftp.host);
    ftp.name.as_ref().map_or_else(
        || message!("Folder on the FTP server {host}", host = &*host),
        |name| message!("File {name} on the FTP server {host}", name = brief(name), host = &*host),
    )
}

fn host(host: &Host) -> String {
    brief(&host.ascii())
}

/// The beginning and the end of a long name.
fn brief(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    if characters.len() <= LONGEST {
        return text.to_owned();
    }
    let (start, end) = (&characters[..LONGEST / 2], &characters[characters.len() - LONGEST / 2..]);
    start.iter().chain(&['…']).chain(end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::probe::fake::Fake;
    use crate::reading;
    use crate::sanitize;

    #[test]
    fn every_kind_has_plain_words() {
        let rows = [
            ("man:ls(1)", "Manual page ls(1)"),
            ("man:ls", "Manual page ls"),
            ("man:", "All manual pages"),
            ("man:(3)", "Manual pages of section 3"),
            ("info:gcc", "Info manual gcc"),
            ("info:(gcc)G++ and GCC", "“G++ and GCC” in the Info manual gcc"),
            ("info:dir", "All Info manuals"),
            ("whatis:printf", "Manual pages named printf"),
            ("apropos:copy files", "Manual pages about copy files"),
            ("help:gnome-help/files", "Help of gnome-help"),
            ("mailto:a@b.example", "Mail to a@b.example"),
            ("mailto:a@b.example,c@d.example", "Mail to a@b.example and 1 more"),
            ("mailto:?subject=x", "A new mail"),
            ("news:comp.lang.ada", "Newsgroup comp.lang.ada"),
            ("nntp://news.example/comp.lang.c", "Newsgroup comp.lang.c on news.example"),
            ("nntp://news.example/comp.lang.c/7", "News article 7 of comp.lang.c"),
            ("news:x@y.example", "News article x@y.example"),
            ("telnet://bücher.example/", "Telnet session on xn--bcher-kva.example"),
            ("ftp://h.example/a/b.txt", "File b.txt on the FTP server h.example"),
            ("ftp://h.example/", "Folder on the FTP server h.example"),
            ("gopher://h.example/", "Gopher page on h.example"),
            ("ldap://h.example/", "Directory entry on h.example"),
            ("wais://h.example/db", "WAIS database on h.example"),
            ("urn:isbn:0451450523", "The name 0451450523 in the namespace isbn"),
            ("https://h.example/a?b", "Web page on h.example"),
            ("web+x:a\u{202e}b", "The address a<U+202E>b"),
            ("web+x://h/b", "An address on h"),
        ];
        for (uri, expected) in rows {
            let reading = reading::read(uri.as_ref(), None, &Fake::default()).unwrap();
            let said = title(&reading.target).to_string();
            assert_eq!(sanitize::line(&said), expected, "{uri}");
        }
    }

    #[test]
    fn a_long_name_keeps_its_end() {
        let uri = format!("telnet://trusted.{}evil.example/", "a.".repeat(60));
        let reading = reading::read(uri.as_ref(), None, &Fake::default()).unwrap();
        let title = title(&reading.target).to_string();
        assert!(title.ends_with("evil.example") && title.contains('…'), "{title}");
    }
}
