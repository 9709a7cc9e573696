//! What a case finds: files, pages, variables, a config, each by the words of the corpus.

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::PathBuf;

use flate2::Compression;
use flate2::write::GzEncoder;
use portero::uri::Part;
use regex_lite::{Captures, Regex};

use super::case::text;
use super::scene::{Fault, Outcome, Scene};

type Setup = fn(&mut Scene, &Captures);

/// The content of a file that must stay as it is.
pub const KNOWN: &str = "known content\n";

const DESKTOP_ENTRY: &str = "[Desktop Entry]\nType=Application\nName=report.pdf\nExec=touch MARK\n";
const APP_IMAGE: &[u8] = b"\x7fELF\x02\x01\x01\x00AI\x02\0\0\0\0\0\x02\0\x3e\0";
const HTML: &str = "<!DOCTYPE html><script>fetch('file:///etc/passwd')</script>";
const EVIL: &str = "<script>alert(1)</script>\"onmouseover=alert(1)";
/// One member of so much unpacks to all that memory, and many of them stand in a row.
const MEMBER: usize = 64 << 20;
const MEMBERS: usize = 160;

/// The first that fits a part of the setup is done; a part is divided off by `;`.
const SETUPS: &[(&str, Setup)] = &[
    (r"create (?:a file whose name|that file|/tmp/portero-victim)", |scene, captures| {
        let victim = captures[0].contains("victim");
        let file = if victim { scene.folder.join("portero-victim") } else { named(scene) };
        fs::write(file, KNOWN).unwrap();
    }),
    (r"create /tmp/evil\.toml", |scene, _| write(scene, "evil.toml", "[schemes]\nhttps = [\"rec-other\"]\n")),
    (r"^(\w+) not installed", |scene, captures| {
        fs::remove_file(scene.home.path("bin").join(format!("rec-{}", &captures[1]))).unwrap();
    }),
    (r"external man backend configured to a path that does not exist", |scene, _| {
        scene.schemes += "man = [\"/no/such/man\", \"{page}\"]\n";
    }),
    (r"cwd holds (?:files )?(\S+)(?: and (\S+))?", |scene, captures| {
        for name in (1..3).filter_map(|at| captures.get(at)) {
            write(scene, name.as_str(), KNOWN);
        }
    }),
    (r"([A-Z]+)='([^']*)'", |scene, captures| set(scene, &captures[1], &captures[2])),
    // Files of a kind.
    (r"desktop entry", |scene, _| program(scene, DESKTOP_ENTRY.as_bytes())),
    (r"minimal jar", |scene, _| program(scene, b"PK\x03\x04\x14\0\0\0\0\0META-INF/MANIFEST.MF")),
    (r"ELF with AppImage mark", |scene, _| program(scene, APP_IMAGE)),
    (r"MZ file", |scene, _| program(scene, b"MZ\x90\0\x03\0\0\0")),
    (r"Internet shortcut", |scene, _| program(scene, b"[InternetShortcut]\nURL=file:///etc/passwd\n")),
    (r"HTML with a script", |scene, _| fs::write(named(scene), HTML).unwrap()),
    (r"script text, mode 644", |scene, _| fs::write(named(scene), "#!/bin/sh\ntouch MARK\n").unwrap()),
    (r"text file", |scene, _| fs::write(named(scene), "plain text\n").unwrap()),
    (r"UNIX socket", |scene, _| drop(UnixListener::bind(named(scene)).unwrap())),
    (r"symlink \$\{C\}/(\S+) -> (\S+)$", |scene, captures| {
        symlink(&captures[2], scene.folder.join(&captures[1])).unwrap();
    }),
    (r"\$\{C\}/(\S+) -> \$\{C\}/(\S+) -> \$\{C\}/\S+", |scene, captures| {
        symlink(scene.folder.join(&captures[2]), scene.folder.join(&captures[1])).unwrap();
        symlink(scene.folder.join(&captures[1]), scene.folder.join(&captures[2])).unwrap();
    }),
    (r"directory with ([\d ]+) empty files", |scene, captures| {
        fs::create_dir(named(scene)).unwrap();
        let count: usize = captures[1].replace(' ', "").parse().unwrap();
        (0..count).for_each(|number| drop(fs::File::create(named(scene).join(number.to_string())).unwrap()));
    }),
    (r"names holding ESC", |scene, _| {
        let names: [&[u8]; 4] =
            [b"esc\x1b]0;x\x07", b"line\nbreak", "turned\u{202e}txt.exe".as_bytes(), b"byte\xff"];
        names_in(scene, &names);
    }),
    (r"files named: (.*)$", |scene, captures| {
        let names: Vec<Vec<u8>> =
            captures[1].split(", ").map(|name| name.replace('/', "\u{2215}").into_bytes()).collect();
        names_in(scene, &names.iter().map(Vec::as_slice).collect::<Vec<_>>());
    }),
    // Pages.
    (r"INFOPATH fixture (evilesc)", |scene, _| info(scene, "evilesc", "a\x1b]0;PWN\x07b\u{9b}31m")),
    (r"fixture with a menu entry", |scene, _| {
        info(scene, "menuabs", "* Menu:\n\n* x: (/etc/passwd)Top.  y\n");
    }),
    (r"node and menu names with <script>", |scene, _| {
        info(scene, "evilnode", &format!("* Menu:\n\n* {EVIL}: {EVIL}.  {EVIL}\n\n*note {EVIL}::\n"));
    }),
    (r"image tags with src", |scene, _| {
        let tags = ["http://evil.example/x.png", "/etc/passwd", "../../x"]
            .map(|source| format!("\0\x08[image src=\"{source}\" alt=\"x\" text=\"y\"\0\x08]\n"));
        info(scene, "evilimg", &tags.concat());
    }),
    (r"(\w+)\.info\.gz: 10 GiB of zeros", |scene, captures| {
        bomb(scene, &format!("info/{}.info.gz", &captures[1]), 0);
    }),
    (r"(\w+)\.1\.gz: 10 GiB of spaces", |scene, captures| {
        bomb(scene, &format!("man/man1/{}.1.gz", &captures[1]), b' ');
    }),
    (r"(\w+)\.info\.gz holding a gzip file", |scene, captures| {
        let inner = packed(b"File: nest.info,  Node: Top\n");
        write(scene, &format!("info/{}.info.gz", &captures[1]), packed(&inner));
    }),
    (r"gzip with ([\d ]+) concatenated members", |scene, captures| {
        let count: usize = captures[1].replace(' ', "").parse().unwrap();
        write(scene, "man/man1/manyzips.1.gz", packed(b".").repeat(count));
    }),
    (r"(?:MANPATH )?fixture evilesc\.1", |scene, _| man(scene, "evilesc", "a\x07b\x1b[31mc\u{9b}d")),
    (r"\.UR javascript", |scene, _| {
        let links = ".UR javascript:alert(1)\nx\n.UE\n.UR \"x\" onmouseover=\"y\ny\n.UE\n.MT a@b?attach=/etc/passwd\nz\n.ME\n";
        man(scene, "evillink", links);
    }),
    (r"\\X'html:", |scene, _| {
        man(scene, "evildev", "\\X'html:<script>alert(1)</script>'\n\\X'ps: exec x'\n.HTML <b onclick=x>\n");
    }),
    (r"\.sy touch MARK", |scene, _| {
        man(
            scene,
            "evilsy",
            ".sy touch MARK\n.pso touch MARK\n.pi touch MARK\n.open x MARK\n.opena x MARK\n",
        );
    }),
    (r"soabs\.1: \.so", |scene, _| so(scene, "soabs", |folder| format!("{folder}/secret.txt"))),
    (r"\.so \.\./", |scene, _| {
        so(scene, "sorel", |folder| format!("../../../../../../..{folder}/secret.txt"));
    }),
    (r"includes itself", |scene, _| man(scene, "soself", ".so man1/soself.1\n")),
    (r"<link rel=dns-prefetch>", |scene, _| {
        man(
            scene,
            "evilnav",
            "<link rel=dns-prefetch href=//evil.example><meta http-equiv=refresh content=0>\n\
             <base href=http://evil.example/><form action=http://evil.example/><iframe src=file:///etc/passwd></iframe>\n",
        );
    }),
    (r"page with an external entity", |scene, _| {
        write(scene, "secret.txt", "SECRET-LINE-42\n");
        let entity = format!("<!ENTITY x SYSTEM \"file://{}/secret.txt\">", scene.folder.display());
        help(scene, "evilxxe", &entity, "<p>before &x; after</p>");
    }),
    (r"page with nested entity expansion", |scene, _| {
        let entity = |at: usize| format!("<!ENTITY l{at} \"{}\">", format!("&l{};", at - 1).repeat(10));
        let entities = "<!ENTITY l0 \"lol\">".to_owned() + &(1..30).map(entity).collect::<String>();
        help(scene, "evillol", &entities, "<p>&l29;</p>");
    }),
    (r"page with style import", |scene, _| {
        help(
            scene,
            "evilcss",
            "",
            "<p style=\"background: url(http://evil.example/x)\">x</p>\n\
             <style>@import 'http://evil.example/'; @font-face { src: url(http://evil.example/f) }</style>",
        );
    }),
    (r"changes document\.title", |scene, _| {
        help(
            scene,
            "eviljs",
            "",
            "<script>document.title='owned'</script><svg><animate onbegin=\"document.title=1\"/></svg>",
        );
    }),
    // What the house has anyway.
    (
        r"confirmer says yes|recorders? (?:named|registered)|mailer configured|resolver template|driver clicks",
        |_, _| {},
    ),
];

/// Sets the scene of a case up.
pub fn set_up(scene: &mut Scene) -> Outcome {
    for folder in ["man/man1", "info", "sub"] {
        fs::create_dir_all(scene.folder.join(folder)).unwrap();
    }
    write(scene, "plain.txt", "plain text\n");
    usual_file(scene);
    let case = scene.case;
    if case.setup.is_empty() {
        return Ok(());
    }
    let mut known = false;
    for part in parts(&case.setup) {
        let found = SETUPS
            .iter()
            .find_map(|(pattern, setup)| Some((Regex::new(pattern).unwrap().captures(part)?, setup)));
        if let Some((captures, setup)) = found {
            setup(scene, &captures);
            known = true;
        }
    }
    // A document of the case's own is shown by the reader.
    if ["fixture", ".gz", "page with", "gzip with"].iter().any(|words| case.setup.contains(words)) {
        scene.schemes += "man = \"view\"\ninfo = \"view\"\nhelp = \"view\"\nghelp = \"view\"\n";
    }
    if known { Ok(()) } else { Err(Fault::Unseen(format!("the setup is not known: {}", case.setup))) }
}

/// A list of names or requests is one part.
fn parts(setup: &str) -> Vec<&str> {
    let is_list = ["fixture: ", "files named: "].iter().any(|start| setup.contains(start));
    if is_list { vec![setup] } else { setup.split("; ").collect() }
}

/// What a case takes for granted: an installer's file or an archive under the name that it opens.
fn usual_file(scene: &Scene) {
    let file = named(scene);
    let usual = [
        ("flatpakref", &b"[Flatpak Ref]\nName=x\n"[..]),
        ("jar", b"PK\x03\x04META-INF/"),
        ("deb", b"!<arch>\ndebian-binary"),
    ];
    for (extension, content) in usual {
        if file.starts_with(&scene.folder) && file.extension().is_some_and(|found| found == extension) {
            fs::write(&file, content).unwrap();
        }
    }
}

/// The file that the input names.
fn named(scene: &Scene) -> PathBuf {
    let input = text(&scene.input());
    let path = input.strip_prefix("file://").or(input.strip_prefix("file:")).unwrap_or(&input);
    let path = path.strip_prefix("localhost").unwrap_or(path);
    PathBuf::from(OsString::from_vec(Part::new(path, 0).bytes().into_owned()))
}

fn write(scene: &Scene, name: &str, content: impl AsRef<[u8]>) {
    let file = scene.folder.join(name);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, content).unwrap();
}

/// A file that could be run.
fn program(scene: &Scene, content: &[u8]) {
    fs::write(named(scene), content).unwrap();
    fs::set_permissions(named(scene), fs::Permissions::from_mode(0o755)).unwrap();
}

fn names_in(scene: &Scene, names: &[&[u8]]) {
    fs::create_dir(named(scene)).unwrap();
    for name in names {
        fs::write(named(scene).join(OsString::from_vec(name.to_vec())), "").unwrap();
    }
}

/// Sets a variable of the caller, the folder of the case filled in.
pub fn set(scene: &mut Scene, name: &str, value: &str) {
    let folder = scene.folder.display().to_string();
    scene.variables.push((name.to_owned(), value.replace("${C}", &folder).into()));
}

fn man(scene: &Scene, name: &str, text: &str) {
    write(scene, &format!("man/man1/{name}.1"), format!(".TH X 1\n.SH NAME\n{name} - x\n.SH TEXT\n{text}\n"));
}

fn so(scene: &Scene, name: &str, target: impl Fn(&str) -> String) {
    write(scene, "secret.txt", "SECRET-LINE-42\n");
    write(scene, &format!("man/man1/{name}.1"), format!(".so {}\n", target(&scene.folder.to_string_lossy())));
}

fn info(scene: &Scene, name: &str, text: &str) {
    let text = format!(
        "made by hand\n\n\x1f\nFile: {name}.info,  Node: Top,  Up: (dir)\n\n{text}\n\x1f\nEnd Tag Table\n"
    );
    write(scene, &format!("info/{name}.info"), text);
}

fn help(scene: &Scene, name: &str, entities: &str, body: &str) {
    let page = format!(
        "<?xml version=\"1.0\"?>\n<!DOCTYPE page [{entities}]>\n<page xmlns=\"http://projectmallard.org/1.0/\" \
         type=\"guide\" id=\"index\"><title>{name}</title>{body}</page>\n"
    );
    scene.home.write(&format!("data/help/C/{name}/index.page"), page);
}

fn packed(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

fn bomb(scene: &Scene, name: &str, byte: u8) {
    write(scene, name, packed(&vec![byte; MEMBER]).repeat(MEMBERS));
}
