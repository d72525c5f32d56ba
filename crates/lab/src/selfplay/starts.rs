//! Where games begin: an opening or the start position, then random moves; or
//! Chess960, or an endgame made at random.

use plumb_chess::board::{
    Color, File, Game, Move, Piece, PieceKind, Position, Rank, Setup, Square,
};
use plumb_support::random::Random;

/// A position and moves already made from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    /// Where the game record begins.
    pub position: Position,
    /// Moves made from there.
    pub moves: Vec<Move>,
}

/// What games begin with.
#[derive(Clone, Debug, Default)]
pub struct Starts {
    /// One is drawn for each game; the ordinary start position if empty.
    pub openings: Vec<Start>,
    /// Random legal moves made after the opening.
    pub random_plies: usize,
    /// So many games in a hundred begin from a Chess960 array.
    pub chess960_percent: u32,
    /// So many games in a hundred begin from an endgame made at random.
    pub endgame_percent: u32,
}

impl Starts {
    /// A start that is not over yet; none if the dice led nowhere.
    pub(super) fn draw(&self, random: &mut Random) -> Option<Game> {
        let roll = random.below(100) as u32;
        let mut game = if roll < self.endgame_percent {
            return endgame(random)
                .map(Game::new)
                .filter(|game| game.outcome().is_none());
        } else if roll < self.endgame_percent.saturating_add(self.chess960_percent) {
            let rank = back_rank(random);
            let setup = Setup::with_back_ranks([rank; 2]);
            Game::new(Position::from_setup(&setup).ok()?)
        } else {
            match self.openings.get(random.below(self.openings.len())) {
                Some(opening) => {
                    let mut game = Game::new(opening.position.clone());
                    opening.moves.iter().for_each(|&mv| game.play(mv));
                    game
                }
                None => Game::new(Position::start()),
            }
        };
        for _ in 0..self.random_plies {
            let mv = random.pick(&game.position().legal_moves())?;
            game.play(mv);
        }
        game.outcome().is_none().then_some(game)
    }
}

/// A back rank of Chess960: bishops on both colours, the king between rooks.
fn back_rank(random: &mut Random) -> [PieceKind; 8] {
    use PieceKind::{Bishop, King, Knight, Queen, Rook};
    let mut rank = [None; 8];
    rank[2 * random.below(4)] = Some(Bishop);
    rank[2 * random.below(4) + 1] = Some(Bishop);
    for kind in [Queen, Knight, Knight] {
        let free: Vec<usize> = (0..8).filter(|&file| rank[file].is_none()).collect();
        if let Some(file) = random.pick(&free) {
            rank[file] = Some(kind);
        }
    }
    let mut rest = [Rook, King, Rook].into_iter();
    rank.map(|kind| kind.or_else(|| rest.next()).unwrap_or(Rook))
}

/// Two kings with up to three pieces and six pawns each, about as many on
/// either side, on squares drawn at random; none if that gives no legal
/// position.
fn endgame(random: &mut Random) -> Option<Position> {
    use PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};
    let mut setup = Setup::empty();
    let pieces = random.below(4);
    let pawns = random.below(6);
    for side in Color::ALL {
        let mut men = vec![King];
        for _ in 0..pieces {
            men.extend(random.pick(&[Knight, Bishop, Rook, Rook, Queen]));
        }
        for _ in 0..pawns + random.below(2) {
            men.push(Pawn);
        }
        for kind in men {
            let free: Vec<Square> = (0..64)
                .map(Square::new)
                .filter(|square| setup.pieces[square.index()].is_none())
                .filter(|square| kind != Pawn || (8..56).contains(&square.index()))
                .collect();
            setup.pieces[random.pick(&free)?.index()] = Some(Piece::new(side, kind));
        }
    }
    setup.turn = if random.below(2) == 0 {
        Color::White
    } else {
        Color::Black
    };
    Position::from_setup(&setup).ok()
}

/// True where castling is possible that ordinary chess does not have.
pub fn needs_chess960(position: &Position) -> bool {
    position.castling().rook_squares().into_iter().any(|rook| {
        let side = if rook.index() < 32 {
            Color::White
        } else {
            Color::Black
        };
        let king = position.king(side);
        king != Square::new(4).relative_to(side)
            || ![File::A, File::H].contains(&rook.file())
            || rook.rank() != Rank::new(side.fold(0, 7))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_chess::notation::parse_fen;

    #[test]
    fn starts_of_all_kinds_are_playable() {
        let mut starts = Starts {
            random_plies: 8,
            ..Starts::default()
        };
        let draw = |starts: &Starts| -> Vec<Game> {
            let mut random = Random::stream(3, 5);
            (0..200).filter_map(|_| starts.draw(&mut random)).collect()
        };
        let games = draw(&starts);
        assert!(games.len() > 190);
        assert!(games.iter().all(|game| game.ply() == 8));
        assert!(games.iter().all(|game| !needs_chess960(game.start())));
        starts.chess960_percent = 100;
        let games = draw(&starts);
        assert!(games.len() > 190);
        assert!(
            games
                .iter()
                .filter(|game| needs_chess960(game.start()))
                .count()
                > 150
        );
        starts.endgame_percent = 100;
        let games = draw(&starts);
        assert!(games.len() > 60, "{}", games.len());
        assert!(
            games
                .iter()
                .all(|game| game.position().occupied().count() <= 22)
        );
    }

    #[test]
    fn castling_of_chess960_is_noticed() {
        for (fen, expected) in [
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", false),
            ("r3k2r/8/8/8/8/8/8/RR2K2R w HBkq - 0 1", true),
            ("r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", true),
            ("r2k3r/8/8/8/8/8/8/R2K3R w - - 0 1", false),
        ] {
            assert_eq!(needs_chess960(&parse_fen(fen).unwrap()), expected, "{fen}");
        }
    }
}
