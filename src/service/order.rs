//! What a call asks for: URIs and options, taken from the bus as untrusted values.

use std::collections::{BTreeMap, HashMap};
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use rustix::time::{ClockId, clock_gettime};
use zbus::{OwnedVariant, Variant};

use crate::env;
use crate::error::{Code, Error};
use crate::message;
use crate::open::Wanted;
use crate::warning::{Warning, WarningCode};

/// How many URIs one call may bring.
const MOST_URIS: usize = 2000;

/// Options of a call by name, `a{sv}`.
pub type Options = HashMap<String, OwnedVariant>;

/// A call, as far as it could be used; options that are unknown or of a wrong type are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Order {
    /// URIs, or paths in place of them.
    pub uris: Vec<String>,
    /// What relative references are resolved against.
    pub base: Option<String>,
    /// The caller's folder.
    pub folder: Option<PathBuf>,
    /// Display, session, desktop and locale; `None` when the caller sent none.
    pub variables: Option<BTreeMap<String, OsString>>,
    /// The activation token.
    pub token: Option<String>,
    /// How the URIs are to be opened.
    pub wanted: Wanted,
    /// Whether the person is to be told of failures, for the caller has no way to.
    pub notify: bool,
    /// After this moment of `CLOCK_BOOTTIME`, in microseconds, the caller has helped itself.
    pub deadline: Option<u64>,
    /// What of the options could not be used.
    pub warnings: Vec<Warning>,
}

impl Order {
    /// A call of `io.github.portero.Portero1.Open`.
    pub fn new(uris: Vec<String>, options: &Options) -> Result<Self, Error> {
        let mut order = Self::of(uris)?;
        order.base = text(options, "base").map(str::to_owned);
        order.folder = text(options, "cwd").map(PathBuf::from).filter(|folder| folder.is_absolute());
        order.variables = options.get("environment").and_then(variables);
        order.wanted = Wanted { ask: flag(options, "ask"), reveal: flag(options, "reveal") };
        order.notify = flag(options, "notify");
        order.deadline = options.get("deadline").and_then(|value| value.downcast_ref::<u64>().ok());
        order.take_token(options, &["activation-token"]);
        Ok(order)
    }

    /// A call of `org.freedesktop.Application`, with its platform data.
    pub fn of_application(uris: Vec<String>, platform: &Options) -> Result<Self, Error> {
        let mut order = Self { notify: true, ..Self::of(uris)? };
        // On Wayland, GLib before 2.76 sends the token under the second name alone.
        order.take_token(platform, &["activation-token", "desktop-startup-id"]);
        Ok(order)
    }

    fn of(uris: Vec<String>) -> Result<Self, Error> {
        if uris.len() > MOST_URIS {
            return Err(Error::new(
                Code::TooLarge,
                message!("more than {limit} URIs in one call", limit = MOST_URIS),
            ));
        }
        Ok(Self { uris, ..Self::default() })
    }

    fn take_token(&mut self, options: &Options, names: &[&str]) {
        let Some(token) = names.iter().find_map(|name| text(options, name)).filter(|text| !text.is_empty())
        else {
            return;
        };
        if env::is_token(token) {
            self.token = Some(token.to_owned());
        } else {
            let message = message!("the activation token has a form that is not passed on");
            self.warnings.push(Warning::new(WarningCode::IgnoredOption, message));
        }
    }

    /// Whether the caller no longer waits.
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| boot_time() >= deadline)
    }
}

/// `CLOCK_BOOTTIME` in microseconds.
pub fn boot_time() -> u64 {
    let now = clock_gettime(ClockId::Boottime);
    let part = |number: i64| u64::try_from(number).unwrap_or(0);
    part(now.tv_sec) * 1_000_000 + part(now.tv_nsec) / 1000
}

fn text<'a>(options: &'a Options, name: &str) -> Option<&'a str> {
    options.get(name)?.downcast_ref::<&str>().ok()
}

fn flag(options: &Options, name: &str) -> bool {
    options.get(name).is_some_and(|value| value.downcast_ref::<bool>().unwrap_or(false))
}

fn variables(value: &OwnedVariant) -> Option<BTreeMap<String, OsString>> {
    let Variant::Dict(pairs) = &**value else { return None };
    let text = |value: &Variant<'_>| value.downcast_ref::<&str>().ok().map(str::to_owned);
    let pairs: Vec<(String, String)> =
        pairs.iter().filter_map(|(name, value)| Some((text(name)?, text(value)?))).collect();
    Some(env::carried(pairs.iter().map(|(name, value)| (name.as_str(), OsStr::new(value)))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(pairs: Vec<(&str, Variant<'static>)>) -> Options {
        pairs.into_iter().map(|(name, value)| (name.to_owned(), value.try_into().unwrap())).collect()
    }

    #[test]
    fn options_are_taken_by_name_and_type() {
        let environment = HashMap::from([("DISPLAY", ":7"), ("PATH", "/evil"), ("LANG", "C\u{1}")]);
        let options = options(vec![
            ("cwd", "/tmp".into()),
            ("base", "man:".into()),
            ("environment", Variant::new(environment)),
            ("ask", true.into()),
            ("reveal", "yes".into()),
            ("notify", true.into()),
            ("deadline", 5_u64.into()),
            ("activation-token", "tok_TIME1".into()),
            ("command", "sh".into()),
        ]);
        let order = Order::new(vec!["man:ls".into()], &options).unwrap();
        assert_eq!(order.folder, Some(PathBuf::from("/tmp")));
        assert_eq!(order.base.as_deref(), Some("man:"));
        let display = BTreeMap::from([("DISPLAY".to_owned(), OsString::from(":7"))]);
        assert_eq!(order.variables, Some(display));
        assert!(order.wanted.ask && !order.wanted.reveal && order.notify && order.is_late());
        assert_eq!(order.token.as_deref(), Some("tok_TIME1"));
        assert!(order.warnings.is_empty());
    }

    #[test]
    fn a_token_comes_under_either_name_and_is_checked() {
        let order = |name, token: String| {
            Order::of_application(Vec::new(), &options(vec![(name, token.into())])).unwrap()
        };
        assert_eq!(order("desktop-startup-id", "id".into()).token.as_deref(), Some("id"));
        let long = order("activation-token", "A".repeat(100_000));
        assert_eq!(long.token, None);
        assert_eq!(long.warnings[0].code, WarningCode::IgnoredOption);
        assert!(order("activation-token", String::new()).warnings.is_empty());
    }

    #[test]
    fn a_call_is_bounded_and_without_deadline_never_late() {
        assert!(Order::new(vec![String::new(); MOST_URIS + 1], &Options::new()).is_err());
        assert!(!Order::default().is_late());
        let soon = Order { deadline: Some(boot_time() + 1_000_000), ..Order::default() };
        assert!(!soon.is_late());
    }
}
