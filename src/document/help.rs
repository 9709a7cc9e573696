//! Help documents, which other programs show: where one is, and where it can be read.

use super::Failure;
use super::context::Context;
use super::model::{Block, Document, List, Spans};
use super::uris;
use crate::error::{Code, Error};
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
        (false, _) => (Code::NotFound, format!("The help document {name} is not installed.")),
        (true, false) => {
            (Code::NoProgram, format!("No program is installed that shows the help document {name}."))
        }
        (true, true) => (Code::NoProgram, format!("The help document {name} is shown by its own program.")),
    };
    let mut blocks = vec![Block::text(message.clone())];
    if !reader {
        let names: Vec<&str> = READERS.iter().map(|(name, _)| *name).collect();
        blocks.push(Block::text(format!("Programs that show help documents: {}.", names.join(", "))));
    }
    if let Some(document) = help.document.as_deref() {
        blocks.push(Block::text("It can be read on the web, where its project has put it there:"));
        let item = |uri: String| vec![Block::Paragraph(Spans::link(uri.clone(), uri))];
        let items = online(document, help.page.as_deref()).map(item).into();
        blocks.push(Block::List(List { first: None, items }));
    }
    let page = Document { title: format!("Help: {name}"), blocks, ..Document::default() };
    Err(Failure { error: Error::new(code, message), page: Box::new(page) })
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
