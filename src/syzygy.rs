//! Endgame tables: which positions Syzygy tables in a folder hold, and who wins
//! them.
//!
//! Start with `Tablebases::open`.

use std::collections::BTreeSet;
use std::fmt;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use shakmaty::{Bitboard, Board, ByColor, ByRole, CastlingMode, Chess, FromSetup};
use shakmaty_syzygy::{Tablebase, Wdl};

use crate::board::{Color, PieceKind, Position};

/// Syzygy tables of some folders.
pub struct Tablebases {
    tables: Tablebase<Chess>,
    held: BTreeSet<Material>,
}

/// There are no tables to be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TablebaseError {
    /// The folder.
    pub folder: PathBuf,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for TablebaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "endgame tables in {}: {}",
            self.folder.display(),
            self.reason
        )
    }
}

impl std::error::Error for TablebaseError {}

impl Tablebases {
    /// Finds the tables in some folders; there must be some in each.
    pub fn open<P: AsRef<Path>>(folders: &[P]) -> Result<Tablebases, TablebaseError> {
        let mut all = Tablebases {
            tables: Tablebase::new(),
            held: BTreeSet::new(),
        };
        for folder in folders {
            all.add(folder.as_ref()).map_err(|reason| TablebaseError {
                folder: folder.as_ref().to_owned(),
                reason,
            })?;
        }
        Ok(all)
    }

    fn add(&mut self, folder: &Path) -> Result<(), String> {
        let failed = |error: std::io::Error| error.to_string();
        self.tables.add_directory(folder).map_err(failed)?;
        let mut found = 0;
        for entry in std::fs::read_dir(folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            let name = path.file_stem().and_then(|name| name.to_str());
            if path
                .extension()
                .is_some_and(|extension| extension == "rtbw")
                && let Some(material) = name.and_then(Material::parse)
            {
                self.held.insert(material);
                found += 1;
            }
        }
        match found {
            0 => Err("no Syzygy table (.rtbw) is there".to_owned()),
            _ => Ok(()),
        }
    }

    /// Whether a position is in the tables: its material has one, and nobody may
    /// castle any more.
    pub fn holds(&self, position: &Position) -> bool {
        // Counting is quicker than looking, and nearly always enough.
        position.occupied().count() as usize <= self.tables.max_pieces()
            && position.castling().rights().is_empty()
            && self.held.contains(&Material::of(position))
    }

    /// Who wins, if the tables know and the fifty-move rule does not come in
    /// between: `Some(None)` is a draw. Only asked right after a capture or a
    /// pawn move, when the tables' answer is exact.
    pub fn result(&self, position: &Position) -> Option<Option<Color>> {
        let few = position.occupied().count() as usize <= self.tables.max_pieces();
        if !few || position.halfmove_clock() != 0 || !position.castling().rights().is_empty() {
            return None;
        }
        let probed = without_castling(position)?;
        let side = position.turn();
        Some(match self.tables.probe_wdl_after_zeroing(&probed).ok()? {
            Wdl::Win => Some(side),
            Wdl::Loss => Some(!side),
            Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => None,
        })
    }
}

/// The position as the probing library has it, set by set and without text, so
/// that a probe costs a search little. Castling rights are left out: tables know
/// none. Nothing where the library takes the position for an impossible one.
fn without_castling(position: &Position) -> Option<Chess> {
    let of_kind = |kind| Bitboard(position.kind(kind).0);
    let of_side = |side| Bitboard(position.side(side).0);
    let by_role = ByRole {
        pawn: of_kind(PieceKind::Pawn),
        knight: of_kind(PieceKind::Knight),
        bishop: of_kind(PieceKind::Bishop),
        rook: of_kind(PieceKind::Rook),
        queen: of_kind(PieceKind::Queen),
        king: of_kind(PieceKind::King),
    };
    let by_color = ByColor {
        black: of_side(Color::Black),
        white: of_side(Color::White),
    };
    let setup = shakmaty::Setup {
        board: Board::try_from_bitboards(by_role, by_color).ok()?,
        turn: position
            .turn()
            .fold(shakmaty::Color::White, shakmaty::Color::Black),
        ep_square: position
            .en_passant()
            .map(|square| shakmaty::Square::new(square.index() as u32)),
        halfmoves: u32::from(position.halfmove_clock()),
        fullmoves: NonZeroU32::new(position.fullmove_number())?,
        ..shakmaty::Setup::empty()
    };
    Chess::from_setup(setup, CastlingMode::Chess960).ok()
}

/// Which tables, in words that are the same wherever their folders are: how many,
/// and a digest of which.
impl fmt::Display for Tablebases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut hash = Sha256::new();
        for material in &self.held {
            hash.update(format!("{material}\n"));
        }
        let men = self.tables.max_pieces();
        let number = match self.held.len() {
            1 => "1 table".to_owned(),
            tables => format!("{tables} tables"),
        };
        write!(f, "Syzygy, up to {men} men, {number}, ")?;
        let digest = hash.finalize();
        digest[..4]
            .iter()
            .try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Tablebases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tables of up to {} pieces", self.tables.max_pieces())
    }
}

/// The letters of table names, in their order.
const KINDS: [(char, PieceKind); 6] = [
    ('K', PieceKind::King),
    ('Q', PieceKind::Queen),
    ('R', PieceKind::Rook),
    ('B', PieceKind::Bishop),
    ('N', PieceKind::Knight),
    ('P', PieceKind::Pawn),
];

/// How many men of each kind both sides have, whichever side is which: kings
/// first, as in the names of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Material([[u8; 6]; 2]);

impl Material {
    fn of(position: &Position) -> Material {
        let side = |side| KINDS.map(|(_, kind)| position.pieces(side, kind).count() as u8);
        Material::normalised(Color::ALL.map(side))
    }

    /// From a table's name, such as `KQvKR`.
    fn parse(name: &str) -> Option<Material> {
        let side = |text: &str| {
            let mut men = [0_u8; 6];
            for letter in text.chars() {
                let kind = KINDS.iter().position(|(known, _)| *known == letter)?;
                men[kind] = men[kind].checked_add(1)?;
            }
            (men[0] == 1).then_some(men)
        };
        let (strong, weak) = name.split_once('v')?;
        Some(Material::normalised([side(strong)?, side(weak)?]))
    }

    fn normalised([one, other]: [[u8; 6]; 2]) -> Material {
        Material([one.max(other), one.min(other)])
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, side) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("v")?;
            }
            for ((letter, _), &count) in KINDS.iter().zip(side) {
                for _ in 0..count {
                    write!(f, "{letter}")?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
impl Tablebases {
    /// As if a folder had these tables; nobody can be told who wins.
    pub(crate) fn named(names: &[&str]) -> Tablebases {
        let folder = std::env::temp_dir().join(format!(
            "plumb-tables-{}-{}",
            std::process::id(),
            names.concat()
        ));
        std::fs::create_dir_all(&folder).expect("a folder");
        for name in names {
            // The least length that a table can have.
            std::fs::write(folder.join(format!("{name}.rtbw")), [0; 16]).expect("a file");
        }
        let tables = Tablebases::open(&[&folder]).expect("tables");
        let _ = std::fs::remove_dir_all(&folder);
        tables
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{ProptestConfig, any, prop, proptest};
    use shakmaty::fen::Fen;

    use super::*;
    use crate::board::{Piece, Setup, Square};

    /// A position as the probing library reads it in a FEN.
    fn position(fen: &str) -> Position {
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

    /// Man by man into the library's board, written as FEN and read again.
    fn through_fen(position: &Position) -> Option<Chess> {
        let mut there = shakmaty::Setup::empty();
        for square in shakmaty::Square::ALL {
            if let Some(piece) = position.piece_on(Square::new(square.to_usize())) {
                let piece = shakmaty::Piece::from_char(piece.to_char()).expect("a piece");
                there.board.set_piece_at(square, piece);
            }
        }
        there.turn = match position.turn() {
            Color::White => shakmaty::Color::White,
            Color::Black => shakmaty::Color::Black,
        };
        there.ep_square = position
            .en_passant()
            .map(|square| square.to_string().parse().expect("a square"));
        there.halfmoves = position.halfmove_clock().into();
        there.fullmoves = position.fullmove_number().try_into().expect("not 0");
        let written = Fen::try_from_setup(there).ok()?.to_string();
        let fen: Fen = written.parse().expect("a FEN");
        fen.into_position(CastlingMode::Chess960).ok()
    }

    #[test]
    fn positions_with_en_passant_are_handed_over() {
        for (fen, square) in [
            ("8/8/8/8/pP6/8/8/K6k b - b3 0 1", Some(shakmaty::Square::B3)),
            (
                "k7/8/8/3Pp3/8/8/8/K7 w - e6 0 99",
                Some(shakmaty::Square::E6),
            ),
            // Nobody can capture, or the capture would leave the king in check.
            ("8/8/8/8/1P6/8/8/K6k b - b3 0 1", None),
            ("8/8/8/8/kpP4R/8/8/K7 b - c3 0 1", None),
        ] {
            let position = position(fen);
            let direct = without_castling(&position).expect("a legal position");
            let found = shakmaty::Position::maybe_ep_square(&direct);
            assert_eq!(found, square, "{fen}");
            assert_eq!(Some(direct), through_fen(&position), "{fen}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        /// A few men on random squares, and some random moves from there: what the
        /// library gets is what it reads in the FEN.
        #[test]
        fn few_men_are_handed_over_as_their_fen_says(
            men in prop::collection::vec((0..64_usize, 0..10_usize), 0..6),
            kings in (0..64_usize, 0..64_usize),
            black_moves in any::<bool>(),
            counters in (0..100_u16, 1..200_u32),
            choices in prop::collection::vec(any::<prop::sample::Index>(), 0..12),
        ) {
            let mut setup = Setup::empty();
            for (square, man) in men {
                let kind = PieceKind::ALL[man % 5];
                setup.pieces[square] = Some(Piece::new(Color::ALL[man / 5], kind));
            }
            setup.pieces[kings.0] = Some(Piece::new(Color::White, PieceKind::King));
            setup.pieces[kings.1] = Some(Piece::new(Color::Black, PieceKind::King));
            setup.turn = Color::ALL[usize::from(black_moves)];
            (setup.halfmove_clock, setup.fullmove_number) = counters;
            let Ok(mut position) = Position::from_setup(&setup) else {
                return Ok(());
            };
            for choice in choices {
                let direct = without_castling(&position);
                assert_eq!(direct, through_fen(&position), "{position:?}");
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.play(*choice.get(&moves));
            }
        }
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
}
