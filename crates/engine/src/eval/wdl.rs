//! From a score to chances.

use serde::Deserialize;

use super::facts::phase;
use crate::tables::{Model, Table, TableError, list};
use plumb_chess::board::Position;

/// The phases, of 24 in all, at which a model states its numbers; between them
/// it takes the straight line.
pub const WDL_PHASES: [i32; 4] = [0, 8, 16, 24];

/// Scores are on the right scale if 100 centipawns win one game in two at this
/// phase: an early middlegame.
pub const WDL_REFERENCE_PHASE: i32 = 16;

/// A logistic model of how games end, read from `tables/wdl.toml`. Every number
/// is stated for each of [`WDL_PHASES`].
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WdlModel {
    /// The score in centipawns at which one game in two is won.
    #[serde(deserialize_with = "list")]
    pub win_half_cp: [f64; 4],
    /// Centipawns that change the odds of winning by a factor of e.
    #[serde(deserialize_with = "list")]
    pub spread_cp: [f64; 4],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    model: ModelSection,
}

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "expected win_half_cp and spread_cp, each a list of 4 numbers (at phases 0, 8, 16, 24 of 24)"
)]
enum ModelSection {
    ByPhase(WdlModel),
    Older(OlderModel),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OlderModel {
    win_half_cp: f64,
    middlegame_spread_cp: f64,
    endgame_spread_cp: f64,
}

impl From<OlderModel> for WdlModel {
    fn from(model: OlderModel) -> WdlModel {
        WdlModel {
            win_half_cp: [model.win_half_cp; 4],
            spread_cp: WDL_PHASES.map(|phase| {
                let left = f64::from(phase) / 24.0;
                left * model.middlegame_spread_cp + (1.0 - left) * model.endgame_spread_cp
            }),
        }
    }
}

/// The place of a phase between two of [`WDL_PHASES`]: the index of the first,
/// and how far it is to the second, from 0 to 1.
pub fn wdl_place(phase: i32) -> (usize, f64) {
    let phase = phase.clamp(0, 24);
    let index = (phase / 8).min(2);
    (index as usize, f64::from(phase - 8 * index) / 8.0)
}

fn at(values: &[f64; 4], phase: i32) -> f64 {
    let (index, part) = wdl_place(phase);
    (1.0 - part) * values[index] + part * values[index + 1]
}

impl Model for WdlModel {
    const TABLE: Table = Table::Wdl;

    fn read(_: Table, text: &str) -> Result<WdlModel, TableError> {
        WdlModel::from_toml(text)
    }

    fn built_in() -> Option<WdlModel> {
        Some(WdlModel::embedded())
    }
}

impl WdlModel {
    /// The model that this binary was built with.
    pub fn embedded() -> WdlModel {
        let list = |key: &str| {
            let numbers = Table::Wdl.built_in_numbers(key);
            numbers.try_into().expect("a test reads the same in TOML")
        };
        WdlModel {
            win_half_cp: list("model.win_half_cp"),
            spread_cp: list("model.spread_cp"),
        }
    }

    /// The score at which one game in two is won at this phase, and the spread,
    /// both in centipawns.
    pub fn half_and_spread(&self, phase: i32) -> (f64, f64) {
        (at(&self.win_half_cp, phase), at(&self.spread_cp, phase))
    }

    /// Chances to win, draw and lose, which add up to 1, of a side with this
    /// score in centipawns at this phase.
    pub fn chances(&self, score_cp: f64, phase: i32) -> [f64; 3] {
        let (half, spread) = self.half_and_spread(phase);
        let chance = |exponent: f64| 1.0 / (1.0 + libm::exp(exponent));
        let win = chance((half - score_cp) / spread);
        let loss = chance((half + score_cp) / spread);
        // 1 - win - loss, without the loss of digits where one of them is near 1.
        let draw = if score_cp >= 0.0 {
            chance((score_cp - half) / spread) - loss
        } else {
            chance((-score_cp - half) / spread) - win
        };
        [win, draw, loss]
    }

    /// Reads a table; an error names the key. Each number is a list with a value
    /// for each of [`WDL_PHASES`]; or, in the older form, there are one
    /// `win_half_cp` and a spread each for the middlegame and the endgame.
    pub fn from_toml(text: &str) -> Result<WdlModel, TableError> {
        let file: File = Table::Wdl.read(text)?;
        let model = match file.model {
            ModelSection::ByPhase(model) => model,
            ModelSection::Older(model) => model.into(),
        };
        for (name, list) in [
            ("win_half_cp", model.win_half_cp),
            ("spread_cp", model.spread_cp),
        ] {
            for (index, cp) in list.into_iter().enumerate() {
                if !(1.0..=10_000.0).contains(&cp) {
                    let key = format!("model.{name}[{index}]");
                    let expected = "a number of centipawns from 1 to 10000";
                    return Err(Table::Wdl.wrong(key, cp, expected));
                }
            }
        }
        Ok(model)
    }
}

/// Chances to win, draw and lose, in thousandths, of the side to move where the game is over:
/// mated, stalemated, or without mating material on either side. `None` where it goes on.
pub fn finished_win_draw_loss(position: &Position) -> Option<[u32; 3]> {
    let has_no_moves = position.has_no_moves();
    if has_no_moves && position.in_check() {
        return Some([0, 0, 1000]);
    }
    (has_no_moves || position.is_insufficient_material()).then_some([0, 1000, 0])
}

/// Chances to win, draw and lose, in thousandths that add up to 1000, of the
/// side that has this score in this position; exact where the game is over.
pub fn win_draw_loss(score_cp: i32, position: &Position, model: &WdlModel) -> [u32; 3] {
    if let Some(chances) = finished_win_draw_loss(position) {
        return chances;
    }
    let chances = model.chances(f64::from(score_cp), phase(position));
    let thousandths = |chance: f64| libm::round(1000.0 * chance) as u32;
    let win = thousandths(chances[0]);
    let loss = thousandths(chances[2]).min(1000 - win);
    [win, 1000 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_are_read() {
        let old = "[meta]\n[model]\nwin_half_cp = 100\nmiddlegame_spread_cp = 50\nendgame_spread_cp = 35\n";
        let model = WdlModel::from_toml(old).unwrap();
        assert_eq!(model.win_half_cp, [100.0; 4]);
        assert_eq!(model.spread_cp, [35.0, 40.0, 45.0, 50.0]);
        let new =
            "[meta]\n[model]\nwin_half_cp = [90, 95, 100.5, 110]\nspread_cp = [35, 40, 45, 50]\n";
        let model = WdlModel::from_toml(new).unwrap();
        assert_eq!(model.half_and_spread(4), (92.5, 37.5));
        assert_eq!(model.half_and_spread(24), (110.0, 50.0));
        for (from, to, message) in [
            (
                "[35, 40, 45, 50]",
                "[35, 40, 45, 50, 55]",
                "line 2: expected win_half_cp and spread_cp, each a list of 4 numbers",
            ),
            (
                "[35, 40, 45, 50]",
                "35",
                "expected win_half_cp and spread_cp, each a list of 4 numbers",
            ),
            (
                "100.5",
                "0.5",
                "model.win_half_cp[2] is 0.5; expected a number",
            ),
            (
                "spread_cp =",
                "endgame_spread_cp =",
                "expected win_half_cp and spread_cp, each a list of 4 numbers",
            ),
            (
                "spread_cp = [35, 40, 45, 50]",
                "",
                "(at phases 0, 8, 16, 24 of 24) in `model`",
            ),
        ] {
            let error = WdlModel::from_toml(&new.replace(from, to)).unwrap_err();
            assert!(error.to_string().contains(message), "{error}");
        }
    }

    #[test]
    fn chances_add_up_and_mirror() {
        let model = WdlModel {
            win_half_cp: [60.0, 80.0, 100.0, 140.0],
            spread_cp: [20.0, 30.0, 50.0, 60.0],
        };
        for phase in 0..=24 {
            let half = model.half_and_spread(phase).0;
            assert!((model.chances(half, phase)[0] - 0.5).abs() < 1e-12);
            for cp in (-3_000..=3_000).step_by(50) {
                let [win, draw, loss] = model.chances(f64::from(cp), phase);
                assert!((win + draw + loss - 1.0).abs() < 1e-12);
                assert!(draw > 0.0 && win >= 0.0 && loss >= 0.0, "{cp} {phase}");
                assert_eq!(model.chances(f64::from(-cp), phase), [loss, draw, win]);
            }
        }
    }
}
