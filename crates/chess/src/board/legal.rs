//! Generating legal moves, and only legal ones.
//!
//! One walk over the pieces serves every purpose: it shows the moves to a
//! `MoveVisitor`, chosen at compile time. A list keeps them; perft's counter
//! only adds up sizes of sets, so that the last ply costs no list at all; a
//! finder looks for one; the search ranks them as they come.

use super::attacks::*;
use super::bitboard::Bitboard;
use super::castling::Wing;
use super::moves::{Move, MoveList};
use super::piece::PieceKind;
use super::position::Position;
use super::square::{Color, Rank, Square};

/// Is shown each legal move once, most of them as a set of target squares, in
/// the order in which the generator finds them.
pub trait MoveVisitor {
    /// The piece on `from` may go to each of `targets`.
    fn piece(&mut self, from: Square, targets: Bitboard);
    /// Pawns may go to each of `targets`, coming from `step` indices before.
    fn pawns(&mut self, targets: Bitboard, step: i32);
    /// Pawns may go to each of `targets`, coming from `step` indices before, and promote: to
    /// a queen if `queen`, to a knight, rook or bishop if `lesser`.
    fn promotions(&mut self, targets: Bitboard, step: i32, queen: bool, lesser: bool);
    /// Castling or en passant.
    fn special(&mut self, mv: Move);
}

impl MoveVisitor for MoveList {
    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            self.push(Move::normal(from, to));
        }
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: i32) {
        for to in targets {
            self.push(Move::normal(to.offset(-step), to));
        }
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i32, queen: bool, lesser: bool) {
        for to in targets {
            let from = to.offset(-step);
            if queen {
                self.push(Move::promotion(from, to, PieceKind::Queen));
            }
            if lesser {
                self.push(Move::promotion(from, to, PieceKind::Knight));
                self.push(Move::promotion(from, to, PieceKind::Rook));
                self.push(Move::promotion(from, to, PieceKind::Bishop));
            }
        }
    }

    #[inline]
    fn special(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// Counts moves without making them.
struct Counter(u32);

impl MoveVisitor for Counter {
    #[inline]
    fn piece(&mut self, _: Square, targets: Bitboard) {
        self.0 += targets.count();
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, _: i32) {
        self.0 += targets.count();
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, _: i32, queen: bool, lesser: bool) {
        self.0 += targets.count() * (queen as u32 + 3 * lesser as u32);
    }

    #[inline]
    fn special(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Which moves are wanted: both parts together are all legal moves.
const NOISY: u8 = 1;
const QUIET: u8 = 2;
const ALL: u8 = NOISY | QUIET;

impl Position {
    /// All legal moves.
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate::<_, ALL>(&mut list);
        list
    }

    /// Shows captures and promotions to a queen.
    #[inline]
    pub fn generate_noisy(&self, visitor: &mut impl MoveVisitor) {
        self.generate::<_, NOISY>(visitor);
    }

    /// Shows the moves that `generate_noisy` leaves out.
    #[inline]
    pub fn generate_quiet(&self, visitor: &mut impl MoveVisitor) {
        self.generate::<_, QUIET>(visitor);
    }

    /// How many legal moves there are.
    #[inline]
    pub fn count_legal_moves(&self) -> u32 {
        let mut counter = Counter(0);
        self.generate::<_, ALL>(&mut counter);
        counter.0
    }

    /// True when there is no legal move: checkmate or stalemate.
    pub fn has_no_moves(&self) -> bool {
        self.count_legal_moves() == 0
    }

    /// Whether any sixteen bits, such as a move out of a hash table, are a
    /// legal move here.
    pub fn is_legal(&self, mv: Move) -> bool {
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = self.mailbox[from.index()].filter(|piece| piece.color() == us) else {
            return false;
        };
        if !mv.is_normal() {
            // Rare enough to be looked for among all legal moves.
            let mut finder = Finder {
                wanted: mv,
                found: false,
            };
            self.generate::<_, ALL>(&mut finder);
            return finder.found;
        }
        if mv != Move::normal(from, to) || self.side(us).has(to) {
            return false;
        }
        let occupied = self.occupied();
        if piece.kind() == PieceKind::King {
            let behind = occupied.without(from);
            return king_attacks(from).has(to) && !self.is_attacked(to, !us, behind);
        }
        let reachable = match piece.kind() {
            PieceKind::Pawn => {
                self.pawn_targets(from) & !Bitboard::from_rank(Rank::EIGHTH.relative_to(us))
            }
            kind => piece_attacks(kind, us, from, occupied),
        };
        let king = self.king(us);
        reachable.has(to)
            && (!self.pinned.has(from) || line(king, from).has(to))
            && match self.checkers.count() {
                0 => true,
                1 => (self.checkers | between(king, self.checkers.lowest())).has(to),
                _ => false,
            }
    }

    /// Where the pawn on `from` may step or capture, pins and checks aside.
    fn pawn_targets(&self, from: Square) -> Bitboard {
        let us = self.turn;
        let empty = !self.occupied();
        let third = Bitboard::from_rank(Rank::new(2).relative_to(us));
        let step = Bitboard::from(from).forward(us) & empty;
        let double_step = (step & third).forward(us) & empty;
        step | double_step | pawn_attacks(us, from) & self.side(!us)
    }

    #[inline]
    fn generate<V: MoveVisitor, const WANTED: u8>(&self, visitor: &mut V) {
        match self.turn {
            Color::White => self.generate_for::<V, WANTED, true>(visitor),
            Color::Black => self.generate_for::<V, WANTED, false>(visitor),
        }
    }

    #[inline]
    fn generate_for<V: MoveVisitor, const WANTED: u8, const WHITE: bool>(&self, visitor: &mut V) {
        let us = if WHITE { Color::White } else { Color::Black };
        let own = self.side(us);
        let theirs = self.side(!us);
        let wanted = match WANTED {
            NOISY => theirs,
            QUIET => !(own | theirs),
            _ => !own,
        };
        self.king_moves::<V, WHITE>(visitor, wanted);
        let allowed = if self.checkers.is_empty() {
            if WANTED & QUIET != 0 {
                self.castling_moves::<V, WHITE>(visitor);
            }
            Bitboard::ALL
        } else if !self.checkers.several() {
            // Capture the checker or step between.
            self.checkers | between(self.king(us), self.checkers.lowest())
        } else {
            return;
        };
        self.pawn_moves::<V, WANTED, WHITE>(visitor, allowed);
        self.piece_moves::<V, WHITE>(visitor, wanted & allowed);
    }

    #[inline]
    fn king_moves<V: MoveVisitor, const WHITE: bool>(&self, visitor: &mut V, wanted: Bitboard) {
        let us = if WHITE { Color::White } else { Color::Black };
        let king = self.king(us);
        // The king does not hide the squares behind him.
        let occupied = self.occupied().without(king);
        let mut targets = king_attacks(king) & wanted;
        targets &= !pawns_attack(!us, self.pieces(!us, PieceKind::Pawn));
        for to in targets {
            if self.is_attacked(to, !us, occupied) {
                targets = targets.without(to);
            }
        }
        visitor.piece(king, targets);
    }

    #[inline]
    fn castling_moves<V: MoveVisitor, const WHITE: bool>(&self, visitor: &mut V) {
        let us = if WHITE { Color::White } else { Color::Black };
        for wing in Wing::ALL {
            let Some(rook) = self.castling.rook(us, wing) else {
                continue;
            };
            let king = self.king(us);
            let (king_to, rook_to) = (wing.king_target(us), wing.rook_target(us));
            let king_path = between(king, king_to).with(king_to);
            let travelled = king_path | between(rook, rook_to).with(rook_to);
            let others = self.occupied().without(king).without(rook);
            // A pinned rook would uncover a check along the rank, which only
            // happens in Chess960. Otherwise lifting the rook changes nothing:
            // it ends up between the king and whatever was behind it.
            if !travelled.meets(others)
                && !self.pinned.has(rook)
                && !king_path
                    .into_iter()
                    .any(|square| self.is_attacked(square, !us, self.occupied()))
            {
                visitor.special(Move::castling(king, rook));
            }
        }
    }

    #[inline]
    fn piece_moves<V: MoveVisitor, const WHITE: bool>(&self, visitor: &mut V, wanted: Bitboard) {
        let us = if WHITE { Color::White } else { Color::Black };
        let occupied = self.occupied();
        let king = self.king(us);
        let free = !self.pinned;
        // A pinned knight never has a move.
        for from in self.pieces(us, PieceKind::Knight) & free {
            visitor.piece(from, knight_attacks(from) & wanted);
        }
        let diagonal = self.diagonal_sliders(us);
        let straight = self.straight_sliders(us);
        for from in diagonal & free {
            visitor.piece(from, bishop_attacks(from, occupied) & wanted);
        }
        for from in straight & free {
            visitor.piece(from, rook_attacks(from, occupied) & wanted);
        }
        if self.pinned.any() {
            for from in diagonal & self.pinned {
                visitor.piece(
                    from,
                    bishop_attacks(from, occupied) & wanted & line(king, from),
                );
            }
            for from in straight & self.pinned {
                visitor.piece(
                    from,
                    rook_attacks(from, occupied) & wanted & line(king, from),
                );
            }
        }
    }

    #[inline]
    fn pawn_moves<V: MoveVisitor, const WANTED: u8, const WHITE: bool>(
        &self,
        visitor: &mut V,
        allowed: Bitboard,
    ) {
        let us = if WHITE { Color::White } else { Color::Black };
        let pawns = self.pieces(us, PieceKind::Pawn);
        let free = pawns & !self.pinned;
        self.pawn_set::<V, WANTED, WHITE>(visitor, free, allowed);
        if pawns.meets(self.pinned) {
            let king = self.king(us);
            for from in pawns & self.pinned {
                self.pawn_set::<V, WANTED, WHITE>(visitor, from.into(), allowed & line(king, from));
            }
        }
        if WANTED & NOISY != 0
            && let Some(to) = self.en_passant
        {
            for from in pawn_attacks(!us, to) & pawns {
                if self.en_passant_is_legal(from, to) {
                    visitor.special(Move::en_passant(from, to));
                }
            }
        }
    }

    /// Steps and captures of a set of pawns that share the same limits.
    #[inline]
    fn pawn_set<V: MoveVisitor, const WANTED: u8, const WHITE: bool>(
        &self,
        visitor: &mut V,
        pawns: Bitboard,
        allowed: Bitboard,
    ) {
        let us = if WHITE { Color::White } else { Color::Black };
        let (up, up_east, up_west) = if WHITE { (8, 9, 7) } else { (-8, -7, -9) };
        let empty = !self.occupied();
        let last = Bitboard::from_rank(Rank::EIGHTH.relative_to(us));
        let third = Bitboard::from_rank(Rank::new(2).relative_to(us));

        let step = pawns.forward(us) & empty;
        let double_step = (step & third).forward(us) & empty & allowed;
        let step = step & allowed;
        if WANTED & QUIET != 0 {
            visitor.pawns(step & !last, up);
            visitor.pawns(double_step, 2 * up);
        }
        let targets = self.side(!us) & allowed;
        let east = pawns.forward(us).east() & targets;
        let west = pawns.forward(us).west() & targets;
        if WANTED & NOISY != 0 {
            visitor.pawns(east & !last, up_east);
            visitor.pawns(west & !last, up_west);
        }
        if ((step | east | west) & last).any() {
            let (queen, lesser) = (WANTED & NOISY != 0, WANTED & QUIET != 0);
            visitor.promotions(step & last, up, queen, lesser);
            visitor.promotions(east & last, up_east, queen, lesser);
            visitor.promotions(west & last, up_west, queen, lesser);
        }
    }
}

/// Looks for one move among those generated.
struct Finder {
    wanted: Move,
    found: bool,
}

impl MoveVisitor for Finder {
    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        self.found |= from == self.wanted.from()
            && targets.has(self.wanted.to())
            && self.wanted == Move::normal(from, self.wanted.to());
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: i32) {
        let to = self.wanted.to();
        self.found |= targets.has(to) && self.wanted == Move::normal(to.offset(-step), to);
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i32, _: bool, _: bool) {
        let to = self.wanted.to();
        self.found |= targets.has(to)
            && self
                .wanted
                .promotes_to()
                .is_some_and(|kind| self.wanted == Move::promotion(to.offset(-step), to, kind));
    }

    #[inline]
    fn special(&mut self, mv: Move) {
        self.found |= mv == self.wanted;
    }
}
