//! What one side has won between two positions, in men and in pawns.

use super::material::{WORTH_PAWNS, material_pawns};
use super::words::{listed, men_name};
use plumb_chess::board::{Color, PieceKind, Position};
use plumb_support::wording::{say, text};

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
        let won = self.men(&self.taken, |kind| match self.was_only[kind.index()] {
            true if kind != PieceKind::Pawn => MenKind::Only,
            _ => MenKind::Some,
        });
        let new = self.men(&self.promoted, |_| MenKind::New);
        let won = listed(&[won, new].concat());
        let given = self.men(&self.given, |_| MenKind::Some);
        match given.as_slice() {
            [] => won,
            given => say!(gain.traded, won, given = listed(given)),
        }
    }

    /// Nothing was taken, so that what it has is a man that is only new: he is not won.
    pub(super) fn is_only_new(&self) -> bool {
        self.taken == [0; 5] && self.promoted != [0; 5]
    }

    /// The greatest men first.
    fn men(&self, men: &[u32; 5], kind_of: impl Fn(PieceKind) -> MenKind) -> Vec<String> {
        let kinds = PieceKind::ALL[..5].iter().rev();
        let kinds = kinds.filter(|kind| men[kind.index()] > 0);
        kinds
            .map(|&kind| counted_men(men[kind.index()], kind, kind_of(kind)))
            .collect()
    }
}

/// Which men are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MenKind {
    /// Some of those that there are.
    Some,
    /// All that there were.
    Only,
    /// Those that pawns became.
    New,
}

/// `the queen`, `two pawns`, `a new rook`.
fn counted_men(count: u32, kind: PieceKind, men: MenKind) -> String {
    let number = match count {
        2 => text!(gain.two).to_owned(),
        3 => text!(gain.three).to_owned(),
        count => count.to_string(),
    };
    let man = men_name(u64::from(count), kind);
    match (count, men) {
        (1, MenKind::Only) => say!(gain.the, man),
        (1, MenKind::New) => say!(gain.a_new, man),
        (1, MenKind::Some) => say!(gain.a, man),
        (2, MenKind::Only) => say!(gain.both, man),
        (_, MenKind::New) => say!(gain.many_new, count = number, man),
        (_, MenKind::Some | MenKind::Only) => say!(gain.many, count = number, man),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_chess::notation::parse_fen;

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
        assert!(won.is_only_new());
        assert!(won.is_plain());
    }
}
