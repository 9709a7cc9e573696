//! What each arrow of the way of a URI costs by itself.
#![allow(clippy::unwrap_used, reason = "a measurement that cannot be made has no result")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use portero::document::groff;
use portero::document::model::Document;
use portero::html::{self, Links};
use portero::probe::Nothing;
use portero::reading;
use portero::reference::Reference;
use portero::rule::matcher::Subject;
use portero::scheme::Request;
use portero::target::{self, Value};
use portero::template::{Part, Template, Word};
use portero::terminal::{self, Look};
use portero::uri::Uri;
use portero::{config, probe::fake::Fake};

const URIS: [&str; 3] =
    ["man:ls(1)", "mailto:a@b.example?subject=Hi%20there", "https://example.org/a/b?c=d#e"];

fn reading_steps(criterion: &mut Criterion) {
    for text in URIS {
        let scheme = target::find(text.split(':').next().unwrap()).unwrap();
        let uri = Uri::parse(text, scheme.syntax).unwrap();
        let mut group = criterion.benchmark_group(text);
        group.bench_function("clean", |bencher| bencher.iter(|| Reference::clean(black_box(text.as_ref()))));
        group.bench_function("parse", |bencher| bencher.iter(|| Uri::parse(black_box(text), scheme.syntax)));
        group.bench_function("classify", |bencher| {
            bencher.iter(|| {
                let mut request = Request { uri: &uri, scheme, probe: &Nothing, warnings: Vec::new() };
                (scheme.parse)(black_box(&mut request)).unwrap()
            });
        });
        group.finish();
    }
}

fn rule_steps(criterion: &mut Criterion) {
    let machine = Fake::default();
    let reading = reading::read("man:ls(1)".as_ref(), None, &machine).unwrap();
    let subject = Subject { reading: &reading, probe: &machine };
    let rules = config::of_text("config.toml", "[schemes]\nman = [\"xterm\", \"-e\", \"man\", \"{page}\"]\n");
    criterion.bench_function("match", |bencher| {
        bencher.iter(|| rules.config.rules.first_match(black_box(&subject), &mut Vec::new()).is_some());
    });
    let words =
        ["xterm", "-e", "man", "{page}", "{section}"].map(|word| Part::Word(Word::parse(word).unwrap()));
    let template = Template { parts: words.to_vec() };
    criterion.bench_function("expand", |bencher| {
        bencher.iter(|| {
            black_box(&template).expand(&|name| reading.target.value(name).unwrap_or(Value::Absent))
        });
    });
}

/// What groff hands on, as a page and in both forms.
fn render(criterion: &mut Criterion) {
    const OUTPUT: &str = include_str!("../tests/documents/list.ditroff");
    criterion.bench_function("read groff's output", |bencher| {
        bencher.iter(|| groff::read(black_box(OUTPUT.as_bytes())));
    });
    let document = Document { blocks: groff::read(OUTPUT.as_bytes()).unwrap().blocks, ..Document::default() };
    criterion.bench_function("render HTML", |bencher| {
        bencher.iter(|| html::page(black_box(&document), Links::Direct));
    });
    let look = Look { width: 80, attributes: false, colours: false, hyperlinks: false };
    criterion.bench_function("render text", |bencher| {
        bencher.iter(|| terminal::render(black_box(&document), &look));
    });
}

criterion_group!(benches, reading_steps, rule_steps, render);
criterion_main!(benches);
