//! Pages from outside: what is asked for is shown, and nothing in it acts.

use std::time::{Duration, Instant};

use flate2::{Compression, write::GzEncoder};
use rustix::fs::{CWD, FileType, Mode, mknodat};

use crate::builder::{Home, Run};
use crate::markup;

/// A home whose folders of manual pages and Info files belong to its PATH.
fn home() -> Home {
    Home::new()
}

fn render(home: &Home, way: &str, uri: &str) -> Run {
    home.portero(["render", way, uri])
}

/// Both forms of a page, checked for anything that could act.
fn both(home: &Home, uri: &str) -> (Run, Run) {
    let (text, html) = (render(home, "--text", uri), render(home, "--html", uri));
    let raw = text.stdout.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\t'));
    assert_eq!(raw, None, "{uri}: {}", text.stdout);
    assert_eq!(markup::fault(&html.stdout), None, "{uri}: {}", html.stdout);
    (text, html)
}

fn page(name: &str, body: &str) -> String {
    format!(".TH {name} 1\n.SH NAME\n{name} \\- a page\n.SH DESCRIPTION\n{body}\n")
}

fn info(body: &str) -> String {
    format!("This is a manual.\n\n\u{1f}\nFile: x.info,  Node: Top,  Up: (dir)\n\n{body}\n")
}

#[test]
fn controls_in_pages_are_spelled_out() {
    let home = home();
    home.write("share/man/man1/evilesc.1", page("evilesc", "a\u{7}b \\[u1B]]0;PWN \u{9b}31m c"));
    home.write("share/info/evilesc.info", info("a \u{1b}]0;PWN\u{7} b \u{202e}c\n"));
    for uri in ["man:evilesc(1)", "info:(evilesc)Top"] {
        let (text, _) = both(&home, uri);
        assert_eq!(text.code, 0, "{text:?}");
    }
}

#[test]
fn markup_in_pages_is_text() {
    let home = home();
    let body = ".UR javascript:alert(1)\nx\n.UE\n.UR \"http://a.example/\\(dqonmouseover=alert(1)\"\ny\n.UE\n<script>alert(1)</script>\n\\X'html:<img src=x>'\n.MT a@b.example?attach=/etc/passwd\nz\n.ME";
    home.write("share/man/man1/evillink.1", page("evillink", body));
    home.write("share/info/evilnode.info", info("* Menu:\n\n* <script>\"x\":  (/etc/passwd)Top. <b>\n* a: ../../x.\n* \"onclick=x: (-o)Top.\n\n\0\u{8}[image src=\"http://evil.example/x.png\" alt=\"<img>\"\0\u{8}]\n"));
    for uri in ["man:evillink(1)", "info:(evilnode)Top"] {
        let (text, html) = both(&home, uri);
        assert_eq!(text.code, 0, "{text:?}");
        for part in ["href=\"javascript", "href=\"file", "passwd)Top\"", "evil.example/x.png\""] {
            assert!(!html.stdout.contains(part), "{uri}: {part}");
        }
    }
    let html = render(&home, "--html", "man:evillink(1)").stdout;
    assert!(html.contains("&lt;script&gt;alert(1)"), "{html}");
}

#[test]
fn inclusions_stay_inside() {
    let home = home();
    let secret = home.write("secret.txt", "SECRET-LINE-42\n");
    let secret = secret.display();
    let requests =
        format!(".so {secret}\n.cf {secret}\n.trf {secret}\n.mso {secret}\n.nx {secret}\n.do so {secret}");
    home.write("share/man/man1/soabs.1", page("soabs", &requests));
    home.write(
        "share/man/man1/sorel.1",
        page("sorel", ".so ../../../secret.txt\n.so man1/../../../secret.txt"),
    );
    home.write("share/man/man1/sostub.1", ".so man1/real.1\n");
    home.write("share/man/man1/real.1", page("real", "the real page"));
    home.write("share/man/man1/soself.1", page("soself", ".so man1/soself.1"));
    std::os::unix::fs::symlink(home.path("secret.txt"), home.path("share/man/man1/out.1")).unwrap();
    for uri in ["man:soabs(1)", "man:sorel(1)", "man:out(1)"] {
        let (text, html) = both(&home, uri);
        assert!(!text.stdout.contains("SECRET") && !html.stdout.contains("SECRET"), "{uri}: {text:?}");
    }
    assert!(render(&home, "--text", "man:sostub(1)").stdout.contains("the real page"));
    assert_ne!(render(&home, "--text", "man:soself(1)").code, 0);
    assert_eq!(render(&home, "--text", "man:out(1)").code, 2);
}

#[test]
fn programs_in_pages_are_not_run() {
    let home = home();
    let mark = home.path("MARK");
    let mark = mark.display();
    let body = format!(
        ".sy touch {mark}\n.pso touch {mark}\n.pi touch {mark}\n.open x {mark}\n.opena x {mark}\nend"
    );
    home.write("share/man/man1/evilsy.1", page("evilsy", &body));
    let (text, _) = both(&home, "man:evilsy(1)");
    assert!(text.stdout.contains("end"), "{text:?}");
    assert!(!home.path("MARK").exists());
}

fn gzip(bytes: &[u8], times: usize) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    for _ in 0..times {
        std::io::Write::write_all(&mut encoder, bytes).unwrap();
    }
    encoder.finish().unwrap()
}

#[test]
fn bombs_are_refused_in_time() {
    let home = home();
    let bomb = gzip(&vec![b' '; 1 << 20], 200);
    home.write("share/man/man1/bomb.1.gz", &bomb);
    home.write("share/info/bomb.info.gz", &bomb);
    home.write("share/info/nest.info.gz", gzip(&gzip(b"x", 1), 1));
    home.write("share/man/man1/manyzips.1.gz", gzip(b"", 1).repeat(100_000));
    home.write("share/man/man1/forever.1", page("forever", ".while 1 \\{\\\n.\\}"));
    let cases = [
        ("man:bomb(1)", 5),
        ("info:(bomb)Top", 5),
        ("info:(nest)Top", 2),
        ("man:manyzips(1)", 5),
        ("man:forever(1)", 4),
    ];
    for (uri, code) in cases {
        let start = Instant::now();
        let run = render(&home, "--text", uri);
        assert_eq!(run.code, code, "{uri}: {run:?}");
        assert!(start.elapsed() < Duration::from_secs(12), "{uri} took {:?}", start.elapsed());
    }
}

#[test]
fn what_is_no_regular_file_is_not_waited_for() {
    let home = home();
    home.write("share/man/man1/real.1", page("real", "text"));
    home.write("share/info/real.info", info("text"));
    let names = [
        "man/man1/no-file.1",
        "man/man1/no-file.1.gz",
        "man/man3/no-file.3pm",
        "info/no-file.info",
        "info/dir",
    ];
    std::fs::create_dir_all(home.path("share/man/man3")).unwrap();
    for name in names {
        let path = home.path(&format!("share/{name}"));
        mknodat(CWD, &path, FileType::Fifo, Mode::RWXU, 0).unwrap();
    }
    let _socket = std::os::unix::net::UnixListener::bind(home.path("share/man/man1/socket.1")).unwrap();
    for uri in [
        "man:no-file(1)",
        "man:no-file",
        "man:No-File",
        "man:no-file(3)",
        "man:socket(1)",
        "info:(no-file)Top",
    ] {
        let (text, _) = both(&home, uri);
        assert_eq!(text.code, 2, "{uri}: {text:?}");
    }
    for uri in ["info:", "man:", "man:real(1)"] {
        assert_eq!(both(&home, uri).0.code, 0, "{uri}");
    }
}

#[test]
fn large_hostile_pages_end_in_time() {
    let home = home();
    for (name, part) in [("unended", "ls(1"), ("schemes", "http://"), ("letters", "x"), ("lines", "x\n")] {
        let body = part.repeat((1 << 20) / part.len());
        home.write(&format!("share/man/man1/{name}.1"), page(name, &body));
        home.write(&format!("share/info/{name}.info"), info(&body));
        for (way, uri) in [("--html", format!("man:{name}(1)")), ("--text", format!("info:({name})Top"))] {
            let start = Instant::now();
            let run = render(&home, way, &uri);
            assert!(run.code == 0, "{way} {uri}: {}", run.stderr);
            assert!(start.elapsed() < Duration::from_mins(2), "{way} {uri}: {:?}", start.elapsed());
        }
    }
}

#[test]
fn names_of_files_are_text() {
    let home = home();
    let names = [
        "<img src=x onerror=alert(1)>",
        "\"onmouseover=alert(1) x=",
        "a&lt;b",
        "{{7*7}}",
        "es\u{1b}c\nname",
        "x\u{202e}gpj",
    ];
    for name in names {
        home.write(&format!("files/{name}"), "x");
    }
    let folder = home.path("files");
    let (text, html) = both(&home, folder.to_str().unwrap());
    assert!(html.stdout.contains("&lt;img src=x onerror=alert(1)&gt;"), "{}", html.stdout);
    assert!(html.stdout.contains("a&amp;lt;b"));
    assert!(
        text.stdout.contains("es<U+001B>c<U+000A>name") && text.stdout.contains("x<U+202E>gpj"),
        "{}",
        text.stdout
    );
}

#[test]
fn a_large_folder_is_no_stall() {
    let home = home();
    std::fs::create_dir(home.path("many")).unwrap();
    for number in 0..20_000 {
        std::fs::File::create(home.path(&format!("many/{number}"))).unwrap();
    }
    let start = Instant::now();
    let run = render(&home, "--text", home.path("many").to_str().unwrap());
    assert!(run.stdout.contains("Entries 1 to 10000 of 20000"), "{}", &run.stdout[..400]);
    let next = format!("file://{}?from=10000", home.path("many").display());
    assert!(render(&home, "--html", &next).stdout.contains(">Previous entries</a>"));
    assert!(start.elapsed() < Duration::from_mins(1), "{:?}", start.elapsed());
}

#[test]
fn what_is_missing_is_a_page_with_the_right_code() {
    let home = home();
    home.write("share/man/man1/some-tool.1", page("some-tool", "text"));
    home.write(
        "share/info/tools.info",
        info("* Menu:\n\n* Copying::\n\n\u{1f}\nFile: x.info,  Node: Copying,  Up: Top\n\nText.\n"),
    );
    let cases = [
        ("man:some-tool(8)", "There is a page of this name in another section:"),
        ("man:some-tol(1)", "Pages with similar names:"),
        ("info:(tools)Copyng", "Copying"),
        ("info:(no-such-manual)Foo-Bar", "html_node/no-such-manual/Foo_002dBar.html"),
        ("help:no-such-help", "is not installed"),
    ];
    for (uri, words) in cases {
        let (text, html) = both(&home, uri);
        assert_eq!((text.code, html.code), (2, 2), "{uri}");
        assert!(text.stdout.contains(words), "{uri}: {}", text.stdout);
    }
}

#[test]
fn the_package_of_a_missing_page_is_named() {
    let home = home();
    home.script("apt-file", "case \"$*\" in *search*absent*) echo absent-doc; echo absent-doc;; esac");
    for uri in ["man:absent(1)", "info:(absent)Top"] {
        let (text, html) = both(&home, uri);
        assert!(text.code == 2 && text.stdout.contains("absent-doc"), "{uri}: {text:?}");
        assert_eq!(html.stdout.matches("absent-doc").count(), 1, "{uri}");
    }
}

#[test]
fn texts_in_every_dress() {
    let home = home();
    home.write("texts/plain.txt", "first\nsecond\n== Part ==\nsee https://a.example/x.\n");
    home.write("texts/packed.gz", gzip("grün\n".as_bytes(), 1));
    home.write("texts/latin.txt", b"gr\xfcn\n");
    home.write("texts/picture", b"\x89PNG\0\0");
    home.write("texts/man1/local.1", ".so man1/other.1\n");
    home.write("texts/man1/other.1", page("other", "another page"));
    let path = |name: &str| home.path(&format!("texts/{name}")).to_str().unwrap().to_owned();
    let cases = [
        ("plain.txt", "second"),
        ("packed.gz", "grün"),
        ("latin.txt", "grün"),
        ("man1/local.1", "another page"),
    ];
    for (name, words) in cases {
        let (text, _) = both(&home, &path(name));
        assert!(text.code == 0 && text.stdout.contains(words), "{name}: {text:?}");
    }
    assert_eq!(both(&home, &path("picture")).0.code, 4);
    let html = render(&home, "--html", &format!("file://{}#Part", path("plain.txt"))).stdout;
    assert!(html.contains("<a id=\"line\"></a><pre>== Part =="), "{html}");
}

/// Pages of which every part was looked at once; a change of the readers shows here.
#[test]
fn a_fixed_sample_looks_as_it_did() {
    let home = home();
    home.write("share/man/man1/ls.1", page("ls", "text"));
    home.write("share/man/man3/printf.3", page("printf", "text"));
    let files = sample();
    assert_eq!(files.len(), 40);
    for file in files {
        let (text, _) = both(&home, file.to_str().unwrap());
        assert_eq!(text.code, 0, "{text:?}");
        held(&file.with_extension("text"), &text.stdout);
    }
}

/// The sources of the sample: their names end in a section.
fn sample() -> Vec<std::path::PathBuf> {
    let folder = crate::builder::package().join("tests/documents");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_page = |path: &std::path::PathBuf| {
        path.extension().and_then(|section| section.to_str()?.parse::<u8>().ok()).is_some()
    };
    let mut files: Vec<_> = files.filter(is_page).collect();
    files.sort();
    files
}

/// Compares with a kept text; `PORTERO_KEEP=1` keeps the new one, to be looked at with git diff.
fn held(file: &std::path::Path, text: &str) {
    if std::env::var_os("PORTERO_KEEP").is_some() {
        std::fs::write(file, text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(file).unwrap_or_default(), "{}", file.display());
}

#[test]
fn mandoc_formats_where_groff_is_not_installed() {
    let home = Home::new();
    let bin = home.path("bin");
    std::os::unix::fs::symlink("/usr/bin/mandoc", bin.join("mandoc")).unwrap();
    let home = home.set("PATH", &bin);
    let file = crate::builder::package().join("tests/documents/list.1");
    let (text, html) = both(&home, file.to_str().unwrap());
    for part in
        ["OPTIONS\n    -a, --all\n            Show everything, see ls(1).", "    • one\n", "  Sub section\n"]
    {
        assert!(text.stdout.contains(part), "{part}: {}", text.stdout);
    }
    assert!(html.stdout.contains("<dt id=\"-a\"><b>-a</b>"), "{}", html.stdout);
}

#[test]
fn cards_show_the_typed_fields() {
    let home = home();
    let uri = "mailto:a@b.example?cc=c@d.example&subject=Hi%20%3Cb%3E&body=x%0D%0Ay";
    let (text, html) = both(&home, uri);
    assert!(text.stdout.contains("c@d.example") && text.stdout.contains("Hi <b>"), "{text:?}");
    assert!(html.stdout.contains("https://mail.google.com/mail/?view=cm"));
    let drafts: Vec<_> = std::fs::read_dir(home.path("cache/portero/drafts")).unwrap().collect();
    assert_eq!(drafts.len(), 1);
    let (text, _) = both(&home, "news://s.example/id@host");
    assert!(text.stdout.contains("<id@host>") && text.stdout.contains("s.example, port 119"), "{text:?}");
}
