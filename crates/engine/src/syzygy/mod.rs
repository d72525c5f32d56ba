//! Endgame tables: which positions Syzygy tables in a folder hold, who wins them,
//! and how far it is to the next capture or pawn move.
//!
//! Start with `Tablebases::open`; `probe.rs` answers a search.

mod convert;
mod failure;
mod files;
mod material;
mod probe;

use std::collections::BTreeSet;
use std::fmt;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sha2::{Digest, Sha256};
use shakmaty::Chess;
use shakmaty_syzygy::{Tablebase, Wdl};

use convert::without_castling;
use failure::FirstFailure;
use files::Files;
use material::Material;
use plumb_chess::board::{Color, Position};
use plumb_support::wording::{say, text};

/// Syzygy tables of some folders.
pub struct Tablebases {
    tables: Tablebase<Chess>,
    held: BTreeSet<Material>,
    max_men: usize,
    distance_tables: usize,
    failure: FirstFailure,
}

/// There are no tables to be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{}",
    say!(endgame.folder, folder = .folder.display(), reason = .reason)
)]
pub struct TablebaseError {
    /// The folder.
    pub folder: PathBuf,
    /// What is wrong with it.
    pub reason: String,
}

impl Tablebases {
    /// Finds the tables in some folders; there must be some in each.
    pub fn open<P: AsRef<Path>>(folders: &[P]) -> Result<Tablebases, TablebaseError> {
        let mut all = Tablebases {
            tables: Tablebase::with_filesystem(Arc::new(Files::new())),
            held: BTreeSet::new(),
            max_men: 0,
            distance_tables: 0,
            failure: FirstFailure::default(),
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
        let mut found = 0;
        for entry in std::fs::read_dir(folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            let name = path.file_stem().and_then(|name| name.to_str());
            match self.tables.add_file(&path) {
                Ok(()) => {}
                // Something else that lies there.
                Err(error) if error.kind() == ErrorKind::InvalidInput => continue,
                Err(error) => {
                    let name = path.file_name().unwrap_or_default().display();
                    return Err(format!("{name}: {error}"));
                }
            }
            let Some(material) = name.and_then(Material::parse) else {
                continue;
            };
            if path
                .extension()
                .is_some_and(|extension| extension == "rtbw")
            {
                self.max_men = self.max_men.max(material.men());
                self.held.insert(material);
                found += 1;
            } else {
                self.distance_tables += 1;
            }
        }
        match found {
            0 => Err(text!(endgame.none).to_owned()),
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

    /// The most men, kings included, of which there is a table.
    pub fn max_men(&self) -> usize {
        self.max_men
    }

    /// How many tables there are of who wins, and how many of how far it is.
    pub fn counts(&self) -> (usize, usize) {
        (self.held.len(), self.distance_tables)
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

#[cfg(test)]
mod tests;
