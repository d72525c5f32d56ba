//! Ending games that endgame tables have decided.

use std::fmt;
use std::path::{Path, PathBuf};

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};
use shakmaty_syzygy::{Tablebase, Wdl};

use crate::board::{Color, Position};
use crate::notation::{FenStyle, to_fen};

/// Syzygy tables in a folder.
pub struct Tablebases {
    tables: Tablebase<Chess>,
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
    /// Finds the tables in a folder.
    pub fn open(folder: &Path) -> Result<Tablebases, TablebaseError> {
        let wrong = |reason: String| TablebaseError {
            folder: folder.to_owned(),
            reason,
        };
        let mut tables = Tablebase::new();
        match tables.add_directory(folder) {
            Ok(0) => Err(wrong("no Syzygy table (.rtbw) is there".to_owned())),
            Ok(_) => Ok(Tablebases { tables }),
            Err(error) => Err(wrong(error.to_string())),
        }
    }

    /// Who wins, if the tables know and the fifty-move rule does not come in
    /// between: `Some(None)` is a draw. Only asked right after a capture or a
    /// pawn move, when the tables' answer is exact.
    pub fn result(&self, position: &Position) -> Option<Option<Color>> {
        let few = position.occupied().count() as usize <= self.tables.max_pieces();
        if !few || position.halfmove_clock() != 0 || !position.castling().rights().is_empty() {
            return None;
        }
        let fen: Fen = to_fen(position, FenStyle::Shredder).parse().ok()?;
        let position_there: Chess = fen.into_position(CastlingMode::Chess960).ok()?;
        let side = position.turn();
        Some(
            match self.tables.probe_wdl_after_zeroing(&position_there).ok()? {
                Wdl::Win => Some(side),
                Wdl::Loss => Some(!side),
                Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => None,
            },
        )
    }
}

impl fmt::Debug for Tablebases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tables of up to {} pieces", self.tables.max_pieces())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_fen;

    #[test]
    fn a_folder_without_tables_is_an_error() {
        let error = Tablebases::open(Path::new(env!("CARGO_MANIFEST_DIR")))
            .unwrap_err()
            .to_string();
        assert!(
            error.ends_with("no Syzygy table (.rtbw) is there"),
            "{error}"
        );
        assert!(Tablebases::open(Path::new("no/such/folder")).is_err());
    }

    /// `.ci/run` names a folder with tables of up to four pieces.
    #[test]
    fn tables_decide_what_they_know() {
        let Some(folder) = std::env::var_os("PLUMB_SYZYGY") else {
            println!("PLUMB_SYZYGY is not set: nothing to ask");
            return;
        };
        let tables = Tablebases::open(Path::new(&folder)).unwrap();
        for (fen, expected) in [
            ("8/8/8/8/4k3/8/8/K6R w - - 0 1", Some(Some(Color::White))),
            ("8/8/8/8/4k3/8/8/K6R b - - 0 1", Some(Some(Color::White))),
            ("8/8/8/8/4k3/8/8/K6N b - - 0 1", Some(None)),
            ("k7/8/8/8/4p3/8/8/K6R b - - 0 1", Some(Some(Color::White))),
            // Not right after a capture or pawn move; too many pieces.
            ("8/8/8/8/4k3/8/8/K6R w - - 5 9", None),
            ("k7/pppppp2/8/8/8/8/PPPPPP2/K7 w - - 0 1", None),
        ] {
            assert_eq!(tables.result(&parse_fen(fen).unwrap()), expected, "{fen}");
        }
    }
}
