//! A game: a start position, the moves played, and what they mean for draws.

use super::attacks::between;
use super::cycle;
use super::moves::Move;
use super::position::Position;

/// How a game ended by the rules alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Outcome {
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no move and is not in check.
    Stalemate,
    /// Nobody can mate.
    InsufficientMaterial,
    /// A hundred plies without capture or pawn move.
    FiftyMoves,
    /// The position stands for the third time.
    Threefold,
}

/// A position with the whole way to it. Moves can be made and undone.
#[derive(Clone)]
pub struct Game {
    /// The position after each move, the start first. Behind the current one stand some
    /// that were taken back, to be written over.
    positions: Vec<Position>,
    moves: Vec<Option<Move>>,
    keys: Vec<u64>,
}

impl Game {
    /// A game that starts here.
    pub fn new(start: Position) -> Game {
        Game {
            keys: vec![start.key()],
            positions: vec![start],
            moves: Vec::new(),
        }
    }

    /// The current position.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    /// The position at the start.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// Plies played, passes included.
    #[inline]
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// The moves played; `None` is a pass, which only searches make.
    pub fn moves(&self) -> &[Option<Move>] {
        &self.moves
    }

    /// The position after the first `ply` plies, if that many were played.
    pub fn position_at(&self, ply: usize) -> Option<&Position> {
        self.positions[..=self.moves.len()].get(ply)
    }

    /// Makes a legal move.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        self.push(Some(mv), |next| next.make(mv));
    }

    /// Passes; not in check.
    pub fn play_null(&mut self) {
        self.push(None, Position::make_null);
    }

    #[inline]
    fn push(&mut self, mv: Option<Move>, make: impl FnOnce(&mut Position)) {
        let last = self.moves.len();
        if last + 1 == self.positions.len() {
            self.make_room();
        }
        // Copied straight to where it stays, and only once.
        let (played, ahead) = self.positions.split_at_mut(last + 1);
        let next = &mut ahead[0];
        next.copy_from(&played[last]);
        make(next);
        self.keys.push(next.key());
        self.moves.push(mv);
    }

    #[cold]
    fn make_room(&mut self) {
        self.positions.push(self.position().clone());
    }

    /// Takes the last move back; false when there is none.
    #[inline]
    pub fn undo(&mut self) -> bool {
        if self.moves.pop().is_none() {
            return false;
        }
        self.keys.pop();
        true
    }

    /// How often the current position stood before, as far back as the last
    /// capture, pawn move or pass.
    pub fn repetitions(&self) -> usize {
        self.earlier_occurrences().count()
    }

    /// Whether a search at `ply` plies from its root should score the current position as
    /// a draw by repetition: it stood on the board once before after the root, or twice
    /// before in all.
    #[inline]
    pub fn repeats_in_search(&self, ply: usize) -> bool {
        if self.position().halfmove_clock() < 4 {
            return false;
        }
        let root = self.ply() - ply;
        let mut seen = 0;
        for index in self.earlier_occurrences() {
            seen += 1;
            // The root's position, and those before it, count only at the second time.
            if index > root || seen == 2 {
                return true;
            }
        }
        false
    }

    /// Whether the side to move can, with one move, repeat a position so that a search
    /// at `ply` plies from its root would score it as a repetition.
    #[inline]
    pub fn can_repeat_in_search(&self, ply: usize) -> bool {
        let position = self.position();
        let last = self.keys.len() - 1;
        let reversible = (position.halfmove_clock() as usize).min(last);
        if reversible < 3 {
            return false;
        }
        let root = self.ply() - ply;
        let is_move = |index: usize| self.moves[index].is_some();
        let mut index = last - 1;
        if !is_move(index) {
            return false;
        }
        for _ in 0..(reversible - 1) / 2 {
            if !is_move(index - 1) || !is_move(index - 2) {
                return false;
            }
            index -= 2;
            let Some((one, other)) = cycle::reversible_move(self.keys[last] ^ self.keys[index])
            else {
                continue;
            };
            let mover = position.piece_on(one).or(position.piece_on(other));
            if mover.is_some_and(|piece| piece.color() == position.turn())
                && !(between(one, other) & position.occupied()).any()
                && (index > root || self.stood_before(index))
            {
                return true;
            }
        }
        false
    }

    /// Whether the position after the first `ply` plies had been on the board before, as far back
    /// as the last capture, pawn move or null move; false if fewer plies were played.
    pub fn is_repeated(&self, ply: usize) -> bool {
        ply < self.keys.len() && self.stood_before(ply)
    }

    /// Whether the position with this index had stood on the board before.
    fn stood_before(&self, index: usize) -> bool {
        self.occurrences_before(index).next().is_some()
    }

    /// Indices of earlier positions equal to this one, latest first.
    #[inline]
    fn earlier_occurrences(&self) -> impl Iterator<Item = usize> + '_ {
        self.occurrences_before(self.keys.len() - 1)
    }

    /// Indices of positions equal to that with the index `last` and earlier, latest
    /// first, back to the last capture, pawn move or pass.
    #[inline]
    fn occurrences_before(&self, last: usize) -> impl Iterator<Item = usize> + '_ {
        let key = self.keys[last];
        let reversible = (self.positions[last].halfmove_clock() as usize).min(last);
        // Two plies back both sides have moved since: it begins with four.
        let mut back = 4;
        std::iter::from_fn(move || {
            while back <= reversible {
                let index = last - back;
                back += 2;
                if self.keys[index] == key {
                    // Equal keys are rare, so only then passes are looked for.
                    let is_reached = self.moves[index..last].iter().all(Option::is_some);
                    return is_reached.then_some(index);
                }
            }
            None
        })
    }

    /// How the game has ended, if the rules end it. The fifty-move and
    /// threefold rules are taken to be claimed as soon as they can be.
    pub fn outcome(&self) -> Option<Outcome> {
        let position = self.position();
        if position.has_no_moves() {
            return Some(if position.in_check() {
                Outcome::Checkmate
            } else {
                Outcome::Stalemate
            });
        }
        if position.is_insufficient_material() {
            return Some(Outcome::InsufficientMaterial);
        }
        if position.halfmove_clock() >= 100 {
            return Some(Outcome::FiftyMoves);
        }
        (self.repetitions() >= 2).then_some(Outcome::Threefold)
    }
}
