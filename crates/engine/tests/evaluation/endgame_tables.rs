//! What endgame tables say: exact for king and pawn against king, in most
//! positions elsewhere.

use std::path::Path;
use std::sync::Arc;

use plumb_chess::board::{Bitboard, Color, Piece, PieceKind, Position, Setup, Square};
use plumb_chess::notation::{FenStyle, to_fen};
use plumb_engine::eval::{Evaluator, Weights};
use shakmaty::{CastlingMode, Chess, fen::Fen};
use shakmaty_syzygy::{Tablebase, Wdl};

use crate::endgame_textbook::{HELD, WON, position};
use plumb_testing::Random;

struct Tables(Tablebase<Chess>);

impl Tables {
    fn named() -> Option<Tables> {
        let Some(folder) = std::env::var_os("PLUMB_SYZYGY") else {
            println!("PLUMB_SYZYGY is not set: nothing to ask");
            return None;
        };
        let mut tables = Tablebase::new();
        let files = tables.add_directory(Path::new(&folder)).unwrap();
        assert!(files > 0, "no table in {}", Path::new(&folder).display());
        Some(Tables(tables))
    }

    /// 1 if White wins, -1 if Black does, within the fifty-move rule.
    fn winner(&self, position: &Position) -> i32 {
        let fen: Fen = to_fen(position, FenStyle::Shredder).parse().unwrap();
        let there: Chess = fen.into_position(CastlingMode::Chess960).unwrap();
        let sign = position.turn().fold(1, -1);
        match self.0.probe_wdl_after_zeroing(&there).unwrap() {
            Wdl::Win => sign,
            Wdl::Loss => -sign,
            Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => 0,
        }
    }
}

/// A legal position with these pieces, or none.
fn arranged(pieces: &[(Color, PieceKind, Square)], turn: Color) -> Option<Position> {
    let mut setup = Setup::empty();
    setup.turn = turn;
    for &(color, kind, square) in pieces {
        let place = &mut setup.pieces[square.index()];
        if place.is_some() {
            return None;
        }
        *place = Some(Piece::new(color, kind));
    }
    Position::from_setup(&setup).ok()
}

#[test]
fn every_king_and_pawn_ending_is_known() {
    let Some(tables) = Tables::named() else {
        return;
    };
    let mut play = Evaluator::new(Arc::new(Weights::embedded()));
    let mut wins = [0; 2];
    let mut positions = 0;
    for strong in Color::ALL {
        for pawn in (8..56).map(Square::new) {
            for (king, lone) in Bitboard::ALL
                .into_iter()
                .flat_map(|king| Bitboard::ALL.into_iter().map(move |lone| (king, lone)))
            {
                for turn in Color::ALL {
                    let pieces = [
                        (strong, PieceKind::King, king),
                        (strong, PieceKind::Pawn, pawn),
                        (!strong, PieceKind::King, lone),
                    ];
                    let Some(position) = arranged(&pieces, turn) else {
                        continue;
                    };
                    positions += 1;
                    let score = play.evaluate(&position) * turn.fold(1, -1);
                    let won = tables.winner(&position);
                    wins[usize::from(turn != strong)] += won * strong.fold(1, -1);
                    let right = if won == 0 {
                        score == 0
                    } else {
                        score * won > 150
                    };
                    assert!(right, "{position:?}: {score}, tables say {won}");
                }
            }
        }
    }
    println!("{positions} king and pawn endings, {wins:?} won with the pawn's side to move or not");
}

#[test]
fn textbook_positions_are_what_the_tables_say() {
    let Some(tables) = Tables::named() else {
        return;
    };
    let few = |fen: &&str| position(fen).occupied().count() <= 4;
    for fen in WON.iter().copied().filter(few) {
        assert_eq!(tables.winner(&position(fen)), 1, "{fen}");
    }
    for fen in HELD.iter().map(|held| held.0).filter(few) {
        assert_eq!(tables.winner(&position(fen)), 0, "{fen}");
    }
}

/// Endings of three and four pieces, White's first, and the least share of
/// quiet positions, in percent, in which the evaluation says what the tables
/// say: at least 100 centipawns for who wins, and less for neither.
const CLASSES: &[(&str, u32)] = &[
    ("KPvK", 100),
    ("KNvK", 100),
    ("KBvK", 100),
    ("KRvK", 100),
    ("KQvK", 100),
    ("KNNvK", 99),
    ("KBNvK", 99),
    ("KBBvK", 99),
    ("KNPvK", 93),
    ("KBPvK", 97),
    ("KPPvK", 97),
    ("KRNvK", 100),
    ("KRBvK", 100),
    ("KRRvK", 100),
    ("KRPvK", 100),
    ("KQPvK", 100),
    ("KQNvK", 100),
    ("KQBvK", 100),
    ("KQRvK", 100),
    ("KQQvK", 100),
    ("KPvKP", 76),
    ("KNvKP", 83),
    ("KBvKP", 91),
    ("KRvKP", 92),
    ("KQvKP", 99),
    ("KNvKN", 99),
    ("KBvKN", 99),
    ("KBvKB", 99),
    ("KRvKN", 82),
    ("KRvKB", 93),
    ("KRvKR", 96),
    ("KQvKN", 97),
    ("KQvKB", 99),
    ("KQvKR", 95),
    ("KQvKQ", 93),
];

fn random_square(random: &mut Random, kind: PieceKind) -> Square {
    if kind == PieceKind::Pawn {
        Square::new(8 + random.below(48))
    } else {
        Square::new(random.below(64))
    }
}

/// A quiet position with the pieces that a class names: no check, and nothing
/// to capture or to promote.
fn quiet(random: &mut Random, class: &str) -> Position {
    loop {
        let mut pieces = Vec::new();
        let (white, black) = class.split_once('v').unwrap();
        for (color, letters) in [(Color::White, white), (Color::Black, black)] {
            for letter in letters.chars() {
                let kind = match letter {
                    'K' => PieceKind::King,
                    'Q' => PieceKind::Queen,
                    'R' => PieceKind::Rook,
                    'B' => PieceKind::Bishop,
                    'N' => PieceKind::Knight,
                    _ => PieceKind::Pawn,
                };
                pieces.push((color, kind, random_square(random, kind)));
            }
        }
        let turn = random.pick(&Color::ALL);
        let Some(position) = arranged(&pieces, turn) else {
            continue;
        };
        let moves = position.legal_moves();
        if !position.in_check()
            && !moves.is_empty()
            && !moves.iter().any(|mv| position.is_noisy(*mv))
        {
            return position;
        }
    }
}

#[test]
fn verdicts_agree_with_the_tables() {
    const POSITIONS: usize = 20_000;
    let Some(tables) = Tables::named() else {
        return;
    };
    let mut play = Evaluator::new(Arc::new(Weights::embedded()));
    let mut random = Random(4);
    let mut wrong = Vec::new();
    println!("{POSITIONS} quiet positions each; White wins / draws / Black wins by the tables");
    println!("class    tables (%)            agreed (%): all, of wins, of draws, of losses");
    for &(class, least) in CLASSES {
        // What the tables say by what the evaluation says.
        let mut counts = [[0_usize; 3]; 3];
        for _ in 0..POSITIONS {
            let position = quiet(&mut random, class);
            let score = play.evaluate(&position) * position.turn().fold(1, -1);
            let verdict = i32::from(score >= 100) - i32::from(score <= -100);
            counts[(1 - tables.winner(&position)) as usize][(1 - verdict) as usize] += 1;
        }
        let percent = |part: usize, all: usize| match all {
            0 => "    - ".to_owned(),
            _ => format!("{:6.2}", 100.0 * part as f64 / all as f64),
        };
        let rows = counts.map(|row| row.iter().sum::<usize>());
        let agreed: usize = (0..3).map(|index| counts[index][index]).sum();
        let each: Vec<String> = (0..3).map(|i| percent(counts[i][i], rows[i])).collect();
        println!(
            "{class:<7} {}   {}  {}",
            rows.map(|row| percent(row, POSITIONS)).join(" "),
            percent(agreed, POSITIONS),
            each.join(" ")
        );
        if 100 * agreed < least as usize * POSITIONS {
            wrong.push(format!(
                "{class}: {agreed} of {POSITIONS}, expected {least} %"
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}
