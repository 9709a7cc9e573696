//! Checks of every text that a person or a terminal sees.

use regex_lite::Captures;

use super::launched;
use super::scene::{Outcome, Scene, ensure};
use super::told::{self, is_document};

/// Characters that hide or turn text round (policy of deceptive characters).
const DECEPTIVE: &[char] = &[
    '\u{200b}', '\u{200e}', '\u{200f}', '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}',
    '\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}', '\u{feff}',
];

/// A character that a terminal acts on, if there is one.
pub fn control(text: &str) -> Option<char> {
    text.chars().find(|c| c.is_control() && !"\n\t".contains(*c))
}

pub fn no_controls(scene: &Scene, _: &Captures) -> Outcome {
    let mut output = scene.output();
    if is_document(scene) {
        output += &scene.page().stdout;
        output += &scene.printed().stdout;
    }
    ensure(control(&output).is_none(), || format!("{:?} in the output", control(&output)))?;
    let deceptive = output.chars().find(|c| DECEPTIVE.contains(c));
    ensure(deceptive.is_none() || !is_document(scene), || format!("{deceptive:?} in the output"))
}

/// Questions and lines on standard error hold neither controls nor characters that deceive.
pub fn nothing_deceptive(scene: &Scene, _: &Captures) -> Outcome {
    let questions = scene.agreed.questions.iter().filter_map(|question| question["display"].as_str());
    let mut shown: Vec<String> = questions.map(str::to_owned).collect();
    shown.extend([told::display(scene), scene.alone.stderr.clone(), scene.agreed.stderr.clone()]);
    let bad = shown.iter().find(|text| control(text).is_some() || text.contains(DECEPTIVE));
    ensure(bad.is_none(), || format!("{bad:?}"))
}

/// A secret is in no output, no question, no file of the home, and in an argument only of a browser.
pub fn nowhere(scene: &Scene, captures: &Captures) -> Outcome {
    let secret = &captures[1];
    let questions = scene.agreed.questions.iter().map(ToString::to_string);
    let told: Vec<String> = questions.chain([scene.output()]).collect();
    ensure(!told.iter().any(|text| text.contains(secret)), || format!("{secret} in {told:?}"))?;
    let to_browser = scene.kind() == "web";
    let words = scene.all_starts().flat_map(|(_, start)| &start.arguments);
    let shown = words.filter(|word| word.to_string_lossy().contains(secret)).count();
    ensure(to_browser || shown == 0, || format!("{secret} in an argument"))?;
    let kept = scene.command_output("grep", &["-rl", secret, "config", "state", "cache", "runtime"]);
    ensure(kept.is_empty(), || format!("{secret} in {kept}"))
}

pub fn short_line(scene: &Scene, _: &Captures) -> Outcome {
    let longest = scene.alone.stderr.lines().map(str::len).max().unwrap_or_default();
    ensure(longest < 1024, || format!("a line of {longest} bytes"))
}

/// What holds in every case, whether its check says so or not.
pub fn invariants(scene: &Scene) -> Outcome {
    for attempt in [&scene.alone, &scene.agreed] {
        ensure(attempt.code < 124, || format!("exit code {}: {}", attempt.code, attempt.stderr))?;
        ensure(!attempt.stderr.contains("panicked"), || attempt.stderr.clone())?;
        ensure(control(&attempt.output()).is_none(), || format!("controls in {:?}", attempt.output()))?;
    }
    ensure(scene.strays().is_empty(), || format!("{:?} was started", scene.strays()))?;
    let controls = launched::control_bytes(scene);
    ensure(controls.is_empty() || scene.kind() == "file", || format!("{controls:?}"))
}
