//! What a rule can be for, as far as it is known when the file is read: schemes, families, kinds and their fields.

use crate::message;
use crate::message::Message;
use crate::rule::pattern::Pattern;
use crate::target::family::{self, FAMILIES, Family, OTHER};
use crate::target::{Field, Kind};

/// The URIs that an action may meet.
#[derive(Debug, Clone)]
pub struct Scope {
    /// In the order of the table.
    pub families: Vec<&'static Family>,
    /// The kinds of target that they give.
    pub kinds: Vec<Kind>,
    /// Fields that a `match` compares, and that are there where it fits.
    pub present: Vec<String>,
    /// Fields that are no target's.
    extra: Vec<Field>,
    /// Whether an action is passed over where a field of it is absent.
    passes_over: bool,
}

impl Scope {
    /// Every URI.
    pub fn everything() -> Self {
        Self::new(FAMILIES.iter().chain([&OTHER]).collect(), Kind::ALL.to_vec())
    }

    /// The URIs of a family.
    pub fn of_family(family: &'static Family) -> Self {
        Self::new(vec![family], family.kinds())
    }

    /// The URIs whose scheme fits one of the patterns.
    pub fn of_schemes(patterns: &[Pattern]) -> Self {
        let fits = |scheme: &&str| patterns.iter().any(|pattern| pattern.matches(scheme));
        let listed = FAMILIES.iter().filter(|family| family.schemes.iter().any(fits));
        let mut families: Vec<_> = listed.collect();
        let foreign = |pattern: &Pattern| match pattern.literal() {
            Some(scheme) => family::of_scheme(scheme) == &OTHER,
            None => true,
        };
        if patterns.iter().any(foreign) {
            families.push(&OTHER);
        }
        let mut kinds: Vec<_> = families.iter().flat_map(|family| family.kinds()).collect();
        kinds.dedup();
        Self::new(families, kinds)
    }

    /// No URI at all: the one list field that may stand in the argument list, if any.
    pub fn of_list(name: Option<&'static str>) -> Self {
        Self {
            families: Vec::new(),
            kinds: Vec::new(),
            present: Vec::new(),
            extra: name.map(Field::list).into_iter().collect(),
            passes_over: false,
        }
    }

    fn new(families: Vec<&'static Family>, kinds: Vec<Kind>) -> Self {
        let mut extra = vec![Field::sure("uri"), Field::sure("scheme")];
        if kinds == [Kind::Mail] {
            extra.push(Field::list("attachments"));
        }
        Self { families, kinds, present: Vec::new(), extra, passes_over: false }
    }

    /// The part of it that gives these kinds.
    pub fn limited_to(mut self, wanted: &[Kind]) -> Self {
        self.kinds.retain(|kind| wanted.contains(kind));
        let left = |family: &&Family| family.kinds().iter().any(|kind| self.kinds.contains(kind));
        self.families.retain(left);
        self
    }

    /// A field of the kinds that have it; it is sure only where it is in all of them or compared, the shape is the same.
    pub fn field(&self, name: &str) -> Option<Field> {
        let fields = self.kinds.iter().flat_map(|kind| kind.fields()).chain(&self.extra);
        let mut named = fields.copied().filter(|field| field.name == name);
        let first = named.next()?;
        let compared = self.present.iter().any(|present| present == name);
        Some(Field { sure: compared || first.sure && named.all(|field| field.sure), ..first })
    }

    /// The names of all fields that may stand in a template.
    pub fn field_names(&self) -> Vec<&'static str> {
        let fields = self
            .kinds
            .iter()
            .flat_map(|kind| kind.fields())
            .chain(&self.extra)
            .filter(|field| field.is_usable());
        let mut names: Vec<_> = fields.map(|field| field.name).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The same for the actions of a `first`.
    #[must_use]
    pub fn passing_over(&self) -> Self {
        Self { passes_over: true, ..self.clone() }
    }

    /// Whether a field that a URI leaves out is worth a warning.
    pub const fn tells_absence(&self) -> bool {
        !self.passes_over
    }

    /// What a message calls it.
    pub fn name(&self) -> Message {
        match self.families.as_slice() {
            [] => message!("this argument list"),
            [family] => Message::quoted(family.name),
            _ => message!("these schemes"),
        }
    }
}
