//! A private session bus on which portero is installed.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use zbus::{Connection, connection};

/// The service's name on the bus.
pub const NAME: &str = "io.github.portero.Portero";

/// The program that is measured: what `PORTERO` names, else the one that was built along with this.
pub fn portero() -> PathBuf {
    std::env::var_os("PORTERO").map_or_else(|| env!("CARGO_BIN_EXE_portero").into(), PathBuf::from)
}

/// The object that openers call.
pub const OBJECT: &str = "/io/github/portero/Portero";

const CONFIG: &str = r#"<busconfig>
  <type>session</type>
  <listen>unix:path=@FOLDER@/bus</listen>
  <servicedir>@FOLDER@/services</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>"#;

/// A running bus, and a connection of the harness to it.
pub struct Bus {
    /// What `DBUS_SESSION_BUS_ADDRESS` says in it.
    pub address: String,
    /// The harness's own.
    pub connection: Connection,
    daemon: Child,
}

impl Bus {
    /// Starts `dbus-daemon` with these variables, which the service inherits from it.
    pub fn new(folder: &Path, command: impl Fn(&str) -> Command) -> Self {
        fs::create_dir_all(folder.join("services")).unwrap();
        let text = folder.to_str().unwrap();
        let service = format!("[D-BUS Service]\nName={NAME}\nExec={} daemon\n", portero().display());
        fs::write(folder.join(format!("services/{NAME}.service")), service).unwrap();
        fs::write(folder.join("bus.conf"), CONFIG.replace("@FOLDER@", text)).unwrap();
        let mut daemon = command("dbus-daemon");
        daemon.env("DBUS_SESSION_BUS_ADDRESS", format!("unix:path={text}/bus"));
        daemon.arg(format!("--config-file={text}/bus.conf")).args(["--nofork", "--print-address=1"]);
        let mut daemon = daemon.stdout(Stdio::piped()).spawn().expect("dbus-daemon is installed");
        let mut address = String::new();
        BufReader::new(daemon.stdout.take().unwrap()).read_line(&mut address).unwrap();
        let address = address.trim().to_owned();
        let connection = connect(&address);
        Self { address, connection, daemon }
    }

    /// A call that the bus itself answers.
    fn ask<B: serde::Serialize + zbus::DynamicType>(&self, method: &str, body: &B) -> zbus::Result<u32> {
        let bus = Some("org.freedesktop.DBus");
        let call = self.connection.call_method(bus, "/org/freedesktop/DBus", bus, method, body);
        zbus::block_on(call)?.body().deserialize()
    }

    /// The process of the running service.
    pub fn service(&self) -> Option<u32> {
        self.ask("GetConnectionUnixProcessID", &NAME).ok()
    }

    /// Starts the service where it does not run, and gives its process.
    pub fn warm(&self) -> u32 {
        let peer = Some("org.freedesktop.DBus.Peer");
        zbus::block_on(self.connection.call_method(Some(NAME), OBJECT, peer, "Ping", &())).unwrap();
        self.service().unwrap()
    }

    /// Ends the service, and returns when its process is gone.
    pub fn cool(&self) {
        let Some(process) = self.service() else { return };
        let status = Command::new("kill").arg(process.to_string()).status();
        assert!(status.unwrap().success());
        while Path::new(&format!("/proc/{process}/exe")).exists() {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Bus {
    fn drop(&mut self) {
        self.cool();
        let _ = self.daemon.kill();
        let _ = self.daemon.wait();
    }
}

/// A further connection.
pub fn connect(address: &str) -> Connection {
    zbus::block_on(connection::Builder::address(address).build()).unwrap()
}

/// Calls `Open` with one URI, as an opener with a connection of its own does.
pub fn open(connection: &Connection, uri: &str) -> zbus::Result<()> {
    let options: std::collections::HashMap<&str, zbus::Variant> = std::collections::HashMap::new();
    let interface = Some("io.github.portero.Portero1");
    zbus::block_on(connection.call_method(
        Some(NAME),
        OBJECT,
        interface,
        "Open",
        &([uri].as_slice(), options),
    ))
    .map(drop)
}
