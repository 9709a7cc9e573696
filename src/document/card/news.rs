//! The news card: a group or an article, and what can open it.

use super::{row, table};
use crate::document::context::Context;
use crate::document::model::{Block, Cell, Document, List, Spans, Style};
use crate::message;
use crate::message::Message;
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
    let title =
        if &*group.group == "*" { message!("All newsgroups") } else { Message::quoted(&*group.group) };
    let fields = vec![row(&context.say(&message!("Newsgroup")), Spans::plain(group.group.to_string()))];
    page(&title, &message!("Newsgroup"), fields, group.server.as_ref(), context)
}

/// The page of an article.
pub fn article(article: &NewsArticle, context: &Context<'_>) -> Document {
    let fields = match &article.article {
        Article::Identity(id) => vec![row("Message-ID", Spans::plain(format!("<{}>", &**id)))],
        Article::Number(group, number) => vec![
            row(&context.say(&message!("Newsgroup")), Spans::plain(group.to_string())),
            row(&context.say(&message!("Number")), Spans::plain(number.to_string())),
        ],
    };
    page(&message!("A news article"), &message!("Article"), fields, article.server.as_ref(), context)
}

fn page(
    title: &Message,
    what: &Message,
    mut fields: Vec<Vec<Cell>>,
    server: Option<&NewsServer>,
    context: &Context<'_>,
) -> Document {
    let server = server.map_or_else(
        || message!("the one of your news program"),
        |server| message!("{host}, port {port}", host = server.host.ascii(), port = server.port.number()),
    );
    fields.push(row(&context.say(&message!("Server")), Spans::plain(context.say(&server))));
    let mut blocks = vec![table(fields)];
    blocks.append(&mut readers(context));
    Document { facts: vec![context.say(what)], blocks, ..context.own_page(context.say(title)) }
}

fn readers(context: &Context<'_>) -> Vec<Block> {
    let installed = |(_, file): &&(&str, &str)| context.program(file).is_ok();
    let here: Vec<_> = READERS.iter().filter(installed).collect();
    let (words, programs) = if here.is_empty() {
        (
            message!("No program that reads news is installed. Any of these can open it:"),
            READERS.iter().collect(),
        )
    } else {
        (message!("These installed programs can open it:"), here)
    };
    let item = |(name, file): &&(&str, &str)| {
        let mut spans = Spans::plain(format!("{name} "));
        spans.push(file, Style::CODE, None);
        vec![Block::Paragraph(spans)]
    };
    let items = programs.iter().map(item).collect();
    vec![context.text(&words), Block::List(List { first: None, items })]
}
