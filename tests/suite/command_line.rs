//! The shape of the command line: help, wrong words, exit codes.

use crate::builder::Home;

#[test]
fn without_words_in_no_terminal_it_still_says_what_it_is() {
    let run = Home::new().portero::<&str>([]);
    assert_eq!(run.code, 0);
    assert!(run.stdout.contains("Usage: portero"), "{run:?}");
}

#[test]
fn a_wrong_command_line_exits_with_1() {
    for words in [&["nonsense"][..], &["explain"], &["explain", "--no-such-option", "man:ls"]] {
        let run = Home::new().portero(words);
        assert_eq!(run.code, 1, "{words:?}: {run:?}");
        assert!(!run.stderr.is_empty());
    }
}

#[test]
fn completions_are_made_for_each_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "nushell"] {
        let run = Home::new().portero(["completions", shell]);
        assert_eq!(run.code, 0, "{run:?}");
        assert!(run.stdout.contains("explain"), "{shell}");
    }
}
