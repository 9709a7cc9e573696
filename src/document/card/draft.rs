//! A message as a draft file, which mail programs open for writing (RFC 5322).

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;

use mail_builder::MessageBuilder;
use mail_builder::headers::address::Address;
use mail_builder::headers::raw::Raw;

use crate::document::context::Context;
use crate::scheme::file::path_uri;
use crate::scheme::mail::Mail;
use crate::scheme::word::MailAddress;

/// Writes the draft into the cache and gives its URI; without a cache there is none.
pub fn write(mail: &Mail, context: &Context<'_>) -> Option<String> {
    let text = message(mail)?;
    let mut hasher = DefaultHasher::new();
    // The text itself holds the time; one message is one file.
    mail.to_uri().hash(&mut hasher);
    let path = context.cache.as_ref()?.join("drafts").join(format!("{:016x}.eml", hasher.finish()));
    save(&path, &text).ok()?;
    Some(path_uri(&path))
}

/// For the person's eyes only: a draft may hold what is said to one person.
fn save(path: &Path, text: &[u8]) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    }
    let mut file = fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)?;
    std::io::Write::write_all(&mut file, text)
}

fn message(mail: &Mail) -> Option<Vec<u8>> {
    let mut builder = MessageBuilder::new()
        .header("X-Unsent", Raw::new("1"))
        .text_body(mail.body.clone().unwrap_or_default().replace('\n', "\r\n"));
    if let Some(subject) = &mail.subject {
        builder = builder.subject(subject.as_str());
    }
    let lists = [("To", &mail.to), ("Cc", &mail.cc), ("Bcc", &mail.bcc)];
    for (name, addresses) in lists.into_iter().filter(|(_, addresses)| !addresses.is_empty()) {
        builder = builder.header(name, Address::new_list(addresses.iter().map(address).collect()));
    }
    let threads = [("In-Reply-To", &mail.in_reply_to), ("References", &mail.references)];
    for (name, value) in threads {
        if let Some(value) = value {
            builder = builder.header(name, Raw::new(value.clone()));
        }
    }
    builder.write_to_vec().ok()
}

fn address(address: &MailAddress) -> Address<'static> {
    let name =
        address.strip_suffix('>').and_then(|inner| inner.rsplit_once('<')).map(|(name, _)| name.trim());
    let name = name.map(|name| name.trim_matches('"').replace("\\\"", "\""));
    Address::new_address(name.filter(|name| !name.is_empty()), address.spec().to_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn a_draft_holds_every_field() {
        let mail = Mail {
            to: vec![MailAddress::new("Zoë K <zoe@example.org>").unwrap()],
            cc: vec![MailAddress::new("c@example.org").unwrap()],
            bcc: Vec::new(),
            subject: Some("Grüße".into()),
            body: Some("one\ntwo ü".into()),
            in_reply_to: Some("<id@example.org>".into()),
            references: None,
            headers: BTreeMap::new(),
        };
        let text = String::from_utf8(message(&mail).unwrap()).unwrap();
        for part in
            ["X-Unsent: 1", "<zoe@example.org>", "Cc: ", "Subject: =?utf-8?", "In-Reply-To: <id@example.org>"]
        {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
}
