//! What a decision costs among few and among many rules, and what it costs to read them.

use std::fmt::Write;
use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use portero::config;
use portero::plan;
use portero::probe::fake::Fake;

const COUNTS: [usize; 3] = [10, 1_000, 10_000];

/// A config of so many rules, each for a host of its own; a quarter of them with a wildcard.
fn config(rules: usize) -> String {
    let mut text = String::new();
    for number in 0..rules {
        let star = if number % 4 == 0 { "*." } else { "" };
        let _ = write!(
            text,
            "[[rules]]\nmatch = {{ scheme = \"https\", host = \"{star}h{number}.example\" }}\n\
             exec = [\"firefox\", \"{{uri}}\"]\n"
        );
    }
    text
}

fn decide(criterion: &mut Criterion) {
    let machine = Fake::with_programs(["firefox"]);
    let mut group = criterion.benchmark_group("decide");
    for count in COUNTS {
        let loaded = config::of_text("config.toml", &config(count));
        let rules = &loaded.config.rules;
        let last = format!("https://h{}.example/a", count - 1);
        for (name, uri) in [("last rule", last.as_str()), ("no rule", "man:ls(1)")] {
            group.bench_with_input(BenchmarkId::new(name, count), uri, |bencher, uri| {
                bencher.iter(|| plan::build(black_box(uri.as_ref()), None, rules, &machine));
            });
        }
    }
    group.finish();
}

fn load(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("load");
    group.sample_size(10);
    for count in COUNTS {
        let text = config(count);
        group.bench_with_input(BenchmarkId::from_parameter(count), &text, |bencher, text| {
            bencher.iter(|| config::of_text("config.toml", black_box(text)));
        });
    }
    group.finish();
}

criterion_group!(benches, decide, load);
criterion_main!(benches);
