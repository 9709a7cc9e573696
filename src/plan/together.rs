//! Several URIs of one call for the same application: they are one start where its Exec key takes a list.

use std::ffi::OsString;

use super::{Filled, Plan, Planned};
use crate::argv::Argv;

/// Plans that are carried out at once, each with its number in the call; never empty.
pub type Group = Vec<(usize, Plan)>;

/// The plans of a call in groups, in the order of the first of each.
pub fn together(plans: Vec<Plan>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (number, plan) in plans.into_iter().enumerate() {
        match groups.iter_mut().find(|group| go_together(&group[0].1, &plan)) {
            Some(group) => group.push((number, plan)),
            None => groups.push(vec![(number, plan)]),
        }
    }
    groups
}

/// Each on its own, where a call wants them so.
pub fn apart(plans: Vec<Plan>) -> Vec<Group> {
    plans.into_iter().enumerate().map(|plan| vec![plan]).collect()
}

/// The one plan that does what all of a group say.
pub fn joined(group: &Group) -> Plan {
    let mut plan = group[0].1.clone();
    let operands = group.iter().filter_map(|(_, plan)| operand(plan)).cloned();
    let all: Vec<OsString> = operands.collect();
    if let Ok(Planned::App { filled, uris, list: Some(place), .. }) = &mut plan.action {
        let mut words = filled.argv.words().to_vec();
        words.splice(*place..=*place, all);
        filled.argv = Argv::from_vec(words).unwrap_or_else(|| filled.argv.clone());
        *uris = group.iter().flat_map(|(_, plan)| uris_of(plan)).cloned().collect();
    }
    plan
}

/// A question, or what a rule says about the manner, is about one URI.
fn go_together(one: &Plan, other: &Plan) -> bool {
    let alike = one.confirm.is_none() && other.confirm.is_none() && one.options == other.options;
    match (&one.action, &other.action) {
        (
            Ok(Planned::App { application, filled, list: Some(place), .. }),
            Ok(Planned::App { application: of_other, filled: others, list: Some(others_place), .. }),
        ) => {
            alike
                && application == of_other
                && place == others_place
                && around(filled, *place) == around(others, *place)
        }
        _ => false,
    }
}

/// What stands before and after the URI.
fn around(filled: &Filled, place: usize) -> Option<(&[OsString], &[OsString])> {
    let (before, rest) = filled.argv.words().split_at_checked(place)?;
    // A password that is masked in one must not show in the words of all.
    let visible = !filled.is_masked();
    visible.then_some((before, rest.get(1..)?))
}

fn operand(plan: &Plan) -> Option<&OsString> {
    match &plan.action {
        Ok(Planned::App { filled, list: Some(place), .. }) => filled.argv.words().get(*place),
        _ => None,
    }
}

fn uris_of(plan: &Plan) -> &[String] {
    match &plan.action {
        Ok(Planned::App { uris, .. }) => uris,
        _ => &[],
    }
}
