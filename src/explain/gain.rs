//! What one side has won between two positions, in men and in pawns.

use super::material::{WORTH_PAWNS, material_pawns};
use super::words::{listed, man};
use crate::board::{Color, PieceKind, Position};

/// Men won and given up for them, those of one kind cancelled against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gain {
    /// For whom.
    pub side: Color,
    /// Enemy men that are gone, from pawn to queen.
    pub taken: [u32; 5],
    /// Own men that are gone.
    pub given: [u32; 5],
    /// Own men that are new, by promotion; their pawns are not among those given up.
    pub promoted: [u32; 5],
    /// Which of the men taken were the only ones of their kind.
    was_only: [bool; 5],
    /// All of it in pawns of 1, 3, 3, 5 and 9.
    pub pawns: i32,
}

impl Gain {
    /// What `side` has gained on the way from `start` to `end`.
    pub fn between(start: &Position, end: &Position, side: Color) -> Gain {
        let mut gain = Gain {
            side,
            taken: [0; 5],
            given: [0; 5],
            promoted: [0; 5],
            was_only: [false; 5],
            pawns: material_pawns(end, side) - material_pawns(start, side),
        };
        for kind in &PieceKind::ALL[..5] {
            let index = kind.index();
            let count = |position: &Position, side| position.pieces(side, *kind).count();
            let change = |side| count(end, side) as i32 - count(start, side) as i32;
            let (own, other) = (change(side), change(!side));
            // What both sides lost of a kind was exchanged.
            let exchanged = (-own).min(-other).max(0);
            let (own, other) = (own + exchanged, other + exchanged);
            gain.taken[index] = (-other).max(0) as u32;
            gain.given[index] = (-own).max(0) as u32;
            gain.promoted[index] = own.max(0) as u32;
            gain.was_only[index] = count(start, !side) == gain.taken[index];
        }
        let new: u32 = gain.promoted.iter().sum();
        gain.given[0] = gain.given[0].saturating_sub(new);
        // Knights and bishops count the same.
        let [_, knights, bishops, ..] = gain.taken;
        let [_, own_knights, own_bishops, ..] = gain.given;
        for (one, other, count) in [
            (1, 2, knights.min(own_bishops)),
            (2, 1, bishops.min(own_knights)),
        ] {
            gain.taken[one] -= count;
            gain.given[other] -= count;
            gain.was_only[one] &= count == 0;
        }
        gain
    }

    /// Whether the men named come to the pawns counted: not where the other side
    /// promoted, or a new man was lost again.
    pub fn is_plain(&self) -> bool {
        let worth = |men: &[u32; 5]| -> i32 {
            let each = men.iter().zip(WORTH_PAWNS);
            each.map(|(&count, worth)| count as i32 * worth).sum()
        };
        let new: i32 = self.promoted.iter().map(|&count| count as i32).sum();
        worth(&self.taken) - worth(&self.given) + worth(&self.promoted) - new == self.pawns
    }

    /// `the queen for a rook`.
    pub fn words(&self) -> String {
        let won = self.counted(&self.taken, true);
        let new = self.counted(&self.promoted, false);
        let new = new.iter().map(|words| words.replacen(' ', " new ", 1));
        let won: Vec<String> = won.into_iter().chain(new).collect();
        let given = self.counted(&self.given, false);
        match given.as_slice() {
            [] => listed(&won),
            given => format!("{} for {}", listed(&won), listed(given)),
        }
    }

    /// What its side does to what [`Gain::words`] says: a man that is only new is not won.
    pub(super) fn verb(&self) -> &'static str {
        match self.taken == [0; 5] && self.promoted != [0; 5] {
            true => "get",
            false => "win",
        }
    }

    /// The greatest men first.
    fn counted(&self, men: &[u32; 5], may_be_definite: bool) -> Vec<String> {
        let words = |kind: &PieceKind| {
            let (index, name) = (kind.index(), man(*kind));
            let is_only = may_be_definite && self.was_only[index] && *kind != PieceKind::Pawn;
            match men[index] {
                0 => None,
                1 if is_only => Some(format!("the {name}")),
                1 => Some(format!("a {name}")),
                2 if is_only => Some(format!("both {name}s")),
                2 => Some(format!("two {name}s")),
                3 => Some(format!("three {name}s")),
                count => Some(format!("{count} {name}s")),
            }
        };
        PieceKind::ALL[..5].iter().rev().filter_map(words).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_fen;

    fn gain(start: &str, end: &str) -> Gain {
        let [start, end] = [start, end].map(|fen| parse_fen(fen).unwrap());
        Gain::between(&start, &end, Color::White)
    }

    #[test]
    fn men_of_one_kind_cancel() {
        let won = gain(
            "3qk3/2r5/8/8/8/8/2R5/4K3 w - - 0 1",
            "4k3/2r5/8/8/8/8/8/4K3 w - - 0 1",
        );
        assert_eq!(
            (won.words().as_str(), won.pawns),
            ("the queen for a rook", 4)
        );
        let minor = gain(
            "1n2k1n1/2p5/8/8/8/8/8/2B1K3 w - - 0 1",
            "1n2k3/8/8/8/8/8/8/4K3 w - - 0 1",
        );
        assert_eq!((minor.words().as_str(), minor.pawns), ("a pawn", 1));
        assert!(won.is_plain() && minor.is_plain());
    }

    #[test]
    fn a_promotion_is_a_new_man() {
        let won = gain(
            "8/P6k/8/8/8/8/8/K7 w - - 0 1",
            "Q7/7k/8/8/8/8/8/K7 b - - 0 1",
        );
        assert_eq!((won.words().as_str(), won.pawns), ("a new queen", 8));
        assert_eq!(won.verb(), "get");
        assert!(won.is_plain());
    }
}
