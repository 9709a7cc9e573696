//! Desktop notifications: what happened, where nobody reads a terminal.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use notify_rust::{Hint, Notification};

use crate::env::APPLICATION_ID;
use crate::error::{Code, Error};
use crate::message;
use crate::message::Message;
use crate::sanitize;

/// How long a notification server may take to show it.
const PATIENCE: Duration = Duration::from_secs(1);

/// What is shown; the texts may hold anything.
#[derive(Debug, Clone, Copy)]
pub struct Notice<'a> {
    /// One line.
    pub summary: &'a str,
    /// A few sentences.
    pub body: &'a str,
}

impl Notice<'_> {
    /// Shows it. Fails where there is no notification server, or it does not answer.
    pub fn show(&self) -> Result<(), Error> {
        let notification = self.notification();
        let (told, shown) = mpsc::channel();
        // A server that hangs must not keep whoever wants to open something.
        thread::spawn(move || told.send(notification.show().map(drop)));
        match shown.recv_timeout(PATIENCE) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(failed(Message::quoted(error.to_string()))),
            Err(_) => Err(failed(message!("the notification server does not answer"))),
        }
    }

    fn notification(&self) -> Notification {
        let mut notification = Notification::new();
        notification
            .appname("portero")
            .icon(APPLICATION_ID)
            .hint(Hint::DesktopEntry(APPLICATION_ID.to_owned()))
            .summary(&sanitize::line(self.summary))
            .body(&plain(self.body));
        notification
    }
}

/// Text that stays what it is in a body, where some servers read markup without saying so.
fn plain(text: &str) -> String {
    sanitize::block(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn failed(reason: Message) -> Error {
    Error::new(Code::Failed, message!("no notification could be shown: {reason}", reason))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_and_hidden_characters_are_plain_text() {
        assert_eq!(plain("<b>a</b> & b\nc"), "&lt;b&gt;a&lt;/b&gt; &amp; b\nc");
        assert!(!plain("a\u{202e}b\x1b").contains(['\u{202e}', '\x1b']));
    }
}
