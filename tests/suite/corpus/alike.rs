//! The command line and the bus judge alike: every address of the corpus that needs nothing around it.

use super::bus_calls::code_of;
use super::cases;
use super::house;
use crate::bus::Bus;

/// What no argument list can carry comes over the bus alone.
const LONGEST: usize = 100_000;

#[test]
fn the_bus_judges_as_the_command_line_does() {
    let (home, folder) = house::build();
    house::write_config(&home, &folder, false, ["flood = \"off\"\n", ""]);
    let cases = cases().into_iter().filter(|case| case.is_uri && case.setup.is_empty());
    let texts = cases.map(|case| super::case::text(&super::case::filled(&case.words[0], &folder)));
    let uris: Vec<String> = texts.filter(|uri| uri.len() < LONGEST).collect();
    let explained =
        home.portero(["explain", "--json", "--"].into_iter().chain(uris.iter().map(String::as_str)));
    let explained = explained.objects();
    let bus = Bus::new(home);
    let Some(answers) = bus.open_each(uris.iter().map(String::as_str)) else {
        eprintln!("skipped: python3-gi is not here");
        return;
    };
    for ((uri, object), answer) in uris.iter().zip(&explained).zip(&answers) {
        let refused = object["error"]["code"].as_str().map(str::to_owned);
        let asked = (!object["confirm"].is_null()).then(|| "needs-confirmation".to_owned());
        assert_eq!(code_of(answer), refused.or(asked), "{uri}: {answer}");
    }
}
