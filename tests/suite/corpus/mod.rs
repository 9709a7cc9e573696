//! The security corpus (`tests/data/security.json`), played from outside.
//!
//! Each case is set up in a home of its own where every scheme has a recorder, then explained, opened with nobody to
//! ask, and opened with somebody who says yes. What must come of it and the sentences of its check decide. A case that
//! cannot be played here is named with its reason, and never counts as passed.
//!
//! `PORTERO_CORPUS=FILE` plays another file of the same form, `PORTERO_CASE=ID` the cases whose ids begin so.

mod alike;
mod bus_calls;
mod case;
mod clauses;
mod config_cases;
mod drivers;
mod floods;
mod house;
mod launched;
mod pages;
mod scene;
mod setup;
mod shown;
mod told;
mod traced;
mod viewer;

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use case::{Case, Must};
use scene::{Fault, Outcome, Scene, ensure};

use crate::builder::package;

/// So many cases may be left out on a machine that lacks what they need.
const MOST_SKIPPED: usize = 15;

#[test]
fn the_security_corpus_holds() {
    let cases = cases();
    let results = Mutex::new(Vec::new());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let result = std::panic::catch_unwind(|| play(case));
                    let result =
                        result.unwrap_or_else(|_| vec![Fault::Wrong("the test itself failed".to_owned())]);
                    results.lock().unwrap().push((case.id.clone(), result));
                }
            });
        }
    });
    report(results.into_inner().unwrap());
}

fn cases() -> Vec<Case> {
    let file = std::env::var_os("PORTERO_CORPUS")
        .map_or_else(|| package().join("tests/data/security.json"), PathBuf::from);
    let entries: Vec<serde_json::Value> =
        serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let only = std::env::var("PORTERO_CASE").unwrap_or_default();
    entries.iter().map(Case::of).filter(|case| case.id.starts_with(&only)).collect()
}

/// Prints what was left out, and fails with what was wrong.
fn report(mut results: Vec<(String, Vec<Fault>)>) {
    results.sort_by(|a, b| a.0.cmp(&b.0));
    let (mut skipped, mut wrong) = (Vec::new(), Vec::new());
    for (id, faults) in &results {
        let failed = faults.iter().filter_map(|fault| match fault {
            Fault::Wrong(seen) => Some(format!("{id}: {}", seen.chars().take(600).collect::<String>())),
            Fault::Unseen(_) => None,
        });
        let failed: Vec<_> = failed.collect();
        if failed.is_empty() && !faults.is_empty() {
            skipped.push(format!("{id}: {faults:?}"));
        }
        wrong.extend(failed);
    }
    for line in &skipped {
        eprintln!("skipped {line}");
    }
    eprintln!("{} cases, {} skipped, {} faults", results.len(), skipped.len(), wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(skipped.len() <= MOST_SKIPPED, "too many cases are skipped: {}", skipped.len());
}

/// Plays a case; what was wrong, or could not be seen.
fn play(case: &Case) -> Vec<Fault> {
    let mut scene = Scene::new(case);
    if let Err(fault) = setup::set_up(&mut scene).and_then(|()| drivers::drive(&mut scene)) {
        return vec![fault];
    }
    let mut outcomes = vec![shown::invariants(&scene), must(&scene), launched_plainly(&scene)];
    outcomes
        .extend(case.clauses().into_iter().map(|clause| labelled(clauses::check(clause, &scene), clause)));
    outcomes.into_iter().filter_map(Outcome::err).collect()
}

/// Names the sentence that did not hold.
fn labelled(outcome: Outcome, clause: &str) -> Outcome {
    outcome.map_err(|fault| match fault {
        Fault::Wrong(seen) => Fault::Wrong(format!("[{clause}] {seen}")),
        unseen @ Fault::Unseen(_) => unseen,
    })
}

fn launched_plainly(scene: &Scene) -> Outcome {
    let captures = regex_lite::Regex::new("").unwrap();
    let captures = captures.captures("").unwrap();
    launched::no_options(scene, &captures)?;
    launched::no_mark(scene, &captures)
}

/// What holds for every case of a kind.
fn must(scene: &Scene) -> Outcome {
    let seen = || format!("{:?} {}", scene.agreed.starts, scene.output());
    let refused = !told::error(scene).is_empty();
    match scene.case.must {
        Must::Reject => {
            // Of several arguments each stands for itself.
            let others = scene.arguments.len() > 1;
            let allowed = scene.explained.iter().filter(|object| others && object["error"].is_null()).count();
            ensure(refused && scene.agreed.starts.len() <= allowed, seen)
        }
        Must::Neutralize if scene.case.control && scene.case.is_uri => {
            ensure(scene.agreed.code == 0 && scene.agreed.starts.len() == 1, seen)
        }
        Must::Neutralize => Ok(()),
        Must::Warn => ensure(
            !told::warnings(scene).is_empty() || scene.case.is_uri && refused || !scene.facts.is_empty(),
            seen,
        ),
        Must::Confirm => ensure(scene.alone.starts.is_empty() && scene.alone.code != 0, seen),
    }
}
