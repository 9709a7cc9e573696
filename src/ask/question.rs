//! A question as whoever asks gets it, and the answers that it can have.

use serde_json::{Value as Json, json};

use crate::plan::{Choice, Confirm, Plan, Planned};
use crate::target::Value;

/// What is asked about one URI.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The URI, escaped, without a password.
    pub uri: String,
    /// The plain text that is shown.
    pub display: String,
    /// What is asked.
    pub about: About,
    /// How an answer may be kept.
    pub remember: Vec<Remember>,
}

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum About {
    /// Which of several programs; never empty.
    Choice(Vec<Offer>),
    /// Whether to go on.
    Confirm(Confirm),
}

/// One of several programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// What the person reads.
    pub label: String,
    /// An icon's name or path.
    pub icon: Option<String>,
}

/// How long an answer holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remember {
    /// This once.
    Once,
    /// For this host from now on.
    Host,
    /// For this scheme from now on.
    Scheme,
}

/// What came back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Nothing is opened.
    No,
    /// Go on.
    Yes(Remember),
    /// This one of the offers.
    Chosen(usize, Remember),
}

impl Remember {
    /// The word in questions and answers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Once => "once",
            Self::Host => "host",
            Self::Scheme => "scheme",
        }
    }
}

impl Question {
    /// Which program a plan is to be carried out with.
    pub fn choice(plan: &Plan, choices: &[Choice]) -> Self {
        let offer = |choice: &Choice| Offer { label: choice.label.clone(), icon: choice.icon.clone() };
        let mut remember = vec![Remember::Once];
        remember.extend(host(plan).map(|_| Remember::Host));
        remember.push(Remember::Scheme);
        Self::about(plan, About::Choice(choices.iter().map(offer).collect()), remember)
    }

    /// Whether a plan is to be carried out. A doubtful URI is asked about each time.
    pub fn confirm(plan: &Plan, confirm: &Confirm) -> Self {
        let harmless = plan.warnings.is_empty() && confirm.host.is_some() && plan.verb.is_some();
        let remember = if harmless && !matches!(plan.action, Ok(Planned::Ask(_))) {
            vec![Remember::Once, Remember::Host]
        } else {
            vec![Remember::Once]
        };
        Self::about(plan, About::Confirm(confirm.clone()), remember)
    }

    fn about(plan: &Plan, about: About, remember: Vec<Remember>) -> Self {
        let uri = plan.escaped.clone().unwrap_or_else(|| plan.shown.clone());
        Self { uri, display: plan.display.clone(), about, remember }
    }

    /// What whoever asks gets on standard input.
    pub fn json(&self) -> Json {
        let remember: Vec<_> = self.remember.iter().map(|remember| remember.name()).collect();
        let mut object = json!({ "uri": self.uri, "display": self.display, "remember": remember });
        match &self.about {
            About::Choice(offers) => {
                object["kind"] = json!("choice");
                object["choices"] =
                    offers.iter().map(|offer| json!({"label": offer.label, "icon": offer.icon})).collect();
            }
            About::Confirm(confirm) => {
                object["kind"] = json!("confirm");
                object["reason"] = json!(confirm.reason.to_string());
                object["host"] = json!(confirm.host);
                object["port"] = json!(confirm.port);
            }
        }
        object
    }

    /// What a line of text answers: `yes`, or the number of a choice; behind it, how long the answer holds.
    pub fn answer(&self, line: &str) -> Answer {
        let mut words = line.split_whitespace();
        let (Some(first), second, None) = (words.next(), words.next(), words.next()) else {
            return Answer::No;
        };
        let allowed = |word| self.remember.iter().copied().find(|remember| remember.name() == word);
        let Some(remember) = second.map_or(Some(Remember::Once), allowed) else { return Answer::No };
        match &self.about {
            About::Confirm(_) if first == "yes" => Answer::Yes(remember),
            About::Choice(offers) => {
                let number = first.parse().ok().filter(|number| *number < offers.len());
                number.map_or(Answer::No, |number| Answer::Chosen(number, remember))
            }
            About::Confirm(_) => Answer::No,
        }
    }
}

/// The host that a rule for the same would name.
fn host(plan: &Plan) -> Option<String> {
    match plan.target.as_ref()?.value("host")? {
        Value::Text(host) => Some(host),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(about: About) -> Question {
        let remember = vec![Remember::Once, Remember::Host];
        Question { uri: "x:y".to_owned(), display: "x:y".to_owned(), about, remember }
    }

    #[test]
    fn only_a_clear_yes_is_one() {
        let confirm = Confirm { reason: "why".into(), host: None, port: Some(23) };
        let question = question(About::Confirm(confirm));
        let rows = [
            ("yes\n", Answer::Yes(Remember::Once)),
            ("yes host", Answer::Yes(Remember::Host)),
            ("yes scheme", Answer::No),
            ("yes host please", Answer::No),
            ("y", Answer::No),
            ("0", Answer::No),
            ("no", Answer::No),
            ("", Answer::No),
        ];
        for (line, expected) in rows {
            assert_eq!(question.answer(line), expected, "{line}");
        }
        assert_eq!(question.json()["kind"], "confirm");
    }

    #[test]
    fn a_choice_is_a_number() {
        let offer = |label: &str| Offer { label: label.to_owned(), icon: None };
        let question = question(About::Choice(vec![offer("a"), offer("b")]));
        let rows = [
            ("1", Answer::Chosen(1, Remember::Once)),
            ("0 host\n", Answer::Chosen(0, Remember::Host)),
            ("2", Answer::No),
            ("-1", Answer::No),
            ("yes", Answer::No),
            ("", Answer::No),
        ];
        for (line, expected) in rows {
            assert_eq!(question.answer(line), expected, "{line}");
        }
        assert_eq!(question.json()["choices"][1]["label"], "b");
    }
}
