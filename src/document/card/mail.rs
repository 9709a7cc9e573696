//! The mail card: a message that nobody has sent, to read and to copy.

use super::{draft, row, table};
use crate::document::context::Context;
use crate::document::model::{Block, Cell, Document, List, Spans};
use crate::document::uris;
use crate::sanitize;
use crate::scheme::mail::Mail;
use crate::scheme::word::MailAddress;

/// Mail services on the web that write a message from an address: the name, the address before the fields, and the
/// names of the fields for to, cc, bcc, subject and body.
const COMPOSERS: &[(&str, &str, [&str; 5])] = &[
    ("Gmail", "https://mail.google.com/mail/?view=cm&fs=1", ["to", "cc", "bcc", "su", "body"]),
    (
        "Outlook",
        "https://outlook.live.com/mail/0/deeplink/compose?x=1",
        ["to", "cc", "bcc", "subject", "body"],
    ),
    ("Yahoo Mail", "https://compose.mail.yahoo.com/?x=1", ["to", "cc", "bcc", "subject", "body"]),
    ("Fastmail", "https://app.fastmail.com/mail/compose?x=1", ["to", "cc", "bcc", "subject", "body"]),
];

/// The page of a message.
pub fn page(mail: &Mail, context: &Context<'_>) -> Document {
    let to = mail.to.iter().map(MailAddress::spec).collect::<Vec<_>>().join(", ");
    let mut blocks = vec![table(fields(mail))];
    if let Some(body) = mail.body.as_deref().filter(|body| !body.trim().is_empty()) {
        blocks.push(Block::Preformatted(Spans::plain(body)));
    }
    blocks.push(Block::text("The message can be written in:"));
    let items =
        ways(mail, context).into_iter().map(|(label, uri)| vec![Block::Paragraph(Spans::link(label, uri))]);
    blocks.push(Block::List(List { first: None, items: items.collect() }));
    Document {
        title: if to.is_empty() { "A new mail".to_owned() } else { format!("Mail to {to}") },
        facts: vec!["Not sent".to_owned()],
        blocks,
        ..Document::default()
    }
}

fn fields(mail: &Mail) -> Vec<Vec<Cell>> {
    let list = |addresses: &[MailAddress]| {
        let texts: Vec<String> = addresses.iter().map(ToString::to_string).collect();
        Some(texts.join("\n")).filter(|text| !text.is_empty())
    };
    let known = [
        ("To", list(&mail.to)),
        ("Cc", list(&mail.cc)),
        ("Bcc", list(&mail.bcc)),
        ("Subject", mail.subject.clone()),
        ("In reply to", mail.in_reply_to.clone()),
        ("References", mail.references.clone()),
    ];
    let known = known.into_iter().filter_map(|(name, text)| Some((name.to_owned(), text?)));
    let further = mail.headers.iter().map(|(name, text)| (name.clone(), text.clone()));
    let shown = |text: String| text.lines().map(|line| sanitize::line(line).into_owned()).collect::<Vec<_>>();
    known.chain(further).map(|(name, text)| row(&name, Spans::plain(shown(text).join("\n")))).collect()
}

/// Programs and services that can take the message.
fn ways(mail: &Mail, context: &Context<'_>) -> Vec<(String, String)> {
    let mut ways = vec![("a mail program".to_owned(), mail.to_uri())];
    ways.extend(draft::write(mail, context).map(|uri| ("a draft file (.eml)".to_owned(), uri)));
    let list =
        |addresses: &[MailAddress]| addresses.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let values = [
        list(&mail.to),
        list(&mail.cc),
        list(&mail.bcc),
        mail.subject.clone().unwrap_or_default(),
        mail.body.clone().unwrap_or_default(),
    ];
    for (name, address, fields) in COMPOSERS {
        let mut uri = (*address).to_owned();
        for (field, value) in fields.iter().zip(&values).filter(|(_, value)| !value.is_empty()) {
            uri.push('&');
            uri.push_str(field);
            uri.push('=');
            uri.push_str(&uris::encode(value, ""));
        }
        ways.push((format!("{name} on the web"), uri));
    }
    ways
}
