//! Cases of the reader's window: on a virtual screen, with a hand on the keyboard, and with a network that leads
//! nowhere and counts.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use super::scene::{Attempt, Fault, Outcome, Scene, ensure};
use crate::builder::wait_for;
use crate::bus::{Bus, Display, NAME};

/// What is seen of a window alone, in the words of the corpus.
const OF_A_WINDOW: &[&str] = &["zero DNS or TCP attempts", "beacon sink empty", "title unchanged"];

/// How long a page is watched.
const WATCH: Duration = Duration::from_secs(5);

/// How often the keyboard is tried.
const ROUNDS: usize = 40;

/// Where a click is allowed to lead, as the proof that clicks arrive.
const CONTROL: &str = "https://example.org/clicked";

/// Runs what follows it in a network of its own that leads nowhere, and tells how often a network was spoken to.
/// Behind that stands how often the bus and the screen were spoken to, which proves the counting.
const SINK: &str = r#"
ip link set lo up && ip route add local default dev lo
trace=$1
shift
strace -f -qq -e trace=connect,sendto,sendmsg,sendmmsg -o "$trace" "$@" >/dev/null 2>&1 &
sleep 20
kill $!
echo "$(grep -c AF_INET "$trace") $(grep -c AF_UNIX "$trace")"
"#;

/// A screen with a window manager, and a bus.
struct Screen {
    _display: Display,
    manager: Child,
    bus: Bus,
}

impl Screen {
    fn of(scene: &Scene) -> Result<Self, Fault> {
        let reader = Path::new(env!("CARGO_BIN_EXE_portero")).with_file_name("portero-view");
        let tools = ["Xvfb", "openbox", "xdotool"].map(|tool| PathBuf::from("/usr/bin").join(tool));
        if let Some(missing) = tools.iter().chain([&reader]).find(|file| !file.exists()) {
            return Err(Fault::Unseen(format!("{} is not here", missing.display())));
        }
        let display = Display::start().ok_or_else(|| Fault::Unseen("Xvfb does not start".to_owned()))?;
        scene.configure(false);
        let bus = Bus::new(scene.home.clone().set("DISPLAY", &display.name));
        let mut manager = bus.home.command("/usr/bin/openbox");
        let manager = manager.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        Ok(Self { _display: display, manager, bus })
    }

    /// What opens a page here, from the folder of the case.
    fn open(&self, scene: &Scene, uri: &str) -> Command {
        let mut command = self.bus.home.command(env!("CARGO_BIN_EXE_portero"));
        command.args(["open", "--direct", "--", uri]).current_dir(&scene.folder);
        command
    }

    fn xdotool(&self, words: &[&str]) -> String {
        let output = self.bus.home.command("/usr/bin/xdotool").args(words).output().unwrap();
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// The title of the window that shows a page, waited for; the engine takes its time on a slow machine.
    fn title(&self) -> Result<String, Fault> {
        let title = (0..6).find_map(|_| wait_for(|| self.shown()));
        title.ok_or_else(|| Fault::Wrong("no window came".to_owned()))
    }

    /// Before it has a page, a window is called like the application.
    fn shown(&self) -> Option<String> {
        let windows = self.xdotool(&["search", "--onlyvisible", "--name", "."]);
        let window = windows.lines().last()?;
        let title = self.xdotool(&["getwindowname", window]);
        self.xdotool(&["windowactivate", "--sync", window]);
        (!title.is_empty() && title != NAME).then_some(title)
    }

    fn keys(&self, keys: &[&str]) {
        for key in keys {
            self.xdotool(&["key", "--clearmodifiers", key]);
            thread::sleep(Duration::from_millis(500));
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.manager.kill();
        let _ = self.manager.wait();
    }
}

/// Shows a page, where the case is about what a shown page does: the network stays quiet, the title what it was.
pub fn watch(scene: &mut Scene) -> Outcome {
    if !OF_A_WINDOW.iter().any(|words| scene.case.check.contains(words)) {
        return Ok(());
    }
    if scene.kind() == "help" && scene.agreed.code == 3 {
        return Err(Fault::Unseen("help documents are left to another program".to_owned()));
    }
    let screen = Screen::of(scene)?;
    let opening = screen.open(scene, &scene.opened());
    let root = rustix::process::getuid().is_root();
    let mut apart = screen.bus.home.command("/usr/bin/unshare");
    apart.arg(if root { "-n" } else { "-rn" }).env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    apart
        .args(["/bin/sh", "-c", SINK, "sh"])
        .arg(screen.bus.home.path("calls"))
        .arg(opening.get_program())
        .args(opening.get_args());
    let counting = apart.stdout(Stdio::piped()).stderr(Stdio::null()).current_dir(&scene.folder).spawn();
    let counting = counting.map_err(|_| Fault::Unseen("unshare is not here".to_owned()))?;
    let title = screen.title();
    thread::sleep(WATCH);
    let later = screen.title();
    let counts = String::from_utf8(counting.wait_with_output().unwrap().stdout).unwrap();
    let Some((sent, control)) = counts.trim().split_once(' ') else {
        return Err(Fault::Unseen("no network can be made here".to_owned()));
    };
    ensure(control != "0", || format!("nothing can be counted: {counts}"))?;
    ensure(sent == "0", || format!("somebody was spoken to {sent} times"))?;
    let (title, later) = (title?, later?);
    ensure(title == later && !title.contains("owned"), || format!("{title} became {later}"))?;
    for seen in ["zero DNS or TCP attempts while shown for 5 s", "zero DNS or TCP attempts"] {
        scene.facts.insert(seen.to_owned());
    }
    scene.facts.extend(["beacon sink empty", "title unchanged after 5 s"].map(str::to_owned));
    Ok(())
}

/// A page with a link to the place, and one behind it to a place that is allowed: the keyboard follows both.
pub fn click(scene: &mut Scene) -> Outcome {
    let uri = scene.opened();
    scene.schemes += "man = \"view\"\n";
    let page =
        format!(".TH X 1\n.SH NAME\nclick - x\n.SH TEXT\n.UR {uri}\nhere\n.UE\n.UR {CONTROL}\nthere\n.UE\n");
    std::fs::write(scene.folder.join("man/man1/click.1"), page).unwrap();
    let screen = Screen::of(scene)?;
    let opened = scene.attempt(screen.open(scene, "man:click(1)"), false);
    ensure(opened.code == 0, || format!("{opened:?}"))?;
    let title = screen.title()?;
    let followed =
        || scene.starts().iter().any(|(_, start)| start.arguments.iter().any(|word| word == CONTROL));
    // The keyboard reaches the page when the engine has it, and each link in turn.
    let arrived = (0..ROUNDS).any(|_| {
        screen.keys(&["Tab", "Return"]);
        followed()
    });
    ensure(arrived, || "no click arrived".to_owned())?;
    ensure(screen.title()? == title, || format!("{title} became something else"))?;
    let starts =
        scene.starts().into_iter().filter(|(_, start)| start.arguments.iter().all(|word| word != CONTROL));
    scene.alone = Attempt { code: 5, starts: starts.collect(), ..Attempt::default() };
    let decided = screen.bus.home.portero(["log", "--json"]).objects().into_iter();
    let mut decided = decided
        .filter(|decision| decision["uri"] == uri.as_str())
        .filter_map(|decision| decision["error"]["code"].as_str().map(str::to_owned));
    // A page has no link to most places at all, and then there is nothing to decide.
    scene.code = decided.next_back().or_else(|| Some("needs-confirmation".to_owned()));
    for seen in [
        "navigation cancelled",
        "file text not shown in the viewer",
        "policy engine decision unsafe or confirm",
    ] {
        scene.facts.insert(seen.to_owned());
    }
    Ok(())
}

/// An address of the reader's own that it has not issued: a page cannot lead there. What the engine answers when
/// asked all the same is held by a test beside it.
pub fn fetch(scene: &mut Scene) -> Outcome {
    click(scene)?;
    ensure(scene.alone.starts.is_empty(), || format!("{:?}", scene.alone.starts))?;
    scene.facts.extend(["404, empty body", "404 or blocked"].map(str::to_owned));
    Ok(())
}
