//! Very many launches leave nothing behind, and very many at once are asked about.

use std::fs;
use std::thread;
use std::time::Duration;

use crate::builder::{Home, wait_for};
use crate::bus::{Bus, quick_starts, quick_stub, repetitions, rules};

/// So many URIs a call count as one request.
const A_CALL: usize = 20;

fn launch(bus: &Bus, calls: usize) {
    let before = quick_starts(&bus.home).len();
    let uris: Vec<_> = (0..A_CALL).map(|number| format!("'x-s:{number}'")).collect();
    let list = format!("[{}]", uris.join(", "));
    for _ in 0..calls {
        bus.call("io.github.portero.Portero1.Open", &[&list, "{}"]).unwrap();
    }
    assert_eq!(quick_starts(&bus.home).len(), before + calls * A_CALL);
}

fn descriptors(process: i32) -> usize {
    fs::read_dir(format!("/proc/{process}/fd")).unwrap().count()
}

fn zombies(process: i32) -> usize {
    let states = fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter_map(|entry| fs::read_to_string(entry.path().join("stat")).ok());
    let own = |stat: &String| {
        let fields: Vec<&str> = stat.rsplit(") ").next().unwrap().split(' ').collect();
        fields[0] == "Z" && fields[1] == process.to_string()
    };
    states.filter(own).count()
}

/// Memory that is no file's, in KiB.
fn memory(process: i32) -> i64 {
    let rollup = fs::read_to_string(format!("/proc/{process}/smaps_rollup")).unwrap();
    let line = rollup.lines().find_map(|line| line.strip_prefix("Anonymous:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

#[test]
fn a_thousand_launches_leave_nothing() {
    let calls = repetitions(50, 2);
    let home = Home::new().set("DISPLAY", ":7").config(&rules("flood = \"off\"\nidle-timeout = \"600s\""));
    let bus = Bus::new(quick_stub(home, "opener"));
    let service = bus.warm();
    let rested = |pause: u64| {
        thread::sleep(Duration::from_secs(pause));
        (memory(service), descriptors(service))
    };
    // Threads of the pool end after ten seconds without work.
    let pause = repetitions(13, 0) as u64;
    // What it keeps of the last requests is full by then.
    launch(&bus, repetitions(20, 2));
    let (memory_before, descriptors_before) = rested(pause);
    launch(&bus, calls);
    let clean = || (zombies(service) == 0 && descriptors(service) <= descriptors_before).then_some(());
    wait_for(clean).unwrap_or_else(|| {
        panic!("{} zombies, {} descriptors of {descriptors_before}", zombies(service), descriptors(service))
    });
    let growth = rested(pause).0 - memory_before;
    assert!(pause == 0 || growth <= 1024, "{growth} KiB more after {} launches", calls * A_CALL);
}

#[test]
fn without_the_service_a_long_list_is_asked_about_too() {
    let home = quick_stub(Home::new().config(&rules("")), "opener");
    let open = |count: usize| {
        let uris = (0..count).map(|number| format!("x-s:{number}"));
        home.portero(["open".to_owned(), "--direct".to_owned()].into_iter().chain(uris))
    };
    for count in [201, 1000, 5000] {
        let run = open(count);
        assert_eq!((run.code, run.stderr.lines().count()), (5, 1), "{run:?}");
        assert!(run.stderr.contains("too many requests"), "{run:?}");
    }
    assert!(quick_starts(&home).is_empty());
    assert_eq!(open(30).code, 0);
    assert_eq!(quick_starts(&home).len(), 30);
}
