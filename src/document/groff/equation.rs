//! Equations (eqn(1)) as a line of text: a terminal device cannot raise or stack anything, so that eqn's own output
//! there loses what is above and below. `{ a + b } over c sup 2` reads `(a + b)/c^2`.

use std::borrow::Cow;

/// Words and their signs, by turns.
const SIGNS: &str = "\
    alpha α beta β gamma γ delta δ epsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ \
    omicron ο pi π rho ρ sigma σ tau τ upsilon υ phi φ chi χ psi ψ omega ω GAMMA Γ DELTA Δ THETA Θ \
    LAMBDA Λ XI Ξ PI Π SIGMA Σ UPSILON Υ PHI Φ PSI Ψ OMEGA Ω sum ∑ int ∫ prod ∏ union ∪ inter ∩ inf ∞ \
    partial ∂ half ½ prime ′ approx ≈ cdot ⋅ times × del ∇ grad ∇ >= ≥ <= ≤ == ≡ != ≠ +- ± -> → <- ← << \
    ≪ >> ≫ ... … ,..., ,…, - −";
/// Words for marks over and under the box before them, and the marks.
const MARKS: &str = "hat \u{302} tilde \u{303} bar \u{304} dot \u{307} dotdot \u{308} vec \u{20d7} dyad \u{20e1} under \u{332}";
/// Words that only tell how something looks.
const LOOKS: &str = "roman italic bold fat mark lineup nothing pile lpile cpile rpile matrix ccol lcol rcol";
/// The same with a word behind them.
const SIZES: &str = "font size gfont gsize fwd back up down";
/// Nobody writes braces so deep.
const DEEPEST: usize = 40;

/// What is in force for the equations of a page.
#[derive(Debug, Default)]
pub struct Equations {
    delimiters: Option<(char, char)>,
}

impl Equations {
    /// The text of what stands between `.EQ` and `.EN`; settings there are taken over.
    pub fn block(&mut self, lines: &[&str]) -> String {
        let mut source = String::new();
        for line in lines {
            match line.trim().strip_prefix("delim") {
                Some(signs) => self.delimiters = delimiters(signs.trim()),
                None if line.trim_start().starts_with("define") => {}
                None => source.extend([line, " "]),
            }
        }
        text(&source)
    }

    /// A line of the page with the equations in it as text.
    pub fn line<'a>(&self, line: &'a str) -> Cow<'a, str> {
        let Some((open, close)) = self.delimiters.filter(|(open, _)| line.contains(*open)) else {
            return Cow::Borrowed(line);
        };
        let mut out = String::new();
        let mut rest = line;
        while let Some((before, after)) = rest.split_once(open) {
            let Some((equation, after)) = after.split_once(close) else { break };
            out.push_str(before);
            out.push_str(&text(equation));
            rest = after;
        }
        out.push_str(rest);
        Cow::Owned(out)
    }
}

/// `$$` sets both, `off` none.
fn delimiters(signs: &str) -> Option<(char, char)> {
    let mut chars = signs.chars();
    Some((chars.next()?, chars.next()?)).filter(|_| signs != "off")
}

fn text(source: &str) -> String {
    let tokens = tokens(source);
    Reader { tokens: &tokens, at: 0, depth: 0 }.row().text
}

/// Words, braces and strings; tildes and circumflexes are blanks.
fn tokens(source: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = source;
    while let Some(start) = rest.find(|c: char| !c.is_whitespace() && c != '~' && c != '^') {
        rest = &rest[start..];
        let ends = |c: char| c.is_whitespace() || "{}~^\"".contains(c);
        let length = match rest.as_bytes() {
            [b'{' | b'}', ..] => 1,
            [b'"', ..] => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            _ => rest.find(ends).unwrap_or(rest.len()),
        };
        tokens.push(&rest[..length]);
        rest = &rest[length..];
    }
    tokens
}

/// A part of an equation.
#[derive(Debug, Default)]
struct Part {
    text: String,
    /// Whether it needs brackets where it stands beside an operator.
    compound: bool,
}

impl Part {
    fn grouped(&self) -> Cow<'_, str> {
        if self.compound { Cow::Owned(format!("({})", self.text)) } else { Cow::Borrowed(&self.text) }
    }
}

struct Reader<'a> {
    tokens: &'a [&'a str],
    at: usize,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let token = self.tokens.get(self.at).copied();
        self.at += 1;
        token
    }

    fn peek(&self) -> Option<&'a str> {
        self.tokens.get(self.at).copied()
    }

    /// Everything up to the end or a closing brace, which is read too.
    fn row(&mut self) -> Part {
        let mut parts: Vec<Part> = Vec::new();
        while let Some(token) = self.peek().filter(|token| *token != "}") {
            match token {
                "over" => {
                    self.at += 1;
                    let above = parts.pop().unwrap_or_default();
                    let text = format!("{}/{}", above.grouped(), self.scripted().grouped());
                    parts.push(Part { text, compound: true });
                }
                "above" => {
                    self.at += 1;
                    parts.push(Part { text: ";".into(), compound: false });
                }
                _ => parts.push(self.scripted()),
            }
        }
        self.at += 1;
        let compound = parts.len() > 1 || parts.first().is_some_and(|part| part.compound);
        let texts = parts.iter().map(|part| part.text.as_str()).filter(|text| !text.is_empty());
        Part { text: texts.collect::<Vec<_>>().join(" ").replace(" ;", ";"), compound }
    }

    /// A box with what is raised, lowered or marked at it.
    fn scripted(&mut self) -> Part {
        let mut part = self.single();
        while let Some(token) = self.peek() {
            let sign = match token {
                "sup" | "to" => "^",
                "sub" | "from" => "_",
                _ => match find(MARKS, token) {
                    Some(mark) => {
                        self.at += 1;
                        part.text.push_str(mark);
                        continue;
                    }
                    None => break,
                },
            };
            self.at += 1;
            let script = self.single();
            part = Part { text: format!("{}{sign}{}", part.grouped(), script.grouped()), compound: false };
        }
        part
    }

    fn single(&mut self) -> Part {
        let Some(token) = self.next() else { return Part::default() };
        if self.depth >= DEEPEST {
            return plain(token);
        }
        self.depth += 1;
        let part = match token {
            "{" => self.row(),
            "sqrt" => Part { text: format!("√{}", self.single().grouped()), compound: false },
            "left" | "right" => plain(self.next().unwrap_or_default()),
            _ if has(LOOKS, token) => self.single(),
            _ if has(SIZES, token) => {
                self.at += 1;
                self.single()
            }
            _ => plain(token),
        };
        self.depth -= 1;
        part
    }
}

fn plain(token: &str) -> Part {
    let text = find(SIGNS, token).unwrap_or(token.trim_matches('"'));
    Part { text: text.to_owned(), compound: false }
}

/// The word after this one in a list of pairs.
fn find(pairs: &'static str, word: &str) -> Option<&'static str> {
    let mut words = pairs.split_whitespace();
    while let (Some(name), Some(value)) = (words.next(), words.next()) {
        if name == word {
            return Some(value);
        }
    }
    None
}

fn has(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|other| other == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_in_a_line() {
        let cases = [
            ("x = { -b +- sqrt { b sup 2 - 4 a c } } over { 2 a }", "x = (-b ± √(b^2 − 4 a c))/(2 a)"),
            ("sum from { i = 1 } to n x sub i", "∑_(i = 1)^n x_i"),
            ("a over b over c", "(a/b)/c"),
            ("left ( { 1 over 2 } right )", "( 1/2 )"),
            ("x hat ~ + ~ roman \"const ant\"", "x\u{302} + const ant"),
            ("size 8 pile { a above b }", "a; b"),
            ("{ { } over", "/"),
            ("sqrt", "√"),
        ];
        for (source, expected) in cases {
            assert_eq!(text(source), expected, "{source}");
        }
    }

    #[test]
    fn delimiters_come_and_go() {
        let mut equations = Equations::default();
        assert_eq!(equations.line("$5"), "$5");
        assert_eq!(equations.block(&["delim $$"]), "");
        assert_eq!(equations.line("where $a != 0$, $5"), "where a ≠ 0, $5");
        assert_eq!(equations.block(&["delim off", "alpha"]), "α");
        assert_eq!(equations.line("$a$"), "$a$");
    }

    #[test]
    fn deep_braces_end() {
        assert!(!text(&"{ sqrt ".repeat(100_000)).is_empty());
        assert!(!text(&"a sup ".repeat(10_000)).is_empty());
    }
}
