//! Desktop notifications: what happened, where nobody reads a terminal.
//!
//! What the person does with one, the server tells to nobody but the connection that sent it. So what offers something is
//! sent and listened for over the same one.

use std::collections::HashMap;

use zbus::message::Type;
use zbus::{Connection, MatchRule, Message, MessageStream, Variant};

use super::offer::Offer;
use crate::env::APPLICATION_ID;
use crate::error::{Code, Error};
use crate::message;
use crate::sanitize;
use crate::system::bus::Object;

/// The notification server (Desktop Notifications Specification, "D-BUS Protocol").
const SERVER: Object = Object {
    name: "org.freedesktop.Notifications",
    path: "/org/freedesktop/Notifications",
    interface: "org.freedesktop.Notifications",
    activate: true,
};

/// What is shown; the texts may hold anything.
#[derive(Debug, Clone, Default)]
pub struct Notice {
    /// One line.
    pub summary: String,
    /// A few sentences.
    pub body: String,
    /// What the person may do about it: the key of each action, and its label.
    pub actions: Vec<(&'static str, String)>,
}

impl Notice {
    /// Shows it without its actions. Fails where there is no notification server, or it does not answer.
    pub fn show(&self) -> Result<(), Error> {
        let shown = SERVER.call("Notify", &self.plain().arguments(0));
        shown.map(drop).map_err(|error| {
            let reason = error.to_string();
            Error::new(Code::Failed, message!("no notification could be shown: {reason}", reason))
        })
    }

    /// Shows it, and what it offers where the server can show that.
    pub async fn show_over(self, bus: &Connection) -> zbus::Result<Option<Offer>> {
        let answer = SERVER.call_over(bus, "GetCapabilities", &()).await?;
        let capabilities = answer.body().deserialize::<Vec<String>>()?;
        if self.actions.is_empty() || !capabilities.iter().any(|name| name == "actions") {
            return self.plain().send(bus, 0).await.map(|_| None);
        }
        // Listened to before it is shown: the person may be quick.
        let words = words_of(&answer, bus).await?;
        let id = self.send(bus, 0).await?;
        Ok(Some(Offer::new(id, words, self)))
    }

    /// Leaves of a notification that is still there what is told, for its actions lead nowhere any more.
    pub(super) async fn withdraw(&self, bus: &Connection, id: u32) -> zbus::Result<()> {
        self.plain().send(bus, id).await.map(drop)
    }

    /// Gives the number of the notification, which is that of the one that it replaces.
    async fn send(&self, bus: &Connection, replaced: u32) -> zbus::Result<u32> {
        SERVER.call_over(bus, "Notify", &self.arguments(replaced)).await?.body().deserialize()
    }

    fn plain(&self) -> Self {
        Self { actions: Vec::new(), ..self.clone() }
    }

    /// As `Notify` takes it; −1 is the server's own idea of how long it is shown.
    fn arguments(&self, replaced: u32) -> Arguments<'_> {
        let actions = self.actions.iter().flat_map(|(key, label)| [*key, label.as_str()]);
        // What replaces another is no news.
        let urgency = u8::from(replaced == 0);
        let hints = [("desktop-entry", APPLICATION_ID.into()), ("urgency", urgency.into())];
        let (summary, body) = (sanitize::line(&self.summary).into_owned(), plain(&self.body));
        ("portero", replaced, APPLICATION_ID, summary, body, actions.collect(), hints.into(), -1)
    }
}

/// Name, what is replaced, icon, summary, body, actions, hints, milliseconds.
type Arguments<'a> =
    (&'a str, u32, &'a str, String, String, Vec<&'a str>, HashMap<&'a str, Variant<'a>>, i32);

/// What the server that gave this answer says, and nobody in its place.
async fn words_of(answer: &Message, bus: &Connection) -> zbus::Result<MessageStream> {
    let mut rule = MatchRule::builder().msg_type(Type::Signal).interface(SERVER.interface);
    if let Some(server) = answer.header().sender() {
        rule = rule.sender(server.to_owned());
    }
    MessageStream::for_match_rule(rule.build()?.into_owned(), bus, None).await
}

/// Text that stays what it is in a body, where some servers read markup without saying so.
fn plain(text: &str) -> String {
    sanitize::block(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_and_hidden_characters_are_plain_text() {
        assert_eq!(plain("<b>a</b> & b\nc"), "&lt;b&gt;a&lt;/b&gt; &amp; b\nc");
        assert!(!plain("a\u{202e}b\x1b").contains(['\u{202e}', '\x1b']));
    }

    #[test]
    fn keys_and_labels_alternate() {
        let actions = vec![("why", "Why?".to_owned()), ("edit", "Edit rule".to_owned())];
        let notice = Notice { actions, ..Notice::default() };
        assert_eq!(notice.arguments(0).5, ["why", "Why?", "edit", "Edit rule"]);
        assert!(notice.plain().arguments(7).5.is_empty());
    }
}
