//! Where motifs and labels of a puzzle disagree: what an audit reads.

use std::collections::BTreeSet;

use super::motif::Motif;
use super::motif_finding::MotifFinding;
use super::puzzle::Puzzle;

/// A motif that is found without its label, or a label whose motif is not found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MotifDisagreement {
    /// The label; the motif's own key where no label stands for it.
    pub label: &'static str,
    /// Whether the motif is found; the label is there otherwise.
    pub is_found: bool,
}

impl MotifDisagreement {
    /// All of a puzzle, given what is found in its solution. A motif without a label is
    /// found by nobody else and always listed.
    pub fn all(puzzle: &Puzzle, findings: &[MotifFinding]) -> BTreeSet<MotifDisagreement> {
        let mut disagreements = BTreeSet::new();
        for motif in Motif::ALL {
            let stands_for = |other: Motif| match motif.theme() {
                Some(theme) => other.theme() == Some(theme),
                None => other == *motif,
            };
            let is_found = findings.iter().any(|finding| stands_for(finding.motif));
            let is_labelled = motif
                .theme()
                .is_some_and(|theme| puzzle.themes.contains(theme));
            if is_found != is_labelled {
                let label = motif.theme().unwrap_or(motif.key());
                disagreements.insert(MotifDisagreement { label, is_found });
            }
        }
        disagreements
    }
}
