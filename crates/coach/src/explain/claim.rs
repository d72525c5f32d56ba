//! What a sentence says of a line, each with the test that decides whether it is said.
//!
//! Start with `Claim::holds`: a sentence is printed only where all of its claims hold.

use super::gain::Gain;
use super::played_line::PlayedLine;
use super::settlement::settlement;
use plumb_chess::board::{
    Bitboard, Color, Move, Piece, Position, Square, between, line, piece_attacks,
};

/// A statement about a line. Plies are counted from the line's start: 0 is the position
/// before its first move.
#[derive(Clone, Debug, PartialEq)]
pub enum Claim {
    /// A man stands somewhere.
    Stands {
        /// In the position after so many plies.
        ply: usize,
        /// Where.
        square: Square,
        /// Which man.
        piece: Piece,
    },
    /// A man attacks a square.
    Attacks {
        /// In the position after so many plies.
        ply: usize,
        /// Where the man stands.
        from: Square,
        /// The square.
        to: Square,
    },
    /// One man stands behind another on a slider's ray, with nothing else between.
    Behind {
        /// In the position after so many plies.
        ply: usize,
        /// Where the slider stands.
        slider: Square,
        /// The square that it attacks.
        front: Square,
        /// The square that it would attack if that one were empty.
        back: Square,
    },
    /// A man gives check.
    Checks {
        /// In the position after so many plies.
        ply: usize,
        /// Where the man stands.
        from: Square,
    },
    /// The side to move is not in check, and could pass if the rules let it.
    IsNotInCheck {
        /// In the position after so many plies.
        ply: usize,
    },
    /// A side has won material once the line is played and captures are played out.
    Gains {
        /// What it has won.
        gain: Gain,
        /// The captures after the line.
        settlement: Vec<Move>,
    },
    /// A side has won nothing by then.
    GainsNothing {
        /// Which side.
        side: Color,
    },
    /// The line ends in mate.
    Mates {
        /// Who mates.
        side: Color,
        /// With so many moves of this side in the line.
        moves: usize,
    },
    /// The line ends in stalemate.
    Stalemates,
    /// Parts of a difference and the rest of it add up to the whole, in centipawns.
    AddsUp {
        /// The parts.
        parts_cp: Vec<i32>,
        /// What they leave.
        rest_cp: i32,
        /// All of it.
        whole_cp: i32,
    },
}

impl Claim {
    /// Whether it is true of this line.
    pub fn holds(&self, line: &PlayedLine) -> bool {
        let at = |ply: usize| line.positions().get(ply);
        match self {
            Claim::Stands { ply, square, piece } => {
                at(*ply).is_some_and(|position| position.piece_on(*square) == Some(*piece))
            }
            Claim::Attacks { ply, from, to } => {
                at(*ply).is_some_and(|position| attacks_from(position, *from).has(*to))
            }
            Claim::Behind {
                ply,
                slider,
                front,
                back,
            } => at(*ply).is_some_and(|position| is_behind(position, *slider, *front, *back)),
            Claim::Checks { ply, from } => {
                at(*ply).is_some_and(|position| position.checkers().has(*from))
            }
            Claim::IsNotInCheck { ply } => at(*ply).is_some_and(|position| !position.in_check()),
            Claim::Gains { gain, settlement } => {
                let settled = PlayedLine::new(line.end(), settlement);
                settled.moves().len() == settlement.len()
                    && *gain == Gain::between(line.start(), settled.end(), gain.side)
                    && gain.pawns > 0
                    && gain.is_plain()
            }
            Claim::GainsNothing { side } => settlement(line.end()).is_some_and(|moves| {
                let settled = PlayedLine::new(line.end(), &moves);
                Gain::between(line.start(), settled.end(), *side).pawns <= 0
            }),
            Claim::Mates { side, moves } => {
                let end = line.end();
                let plies = line.positions().iter().zip(line.moves());
                let own = plies.filter(|(position, _)| position.turn() == *side);
                end.in_check() && end.has_no_moves() && end.turn() != *side && own.count() == *moves
            }
            Claim::Stalemates => !line.end().in_check() && line.end().has_no_moves(),
            Claim::AddsUp {
                parts_cp,
                rest_cp,
                whole_cp,
            } => parts_cp.iter().sum::<i32>() + rest_cp == *whole_cp,
        }
    }

    /// After how many plies of the line it is to be seen, and on which squares; nothing where
    /// it is about no squares.
    pub(super) fn place(&self) -> Option<(usize, Vec<Square>)> {
        match *self {
            Claim::Stands { ply, square, .. } => Some((ply, vec![square])),
            Claim::Attacks { ply, from, to } => Some((ply, vec![from, to])),
            Claim::Behind {
                ply,
                slider,
                front,
                back,
            } => Some((ply, vec![slider, front, back])),
            Claim::Checks { ply, from } => Some((ply, vec![from])),
            Claim::IsNotInCheck { .. }
            | Claim::Gains { .. }
            | Claim::GainsNothing { .. }
            | Claim::Mates { .. }
            | Claim::Stalemates
            | Claim::AddsUp { .. } => None,
        }
    }
}

/// The squares that the man on a square attacks.
fn attacks_from(position: &Position, from: Square) -> Bitboard {
    position.piece_on(from).map_or(Bitboard::EMPTY, |piece| {
        piece_attacks(piece.kind(), piece.color(), from, position.occupied())
    })
}

fn is_behind(position: &Position, slider: Square, front: Square, back: Square) -> bool {
    let men = [front, back].map(|square| position.piece_on(square).is_some());
    men == [true, true]
        && attacks_from(position, slider).has(front)
        && line(slider, front).has(back)
        && between(slider, back).has(front)
        && (between(front, back) & position.occupied()).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_chess::board::PieceKind;
    use plumb_chess::notation::{parse_fen, parse_move};

    fn played(fen: &str, moves: &str) -> PlayedLine {
        let mut line = PlayedLine::new(&parse_fen(fen).unwrap(), &[]);
        for text in moves.split_whitespace() {
            let mv = parse_move(line.end(), text).unwrap();
            let moves: Vec<Move> = line.moves().iter().copied().chain([mv]).collect();
            line = PlayedLine::new(line.start(), &moves);
        }
        line
    }

    fn square(text: &str) -> Square {
        Square::parse(text).unwrap()
    }

    #[test]
    fn what_is_not_on_the_board_is_not_said() {
        // A rook checks the king, and the queen stands behind him.
        let line = played("4q3/8/4k3/8/8/8/7R/K7 w - - 0 1", "Re2+ Kd6 Rxe8");
        let rook = Piece::new(Color::White, PieceKind::Rook);
        let stands = |ply, at: &str| Claim::Stands {
            ply,
            square: square(at),
            piece: rook,
        };
        assert!(stands(0, "h2").holds(&line) && stands(1, "e2").holds(&line));
        assert!(!stands(0, "e2").holds(&line) && !stands(9, "e2").holds(&line));
        let behind = |slider: &str, front: &str, back: &str| Claim::Behind {
            ply: 1,
            slider: square(slider),
            front: square(front),
            back: square(back),
        };
        assert!(behind("e2", "e6", "e8").holds(&line));
        assert!(!behind("e2", "e8", "e6").holds(&line));
        assert!(!behind("e2", "e6", "e7").holds(&line));
        assert!(!behind("e2", "e6", "d8").holds(&line));
        let attacks = |ply, to: &str| Claim::Attacks {
            ply,
            from: square("e2"),
            to: square(to),
        };
        assert!(attacks(1, "e6").holds(&line) && !attacks(1, "e8").holds(&line));
        assert!(
            Claim::Checks {
                ply: 1,
                from: square("e2")
            }
            .holds(&line)
        );
        let is_free = |ply| Claim::IsNotInCheck { ply }.holds(&line);
        assert!(is_free(0) && !is_free(1) && is_free(2) && !is_free(9));
        let gain = Gain::between(line.start(), line.end(), Color::White);
        let gains = |gain| Claim::Gains {
            gain,
            settlement: Vec::new(),
        };
        assert!(gains(gain).holds(&line));
        let mut other = gain;
        other.pawns = 5;
        assert!(!gains(other).holds(&line));
        assert!(!gains(gain).holds(&line.first(2)));
        let nothing = |side| Claim::GainsNothing { side };
        assert!(nothing(Color::Black).holds(&line) && !nothing(Color::White).holds(&line));
    }

    #[test]
    fn only_a_mate_is_a_mate() {
        let line = played("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", "Re8#");
        let mates = |side, moves| Claim::Mates { side, moves }.holds(&line);
        assert!(mates(Color::White, 1) && !mates(Color::White, 2) && !mates(Color::Black, 1));
        assert!(!Claim::Stalemates.holds(&line));
        let stale = played("7k/8/8/6Q1/8/8/8/K7 w - - 0 1", "Qg6");
        assert!(Claim::Stalemates.holds(&stale));
    }

    #[test]
    fn sums_are_exact() {
        let sum = |rest_cp| Claim::AddsUp {
            parts_cp: vec![30, -12],
            rest_cp,
            whole_cp: 20,
        };
        let line = played("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", "");
        assert!(sum(2).holds(&line) && !sum(3).holds(&line));
    }
}
