//! Targets written as URIs, so that a test can read them again.

use portero::scheme::ftp::Ftp;
use portero::scheme::gopher::Gopher;
use portero::scheme::help::Help;
use portero::scheme::info::Info;
use portero::scheme::ldap::Ldap;
use portero::scheme::man::Man;
use portero::scheme::news::{Article, NewsServer};
use portero::scheme::urn::Urn;
use portero::scheme::wais::Wais;
use portero::scheme::word::{Host, Password, Port, User};
use portero::target::Target;
use portero::uri::encode;

/// A URI that means this target; `None` where a target does not keep all of its URI.
pub fn written(target: &Target) -> Option<String> {
    Some(match target {
        Target::Man(man) => of_man(man),
        Target::ManIndex(index) => match &index.section {
            Some(section) => format!("man:({section})"),
            None => "man:".to_owned(),
        },
        Target::Info(info) => of_info(info),
        Target::InfoIndex(_) => "info:".to_owned(),
        Target::Whatis(search) => format!("whatis:{}", text(&search.query())),
        Target::Apropos(search) => format!("apropos:{}", text(&search.query())),
        Target::Help(help) => of_help(help),
        Target::Mail(mail) => mail.to_uri(),
        Target::Newsgroup(news) => {
            format!("{}{}", of_news_server(news.server.as_ref(), "news", news.tls), text(&news.group))
        }
        Target::NewsArticle(news) => match &news.article {
            Article::Identity(id) => {
                format!("{}{}", of_news_server(news.server.as_ref(), "news", news.tls), text(id))
            }
            Article::Number(group, number) => {
                format!("{}{}/{number}", of_news_server(news.server.as_ref(), "nntp", news.tls), text(group))
            }
        },
        Target::File(file) if file.query.is_none() => file.to_uri(),
        Target::Telnet(telnet) => {
            let server = of_server(&telnet.host, telnet.port, telnet.user.as_ref(), telnet.password);
            format!("telnet://{server}/")
        }
        Target::Ftp(ftp) => of_ftp(ftp),
        Target::Gopher(gopher) => of_gopher(gopher),
        Target::Ldap(ldap) => of_ldap(ldap),
        Target::Wais(wais) => of_wais(wais),
        Target::Prospero(prospero) => {
            let fields =
                prospero.fields.iter().map(|(name, value)| format!(";{}={}", text(name), text(value)));
            let server = of_server(&prospero.host, prospero.port, None, None);
            format!("prospero://{server}/{}{}", text(&prospero.name), fields.collect::<Vec<_>>().concat())
        }
        Target::Urn(urn) => of_urn(urn),
        Target::File(_) | Target::Web(_) | Target::Other(_) => return None,
    })
}

fn text(text: &str) -> String {
    encode(text.as_bytes(), "")
}

fn after(sign: &str, part: Option<&str>) -> String {
    part.map(|part| format!("{sign}{}", text(part))).unwrap_or_default()
}

fn of_man(man: &Man) -> String {
    let anchor = after("#", man.anchor.as_deref());
    match (&man.path, &man.page) {
        (Some(path), _) => format!("man:{}{anchor}", encode(path.as_bytes(), "/")),
        (None, page) => {
            let page = page.as_deref().unwrap_or_default();
            format!("man:{}({}){anchor}", text(page), man.section.as_deref().unwrap_or_default())
        }
    }
}

fn of_info(info: &Info) -> String {
    let file = info.path.as_deref().unwrap_or(&info.file);
    format!(
        "info:({}){}",
        encode(file.as_bytes(), "/"),
        text(info.node_as_written.as_deref().unwrap_or_default())
    )
}

fn of_help(help: &Help) -> String {
    let anchor = after("#", help.anchor.as_deref());
    let page =
        help.page.as_deref().map(|page| format!("?{}", encode(page.as_bytes(), "/"))).unwrap_or_default();
    let name = help.path.as_deref().or(help.document.as_deref()).unwrap_or_default();
    format!("ghelp:{}{page}{anchor}", encode(name.as_bytes(), "/"))
}

fn of_server(host: &Host, port: Port, user: Option<&User>, password: Option<Password>) -> String {
    let host = if host.contains(':') { format!("[{host}]") } else { text(host) };
    let password = password.map(|_| ":x").unwrap_or_default();
    let user = user.map(|user| format!("{}{password}@", text(user))).unwrap_or_default();
    format!("{user}{host}:{}", port.number())
}

fn of_news_server(server: Option<&NewsServer>, name: &str, tls: bool) -> String {
    let scheme = match (name, tls) {
        ("news", true) => "snews".to_owned(),
        (name, true) => format!("{name}s"),
        (name, false) => name.to_owned(),
    };
    let server =
        server.map(|server| of_server(&server.host, server.port, server.user.as_ref(), server.password));
    server.map_or_else(|| format!("{scheme}:"), |server| format!("{scheme}://{server}/"))
}

fn of_ftp(ftp: &Ftp) -> String {
    let server = of_server(&ftp.host, ftp.port, Some(&ftp.user), ftp.password);
    let folders: Vec<_> = ftp.directories.iter().map(|folder| format!("{}/", text(folder))).collect();
    let kind = ftp.kind.map(|kind| format!(";type={kind}")).unwrap_or_default();
    let scheme = if ftp.tls { "ftps" } else { "ftp" };
    format!("{scheme}://{server}/{}{}{kind}", folders.concat(), text(ftp.name.as_deref().unwrap_or_default()))
}

fn of_gopher(gopher: &Gopher) -> String {
    let server = of_server(&gopher.host, gopher.port, None, None);
    let search = match (&gopher.search, &gopher.plus) {
        (search, Some(plus)) => {
            format!("%09{}%09{}", text(search.as_deref().unwrap_or_default()), text(plus))
        }
        (search, None) => after("%09", search.as_deref()),
    };
    format!("gopher://{server}/{}{}{search}", text(&gopher.kind.to_string()), text(&gopher.selector))
}

fn of_ldap(ldap: &Ldap) -> String {
    let scheme = if ldap.tls { "ldaps" } else { "ldap" };
    let server = ldap.host.as_ref().map(|host| of_server(host, ldap.port, None, None)).unwrap_or_default();
    let attributes: Vec<_> = ldap.attributes.iter().map(|name| text(name)).collect();
    let extension = |name: &str, value: Option<&str>| format!("{}{}", text(name), after("=", value));
    let extensions: Vec<_> =
        ldap.extensions.iter().map(|other| extension(&other.name, other.value.as_deref())).collect();
    let (dn, filter) = (text(&ldap.dn), text(&ldap.filter));
    format!(
        "{scheme}://{server}/{dn}?{}?{}?{filter}?{}",
        attributes.join(","),
        ldap.scope.name(),
        extensions.join(",")
    )
}

fn of_wais(wais: &Wais) -> String {
    let server = of_server(&wais.host, wais.port, None, None);
    let document = wais.wtype.as_ref().zip(wais.wpath.as_ref());
    let document =
        document.map(|(wtype, wpath)| format!("/{}/{}", text(wtype), text(wpath))).unwrap_or_default();
    format!("wais://{server}/{}{document}{}", text(&wais.database), after("?", wais.search.as_deref()))
}

fn of_urn(urn: &Urn) -> String {
    let part = |sign: &str, part: &Option<String>| {
        part.as_ref().map(|part| format!("{sign}{part}")).unwrap_or_default()
    };
    let (r, q, fragment) =
        (part("?+", &urn.r_component), part("?=", &urn.q_component), part("#", &urn.fragment));
    format!("urn:{}:{}{r}{q}{fragment}", urn.nid, urn.nss)
}
