//! What a run was made with besides games and an engine, named again where it is made again.

use std::path::PathBuf;

use plumb::fairplay::{Book, Index};
use plumb::syzygy::Tablebases;

use plumb_terminal::Failure;

#[derive(clap::Args)]
pub(super) struct KnownSources {
    /// A Polyglot book that it was made with; may be given several times
    #[arg(long, value_name = "FILE.bin")]
    book: Vec<PathBuf>,

    /// The index of older games that it was made with
    #[arg(long, value_name = "FILE")]
    index: Option<PathBuf>,

    /// A folder of Syzygy tables that it was made with; may be given several times
    #[arg(long, value_name = "DIR")]
    syzygy: Vec<PathBuf>,
}

impl KnownSources {
    /// What counts as book.
    pub(super) fn book(&self) -> Result<Book, Failure> {
        let mut book = Book::default();
        for path in &self.book {
            book = book.with_polyglot(path)?;
        }
        Ok(match &self.index {
            Some(path) => book.with_index(Index::open_read_only(path)?),
            None => book,
        })
    }

    /// The endgame tables, where there are any.
    pub(super) fn tablebases(&self) -> Result<Option<Tablebases>, Failure> {
        Ok(match self.syzygy.as_slice() {
            [] => None,
            folders => Some(Tablebases::open(folders)?),
        })
    }
}
