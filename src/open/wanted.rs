//! What a request wants beside what the rules say, from its plans to what is done with them.

use std::ffi::OsStr;

use super::{Desk, Opened, in_folder, open};
use crate::error::Error;
use crate::plan::Plan;
use crate::plan::together::{Group, apart, joined, together};

/// How the URIs of a request are to be opened; by default as the rules say.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The person chooses the program.
    pub ask: bool,
    /// Files are shown in their folder.
    pub reveal: bool,
}

impl Wanted {
    /// The plan of one argument.
    pub fn plan(self, uri: &OsStr, base: Option<&str>, desk: &Desk) -> Plan {
        if self.ask { desk.plan_to_choose(uri, base) } else { desk.plan(uri, base) }
    }

    /// What is carried out at once.
    pub fn groups(self, plans: Vec<Plan>) -> Vec<Group> {
        if self == Self::default() { together(plans) } else { apart(plans) }
    }

    /// Does what the plans of a group say.
    pub fn carry_out(self, group: &Group, desk: &Desk) -> Result<Opened, Error> {
        let plan = joined(group);
        if self.reveal { in_folder(&plan, desk) } else { open(&plan, desk) }
    }
}
