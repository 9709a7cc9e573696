//! `mailto:` (RFC 6068), with the repairs that links in the wild need, each of them told.

mod encoded_word;
mod fields;
mod header;
mod write;

use std::collections::BTreeMap;

use super::Request;
use crate::error::{Code, Error};
use crate::message;
use crate::scheme::word::MailAddress;
use crate::target::{Field, Target, Value};
use crate::uri::Part;
use crate::warning::WarningCode;

/// A mail to be written: words, never files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mail {
    /// The recipients, those of the path first.
    pub to: Vec<MailAddress>,
    /// Who gets a copy.
    pub cc: Vec<MailAddress>,
    /// Who gets a copy that the others do not see.
    pub bcc: Vec<MailAddress>,
    /// One line.
    pub subject: Option<String>,
    /// Lines end in `\n`.
    pub body: Option<String>,
    /// The message that this one answers, in its `<…>`.
    pub in_reply_to: Option<String>,
    /// The thread, each message in its `<…>`.
    pub references: Option<String>,
    /// The other safe fields (RFC 6068 section 4), names in small letters.
    pub headers: BTreeMap<String, String>,
}

impl Mail {
    /// In the order of JSON.
    pub const FIELDS: &[Field] = &[
        Field::list("to"),
        Field::list("cc"),
        Field::list("bcc"),
        Field::scalar("subject"),
        Field::scalar("body"),
        Field::scalar("in_reply_to"),
        Field::scalar("references"),
        Field::record("headers"),
    ];

    /// The values of [`Self::FIELDS`].
    pub fn values(&self) -> Vec<Value> {
        vec![
            Value::texts(&self.to),
            Value::texts(&self.cc),
            Value::texts(&self.bcc),
            Value::of(self.subject.as_ref()),
            Value::of(self.body.as_ref()),
            Value::of(self.in_reply_to.as_ref()),
            Value::of(self.references.as_ref()),
            Value::Map(self.headers.clone()),
        ]
    }

    fn recipients(&self) -> usize {
        self.to.len() + self.cc.len() + self.bcc.len()
    }
}

const MOST_RECIPIENTS: usize = 1_000;
const MOST_FIELDS: usize = 100;

/// `mailto:a@b.example,c@d.example?subject=Hi&body=…`.
pub fn parse(request: &mut Request<'_>) -> Result<Target, Error> {
    let (to, fields) = fields::divide(request);
    if fields.len() > MOST_FIELDS {
        return Err(Error::new(Code::TooLarge, message!("a mail URI has 100 fields at most")));
    }
    let mut mail = Mail { to: addresses(to, 0, request)?, ..Mail::default() };
    for field in fields {
        read_field(field, &mut mail, request)?;
    }
    Ok(Target::Mail(mail))
}

fn read_field(field: Part<'_>, mail: &mut Mail, request: &mut Request<'_>) -> Result<(), Error> {
    let (name, value) = field.split_once('=').unwrap_or_else(|| field.split_at(field.as_str().len()));
    let name = fields::name(name, request);
    match name.as_str() {
        "to" => mail.to.extend(addresses(value, mail.recipients(), request)?),
        "cc" => mail.cc.extend(addresses(value, mail.recipients(), request)?),
        "bcc" => {
            request.warn(
                WarningCode::Bcc,
                message!("the mail goes to people whom its other readers do not see"),
            );
            mail.bcc.extend(addresses(value, mail.recipients(), request)?);
        }
        "subject" => set(&mut mail.subject, header::text(value, request)?, &name, request),
        "in-reply-to" => set(&mut mail.in_reply_to, header::text(value, request)?, &name, request),
        "references" => set(&mut mail.references, header::text(value, request)?, &name, request),
        "body" => {
            let text = header::body(value, request)?;
            mail.body = Some(match mail.body.take() {
                Some(before) => format!("{before}\n{text}"),
                None => text,
            });
        }
        "keywords" => {
            let text = header::text(value, request)?;
            mail.headers.insert(name, text);
        }
        _ => request.warn(WarningCode::DroppedHeader, message!("the field ‘{name}’ is not passed on", name)),
    }
    Ok(())
}

/// The last value counts.
fn set(field: &mut Option<String>, value: String, name: &str, request: &mut Request<'_>) {
    if field.replace(value).is_some() {
        request.repaired(message!("the field ‘{name}’ stands twice; the last one counts", name));
    }
}

/// A list of addresses beside `before` others.
fn addresses(part: Part<'_>, before: usize, request: &mut Request<'_>) -> Result<Vec<MailAddress>, Error> {
    let (addresses, repairs) = header::addresses(part)?;
    if before + addresses.len() > MOST_RECIPIENTS {
        return Err(Error::new(Code::TooLarge, message!("a mail URI has 1,000 recipients at most")));
    }
    for repair in repairs {
        request.repaired(repair.message());
    }
    Ok(addresses)
}
