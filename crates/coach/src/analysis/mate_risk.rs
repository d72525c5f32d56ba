//! Mate risk: of several ways to mate, which gives up how much.
//!
//! Where the mover has forced mates, each is weighed by the material he has at
//! the end of its line: with a balance of `m` pawns there, its risk is
//! `exp(-m)`, divided by the sum over all the mating lines, so that the risks
//! add up to 1 and the line that ends with the least material takes most.
//!
//! The measure is James Burnham's, and his report says two things about it. Its
//! text calls it risky to give up material; its program gives the line that
//! keeps the most the highest weight, and counts the board before the line is
//! played, which is the same for every line and so tells none apart. The text
//! is what we follow: a player who sees less than the engine is in danger when
//! his attack fails and the material is gone, and only the end of the line
//! says what was given up on the way.
//!
//! What it does not know: a mate on the move risks nothing, and still weighs
//! more than a longer one that picks up a piece first.
//!
//! `MateRisk::find` searches; `MateRisk::of` only counts. No search decides
//! here what a player should have done.

use std::cmp::Reverse;
use std::sync::atomic::AtomicBool;

use plumb_chess::board::{Color, Game, Move, PieceKind, Position};
use plumb_engine::search::{Limits, Score, ScoreValue};

use super::probe::Probe;

/// How many of the best lines are looked at.
pub const MATE_LINES: usize = 10;

/// A line that mates for the side to move at its start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MateLine {
    /// The moves, the mating side's first; never empty.
    pub moves: Vec<Move>,
    /// Moves of the mating side until mate.
    pub mate_in: u32,
    /// The last move of the line mates. Otherwise the search has cut the line
    /// short, and the balance below is that of the place where it did.
    pub is_complete: bool,
    /// The mating side's material less the other's at the end of the line, in
    /// pawns of 1, 3, 3, 5 and 9.
    pub material_pawns: i32,
}

impl MateLine {
    /// The line `moves` from `position`, if its score is a mate for the side to
    /// move and its moves are legal; otherwise none.
    pub fn new(position: &Position, score: Score, moves: &[Move]) -> Option<MateLine> {
        let ScoreValue::Mate(mate_in) = score.value() else {
            return None;
        };
        if mate_in <= 0 || moves.is_empty() {
            return None;
        }
        let mover = position.turn();
        let mut end = position.clone();
        for &mv in moves {
            if !end.is_legal(mv) {
                return None;
            }
            end = end.play(mv);
        }
        Some(MateLine {
            moves: moves.to_vec(),
            mate_in: mate_in.unsigned_abs(),
            is_complete: end.in_check() && end.has_no_moves() && end.turn() != mover,
            material_pawns: material_balance_pawns(&end, mover),
        })
    }
}

/// The mating lines of a position and what they risk.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MateRisk {
    /// The lines, in the order of the search; empty where the mover has no
    /// forced mate that the search has found.
    pub lines: Vec<MateLine>,
    /// The risk of each line, between 0 and 1; together they are 1.
    pub risks: Vec<f64>,
    /// Which line risks least: of equals the shorter mate, and of those the one
    /// that the search put first.
    pub least: Option<usize>,
    /// Which line begins with the move that was played.
    pub played: Option<usize>,
    /// By how much the played move's risk exceeds the least one: more than zero
    /// only where it both risked more and mates in fewer moves than the least
    /// risky line. None where the played move is not among the lines.
    pub excess: Option<f64>,
    /// Nodes searched.
    pub nodes: u64,
}

impl MateRisk {
    /// Searches the position on the board for its mates with `nodes` nodes, the
    /// searcher's memory cleared first. Worth its nodes only where an ordinary
    /// search has seen a mate. A finished game has no lines.
    pub fn find(
        probe: &mut Probe,
        game: &Game,
        played: Option<Move>,
        nodes: u64,
        stop: &AtomicBool,
    ) -> MateRisk {
        if game.outcome().is_some() {
            return MateRisk::default();
        }
        probe.clear();
        let limits = Limits {
            multi_pv: MATE_LINES,
            ..Limits::nodes(nodes)
        };
        let search = probe.search(game, limits, None, stop);
        let lines = search
            .outcome
            .last
            .lines
            .iter()
            .filter_map(|line| MateLine::new(game.position(), line.score, &line.moves))
            .collect();
        MateRisk {
            nodes: search.nodes(),
            ..MateRisk::of(lines, played)
        }
    }

    /// What these lines risk; `played` is the move that was made.
    pub fn of(lines: Vec<MateLine>, played: Option<Move>) -> MateRisk {
        let balances: Vec<i32> = lines.iter().map(|line| line.material_pawns).collect();
        let risks = risks(&balances);
        // Material instead of risk: the order is the same, and it is exact.
        let least = (0..lines.len())
            .min_by_key(|&index| (Reverse(balances[index]), lines[index].mate_in, index));
        let played = played.and_then(|mv| {
            lines
                .iter()
                .position(|line| line.moves.first() == Some(&mv))
        });
        let excess = played.zip(least).map(|(played, least)| {
            let riskier = balances[played] < balances[least];
            let faster = lines[played].mate_in < lines[least].mate_in;
            if riskier && faster {
                risks[played] - risks[least]
            } else {
                0.0
            }
        });
        MateRisk {
            lines,
            risks,
            least,
            played,
            excess,
            nodes: 0,
        }
    }

    /// The least risky line.
    pub fn least_risky(&self) -> Option<&MateLine> {
        self.lines.get(self.least?)
    }

    /// The risk of the played move, where it is among the lines.
    pub fn played_risk(&self) -> Option<f64> {
        self.risks.get(self.played?).copied()
    }
}

/// `exp(-m)` of each balance, divided by their sum.
fn risks(balances: &[i32]) -> Vec<f64> {
    let least = balances.iter().copied().min().unwrap_or(0);
    // The smallest balance gives 1, the others less: nothing overflows.
    let weights: Vec<f64> = balances
        .iter()
        .map(|&balance| libm::exp(f64::from(least) - f64::from(balance)))
        .collect();
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / sum).collect()
}

/// What `side` has more than the other, in pawns of 1, 3, 3, 5 and 9; kings
/// count nothing.
pub fn material_balance_pawns(position: &Position, side: Color) -> i32 {
    const WORTH: [(PieceKind, i32); 5] = [
        (PieceKind::Pawn, 1),
        (PieceKind::Knight, 3),
        (PieceKind::Bishop, 3),
        (PieceKind::Rook, 5),
        (PieceKind::Queen, 9),
    ];
    WORTH
        .iter()
        .map(|&(kind, worth)| {
            let count = |side| position.pieces(side, kind).count() as i32;
            worth * (count(side) - count(!side))
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_chess::board::Square;

    fn mv(from: &str, to: &str) -> Move {
        Move::normal(Square::parse(from).unwrap(), Square::parse(to).unwrap())
    }

    fn line(from: &str, to: &str, mate_in: u32, material_pawns: i32) -> MateLine {
        MateLine {
            moves: vec![mv(from, to)],
            mate_in,
            is_complete: true,
            material_pawns,
        }
    }

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    #[test]
    fn giving_up_material_is_the_risky_side() {
        // A queen sacrificed for a mate in 2, or a mate in 4 that keeps her.
        let lines = vec![line("d1", "h5", 2, 1), line("a1", "a2", 4, 3)];
        let risk = MateRisk::of(lines, Some(mv("d1", "h5")));
        // exp(-1) and exp(-3): 1 / (1 + exp(-2)) and the rest.
        assert!(near(risk.risks[0], 0.880_797_077_977_882_3));
        assert!(near(risk.risks[1], 0.119_202_922_022_117_6));
        assert_eq!(risk.least, Some(1));
        assert_eq!(risk.least_risky().unwrap().mate_in, 4);
        assert!(near(risk.played_risk().unwrap(), 0.880_797_077_977_882_3));
        assert!(near(risk.excess.unwrap(), 0.761_594_155_955_764_8));
    }

    #[test]
    fn riskier_but_not_faster_is_no_excess() {
        let lines = vec![
            line("d1", "h5", 4, 1),
            line("a1", "a2", 4, 3),
            line("b1", "b2", 2, 3),
        ];
        let slow = MateRisk::of(lines.clone(), Some(mv("d1", "h5")));
        assert_eq!(slow.least, Some(2), "equal material: the shorter mate");
        assert_eq!(slow.excess, Some(0.0));
        // As safe as the least risky one.
        let safe = MateRisk::of(lines.clone(), Some(mv("a1", "a2")));
        assert_eq!((safe.played, safe.excess), (Some(1), Some(0.0)));
        let elsewhere = MateRisk::of(lines, Some(mv("g1", "g2")));
        assert_eq!((elsewhere.played, elsewhere.excess), (None, None));
    }

    #[test]
    fn equal_lines_keep_the_order_of_the_search() {
        let risk = MateRisk::of(vec![line("h1", "h2", 3, 5), line("a1", "a2", 3, 5)], None);
        assert_eq!(risk.least, Some(0));
        assert_eq!(risk.risks, [0.5, 0.5]);
        assert_eq!((risk.played, risk.excess), (None, None));
    }

    #[test]
    fn risks_add_up_whatever_the_balances() {
        for balances in [
            vec![0],
            vec![-100, 100],
            vec![3, 3, 3, -40],
            vec![i32::MIN, 0, i32::MAX],
        ] {
            let risks = risks(&balances);
            assert!(near(risks.iter().sum(), 1.0), "{balances:?}: {risks:?}");
            assert!(risks.iter().all(|risk| (0.0..=1.0).contains(risk)));
        }
        assert_eq!(MateRisk::of(Vec::new(), None), MateRisk::default());
    }

    #[test]
    fn only_a_legal_mating_line_counts() {
        let start = Position::start();
        let e4 = [mv("e2", "e4")];
        assert!(MateLine::new(&start, Score::cp(900), &e4).is_none());
        assert!(MateLine::new(&start, Score::mated_in(4), &e4).is_none());
        assert!(MateLine::new(&start, Score::mated_in(0), &e4).is_none());
        assert!(MateLine::new(&start, Score::mate_in(1), &[]).is_none());
        assert!(MateLine::new(&start, Score::mate_in(1), &[mv("e2", "e5")]).is_none());
        let cut = MateLine::new(&start, Score::mate_in(3), &e4).unwrap();
        assert_eq!((cut.mate_in, cut.is_complete), (2, false));
        assert_eq!(cut.material_pawns, 0);
        // 1. f3 e5 2. g4 Qh4#, seen from Black's first move.
        let before = start.play(mv("f2", "f3"));
        let fools = [mv("e7", "e5"), mv("g2", "g4"), mv("d8", "h4")];
        let whole = MateLine::new(&before, Score::mate_in(3), &fools).unwrap();
        assert!(whole.is_complete);
    }
}
