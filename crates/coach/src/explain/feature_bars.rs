//! What the evaluation says where lines end, as bars side by side: one row a
//! feature, always all of them, in one order and on one scale.
//!
//! Black's share to the left, White's to the right. Start with `FeatureBars`.

use plumb_engine::eval::{Account, Group};
use plumb_support::wording::text;

/// A part of the evaluation at the end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeatureShare {
    /// Which part; none for what belongs to no group: the right to move, what is left of
    /// the score in drawish endings, rounding.
    pub group: Option<Group>,
    /// What it adds to the score from White's side, in centipawns.
    pub white_cp: i32,
}

impl FeatureShare {
    /// Every part of an evaluation, in the order of the table; they add up to its score.
    pub fn all(account: &Account) -> Vec<FeatureShare> {
        let share = |&group: &Group| {
            let twenty_fourths = account.group_total(group).blend_24ths(account.phase);
            FeatureShare {
                group: Some(group),
                white_cp: (f64::from(twenty_fourths) / 24.0).round() as i32,
            }
        };
        let mut shares: Vec<FeatureShare> = Group::ALL.iter().map(share).collect();
        let told: i32 = shares.iter().map(|share| share.white_cp).sum();
        shares.push(FeatureShare {
            group: None,
            white_cp: account.total_cp - told,
        });
        shares
    }

    /// A row a part: the part as the first of these evaluations has it, and what it adds to each
    /// of them, from White's side in centipawns.
    pub(super) fn rows(accounts: &[&Account]) -> Vec<(FeatureShare, Vec<i32>)> {
        let columns: Vec<Vec<FeatureShare>> =
            accounts.iter().map(|one| FeatureShare::all(one)).collect();
        let parts = columns.first().into_iter().flatten().enumerate();
        parts
            .map(|(index, &part)| {
                let row = columns.iter().map(|column| column[index].white_cp);
                (part, row.collect())
            })
            .collect()
    }

    /// What a reader knows it by.
    pub fn title(&self) -> &'static str {
        self.group.map_or(text!(account.rest), Group::title)
    }

    /// Its name in data.
    pub fn key(&self) -> &'static str {
        self.group.map_or("rest", Group::key)
    }
}

/// Characters of a bar to one side: four for a pawn.
const HALF_WIDTH: usize = 12;
/// Centipawns that half a character stands for.
const HALF_CHARACTER_CP: f64 = 12.5;
const NAME_WIDTH: usize = 18;
/// A figure, a blank and both sides with the line between.
const COLUMN_WIDTH: usize = 6 + 1 + 2 * HALF_WIDTH + 1;

/// Signs to draw with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Signs {
    whole: char,
    left_half: char,
    right_half: char,
    middle: char,
    left_arrow: char,
    right_arrow: char,
}

const UNICODE: Signs = Signs {
    whole: '█',
    left_half: '▐',
    right_half: '▌',
    middle: '│',
    left_arrow: '◄',
    right_arrow: '►',
};

const ASCII: Signs = Signs {
    whole: '#',
    left_half: '-',
    right_half: '-',
    middle: '|',
    left_arrow: '<',
    right_arrow: '>',
};

/// The table of bars: a column for each line, with its caption and the evaluation where it ends.
pub(super) fn feature_bars(columns: &[(String, &Account)], ascii: bool) -> Vec<String> {
    let signs = if ascii { ASCII } else { UNICODE };
    let row = |name: &str, cells: &mut dyn Iterator<Item = String>| {
        let cells: Vec<String> = cells.map(|cell| format!("{cell:<COLUMN_WIDTH$}")).collect();
        let row = format!("{name:NAME_WIDTH$}{}", cells.join("  "));
        row.trim_end().to_owned()
    };
    let cell = |cp: i32| format!("{:>6} {}", tenths(cp), bar(cp, signs));
    let mut captions = columns.iter().map(|(caption, _)| caption.clone());
    let mut rows = vec![row("", &mut captions)];
    let accounts: Vec<&Account> = columns.iter().map(|(_, account)| *account).collect();
    for (part, shares) in FeatureShare::rows(&accounts) {
        rows.push(row(part.title(), &mut shares.into_iter().map(cell)));
    }
    let totals = accounts.iter().map(|account| account.total_cp);
    rows.push(row(text!(account.total), &mut totals.map(cell)));
    rows.push(format!("{:NAME_WIDTH$}{}", "", text!(bars.scale)));
    rows
}

/// Pawns with one decimal and a sign: `+0.4`.
fn tenths(cp: i32) -> String {
    let tenths = (f64::from(cp.abs()) / 10.0).round() as i32;
    let sign = if cp < 0 && tenths > 0 { '-' } else { '+' };
    format!("{sign}{}.{}", tenths / 10, tenths % 10)
}

/// Linear up to three pawns; an arrow stands for what is beyond.
fn bar(cp: i32, signs: Signs) -> String {
    let halves = (f64::from(cp.abs()) / HALF_CHARACTER_CP).round() as usize;
    let is_beyond = halves > 2 * HALF_WIDTH;
    let (whole, half) = match is_beyond {
        true => (HALF_WIDTH - 1, false),
        false => (halves / 2, halves % 2 == 1),
    };
    let body: String = std::iter::repeat_n(signs.whole, whole).collect();
    let empty = " ".repeat(HALF_WIDTH);
    if cp < 0 {
        let tip = match (is_beyond, half) {
            (true, _) => signs.left_arrow.to_string(),
            (_, true) => signs.left_half.to_string(),
            _ => String::new(),
        };
        format!("{:>HALF_WIDTH$}{}{empty}", tip + &body, signs.middle)
    } else {
        let tip = match (is_beyond, half) {
            (true, _) => signs.right_arrow.to_string(),
            (_, true) => signs.right_half.to_string(),
            _ => String::new(),
        };
        format!("{empty}{}{:<HALF_WIDTH$}", signs.middle, body + &tip)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_support::wording::sections;

    #[test]
    fn bars_are_linear_and_end_in_an_arrow() {
        let drawn = |cp| bar(cp, ASCII);
        let empty = " ".repeat(HALF_WIDTH);
        assert_eq!(drawn(0), format!("{empty}|{empty}"));
        assert_eq!(drawn(100), format!("{empty}|####        "));
        assert_eq!(drawn(-100), format!("        ####|{empty}"));
        assert_eq!(drawn(-113), format!("       -####|{empty}"));
        assert_eq!(drawn(300), format!("{empty}|############"));
        assert_eq!(drawn(320), format!("{empty}|###########>"));
        assert_eq!(drawn(-900), format!("<###########|{empty}"));
        for cp in -1_000..1_000 {
            assert_eq!(drawn(cp).chars().count(), 2 * HALF_WIDTH + 1, "{cp}");
            assert_eq!(bar(cp, UNICODE).chars().count(), 2 * HALF_WIDTH + 1, "{cp}");
        }
    }

    #[test]
    fn the_file_of_texts_has_the_names_of_the_groups() {
        let named = &sections()["account"];
        for group in Group::ALL {
            assert_eq!(named[group.key()], group.title());
        }
        assert_eq!(named.as_object().unwrap().len(), Group::ALL.len() + 2);
    }

    #[test]
    fn figures_have_one_decimal() {
        let figures = [40, -40, 0, 4, -4, 5, -1_234].map(tenths);
        assert_eq!(
            figures,
            ["+0.4", "-0.4", "+0.0", "+0.0", "+0.0", "+0.1", "-12.3"]
        );
    }
}
