//! What a URI means: one variant a kind of the contract, and the only list of schemes.

pub mod family;
pub mod field;
mod scheme;
mod title;

pub use field::{Field, Shape, Value};
pub use scheme::{OTHER, SCHEMES, Scheme, find, is_never_opened, near};
pub use title::title;

use crate::error::Error;
use crate::scheme::word::{Host, Port};
use crate::scheme::{
    file, ftp, gopher, help, info, ldap, mail, man, news, other, prospero, search, telnet, urn, wais, web,
};
use crate::uri::{Part, Uri};

/// The two enums, their names and their fields, from one table.
macro_rules! kinds {
    ($($(#[$doc:meta])* $variant:ident($target:ty) = $name:literal,)*) => {
        /// What a URI names, in typed fields.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum Target {
            $($(#[$doc])* $variant($target),)*
        }

        /// The kind of a target; the word in JSON, in match keys and in the tables of presets.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Kind {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl Kind {
            /// Every kind.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The word in JSON (`man-index`).
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// The fields that a target of this kind has, in the order of JSON.
            pub const fn fields(self) -> &'static [Field] {
                match self {
                    $(Self::$variant => <$target>::FIELDS,)*
                }
            }
        }

        impl Target {
            /// Its kind.
            pub const fn kind(&self) -> Kind {
                match self {
                    $(Self::$variant(_) => Kind::$variant,)*
                }
            }

            /// The values of [`Kind::fields`], in the same order.
            pub fn values(&self) -> Vec<Value> {
                match self {
                    $(Self::$variant(target) => target.values(),)*
                }
            }
        }
    };
}

kinds! {
    /// A manual page.
    Man(man::Man) = "man",
    /// The list of manual sections, or one section's pages.
    ManIndex(man::ManIndex) = "man-index",
    /// A node of an Info manual.
    Info(info::Info) = "info",
    /// The directory of Info manuals.
    InfoIndex(info::InfoIndex) = "info-index",
    /// Names of pages to look up.
    Whatis(search::Search) = "whatis",
    /// Words to look for in descriptions of pages.
    Apropos(search::Search) = "apropos",
    /// A help document.
    Help(help::Help) = "help",
    /// A mail to be written.
    Mail(mail::Mail) = "mail",
    /// A newsgroup.
    Newsgroup(news::Newsgroup) = "newsgroup",
    /// A news article.
    NewsArticle(news::NewsArticle) = "news-article",
    /// A file or folder of this machine.
    File(file::File) = "file",
    /// A server to log in to.
    Telnet(telnet::Telnet) = "telnet",
    /// A file of a file server.
    Ftp(ftp::Ftp) = "ftp",
    /// An item of a menu server.
    Gopher(gopher::Gopher) = "gopher",
    /// A search in a directory.
    Ldap(ldap::Ldap) = "ldap",
    /// A database or document of a server that is gone.
    Wais(wais::Wais) = "wais",
    /// A name of a directory service that is gone.
    Prospero(prospero::Prospero) = "prospero",
    /// A persistent name.
    Urn(urn::Urn) = "urn",
    /// A web address.
    Web(web::Web) = "web",
    /// A scheme that portero does not know more of than RFC 3986 does.
    Other(other::Other) = "other",
}

/// The server that an action would contact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// In ASCII: punycode for names in other scripts.
    pub host: String,
    /// The written or the scheme's own port.
    pub port: u16,
}

impl Target {
    /// Words to look for in descriptions of pages.
    pub fn apropos(text: Part<'_>) -> Result<Self, Error> {
        search::Search::new(text).map(Self::Apropos)
    }

    /// The generic parts of any URI.
    pub fn other(uri: &Uri) -> Self {
        Self::Other(other::Other::new(uri))
    }

    /// One value by its field's name.
    pub fn value(&self, name: &str) -> Option<Value> {
        let place = self.kind().fields().iter().position(|field| field.name == name)?;
        self.values().into_iter().nth(place)
    }

    /// The server that is named, as a question shows it.
    pub fn endpoint(&self) -> Option<Endpoint> {
        let (host, port) = self.server()?;
        Some(Endpoint { host: host.ascii(), port: port.number() })
    }

    /// Whether an old network protocol would be spoken, so that a person is asked first: telnet, ftp, gopher, ldap,
    /// wais and prospero always, news where a server is named.
    pub const fn is_old_network(&self) -> bool {
        match self {
            Self::Telnet(_)
            | Self::Ftp(_)
            | Self::Gopher(_)
            | Self::Ldap(_)
            | Self::Wais(_)
            | Self::Prospero(_) => true,
            Self::Newsgroup(news) => news.server.is_some(),
            Self::NewsArticle(news) => news.server.is_some(),
            _ => false,
        }
    }

    fn server(&self) -> Option<(&Host, Port)> {
        match self {
            Self::Telnet(target) => Some((&target.host, target.port)),
            Self::Ftp(target) => Some((&target.host, target.port)),
            Self::Gopher(target) => Some((&target.host, target.port)),
            Self::Ldap(target) => target.host.as_ref().map(|host| (host, target.port)),
            Self::Wais(target) => Some((&target.host, target.port)),
            Self::Prospero(target) => Some((&target.host, target.port)),
            Self::Web(target) => Some((&target.host, target.port)),
            Self::Newsgroup(target) => target.server.as_ref().map(|server| (&server.host, server.port)),
            Self::NewsArticle(target) => target.server.as_ref().map(|server| (&server.host, server.port)),
            _ => None,
        }
    }
}
