//! A private session bus around a [`Home`], which starts the service as an installed one would be started.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use crate::builder::{Home, wait_for};

pub const NAME: &str = "io.github.portero.Portero";
pub const OBJECT: &str = "/io/github/portero/Portero";

/// The configuration of a session bus that knows no service but those of the home.
const CONFIG: &str = r#"<busconfig>
  <type>session</type>
  <keep_umask/>
  <listen>unix:path=@ROOT@/bus</listen>
  <servicedir>@ROOT@/data/dbus-1/services</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
  <limit name="max_pending_service_starts">10000</limit>
</busconfig>"#;

/// A running bus; it ends with its clients when it is dropped.
pub struct Bus {
    pub home: Home,
    daemon: Child,
}

impl Bus {
    /// A bus on which the service is installed and not running.
    pub fn new(home: Home) -> Self {
        let program = env!("CARGO_BIN_EXE_portero");
        let service = fs::read_to_string(crate::builder::package().join(format!("data/{NAME}.service.in")));
        let bindir = Path::new(program).parent().unwrap().to_str().unwrap();
        let service = service.unwrap().replace("@BINDIR@", bindir);
        home.write(&format!("data/dbus-1/services/{NAME}.service"), service);
        Self::start(home)
    }

    /// A bus that knows no service.
    pub fn without_service(home: Home) -> Self {
        home.write("data/dbus-1/services/README", "nothing");
        Self::start(home)
    }

    fn start(home: Home) -> Self {
        let root = home.path("");
        let config = home.write("bus.conf", CONFIG.replace("@ROOT@/", root.to_str().unwrap()));
        let home = home.set("DBUS_SESSION_BUS_ADDRESS", format!("unix:path={}bus", root.display()));
        let mut command = home.command("dbus-daemon");
        command.arg(format!("--config-file={}", config.display())).args(["--nofork", "--print-address=1"]);
        let mut daemon = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        // It listens once it has printed its address.
        BufReader::new(daemon.stdout.take().unwrap()).read_line(&mut String::new()).unwrap();
        Self { home, daemon }
    }

    /// Calls a method with `gdbus call`: member with its interface, then the arguments as `GVariant` text.
    pub fn call(&self, method: &str, arguments: &[&str]) -> Result<String, String> {
        self.call_at(OBJECT, method, arguments)
    }

    pub fn call_at(&self, object: &str, method: &str, arguments: &[&str]) -> Result<String, String> {
        let mut command = self.home.command("gdbus");
        command.args(["call", "--session", "--dest", NAME, "--object-path", object, "--method", method]);
        let output = command.args(arguments).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
    }

    /// Runs a command as Flatpak would confine it: with a root of its own, in which stands its mark. `None` where no
    /// namespace can be made.
    pub fn confined(&self, command: &str) -> Option<Output> {
        let possible = self.home.command("unshare").args(["-rm", "true"]).status();
        if !possible.is_ok_and(|status| status.success()) {
            eprintln!("skipped: no namespaces here");
            return None;
        }
        let root = self.home.path("confined");
        fs::create_dir_all(&root).unwrap();
        let script = format!(
            "set -e; mount -t tmpfs none '{0}'; for name in /*; do [ -d \"$name\" ] && [ ! -h \"$name\" ] || continue; \
             mkdir -p '{0}'/\"$name\"; mount --rbind \"$name\" '{0}'/\"$name\"; done; \
             for name in /*; do [ ! -h \"$name\" ] || cp -P \"$name\" '{0}'/; done; \
             printf '[Application]\\nname=org.example.Confined\\n' >'{0}/.flatpak-info'; \
             exec /usr/sbin/chroot '{0}' {command}",
            root.display()
        );
        // The stubs of a home may be called like the tools of the script.
        let mut shell = self.home.command("/usr/bin/unshare");
        shell.env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").args(["-rm", "/bin/sh", "-c", &script]);
        Some(shell.output().unwrap())
    }

    /// Opens each of these in a call of its own, all of one client; the answers are `ok` or the names of errors. `None`
    /// where there is no Python with GLib.
    pub fn open_each<'a>(&self, uris: impl Iterator<Item = &'a str>) -> Option<Vec<String>> {
        let mut command = self.home.command("/usr/bin/python3");
        command.arg(crate::builder::package().join("tests/suite/caller.py"));
        let mut client =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
        let mut input = client.stdin.take().unwrap();
        let answers = client.stdout.take().unwrap();
        let reader =
            std::thread::spawn(move || BufReader::new(answers).lines().map_while(Result::ok).collect());
        for uri in uris {
            writeln!(input, "{}", serde_json::json!(uri)).ok()?;
        }
        drop(input);
        let answers: Vec<String> = reader.join().unwrap();
        client.wait().unwrap().success().then_some(answers)
    }

    /// Sets a variable for what the bus starts from now on.
    pub fn update_environment(&self, name: &str, value: &str) -> Result<(), String> {
        let mut command = self.home.command("gdbus");
        let bus = "org.freedesktop.DBus";
        command.args(["call", "--session", "--dest", bus, "--object-path", "/org/freedesktop/DBus"]);
        let pair = format!("{{'{name}': '{value}'}}");
        let output =
            command.args(["--method", "org.freedesktop.DBus.UpdateActivationEnvironment", &pair]).output();
        let output = output.unwrap();
        if output.status.success() { Ok(()) } else { Err(String::from_utf8(output.stderr).unwrap()) }
    }

    /// The process of the running service.
    pub fn service(&self) -> Option<i32> {
        let mut command = self.home.command("gdbus");
        let bus = "org.freedesktop.DBus";
        command.args(["call", "--session", "--dest", bus, "--object-path", "/org/freedesktop/DBus"]);
        command.args(["--method", "org.freedesktop.DBus.GetConnectionUnixProcessID", NAME]);
        let output = String::from_utf8(command.output().unwrap().stdout).unwrap();
        output.trim().strip_prefix("(uint32 ")?.strip_suffix(",)")?.parse().ok()
    }

    /// Starts the service, and returns when it has its name.
    pub fn warm(&self) -> i32 {
        self.call("org.freedesktop.DBus.Peer.Ping", &[]).unwrap();
        self.service().expect("the service ended at once")
    }

    /// Ends the service, and returns when it has given its name back.
    pub fn cool(&self) {
        self.service().into_iter().for_each(|service| signal(service, "TERM"));
        self.wait_until_cold();
    }

    /// Waits until no service is running.
    pub fn wait_until_cold(&self) {
        wait_for(|| self.service().is_none().then_some(())).expect("the service never ended");
    }
}

impl Drop for Bus {
    fn drop(&mut self) {
        if let Some(service) = self.service() {
            signal(service, "KILL");
        }
        let _ = self.daemon.kill();
        let _ = self.daemon.wait();
    }
}

/// Sends a signal to a process.
pub fn signal(process: i32, name: &str) {
    let sent = Command::new("kill").args([&format!("-{name}"), &process.to_string()]).status();
    assert!(sent.unwrap().signal().is_none());
}

/// Waits for a moment in which something wrong could still happen.
pub fn settle() {
    std::thread::sleep(Duration::from_millis(200));
}

/// A config that hands every URI to the stub `opener`, but those of one scheme to nobody.
pub fn rules(general: &str) -> String {
    format!(
        "[general]\n{general}\n[[rules]]\nname = \"no\"\nmatch = {{ scheme = \"x-no\" }}\ndeny = \"closed\"\n\
         [[rules]]\nname = \"all\"\nmatch = {{ scheme = \"*\" }}\nexec = [\"opener\", \"{{uri}}\"]\n"
    )
}

/// How often a test repeats what must never go wrong: often where all is checked, seldom otherwise.
pub fn repetitions(often: usize, seldom: usize) -> usize {
    if std::env::var_os("PORTERO_TEST_LONG").is_some() { often } else { seldom }
}

/// A stub that only writes its first argument down: the recorder takes ten processes for each start.
pub fn quick_stub(home: Home, name: &str) -> Home {
    let script = format!("#!/bin/sh\nprintf '%s\\n' \"$1\" >>'{}'\n", home.path("quick").display());
    let program = home.write(&format!("bin/{name}"), script);
    fs::set_permissions(program, fs::Permissions::from_mode(0o755)).unwrap();
    home
}

/// What quick stubs were started with, in order.
pub fn quick_starts(home: &Home) -> Vec<String> {
    let lines = fs::read_to_string(home.path("quick")).unwrap_or_default();
    lines.lines().map(str::to_owned).collect()
}

/// An X server without a screen, for openers that need one.
pub struct Display {
    server: Child,
    pub name: String,
}

impl Display {
    /// `None` where there is no Xvfb.
    pub fn start() -> Option<Self> {
        let mut command = Command::new("Xvfb");
        command.args(["-displayfd", "1", "-screen", "0", "640x480x24", "-nolisten", "tcp"]);
        let mut server = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut number).unwrap();
        Some(Self { server, name: format!(":{}", number.trim()) })
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Another service on a bus, which writes its calls down (`mock.py`).
pub struct Mock {
    process: Child,
    record: std::path::PathBuf,
}

impl Mock {
    /// `None` where there is no Python with GLib.
    pub fn start(bus: &Bus, name: &str, interface: &str, delay: Duration, methods: &[&str]) -> Option<Self> {
        let record = bus.home.path("mock");
        let mut command = bus.home.command("/usr/bin/python3");
        let path = format!("/{}", name.replace('.', "/"));
        command.arg(crate::builder::package().join("tests/suite/mock.py")).args([name, &path, interface]);
        command.arg(&record).arg(delay.as_millis().to_string()).args(methods);
        let mut process = command.spawn().ok()?;
        let ready = || fs::read_to_string(&record).ok().filter(|text| text.starts_with("ready"));
        let started = wait_for(|| ready().or_else(|| process.try_wait().ok()?.map(|_| String::new())))?;
        (!started.is_empty()).then_some(Self { process, record })
    }

    /// The calls so far: the method and its arguments as `GVariant` text.
    pub fn calls(&self) -> Vec<String> {
        let text = fs::read_to_string(&self.record).unwrap_or_default();
        text.lines().skip(1).map(str::to_owned).collect()
    }
}

impl Drop for Mock {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
