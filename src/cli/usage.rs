//! What is wrong with a command line, in our own words: clap has no others than English ones.

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::message;
use crate::message::Message;

/// What is wrong and what to do about it, a line each; none for what clap must tell by itself.
pub fn told(error: &Error) -> Option<Vec<Message>> {
    let text = |kind| error.get(kind).map(words).filter(|text| !text.is_empty());
    let argument = text(ContextKind::InvalidArg);
    let wrong = match error.kind() {
        ErrorKind::UnknownArgument => message!("there is no argument `{argument}`", argument = argument?),
        ErrorKind::InvalidSubcommand => {
            message!("there is no command `{name}`", name = text(ContextKind::InvalidSubcommand)?)
        }
        ErrorKind::MissingRequiredArgument => message!("missing: {arguments}", arguments = argument?),
        ErrorKind::ArgumentConflict => message!(
            "`{argument}` and `{other}` exclude each other",
            argument = argument?,
            other = text(ContextKind::PriorArg)?,
        ),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            wrong_value(&argument?, text(ContextKind::InvalidValue))
        }
        _ => return None,
    };
    let near = [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
    let near = near.into_iter().find_map(text).map(|name| message!("did you mean `{name}`?", name));
    let choices = text(ContextKind::ValidValue).map(|names| message!("one of: {names}", names));
    let help = message!("`portero --help` tells more");
    Some([Some(wrong), near.or(choices), Some(help)].into_iter().flatten().collect())
}

fn wrong_value(argument: &str, value: Option<String>) -> Message {
    let absent = || message!("`{argument}` needs a value", argument);
    value.map_or_else(absent, |value| message!("`{argument}` cannot be `{value}`", argument, value))
}

fn words(value: &ContextValue) -> String {
    match value {
        ContextValue::Strings(texts) => texts.join(", "),
        other => other.to_string(),
    }
}
