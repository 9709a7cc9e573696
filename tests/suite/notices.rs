//! What a notification of a failure offers, with notification servers and readers that note what they are told.

use std::collections::HashMap;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use zbus::message::Header;
use zbus::names::OwnedUniqueName;
use zbus::{Connection, OwnedVariant, interface};

use crate::builder::{Home, PATIENCE, wait_for};
use crate::bus::{Bus, Display};

const NOTIFICATIONS: &str = "org.freedesktop.Notifications";
const NOTIFICATIONS_PATH: &str = "/org/freedesktop/Notifications";
const OPEN: &str = "io.github.portero.Portero1.Open";
const TOKEN: &str = "T_TIME7";

/// What a server was asked to show.
#[derive(Debug, Clone)]
struct Shown {
    sender: OwnedUniqueName,
    id: u32,
    replaced: u32,
    summary: String,
    body: String,
    actions: Vec<String>,
}

impl Shown {
    /// The keys of its actions.
    fn keys(&self) -> Vec<&str> {
        self.actions.iter().step_by(2).map(String::as_str).collect()
    }

    fn label(&self, key: &str) -> Option<&str> {
        self.actions.chunks(2).find(|action| action[0] == key).map(|action| action[1].as_str())
    }
}

/// A notification server that shows nothing.
struct Notifications {
    capabilities: &'static [&'static str],
    count: u32,
    shown: Sender<Shown>,
}

#[interface(name = "org.freedesktop.Notifications")]
impl Notifications {
    fn get_capabilities(&self) -> Vec<String> {
        self.capabilities.iter().map(ToString::to_string).collect()
    }

    #[allow(
        clippy::too_many_arguments,
        clippy::needless_pass_by_value,
        reason = "the specification has them"
    )]
    fn notify(
        &mut self,
        name: &str,
        replaced: u32,
        icon: &str,
        summary: String,
        body: String,
        actions: Vec<String>,
        hints: HashMap<String, OwnedVariant>,
        milliseconds: i32,
        #[zbus(header)] call: Header<'_>,
    ) -> u32 {
        let _ = (name, icon, hints, milliseconds);
        self.count += 1;
        let id = if replaced == 0 { self.count } else { replaced };
        let sender = call.sender().unwrap().to_owned().into();
        self.shown.send(Shown { sender, id, replaced, summary, body, actions }).unwrap();
        id
    }
}

/// The reader's window, as far as it can be told something.
struct Reader(Sender<(String, Vec<OwnedVariant>, HashMap<String, OwnedVariant>)>);

#[interface(name = "org.freedesktop.Application")]
impl Reader {
    fn activate_action(
        &self,
        name: String,
        parameter: Vec<OwnedVariant>,
        platform: HashMap<String, OwnedVariant>,
    ) {
        self.0.send((name, parameter, platform)).unwrap();
    }
}

/// Serves an object on this bus until the test ends.
fn serve(
    bus: &Bus,
    name: &'static str,
    path: &'static str,
    object: impl zbus::object_server::Interface,
) -> Connection {
    let address = format!("unix:path={}", bus.home.path("bus").display());
    let (ready, served) = channel();
    thread::spawn(move || {
        zbus::block_on(async {
            let builder = zbus::connection::Builder::address(address.as_str());
            let connection = builder.serve_at(path, object).name(name).build().await.unwrap();
            ready.send(connection.clone()).unwrap();
            connection.closed().await;
        });
    });
    served.recv().unwrap()
}

/// A notification server, and what it was asked to show.
struct Server {
    connection: Connection,
    shown: Receiver<Shown>,
}

impl Server {
    fn start(bus: &Bus, capabilities: &'static [&'static str]) -> Self {
        let (sender, shown) = channel();
        let server = Notifications { capabilities, count: 0, shown: sender };
        Self { connection: serve(bus, NOTIFICATIONS, NOTIFICATIONS_PATH, server), shown }
    }

    fn next(&self) -> Shown {
        self.shown.recv_timeout(PATIENCE).expect("nothing was shown")
    }

    /// Tells the sender alone, as some servers do, or everybody.
    fn say(
        &self,
        shown: &Shown,
        alone: bool,
        member: &str,
        body: &(impl serde::Serialize + zbus::DynamicType),
    ) {
        let to = alone.then_some(&shown.sender);
        let said = self.connection.emit_signal(to, NOTIFICATIONS_PATH, NOTIFICATIONS, member, body);
        zbus::block_on(said).unwrap();
    }

    /// The person presses a button.
    fn press(&self, shown: &Shown, key: &str, alone: bool) {
        self.say(shown, alone, "ActivationToken", &(shown.id, TOKEN));
        self.say(shown, alone, "ActionInvoked", &(shown.id, key));
    }
}

/// Who opens `x-one` is not installed; another could.
fn home(general: &str) -> Home {
    let rule = "[schemes]\nx-one = { exec = [\"not-installed\", \"{uri}\"] }\n";
    let config = format!("{rule}\n[general]\n{general}\n");
    let entry =
        "[Desktop Entry]\nType=Application\nName=Viewer\nExec=viewer %u\nMimeType=x-scheme-handler/x-one;\n";
    Home::new().config(&config).stub("viewer").desktop_entry("viewer", entry).set("DISPLAY", ":7")
}

/// The place of the rule in that config.
fn place(home: &Home) -> String {
    format!("{}:2", home.path("config/portero/config.toml").display())
}

const EVERYTHING: &str = "asker = [\"chooser\"]\nterminal = [\"term\", \"-e\", \"{argv...}\"]";

fn with_everything() -> Home {
    let home = home(EVERYTHING).stub("term");
    home.script("chooser", "cat >/dev/null; echo 0");
    home
}

fn fail(bus: &Bus) {
    let answer = bus.call(OPEN, &["['x-one:a']", "{'notify': <true>, 'activation-token': <'OLD_TIME1'>}"]);
    assert!(answer.unwrap_err().contains("NoProgram"));
}

#[test]
fn a_failure_offers_what_can_be_done_about_it() {
    let bus = Bus::new(with_everything());
    let server = Server::start(&bus, &["body", "actions"]);
    fail(&bus);
    let shown = server.next();
    assert_eq!((shown.summary.as_str(), shown.body.as_str()), ("x-one:a", "not-installed is not installed"));
    assert_eq!(shown.keys(), ["default", "why", "edit-rule", "choose-another"]);
    let labels = ["why", "edit-rule", "choose-another"].map(|key| shown.label(key));
    assert_eq!(labels, ["Why?", "Edit rule", "Choose another"].map(Some));
    bus.call(
        OPEN,
        &["['x-one:a']", "{'notify': <true>, 'environment': <{'DISPLAY': ':7', 'LANG': 'es_ES.UTF-8'}>}"],
    )
    .unwrap_err();
    assert_eq!(server.next().label("edit-rule"), Some("Editar la regla"));
}

#[test]
fn only_what_makes_sense_is_offered() {
    let bus = Bus::new(home(""));
    let server = Server::start(&bus, &["actions"]);
    // No page, no rule of the person's own, and nobody who could ask.
    for (uri, keys) in
        [("man:no-such-page(1)", &["default", "why"][..]), ("javascript:x", &["default", "why"])]
    {
        bus.call(OPEN, &[&format!("['{uri}']"), "{'notify': <true>}"]).unwrap_err();
        assert_eq!(server.next().keys(), keys, "{uri}");
    }
}

#[test]
fn many_failures_of_one_call_do_not_bury_the_desktop() {
    let bus = Bus::new(with_everything());
    let server = Server::start(&bus, &["actions"]);
    let uris: Vec<_> = (0..9).map(|number| format!("'x-one:{number}'")).collect();
    bus.call(OPEN, &[&format!("[{}]", uris.join(", ")), "{'notify': <true>}"]).unwrap();
    let mut shown: Vec<_> = (0..6).map(|_| server.next().summary).collect();
    shown.sort();
    let failed = (0..5).map(|number| format!("x-one:{number}"));
    let expected: Vec<_> =
        ["More are in the log (`portero log`): 4".to_owned()].into_iter().chain(failed).collect();
    assert_eq!(shown, expected);
    bus.cool();
    assert!(server.shown.try_recv().is_err());
}

#[test]
fn a_server_without_actions_is_offered_none() {
    let bus = Bus::new(with_everything());
    let server = Server::start(&bus, &["body"]);
    fail(&bus);
    assert!(server.next().actions.is_empty());
    bus.cool();
}

#[test]
fn another_program_is_chosen_and_gets_the_token_of_the_click() {
    for alone in [true, false] {
        let bus = Bus::new(with_everything());
        let server = Server::start(&bus, &["actions"]);
        fail(&bus);
        let shown = server.next();
        server.press(&shown, "choose-another", alone);
        let start = bus.home.start_of("viewer");
        assert_eq!(start.arguments, ["x-one:a"]);
        assert_eq!(start.variable("XDG_ACTIVATION_TOKEN"), Some(TOKEN));
    }
}

#[test]
fn the_rule_is_edited_at_its_line() {
    let bus = Bus::new(with_everything());
    let server = Server::start(&bus, &["actions"]);
    fail(&bus);
    server.press(&server.next(), "edit-rule", true);
    let start = bus.home.start_of("term");
    let place = place(&bus.home);
    assert_eq!(start.arguments[2..], ["config", "edit", "--at", &place]);
    assert_eq!(start.variable("XDG_ACTIVATION_TOKEN"), Some(TOKEN));
}

#[test]
fn the_reader_tells_why() {
    let bus = Bus::new(with_everything());
    let server = Server::start(&bus, &["actions"]);
    let (sender, told) = channel();
    let name = "io.github.portero.Portero.View";
    let _reader = serve(&bus, name, "/io/github/portero/Portero/View", Reader(sender));
    for key in ["why", "default"] {
        fail(&bus);
        server.press(&server.next(), key, true);
        let (action, parameter, platform) = told.recv_timeout(PATIENCE).expect("nothing was told");
        let (title, words): (String, String) = parameter[0].try_clone().unwrap().try_into().unwrap();
        assert_eq!((action.as_str(), title.as_str()), ("tell", "x-one:a"));
        assert!(words.starts_with("not-installed is not installed\n"), "{words}");
        assert!(words.contains(&format!("rule: x-one ({})", place(&bus.home))), "{words}");
        assert_eq!(platform["activation-token"].downcast_ref::<&str>(), Ok(TOKEN));
    }
}

/// A service without the windows beside it.
#[test]
fn without_a_reader_another_notification_tells_why() {
    let bus = Bus::without_service(with_everything());
    let alone = bus.home.path("portero");
    assert!(Command::new("cp").arg(env!("CARGO_BIN_EXE_portero")).arg(&alone).status().unwrap().success());
    let mut command = bus.home.command(&alone);
    let mut service = command.arg("daemon").stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_for(|| bus.service()).expect("the service has not started");
    let server = Server::start(&bus, &["actions"]);
    fail(&bus);
    server.press(&server.next(), "why", true);
    let told = server.next();
    assert_eq!((told.summary.as_str(), told.replaced, told.actions.len()), ("x-one:a", 0, 0));
    assert!(told.body.contains("read as: other"), "{told:?}");
    bus.cool();
    service.wait().unwrap();
}

#[test]
fn what_a_program_said_last_is_told_as_well() {
    let config = "[schemes]\nx-two = { exec = [\"crashing\"] }\n";
    let home = Home::new().config(config).set("DISPLAY", ":7");
    home.script("crashing", "echo 'cannot <open>' >&2; exit 3");
    let bus = Bus::new(home);
    let server = Server::start(&bus, &[]);
    bus.call(OPEN, &["['x-two:a']", "{'notify': <true>}"]).unwrap_err();
    let body = server.next().body;
    assert_eq!(body, "crashing ended at once (exit status: 3): cannot &lt;open&gt;");
}

#[test]
fn what_is_offered_keeps_the_service_until_it_is_closed() {
    let bus = Bus::new(home("idle-timeout = \"100ms\""));
    let server = Server::start(&bus, &["actions"]);
    fail(&bus);
    let shown = server.next();
    thread::sleep(Duration::from_millis(600));
    assert!(bus.service().is_some(), "the service has left");
    server.say(&shown, true, "NotificationClosed", &(shown.id + 1, 2_u32));
    server.say(&shown, true, "NotificationClosed", &(shown.id, 2_u32));
    bus.wait_until_cold();
}

#[test]
fn what_is_offered_does_not_keep_the_service_from_ending() {
    let bus = Bus::new(home(""));
    let server = Server::start(&bus, &["actions"]);
    fail(&bus);
    server.next();
    bus.cool();
}

/// Somebody on the bus who is not the server that was asked.
#[test]
fn nobody_but_the_server_presses_a_button() {
    let bus = Bus::new(with_everything());
    let server = Server::start(&bus, &["actions"]);
    fail(&bus);
    let shown = server.next();
    let (sender, told) = channel();
    let stranger = Notifications { capabilities: &[], count: 0, shown: sender };
    let stranger =
        Server { connection: serve(&bus, "org.example.Stranger", NOTIFICATIONS_PATH, stranger), shown: told };
    stranger.press(&shown, "choose-another", true);
    server.press(&shown, "edit-rule", true);
    bus.home.start_of("term");
    assert!(bus.home.starts("viewer").is_empty());
}

#[test]
fn the_command_line_leaves_it_to_the_service_to_tell() {
    let bus = Bus::new(with_everything());
    let server = Server::start(&bus, &["actions"]);
    let run = bus.home.portero(["open", "x-one:a"]);
    assert_eq!((run.code, run.stderr.lines().count()), (3, 1), "{run:?}");
    assert_eq!(server.next().keys().len(), 4);
    let run = bus.home.portero(["open", "--direct", "x-one:a"]);
    assert_eq!(run.code, 3, "{run:?}");
    assert!(server.next().actions.is_empty() && server.shown.try_recv().is_err());
}

#[test]
fn an_editor_that_can_begins_at_the_line() {
    for (editor, begins) in [("nano", true), ("other", false)] {
        let home = home("").stub(editor).set("EDITOR", editor);
        let place = place(&home);
        assert_eq!(home.portero(["config", "edit", "--at", &place]).code, 0);
        let file = home.path("config/portero/config.toml").into_os_string();
        let expected = if begins { vec!["+2".into(), file] } else { vec![file] };
        assert_eq!(home.start_of(editor).arguments, expected);
        let run = home.portero(["config", "edit", "--at", "/etc/passwd:1"]);
        assert!(run.code == 1 && run.stderr.contains("/etc/passwd:1"), "{run:?}");
    }
}

/// A real server, which tells what was pressed to the sender alone.
struct Dunst {
    process: std::process::Child,
    _display: Display,
}

impl Dunst {
    /// `None`, and a word on standard error, where there is none.
    fn start(home: &Home, display: Display) -> Option<Self> {
        // Its menu of actions is whatever program reads the labels and prints one of them.
        let menu = home.script("menu", "grep -m1 \"^#$(cat \"$HOME/pressed\") \"");
        let config = home.write("dunstrc", format!("[global]\ndmenu = {}\ntimeout = 0\n", menu.display()));
        let mut command = home.command("dunst");
        command.arg("-config").arg(config).stdout(Stdio::null()).stderr(Stdio::null());
        let process = command.spawn().inspect_err(|_| eprintln!("skipped: dunst is not here")).ok()?;
        Some(Self { process, _display: display })
    }

    fn call(home: &Home, method: &str, arguments: &[&str]) -> Option<String> {
        let mut command = home.command("gdbus");
        command.args(["call", "--session", "--dest", NOTIFICATIONS, "--object-path", NOTIFICATIONS_PATH]);
        let output = command.args(["--method", method]).args(arguments).output().unwrap();
        output.status.success().then(|| String::from_utf8(output.stdout).unwrap())
    }

    fn press(home: &Home, label: &str) {
        home.write("home/pressed", label);
        Self::call(home, "org.dunstproject.cmd0.ContextMenuCall", &[]).expect("dunst shows no menu");
    }
}

impl Drop for Dunst {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn the_actions_work_with_a_real_server() {
    let Some(display) = Display::start() else {
        eprintln!("skipped: Xvfb is not here");
        return;
    };
    let bus = Bus::new(with_everything().set("DISPLAY", &display.name));
    let Some(_dunst) = Dunst::start(&bus.home, display) else { return };
    let shows = || Dunst::call(&bus.home, "org.freedesktop.Notifications.GetCapabilities", &[]);
    assert!(wait_for(shows).expect("dunst does not answer").contains("'actions'"));
    let (sender, told) = channel();
    let name = "io.github.portero.Portero.View";
    let _reader = serve(&bus, name, "/io/github/portero/Portero/View", Reader(sender));
    fail(&bus);
    // It shows a notification a moment after it has taken it.
    let count = || {
        Dunst::call(
            &bus.home,
            "org.freedesktop.DBus.Properties.Get",
            &["org.dunstproject.cmd0", "displayedLength"],
        )
    };
    wait_for(|| count().filter(|count| count.contains("uint32 1"))).expect("dunst shows nothing");
    // It stays until it is closed, so that each can be pressed.
    Dunst::press(&bus.home, "Why?");
    let (_, parameter, _) = told.recv_timeout(PATIENCE).expect("nothing was told");
    let (title, _): (String, String) = parameter[0].try_clone().unwrap().try_into().unwrap();
    assert_eq!(title, "x-one:a");
    Dunst::press(&bus.home, "Edit rule");
    assert_eq!(bus.home.start_of("term").arguments.last().unwrap(), place(&bus.home).as_str());
    Dunst::press(&bus.home, "Choose another");
    assert_eq!(bus.home.start_of("viewer").arguments, ["x-one:a"]);
}
