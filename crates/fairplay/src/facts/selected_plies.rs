//! Which plies are looked at: those that the rules cannot leave out beforehand.

use super::exclusion::Exclusion::{Book, Opening, Tablebase, TooFewMoves};
use super::rules::{PlyContext, Rules};
use crate::games::SourceGame;
use plumb_chess::board::{Color, Game};
use plumb_engine::syzygy::Tablebases;

/// The plies of a game whose records the rules ask for, by their indices from 0;
/// the first `book_plies` are book.
pub fn selected_plies(
    game: &SourceGame,
    book_plies: usize,
    rules: &Rules,
    tables: Option<&Tablebases>,
) -> Vec<usize> {
    let thresholds = &rules.thresholds;
    let plies = game.plies.len();
    if rules.set.knows(TooFewMoves) && plies < thresholds.min_game_plies {
        return Vec::new();
    }
    let mut first = 0;
    if rules.set.knows(Opening) {
        first = thresholds.opening_plies.saturating_sub(set_up_plies(game));
    }
    if rules.set.knows(Book) {
        first = first.max(book_plies);
    }
    let mut selected: Vec<usize> = (first..plies).collect();
    if let Some(tables) = tables.filter(|_| rules.set.knows(Tablebase)) {
        let mut board = Game::new(game.start.clone());
        let mut held = Vec::with_capacity(plies);
        for ply in &game.plies {
            held.push(tables.holds(board.position()));
            match ply.mv {
                Some(mv) => board.play(mv),
                None => board.play_null(),
            }
        }
        selected.retain(|&ply| !held[ply]);
    }
    selected
}

/// Plies before the game's first, counted from the usual start wherever this one
/// was set up.
pub(crate) fn set_up_plies(game: &SourceGame) -> usize {
    2 * (game.start.fullmove_number() as usize).saturating_sub(1)
        + usize::from(game.start.turn() == Color::Black)
}

impl PlyContext {
    /// What the game knows of its next move without a book or endgame tables, `game` being
    /// where `source` has come to.
    pub fn of(source: &SourceGame, game: &Game) -> PlyContext {
        PlyContext {
            ply: set_up_plies(source) + game.ply(),
            game_plies: source.plies.len(),
            is_book: false,
            repetitions: game.repetitions(),
            is_tablebase: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RuleSet;
    use crate::{ClockForm, Ply};
    use plumb_chess::board::Position;
    use plumb_chess::notation::{parse_fen, parse_san};
    use plumb_testing::scratch::Scratch;

    fn game(start: Position, moves: &str) -> SourceGame {
        let mut position = start.clone();
        let plies = moves.split_whitespace().map(|san| {
            let mv = parse_san(&position, san).unwrap();
            position = position.play(mv);
            Ply {
                mv: Some(mv),
                ..Ply::default()
            }
        });
        SourceGame {
            shown_names: [None, None],
            notes: Vec::new(),
            file: "x".to_owned(),
            number: 1,
            clock_form: ClockForm::default(),
            line: 1,
            tags: Vec::new(),
            plies: plies.collect(),
            start,
        }
    }

    fn rules(set: RuleSet, min_game_plies: usize) -> Rules {
        let mut rules = Rules {
            set,
            ..Rules::default()
        };
        rules.thresholds.min_game_plies = min_game_plies;
        rules
    }

    /// As if there were a table of rook against king.
    fn rook_table() -> Tablebases {
        let folder = Scratch::new("plies");
        // The least length that a table can have.
        std::fs::write(folder.join("KRvK.rtbw"), [0; 16]).expect("a file");
        Tablebases::open(&[&folder]).expect("a table")
    }

    #[test]
    fn what_the_tables_hold_is_looked_at_only_where_the_rules_count_it() {
        // The knight is lost at the third ply.
        let start = parse_fen("4k3/8/8/8/8/8/n7/4K2R w K - 0 40").unwrap();
        let game = game(start, "Rh2 Kd7 Rxa2 Kd6 Kd1 Kd5");
        let tables = rook_table();
        let plies = |set, tables| selected_plies(&game, 0, &rules(set, 0), tables);
        assert_eq!(plies(RuleSet::Plumb, Some(&tables)), [0, 1, 2]);
        for set in [RuleSet::Barnes, RuleSet::Burnham, RuleSet::Regan] {
            assert_eq!(plies(set, Some(&tables)), [0, 1, 2, 3, 4, 5], "{set}");
        }
        assert_eq!(plies(RuleSet::Plumb, None), [0, 1, 2, 3, 4, 5]);
        assert!(selected_plies(&game, 0, &rules(RuleSet::Plumb, 7), Some(&tables)).is_empty());
    }

    #[test]
    fn openings_and_book_are_not_looked_at() {
        let moves = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8";
        let usual = game(Position::start(), moves);
        let plies = |game, book, set| selected_plies(game, book, &rules(set, 0), None);
        assert_eq!(plies(&usual, 3, RuleSet::Plumb), [16, 17]);
        assert_eq!(plies(&usual, 17, RuleSet::Plumb), [17]);
        assert_eq!(plies(&usual, 15, RuleSet::Barnes), [15, 16, 17]);
        assert_eq!(plies(&usual, 17, RuleSet::Regan), [16, 17]);
        // Black's eighth move: the fifteenth ply is done.
        let fen = "r1bqk2r/2p1bppp/p1np1n2/1p2p3/4P3/1BP2N2/PP1P1PPP/RNBQR1K1 b kq - 0 8";
        let late = game(parse_fen(fen).unwrap(), "O-O h3 Nb8");
        assert_eq!(plies(&late, 0, RuleSet::Plumb), [1, 2]);
    }
}
