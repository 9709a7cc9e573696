//! How much one caller may open before a person is asked (policy 9).

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use zruntime::Event;

use super::caller::Key;
use crate::config::{Flood, General};

/// How many requests may wait behind one question.
const MOST_WAITING: usize = 100;

/// How many URIs in one call count as one request.
const URIS_A_REQUEST: usize = 20;

/// `flood = "10/5s"`: so many requests in so much time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// Requests.
    pub count: usize,
    /// The time in which they are counted.
    pub window: Duration,
}

impl Limit {
    /// What the config says; `None` where it is off.
    pub fn of(general: &General) -> Option<Self> {
        match general.flood {
            None => Some(Self { count: 10, window: Duration::from_secs(5) }),
            Some(Flood::Off) => None,
            Some(Flood::Limit { count, within }) => {
                Some(Self { count: usize::try_from(count).unwrap_or(usize::MAX), window: within })
            }
        }
    }
}

/// What becomes of a request.
#[derive(Debug)]
pub enum Verdict {
    /// It is opened.
    Pass,
    /// It is the first over the limit: whoever brought it asks, and waits for the answer.
    Ask(Arc<Question>),
    /// It waits for the answer to a question that is open already.
    Wait(Arc<Question>),
    /// Too many wait.
    Refuse,
}

/// One open question of one caller, and the requests that wait behind it.
#[derive(Debug)]
pub struct Question {
    answer: OnceLock<bool>,
    answered: Event,
}

impl Question {
    fn new() -> Self {
        Self { answer: OnceLock::new(), answered: Event::new() }
    }

    /// Waits for the answer.
    pub async fn answer(&self) -> bool {
        loop {
            let answered = self.answered.listen();
            if let Some(answer) = self.answer.get() {
                return *answer;
            }
            answered.await;
        }
    }

    fn settle(&self, answer: bool) {
        // A second answer would come from a second asker, and there is one.
        let _ = self.answer.set(answer);
        self.answered.notify(usize::MAX);
    }
}

/// What each caller sent lately.
#[derive(Debug, Default)]
pub struct Floods(HashMap<Key, Caller>);

#[derive(Debug, Default)]
struct Caller {
    recent: VecDeque<Instant>,
    question: Option<(Arc<Question>, usize)>,
    /// After a no, nothing more is asked until then.
    barred: Option<Instant>,
}

impl Floods {
    /// Counts a call of so many URIs.
    pub fn admit(&mut self, key: &Key, uris: usize, limit: Limit, now: Instant) -> Verdict {
        self.forget(limit.window, now);
        let weight = uris.div_ceil(URIS_A_REQUEST).max(1);
        let caller = self.0.entry(key.clone()).or_default();
        if let Some((question, waiting)) = &mut caller.question {
            if *waiting + weight > MOST_WAITING {
                return Verdict::Refuse;
            }
            *waiting += weight;
            return Verdict::Wait(Arc::clone(question));
        }
        if caller.recent.len() + weight <= limit.count {
            caller.recent.extend(std::iter::repeat_n(now, weight));
            return Verdict::Pass;
        }
        if weight > MOST_WAITING || caller.barred.is_some() {
            return Verdict::Refuse;
        }
        let question = Arc::new(Question::new());
        caller.question = Some((Arc::clone(&question), weight));
        Verdict::Ask(question)
    }

    /// The answer of the person (no, when nobody could be asked): after a yes the count begins anew, after a no
    /// nothing is asked for as long as `pause`.
    pub fn settle(&mut self, key: &Key, answer: bool, pause: Duration, now: Instant) {
        let mut caller = self.0.remove(key).unwrap_or_default();
        let question = caller.question.take();
        if !answer {
            caller.barred = Some(now + pause);
            self.0.insert(key.clone(), caller);
        }
        if let Some((question, _)) = question {
            question.settle(answer);
        }
    }

    /// Keeps memory to callers that were heard of within the window.
    fn forget(&mut self, window: Duration, now: Instant) {
        let is_old = |at: &Instant| now.duration_since(*at) >= window;
        for caller in self.0.values_mut() {
            let old = caller.recent.iter().take_while(|at| is_old(at)).count();
            caller.recent.drain(..old);
            caller.barred = caller.barred.filter(|until| *until > now);
        }
        let is_known = |caller: &Caller| {
            !caller.recent.is_empty() || caller.question.is_some() || caller.barred.is_some()
        };
        self.0.retain(|_, caller| is_known(caller));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Limit = Limit { count: 3, window: Duration::from_secs(5) };

    fn key(session: i32) -> Key {
        Key::Session(session)
    }

    #[test]
    fn over_the_limit_one_question_and_the_rest_waits() {
        let (mut floods, now) = (Floods::default(), Instant::now());
        for _ in 0..3 {
            assert!(matches!(floods.admit(&key(1), 1, LIMIT, now), Verdict::Pass));
        }
        assert!(matches!(floods.admit(&key(2), 20, LIMIT, now), Verdict::Pass));
        assert!(matches!(floods.admit(&key(1), 1, LIMIT, now), Verdict::Ask(_)));
        for _ in 1..MOST_WAITING {
            assert!(matches!(floods.admit(&key(1), 1, LIMIT, now), Verdict::Wait(_)));
        }
        assert!(matches!(floods.admit(&key(1), 1, LIMIT, now), Verdict::Refuse));
    }

    #[test]
    fn the_answer_reaches_whoever_waits() {
        let (mut floods, now) = (Floods::default(), Instant::now());
        let limit = Limit { count: 0, ..LIMIT };
        let Verdict::Ask(asked) = floods.admit(&key(1), 1, limit, now) else { panic!("not asked") };
        let Verdict::Wait(waiting) = floods.admit(&key(1), 1, limit, now) else { panic!("not waiting") };
        floods.settle(&key(1), true, LIMIT.window, now);
        assert!(zbus::block_on(asked.answer()) && zbus::block_on(waiting.answer()));
        assert!(matches!(floods.admit(&key(1), 1, LIMIT, now), Verdict::Pass));
    }

    #[test]
    fn after_a_no_nothing_is_asked_for_a_while() {
        let (mut floods, now) = (Floods::default(), Instant::now());
        let limit = Limit { count: 0, ..LIMIT };
        let Verdict::Ask(asked) = floods.admit(&key(1), 1, limit, now) else { panic!("not asked") };
        floods.settle(&key(1), false, LIMIT.window, now);
        assert!(!zbus::block_on(asked.answer()));
        assert!(matches!(floods.admit(&key(1), 1, limit, now), Verdict::Refuse));
        assert!(matches!(floods.admit(&key(2), 1, limit, now), Verdict::Ask(_)));
        assert!(matches!(floods.admit(&key(1), 1, limit, now + LIMIT.window), Verdict::Ask(_)));
    }

    #[test]
    fn a_long_list_counts_by_the_score() {
        let (mut floods, now) = (Floods::default(), Instant::now());
        assert!(matches!(floods.admit(&key(1), 60, LIMIT, now), Verdict::Pass));
        assert!(matches!(floods.admit(&key(2), 61, LIMIT, now), Verdict::Ask(_)));
        assert!(matches!(floods.admit(&key(3), 10_000, LIMIT, now), Verdict::Refuse));
    }

    #[test]
    fn the_count_ends_with_its_window() {
        let (mut floods, now) = (Floods::default(), Instant::now());
        assert!(matches!(floods.admit(&key(1), 41, LIMIT, now), Verdict::Pass));
        let later = now + LIMIT.window;
        assert!(matches!(floods.admit(&key(2), 1, LIMIT, later), Verdict::Pass));
        assert_eq!(floods.0.len(), 1, "callers of long ago are forgotten");
    }
}
