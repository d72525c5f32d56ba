//! Tests of which tables there are, what they hold and what they say.

use shakmaty::fen::Fen;

use super::*;
use crate::board::{Piece, Position, Setup, Square};

/// A position as the probing library reads it in a FEN.
pub(super) fn position(fen: &str) -> Position {
    let there = fen.parse::<Fen>().expect("a FEN").into_setup();
    let mut setup = Setup::empty();
    for (square, piece) in there.board.iter() {
        let piece = Piece::from_char(piece.char()).expect("a piece");
        setup.pieces[square.to_usize()] = Some(piece);
    }
    for rook in there.castling_rights {
        setup.castling_rooks = setup.castling_rooks.with(Square::new(rook.to_usize()));
    }
    setup.turn = there.turn.fold_wb(Color::White, Color::Black);
    setup.en_passant = there.ep_square.map(|square| Square::new(square.to_usize()));
    setup.halfmove_clock = there.halfmoves as u16;
    setup.fullmove_number = there.fullmoves.get();
    Position::from_setup(&setup).expect("a legal position")
}

#[test]
fn a_folder_without_tables_is_an_error() {
    let error = Tablebases::open(&[env!("CARGO_MANIFEST_DIR")])
        .unwrap_err()
        .to_string();
    assert!(
        error.ends_with("no Syzygy table (.rtbw) is there"),
        "{error}"
    );
    assert!(Tablebases::open(&["no/such/folder"]).is_err());
}

/// `.ci/run` names a folder with tables of up to four pieces.
#[test]
fn tables_decide_what_they_know() {
    let Some(folder) = std::env::var_os("PLUMB_SYZYGY") else {
        println!("PLUMB_SYZYGY is not set: nothing to ask");
        return;
    };
    let tables = Tablebases::open(&[folder]).unwrap();
    for (fen, expected) in [
        ("8/8/8/8/4k3/8/8/K6R w - - 0 1", Some(Some(Color::White))),
        ("8/8/8/8/4k3/8/8/K6R b - - 0 1", Some(Some(Color::White))),
        ("8/8/8/8/4k3/8/8/K6N b - - 0 1", Some(None)),
        ("k7/8/8/8/4p3/8/8/K6R b - - 0 1", Some(Some(Color::White))),
        // Not right after a capture or pawn move; too many pieces.
        ("8/8/8/8/4k3/8/8/K6R w - - 5 9", None),
        ("k7/pppppp2/8/8/8/8/PPPPPP2/K7 w - - 0 1", None),
    ] {
        assert_eq!(tables.result(&position(fen)), expected, "{fen}");
    }
}

#[test]
fn a_position_is_held_if_its_material_has_a_table() {
    let tables = Tablebases::named(&["KRvK", "KPvK", "KRvKP"]);
    let holds = |fen: &str| tables.holds(&position(fen));
    for (fen, expected) in [
        ("8/8/8/8/4k3/8/8/K6R w - - 7 50", true),
        // The other side's rook, and whoever moves.
        ("8/8/8/8/4k3/8/7r/K7 w - - 0 1", true),
        ("8/8/8/8/4k3/8/7r/K7 b - - 0 1", true),
        ("8/8/8/4p3/4k3/8/8/K6R w - - 0 1", true),
        // All men count, and so do rights.
        ("8/8/8/8/4k3/8/7P/K6R w - - 0 1", false),
        ("8/8/8/8/4k3/8/8/K5Q1 w - - 0 1", false),
        ("8/8/8/8/4k3/8/8/K7 w - - 0 1", false),
        ("8/8/8/8/4k3/8/8/4K2R w K - 0 1", false),
        ("8/8/8/8/4k3/8/8/4K2R w - - 0 1", true),
    ] {
        assert_eq!(holds(fen), expected, "{fen}");
    }
}

#[test]
fn tables_are_named_the_same_wherever_they_are() {
    let words = |names: &[&str]| Tablebases::named(names).to_string();
    let two = words(&["KRvK", "KRvKP"]);
    assert!(two.starts_with("Syzygy, up to 4 men, 2 tables, "), "{two}");
    assert_eq!(two, words(&["KRvKP", "KRvK"]));
    assert_ne!(two, words(&["KRvK", "KRvKN"]));
    assert!(words(&["KRvK"]).starts_with("Syzygy, up to 3 men, 1 table, "));
    for (name, known) in [
        ("KvKR", Some("KRvK")),
        ("KNPvKB", Some("KBvKNP")),
        ("KRR", None),
        ("RvK", None),
        ("KXvK", None),
    ] {
        let parsed = Material::parse(name).map(|material| material.to_string());
        assert_eq!(parsed.as_deref(), known, "{name}");
    }
}
