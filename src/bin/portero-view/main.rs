//! The reader's window. One process shows all pages; a second one hands its pages to the first and ends.

mod actions;
mod app;
mod appearance;
mod bus;
mod clicks;
mod context_menu;
mod engine;
mod find;
mod fonts;
mod header;
mod key_list;
mod keys;
mod location;
mod results;
mod shared;
#[path = "../toolkit/mod.rs"]
mod toolkit;
mod window;

use std::process::ExitCode;

use portero::launch;
use portero::reader::pages::Place;

fn main() -> ExitCode {
    // The engine takes its sandbox from the environment, and this program may not change its own.
    if let Some(error) = launch::shut_in() {
        portero::complaint::complain(error);
    }
    // Each page is made by a thread of its own, and what one of them leaves the next can use.
    launch::share_memory();
    let words: Vec<String> = std::env::args().skip(1).collect();
    app::run(places(&words))
}

fn places(words: &[String]) -> Vec<Place> {
    if let Some((title, words)) = launch::reader::told(words) {
        return vec![Place::Words(title.to_owned(), words.to_owned())];
    }
    let uris = words.iter().filter(|word| *word != "--");
    let places: Vec<Place> = uris.cloned().map(Place::Uri).collect();
    if places.is_empty() { vec![Place::Start] } else { places }
}
