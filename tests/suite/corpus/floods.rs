//! Many requests, requests that come back, and answers to questions.

use std::os::unix::fs::symlink;
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use portero::ask::arming::Arming;

use super::bus_calls::{bus, code_of, list};
use super::case::text;
use super::scene::{Attempt, Fault, Outcome, Scene, ensure};
use crate::bus::{Bus, settle};

const OPEN: &str = "io.github.portero.Portero1.Open";

/// Sends so many requests of one program, this many at a time; how often each code came.
fn send(scene: &Scene, bus: &Bus, count: usize, at_a_time: usize) -> Vec<(String, usize)> {
    let uris = list(&[text(&scene.input())]);
    let codes = std::sync::Mutex::new(Vec::<(String, usize)>::new());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..at_a_time {
            scope.spawn(|| {
                while next.fetch_add(1, Ordering::Relaxed) < count {
                    let answer = bus.call(OPEN, &[&uris, "{}"]);
                    let code = answer.err().and_then(|error| code_of(&error)).unwrap_or_default();
                    let mut codes = codes.lock().unwrap();
                    match codes.iter_mut().find(|(known, _)| *known == code) {
                        Some((_, times)) => *times += 1,
                        None => codes.push((code, 1)),
                    }
                }
            });
        }
    });
    codes.into_inner().unwrap()
}

fn times(codes: &[(String, usize)], wanted: &str) -> usize {
    codes.iter().find(|(code, _)| code == wanted).map_or(0, |(_, times)| *times)
}

/// One question at a time, whatever comes in; with nobody there nothing is started.
pub fn repeated(scene: &mut Scene) -> Outcome {
    let count: usize = scene.word(1).parse().unwrap();
    scene.general += "flood = \"10/600s\"\n";
    let quiet = bus(scene, false);
    let codes = send(scene, &quiet, count, 8);
    drop(quiet);
    scene.alone = Attempt { code: 5, starts: scene.starts(), ..Attempt::default() };
    ensure(times(&codes, "") == 0 && times(&codes, "rate-limited") > 0, || format!("{codes:?}"))?;
    let open = scene.home.path("open").display().to_string();
    // The asker is there once at a time, or it says so.
    let script = format!(
        "/bin/mkdir '{open}' || /usr/bin/touch '{open}.twice'\n/bin/cat >/dev/null\n\
         /bin/sleep 0.2\n/bin/rmdir '{open}'\necho no"
    );
    let _ = std::fs::remove_file(scene.home.path("bin/asker"));
    scene.home.script("asker", &script);
    let asked = bus(scene, true);
    let codes = send(scene, &asked, count, 8);
    ensure(times(&codes, "") == 0 && scene.starts().is_empty(), || format!("{codes:?}"))?;
    ensure(!scene.home.path("open.twice").exists(), || "two questions at once".to_owned())?;
    scene
        .facts
        .extend(["at most one dialog at a time, at most 3 waiting", "rest rate-limited"].map(str::to_owned));
    Ok(())
}

/// `COUNT x URI` in one call.
pub fn long_list(scene: &mut Scene) -> Outcome {
    let words = scene.word(1);
    let Some((count, uri)) = words.split_once(" x ") else { return Err(Fault::Unseen(words)) };
    let uris = vec![uri.to_owned(); count.parse().unwrap()];
    let bus = bus(scene, false);
    let answer = bus.call(OPEN, &[&list(&uris), "{}"]);
    settle();
    scene.alone = Attempt { code: 5, starts: scene.starts(), ..Attempt::default() };
    scene.code = answer.err().and_then(|error| code_of(&error));
    ensure(scene.alone.starts.len() <= 20, || format!("{} starts", scene.alone.starts.len()))?;
    scene.facts.insert("whole call refused or first 20 handled".to_owned());
    Ok(())
}

/// All of them at the same moment.
pub fn at_once(scene: &mut Scene) -> Outcome {
    let count: usize = scene.word(1).parse().unwrap();
    // However slow the machine is, they all come within one span of time.
    scene.general += "flood = \"10/600s\"\n";
    let bus = bus(scene, false);
    let codes = send(scene, &bus, count, 32);
    bus.call("org.freedesktop.DBus.Peer.Ping", &[]).map_err(Fault::Wrong)?;
    settle();
    let starts = scene.starts().len();
    ensure(starts <= 20 && times(&codes, "rate-limited") >= count - 20, || {
        format!("{starts} starts, {codes:?}")
    })?;
    // Those within the limit are nobody's flood.
    scene.alone = Attempt { code: 5, ..Attempt::default() };
    scene.code = Some("rate-limited".to_owned());
    for fact in ["process count of children <= 20", "rest rate-limited", "bus still answers within 1 s"] {
        scene.facts.insert(fact.to_owned());
    }
    Ok(())
}

/// `SCHEME = COMMAND` where the command is an opener that comes back to us.
pub fn ring(scene: &mut Scene) -> Outcome {
    let words = scene.word(0);
    let words = words.strip_prefix("config: ").unwrap_or(&words).to_owned();
    let own = env!("CARGO_BIN_EXE_portero");
    let bin = scene.home.path("bin");
    if words.contains(" script ") {
        scripts(scene, own);
    } else {
        let setting = words.split(" with ").next().unwrap_or_default();
        scene.schemes = format!("{}\n", setting.replace("%u", "{uri}"));
        for name in ["xdg-open", "portero", "gio", "kde-open", "exo-open"] {
            let link = bin.join(name);
            let _ = std::fs::remove_file(&link);
            symlink(own, link).unwrap();
        }
    }
    scene.arguments = vec![scene.input()];
    scene.play();
    let turns = std::fs::read_to_string(scene.home.path("turns")).unwrap_or_default().lines().count();
    ensure(turns < 10, || format!("{turns} turns"))?;
    settle();
    let later = std::fs::read_to_string(scene.home.path("turns")).unwrap_or_default().lines().count();
    ensure(later < 10, || format!("{later} turns"))?;
    scene.facts.insert("fewer than 10 processes".to_owned());
    if words.contains(" script ") {
        let told = std::fs::read_to_string(scene.home.path("told")).unwrap_or_default();
        ensure(told.contains("openers") || told.contains("loop") || told.contains("sent it back"), || {
            told.clone()
        })?;
        scene.code = Some("loop".to_owned());
    }
    Ok(())
}

/// Two scripts, each of which has portero open the other's scheme.
fn scripts(scene: &mut Scene, own: &str) {
    let (turns, told) = (scene.home.path("turns"), scene.home.path("told"));
    for (name, next) in [("ring-a", "http://example.org/"), ("ring-b", "https://example.org/")] {
        let text = format!(
            "echo {name} >>'{}'\n'{own}' open --direct -- {next} 2>>'{}'",
            turns.display(),
            told.display()
        );
        scene.home.script(name, &text);
    }
    scene.schemes += "https = [\"ring-a\", \"{uri}\"]\nhttp = [\"ring-b\", \"{uri}\"]\n";
}

/// `focus-lost-at=… accept-at=…` on the clock of the window, or `always URI ; then no-confirmer`.
pub fn answered(scene: &mut Scene) -> Outcome {
    let script = scene.word(1);
    match script.strip_prefix("always ").and_then(|rest| rest.split(" ;").next()) {
        Some(first) => remembered(scene, first),
        None => timed(scene, &script),
    }
}

fn answer_with(scene: &Scene, answer: &str) {
    let _ = std::fs::remove_file(scene.home.path("bin/asker"));
    scene.home.script("asker", &format!("/bin/cat >/dev/null\necho {answer}"));
}

/// The question's window comes up with the focus, and hears what happens to it; its own clock decides whether a yes
/// counts.
fn timed(scene: &mut Scene, script: &str) -> Outcome {
    let unknown = |word: &str| Fault::Unseen(format!("the window hears no {word}"));
    let start = Instant::now();
    let (mut arming, mut agreed) = (Arming::of_question(), false);
    arming.focus(true, start);
    for word in script.split(' ') {
        let (event, time) = word.split_once("-at=").ok_or_else(|| unknown(word))?;
        let seconds = time.trim_end_matches('s').parse().map_err(|_| unknown(word))?;
        let now = start + Duration::from_secs_f64(seconds);
        match event {
            "focus-lost" => arming.focus(false, now),
            "focus" | "focus-back" | "focus-gained" | "focus-regained" => arming.focus(true, now),
            "accept" | "yes" => agreed |= arming.is_armed(now),
            _ => return Err(unknown(word)),
        }
    }
    answer_with(scene, if agreed { "yes" } else { "no" });
    scene.arguments = vec![scene.input()];
    scene.play();
    Ok(())
}

/// What was answered for one is no answer for another.
fn remembered(scene: &mut Scene, first: &str) -> Outcome {
    answer_with(scene, "yes host");
    scene.configure(true);
    let mut command = scene.command(["open", "--direct", "--", first]);
    command.stdin(Stdio::null());
    let agreed = scene.attempt(command, true);
    ensure(agreed.starts.len() == 1, || format!("{agreed:?}"))?;
    // The answer was written into the config; only the asker goes.
    let config = scene.home.path("config/portero/config.toml");
    let text = std::fs::read_to_string(&config).unwrap().replace("asker = [\"asker\"]\n", "");
    std::fs::write(&config, text).unwrap();
    std::thread::sleep(Duration::from_millis(20));
    scene.arguments = vec![scene.input()];
    scene.alone = scene.open();
    scene.code =
        scene.alone.stderr.contains("nobody is there to ask").then(|| "needs-confirmation".to_owned());
    Ok(())
}
