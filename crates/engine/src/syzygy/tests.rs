//! Tests of which tables there are, what they hold and what they say.

use shakmaty::fen::Fen;

use super::*;
use crate::search::{EndgameTables, Wdl};
use plumb_chess::board::{Piece, Position, Setup, Square};
use plumb_testing::scratch::Scratch;

impl Tablebases {
    /// As if a folder had these tables; nobody can be told who wins.
    fn named(names: &[&str]) -> Tablebases {
        let folder = Scratch::new("tables");
        for name in names {
            // The least length that a table can have.
            std::fs::write(folder.join(format!("{name}.rtbw")), [0; 16]).expect("a file");
        }
        Tablebases::open(&[&*folder]).expect("tables")
    }
}

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
fn a_search_is_told_outcomes_and_distances() {
    let Some(folder) = std::env::var_os("PLUMB_SYZYGY") else {
        println!("PLUMB_SYZYGY is not set: nothing to ask");
        return;
    };
    let tables = Tablebases::open(&[folder]).unwrap();
    assert_eq!(EndgameTables::max_men(&tables), 4);
    assert_eq!(tables.counts(), (35, 35));
    for (fen, outcome, plies) in [
        // Mate in one, and mated.
        ("k7/8/1K6/8/8/8/8/7R w - - 0 1", Some(Wdl::Win), Some(1..=1)),
        (
            "k6R/8/1K6/8/8/8/8/8 b - - 0 1",
            Some(Wdl::Loss),
            Some(-1..=-1),
        ),
        (
            "8/8/8/8/4k3/8/8/K6R w - - 0 1",
            Some(Wdl::Win),
            Some(20..=32),
        ),
        (
            "8/8/8/8/4k3/8/8/K6R b - - 0 1",
            Some(Wdl::Loss),
            Some(-32..=-20),
        ),
        (
            "8/8/8/8/4k3/8/8/K5BN w - - 0 1",
            Some(Wdl::Win),
            Some(40..=66),
        ),
        // The clock is the search's business.
        (
            "8/8/8/8/4k3/8/8/K5BN w - - 99 90",
            Some(Wdl::Win),
            Some(40..=66),
        ),
        (
            "8/8/8/8/4k3/8/8/K5NN w - - 0 1",
            Some(Wdl::Draw),
            Some(0..=0),
        ),
        // The opposition decides.
        (
            "8/8/4k3/8/4K3/4P3/8/8 w - - 0 1",
            Some(Wdl::Draw),
            Some(0..=0),
        ),
        (
            "8/8/4k3/8/4K3/4P3/8/8 b - - 0 1",
            Some(Wdl::Loss),
            Some(-30..=-2),
        ),
        // A pawn moves, and wins.
        (
            "8/4P3/8/8/8/1k6/8/4K3 w - - 0 1",
            Some(Wdl::Win),
            Some(1..=1),
        ),
        // Capturing in passing wins; otherwise the pawn is lost.
        (
            "8/8/8/8/k2pP3/8/8/7K b - e3 0 1",
            Some(Wdl::Win),
            Some(1..=20),
        ),
        ("k7/ppp5/8/8/8/8/PPP5/K7 w - - 0 1", None, None),
    ] {
        let position = position(fen);
        assert_eq!(tables.wdl(&position), outcome, "{fen}");
        let found = tables.dtz(&position).map(|dtz| dtz.plies);
        match (found, plies) {
            (Some(found), Some(plies)) => assert!(plies.contains(&found), "{fen}: {found}"),
            (found, plies) => assert_eq!(found, plies.map(|_| 0), "{fen}"),
        }
    }
    // No table of some men is no damage.
    assert_eq!(tables.take_failure(), None);
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

/// A copy of some tables.
fn copied(folder: &Path, names: &[&str]) -> Scratch {
    let copy = Scratch::new("damage");
    for name in names {
        std::fs::copy(folder.join(name), copy.join(name)).expect("a copy");
    }
    copy
}

#[test]
fn damaged_tables_answer_something_or_nothing_and_never_panic() {
    let Some(folder) = std::env::var_os("PLUMB_SYZYGY") else {
        println!("PLUMB_SYZYGY is not set: nothing to ask");
        return;
    };
    let names = [
        "KQvKR.rtbw",
        "KQvKR.rtbz",
        "KPvK.rtbw",
        "KPvK.rtbz",
        "KQvK.rtbw",
        "KRvK.rtbw",
    ];
    let copied = copied(Path::new(&folder), &names);
    let positions: Vec<Position> = [
        "8/8/4k3/8/3KP3/8/8/8 b - - 0 1",
        "8/8/4k3/8/3KP3/8/8/8 w - - 0 1",
        "8/8/8/4k3/7r/8/8/K6Q w - - 0 1",
        "8/8/8/4k3/7r/8/8/K6Q b - - 0 1",
        "8/1r6/8/8/4k3/8/1Q6/K7 b - - 0 1",
    ]
    .map(position)
    .into();
    let mut random = 20_u64;
    let mut below = |limit: usize| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % limit
    };
    let (mut answers, mut silences) = (0, 0);
    for round in 0..1_500 {
        let path = copied.join(names[round % 4]);
        let whole = std::fs::read(&path).unwrap();
        let mut damaged = whole.clone();
        // The beginning says where everything is.
        let reach = if round % 3 == 0 { whole.len() } else { 200 };
        match round % 5 {
            0 => damaged.truncate(16 + 64 * below(whole.len() / 64)),
            1 => damaged.fill_with(|| below(256) as u8),
            _ => (0..=below(4)).for_each(|_| damaged[4 + below(reach - 4)] = below(256) as u8),
        }
        // A damaged beginning must not be all that is met.
        damaged.truncate(damaged.len().max(16));
        if round % 5 < 2 {
            let magic = damaged.len().min(4);
            damaged[..magic].copy_from_slice(&whole[..magic]);
        }
        std::fs::write(&path, &damaged).unwrap();
        let tables = Tablebases::open(&[&*copied]).unwrap();
        for position in &positions {
            for known in [
                tables.wdl(position).is_some(),
                tables.dtz(position).is_some(),
            ] {
                if known {
                    answers += 1;
                } else {
                    silences += 1;
                }
            }
        }
        std::fs::write(&path, &whole).unwrap();
    }
    assert!(answers > 100 && silences > 100, "{answers} {silences}");
}
