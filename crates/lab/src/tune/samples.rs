//! Positions as the fit sees them: counts of weights and a target, packed.

use plumb_chess::board::Color;
use plumb_engine::eval::{
    Coefficient, Coefficients, SUMMED_SETTINGS, ScaleSum, ScaleSums, Setting, Sides, Weights,
};
use plumb_support::random::Random;

/// The lists of counts that a sample has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub(super) enum List {
    /// Centipawns, White's less Black's.
    Linear,
    /// Danger points of White's king.
    WhiteDanger,
    /// Danger points of Black's king.
    BlackDanger,
}

impl List {
    pub(super) const COUNT: usize = 3;
}

/// All about a position that does not depend on the weights, but its counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Row {
    /// Where its counts begin.
    start: usize,
    /// How long each list is; they lie one after the other.
    lengths: [u16; List::COUNT],
    /// What is left of an endgame advantage of White, and of Black.
    endgame_scales: [PackedSum; 2],
    /// What is left of the whole score if White is ahead, or Black.
    whole_scales: [PackedSum; 2],
    /// How much of the middlegame is left: 24ths.
    phase: u8,
    /// White is to move.
    pub(super) white_moves: bool,
    /// What the fifty-move rule leaves of a score.
    pub(super) fifty_left: f32,
    /// The chances that the score should stand for, from White's side.
    pub(super) target: f32,
    /// How much this position counts.
    pub(super) weight: f32,
}

impl Row {
    /// How much of the middlegame is left, from 0 to 1.
    pub(super) fn phase(&self) -> f32 {
        f32::from(self.phase) / 24.0
    }

    /// What is left of an endgame advantage of White, or else of Black.
    pub(super) fn endgame_scale(&self, white: bool) -> &PackedSum {
        &self.endgame_scales[usize::from(!white)]
    }

    /// What is left of the whole score if White, or else Black, is ahead.
    pub(super) fn whole_scale(&self, white: bool) -> &PackedSum {
        &self.whole_scales[usize::from(!white)]
    }
}

/// A `ScaleSum` in few bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PackedSum {
    /// 128ths that are left whatever the settings are.
    pub(super) constant: u8,
    /// Settings by number, each with its count; a count of zero is no setting.
    counts: [(u8, u8); SUMMED_SETTINGS],
}

impl PackedSum {
    fn of(sum: &ScaleSum) -> PackedSum {
        let byte = |number: i32| number.clamp(0, 255) as u8;
        let mut packed = PackedSum {
            constant: byte(sum.constant),
            ..PackedSum::default()
        };
        for (place, &(setting, count)) in packed.counts.iter_mut().zip(&sum.counts) {
            debug_assert!((1..=255).contains(&count), "{sum:?}");
            *place = (setting as u8, byte(count));
        }
        packed
    }

    /// The settings, and how often each counts.
    #[inline]
    pub(super) fn counts(&self) -> impl Iterator<Item = (Setting, f32)> {
        let given = self.counts.iter().take_while(|(_, count)| *count > 0);
        given.map(|&(setting, count)| (Setting::ALL[usize::from(setting)], f32::from(count)))
    }
}

/// Samples one after the other in flat lists.
#[derive(Clone, Debug, Default)]
pub(super) struct Samples {
    rows: Vec<Row>,
    places: Vec<u16>,
    counts: Vec<i16>,
}

impl Samples {
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(super) fn row(&self, index: usize) -> &Row {
        &self.rows[index]
    }

    /// The counts of a row: places of weights, and how often each counts.
    #[inline]
    pub(super) fn counts(&self, row: &Row, list: List) -> (&[u16], &[i16]) {
        let before: usize = row.lengths[..list as usize]
            .iter()
            .map(|&n| usize::from(n))
            .sum();
        let from = row.start + before;
        let to = from + usize::from(row.lengths[list as usize]);
        (&self.places[from..to], &self.counts[from..to])
    }

    /// Adds a position.
    pub(super) fn push(
        &mut self,
        coefficients: &Coefficients,
        scales: &Sides<ScaleSums>,
        halfmove_clock: u16,
        weights: &Weights,
        target: f32,
        weight: f32,
    ) {
        let start = self.places.len();
        let lists: [&[Coefficient]; List::COUNT] = [
            &coefficients.linear,
            &coefficients.danger[Color::White],
            &coefficients.danger[Color::Black],
        ];
        for coefficient in lists.into_iter().flatten() {
            self.places.push(coefficient.weight);
            self.counts.push(coefficient.count);
        }
        let horizon = weights.setting(Setting::FiftyMoveHorizon);
        let left = (horizon - i32::from(halfmove_clock)).max(0);
        self.rows.push(Row {
            start,
            lengths: lists.map(|list| list.len() as u16),
            endgame_scales: Color::ALL.map(|side| PackedSum::of(&scales[side].endgame)),
            whole_scales: Color::ALL.map(|side| PackedSum::of(&scales[side].whole)),
            phase: coefficients.phase().clamp(0, 24) as u8,
            white_moves: coefficients.turn() == Color::White,
            fifty_left: left as f32 / horizon as f32,
            target,
            weight,
        });
    }

    /// Adds all samples of another list behind these.
    pub(super) fn append(&mut self, other: Samples) {
        let shift = self.places.len();
        let moved = other.rows.into_iter().map(|row| Row {
            start: row.start + shift,
            ..row
        });
        self.rows.extend(moved);
        self.places.extend(other.places);
        self.counts.extend(other.counts);
    }

    /// The same samples in a random order, their counts in that order too, so
    /// that walking through them is walking through memory.
    pub(super) fn shuffled(self, seed: u64) -> Samples {
        let mut shuffled = Samples {
            rows: Vec::with_capacity(self.rows.len()),
            places: Vec::with_capacity(self.places.len()),
            counts: Vec::with_capacity(self.counts.len()),
        };
        for index in Random::seeded(seed).order(self.rows.len()) {
            let row = self.rows[index];
            let length: usize = row.lengths.iter().map(|&n| usize::from(n)).sum();
            let counts = row.start..row.start + length;
            let start = shuffled.places.len();
            shuffled
                .places
                .extend_from_slice(&self.places[counts.clone()]);
            shuffled.counts.extend_from_slice(&self.counts[counts]);
            shuffled.rows.push(Row { start, ..row });
        }
        shuffled
    }
}
