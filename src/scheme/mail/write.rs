//! A mail written back as a URI: what mail programs are handed.

use super::Mail;
use crate::scheme::word::MailAddress;
use crate::uri::encode;

impl Mail {
    /// The `mailto:` URI of the fields, everything percent-encoded that is not unreserved (RFC 6068 section 2).
    pub fn to_uri(&self) -> String {
        let line_breaks = |body: &String| body.replace('\n', "\r\n");
        let mut fields: Vec<(&str, String)> = Vec::new();
        fields.extend((!self.cc.is_empty()).then(|| ("cc", list(&self.cc))));
        fields.extend((!self.bcc.is_empty()).then(|| ("bcc", list(&self.bcc))));
        let texts = [
            ("subject", self.subject.clone()),
            ("body", self.body.as_ref().map(line_breaks)),
            ("in-reply-to", self.in_reply_to.clone()),
            ("references", self.references.clone()),
        ];
        fields
            .extend(texts.into_iter().filter_map(|(name, text)| Some((name, encode(text?.as_bytes(), "")))));
        fields.extend(self.headers.iter().map(|(name, text)| (name.as_str(), encode(text.as_bytes(), ""))));
        let mut uri = format!("mailto:{}", list(&self.to));
        for (index, (name, value)) in fields.iter().enumerate() {
            uri.push(if index == 0 { '?' } else { '&' });
            uri.extend([name, "=", value]);
        }
        uri
    }
}

fn list(addresses: &[MailAddress]) -> String {
    addresses.iter().map(|address| encode(address.as_bytes(), "@")).collect::<Vec<_>>().join(",")
}
