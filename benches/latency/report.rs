//! Times as a table.

use std::fmt::{self, Display, Formatter};

use crate::{Milliseconds, Way};

/// A row a way, compared with the first.
pub struct Table(Vec<Row>);

struct Row {
    name: String,
    median: Milliseconds,
    ninth_decile: Milliseconds,
    least: Milliseconds,
}

impl Table {
    /// Of what was measured.
    pub fn of(ways: &[Way]) -> Self {
        Self(ways.iter().map(Row::of).collect())
    }
}

impl Row {
    fn of(way: &Way) -> Self {
        let mut times = way.times.clone();
        times.sort_by(f64::total_cmp);
        let at = |tenths: usize| times.get(times.len() * tenths / 10).copied().unwrap_or(f64::NAN);
        Self { name: way.name.clone(), median: at(5), ninth_decile: at(9), least: at(0) }
    }
}

impl Display for Table {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        writeln!(out, "| way | median, ms | p90, ms | least, ms | median to the first row's |")?;
        writeln!(out, "| --- | ---: | ---: | ---: | ---: |")?;
        let first = self.0.first().map_or(f64::NAN, |row| row.median);
        for Row { name, median, ninth_decile, least } in &self.0 {
            let ratio = median / first;
            writeln!(out, "| {name} | {median:.2} | {ninth_decile:.2} | {least:.2} | {ratio:.2} |")?;
        }
        Ok(())
    }
}
