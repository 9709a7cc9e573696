//! What is started, or told, over the session bus.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::builder::{Home, wait_for};
use crate::bus::{Bus, Display, Mock};

const APPLICATION: &str = "org.example.Show";

/// A home in which an application of the bus opens `x-one` and plain text, and can be started by itself as well.
fn home() -> Home {
    let entry = "[Desktop Entry]\nType=Application\nName=Show\nExec=viewer %u\nDBusActivatable=true\n\
                 MimeType=text/plain;\n";
    let config = format!("[schemes]\nx-one = {{ app = \"{APPLICATION}\" }}\n");
    let home =
        Home::new().config(&config).stub("viewer").desktop_entry(APPLICATION, entry).set("DISPLAY", ":7");
    home.write("config/mimeapps.list", format!("[Default Applications]\ntext/plain={APPLICATION}.desktop\n"));
    home
}

/// `None`, and a word on standard error, where there is no Python with GLib.
fn mock(bus: &Bus, name: &str, interface: &str, delay: Duration, methods: &[&str]) -> Option<Mock> {
    let mock = Mock::start(bus, name, interface, delay, methods);
    if mock.is_none() {
        eprintln!("skipped: python3-gi is not here");
    }
    mock
}

fn application(bus: &Bus, delay: Duration) -> Option<Mock> {
    mock(bus, APPLICATION, "org.freedesktop.Application", delay, &["Open=asa{sv}:"])
}

fn first_call(mock: &Mock) -> String {
    wait_for(|| mock.calls().into_iter().next()).expect("nothing was called")
}

#[test]
fn an_application_of_the_bus_gets_the_uri_and_the_token() {
    let bus = Bus::without_service(home().set("XDG_ACTIVATION_TOKEN", "T_TIME1"));
    let Some(mock) = application(&bus, Duration::ZERO) else { return };
    assert_eq!(bus.home.portero(["open", "--direct", "x-one:a b"]).code, 0);
    let call = first_call(&mock);
    assert!(call.starts_with("Open (['x-one:a"), "{call}");
    for key in ["activation-token", "desktop-startup-id"] {
        assert!(call.contains(&format!("'{key}': <'T_TIME1'>")), "{call}");
    }
    assert!(bus.home.starts("viewer").is_empty());
}

#[test]
fn an_application_of_the_bus_that_takes_a_list_gets_all_at_once() {
    let home = home();
    let entry =
        std::fs::read_to_string(home.path(&format!("data/applications/{APPLICATION}.desktop"))).unwrap();
    let bus = Bus::without_service(home.desktop_entry(APPLICATION, &entry.replace("%u", "%U")));
    let Some(mock) = application(&bus, Duration::ZERO) else { return };
    assert_eq!(bus.home.portero(["open", "--direct", "x-one:a", "x-one:b"]).code, 0);
    assert!(first_call(&mock).starts_with("Open (['x-one:a', 'x-one:b'], "), "{:?}", mock.calls());
    assert_eq!(mock.calls().len(), 1);
}

#[test]
fn an_application_of_the_bus_gets_uris_not_paths() {
    let bus = Bus::without_service(home());
    let Some(mock) = application(&bus, Duration::ZERO) else { return };
    let file = bus.home.write("home/a b.txt", "words\n");
    assert_eq!(bus.home.portero([Path::new("open"), Path::new("--direct"), &file]).code, 0);
    assert!(first_call(&mock).contains("/home/a%20b.txt'], "), "{:?}", mock.calls());
}

#[test]
fn one_that_does_not_answer_is_started_by_its_exec_key() {
    let bus = Bus::without_service(home());
    let Some(_mock) = application(&bus, Duration::from_secs(20)) else { return };
    let began = Instant::now();
    assert_eq!(bus.home.portero(["open", "--direct", "x-one:a"]).code, 0);
    assert_eq!(bus.home.start_of("viewer").arguments, ["x-one:a"]);
    assert!(began.elapsed() >= Duration::from_secs(2) && began.elapsed() < Duration::from_secs(8));
}

#[test]
fn one_that_nobody_serves_is_started_by_its_exec_key() {
    let bus = Bus::without_service(home());
    assert_eq!(bus.home.portero(["open", "--direct", "x-one:a"]).code, 0);
    assert_eq!(bus.home.start_of("viewer").arguments, ["x-one:a"]);
}

#[test]
fn files_and_folders_are_shown_selected_in_their_folder() {
    let bus = Bus::without_service(home());
    let name = "org.freedesktop.FileManager1";
    let Some(mock) = mock(&bus, name, name, Duration::ZERO, &["ShowItems=ass:"]) else { return };
    let file = bus.home.write("home/100% done #1.txt", "x");
    let folder = bus.home.path("site");
    for path in [&file, &folder] {
        let run = bus.home.portero([Path::new("open"), Path::new("--direct"), Path::new("--reveal"), path]);
        assert_eq!(run.code, 0, "{run:?}");
    }
    let calls = wait_for(|| (mock.calls().len() == 2).then(|| mock.calls())).unwrap();
    assert!(calls[0].starts_with("ShowItems (['file:///"), "{calls:?}");
    assert!(calls[0].contains("/home/100%25%20done%20%231.txt'], "), "{calls:?}");
    assert!(calls[1].contains("/site'], "), "{calls:?}");
    assert!(bus.home.starts("viewer").is_empty());
}

#[test]
fn without_a_file_manager_on_the_bus_the_folder_is_opened() {
    let config = "[schemes]\nfolder = { exec = [\"browse\", \"{path}\"] }\n";
    let home = Home::new().config(config).stub("browse").stub("viewer");
    let file = home.write("home/a.txt", "x");
    let run = home.portero([Path::new("open"), Path::new("--direct"), Path::new("--reveal"), &file]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(home.start_of("browse").arguments, [home.path("home")]);
}

#[test]
fn a_failure_that_no_terminal_shows_is_a_notification() {
    let config = "[schemes]\ngopher = { exec = [\"not-installed\"], confirm = false }\n";
    let bus = Bus::without_service(Home::new().config(config).set("DISPLAY", ":7"));
    let name = "org.freedesktop.Notifications";
    let methods = ["Notify=susssasa{sv}i:u:(uint32 1,)", "GetCapabilities=:as:(['body'],)"];
    let Some(mock) = mock(&bus, name, name, Duration::ZERO, &methods) else { return };
    let run = bus.home.portero(["open", "--direct", "gopher://example.org/0x"]);
    assert_eq!((run.code, run.stderr.lines().count()), (3, 1), "{run:?}");
    let told = first_call(&mock);
    assert!(
        told.contains("gopher") && told.contains("not-installed") && told.contains("Debian: lynx"),
        "{told}"
    );
}

/// systemd's manager as far as it tells the session's environment: one variable.
struct Manager(String);

#[zbus::interface(name = "org.freedesktop.systemd1.Manager")]
impl Manager {
    #[zbus(property)]
    fn environment(&self) -> Vec<String> {
        vec![self.0.clone()]
    }
}

/// Serves the manager on this bus until the test ends.
fn serve_manager(bus: &Bus, variable: String) {
    let address = format!("unix:path={}", bus.home.path("bus").display());
    let (owned, ready) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        zbus::block_on(async {
            let builder = zbus::connection::Builder::address(address.as_str());
            let builder = builder.serve_at("/org/freedesktop/systemd1", Manager(variable));
            let connection = builder.name("org.freedesktop.systemd1").build().await.unwrap();
            owned.send(()).unwrap();
            connection.closed().await;
        });
    });
    ready.recv().unwrap();
}

#[test]
fn manuals_of_the_user_managers_path_are_found_and_a_callers_are_not() {
    let home = Home::new();
    let manuals = home.path("manuals");
    home.write("manuals/man1/planted.1", ".TH PLANTED 1\n.SH NAME\nplanted \\- grown here\n");
    let bus = Bus::without_service(home.set("MANPATH", &manuals));
    assert_eq!(bus.home.portero(["render", "--text", "man:planted(1)"]).code, 2);
    serve_manager(&bus, format!("MANPATH={}", manuals.display()));
    let run = bus.home.portero(["render", "--text", "man:planted(1)"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stdout.contains("grown here"), "{run:?}");
}

#[test]
fn a_real_terminal_runs_the_program() {
    let Some(display) = Display::start() else {
        eprintln!("skipped: Xvfb is not here");
        return;
    };
    let config = "[general]\nterminal = [\"xterm\", \"-geometry\", \"40x5\"]\n\
                  [schemes]\nx-one = { terminal = [\"reader\", \"a b\", \"{uri}\"] }\n";
    let home = Home::new().config(config).stub("reader").set("DISPLAY", &display.name);
    let run = home.portero(["open", "--direct", "x-one:c"]);
    if run.code == 3 {
        eprintln!("skipped: xterm is not here");
        return;
    }
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(home.start_of("reader").arguments, ["a b", "x-one:c"]);
}
