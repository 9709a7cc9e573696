//! Cases that come over the session bus, some of them from a confined program.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::time::Duration;

use super::case::text;
use super::scene::{Attempt, Fault, Outcome, Scene, ensure};
use crate::builder::wait_for;
use crate::bus::{Bus, Mock, NAME, OBJECT, settle};

const OPEN: &str = "io.github.portero.Portero1.Open";
const APPLICATION_OPEN: &str = "org.freedesktop.Application.Open";
const NOTIFICATIONS: &str = "org.freedesktop.Notifications";

/// A bus around the scene, with a service that reads the scene's config.
pub fn bus(scene: &Scene, with_asker: bool) -> Bus {
    scene.configure(with_asker);
    Bus::new(scene.home.clone())
}

/// A list of one text, as `gdbus` reads it.
pub fn list(uris: &[String]) -> String {
    let quoted: Vec<_> =
        uris.iter().map(|uri| format!("'{}'", uri.replace('\\', "\\\\").replace('\'', "\\'"))).collect();
    format!("[{}]", quoted.join(", "))
}

/// The code in the name of a D-Bus error.
pub fn code_of(error: &str) -> Option<String> {
    let name = error.split("Portero1.Error.").nth(1)?;
    let name: String = name.chars().take_while(char::is_ascii_alphabetic).collect();
    let mut code = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !code.is_empty() {
            code.push('-');
        }
        code.push(c.to_ascii_lowercase());
    }
    Some(code)
}

/// What no argument list can carry.
pub fn long(scene: &mut Scene) -> Outcome {
    let bus = bus(scene, true);
    let uri = text(&scene.input());
    let Some(answers) = bus.open_each(std::iter::once(uri.as_str())) else {
        return Err(Fault::Unseen("python3-gi is not here".to_owned()));
    };
    scene.agreed = Attempt { code: 0, starts: scene.starts(), ..Attempt::default() };
    scene.code = code_of(&answers[0]);
    Ok(())
}

/// The decision as the log of the service has it.
pub fn log_of(scene: &Scene) -> Attempt {
    let bus = bus(scene, false);
    let _ = bus.call(OPEN, &[&list(&[text(&scene.input())]), "{}"]);
    let run = bus.home.portero(["log", "--json"]);
    Attempt { code: run.code, stdout: run.stdout, stderr: run.stderr, ..Attempt::default() }
}

/// A confined program gets the same answer whatever there is, and nothing without a yes.
pub fn confined(scene: &mut Scene) -> Outcome {
    let uri = text(&scene.input());
    let bus = bus(scene, false);
    let others = ["file:///no/such/file", "telnet://example.org/", "man:no-such-page"];
    let mut answers = Vec::new();
    for uri in std::iter::once(uri.as_str()).chain(others) {
        let uris = list(&[uri.to_owned()]);
        let call = format!(
            "gdbus call --session --dest {NAME} --object-path {OBJECT} --method {OPEN} \"{uris}\" '{{}}'"
        );
        let Some(output) = bus.confined(&call) else {
            return Err(Fault::Unseen("no namespaces here".to_owned()));
        };
        let answer =
            text(OsStr::from_bytes(if output.status.success() { &output.stdout } else { &output.stderr }));
        answers.push(answer.replace(uri, "URI"));
    }
    settle();
    let decision = bus
        .home
        .portero(["log", "--json"])
        .objects()
        .into_iter()
        .find(|decision| decision["uri"] == uri.as_str());
    scene.code = decision.and_then(|decision| decision["error"]["code"].as_str().map(str::to_owned));
    scene.alone = Attempt { code: 5, starts: scene.starts(), ..Attempt::default() };
    ensure(answers.iter().all(|answer| *answer == answers[0]), || format!("{answers:?}"))?;
    for other in ["a path that does not exist", "telnet://example.org/"] {
        scene.facts.insert(format!("reply equals the reply for {other}"));
    }
    Ok(())
}

/// `platform-data: {'NAME': 'VALUE'}`, as a launcher sends it.
pub fn with_platform_data(scene: &mut Scene) -> Outcome {
    let data = scene.word(1);
    let data = data.strip_prefix("platform-data: ").unwrap_or("{}");
    let typed = data.replace(": '", ": <'").replace("',", "'>,").replace("'}", "'>}");
    let bus = bus(scene, true);
    bus.call(APPLICATION_OPEN, &[&list(&[text(&scene.input())]), &typed]).map_err(Fault::Wrong)?;
    wait_for(|| (!scene.starts().is_empty()).then_some(()));
    scene.agreed.starts = scene.starts();
    let start = scene.launched().ok_or_else(|| Fault::Wrong("nothing was started".to_owned()))?;
    let passed = ["DESKTOP_STARTUP_ID", "XDG_ACTIVATION_TOKEN"].iter().find_map(|name| start.variable(name));
    ensure(passed.is_none(), || format!("{passed:?}").chars().take(100).collect())?;
    scene.facts.extend(["token dropped", "launch works"].map(str::to_owned));
    Ok(())
}

/// Variables that somebody gave to the bus before it started the service.
pub fn changed_environment(scene: &mut Scene) -> Outcome {
    let words = scene.word(0);
    let assignment = words.split(' ').find_map(|word| word.split_once('='));
    let Some((name, value)) = assignment else { return Err(Fault::Unseen(words)) };
    super::config_cases::hostile_program(scene, "evil");
    let bus = bus(scene, true);
    bus.update_environment(name, value).map_err(Fault::Wrong)?;
    bus.call(OPEN, &[&list(&[text(&scene.input())]), "{}"]).map_err(Fault::Wrong)?;
    wait_for(|| (!scene.starts().is_empty()).then_some(()));
    scene.agreed.starts = scene.starts();
    let evil = scene.folder.join("MARK").exists();
    ensure(!evil && scene.launched().is_some_and(|start| start.variable(name).is_none()), || {
        "it was used".to_owned()
    })
}

/// What is told of a failure goes to the notification server as plain text.
pub fn notified_plainly(scene: &Scene) -> Outcome {
    scene.configure(false);
    let bus = Bus::new(scene.home.clone().set("DISPLAY", ":7"));
    let methods = [
        "Notify=susssasa{sv}i:u:(uint32 1,)",
        "GetCapabilities=:as:(['body', 'body-markup', 'body-images'],)",
        "GetServerInformation=:ssss:('mock', 'mock', '1', '1.2')",
    ];
    let Some(mock) = Mock::start(&bus, NOTIFICATIONS, NOTIFICATIONS, Duration::ZERO, &methods) else {
        return Err(Fault::Unseen("python3-gi is not here".to_owned()));
    };
    let config = bus.home.path("config/portero/config.toml");
    std::fs::write(config, "[[rules]]\nmatch = { scheme = \"*\" }\ndeny = \"closed\"\n").unwrap();
    bus.call(APPLICATION_OPEN, &[&list(&[text(&scene.input())]), "{}"]).map_err(Fault::Wrong)?;
    let told = wait_for(|| mock.calls().into_iter().find(|call| call.starts_with("Notify")));
    let told = told.ok_or_else(|| Fault::Wrong("nothing was told".to_owned()))?;
    // Behind the texts stand the hints, whose values are written with these signs.
    let texts = told.split(", [").next().unwrap_or_default();
    let plain = !texts.contains('<') && !told.contains("image-path") && !told.contains("image-data");
    ensure(plain, || told.clone())
}
