//! What came back from whoever was asked: whatever is no clear yes is a no.

use super::question::{About, Question, Remember};
use crate::env;

/// What came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// What is to be done.
    pub decision: Decision,
    /// An activation token of the window that asked, for the program that is started.
    pub token: Option<String>,
}

/// What is to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// Nothing is opened.
    No,
    /// Go on.
    Yes(Remember),
    /// This one of the offers.
    Chosen(usize, Remember),
}

impl Answer {
    /// What the printed text answers: on its first line `yes` or the number of a choice, then perhaps how long that
    /// holds; on a further line perhaps `token` and the token.
    pub fn read(text: &str, question: &Question) -> Self {
        let mut lines = text.lines();
        let decision = Decision::read(lines.next().unwrap_or_default(), question);
        let token = lines.find_map(|line| line.strip_prefix("token ")).map(str::trim);
        Self { decision, token: token.filter(|token| env::is_token(token)).map(str::to_owned) }
    }

    /// The text that [`Self::read`] reads.
    pub fn text(&self) -> String {
        let line = match self.decision {
            Decision::No => "no".to_owned(),
            Decision::Yes(remember) => format!("yes {}", remember.name()),
            Decision::Chosen(number, remember) => format!("{number} {}", remember.name()),
        };
        let token = self.token.iter().map(|token| format!("token {token}\n"));
        format!("{line}\n{}", token.collect::<String>())
    }
}

impl Decision {
    /// What one line answers.
    pub fn read(line: &str, question: &Question) -> Self {
        let mut words = line.split_whitespace();
        let (Some(first), second, None) = (words.next(), words.next(), words.next()) else { return Self::No };
        let allowed = |remember: &Remember| question.remember.contains(remember);
        let remember = second.map_or(Some(Remember::Once), Remember::from_name).filter(allowed);
        let Some(remember) = remember else { return Self::No };
        match &question.about {
            About::Confirm { .. } if first == "yes" => Self::Yes(remember),
            About::Choice { choices } => {
                let number = first.parse().ok().filter(|number| *number < choices.len());
                number.map_or(Self::No, |number| Self::Chosen(number, remember))
            }
            About::Confirm { .. } => Self::No,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::question::Offer;
    use super::*;
    use crate::message::{Language, Message};

    fn question(about: About) -> Question {
        let remember = vec![Remember::Once, Remember::Host];
        Question { about, remember, ..Question::many(&Message::quoted(""), &[], Language::English) }
    }

    fn choice() -> Question {
        let offer = |label: &str| Offer { label: label.to_owned(), ..Offer::default() };
        question(About::Choice { choices: vec![offer("a"), offer("b")] })
    }

    #[test]
    fn only_a_clear_yes_is_one() {
        let question = question(About::Confirm { program: None });
        let rows = [
            ("yes\n", Decision::Yes(Remember::Once)),
            ("yes host", Decision::Yes(Remember::Host)),
            ("yes scheme", Decision::No),
            ("yes host please", Decision::No),
            ("y", Decision::No),
            ("0", Decision::No),
            ("no", Decision::No),
            ("no\nyes", Decision::No),
            ("", Decision::No),
        ];
        for (text, expected) in rows {
            assert_eq!(Answer::read(text, &question).decision, expected, "{text}");
        }
    }

    #[test]
    fn a_choice_is_a_number() {
        let rows = [
            ("1", Decision::Chosen(1, Remember::Once)),
            ("0 host\n", Decision::Chosen(0, Remember::Host)),
            ("2", Decision::No),
            ("-1", Decision::No),
            ("0 type", Decision::No),
            ("yes", Decision::No),
            ("", Decision::No),
        ];
        for (text, expected) in rows {
            assert_eq!(Answer::read(text, &choice()).decision, expected, "{text}");
        }
    }

    #[test]
    fn a_token_may_come_along() {
        let rows = [("1\ntoken a_TIME1\n", Some("a_TIME1")), ("1\ntoken a b\n", None), ("1 token", None)];
        for (text, expected) in rows {
            assert_eq!(Answer::read(text, &choice()).token.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        for decision in [Decision::No, Decision::Chosen(1, Remember::Host)] {
            for token in [None, Some("t_TIME2".to_owned())] {
                let answer = Answer { decision, token };
                assert_eq!(Answer::read(&answer.text(), &choice()), answer);
            }
        }
    }
}
