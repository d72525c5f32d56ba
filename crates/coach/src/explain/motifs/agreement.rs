//! How far the motifs that are found agree with puzzles' labels.

use std::collections::BTreeSet;

use super::find_motifs::find_motifs_after;
use super::motif::Motif;
use super::motif_finding::MotifFinding;
use super::puzzle::Puzzle;

/// Counts of one label over puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MotifCount {
    /// The label.
    pub theme: &'static str,
    /// Puzzles with the label.
    pub labelled: u64,
    /// Puzzles in which a motif that it stands for is found.
    pub found: u64,
    /// Puzzles with both.
    pub both: u64,
}

/// Counts over puzzles.
#[derive(Clone, Debug)]
pub struct MotifAgreement {
    /// Each label that stands for motifs, in the order of [`Motif::ALL`].
    pub themes: Vec<MotifCount>,
    /// How many puzzles were looked at.
    pub puzzles: u64,
    /// Puzzles with a label that stands for a motif other than mate itself.
    pub tactical: u64,
    /// Of these, those in which the motif named first has its label.
    pub first_named: u64,
    /// Of these, those in which no motif but mate itself is found.
    pub nothing_named: u64,
}

impl Default for MotifAgreement {
    fn default() -> MotifAgreement {
        let mut themes: Vec<MotifCount> = Vec::new();
        for theme in Motif::ALL.iter().filter_map(|motif| motif.theme()) {
            if themes.iter().all(|count| count.theme != theme) {
                themes.push(MotifCount {
                    theme,
                    labelled: 0,
                    found: 0,
                    both: 0,
                });
            }
        }
        MotifAgreement {
            themes,
            puzzles: 0,
            tactical: 0,
            first_named: 0,
            nothing_named: 0,
        }
    }
}

impl MotifAgreement {
    /// Looks for motifs in a puzzle's solution and counts; what was found is returned.
    pub fn add(&mut self, puzzle: &Puzzle) -> Vec<MotifFinding> {
        self.add_with(puzzle, Vec::new())
    }

    /// The same, with what searches have found beside.
    pub fn add_with(&mut self, puzzle: &Puzzle, searched: Vec<MotifFinding>) -> Vec<MotifFinding> {
        let Some((&reply, solution)) = puzzle.moves.split_first() else {
            return Vec::new();
        };
        let mut findings = find_motifs_after(&puzzle.before, reply, solution);
        findings.extend(searched);
        findings.sort_by_key(|finding| (finding.motif, finding.index));
        let has = |motif: Motif| {
            motif
                .theme()
                .is_some_and(|theme| puzzle.themes.contains(theme))
        };
        let found: BTreeSet<&str> = findings
            .iter()
            .filter_map(|finding| finding.motif.theme())
            .collect();
        self.puzzles += 1;
        let mut tactical = false;
        for count in &mut self.themes {
            let labelled = puzzle.themes.contains(count.theme);
            let found = found.contains(count.theme);
            count.labelled += u64::from(labelled);
            count.found += u64::from(found);
            count.both += u64::from(labelled && found);
            tactical |= labelled && Some(count.theme) != Motif::MateIn.theme();
        }
        if tactical {
            self.tactical += 1;
            match findings.first().map(|finding| finding.motif) {
                None | Some(Motif::MateIn) => self.nothing_named += 1,
                Some(first) => self.first_named += u64::from(has(first)),
            }
        }
        findings
    }
}
