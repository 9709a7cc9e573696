//! The list of a chooser: what is shown of it while a person types, and which line is selected.

use super::question::Offer;

/// Offers, those that fit what was typed, and one of them selected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chooser {
    offers: Vec<Offer>,
    /// What was typed, in small letters, word by word.
    words: Vec<String>,
    selected: Option<usize>,
}

/// A move of the selection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// To the line above.
    Up,
    /// To the line below.
    Down,
    /// To the first line.
    First,
    /// To the last line.
    Last,
}

impl Chooser {
    /// All offers; the first is selected, unless nothing is to be selected until the person does.
    pub fn new(offers: Vec<Offer>, preselect: bool) -> Self {
        let selected = (preselect && !offers.is_empty()).then_some(0);
        Self { offers, words: Vec::new(), selected }
    }

    /// All offers in order.
    pub fn offers(&self) -> &[Offer] {
        &self.offers
    }

    /// The number of the selected offer.
    pub const fn selected(&self) -> Option<usize> {
        self.selected
    }

    /// Shows what has all these words in its name or its arguments. A selection that is no longer shown moves to the
    /// first that is.
    pub fn filter(&mut self, text: &str) {
        self.words = text.to_lowercase().split_whitespace().map(str::to_owned).collect();
        let is_shown = self.selected.is_some_and(|number| self.is_shown(number));
        if !is_shown && !self.words.is_empty() {
            self.selected = self.first();
        }
    }

    /// Selects one of the shown offers.
    pub fn select(&mut self, number: usize) {
        if self.is_shown(number) {
            self.selected = Some(number);
        }
    }

    /// Moves the selection among what is shown; it stops at both ends.
    pub fn go(&mut self, direction: Move) {
        let selected = self.selected;
        let above = |number: &usize| selected.is_some_and(|selected| *number < selected);
        let below = |number: &usize| selected.is_none_or(|selected| *number > selected);
        let target = match direction {
            Move::Up => self.shown().filter(above).last(),
            Move::Down => self.shown().find(below),
            Move::First => self.first(),
            Move::Last => self.shown().last(),
        };
        self.selected = target.or(selected);
    }

    /// Whether an offer fits what was typed.
    pub fn is_shown(&self, number: usize) -> bool {
        let Some(offer) = self.offers.get(number) else { return false };
        let text = format!("{} {}", offer.label, offer.argv.join(" ")).to_lowercase();
        self.words.iter().all(|word| text.contains(word))
    }

    fn first(&self) -> Option<usize> {
        self.shown().next()
    }

    fn shown(&self) -> impl Iterator<Item = usize> {
        (0..self.offers.len()).filter(|number| self.is_shown(*number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chooser(preselect: bool) -> Chooser {
        let offer = |(label, program): (&str, &str)| Offer {
            label: label.to_owned(),
            argv: vec![program.to_owned()],
            ..Offer::default()
        };
        let offers = [("Thunderbird", "thunderbird"), ("Claws Mail", "claws-mail"), ("Mutt", "mutt")];
        Chooser::new(offers.into_iter().map(offer).collect(), preselect)
    }

    #[test]
    fn typing_narrows_the_list() {
        let rows: &[(&str, &[usize], Option<usize>)] = &[
            ("", &[0, 1, 2], Some(0)),
            ("T", &[0, 2], Some(0)),
            ("mu", &[2], Some(2)),
            ("mail cl", &[1], Some(1)),
            ("claws-", &[1], Some(1)),
            ("x", &[], None),
        ];
        for (text, shown, selected) in rows {
            let mut chooser = chooser(true);
            chooser.filter(text);
            assert_eq!(chooser.shown().collect::<Vec<_>>(), *shown, "{text}");
            assert_eq!(chooser.selected(), *selected, "{text}");
        }
    }

    #[test]
    fn the_selection_moves_among_what_is_shown() {
        use Move::{Down, First, Last, Up};
        let rows: &[(&str, &[Move], usize)] = &[
            ("", &[Down], 1),
            ("", &[Down, Down, Down], 2),
            ("", &[Up], 0),
            ("", &[Last, Up], 1),
            ("", &[Last, First], 0),
            ("t", &[Down], 2),
            ("t", &[Down, Up], 0),
        ];
        for (text, moves, expected) in rows {
            let mut chooser = chooser(true);
            chooser.filter(text);
            moves.iter().for_each(|direction| chooser.go(*direction));
            assert_eq!(chooser.selected(), Some(*expected), "{text} {moves:?}");
        }
    }

    #[test]
    fn nothing_is_selected_where_it_is_doubtful() {
        let mut chooser = chooser(false);
        assert_eq!(chooser.selected(), None);
        chooser.filter("");
        assert_eq!(chooser.selected(), None);
        chooser.select(7);
        assert_eq!(chooser.selected(), None);
        chooser.go(Move::Down);
        assert_eq!(chooser.selected(), Some(0));
    }
}
