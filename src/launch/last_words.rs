//! What a program says on its standard error before it ends at once.
//!
//! Its standard error is a local datagram socket that is connected to itself. Whoever listens hears it while the start
//! is watched; after that the kernel drops what is written. So, as with `/dev/null`, no write fails, waits or ends the
//! program, whoever else is gone, and what it writes in its life takes no memory. A pipe would end it, a file would
//! grow, and one that may not grow would make its writes fail.
//!
//! The price: a program that opens `/dev/stderr` by that name gets ENXIO, as under systemd with its journal (systemd.exec(5),
//! "Logging and Standard Input/Output"). Only pipes, files and terminals can be opened again, and a terminal would fill up as
//! well, hang up with us, and pretend that somebody reads.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixDatagram;
use std::process::Stdio;
use std::time::Duration;

use rustix::net::sockopt::{Timeout, set_socket_timeout};
use rustix::net::{RecvFlags, SocketAddrUnix, bind, recv};

use super::spawn::deafen;

/// How much is kept, in bytes, and how many of the last lines are told.
const KEPT: usize = 4096;
const TOLD: usize = 3;

/// How long a write into a full buffer waits for us: it fails only where we were killed while we listened.
const PATIENCE: Duration = Duration::from_millis(100);

/// The listening end.
#[derive(Debug)]
pub struct LastWords {
    socket: UnixDatagram,
    heard: Vec<u8>,
}

impl LastWords {
    /// A socket that hears itself alone.
    pub fn new() -> io::Result<Self> {
        let socket = UnixDatagram::unbound()?;
        // The kernel chooses an address (unix(7), "Autobind feature").
        bind(&socket, &SocketAddrUnix::new_unnamed())?;
        socket.connect_addr(&socket.local_addr()?)?;
        set_socket_timeout(&socket, Timeout::Send, Some(PATIENCE))?;
        Ok(Self { socket, heard: Vec::new() })
    }

    /// The program's end.
    pub fn end(&self) -> io::Result<Stdio> {
        Ok(self.socket.as_fd().try_clone_to_owned()?.into())
    }

    /// Takes in what was said by now.
    pub fn hear(&mut self) {
        while let Some(said) = self.next() {
            self.heard.extend_from_slice(&said);
            let old = self.heard.len().saturating_sub(KEPT);
            self.heard.drain(..old);
        }
    }

    /// What one write said.
    fn next(&self) -> Option<Vec<u8>> {
        // The program shares the socket's own mode, and must not find it changed.
        let flags = RecvFlags::DONTWAIT;
        let (_, length) =
            recv(&self.socket, &mut [0_u8; 0][..], flags | RecvFlags::PEEK | RecvFlags::TRUNC).ok()?;
        let mut said = vec![0; length];
        recv(&self.socket, &mut said[..], flags).ok()?;
        Some(said)
    }

    /// The last lines.
    pub fn told(&mut self) -> String {
        self.hear();
        let text = String::from_utf8_lossy(&self.heard);
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        lines[lines.len().saturating_sub(TOLD)..].join(" / ")
    }
}

impl Drop for LastWords {
    /// From now on all is dropped, and what waited is taken out so that it takes no memory either.
    fn drop(&mut self) {
        deafen(self.socket.as_fd());
        self.hear();
    }
}

/// The program's end.
impl AsFd for LastWords {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_hears_takes_no_room() {
        let mut words = LastWords::new().unwrap();
        let program = words.socket.try_clone().unwrap();
        program.send(b"first\nsecond\n").unwrap();
        assert_eq!(words.told(), "first / second");
        drop(words);
        for _ in 0..10_000 {
            assert_eq!(program.send(&[b'x'; 1000]).unwrap(), 1000);
        }
        program.set_nonblocking(true).unwrap();
        assert_eq!(program.recv(&mut [0; 8]).unwrap_err().kind(), io::ErrorKind::WouldBlock);
    }
}
