//! Help documents, which other programs show: where one is, and where it can be read.

use super::Failure;
use super::context::Context;
use super::model::{Block, Document, List, Spans};
use super::uris;
use crate::error::{Code, Error};
use crate::message;
use crate::probe::Documentation;
use crate::scheme::help::Help;

/// Programs that show help documents.
const READERS: &[(&str, &str)] = &[("Yelp", "yelp"), ("KHelpCenter", "khelpcenter")];

/// The page that stands in for a help document.
///
/// # Errors
/// Always: the page says what is missing.
pub fn load(help: &Help, context: &Context<'_>) -> Result<Document, Failure> {
    let name = help.document.as_deref().or(help.path.as_deref()).unwrap_or_default();
    let folders = context.folders(Documentation::Help);
    let installed = folders.iter().any(|folder| {
        folder.join("C").join(name).exists()
            || folder.join(name).exists()
            || folder.join("en").join(name).exists()
    });
    let reader = READERS.iter().any(|(_, file)| context.program(file).is_ok());
    let (code, message) = match (installed || help.path.is_some(), reader) {
        (false, _) => (Code::NotFound, message!("The help document {name} is not installed.", name)),
        (true, false) => {
            (Code::NoProgram, message!("No program is installed that shows the help document {name}.", name))
        }
        (true, true) => {
            (Code::NoProgram, message!("The help document {name} is shown by its own program.", name))
        }
    };
    let mut blocks = vec![context.text(&message)];
    if !reader {
        let names: Vec<&str> = READERS.iter().map(|(name, _)| *name).collect();
        blocks.push(
            context.text(&message!("Programs that show help documents: {names}.", names = names.join(", "))),
        );
    }
    if let Some(document) = help.document.as_deref() {
        blocks
            .push(context.text(&message!("It can be read on the web, where its project has put it there:")));
        let item = |uri: String| vec![Block::Paragraph(Spans::link(uri.clone(), uri))];
        let items = online(document, help.page.as_deref()).map(item).into();
        blocks.push(Block::List(List { first: None, items }));
    }
    let page = Document { blocks, ..context.own_page(context.say(&message!("Help: {name}", name))) };
    Err(Failure::new(Error::new(code, message), page))
}

/// GNOME's and KDE's pages of a document.
fn online(document: &str, page: Option<&str>) -> [String; 2] {
    let name = uris::encode(document, "");
    let page = uris::encode(page.unwrap_or("index"), "/");
    [
        format!("https://help.gnome.org/users/{name}/stable/{page}.html"),
        format!("https://docs.kde.org/?application={name}"),
    ]
}
