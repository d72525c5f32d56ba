//! An ending with one pawn, seen from behind that pawn.

use super::super::facts::Facts;
use plumb_chess::board::{Color, PieceKind, Rank, Square};

/// The pawn and the kings, turned so that the pawn goes up the board on one of
/// the files a to d.
pub(super) struct Runner {
    owner: Color,
    mirrored: bool,
    pub(super) pawn: Square,
    /// Where it promotes.
    pub(super) goal: Square,
    /// The king of its owner.
    pub(super) king: Square,
    /// The other king.
    pub(super) stopper: Square,
    /// True if the pawn's owner is to move.
    pub(super) to_move: bool,
}

impl Runner {
    /// For the pawn of `owner`, who must have exactly one.
    pub(super) fn of(facts: &Facts<'_>, owner: Color) -> Runner {
        let pawn = facts.pawns.pawns[owner].lowest();
        let mut runner = Runner {
            owner,
            mirrored: pawn.file().index() > 3,
            pawn,
            goal: pawn,
            king: pawn,
            stopper: pawn,
            to_move: facts.position.turn() == owner,
        };
        runner.pawn = runner.see(pawn);
        runner.goal = Square::at(runner.pawn.file(), Rank::EIGHTH);
        runner.king = runner.see(facts.kings[owner]);
        runner.stopper = runner.see(facts.kings[!owner]);
        runner
    }

    /// Where a square lies when the board is turned like the pawn.
    pub(super) fn see(&self, square: Square) -> Square {
        let square = square.relative_to(self.owner);
        if self.mirrored {
            square.mirrored()
        } else {
            square
        }
    }

    /// The one piece of this kind, turned like the pawn.
    pub(super) fn piece(&self, facts: &Facts<'_>, side: Color, kind: PieceKind) -> Square {
        self.see(facts.pieces(side, kind).lowest())
    }

    /// The pawn's rank: 2 to 7.
    pub(super) fn rank(&self) -> usize {
        self.pawn.rank().index() + 1
    }

    /// Moves to promotion.
    pub(super) fn moves_to_go(&self) -> usize {
        8 - self.rank().max(3)
    }

    /// How many moves the other king needs beyond those the pawn needs to
    /// promote, when both just run there.
    pub(super) fn lateness(&self) -> i32 {
        let moves = self.stopper.distance(self.goal) as i32;
        moves - self.moves_to_go() as i32 - i32::from(!self.to_move)
    }

    /// True if the other king stands on its file ahead of it.
    pub(super) fn stopped(&self) -> bool {
        self.stopper.file() == self.pawn.file() && self.stopper.rank() > self.pawn.rank()
    }
}
