//! The news card: a group or an article, and what can open it.

use super::{row, table};
use crate::document::context::Context;
use crate::document::model::{Block, Cell, Document, List, Spans, Style};
use crate::scheme::news::{Article, NewsArticle, NewsServer, Newsgroup};

/// Programs that read news: what people call them, and the name of the file.
const READERS: &[(&str, &str)] = &[
    ("Thunderbird", "thunderbird"),
    ("Pan", "pan"),
    ("Claws Mail", "claws-mail"),
    ("Betterbird", "betterbird"),
    ("slrn", "slrn"),
    ("tin", "tin"),
    ("Emacs (Gnus)", "emacs"),
];

/// The page of a newsgroup.
pub fn group(group: &Newsgroup, context: &Context<'_>) -> Document {
    let title = if &*group.group == "*" { "All newsgroups".to_owned() } else { group.group.to_string() };
    let fields = vec![row("Newsgroup", Spans::plain(group.group.to_string()))];
    page(title, "Newsgroup", fields, group.server.as_ref(), context)
}

/// The page of an article.
pub fn article(article: &NewsArticle, context: &Context<'_>) -> Document {
    let fields = match &article.article {
        Article::Identity(id) => vec![row("Message-ID", Spans::plain(format!("<{}>", &**id)))],
        Article::Number(group, number) => vec![
            row("Newsgroup", Spans::plain(group.to_string())),
            row("Number", Spans::plain(number.to_string())),
        ],
    };
    page("A news article".to_owned(), "Article", fields, article.server.as_ref(), context)
}

fn page(
    title: String,
    what: &str,
    mut fields: Vec<Vec<Cell>>,
    server: Option<&NewsServer>,
    context: &Context<'_>,
) -> Document {
    let server = server.map_or_else(
        || "the one of your news program".to_owned(),
        |server| format!("{}, port {}", server.host.ascii(), server.port.number()),
    );
    fields.push(row("Server", Spans::plain(server)));
    let mut blocks = vec![table(fields)];
    blocks.append(&mut readers(context));
    Document { title, facts: vec![what.to_owned()], blocks, ..Document::default() }
}

fn readers(context: &Context<'_>) -> Vec<Block> {
    let installed = |(_, file): &&(&str, &str)| context.program(file).is_ok();
    let here: Vec<_> = READERS.iter().filter(installed).collect();
    let (words, programs) = if here.is_empty() {
        ("No program that reads news is installed. Any of these can open it:", READERS.iter().collect())
    } else {
        ("These installed programs can open it:", here)
    };
    let item = |(name, file): &&(&str, &str)| {
        let mut spans = Spans::plain(format!("{name} "));
        spans.push(file, Style::CODE, None);
        vec![Block::Paragraph(spans)]
    };
    let items = programs.iter().map(item).collect();
    vec![Block::text(words), Block::List(List { first: None, items })]
}
