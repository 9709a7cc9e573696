//! The keys of the reader's window, by what they do: the one table for the window, its menu and its help.

use crate::message;
use crate::message::Message;

/// What a key does.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// The window's action, with its parameter behind `::`.
    pub action: &'static str,
    /// GTK accelerators that work everywhere in the window.
    pub everywhere: &'static [&'static str],
    /// Names of single keys that work while the page has the focus.
    pub in_page: &'static [&'static str],
    /// What it does, for a person.
    pub says: fn() -> Message,
    /// Where it stands in the list.
    pub part: Part,
}

/// A part of the list of keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// From page to page.
    Pages,
    /// Within a page.
    Page,
    /// The window.
    Window,
}

impl Part {
    /// In the order of the list.
    pub const ALL: [Self; 3] = [Self::Pages, Self::Page, Self::Window];

    /// Its title.
    pub fn title(self) -> Message {
        match self {
            Self::Pages => message!("From page to page"),
            Self::Page => message!("In a page"),
            Self::Window => message!("Window"),
        }
    }
}

const fn key(
    part: Part,
    action: &'static str,
    everywhere: &'static [&'static str],
    in_page: &'static [&'static str],
    says: fn() -> Message,
) -> Key {
    Key { action, everywhere, in_page, says, part }
}

/// All of them.
pub const KEYS: &[Key] = &[
    key(Part::Pages, "location", &["<Control>l", "<Control>k"], &["o"], || {
        message!("Go to a page, or search")
    }),
    key(Part::Pages, "back", &["<Alt>Left"], &["BackSpace", "l"], || message!("Back")),
    key(Part::Pages, "forward", &["<Alt>Right"], &["r"], || message!("Forward")),
    key(Part::Pages, "previous", &["<Alt>Page_Up"], &["bracketleft", "p"], || {
        message!("Previous page of the manual")
    }),
    key(Part::Pages, "next", &["<Alt>Page_Down"], &["bracketright"], || message!("Next page of the manual")),
    key(Part::Pages, "up", &["<Alt>Up"], &["u"], || message!("The page above")),
    key(Part::Pages, "start", &["<Alt>Home"], &["s"], || message!("Start page")),
    key(Part::Pages, "go::info:dir", &[], &["d"], || message!("All Info manuals")),
    key(Part::Pages, "go::man:", &[], &["m"], || message!("All manual pages")),
    key(Part::Page, "find", &["<Control>f"], &["slash"], || message!("Find in the page")),
    key(Part::Page, "find-next", &["<Control>g", "F3"], &["n"], || message!("Next place found")),
    key(Part::Page, "find-previous", &["<Control><Shift>g", "<Shift>F3"], &["N"], || {
        message!("Previous place found")
    }),
    key(Part::Page, "scroll::ScrollToBeginningOfDocument", &[], &["g", "less"], || {
        message!("Beginning of the page")
    }),
    key(Part::Page, "scroll::ScrollToEndOfDocument", &[], &["G", "greater"], || message!("End of the page")),
    key(Part::Page, "scroll::ScrollLineDown", &[], &["j"], || message!("A line down")),
    key(Part::Page, "scroll::ScrollLineUp", &[], &["k"], || message!("A line up")),
    key(Part::Page, "scroll::ScrollPageForward", &[], &["f"], || message!("A screenful down")),
    key(Part::Page, "scroll::ScrollPageBackward", &[], &["b"], || message!("A screenful up")),
    key(Part::Page, "zoom-in", &["<Control>plus", "<Control>equal", "<Control>KP_Add"], &["plus"], || {
        message!("Larger")
    }),
    key(Part::Page, "zoom-out", &["<Control>minus", "<Control>KP_Subtract"], &["minus"], || {
        message!("Smaller")
    }),
    key(Part::Page, "zoom-reset", &["<Control>0", "<Control>KP_0"], &["0"], || message!("Usual size")),
    key(Part::Page, "print", &["<Control>p"], &[], || message!("Print")),
    key(Part::Page, "reload", &["<Control>r", "F5"], &[], || message!("Read the page again")),
    key(Part::Window, "contents", &["F9"], &["c"], || message!("Show or hide the contents")),
    key(Part::Window, "copy-link", &["<Control><Shift>c"], &["y"], || message!("Copy the link to this page")),
    key(Part::Window, "terminal", &["<Control><Shift>t"], &[], || message!("Open in a terminal")),
    key(Part::Window, "other-program", &["<Control><Shift>o"], &[], || message!("Open in another program")),
    key(Part::Window, "new-window", &["<Control>n"], &[], || message!("New window")),
    key(Part::Window, "close", &["<Control>w"], &["q"], || message!("Close the window")),
    key(Part::Window, "keys", &["<Control>question", "F1"], &["question", "h"], || message!("All keys")),
];

/// What an action says of itself in menus and on buttons.
pub fn says(action: &str) -> Option<Message> {
    KEYS.iter().find(|key| key.action == action).map(|key| (key.says)())
}

/// The action of a single key.
pub fn in_page(name: &str) -> Option<&'static str> {
    KEYS.iter().find(|key| key.in_page.contains(&name)).map(|key| key.action)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_key_does_two_things() {
        let mut seen = BTreeSet::new();
        for name in KEYS.iter().flat_map(|key| key.everywhere.iter().chain(key.in_page)) {
            assert!(seen.insert(name), "{name}");
        }
    }

    #[test]
    fn single_keys_are_found_by_their_names() {
        let cases = [("slash", Some("find")), ("N", Some("find-previous")), ("u", Some("up")), ("x", None)];
        for (name, expected) in cases {
            assert_eq!(in_page(name), expected, "{name}");
        }
        assert_eq!(says("back").map(|says| says.to_string()).as_deref(), Some("Back"));
    }
}
