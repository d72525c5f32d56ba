//! Tables as a search asks them: who wins, and how far it is.

use shakmaty_syzygy::MaybeRounded;

use super::Tablebases;
use super::convert::without_castling;
use crate::search::{Dtz, EndgameTables, Wdl};
use plumb_chess::board::Position;

impl EndgameTables for Tablebases {
    fn max_men(&self) -> u32 {
        self.max_men as u32
    }

    fn wdl(&self, position: &Position) -> Option<Wdl> {
        let probed = without_castling(position)?;
        let answer = self.tables.probe_wdl_after_zeroing(&probed);
        Some(match self.failure.note(answer)? {
            shakmaty_syzygy::Wdl::Loss => Wdl::Loss,
            shakmaty_syzygy::Wdl::BlessedLoss => Wdl::BlessedLoss,
            shakmaty_syzygy::Wdl::Draw => Wdl::Draw,
            shakmaty_syzygy::Wdl::CursedWin => Wdl::CursedWin,
            shakmaty_syzygy::Wdl::Win => Wdl::Win,
        })
    }

    fn dtz(&self, position: &Position) -> Option<Dtz> {
        let probed = without_castling(position)?;
        let dtz = self.failure.note(self.tables.probe_dtz(&probed))?;
        Some(Dtz {
            plies: i32::from(dtz.ignore_rounding()),
            is_rounded: matches!(dtz, MaybeRounded::Rounded(_)),
        })
    }

    fn take_failure(&self) -> Option<String> {
        self.failure.take()
    }
}
