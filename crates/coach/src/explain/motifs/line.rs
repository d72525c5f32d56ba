//! A line played out once, for all motifs to be looked for in it.

use super::super::material::{material_pawns, worth_pawns};
use super::super::settlement::{MATE_PAWNS, settled_after_any_reply, settled_pawns};
use plumb_chess::board::{Color, Move, MoveKind, Piece, PieceKind, Position, Square, Wing};

/// How many plies after its move a motif has to pay.
pub(super) const PAYS_WITHIN: usize = 4;

/// The hero's line: he makes the moves 0, 2, 4 and so on, his opponent the others.
pub(super) struct Line {
    pub(super) hero: Color,
    positions: Vec<Position>,
    moves: Vec<Move>,
    /// The opponent's move before the line and the position he made it in, if known.
    before: Option<(Position, Move)>,
    /// What the line wins for the hero, in pawns, once the captures at its end are played
    /// out; [`MATE_PAWNS`] if he mates.
    pub(super) profit: i32,
}

impl Line {
    /// Plays out a line up to its first illegal move.
    pub(super) fn new(start: &Position, line: &[Move], before: Option<(&Position, Move)>) -> Line {
        let mut positions = vec![start.clone()];
        let mut moves = Vec::new();
        for &mv in line {
            let position = &positions[moves.len()];
            if !position.is_legal(mv) {
                break;
            }
            positions.push(position.play(mv));
            moves.push(mv);
        }
        let hero = start.turn();
        let mut line = Line {
            hero,
            positions,
            moves,
            before: before.map(|(position, mv)| (position.clone(), mv)),
            profit: 0,
        };
        let end = line.end();
        let settled = match end.turn() == hero {
            true => settled_pawns(end),
            false => settled_after_any_reply(end),
        };
        line.profit = match line.mates() {
            true => MATE_PAWNS,
            false => settled - material_pawns(start, hero),
        };
        line
    }

    /// How many plies it has.
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// The position in which move `index` is made.
    pub(super) fn before(&self, index: usize) -> &Position {
        &self.positions[index.min(self.moves.len())]
    }

    /// The position after move `index`.
    pub(super) fn after(&self, index: usize) -> &Position {
        &self.positions[(index + 1).min(self.moves.len())]
    }

    /// The position at the end.
    pub(super) fn end(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    /// Move `index`, if the line is that long.
    pub(super) fn get(&self, index: usize) -> Option<Move> {
        self.moves.get(index).copied()
    }

    /// The move before move `index` and the position it was made in.
    pub(super) fn previous(&self, index: usize) -> Option<(&Position, Move)> {
        match index.checked_sub(1) {
            Some(index) => Some((&self.positions[index], self.moves[index])),
            None => self.before.as_ref().map(|(position, mv)| (position, *mv)),
        }
    }

    /// Where the man stands who made move `index`.
    pub(super) fn landing(&self, index: usize) -> Option<Square> {
        Some(landing(self.before(index), self.get(index)?))
    }

    /// What made move `index`, before it.
    pub(super) fn mover(&self, index: usize) -> Option<PieceKind> {
        let from = self.get(index)?.from();
        self.before(index).piece_on(from).map(Piece::kind)
    }

    /// What move `index` takes.
    pub(super) fn captured(&self, index: usize) -> Option<PieceKind> {
        self.before(index).captured_by(self.get(index)?)
    }

    /// Where what move `index` takes stood.
    pub(super) fn capture_square(&self, index: usize) -> Option<Square> {
        capture_square(self.before(index), self.get(index)?)
    }

    /// What the hero has more than at the start, in pawns, before move `index`.
    pub(super) fn gain_before(&self, index: usize) -> i32 {
        material_pawns(self.before(index), self.hero)
            - material_pawns(&self.positions[0], self.hero)
    }

    /// Whether the hero mates with the last move.
    pub(super) fn mates(&self) -> bool {
        let end = self.end();
        end.turn() != self.hero && end.in_check() && end.has_no_moves()
    }

    /// By which move the hero takes the man who stands on `target` after move `index`, and
    /// from where, the man followed over the board; within [`PAYS_WITHIN`] plies.
    pub(super) fn taken(&self, index: usize, target: Square) -> Option<usize> {
        let mut target = target;
        for later in index + 1..=(index + PAYS_WITHIN).min(self.len().checked_sub(1)?) {
            let mv = self.get(later)?;
            if self.capture_square(later) == Some(target) {
                return (later % 2 == index % 2).then_some(later);
            }
            if mv.from() == target {
                target = self.landing(later)?;
            }
        }
        None
    }

    /// Where the man who stands on `square` after move `index` stands before move `later`;
    /// none if he has been taken.
    pub(super) fn followed(&self, index: usize, square: Square, later: usize) -> Option<Square> {
        let mut square = square;
        for ply in index + 1..later {
            if self.capture_square(ply) == Some(square) {
                return None;
            }
            if self.get(ply)?.from() == square {
                square = self.landing(ply)?;
            }
        }
        Some(square)
    }

    /// Whether the man on `actor` takes the one on `target`, both as they stand after
    /// move `index`, within [`PAYS_WITHIN`] plies.
    pub(super) fn takes(&self, index: usize, actor: Square, target: Square) -> bool {
        self.taken(index, target).is_some_and(|later| {
            self.followed(index, actor, later) == self.get(later).map(|mv| mv.from())
        })
    }

    /// What move `index` took, in pawns.
    pub(super) fn prize(&self, index: usize) -> i32 {
        self.captured(index).map_or(0, worth_pawns)
    }
}

/// Where the man who makes a move comes to stand; a king who castles not on the rook's square.
pub(super) fn landing(position: &Position, mv: Move) -> Square {
    match mv.kind() {
        MoveKind::Castling => Wing::of_rook(mv.from(), mv.to()).king_target(position.turn()),
        _ => mv.to(),
    }
}

/// Where what a move takes stands.
pub(super) fn capture_square(position: &Position, mv: Move) -> Option<Square> {
    position.captured_by(mv)?;
    Some(match mv.kind() {
        MoveKind::EnPassant => Square::at(mv.to().file(), mv.from().rank()),
        _ => mv.to(),
    })
}
