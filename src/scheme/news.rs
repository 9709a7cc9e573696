//! `news:`, `snews:`, `nntp:` and `nntps:` (RFC 5538).

use super::Request;
use super::server::Server;
use crate::error::Error;
use crate::message;
use crate::scheme::word::{GroupName, Host, MessageId, Password, Port, User};
use crate::target::{Field, Target, Value};
use crate::uri::{Controls, Part};

/// Where news are read: the person's own server when none is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewsServer {
    /// The server.
    pub host: Host,
    /// 119, or 563 over TLS, when none is named.
    pub port: Port,
    /// Who logs in.
    pub user: Option<User>,
    /// Whether a password was written.
    pub password: Option<Password>,
}

/// A newsgroup, or several by wildcards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Newsgroup {
    /// The server, if one is named.
    pub server: Option<NewsServer>,
    /// The group; `*` when none is named.
    pub group: GroupName,
    /// Whether the connection is over TLS.
    pub tls: bool,
}

/// One article.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewsArticle {
    /// The server, if one is named.
    pub server: Option<NewsServer>,
    /// How it is found.
    pub article: Article,
    /// Whether the connection is over TLS.
    pub tls: bool,
}

/// How an article is found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Article {
    /// By its identity, the same on every server.
    Identity(MessageId),
    /// By its number in a group of one server.
    Number(GroupName, u64),
}

const SERVER_FIELDS: [Field; 4] =
    [Field::scalar("server"), Field::scalar("port"), Field::scalar("user"), Field::scalar("password")];

impl Newsgroup {
    /// In the order of JSON.
    pub const FIELDS: &[Field] = &[
        SERVER_FIELDS[0],
        SERVER_FIELDS[1],
        SERVER_FIELDS[2],
        SERVER_FIELDS[3],
        Field::sure("group"),
        Field::sure("tls"),
    ];

    /// The values of [`Self::FIELDS`].
    pub fn values(&self) -> Vec<Value> {
        let mut values = server_values(self.server.as_ref());
        values.extend([Value::from(&self.group), self.tls.into()]);
        values
    }
}

impl NewsArticle {
    /// In the order of JSON.
    pub const FIELDS: &[Field] = &[
        SERVER_FIELDS[0],
        SERVER_FIELDS[1],
        SERVER_FIELDS[2],
        SERVER_FIELDS[3],
        Field::scalar("message_id"),
        Field::scalar("group"),
        Field::scalar("number"),
        Field::sure("tls"),
    ];

    /// The values of [`Self::FIELDS`].
    pub fn values(&self) -> Vec<Value> {
        let mut values = server_values(self.server.as_ref());
        values.extend(match &self.article {
            Article::Identity(id) => [Value::from(id), Value::Absent, Value::Absent],
            Article::Number(group, number) => [Value::Absent, Value::from(group), Value::Number(*number)],
        });
        values.push(self.tls.into());
        values
    }
}

fn server_values(server: Option<&NewsServer>) -> Vec<Value> {
    vec![
        Value::of(server.map(|server| &server.host)),
        server.map_or(Value::Absent, |server| server.port.into()),
        Value::of(server.and_then(|server| server.user.as_ref())),
        Value::of(server.and_then(|server| server.password.as_ref())),
    ]
}

/// `news:group`, `news:id@host`, either after `//server/`.
pub fn parse_news(request: &mut Request<'_>) -> Result<Target, Error> {
    let server = request.server()?.map(NewsServer::from);
    let slashes = request.uri.hierarchy().as_str().bytes().take_while(|byte| *byte == b'/').count();
    if server.is_none() && matches!(slashes, 1 | 4..) {
        request.repaired(message!("no slashes belong before a newsgroup"));
    }
    let tls = request.scheme.tls;
    request.uri.path().decoded(Controls::Refused, |text| {
        let text = text.trim_start_matches('/').trim();
        if text.as_str().contains('@') {
            return Ok(Target::NewsArticle(NewsArticle { server, article: identity(text)?, tls }));
        }
        Ok(Target::Newsgroup(Newsgroup { server, group: group(text)?, tls }))
    })
}

/// `nntp://server/group/number`; a server is needed.
pub fn parse_nntp(request: &mut Request<'_>) -> Result<Target, Error> {
    let server = Some(NewsServer::from(request.needed_server()?));
    let tls = request.scheme.tls;
    let path = request.uri.path().trim_start_matches('/');
    let Some((name, number)) = path.split_once('/') else {
        return path.decoded(Controls::Refused, |text| {
            if text.as_str().contains('@') {
                request.repaired(message!(
                    "an nntp URI names its articles by numbers; this one is named by its identity"
                ));
                return Ok(Target::NewsArticle(NewsArticle { server, article: identity(text)?, tls }));
            }
            Ok(Target::Newsgroup(Newsgroup { server, group: group(text)?, tls }))
        });
    };
    let group = name.word(GroupName::new)?;
    if number.is_empty() {
        return Ok(Target::Newsgroup(Newsgroup { server, group, tls }));
    }
    let article = Article::Number(group, number.word(article_number)?);
    Ok(Target::NewsArticle(NewsArticle { server, article, tls }))
}

impl From<Server> for NewsServer {
    fn from(server: Server) -> Self {
        // An empty name is nobody's.
        let user = server.user.filter(|user| !user.is_empty());
        Self { host: server.host, port: server.port, user, password: server.password }
    }
}

/// Nothing named means all groups.
fn group(text: Part<'_>) -> Result<GroupName, Error> {
    if text.is_empty() { GroupName::new("*") } else { text.read(GroupName::new) }
}

/// The angle brackets of a header do not belong to an identity.
fn identity(text: Part<'_>) -> Result<Article, Error> {
    let bare = text.strip_prefix("<").and_then(|text| text.strip_suffix(">")).unwrap_or(text);
    bare.read(MessageId::new).map(Article::Identity)
}

fn article_number(text: &str) -> Result<u64, Error> {
    let digits = Some(text).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    let number = digits.and_then(|digits| digits.parse().ok());
    number.ok_or_else(|| Error::malformed(0, message!("an article's number is written in digits")))
}
