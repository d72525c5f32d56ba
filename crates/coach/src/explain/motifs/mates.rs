//! Mates with a name: what stands around the king at the end of a line.

use super::exchange::in_order;
use super::line::Line;
use super::motif::Motif;
use super::motif_finding::MotifFinding;
use plumb_chess::board::{
    Bitboard, File, PieceKind, Position, Rank, Square, king_attacks, knight_attacks,
    line as line_through, pawn_attacks, queen_attacks, rook_rays,
};

/// The mated king and who mates him.
struct Mate {
    position: Position,
    king: Square,
    /// The only checker, or the man who moved.
    checker: Square,
    kind: PieceKind,
}

/// Whether a mate has a name.
type Pattern = fn(&Mate) -> bool;

/// The mate that ends the line, by its names.
pub(super) fn mates(line: &Line) -> Vec<MotifFinding> {
    let Some(mate) = Mate::of(line) else {
        return Vec::new();
    };
    let patterns: [(Motif, Pattern); 8] = [
        (Motif::SmotheredMate, Mate::is_smothered),
        (Motif::BodenMate, |mate| mate.bishops_mate() == Some(true)),
        (Motif::DoubleBishopMate, |mate| {
            mate.bishops_mate() == Some(false)
        }),
        (Motif::HookMate, Mate::is_hook),
        (Motif::AnastasiaMate, Mate::is_anastasia),
        (Motif::ArabianMate, Mate::is_arabian),
        (Motif::DovetailMate, Mate::is_dovetail),
        (Motif::BackRankMate, Mate::is_back_rank),
    ];
    let mut found: Vec<MotifFinding> = patterns
        .into_iter()
        .filter(|(_, holds)| holds(&mate))
        .map(|(motif, _)| mate.finding(motif, line.len() - 1))
        .collect();
    found.push(mate.finding(Motif::MateIn, line.len() - 1));
    found
}

impl Mate {
    fn of(line: &Line) -> Option<Mate> {
        if !line.mates() {
            return None;
        }
        let position = line.end();
        let moved = line.landing(line.len() - 1)?;
        let checkers = position.checkers();
        let checker = match checkers.has(moved) {
            true => moved,
            false => in_order(checkers, line.hero).first().copied()?,
        };
        Some(Mate {
            position: position.clone(),
            king: position.king(position.turn()),
            checker,
            kind: position.piece_on(checker)?.kind(),
        })
    }

    fn finding(&self, motif: Motif, index: usize) -> MotifFinding {
        MotifFinding {
            motif,
            index,
            actor: self.checker,
            targets: vec![self.king],
            through: None,
        }
    }

    /// Men of the side that mates.
    fn pieces(&self, kind: PieceKind) -> Bitboard {
        self.position.pieces(!self.position.turn(), kind)
    }

    /// Squares beside the king that his own men take.
    fn own_men(&self) -> Bitboard {
        king_attacks(self.king) & self.position.side(self.position.turn())
    }

    /// Whether the side that mates guards a square, the king thought away.
    fn guards(&self, square: Square) -> bool {
        let occupied = self.position.occupied().without(self.king);
        self.position
            .is_attacked(square, !self.position.turn(), occupied)
    }

    fn is_smothered(&self) -> bool {
        self.kind == PieceKind::Knight && self.own_men() == king_attacks(self.king)
    }

    fn is_back_rank(&self) -> bool {
        let side = self.position.turn();
        let home = Rank::FIRST.relative_to(side);
        if !matches!(self.kind, PieceKind::Rook | PieceKind::Queen)
            || self.king.rank() != home
            || self.checker.rank() != home
        {
            return false;
        }
        let ahead = king_attacks(self.king) & !Bitboard::from_rank(home);
        self.checker.distance(self.king) > 1
            && ahead
                .into_iter()
                .all(|square| self.own_men().has(square) && !self.guards(square))
    }

    /// A knight that guards the rook beside the king; one for each.
    fn knights_of_rook(&self) -> Bitboard {
        if self.kind != PieceKind::Rook || self.checker.distance(self.king) != 1 {
            return Bitboard::EMPTY;
        }
        self.pieces(PieceKind::Knight) & knight_attacks(self.checker)
    }

    fn is_arabian(&self) -> bool {
        let corner = is_edge_file(self.king) && is_edge_rank(self.king);
        let beside =
            self.checker.file() == self.king.file() || self.checker.rank() == self.king.rank();
        corner
            && beside
            && self.knights_of_rook().into_iter().any(|knight| {
                // The flight that the rook leaves lies across from it.
                let last = king_attacks(self.king)
                    & !line_through(self.king, self.checker)
                    & !rook_rays(self.checker);
                last.into_iter()
                    .all(|square| knight_attacks(knight).has(square))
            })
    }

    fn is_hook(&self) -> bool {
        let side = !self.position.turn();
        let corner = is_edge_file(self.king) && is_edge_rank(self.king);
        !corner
            && self
                .knights_of_rook()
                .into_iter()
                .any(|knight| pawn_attacks(!side, knight).meets(self.pieces(PieceKind::Pawn)))
    }

    fn is_anastasia(&self) -> bool {
        if !matches!(self.kind, PieceKind::Rook | PieceKind::Queen) {
            return false;
        }
        let along_file = is_edge_file(self.king) && self.checker.file() == self.king.file();
        let inside = king_attacks(self.king) & !Bitboard::from_file(self.king.file());
        self.pieces(PieceKind::Knight).into_iter().any(|knight| {
            let taken = knight_attacks(knight) & inside;
            along_file
                && inside.count() == 3
                && taken.count() == 2
                && (inside & !taken)
                    .into_iter()
                    .all(|square| self.own_men().has(square))
        })
    }

    /// A bishop mates and a second one takes the squares that are left: on diagonals that
    /// cross (true) or are parallel.
    fn bishops_mate(&self) -> Option<bool> {
        let bishops = self.pieces(PieceKind::Bishop);
        if self.kind != PieceKind::Bishop || !bishops.several() {
            return None;
        }
        let flights = king_attacks(self.king) & !self.own_men();
        let occupied = self.position.occupied().without(self.king);
        let by_bishops = |square: &Square| {
            let attackers = self
                .position
                .attackers_of(*square, !self.position.turn(), occupied);
            attackers.any() && (attackers & !bishops).is_empty()
        };
        if !flights.into_iter().all(|square| by_bishops(&square)) {
            return None;
        }
        let other = bishops.without(self.checker).first()?;
        // From both sides of the king their diagonals cross; from one side they are parallel.
        let side = |bishop: Square| bishop.file().index() as i32 - self.king.file().index() as i32;
        Some(side(self.checker) * side(other) < 0)
    }

    fn is_dovetail(&self) -> bool {
        let diagonal = self.checker.distance(self.king) == 1
            && self.checker.file() != self.king.file()
            && self.checker.rank() != self.king.rank();
        if self.kind != PieceKind::Queen
            || !diagonal
            || is_edge_file(self.king)
            || is_edge_rank(self.king)
        {
            return false;
        }
        let queen = queen_attacks(self.checker, self.position.occupied().without(self.king))
            .with(self.checker);
        let left = king_attacks(self.king) & !queen;
        // She alone takes the squares that his men leave him.
        let others = |square: Square| {
            let occupied = self.position.occupied().without(self.king);
            let side = !self.position.turn();
            self.position
                .attackers_of(square, side, occupied)
                .without(self.checker)
        };
        let flights = king_attacks(self.king) & queen & !self.own_men();
        self.guards(self.checker)
            && left.into_iter().all(|square| self.own_men().has(square))
            && flights
                .without(self.checker)
                .into_iter()
                .all(|square| others(square).is_empty())
    }
}

fn is_edge_file(square: Square) -> bool {
    [File::A, File::H].contains(&square.file())
}

fn is_edge_rank(square: Square) -> bool {
    [Rank::FIRST, Rank::EIGHTH].contains(&square.rank())
}
