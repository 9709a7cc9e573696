//! Cases of the reader's window.

use super::scene::{Fault, Outcome, Scene};

/// What is seen of a window alone, in the words of the corpus.
const OF_A_WINDOW: &[&str] = &["attempts", "beacon sink", "title unchanged"];

/// Shows a page, where the case is about what a shown page does.
pub fn watch(scene: &Scene) -> Outcome {
    if OF_A_WINDOW.iter().any(|words| scene.case.check.contains(words)) {
        return Err(Fault::Unseen("portero-view is not built".to_owned()));
    }
    Ok(())
}

pub fn click(_: &mut Scene) -> Outcome {
    Err(Fault::Unseen("portero-view is not built".to_owned()))
}

pub fn fetch(_: &mut Scene) -> Outcome {
    Err(Fault::Unseen("portero-view is not built".to_owned()))
}
