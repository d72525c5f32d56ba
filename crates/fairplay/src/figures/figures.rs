//! What sums come to: the figures of a game's side, of a player, of a field.
//!
//! Below a gate, the least number of moves for each level, figures are withheld:
//! they are missing, not decorated with a warning. Counts of what was left out
//! are always there. Start with `Figures::of`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::choice_figures::{ChoiceFigures, DeepLoss, EngineLikeness, IntrinsicRating, MatchScore};
use super::moments::{Mean, Share};
use super::options::FigureOptions;
use super::pace_figures::PaceFigures;
use super::runs::Runs;
use super::sums::{GAME_GATE, Sums};
use super::tally::{CoreFigures, Tally};
use super::trend_figures::TrendFigures;
use crate::facts::{Denominator, Exclusion, RuleSet};

/// The fewest counted moves for figures of a player or a field.
pub const PLAYER_GATE: u64 = 30;
/// The fewest games, each with `GAME_GATE` counted moves, for figures of a player: a
/// single one names nobody.
pub const PLAYER_GAMES: u64 = 2;
/// The fewest games, each with `GAME_GATE` counted moves, for a spread between
/// games.
pub const GAMES_GATE: u64 = 5;

/// What figures are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// One side of one game: never a finding about a player.
    Game,
    /// A player's games.
    Player,
    /// Everybody in an event, or everybody else.
    Field,
}

impl Level {
    /// The fewest moves for a figure.
    pub fn gate(self) -> u64 {
        match self {
            Level::Game => GAME_GATE,
            Level::Player | Level::Field => PLAYER_GATE,
        }
    }

    /// Whether there are too few games for any figure.
    pub fn withholds(self, sums: &Sums) -> bool {
        self == Level::Player && sums.games_with_enough() < PLAYER_GAMES
    }
}

/// Figures, each with its counts and 95 % interval; what is missing is withheld.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// What they are of.
    pub level: Level,
    /// By which rules.
    pub rules: RuleSet,
    /// The fewest moves for a figure.
    pub gate: u64,
    /// Sides of games.
    pub games: u64,
    /// Moves made.
    pub moves: u64,
    /// Moves counted.
    pub counted: u64,
    /// Moves left out, by the reason's name.
    pub excluded: BTreeMap<&'static str, u64>,
    /// The figures, by what they are divided by: widest first.
    pub core: Vec<FiguresByDenominator>,
    /// Opening, middlegame, endgame.
    pub by_phase: Vec<Part>,
    /// Better, level, worse.
    pub by_balance: Vec<Part>,
    /// Instant, quick, long; empty without clocks.
    pub by_pace: Vec<Part>,
    /// Runs of first choices.
    pub runs: Option<Runs>,
    /// Positions with one good move; always a count.
    pub only_move_positions: u64,
    /// How often it was found; withheld below the gate.
    pub only_moves: Option<Share>,
    /// Forced lines entered; none where they were not searched.
    pub forced_lines: Option<ForcedLines>,
    /// Forced mates; always counts, never centipawns.
    pub mates: MateFigures,
    /// The accuracy of whole games: its deviation says how steady they were. Over
    /// games of at least `GAME_GATE` counted moves; withheld below `GAMES_GATE`.
    pub between_games: Option<Mean>,
    /// Use of time; withheld without enough clocks.
    pub pace: Option<PaceFigures>,
    /// Matches with the first choice beside those of people of the rating; withheld below
    /// the gate, without ratings, and where no model belongs to the records.
    pub z: Option<MatchScore>,
    /// Moves that are likelier for an engine than for people of the rating; withheld in
    /// the same cases.
    pub engine_like: Option<EngineLikeness>,
    /// What moves lost by deep looks beside what people of the rating lose; withheld in the
    /// same cases, and where not all of them were looked at so.
    pub deep_loss: Option<DeepLoss>,
    /// The rating whose people's choices these look like; withheld below `RATING_GATE`
    /// choices, and where no model belongs to the records.
    pub intrinsic_rating: Option<IntrinsicRating>,
    /// Moves that look better and better, and worse and worse, with depth; withheld below the
    /// gate, and where no model belongs to the levels.
    pub trends: Option<TrendFigures>,
}

/// Figures and what they are divided by.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FiguresByDenominator {
    /// Which moves.
    pub denominator: Denominator,
    /// How many.
    pub moves: u64,
    /// The figures; withheld below the gate.
    pub figures: Option<CoreFigures>,
}

/// A part of the counted moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Part {
    /// Which.
    pub key: &'static str,
    /// How many moves.
    pub moves: u64,
    /// Their figures; withheld below the gate.
    pub figures: Option<CoreFigures>,
}

/// Forced lines that a player went into.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ForcedLines {
    /// How many.
    pub entered: u64,
    /// The longest, in plies, both sides counted.
    pub longest_plies: usize,
}

/// Mates that a player could have forced, and those he ran into.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MateFigures {
    /// Moves that kept or began a forced mate.
    pub found: u64,
    /// Moves that let one go.
    pub missed: u64,
    /// Found ones that no mate was quicker than.
    pub quickest: u64,
    /// Moves that allowed one.
    pub allowed: u64,
    /// Moves made while being mated.
    pub suffered: u64,
    /// Found of found and missed; withheld below the gate.
    pub found_share: Option<Share>,
    /// Moves for which mating lines were compared.
    pub risks_compared: u64,
    /// Of those, moves that were faster and riskier than need be.
    pub riskier: u64,
    /// Their mean excess of risk, 0 to 1; withheld below the gate.
    pub risk_excess: Option<Mean>,
}

impl Figures {
    /// Of sums, at a level.
    pub fn of(sums: &Sums, level: Level, options: &FigureOptions) -> Figures {
        let gate = match level.withholds(sums) {
            true => u64::MAX,
            false => level.gate(),
        };
        let counted = sums.counted();
        let enough = counted >= gate;
        let part = |key, tally: &Tally| Part {
            key,
            moves: tally.moves(),
            figures: tally.figures(gate, options),
        };
        let parts = |keys: [&'static str; 3], tallies: &[Tally; 3]| -> Vec<Part> {
            keys.into_iter()
                .zip(tallies)
                .map(|(k, t)| part(k, t))
                .collect()
        };
        let denominators = options.rules.denominators().iter();
        let core = denominators.map(|&denominator| {
            let tally = &sums.tallies[denominator as usize];
            FiguresByDenominator {
                denominator,
                moves: tally.moves(),
                figures: tally.figures(gate, options),
            }
        });
        let mut by_pace = parts(["instant", "quick", "long"], &sums.by_pace);
        if by_pace.iter().all(|part| part.moves == 0) {
            by_pace.clear();
        }
        let [only, found] = sums.only_good;
        // Many people together have no rating that their choices could be held against.
        let choices = match level {
            Level::Field => ChoiceFigures::default(),
            _ => ChoiceFigures::of(&sums.choices, gate),
        };
        Figures {
            level,
            rules: options.rules,
            gate: level.gate(),
            games: sums.games,
            moves: sums.moves,
            counted,
            excluded: sums.excluded.0.iter().map(|(e, &n)| (e.key(), n)).collect(),
            core: core.collect(),
            by_phase: parts(["opening", "middlegame", "endgame"], &sums.by_phase),
            by_balance: parts(["better", "level", "worse"], &sums.by_balance),
            by_pace,
            runs: enough.then(|| Runs::of(sums)),
            only_move_positions: only,
            only_moves: Share::of(found, only).filter(|share| share.of >= gate),
            forced_lines: (enough && sums.forced_searched > 0).then(|| ForcedLines {
                entered: sums.forced_lines.total(),
                longest_plies: sums.forced_lines.greatest().unwrap_or_default(),
            }),
            mates: mates(sums, gate),
            between_games: (sums.game_accuracy.mean_within(0.0, 100.0))
                .filter(|mean| mean.count >= GAMES_GATE),
            pace: sums.pace.figures(gate),
            z: choices.z,
            engine_like: choices.engine_like,
            deep_loss: choices.deep_loss,
            intrinsic_rating: choices.intrinsic_rating,
            trends: TrendFigures::of(sums, gate),
        }
    }

    /// What choices come to beside the models.
    pub fn choices(&self) -> ChoiceFigures {
        ChoiceFigures {
            z: self.z,
            engine_like: self.engine_like,
            deep_loss: self.deep_loss,
            intrinsic_rating: self.intrinsic_rating,
        }
    }

    /// The figures of all counted moves.
    pub fn counted(&self) -> Option<&CoreFigures> {
        let is_counted = |one: &&FiguresByDenominator| one.denominator == Denominator::Counted;
        let counted = self.core.iter().find(is_counted);
        counted.and_then(|divided| divided.figures.as_ref())
    }
}

fn mates(sums: &Sums, gate: u64) -> MateFigures {
    let number = |exclusion| sums.excluded.get(exclusion);
    let found = number(Exclusion::MateFound);
    let missed = number(Exclusion::MateMissed);
    let compared = sums.mate_risk.count();
    let excess = sums.mate_risk.mean_within(0.0, 1.0);
    MateFigures {
        found,
        missed,
        quickest: sums.mates_quickest,
        allowed: number(Exclusion::MateAllowed),
        suffered: number(Exclusion::MateSuffered),
        found_share: Share::of(found, found + missed).filter(|share| share.of >= gate),
        risks_compared: compared,
        riskier: sums.mates_riskier,
        risk_excess: excess.filter(|_| compared >= gate),
    }
}

#[cfg(test)]
#[path = "figures_tests.rs"]
mod tests;
