//! Exactly once, whatever ends when: many clients, a service that is killed, one that hangs.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::builder::{Home, Run, wait_for};
use crate::bus::{Bus, quick_starts, quick_stub, repetitions, rules, settle, signal};

const CLIENTS: usize = 8;

fn bus(general: &str) -> Bus {
    let home = Home::new().config(&rules(&format!("flood = \"off\"\n{general}")));
    Bus::new(quick_stub(home, "opener"))
}

/// Opens so many URIs from several clients at once, and gives each with its exit code.
fn open_all(bus: &Bus, count: usize) -> Vec<(String, Run)> {
    let of_client = |client: usize| {
        let uris = (client..count).step_by(CLIENTS).map(|number| format!("x-s:{number}"));
        uris.map(|uri| (uri.clone(), bus.home.portero(["open", "--", &uri]))).collect::<Vec<_>>()
    };
    thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS).map(|client| scope.spawn(move || of_client(client))).collect();
        clients.into_iter().flat_map(|client| client.join().unwrap()).collect()
    })
}

fn starts(bus: &Bus) -> BTreeMap<String, usize> {
    let mut starts = BTreeMap::new();
    for uri in quick_starts(&bus.home) {
        *starts.entry(uri).or_default() += 1;
    }
    starts
}

#[test]
fn many_clients_while_the_service_comes_and_goes() {
    for _ in 0..repetitions(3, 1) {
        let bus = bus("idle-timeout = \"50ms\"");
        let count = repetitions(2000, 120);
        for (uri, run) in open_all(&bus, count) {
            assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{uri}");
        }
        wait_for(|| (quick_starts(&bus.home).len() >= count).then_some(()));
        settle();
        let starts = starts(&bus);
        assert_eq!(starts.len(), count);
        assert!(starts.values().all(|times| *times == 1), "{starts:?}");
    }
}

/// Whoever is told that a URI was opened finds it opened; nothing is opened twice; what was lost is said.
#[test]
fn nothing_is_lost_in_silence_when_the_service_is_killed() {
    for _ in 0..repetitions(3, 1) {
        let bus = bus("idle-timeout = \"10s\"");
        let over = AtomicBool::new(false);
        let runs = thread::scope(|scope| {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    thread::sleep(Duration::from_millis(100));
                    bus.service().into_iter().for_each(|service| signal(service, "KILL"));
                }
            });
            let runs = open_all(&bus, repetitions(2000, 120));
            over.store(true, Ordering::Relaxed);
            runs
        });
        settle();
        let starts = starts(&bus);
        for (uri, run) in &runs {
            let times = starts.get(uri).copied().unwrap_or(0);
            assert!(times <= 1, "{uri} was opened {times} times");
            assert!(times == 1 || run.code == 4, "{uri} was lost: {run:?}");
        }
        let told = runs.iter().filter(|(_, run)| run.code != 0).count();
        println!("{} opened, {told} of {} told that they may be lost", starts.len(), runs.len());
    }
}

#[test]
fn a_service_that_hangs_is_done_without() {
    let bus = bus("idle-timeout = \"10s\"");
    let service = bus.warm();
    signal(service, "STOP");
    let run = bus.home.portero(["open", "--", "x-s:1"]);
    assert_eq!((run.code, quick_starts(&bus.home)), (0, vec!["x-s:1".to_owned()]), "{run:?}");
    signal(service, "CONT");
    bus.warm();
    settle();
    assert_eq!(quick_starts(&bus.home), ["x-s:1"], "what was too late is not opened again");
}

#[test]
fn without_a_service_or_a_bus_it_opens_by_itself() {
    let home = || quick_stub(Home::new().config(&rules("")), "opener");
    let bus = Bus::without_service(home());
    let no_bus = home();
    for home in [&bus.home, &no_bus] {
        assert_eq!(home.portero(["open", "--", "x-s:1"]).code, 0);
        assert_eq!(quick_starts(home), ["x-s:1"]);
    }
}
