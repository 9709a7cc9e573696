//! A notification that offers something, until it is closed or the person has had five minutes.

use std::future::poll_fn;
use std::ops::ControlFlow;
use std::pin::Pin;
use std::time::{Duration, Instant};

use futures_core::Stream;
use zbus::{Connection, Message, MessageStream};
use zruntime::SharedRuntime;

use super::notice::Notice;
use crate::env;

/// How long a notification can be answered.
const OPEN: Duration = Duration::from_mins(5);

/// How long the server may take to withdraw what it shows.
const PATIENCE: Duration = Duration::from_secs(2);

/// What the person chose, and the activation token that came with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen {
    /// The key of the action.
    pub action: String,
    /// For whatever is shown then.
    pub token: Option<String>,
}

/// A notification that is shown, with its actions.
#[derive(Debug)]
pub struct Offer {
    id: u32,
    words: MessageStream,
    notice: Notice,
    waiting: Waiting,
}

impl Offer {
    pub(super) fn new(id: u32, words: MessageStream, notice: Notice) -> Self {
        Self { id, words, notice, waiting: Waiting::since(Instant::now()) }
    }

    /// Waits for the person, who may choose again where the server leaves it open. `None` where nothing can be chosen
    /// any more; what is still shown then offers nothing.
    pub async fn answer(&mut self, bus: &Connection, runtime: &SharedRuntime) -> Option<Chosen> {
        while let Some(left) = self.waiting.left(Instant::now()) {
            match runtime.timeout(left, self.next()).await {
                Ok(Some(said)) => match self.waiting.hear(said) {
                    ControlFlow::Continue(()) => {}
                    ControlFlow::Break(chosen) => return chosen,
                },
                // Without a bus nobody can choose any more.
                Ok(None) => return None,
                Err(_) => {}
            }
        }
        let _ = runtime.timeout(PATIENCE, self.notice.withdraw(bus, self.id)).await;
        None
    }

    /// The next word about this notification.
    async fn next(&mut self) -> Option<Said> {
        loop {
            let message = poll_fn(|context| Pin::new(&mut self.words).poll_next(context)).await?.ok()?;
            if let Some(said) = Said::of(&message, self.id) {
                return Some(said);
            }
        }
    }
}

/// What a server says of a notification.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Said {
    Token(String),
    Invoked(String),
    Closed,
}

impl Said {
    fn of(message: &Message, id: u32) -> Option<Self> {
        let header = message.header();
        let body = message.body();
        let text = || body.deserialize::<(u32, String)>().ok().filter(|(of, _)| *of == id);
        match header.member()?.as_str() {
            "ActivationToken" => text().map(|(_, token)| Self::Token(token)),
            "ActionInvoked" => text().map(|(_, action)| Self::Invoked(action)),
            "NotificationClosed" => {
                let (of, _) = body.deserialize::<(u32, u32)>().ok()?;
                (of == id).then_some(Self::Closed)
            }
            _ => None,
        }
    }
}

/// How far the person is.
#[derive(Debug)]
struct Waiting {
    until: Instant,
    token: Option<String>,
}

impl Waiting {
    fn since(shown: Instant) -> Self {
        Self { until: shown + OPEN, token: None }
    }

    /// How long it can still be answered.
    fn left(&self, now: Instant) -> Option<Duration> {
        self.until.checked_duration_since(now).filter(|left| !left.is_zero())
    }

    /// The token comes before the action that it is for.
    fn hear(&mut self, said: Said) -> ControlFlow<Option<Chosen>> {
        match said {
            Said::Token(token) => {
                self.token = Some(token).filter(|token| env::is_token(token));
                ControlFlow::Continue(())
            }
            Said::Invoked(action) => ControlFlow::Break(Some(Chosen { action, token: self.token.take() })),
            Said::Closed => ControlFlow::Break(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn invoked(token: Option<&str>) -> ControlFlow<Option<Chosen>> {
        ControlFlow::Break(Some(Chosen { action: "why".into(), token: token.map(str::to_owned) }))
    }

    #[test]
    fn the_token_goes_with_the_action() {
        let cases: &[(&[&str], Option<&str>)] =
            &[(&[], None), (&["T_TIME1"], Some("T_TIME1")), (&["a b"], None), (&["old", "new"], Some("new"))];
        for (tokens, expected) in cases {
            let mut waiting = Waiting::since(Instant::now());
            for token in *tokens {
                assert_eq!(waiting.hear(Said::Token((*token).into())), ControlFlow::Continue(()));
            }
            assert_eq!(waiting.hear(Said::Invoked("why".into())), invoked(*expected), "{tokens:?}");
        }
        assert_eq!(Waiting::since(Instant::now()).hear(Said::Closed), ControlFlow::Break(None));
    }

    #[test]
    fn after_five_minutes_nothing_is_offered() {
        let shown = Instant::now();
        let waiting = Waiting::since(shown);
        assert_eq!(waiting.left(shown), Some(OPEN));
        assert_eq!(waiting.left(shown + Duration::from_secs(299)), Some(Duration::from_secs(1)));
        assert_eq!(waiting.left(shown + OPEN), None);
        assert_eq!(waiting.left(shown + 2 * OPEN), None);
    }

    #[test]
    fn other_notifications_are_none_of_its_business() {
        let signal = |member: &str, body: (u32, &str)| {
            let path = "/org/freedesktop/Notifications";
            let builder = Message::signal(path, "org.freedesktop.Notifications", member);
            builder.build(&body).unwrap()
        };
        let said = |member, id| Said::of(&signal(member, (id, "why")), 7);
        assert_eq!(said("ActionInvoked", 7), Some(Said::Invoked("why".into())));
        assert_eq!(said("ActivationToken", 7), Some(Said::Token("why".into())));
        assert_eq!((said("ActionInvoked", 8), said("NotificationReplied", 7)), (None, None));
    }
}
