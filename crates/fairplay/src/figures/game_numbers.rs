//! What one side of one game adds to every figure, as plain numbers: all that a
//! resampling of whole games needs of it.
//!
//! Start with `GameNumbers::of`; the functions `column` and `total_column` give the column of each number.

use super::sums::Sums;
use super::tally::{Tally, TallyNumber};
use crate::facts::{Denominator, Exclusion};

/// A list of moves that has figures of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MoveList {
    /// What is divided by.
    Divided(Denominator),
    /// A part of the game, of three.
    Phase(usize),
    /// How the player stood, of three.
    Balance(usize),
    /// The time it took, of three.
    Pace(usize),
}

/// How many lists there are.
const LISTS: usize = Denominator::ALL.len() + 9;

impl MoveList {
    fn place(self) -> usize {
        let parts = Denominator::ALL.len();
        match self {
            MoveList::Divided(denominator) => denominator as usize,
            MoveList::Phase(part) => parts + part,
            MoveList::Balance(part) => parts + 3 + part,
            MoveList::Pace(part) => parts + 6 + part,
        }
    }
}

/// Totals over a side of a game that belong to no list of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameTotal {
    OnlyMoves,
    OnlyMovesFound,
    MatesFound,
    MatesMissed,
    RisksCompared,
    RiskExcess,
    Games,
    GameAccuracy,
    Timed,
    Instant,
    Seconds,
    Depths,
    LogSeconds,
    DepthSquares,
    LogSecondsSquares,
    Products,
    /// Choices of rated players beside the models.
    Rated,
    EngineLike,
}

const GAME_TOTALS: usize = GameTotal::EngineLike as usize + 1;

/// How many columns there are.
pub(super) const COLUMNS: usize = LISTS * TallyNumber::COUNT + GAME_TOTALS;

/// The column of a number of a list.
pub(super) fn column(list: MoveList, number: TallyNumber) -> usize {
    list.place() * TallyNumber::COUNT + number.place()
}

/// The column of a total.
pub(super) fn total_column(number: GameTotal) -> usize {
    LISTS * TallyNumber::COUNT + number as usize
}

/// The numbers of one side of a game that are not 0, by their columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameNumbers(pub(super) Vec<(u16, f32)>);

impl GameNumbers {
    /// Of one side of one game.
    pub fn of(sums: &Sums) -> GameNumbers {
        let mut all = vec![0.0; COLUMNS];
        let mut put = |list: MoveList, tally: &Tally| {
            let at = list.place() * TallyNumber::COUNT;
            for (place, number) in tally.numbers().enumerate() {
                all[at + place] = number;
            }
        };
        for (denominator, tally) in Denominator::ALL.into_iter().zip(&sums.tallies) {
            put(MoveList::Divided(denominator), tally);
        }
        for part in 0..3 {
            put(MoveList::Phase(part), &sums.by_phase[part]);
            put(MoveList::Balance(part), &sums.by_balance[part]);
            put(MoveList::Pace(part), &sums.by_pace[part]);
        }
        let [only, found] = sums.only_good;
        let mates = |exclusion| sums.excluded.get(exclusion) as f64;
        let pace = sums.pace.numbers();
        for (number, value) in [
            (GameTotal::OnlyMoves, only as f64),
            (GameTotal::OnlyMovesFound, found as f64),
            (GameTotal::MatesFound, mates(Exclusion::MateFound)),
            (GameTotal::MatesMissed, mates(Exclusion::MateMissed)),
            (GameTotal::RisksCompared, sums.mate_risk.count() as f64),
            (GameTotal::RiskExcess, sums.mate_risk.sum()),
            (GameTotal::Games, sums.game_accuracy.count() as f64),
            (GameTotal::GameAccuracy, sums.game_accuracy.sum()),
            (GameTotal::Timed, pace[0]),
            (GameTotal::Instant, pace[1]),
            (GameTotal::Seconds, pace[2]),
            (GameTotal::Depths, pace[3]),
            (GameTotal::LogSeconds, pace[4]),
            (GameTotal::DepthSquares, pace[5]),
            (GameTotal::LogSecondsSquares, pace[6]),
            (GameTotal::Products, pace[7]),
            (GameTotal::Rated, sums.choices.rated as f64),
            (GameTotal::EngineLike, sums.choices.engine_like as f64),
        ] {
            all[total_column(number)] = value;
        }
        let numbered = (0_u16..).zip(all);
        let known = numbered.filter(|&(_, value)| value != 0.0);
        GameNumbers(known.map(|(at, value)| (at, value as f32)).collect())
    }
}
