//! Checks under strace(1): which files were opened, and that nothing was sent.

use std::process::Command;

use regex_lite::{Captures, Regex};

use super::case::text;
use super::scene::{Fault, Outcome, Scene, ensure};
use super::told::is_document;
use portero::uri::Part;

/// An address that names no file, to be compared with.
const HARMLESS: &str = "mailto:a@example.org";

/// The text with its escapes taken off.
pub fn decoded(text: &str) -> String {
    String::from_utf8_lossy(&Part::new(text, 0).bytes()).into_owned()
}

/// The system calls of an opening to which the person says yes, or of a rendering.
fn trace(scene: &Scene, words: &[&str], calls: &str) -> Result<String, Fault> {
    let file = scene.home.path("trace");
    let inner = scene.command(words);
    let mut command = Command::new("strace");
    command.args(["-f", "-qq", "-s", "4096", "-e", &format!("trace={calls}"), "-o"]).arg(&file);
    command.arg(inner.get_program()).args(inner.get_args()).env_clear();
    command.envs(inner.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command.current_dir(&scene.folder).stdin(std::process::Stdio::null());
    let can_not = || Fault::Unseen("strace does not run here".to_owned());
    command.output().map_err(|_| can_not())?;
    let trace = std::fs::read(&file).map_err(|_| can_not())?;
    // Nothing runs without a call at all, unless tracing is not allowed.
    if trace.is_empty() && calls.contains("openat") {
        Err(can_not())
    } else {
        Ok(String::from_utf8_lossy(&trace).into_owned())
    }
}

fn ways(scene: &Scene) -> Vec<Vec<String>> {
    let input = text(&scene.input());
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let mut ways = vec![words(&["open", "--direct", "--", &input])];
    if is_document(scene) {
        ways.push(words(&["render", "--html", "--", &input]));
    }
    ways
}

fn traces(scene: &Scene, calls: &str) -> Result<String, Fault> {
    let traces = ways(scene).into_iter().map(|words| {
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        trace(scene, &words, calls)
    });
    traces.collect()
}

/// No connection and no datagram over any network.
pub fn silent(scene: &Scene, _: &Captures) -> Outcome {
    let calls = traces(scene, "connect,sendto,sendmsg,mount,openat")?;
    let loud: Vec<_> =
        calls.lines().filter(|line| line.contains("AF_INET") || line.contains(" mount(")).collect();
    ensure(loud.is_empty(), || format!("{loud:?}"))
}

/// The named files, or those that the input names, were not opened, nor written.
pub fn untouched(scene: &Scene, captures: &Captures) -> Outcome {
    if captures[0].starts_with("stdin") {
        let calls = traces(scene, "read,openat")?;
        return ensure(!calls.contains(" read(0,"), || "standard input was read".to_owned());
    }
    let opened = traces(scene, "open,openat,openat2,creat,unlink,rename")?;
    let usual = trace(scene, &["open", "--direct", "--", HARMLESS], "open,openat,openat2")?;
    for path in paths(scene, captures) {
        // Some of these files are read to know the user's groups, and each time as often.
        let count = |trace: &str| trace.lines().filter(|line| line.contains(&format!("{path}\""))).count();
        ensure(count(&opened) <= count(&usual) * 2, || format!("{path} was opened"))?;
        let kept = std::fs::read_to_string(&path).is_ok_and(|text| text == super::setup::KNOWN);
        ensure(kept || !path.contains("portero-victim"), || format!("{path} changed"))?;
    }
    Ok(())
}

fn paths(scene: &Scene, captures: &Captures) -> Vec<String> {
    let named = captures.get(1).map(|path| path.as_str()).filter(|path| path.starts_with(['/', '.', '~']));
    if let Some(path) = named {
        let folder = scene.folder.to_str().unwrap();
        return vec![path.replace("/tmp/", &format!("{folder}/")).replace("./", &format!("{folder}/"))];
    }
    let input = decoded(&text(&scene.input()));
    let path = Regex::new(r"/[A-Za-z0-9._/-]{3,}").unwrap();
    path.find_iter(&input).map(|found| found.as_str().to_owned()).collect()
}
