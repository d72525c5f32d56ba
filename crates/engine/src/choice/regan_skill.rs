//! Players of Regan's model by their rating, read from `tables/regan_skill.toml`.
//!
//! Start with `ReganSkill::at`.

use serde::Deserialize;

use super::regan_reference::ReganReference;
use crate::tables::{Model, Table, TableError, Tables};

/// s and c of some ratings, above 0.
const SKILL_BOUNDS: std::ops::RangeInclusive<f64> = 1e-3..=10.0;
/// Ratings that the table may name, in Elo.
const RATINGS: std::ops::RangeInclusive<f64> = 0.0..=4_000.0;

/// s and c as functions of the rating: straight lines between some ratings, level beyond them.
#[derive(Clone, Debug, PartialEq)]
pub struct ReganSkill {
    /// Ratings, ascending, one at least.
    points: Vec<(f64, ReganReference)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    by_rating: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a section")]
struct Row {
    rating: f64,
    sensitivity: f64,
    consistency: f64,
}

impl Model for ReganSkill {
    const TABLE: Table = Table::ReganSkill;

    fn read(_: Table, text: &str) -> Result<ReganSkill, TableError> {
        ReganSkill::from_toml(text)
    }
}

impl ReganSkill {
    /// That which this binary was built with.
    pub fn embedded() -> ReganSkill {
        ReganSkill::from_toml(Tables::embedded().text(Table::ReganSkill))
            .expect("a test reads the embedded table")
    }

    /// Reads a table; an error names the key.
    pub fn from_toml(text: &str) -> Result<ReganSkill, TableError> {
        let table = Table::ReganSkill;
        let rows = table.read::<File>(text)?.by_rating;
        if rows.is_empty() {
            let expected = "sections of rating, sensitivity, consistency";
            return Err(table.wrong("by_rating", "an empty list", expected));
        }
        let mut points: Vec<(f64, ReganReference)> = Vec::new();
        for (index, row) in rows.iter().enumerate() {
            let key = |name| format!("by_rating.{index}.{name}");
            let rating = table.within(key("rating"), row.rating, RATINGS)?;
            if let Some((last, _)) = points.last().filter(|(last, _)| *last >= rating) {
                let expected = format!("a rating above {last}, that of the section before it");
                return Err(table.wrong(key("rating"), rating, expected));
            }
            let skill = |name, number| table.within(key(name), number, SKILL_BOUNDS);
            let player = ReganReference {
                sensitivity: skill("sensitivity", row.sensitivity)?,
                consistency: skill("consistency", row.consistency)?,
            };
            points.push((rating, player));
        }
        Ok(ReganSkill { points })
    }

    /// The player of a rating over the board at long time controls, in Elo.
    pub fn at(&self, rating: f64) -> ReganReference {
        let above = self.points.partition_point(|&(point, _)| point <= rating);
        let below = &self.points[above.saturating_sub(1)];
        let above = self.points.get(above.max(1)).unwrap_or(below);
        let (low, high) = (below.1, above.1);
        let width = above.0 - below.0;
        let part = match width > 0.0 {
            true => ((rating - below.0) / width).clamp(0.0, 1.0),
            false => 0.0,
        };
        let between = |low: f64, high: f64| low + part * (high - low);
        ReganReference {
            sensitivity: between(low.sensitivity, high.sensitivity),
            consistency: between(low.consistency, high.consistency),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_lie_on_lines_between_the_tables_ratings() {
        let text = "[meta]\n\
            [[by_rating]]\nrating = 1000\nsensitivity = 0.5\nconsistency = 0.4\n\
            [[by_rating]]\nrating = 1400\nsensitivity = 0.3\nconsistency = 0.6\n\
            [[by_rating]]\nrating = 2000\nsensitivity = 0.1\nconsistency = 0.6\n";
        let skill = ReganSkill::from_toml(text).unwrap();
        for (rating, s, c) in [
            (0.0, 0.5, 0.4),
            (1000.0, 0.5, 0.4),
            (1100.0, 0.45, 0.45),
            (1_399.999_999, 0.3, 0.6),
            (1400.0, 0.3, 0.6),
            (1850.0, 0.15, 0.6),
            (2000.0, 0.1, 0.6),
            (3500.0, 0.1, 0.6),
        ] {
            let player = skill.at(rating);
            let error = (player.sensitivity - s).abs() + (player.consistency - c).abs();
            assert!(error < 1e-8, "{rating}: {player:?}");
        }
    }

    #[test]
    fn the_embedded_table_has_stronger_players_at_higher_ratings() {
        let skill = ReganSkill::embedded();
        let [weak, middle, strong] = [1000.0, 1800.0, 2600.0].map(|r| skill.at(r).sensitivity);
        assert!(weak > middle && middle > strong, "{weak} {middle} {strong}");
    }

    #[test]
    fn one_rating_is_for_all() {
        let text = "[meta]\n[[by_rating]]\nrating = 1500\nsensitivity = 1\nconsistency = 0.5\n";
        let skill = ReganSkill::from_toml(text).unwrap();
        for rating in [0.0, 1500.0, 3000.0, f64::NAN] {
            assert_eq!(skill.at(rating).sensitivity, 1.0);
        }
    }

    #[test]
    fn a_wrong_table_is_named() {
        let row = |rating: &str, s: &str| {
            format!("[[by_rating]]\nrating = {rating}\nsensitivity = {s}\nconsistency = 0.5\n")
        };
        for (text, message) in [
            (String::new(), "line 1: missing field `by_rating`"),
            (
                row("1500", "0"),
                "by_rating.0.sensitivity is 0; expected a number from 0.001 to 10",
            ),
            (
                row("1500", "1") + &row("1500", "1"),
                "by_rating.1.rating is 1500; expected a rating above 1500, that of the section \
                 before it",
            ),
            (
                row("1500", "1") + "skill = 1\n",
                "line 6: unknown field `skill`, expected one of `rating`, `sensitivity`, \
                 `consistency` in `by_rating`",
            ),
        ] {
            let error = ReganSkill::from_toml(&format!("[meta]\n{text}")).unwrap_err();
            assert_eq!(error.to_string(), format!("regan_skill.toml: {message}"));
        }
    }
}
