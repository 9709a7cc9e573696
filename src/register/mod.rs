//! Making portero the default handler, and putting back what was there before.
//!
//! Only portero's own lines of one list are touched; what stood in them is remembered first, so that mail and the
//! rest go on to the program that had them, and so that `unregister` can restore it.

mod entry;
mod list;
mod store;

use std::path::PathBuf;

use list::List;
use store::Store;

use crate::env::{APPLICATION_ID, Env};
use crate::error::{Code, Error};
use crate::message;
use crate::probe::Probe;
use crate::system::mime_apps::scheme_type;

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

/// One line that changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The type (`x-scheme-handler/…`).
    pub media_type: String,
    /// What stands there, if anything.
    pub before: Option<String>,
    /// What shall stand there; `None` takes the line away.
    pub after: Option<String>,
}

/// The changes of one list, not yet made.
#[derive(Debug)]
pub struct Edit<'a> {
    env: &'a Env,
    scope: Scope,
    list: List,
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
    let changes = types.filter_map(|media_type| to_own(&list, media_type)).collect();
    Ok(Edit { env, scope, list, changes })
}

/// What puts the lines that still name portero back; all of them when no scheme is named.
pub fn end<'a>(env: &'a Env, scope: Scope, schemes: &[String]) -> Result<Edit<'a>, Error> {
    let list = List::read(&list_path(env, scope)?)?;
    let store = Store::open(env, scope)?;
    let asked: Vec<String> = schemes.iter().map(|scheme| scheme_type(scheme)).collect();
    let mut ours = list.types_of(&own_id());
    ours.retain(|media_type| asked.is_empty() || asked.contains(media_type));
    let changes = ours.into_iter().map(|media_type| to_former(&list, &store, media_type)).collect();
    Ok(Edit { env, scope, list, changes })
}

/// Registers: remembers what stands in the lines, brings the desktop entry if there is none, then changes them.
pub fn apply_registration(mut edit: Edit) -> Result<(), Error> {
    edit.list.check_writable()?;
    let mut store = Store::open(edit.env, edit.scope)?;
    for change in &edit.changes {
        store.remember(&edit.list, change);
        edit.list.set(&change.media_type, &own_id());
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

/// Puts the lines back, and takes away what was brought along once no line names portero any more.
pub fn apply_end(mut edit: Edit) -> Result<(), Error> {
    edit.list.check_writable()?;
    let mut store = Store::open(edit.env, edit.scope)?;
    for change in &edit.changes {
        match &change.after {
            Some(value) => edit.list.set(&change.media_type, value),
            None => edit.list.remove(&change.media_type),
        }
    }
    let over = edit.list.types_of(&own_id()).is_empty();
    if over && store.made_group(&edit.list) {
        edit.list.remove_empty_group();
    }
    edit.list.write()?;
    for change in &edit.changes {
        store.forget(&edit.list, &change.media_type);
    }
    if over {
        entry::remove(&store.take_files())?;
        entry::refresh_cache(edit.env, edit.scope);
    }
    store.save()
}

fn to_own(list: &List, media_type: String) -> Option<Change> {
    let before = list.value(&media_type);
    let is_first = list::names(before.as_deref().unwrap_or_default()).first() == Some(&own_id().as_str());
    (!is_first).then(|| Change { before, after: Some(own_id()), media_type })
}

/// Back to what is remembered; where others stand beside portero, they stay.
fn to_former(list: &List, store: &Store, media_type: String) -> Change {
    let before = list.value(&media_type);
    let own = own_id();
    let others: Vec<&str> =
        list::names(before.as_deref().unwrap_or_default()).into_iter().filter(|id| *id != own).collect();
    let after = if others.is_empty() { store.former(list, &media_type) } else { Some(others.join(";")) };
    Change { media_type, before, after }
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
