//! Interpreters: programs that read an argument as code. No field may stand in code without the filter for it.

use crate::message;
use crate::message::Message;
use crate::template::{Filter, Part, Template, Word};

/// What is wrong with a template, and the place of the word among [`Template::words`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Which word.
    pub word: usize,
    /// What is wrong.
    pub message: Message,
    /// What to do about it.
    pub help: Message,
}

struct Interpreter {
    names: &'static [&'static str],
    code: Code,
    /// The filter that makes a value safe in its code.
    filter: Option<Filter>,
}

enum Code {
    /// The argument behind one of these options, or glued to it after `=`; `short` ones also in a cluster (`-xc`).
    Behind { options: &'static [&'static str], short: Option<char> },
    /// The same, where a whole command in several arguments is none (`{argv...}` of a terminal).
    BehindAlone { options: &'static [&'static str], short: Option<char> },
    /// Every operand, once one of these options is there.
    Operands(&'static [&'static str]),
    /// Whatever follows the program's name.
    All,
    /// Assignments of variables before the program that it starts, and these options.
    Assignments(&'static [&'static str]),
}

/// Version numbers at the end of a name (`python3.11`) do not count.
const INTERPRETERS: &[Interpreter] = &[
    Interpreter {
        names: &[
            "sh", "bash", "dash", "ash", "zsh", "ksh", "mksh", "yash", "busybox", "su", "runuser", "script",
        ],
        code: Code::Behind { options: &["--command", "--init-file", "--rcfile"], short: Some('c') },
        filter: Some(Filter::Sh),
    },
    Interpreter {
        names: &["fish", "tcsh", "csh", "nu", "xonsh", "elvish", "rc", "pwsh", "osascript"],
        code: Code::Behind {
            options: &["--command", "--commands", "--init-command", "-C", "-Command", "-e"],
            short: Some('c'),
        },
        filter: None,
    },
    Interpreter {
        names: &["emacs"],
        code: Code::Behind {
            options: &["--eval", "-eval", "--execute", "-execute", "-f", "--funcall"],
            short: None,
        },
        filter: Some(Filter::Elisp),
    },
    Interpreter {
        names: &["emacsclient"],
        code: Code::Operands(&["--eval", "-e"]),
        filter: Some(Filter::Elisp),
    },
    Interpreter {
        names: &["python", "pypy"],
        code: Code::Behind { options: &[], short: Some('c') },
        filter: None,
    },
    Interpreter {
        names: &[
            "perl", "ruby", "node", "nodejs", "lua", "luajit", "guile", "php", "Rscript", "deno", "bun",
            "tclsh",
        ],
        code: Code::Behind {
            options: &[
                "-e", "-E", "-r", "-R", "-B", "-p", "--eval", "--print", "--run", "--expr", "-c", "-l",
            ],
            short: Some('e'),
        },
        filter: None,
    },
    Interpreter {
        names: &["awk", "gawk", "mawk", "sed", "expect", "ssh", "watch", "eval", "at", "parallel"],
        code: Code::All,
        filter: None,
    },
    Interpreter {
        names: &["vi", "vim", "nvim", "gvim", "view", "ex", "less"],
        code: Code::Behind { options: &["-c", "--cmd", "-S", "+"], short: None },
        filter: None,
    },
    Interpreter { names: &["env"], code: Code::Assignments(&["-S", "--split-string"]), filter: None },
    // Terminals that take a command as one string, which they split or hand to a shell.
    Interpreter {
        names: &[
            "gnome-terminal",
            "xfce4-terminal",
            "mate-terminal",
            "lxterminal",
            "terminator",
            "tilix",
            "guake",
        ],
        code: Code::Behind { options: &["-e", "--command", "--execute-command"], short: None },
        filter: None,
    },
    // With a single argument after it, these hand that one to a shell.
    Interpreter {
        names: &[
            "xterm",
            "uxterm",
            "urxvt",
            "rxvt",
            "tmux",
            "screen",
            "qterminal",
            "blackbox",
            "blackbox-terminal",
        ],
        code: Code::BehindAlone {
            options: &["-e", "new-session", "new-window", "split-window", "--command"],
            short: Some('c'),
        },
        filter: None,
    },
];

/// Every field of a template that stands in code without the filter for it. Any word that names an interpreter is
/// taken for one, so that `env`, `setsid` or a terminal before it hide nothing.
pub fn faults(template: &Template) -> Vec<Fault> {
    let words = numbered(template);
    let mut faults = Vec::new();
    for (place, word) in words.iter().enumerate() {
        let name = word.fixed().map(plain_name).unwrap_or_default();
        for interpreter in INTERPRETERS.iter().filter(|interpreter| interpreter.names.contains(&name)) {
            faults.extend(interpreter.faults(name, place, &words));
        }
    }
    faults
}

/// Whether a program is a shell.
pub fn is_shell(program: &str) -> bool {
    INTERPRETERS[..2].iter().any(|shells| shells.names.contains(&plain_name(program)))
}

fn numbered(template: &Template) -> Vec<&Word> {
    template.parts.iter().flat_map(Part::words).collect()
}

/// The name without folder and version.
fn plain_name(program: &str) -> &str {
    let name = program.rsplit('/').next().unwrap_or(program);
    name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-')
}

impl Interpreter {
    fn faults(&self, name: &str, place: usize, words: &[&Word]) -> Vec<Fault> {
        let behind = place + 1..words.len();
        let code = behind.filter(|index| self.code.is_code(&words[place + 1..], index - place - 1));
        code.filter(|index| !self.is_harmless(words[*index])).map(|index| self.fault(name, index)).collect()
    }

    /// No field, or every field through the filter and in the place that the filter is made for.
    fn is_harmless(&self, word: &Word) -> bool {
        let filtered = |filter| word.holes().all(|hole| hole.filter == Some(filter));
        let is_command = word.spread().is_some_and(|hole| hole.field == "argv");
        word.holes().next().is_none()
            || is_command && matches!(self.code, Code::BehindAlone { .. })
            || self.filter.is_some_and(|filter| filtered(filter) && fits(filter, word))
    }

    fn fault(&self, name: &str, word: usize) -> Fault {
        let help = match self.filter {
            Some(Filter::Sh) => {
                let way = r#"["sh", "-c", "… \"$1\"", "sh", "{field}"]"#;
                message!("hand it on as an argument: `{way}`, or write `{{field|sh}}` outside of quotes", way)
            }
            Some(Filter::Elisp) => {
                message!("write `{way}`, inside the quotes of a Lisp string", way = r#"\"{field|elisp}\""#)
            }
            _ => message!("hand it on as an argument of its own that the program does not read as code"),
        };
        Fault { word, message: message!("a field would become code of {name}", name), help }
    }
}

impl Code {
    /// Whether the word at `index` of those behind the program's name is code.
    fn is_code(&self, words: &[&Word], index: usize) -> bool {
        let word = words[index];
        let before = index.checked_sub(1).and_then(|before| words[before].fixed()).unwrap_or_default();
        let glued = |options: &[&str]| {
            options.iter().any(|option| {
                let rest = word.prefix().strip_prefix(option);
                rest.is_some_and(|rest| *option == "+" || rest.starts_with('='))
            })
        };
        match self {
            Self::All => true,
            Self::Behind { options, short } | Self::BehindAlone { options, short } => {
                options.contains(&before) || glued(options) || short.is_some_and(|c| ends_cluster(before, c))
            }
            Self::Operands(options) => {
                glued(options)
                    || words[..index]
                        .iter()
                        .filter_map(|word| word.fixed())
                        .any(|word| options.contains(&word))
            }
            Self::Assignments(options) => {
                options.contains(&before) || glued(options) || is_assignment(word.prefix())
            }
        }
    }
}

/// `-c`, `-lc`.
fn ends_cluster(option: &str, letter: char) -> bool {
    let Some(letters) = option.strip_prefix('-') else { return false };
    letters.ends_with(letter) && letters.chars().all(|c| c.is_ascii_alphabetic())
}

fn is_assignment(prefix: &str) -> bool {
    let Some((name, _)) = prefix.split_once('=') else { return false };
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// A shell word stands outside of quotes, the inside of a Lisp string between them.
fn fits(filter: Filter, word: &Word) -> bool {
    let mut quote = None;
    word.pieces.iter().all(|piece| match piece {
        crate::template::Piece::Text(text) => {
            quote = quote_after(text, quote, filter);
            true
        }
        crate::template::Piece::Hole(_) => (filter == Filter::Elisp) == quote.is_some(),
    })
}

/// The quote that is open after a text.
fn quote_after(text: &str, open: Option<char>, filter: Filter) -> Option<char> {
    let mut open = open;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match (open, character) {
            (Some('\''), '\\') => {}
            (_, '\\') => drop(characters.next()),
            (None, '"') => open = Some('"'),
            (None, '\'') if filter == Filter::Sh => open = Some('\''),
            (Some(quote), character) if quote == character => open = None,
            _ => {}
        }
    }
    open
}

#[cfg(test)]
mod tests {
    use super::*;

    fn template(words: &[&str]) -> Template {
        Template { parts: words.iter().map(|text| Part::Word(Word::parse(text).unwrap())).collect() }
    }

    #[test]
    fn fields_in_code_are_refused() {
        let rows: &[&[&str]] = &[
            &["sh", "-c", "mutt \"{uri}\""],
            &["/bin/bash", "-lc", "x {uri}"],
            &["sh", "-c", "mutt '{uri|sh}'"],
            &["env", "FOO={uri}", "prog"],
            &["env", "-S", "{uri}"],
            &["env", "A=b", "sh", "-c", "{uri}"],
            &["python3.11", "-c", "print('{uri}')"],
            &["perl", "-ne", "{uri}"],
            &["emacs", "--eval", "(x {uri|elisp})"],
            &["emacs", "--eval=(x \"{uri}\")"],
            &["emacsclient", "-e", "-n", "(x \"{uri|url}\")"],
            &["xfce4-terminal", "-e", "mutt {uri}"],
            &["xterm", "-e", "{uri}"],
            &["xterm", "-e", "{words...}"],
            &["xfce4-terminal", "-e", "{argv...}"],
            &["ssh", "host", "open", "{uri}"],
            &["vim", "+{page}"],
            &["nvim", "-c", "Man {page}"],
        ];
        for words in rows {
            assert_eq!(faults(&template(words)).len(), 1, "{words:?}");
        }
    }

    #[test]
    fn arguments_beside_the_code_are_fine() {
        let rows: &[&[&str]] = &[
            &["sh", "-c", "mutt \"$1\"", "sh", "{uri}"],
            &["sh", "-c", "mutt {uri|sh}"],
            &["emacs", "--eval", "(x \"{uri|elisp}\" \"{page|elisp}\")"],
            &["emacsclient", "-n", "{path}"],
            &["python3", "script.py", "{uri}"],
            &["env", "FOO=bar", "prog", "{uri}"],
            &["xterm", "-e", "mutt", "{uri}"],
            &["xterm", "-hold", "-e", "{argv...}"],
            &["vim", "{path}"],
            &["browser", "--url={uri}"],
        ];
        for words in rows {
            assert_eq!(faults(&template(words)), [], "{words:?}");
        }
    }
}
