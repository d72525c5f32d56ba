//! The tested moves of a zig-zag run added up, and what they come to.
//!
//! Start with `ZigzagTally`.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use super::record::ZigzagRecord;
use super::settings::ZigzagSettings;
use crate::facts::MoveVerdict;
use crate::figures::{
    FigureOptions, Figures, GameList, GameNumbers, Level, Mean, Replicates, Share, Sums,
    share_over_games,
};

/// Tested moves added up.
#[derive(Clone, Debug, Default)]
pub struct ZigzagTally {
    pub(super) sums: Sums,
    /// Counted moves that were first at the end of a round, and those that have
    /// such a round, by depth in plies.
    by_depth: BTreeMap<u32, (u64, u64)>,
    leaders_kept: u64,
    /// Each game by itself, to be drawn again.
    games: GameList,
    /// The game's number, moves with such a round and those that were first, by depth.
    depth_games: BTreeMap<u32, Vec<(u64, f64, f64)>>,
}

/// What the tested moves of one side of a game, or of a player's games, come to;
/// what is missing is withheld.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ZigzagSums {
    /// Sides of games.
    pub games: u64,
    /// Moves tested.
    pub tested: u64,
    /// Moves counted.
    pub counted: u64,
    /// The fewest counted moves for a figure.
    pub gate: u64,
    /// Moves left out, by the reason's name.
    pub excluded: BTreeMap<&'static str, u64>,
    /// Counted moves that were first at the end of the search for one line.
    pub matches: Option<Share>,
    /// The same at the end of each round that counts.
    pub by_depth: Vec<DepthMatches>,
    /// First, or worth as much as the best of the last round for several lines.
    pub equal: Option<Share>,
    /// The mean loss at the last round for several lines, in centipawns.
    pub average_error_cp: Option<Mean>,
    /// The mean loss with evaluations held within ±1000 centipawns.
    pub capped_loss_cp: Option<Mean>,
    /// Counted moves where the leader has the score of the deeper search, so that
    /// losses are skewed.
    pub leaders_kept: u64,
}

/// How many moves were first at the end of a round.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DepthMatches {
    /// The round, in plies.
    pub depth: u32,
    /// Of counted moves with such a round.
    pub matches: Option<Share>,
}

impl ZigzagTally {
    /// Of one side of a game.
    pub(super) fn of_side(
        game: u64,
        moves: &[(&ZigzagRecord, &MoveVerdict)],
        settings: &ZigzagSettings,
    ) -> ZigzagTally {
        let counted = moves
            .iter()
            .filter(|(_, judged)| judged.counted().is_some());
        let counted: Vec<&ZigzagRecord> = counted.map(|(record, _)| *record).collect();
        let at = |depth| {
            let known = counted.iter().filter_map(|one| one.was_first_at(depth));
            let sum = known.fold((0, 0), |(first, of), hit| (first + u64::from(hit), of + 1));
            (depth, sum)
        };
        let is_kept = |one: &&&ZigzagRecord| {
            let leader = one.leader.as_ref();
            leader.is_some_and(|leader| leader.is_kept)
        };
        let sums = Sums::of_side(moves.iter().map(|(_, judged)| *judged));
        let by_depth: BTreeMap<u32, (u64, u64)> = (settings.d_min..=settings.d).map(at).collect();
        let of_game = |(&depth, &(first, of))| (depth, vec![(game, of as f64, first as f64)]);
        ZigzagTally {
            games: vec![(game, Arc::new(GameNumbers::of(&sums)))],
            depth_games: by_depth.iter().map(of_game).collect(),
            sums,
            by_depth,
            leaders_kept: counted.iter().filter(is_kept).count() as u64,
        }
    }

    /// Adds what another added up.
    pub fn merge(&mut self, other: &ZigzagTally) {
        self.sums.merge(&other.sums);
        for (depth, (first, of)) in &other.by_depth {
            let sum = self.by_depth.entry(*depth).or_default();
            *sum = (sum.0 + first, sum.1 + of);
        }
        self.leaders_kept += other.leaders_kept;
        self.games.extend(other.games.iter().cloned());
        for (depth, games) in &other.depth_games {
            self.depth_games.entry(*depth).or_default().extend(games);
        }
    }

    /// What they come to.
    pub fn sums(&self, level: Level, options: &FigureOptions) -> ZigzagSums {
        let mut figures = Figures::of(&self.sums, level, options);
        if figures.counted().is_some() {
            figures.resample(&Replicates::of(&self.games));
        }
        let core = figures.counted();
        let by_depth = self.by_depth.iter().map(|(&depth, &(first, of))| {
            let is_enough = |share: &Share| core.is_some() && share.of >= figures.gate;
            let mut matches = Share::of(first, of).filter(is_enough);
            if let (Some(share), Some(games)) = (&mut matches, self.depth_games.get(&depth)) {
                share.over_games(share_over_games(games));
            }
            DepthMatches { depth, matches }
        });
        ZigzagSums {
            games: figures.games,
            tested: figures.moves,
            counted: figures.counted,
            gate: figures.gate,
            matches: core.map(|core| core.first_choice),
            by_depth: by_depth.collect(),
            equal: core.map(|core| core.equal),
            average_error_cp: core.map(|core| core.average_error_cp),
            capped_loss_cp: core.map(|core| core.capped_loss_cp),
            leaders_kept: self.leaders_kept,
            excluded: figures.excluded,
        }
    }
}
