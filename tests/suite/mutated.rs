//! Mutated input for the readers: no panic, markup that parses, no raw `<`. A short run each time; `PORTERO_FUZZ`
//! says how many seconds a long one takes.

use std::time::{Duration, Instant};

use portero::document::groff;
use portero::document::info;
use portero::document::model::{Block, Document};
use portero::html::{self, Links};
use portero::terminal::{self, Look};

use crate::markup;

/// Marsaglia's xorshift: reproducible, and random enough to break a reader.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % (limit.max(1) as u64)).unwrap()
    }

    /// The text with a few pieces cut out, doubled, swapped, or put in from the list.
    pub fn mutate(&mut self, text: &str, pieces: &[&str]) -> String {
        let mut chars: Vec<char> = text.chars().collect();
        for _ in 0..=self.below(8) {
            let at = self.below(chars.len() + 1);
            let end = (at + self.below(40)).min(chars.len());
            match self.below(5) {
                0 => drop(chars.drain(at..end)),
                1 => {
                    let piece: Vec<char> = chars[at..end].to_vec();
                    let to = self.below(chars.len() + 1);
                    chars.splice(to..to, piece);
                }
                2 => {
                    let c = char::from_u32(u32::try_from(self.below(0x3000)).unwrap()).unwrap_or('x');
                    chars.splice(at..at, [c]);
                }
                _ => {
                    let piece = pieces[self.below(pieces.len())];
                    chars.splice(at..at, piece.chars());
                }
            }
        }
        chars.into_iter().collect()
    }
}

fn run(seed: u64, samples: &[&str], pieces: &[&str], read: impl Fn(&str) -> Vec<Block>) {
    let seconds = std::env::var("PORTERO_FUZZ").ok().and_then(|text| text.parse().ok());
    let end = Instant::now() + Duration::from_secs(seconds.unwrap_or(1));
    let mut random = Random(seed);
    let mut rounds = 0;
    while Instant::now() < end {
        let sample = samples[random.below(samples.len())];
        let text = random.mutate(sample, pieces);
        let document = Document { title: "x".into(), blocks: read(&text), ..Document::default() };
        let page = html::page(&document, Links::Wrapped);
        assert_eq!(markup::fault(&page), None, "from {text:?}");
        let width = random.below(120);
        let text = terminal::render(&document, &Look::plain(width));
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
        rounds += 1;
    }
    println!("{rounds} rounds");
}

#[test]
fn groff_output() {
    let pieces = [
        "\nV-99999999999\n",
        "\nh2147483647\n",
        "\nv-40\n",
        "\nDl 240 0\n",
        "\nDl 0 -9999999\n",
        "\nCu0301\n",
        "\nt<b>\n",
        "\nx X portero:table 0 1 0\n",
        "\nx X portero:state 168 0 an-2\n",
        "\nx X devtag:.NH 1\n",
        "\np1\n",
        "\nN60\n",
        "\nx font 9 CBI\nf9\n",
        "\nx res 0 0 0\n",
        "\nu-9 ab\n",
        "\n+x\n",
        "\nx X portero:text 0 1 0\n",
    ];
    run(
        1,
        &[include_str!("../documents/table.ditroff"), include_str!("../documents/list.ditroff")],
        &pieces,
        |text| groff::read(text.as_bytes()).unwrap().blocks,
    );
}

#[test]
fn info_text() {
    let pieces = [
        "\n* Menu:\n",
        "*note ",
        "::",
        "\u{7f}",
        "\0\u{8}[image src=\"",
        "\0\u{8}[index\0\u{8}]",
        "\0\u{8}]",
        "\n     ",
        "\n   * ",
        "\n -- F: x\n",
        "\n=====\n",
        "<script>",
        "\u{1b}[1;",
        "‘",
        "’",
        "\n\n",
        "* a:(",
        ")b.",
        "\t",
    ];
    let sample = include_str!("../documents/node.txt");
    run(2, &[sample], &pieces, |text| info::blocks(text, "x"));
}
