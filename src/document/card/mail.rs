//! The mail card: a message that nobody has sent, to read and to copy.

use super::{draft, row, table};
use crate::document::context::Context;
use crate::document::model::{Block, Cell, Document, List, Spans};
use crate::document::uris;
use crate::message;
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
    let mut blocks = vec![table(fields(mail, context))];
    if let Some(body) = mail.body.as_deref().filter(|body| !body.trim().is_empty()) {
        blocks.push(Block::Preformatted(Spans::plain(body)));
    }
    blocks.push(context.text(&message!("The message can be written in:")));
    let items =
        ways(mail, context).into_iter().map(|(label, uri)| vec![Block::Paragraph(Spans::link(label, uri))]);
    blocks.push(Block::List(List { first: None, items: items.collect() }));
    let title = if to.is_empty() { message!("A new mail") } else { message!("Mail to {to}", to) };
    Document {
        facts: vec![context.say(&message!("Not sent"))],
        blocks,
        ..context.own_page(context.say(&title))
    }
}

fn fields(mail: &Mail, context: &Context<'_>) -> Vec<Vec<Cell>> {
    let list = |addresses: &[MailAddress]| {
        let texts: Vec<String> = addresses.iter().map(ToString::to_string).collect();
        Some(texts.join("\n")).filter(|text| !text.is_empty())
    };
    let known = [
        (message!("To"), list(&mail.to)),
        (message!("Cc"), list(&mail.cc)),
        (message!("Bcc"), list(&mail.bcc)),
        (message!("Subject"), mail.subject.clone()),
        (message!("In reply to"), mail.in_reply_to.clone()),
        (message!("References"), mail.references.clone()),
    ];
    let known = known.into_iter().filter_map(|(name, text)| Some((context.say(&name), text?)));
    let further = mail.headers.iter().map(|(name, text)| (name.clone(), text.clone()));
    let shown = |text: String| text.lines().map(|line| sanitize::line(line).into_owned()).collect::<Vec<_>>();
    known.chain(further).map(|(name, text)| row(&name, Spans::plain(shown(text).join("\n")))).collect()
}

/// Programs and services that can take the message.
fn ways(mail: &Mail, context: &Context<'_>) -> Vec<(String, String)> {
    let mut ways = vec![(context.say(&message!("a mail program")), mail.to_uri())];
    ways.extend(draft::write(mail, context).map(|uri| (context.say(&message!("a draft file (.eml)")), uri)));
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
        ways.push((context.say(&message!("{name} on the web", name = *name)), uri));
    }
    ways
}
