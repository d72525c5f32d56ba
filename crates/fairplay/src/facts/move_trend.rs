//! The trend of a move: whether it looks better or worse the deeper one looks.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::records::MoveRecord;
use plumb_coach::analysis::{TREND_LEVELS, Trend, TrendModel};

/// How likely people see which trend in the plot of a move's levels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveTrend {
    /// The likeliest.
    pub trend: Trend,
    /// The probability, 0 to 1, of each of [`Trend::ALL`]; they sum to one.
    pub probabilities: [f64; Trend::ALL.len()],
}

impl MoveTrend {
    /// Of the search after the move, scores from the side of who made it; nothing where the
    /// game was over, or the record has another number of levels.
    pub fn of(record: &MoveRecord, model: &TrendModel) -> Option<MoveTrend> {
        let after = Some(&record.after).filter(|after| after.depth > 0)?;
        let levels = <[i32; TREND_LEVELS]>::try_from(after.levels.as_slice()).ok()?;
        Some(MoveTrend {
            trend: model.trend(&levels),
            probabilities: model.probabilities(&levels),
        })
    }
}

impl Serialize for MoveTrend {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1 + Trend::ALL.len()))?;
        map.serialize_entry("seen", <&str>::from(self.trend))?;
        for (trend, probability) in Trend::ALL.iter().zip(self.probabilities) {
            map.serialize_entry(<&str>::from(trend), &probability)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::cp_record;
    use plumb_engine::tables::{Table, Tables};

    #[test]
    fn a_move_has_the_trend_of_the_search_after_it() {
        let model = TrendModel::from_toml(Tables::embedded().text(Table::Trend)).unwrap();
        let mut record = cp_record("e2e4", "e2e4", &[("e2e4", 10)]);
        record.after.depth = 9;
        record.before.levels = vec![0; TREND_LEVELS];
        record.after.levels = (0..TREND_LEVELS as i32).map(|level| 5 * level).collect();
        let trend = MoveTrend::of(&record, &model).unwrap();
        assert_eq!(trend.trend, Trend::Ascending);
        let text = serde_json::to_value(trend).unwrap();
        assert_eq!(text["seen"], "ascending");
        assert_eq!(text["ascending"], trend.probabilities[0]);
        assert_eq!(text.as_object().unwrap().len(), 4);
        // Twenty levels are those of another profile, and nothing is searched after the end.
        let mut screen = record.clone();
        screen.after.levels.truncate(20);
        assert_eq!(MoveTrend::of(&screen, &model), None);
        record.after.depth = 0;
        assert_eq!(MoveTrend::of(&record, &model), None);
    }
}
