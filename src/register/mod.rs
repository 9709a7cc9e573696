//! Making portero the default handler, and putting back what was there before.
//!
//! Only portero's own lines of one list are touched; what stood in them is remembered first, so that mail and the
//! rest go on to the program that had them, and so that `unregister` can restore it.

mod entry;
mod list;
mod store;

use std::borrow::Cow;
use std::path::PathBuf;

use list::List;
use store::Store;

use crate::env::{APPLICATION_ID, Env};
use crate::error::{Code, Error};
use crate::message;
use crate::probe::Probe;
use crate::system::mime_apps::scheme_type;
use crate::system::remembered::Bytes;

/// Registered when no scheme is named.
pub const DEFAULT: &[&str] =
    &["man", "info", "whatis", "apropos", "ghelp", "help", "mailto", "news", "nntp", "snews", "file"];

/// Registered as well where nobody else has them.
pub const WHERE_FREE: &[&str] = &["telnet", "gopher", "ldap", "wais", "prospero", "urn"];

/// For whom portero is registered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// This person.
    Person,
    /// All persons of this machine.
    System,
}

/// The lines of one type that change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The type (`x-scheme-handler/…`).
    pub media_type: String,
    before: Vec<Bytes>,
    /// A value for each line, and for a new one where there is none; `None` takes the line away.
    after: Vec<Option<Bytes>>,
}

impl Change {
    /// What counts before, if anything.
    pub fn before(&self) -> Option<Cow<'_, str>> {
        self.before.last().map(Bytes::text)
    }

    /// What shall count; `None` where no line stays.
    pub fn after(&self) -> Option<Cow<'_, str>> {
        self.after.iter().flatten().next_back().map(Bytes::text)
    }
}

/// The changes of one list, not yet made.
#[derive(Debug)]
pub struct Edit<'a> {
    env: &'a Env,
    scope: Scope,
    list: List,
    /// Types that are as wanted already.
    kept: Vec<String>,
    /// In order; empty when all is as wanted.
    pub changes: Vec<Change>,
}

impl Edit<'_> {
    /// The list's file.
    pub fn list(&self) -> PathBuf {
        self.list.path().to_owned()
    }
}

/// The ID that is written into the lists.
pub fn own_id() -> String {
    format!("{APPLICATION_ID}.desktop")
}

/// The schemes to register when none is named: the default set, and the old ones that nobody else has.
pub fn wanted(probe: &dyn Probe) -> Vec<String> {
    let free = WHERE_FREE.iter().filter(|scheme| probe.handlers(&scheme_type(scheme)).is_empty());
    DEFAULT.iter().chain(free).map(ToString::to_string).collect()
}

/// What makes portero the default of these schemes.
pub fn registration<'a>(env: &'a Env, scope: Scope, schemes: &[String]) -> Result<Edit<'a>, Error> {
    let list = List::read(&list_path(env, scope)?)?;
    let types = schemes.iter().map(|scheme| scheme_type(scheme));
    let (kept, others): (Vec<_>, Vec<_>) = types.partition(|media_type| is_own(&list, media_type));
    let changes = others.into_iter().map(|media_type| to_own(&list, media_type)).collect();
    Ok(Edit { env, scope, list, kept, changes })
}

/// What puts back the lines that registration changed and that still name portero; where it has left no memory, all
/// that name it.
pub fn end<'a>(env: &'a Env, scope: Scope, schemes: &[String]) -> Result<Edit<'a>, Error> {
    let list = List::read(&list_path(env, scope)?)?;
    let store = Store::open(env, scope)?;
    let asked: Vec<String> = schemes.iter().map(|scheme| scheme_type(scheme)).collect();
    let types = match store.types(&list) {
        known if asked.is_empty() => known.unwrap_or_else(|| list.types_of(&own_id())),
        _ => asked,
    };
    let changes = types.iter().map(|media_type| to_former(&list, &store, media_type.clone()));
    let changes: Vec<Change> =
        changes.filter(|change| change.after.iter().flatten().ne(&change.before)).collect();
    let changes_type = |media_type: &String| changes.iter().any(|change| change.media_type == *media_type);
    let kept = types.into_iter().filter(|media_type| !changes_type(media_type)).collect();
    Ok(Edit { env, scope, list, kept, changes })
}

/// Registers: remembers what stands in the lines, brings the desktop entry if there is none, then changes them.
pub fn apply_registration(mut edit: Edit) -> Result<(), Error> {
    edit.list.check_writable()?;
    let mut store = Store::open(edit.env, edit.scope)?;
    store.remember(&edit.list, &edit.changes, &edit.kept);
    for change in &edit.changes {
        edit.list.set(&change.media_type, &change.after);
    }
    let missing = entry::missing(edit.env, edit.scope)?;
    store.remember_files(missing.iter().map(|file| file.path.clone()));
    store.save()?;
    for file in &missing {
        file.write()?;
    }
    edit.list.write()?;
    entry::refresh_cache(edit.env, edit.scope);
    Ok(())
}

/// Puts the lines back, and with the last of them all else that registration has brought.
pub fn apply_end(mut edit: Edit) -> Result<(), Error> {
    edit.list.check_writable()?;
    let mut store = Store::open(edit.env, edit.scope)?;
    for change in &edit.changes {
        edit.list.set(&change.media_type, &change.after);
    }
    let types = edit.changes.iter().map(|change| &change.media_type).chain(&edit.kept);
    let frame = store.forget(&edit.list, types);
    if let Some(frame) = &frame {
        edit.list.put_back_frame(frame)?;
    } else {
        edit.list.write()?;
    }
    if store.is_over() {
        entry::remove(&store.take_files())?;
        entry::refresh_cache(edit.env, edit.scope);
    }
    store.save()
}

fn is_own(list: &List, media_type: &str) -> bool {
    let value = list.values(media_type).pop();
    value.is_some_and(|value| list::names(&value).next() == Some(own_id().as_bytes()))
}

fn to_own(list: &List, media_type: String) -> Change {
    let before = list.values(&media_type);
    let mut after: Vec<_> = before.iter().map(|value| Some(own_before(value))).collect();
    if after.is_empty() {
        after.push(Some(Bytes::Text(own_id())));
    }
    Change { media_type, before, after }
}

/// portero, and behind it who was there before: where portero's own entry is gone, the next one that is installed
/// counts (Association between MIME types and applications, "Default Application").
fn own_before(former: &Bytes) -> Bytes {
    let own = own_id();
    let others = list::without(former, &own);
    if list::names(&others).next().is_none() {
        return Bytes::Text(own);
    }
    Bytes::from([own.as_bytes(), b";", others.bytes()].concat().as_slice())
}

/// Each line that names portero back to what is remembered of it; where others stand beside portero, they stay.
fn to_former(list: &List, store: &Store, media_type: String) -> Change {
    let before = list.values(&media_type);
    let former = store.former(list, &media_type);
    let of_line = |line: usize| if former.len() == before.len() { former.get(line) } else { former.last() };
    let own = own_id();
    let after = before.iter().enumerate().map(|(line, value)| {
        let others = list::without(value, &own);
        let is_ours = list::names(value).any(|name| name == own.as_bytes());
        if !is_ours || of_line(line) == Some(value) {
            Some(value.clone())
        } else if of_line(line).map(own_before).as_ref() == Some(value) {
            of_line(line).cloned()
        } else if list::names(&others).next().is_some() {
            Some(others)
        } else {
            of_line(line).cloned()
        }
    });
    Change { after: after.collect(), before, media_type }
}

fn list_path(env: &Env, scope: Scope) -> Result<PathBuf, Error> {
    let folder = match scope {
        Scope::Person => env.folders.config_home.as_ref(),
        Scope::System => env.folders.config_dirs.first(),
    };
    let folder =
        folder.ok_or_else(|| Error::new(Code::Failed, message!("there is no home folder to register in")))?;
    Ok(folder.join("mimeapps.list"))
}
