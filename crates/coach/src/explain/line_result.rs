//! What a line comes to within a few moves: mate, material, or nothing of the kind.
//!
//! Start with `LineResult::of`.

use std::cmp::Reverse;

use super::claim::Claim;
use super::gain::Gain;
use super::played_line::PlayedLine;
use super::settlement::settlement;
use super::words::side_name;
use plumb_chess::board::{Color, Move, Position};
use plumb_support::wording::{say, text};

/// Plies within which what a line wins is counted: later captures are another story.
const HORIZON_PLIES: usize = 9;
/// A mate is shown to so many plies, and told in full.
const SHOWN_MATE_PLIES: usize = 6;

/// How a line ends.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum LineEnd {
    /// A side mates.
    Mate {
        /// Who.
        side: Color,
        /// With so many moves of this side.
        moves: usize,
    },
    /// A side wins a pawn or more.
    Material {
        /// What, and who.
        gain: Gain,
        /// The captures that follow the line.
        settlement: Vec<Move>,
    },
    /// There is no move, and no check.
    Stalemate,
}

/// A line as far as it is shown, and what it comes to.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LineResult {
    /// As much of it as the claim is about.
    pub line: PlayedLine,
    /// What is claimed of it.
    pub end: LineEnd,
}

impl LineResult {
    /// What the moves come to, shown with at least `plies.0` and at most `plies.1` of them
    /// where there are as many. Nothing where neither side is mated or loses a pawn, or
    /// where it takes longer to see.
    pub(super) fn of(
        start: &Position,
        moves: &[Move],
        plies: (usize, usize),
    ) -> Option<LineResult> {
        let whole = PlayedLine::new(start, moves);
        let end = whole.end();
        if end.has_no_moves() {
            if !end.in_check() {
                let end = LineEnd::Stalemate;
                return (whole.moves().len() == 1).then_some(LineResult { line: whole, end });
            }
            let side = !end.turn();
            let played = whole.positions().iter().zip(whole.moves());
            let moves = played.filter(|(position, _)| position.turn() == side);
            let end = LineEnd::Mate {
                side,
                moves: moves.count(),
            };
            return Some(LineResult { line: whole, end });
        }
        let (far, _) = settled_gain(&whole.first(HORIZON_PLIES))?;
        if far.pawns < 1 {
            return None;
        }
        // What is told must still be won some moves later, but for a pawn at most.
        let near = (plies.0..=plies.1).filter_map(|count| {
            let line = whole.first(count);
            let (gain, settlement) = settled_gain(&line)?;
            let lasts = gain.side == far.side && (1..=far.pawns + 1).contains(&gain.pawns);
            lasts.then_some((line, gain, settlement))
        });
        // Where the last capture has been made the line speaks for itself.
        let (line, gain, settlement) = near.min_by_key(|(line, gain, settlement)| {
            (Reverse(gain.pawns), settlement.len(), line.moves().len())
        })?;
        let end = LineEnd::Material { gain, settlement };
        Some(LineResult { line, end })
    }

    /// Who mates or wins material.
    pub(super) fn winner(&self) -> Option<Color> {
        match &self.end {
            LineEnd::Mate { side, .. } => Some(*side),
            LineEnd::Material { gain, .. } => Some(gain.side),
            LineEnd::Stalemate => None,
        }
    }

    /// Whether `side` mates.
    pub(super) fn is_mate_by(&self, by: Color) -> bool {
        matches!(&self.end, LineEnd::Mate { side, .. } if *side == by)
    }

    /// What is won, where it is material.
    pub(super) fn gain(&self) -> Option<&Gain> {
        match &self.end {
            LineEnd::Material { gain, .. } => Some(gain),
            _ => None,
        }
    }

    /// What this says of its line.
    pub(super) fn claim(&self) -> Claim {
        match &self.end {
            LineEnd::Mate { side, moves } => Claim::Mates {
                side: *side,
                moves: *moves,
            },
            LineEnd::Material { gain, settlement } => Claim::Gains {
                gain: *gain,
                settlement: settlement.clone(),
            },
            LineEnd::Stalemate => Claim::Stalemates,
        }
    }

    /// What it does for `side`, which begins the line or suffers from it, as a verb and
    /// its object: `wins a pawn`, `allows mate in 2`.
    pub(super) fn deed(&self, side: Color) -> String {
        match &self.end {
            LineEnd::Mate { side: by, moves } => match (*by == side, moves) {
                (true, 1) => text!(deed.mates).to_owned(),
                (true, moves) => say!(deed.mates_in, moves),
                (false, moves) => say!(deed.allows_mate, moves),
            },
            LineEnd::Material { gain, .. } => {
                let (won, winner) = (gain.words(), side_name(gain.side));
                match (gain.side == side, gain.is_only_new()) {
                    (true, false) => say!(deed.wins, gain = won),
                    (true, true) => say!(deed.gets, gain = won),
                    (false, true) => say!(deed.lets_get, side = winner, gain = won),
                    (false, false) if gain.promoted != [0; 5] => {
                        say!(deed.lets_win, side = winner, gain = won)
                    }
                    (false, false) => say!(deed.loses, gain = won),
                }
            }
            LineEnd::Stalemate => text!(deed.stalemate).to_owned(),
        }
    }

    /// The line as far as its moves are shown.
    pub(super) fn shown(&self) -> PlayedLine {
        match self.end {
            LineEnd::Mate { .. } => self.line.first(SHOWN_MATE_PLIES),
            _ => self.line.clone(),
        }
    }

    /// The moves after the first so many plies, as far as they are shown.
    pub(super) fn shown_after(&self, plies: usize) -> String {
        let shown = self.shown();
        let is_cut = shown.moves().len() < self.line.moves().len();
        let rest = if is_cut { " ..." } else { "" };
        format!("{}{rest}", shown.after(plies).san())
    }
}

/// What the line has won, captures played out, for whoever has won something; and these
/// captures.
fn settled_gain(line: &PlayedLine) -> Option<(Gain, Vec<Move>)> {
    let moves = settlement(line.end())?;
    let settled = PlayedLine::new(line.end(), &moves);
    let gain = |side| Gain::between(line.start(), settled.end(), side);
    let turn = line.start().turn();
    let won = match gain(turn) {
        own if own.pawns >= 0 => own,
        _ => gain(!turn),
    };
    won.is_plain().then_some((won, moves))
}
