//! `urn:` (RFC 8141).

use super::{Request, after_slashes};
use crate::error::Error;
use crate::message;
use crate::target::{Field, Target, Value};
use crate::uri::Part;

/// A name; its parts stay percent-encoded, hexadecimal digits in capitals (section 3.1), so that two names are the
/// same exactly when [`Urn::same_name`] says so by comparing texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Urn {
    /// The namespace, in small letters.
    pub nid: String,
    /// The name within it.
    pub nss: String,
    /// For the resolver.
    pub r_component: Option<String>,
    /// For the resource.
    pub q_component: Option<String>,
    /// A place in the resource.
    pub fragment: Option<String>,
}

impl Urn {
    /// In the order of JSON.
    pub const FIELDS: &[Field] = &[
        Field::sure("nid"),
        Field::sure("nss"),
        Field::scalar("r_component"),
        Field::scalar("q_component"),
        Field::scalar("fragment"),
    ];

    /// The values of [`Self::FIELDS`].
    pub fn values(&self) -> Vec<Value> {
        vec![
            Value::from(&self.nid),
            Value::from(&self.nss),
            Value::of(self.r_component.as_ref()),
            Value::of(self.q_component.as_ref()),
            Value::of(self.fragment.as_ref()),
        ]
    }

    /// URN-equivalence (section 3.2): the components are no part of a name.
    pub fn same_name(&self, other: &Self) -> bool {
        self.nid == other.nid && self.nss == other.nss
    }
}

/// `urn:nid:nss?+r-component?=q-component#fragment`.
pub fn parse(request: &mut Request<'_>) -> Result<Target, Error> {
    let name = request.uri.hierarchy();
    let name = if name.as_str().starts_with("///") { after_slashes(name) } else { name };
    let (nid, nss) =
        name.split_once(':').ok_or_else(|| name.malformed(message!("a URN is urn:namespace:name")))?;
    check_nid(nid)?;
    if nss.is_empty() || nss.as_str().starts_with('/') {
        return Err(nss.malformed(message!("the name within the namespace is missing")));
    }
    let (r_component, q_component) = request.uri.query().map(components).transpose()?.unwrap_or_default();
    Ok(Target::Urn(Urn {
        nid: nid.as_str().to_ascii_lowercase(),
        nss: capitals(nss.as_str()),
        r_component,
        q_component,
        fragment: request.uri.fragment().map(|fragment| capitals(fragment.as_str())),
    }))
}

/// Section 2: 2 to 32 letters, digits and hyphens, none of these at an end.
fn check_nid(nid: Part<'_>) -> Result<(), Error> {
    let text = nid.as_str();
    let ends = !text.starts_with('-') && !text.ends_with('-');
    let characters = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if ends && characters && (2..=32).contains(&text.len()) {
        return Ok(());
    }
    Err(nid.malformed(message!(
        "a namespace has 2 to 32 letters, digits and hyphens, and begins and ends with no hyphen"
    )))
}

type Components = (Option<String>, Option<String>);

/// `+r`, `=q` or `+r?=q`, all that follows a bare `?`.
fn components(query: Part<'_>) -> Result<Components, Error> {
    let empty = || query.malformed(message!("after ‘?’ a URN has ‘+’ or ‘=’ and a component"));
    let component = |text: &str| {
        let starts_well = !text.is_empty() && !text.starts_with(['/', '?']);
        starts_well.then(|| capitals(text)).ok_or_else(empty)
    };
    if let Some(q) = query.strip_prefix("=") {
        return Ok((None, Some(component(q.as_str())?)));
    }
    let rest = query.strip_prefix("+").ok_or_else(empty)?;
    match rest.as_str().split_once("?=") {
        Some((r, q)) => Ok((Some(component(r)?), Some(component(q)?))),
        None => Ok((Some(component(rest.as_str())?), None)),
    }
}

/// The digits of each escape in capitals.
fn capitals(text: &str) -> String {
    let mut digits = 0;
    text.chars()
        .map(|c| {
            let digit = digits > 0;
            digits = if c == '%' { 2 } else { i32::max(digits - 1, 0) };
            if digit { c.to_ascii_uppercase() } else { c }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_get_capitals() {
        assert_eq!(capitals("a%2cb%c3%bcc"), "a%2Cb%C3%BCc");
    }
}
