//! What a program says on its standard error before it ends at once.
//!
//! Its standard error is a datagram socket that is connected to itself. Whoever listens hears it while the start is
//! watched; after that nobody does, and the kernel drops what no longer fits into the socket's buffer. So, as with
//! `/dev/null`, no write ever fails, waits or ends the program, whoever else is gone, and what it writes in its life
//! takes no more memory than that buffer (200 KiB). A pipe would end it, a file would grow, and one that may not grow
//! would make its writes fail.

use std::io;
use std::net::{Ipv4Addr, UdpSocket};
use std::os::fd::{AsFd, BorrowedFd};
use std::process::Stdio;

use rustix::net::{RecvFlags, recv};

/// How much is kept, in bytes, and how many of the last lines are told.
const KEPT: usize = 4096;
const TOLD: usize = 3;

/// The largest datagram.
const DATAGRAM: usize = 65_536;

/// The listening end.
#[derive(Debug)]
pub struct LastWords {
    socket: UdpSocket,
    heard: Vec<u8>,
}

impl LastWords {
    /// Fails where there is no loopback network.
    pub fn new() -> io::Result<Self> {
        let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
        // From then on it hears itself alone.
        socket.connect(socket.local_addr()?)?;
        Ok(Self { socket, heard: Vec::new() })
    }

    /// The program's end.
    pub fn end(&self) -> io::Result<Stdio> {
        Ok(self.socket.as_fd().try_clone_to_owned()?.into())
    }

    /// Takes in what was said by now.
    pub fn hear(&mut self) {
        let mut said = vec![0; DATAGRAM];
        // The program shares the socket's own mode, and must not find it changed.
        while let Ok((length, _)) = recv(&self.socket, &mut said[..], RecvFlags::DONTWAIT) {
            self.heard.extend_from_slice(&said[..length.min(DATAGRAM)]);
            let old = self.heard.len().saturating_sub(KEPT);
            self.heard.drain(..old);
        }
    }

    /// The last lines.
    pub fn told(&mut self) -> String {
        self.hear();
        let text = String::from_utf8_lossy(&self.heard);
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        lines[lines.len().saturating_sub(TOLD)..].join(" / ")
    }
}
/// The program's end.
impl AsFd for LastWords {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}
