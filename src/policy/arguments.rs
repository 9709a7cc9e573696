//! Arguments that a program could take for options of its own, and those that no argument list can carry.

use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;

use crate::argv::Argv;
use crate::error::{Code, Error};
use crate::message;
use crate::template::Argument;

/// Linux's limit for one element, its closing NUL included (`MAX_ARG_STRLEN`).
const LONGEST: usize = 128 * 1024;

/// The arguments as a list that may be executed. `honours_double_dash`: whether the program is known to take what
/// follows `--` for operands.
pub fn checked(arguments: Vec<Argument>, honours_double_dash: bool) -> Result<Argv, Error> {
    let mut operands_only = false;
    for argument in &arguments {
        if argument.text.len() >= LONGEST {
            return Err(Error::new(Code::TooLarge, message!("it does not fit into an argument list")));
        }
        let exempt = operands_only || argument.follows_option || !argument.opens_with_field;
        if !exempt && may_be_option(argument.text.as_bytes()) {
            let shown = argument.text.to_string_lossy().escape_debug().to_string();
            return Err(Error::new(Code::Unsafe, message!("`{shown}` could be taken for an option", shown)));
        }
        operands_only |= honours_double_dash && !argument.opens_with_field && argument.text == "--";
    }
    let words: Vec<OsString> = arguments.into_iter().map(|argument| argument.text).collect();
    Argv::from_vec(words).ok_or_else(|| Error::new(Code::Failed, message!("the argument list is empty")))
}

/// `@@` is what `flatpak run --file-forwarding` takes for a mark.
fn may_be_option(argument: &[u8]) -> bool {
    argument.starts_with(b"-") || argument.starts_with(b"+") || argument.starts_with(b"@@")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn argument(text: &str, opens_with_field: bool, follows_option: bool) -> Argument {
        Argument { text: text.into(), opens_with_field, follows_option }
    }

    fn check(arguments: &[Argument], honours_double_dash: bool) -> Result<Argv, Code> {
        checked(arguments.to_vec(), honours_double_dash).map_err(|error| error.code)
    }

    #[test]
    fn what_could_be_an_option_is_unsafe() {
        let program = argument("prog", false, false);
        let dashes = argument("--", false, false);
        for text in ["-x", "--x", "+x", "@@", "@@u", "-"] {
            let bad = argument(text, true, false);
            assert_eq!(check(&[program.clone(), bad.clone()], true), Err(Code::Unsafe), "{text}");
            assert_eq!(check(&[program.clone(), dashes.clone(), bad.clone()], false), Err(Code::Unsafe));
            assert!(check(&[program.clone(), dashes.clone(), bad], true).is_ok());
            assert!(check(&[program.clone(), argument(text, true, true)], false).is_ok());
            assert!(check(&[program.clone(), argument(text, false, false)], false).is_ok());
        }
    }

    #[test]
    fn a_double_dash_from_the_uri_ends_no_options() {
        let arguments =
            [argument("prog", false, false), argument("--", true, true), argument("-x", true, false)];
        assert_eq!(check(&arguments, true), Err(Code::Unsafe));
    }

    #[test]
    fn nothing_is_cut() {
        let long = argument(&"a".repeat(LONGEST), true, false);
        assert_eq!(check(&[argument("prog", false, false), long], false), Err(Code::TooLarge));
    }
}
