//! Names that are nearly the one that was asked for.

/// More than these are no help.
const MOST: usize = 8;

/// The most similar names, best first: few changes of letters, or one that holds the other.
pub fn nearest<'a>(wanted: &str, names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let wanted: Vec<char> = wanted.to_lowercase().chars().collect();
    let allowed = 1 + wanted.len() / 4;
    let mut found: Vec<(usize, &str)> = names
        .filter_map(|name| {
            let letters: Vec<char> = name.to_lowercase().chars().collect();
            let distance = distance(&wanted, &letters, allowed);
            let holds = wanted.len() > 2 && letters.windows(wanted.len()).any(|part| part == wanted);
            distance.or_else(|| holds.then_some(allowed + 1 + letters.len())).map(|rank| (rank, name))
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found.into_iter().take(MOST).map(|(_, name)| name.to_owned()).collect()
}

/// The number of letters to change, add, drop or swap, if it is at most `most` (optimal string alignment).
fn distance(a: &[char], b: &[char], most: usize) -> Option<usize> {
    if a.len().abs_diff(b.len()) > most {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut next = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let change = row[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            next[j] = change.min(row[j] + 1).min(next[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                next[j] = next[j].min(before[j - 2] + 1);
            }
        }
        // The distance only grows from row to row.
        if next.iter().all(|changes| *changes > most) {
            return None;
        }
        before = std::mem::replace(&mut row, next);
    }
    row.last().copied().filter(|distance| *distance <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_names_first() {
        let names = ["printf", "sprintf", "print", "fprintf", "ls", "pritnf"];
        assert_eq!(nearest("pirntf", names.into_iter())[0], "printf");
        assert_eq!(nearest("rint", names.into_iter())[0], "print");
        assert!(nearest("zzz", names.into_iter()).is_empty());
    }
}
