//! What people write for short in place of a URI.

use crate::message;
use crate::message::Message;
use crate::scheme::word::{Host, MailAddress, PageName, Port, Section};
use crate::uri;

/// The URI that is meant, and what to tell about it.
pub fn expand(text: &str) -> Option<(String, Message)> {
    let starts =
        |prefix: &str| text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix));
    if starts("www.") {
        return Some((
            format!("http://{text}"),
            message!("a name that begins with www. was read as a web address"),
        ));
    }
    if starts("ftp.") {
        return Some((
            format!("ftp://{text}"),
            message!("a name that begins with ftp. was read as a file server"),
        ));
    }
    if is_page(text) {
        return Some((format!("man:{text}"), message!("a name with a section was read as a manual page")));
    }
    if is_server(text) {
        return Some((format!("http://{text}"), message!("a host and a port were read as a web address")));
    }
    if is_mail_address(text) {
        return Some((format!("mailto:{text}"), message!("an address was read as a mail to be written")));
    }
    None
}

/// `ls(1)`, `std::vector(3)`; a single colon ends a scheme, as does one after a name that no namespace has.
fn is_page(text: &str) -> bool {
    let parts = text.strip_suffix(')').and_then(|text| text.rsplit_once('('));
    let is_namespace = |end: usize| text[end..].starts_with("::") && !text[..end].contains(['+', '-', '.']);
    uri::scheme_end(text).is_none_or(is_namespace)
        && parts.is_some_and(|(name, section)| PageName::new(name).is_ok() && Section::new(section).is_ok())
}

/// `localhost:1234`, `example.org:8080/path`, `192.0.2.1:80`, `[::1]:8080`; a bare word before a number could as well
/// be the scheme of a telephone.
fn is_server(text: &str) -> bool {
    let authority = text.split(['/', '?', '#']).next().unwrap_or_default();
    let Some((host, port)) = authority.rsplit_once(':') else { return false };
    let named = host == "localhost" || host.contains('.') || host.starts_with('[');
    named && Host::new(host).is_ok() && Port::new(port).is_ok()
}

fn is_mail_address(text: &str) -> bool {
    let address = text.split('?').next().unwrap_or_default();
    !address.contains(['/', '<', ' ']) && MailAddress::new(address).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abbreviations() {
        let cases = [
            ("www.w3.org/Addressing", Some("http://www.w3.org/Addressing")),
            ("WWW.w3.org", Some("http://WWW.w3.org")),
            ("ftp.gnu.org", Some("ftp://ftp.gnu.org")),
            ("ls(1)", Some("man:ls(1)")),
            ("std::vector(3)", Some("man:std::vector(3)")),
            ("File::Spec(3pm)", Some("man:File::Spec(3pm)")),
            ("web+x:foo(1)", None),
            ("web+x::foo(1)", None),
            ("tel:555(1)", None),
            ("feed:x(1)", None),
            ("localhost:1234", Some("http://localhost:1234")),
            ("192.0.2.1:80/x", Some("http://192.0.2.1:80/x")),
            ("[::1]:8080", Some("http://[::1]:8080")),
            ("a@b.example", Some("mailto:a@b.example")),
            ("a@b.example?subject=x", Some("mailto:a@b.example?subject=x")),
            ("tel:5550100", None),
            ("localhost:99999", None),
            ("readme", None),
            ("", None),
        ];
        for (text, uri) in cases {
            assert_eq!(expand(text).map(|(uri, _)| uri).as_deref(), uri, "{text}");
        }
    }
}
