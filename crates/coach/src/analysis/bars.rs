//! What a score is made of as bars: Black's share to the left, White's to the
//! right, the greatest first.

use plumb_engine::eval::{Account, Group};
use plumb_support::wording::text;

/// The width of one side, in characters.
const HALF_WIDTH: usize = 12;
/// Smaller shares are not drawn, in centipawns.
const LEAST_CP: i32 = 5;
const NAME_WIDTH: usize = 22;

/// A row for each group of terms that counts for something, and one for the
/// rest, so that the figures add up to the account's total. In pawns, from
/// White's side.
pub(super) fn bars(account: &Account) -> String {
    let mut rows: Vec<(&str, i32)> = Group::ALL
        .iter()
        .map(|&group| {
            let twenty_fourths = account.group_total(group).blend_24ths(account.phase);
            (
                group.title(),
                (f64::from(twenty_fourths) / 24.0).round() as i32,
            )
        })
        .filter(|(_, cp)| cp.abs() >= LEAST_CP)
        .collect();
    rows.sort_by_key(|&(_, cp)| -cp.abs());
    let shown: i32 = rows.iter().map(|&(_, cp)| cp).sum();
    if account.total_cp != shown {
        rows.push((text!(account.rest), account.total_cp - shown));
    }
    let most = rows.iter().map(|&(_, cp)| cp.abs()).max().unwrap_or(0);
    let mut drawn = String::new();
    for (name, cp) in rows {
        drawn.push_str(&row(name, cp, most));
    }
    drawn.push_str(&format!(
        "  {:NAME_WIDTH$}{:>6}\n",
        text!(account.total),
        pawns(account.total_cp)
    ));
    drawn
}

fn row(name: &str, cp: i32, most: i32) -> String {
    let length = (HALF_WIDTH as i32 * cp.abs() + most / 2) / most.max(1);
    let bar = "█".repeat(length as usize);
    let (black, white) = if cp < 0 {
        (bar, String::new())
    } else {
        (String::new(), bar)
    };
    let row = format!(
        "  {name:NAME_WIDTH$}{:>6}  {black:>HALF_WIDTH$}│{white}",
        pawns(cp)
    );
    format!("{}\n", row.trim_end())
}

/// Centipawns as pawns with a sign: `+0.33`.
pub(super) fn pawns(cp: i32) -> String {
    let sign = if cp < 0 { '-' } else { '+' };
    let cp = cp.unsigned_abs();
    format!("{sign}{}.{:02}", cp / 100, cp % 100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_chess::notation::parse_fen;
    use plumb_engine::eval::{Explanation, WdlModel, Weights};

    fn account(fen: &str) -> Account {
        let position = parse_fen(fen).unwrap();
        let (weights, chances) = (Weights::embedded(), WdlModel::embedded());
        Explanation::new(fen.to_owned(), &position, &weights, &chances).account
    }

    /// Hundredths of a pawn as printed.
    fn figure(line: &str) -> i32 {
        let figure: String = line[2 + NAME_WIDTH..]
            .trim_start()
            .chars()
            .take(5)
            .collect();
        let digits = figure.trim().replace(['.', '+'], "");
        digits.parse().unwrap()
    }

    #[test]
    fn the_rows_add_up_to_the_total_and_the_greatest_is_first() {
        for fen in [
            "r1bq1rk1/pp2bppp/2n2n2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 10",
            "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1",
            "r4rk1/ppp2ppp/8/3q4/3P4/5N2/PP2QPPP/R1B2RK1 b - - 0 13",
        ] {
            let account = account(fen);
            let text = bars(&account);
            let lines: Vec<&str> = text.lines().collect();
            let (together, rows) = lines.split_last().unwrap();
            let figures: Vec<i32> = rows.iter().map(|line| figure(line)).collect();
            assert_eq!(figures.iter().sum::<i32>(), account.total_cp, "{text}");
            assert_eq!(figure(together), account.total_cp);
            let groups = rows
                .iter()
                .filter(|row| !row.contains("Everything else"))
                .count();
            let sizes: Vec<i32> = figures[..groups].iter().map(|cp| cp.abs()).collect();
            assert!(sizes.is_sorted_by(|one, next| one >= next), "{text}");
        }
    }

    #[test]
    fn whites_share_is_to_the_right() {
        assert_eq!(
            row("Pawns", 10, 10),
            format!("  {:22} +0.10  {:12}│{}\n", "Pawns", "", "█".repeat(12))
        );
        assert_eq!(
            row("Pawns", -5, 10),
            format!("  {:22} -0.05  {:>12}│\n", "Pawns", "█".repeat(6))
        );
    }
}
