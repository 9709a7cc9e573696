//! Unpacking of compressed pages, by content and never by name, in a stream with hard limits.

use std::ffi::OsString;
use std::io::{ErrorKind, Read};
use std::path::Path;

use flate2::bufread::GzDecoder;

use super::context::Context;
use super::run::{Limits, run};
use crate::error::{Code, Error};
use crate::message;
use crate::small_file;

/// Above the first MiB, output may be this many times the input (a decompression bomb is near 1000).
const RATIO: usize = 200;
/// Where the ratio begins to count.
const FREE: usize = 1 << 20;
/// Parts of one gzip file; real ones have one or two.
const MEMBERS: usize = 1000;

const GZIP: &[u8] = b"\x1f\x8b";

/// The other compressions that a page may have: the first bytes, and the program that unpacks it.
const PROGRAMS: &[(&[u8], &str, &[&str])] = &[
    (b"BZh", "bzip2", &["-dc"]),
    (b"\xfd7zXZ\0", "xz", &["-dc"]),
    (b"\x28\xb5\x2f\xfd", "zstd", &["-dc"]),
    (b"]\0\0", "xz", &["-dc", "--format=lzma"]),
    (b"LZIP", "lzip", &["-dc"]),
    (b"\x1f\x9d", "gzip", &["-dc"]),
];

/// Reads a file, unpacked once: what is compressed twice stays so.
///
/// # Errors
/// `not-found` when it cannot be read, `too-large` over the limits, `failed` when it is damaged, `no-program` when
/// its unpacker is not installed.
pub fn read(path: &Path, context: &Context<'_>) -> Result<Vec<u8>, Error> {
    let packed = read_file(path, context.limits.bytes)?;
    unpack(packed, context)
}

/// The bytes of a regular file, at most `most`; every file that becomes a part of a page is read here.
pub fn read_file(path: &Path, most: usize) -> Result<Vec<u8>, Error> {
    small_file::read(path, most as u64).map_err(|error| match error.kind() {
        ErrorKind::InvalidInput => {
            Error::new(Code::Unsafe, message!("{file} is no regular file", file = path.display().to_string()))
        }
        ErrorKind::FileTooLarge => too_large(),
        _ => Error::new(
            Code::NotFound,
            message!("{file} cannot be read: {error}", file = path.display().to_string(), error = &error),
        ),
    })
}

fn unpack(packed: Vec<u8>, context: &Context<'_>) -> Result<Vec<u8>, Error> {
    let most = limit(packed.len(), context.limits.bytes);
    if packed.starts_with(GZIP) {
        return gunzip(&packed, most);
    }
    let Some((_, name, arguments)) = PROGRAMS.iter().find(|(magic, ..)| packed.starts_with(magic)) else {
        return Ok(packed);
    };
    let program = context.program(name)?;
    let arguments: Vec<OsString> = arguments.iter().map(Into::into).collect();
    let output = run(&program, &arguments, packed, Limits { bytes: most, ..context.limits })?;
    if output.is_empty() { Err(damaged()) } else { Ok(output) }
}

fn limit(packed: usize, most: usize) -> usize {
    packed.saturating_mul(RATIO).max(FREE).min(most)
}

fn gunzip(mut packed: &[u8], most: usize) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    for _ in 0..MEMBERS {
        let room = most + 1 - bytes.len();
        GzDecoder::new(&mut packed).take(room as u64).read_to_end(&mut bytes).map_err(|_| damaged())?;
        if bytes.len() > most {
            return Err(too_large());
        }
        // What follows the last member, if anything, is padding.
        if !packed.starts_with(GZIP) {
            return Ok(bytes);
        }
    }
    Err(too_large())
}

fn too_large() -> Error {
    Error::new(Code::TooLarge, message!("the file is too large to be shown"))
}

fn damaged() -> Error {
    Error::new(Code::Failed, message!("the compressed file is damaged"))
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::{Compression, write::GzEncoder};

    use super::*;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn unpacks_once() {
        let twice = gzip(&gzip(b"x"));
        assert_eq!(gunzip(&gzip(b"text"), 100).unwrap(), b"text");
        assert_eq!(gunzip(&twice, 100).unwrap(), gzip(b"x"));
        assert_eq!(gunzip(&[gzip(b"a"), gzip(b"b")].concat(), 100).unwrap(), b"ab");
        assert_eq!(gunzip(&gzip(b"").repeat(2000), 100).unwrap_err().code, Code::TooLarge);
    }

    #[test]
    fn stops_a_bomb() {
        let bomb = gzip(&vec![0; 8 << 20]);
        let most = limit(bomb.len(), 64 << 20);
        assert!(most < 8 << 20);
        assert_eq!(gunzip(&bomb, most).unwrap_err().code, Code::TooLarge);
    }

    #[test]
    fn tells_damage() {
        let mut cut = gzip(b"some text that is long enough");
        cut.truncate(12);
        assert_eq!(gunzip(&cut, 100).unwrap_err().code, Code::Failed);
    }

    #[test]
    fn never_opens_a_device() {
        assert_eq!(read_file(Path::new("/dev/zero"), 10).unwrap_err().code, Code::Unsafe);
    }
}
