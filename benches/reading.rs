//! What reading a URI costs: time a byte from 100 B to 1 MB, and the two commonest URIs.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use portero::probe::Nothing;
use portero::reading;

const MAIL: &str = "mailto:jane%40example.com,joe@example.org?cc=bob@example.net&subject=Re%3A%20%5BPATCH%20v2%5D%20x\
    &in-reply-to=%3C3469A91.D10AF4C@example.com%3E&body=Hello%20Jane,%0D%0A%0D%0Athanks%20for%20the%20patch.%0D%0AJoe";

fn read(uri: &str) {
    let reading = reading::read(black_box(uri).as_ref(), None, &Nothing);
    assert!(black_box(reading).is_ok());
}

fn common(criterion: &mut Criterion) {
    criterion.bench_function("man:ls(1)", |bencher| bencher.iter(|| read("man:ls(1)")));
    criterion.bench_function("a full mailto", |bencher| bencher.iter(|| read(MAIL)));
    criterion
        .bench_function("info:(gcc)G++ and GCC", |bencher| bencher.iter(|| read("info:(gcc)G++ and GCC")));
    criterion.bench_function("https", |bencher| bencher.iter(|| read("https://example.org/a/b?c=d&e=f#g")));
}

/// A mail whose body makes it as long as this.
fn mail_of(bytes: usize) -> String {
    const START: &str = "mailto:a@example.org?body=";
    const LINE: &str = "words%20and%20more,%20then%20a%20line%20break%0D%0A";
    let body: String = LINE.chars().cycle().take(bytes - START.len()).collect();
    format!("{START}{body}")
}

fn growth(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("mail body");
    for bytes in [100, 1_000, 10_000, 100_000, 1_000_000] {
        let uri = mail_of(bytes);
        group.throughput(Throughput::Bytes(bytes as u64));
        group.bench_with_input(BenchmarkId::from_parameter(bytes), &uri, |bencher, uri| {
            bencher.iter(|| read(uri));
        });
    }
    group.finish();
}

criterion_group!(benches, common, growth);
criterion_main!(benches);
