//! The evaluation adds up: rows, table, coefficients and comparison all give
//! the score of play to the last 24th of a centipawn, from either side.

use std::fs::File;
use std::io::BufReader;
use std::sync::{Arc, LazyLock};

use plumb_chess::board::{Color, Piece, PieceKind, Position, Setup};
use plumb_chess::notation::pgn::{PgnOptions, read_games};
use plumb_chess::notation::{FenStyle, to_fen};
use plumb_engine::eval::{
    self, Account, AccountDiff, Detail, Evaluator, Explanation, SCORE_BOUND_CP, Tapered, WdlModel,
    Weights,
};
use proptest::prelude::*;

use plumb_testing::positions::{epd_positions, flipped, sample};
use plumb_testing::quick_or_thorough;

/// What is the same for all positions. The evaluator remembers pawns from one
/// position to the next, as it does in play; accounts start from scratch.
struct Bench {
    weights: Arc<Weights>,
    model: WdlModel,
    play: Evaluator,
}

impl Bench {
    fn new() -> Bench {
        // Reading the tables takes longer than a position.
        static TABLES: LazyLock<(Arc<Weights>, WdlModel)> =
            LazyLock::new(|| (Arc::new(Weights::embedded()), WdlModel::embedded()));
        let (weights, model) = &*TABLES;
        Bench {
            play: Evaluator::new(Arc::clone(weights)),
            model: *model,
            weights: Arc::clone(weights),
        }
    }

    fn explain(&self, position: &Position) -> Explanation {
        let fen = to_fen(position, FenStyle::Shredder);
        Explanation::new(fen, position, &self.weights, &self.model)
    }

    /// Everything that has to add up, and the same with colours exchanged.
    fn check(&mut self, position: &Position) {
        let fen = || to_fen(position, FenStyle::Shredder);
        let score = self.play.evaluate(position);
        let account = eval::account(position, &self.weights);
        assert_eq!(account.score_cp(), score, "{}", fen());
        assert!(score.abs() < SCORE_BOUND_CP);
        let total = 24 * account.total_cp;
        assert_eq!(account.sum_of_rows_24ths(), total, "{}", fen());
        assert_eq!(sum_of_groups_24ths(&account), total, "{}", fen());
        for row in &account.terms {
            let weight = self.weights.get(row.term, row.slot);
            assert_eq!((row.value, row.weight()), (weight * row.count, weight));
        }
        let coefficients = eval::coefficients(position, &self.weights);
        assert_eq!(coefficients.score(&self.weights), score, "{}", fen());

        let mirrored = flipped(position);
        assert_eq!(self.play.evaluate(&mirrored), score, "{}", fen());
        let mirrored = eval::account(&mirrored, &self.weights);
        assert_eq!(mirrored.total_cp, -account.total_cp, "{}", fen());
        for side in Color::ALL {
            assert_eq!(rows(&mirrored, side), rows(&account, !side), "{}", fen());
        }
    }
}

/// A side's rows, for comparison.
fn rows(account: &Account, side: Color) -> Vec<(usize, i32)> {
    let rows = account.terms.iter().filter(|row| row.side == side);
    let mut rows: Vec<_> = rows
        .map(|row| (row.term.offset() + row.slot, row.count))
        .collect();
    rows.sort();
    rows
}

/// The way a reader of the table takes: groups, stages on both halves, blend,
/// stages on the whole.
fn sum_of_groups_24ths(account: &Account) -> i32 {
    let halves = account.stages_before_blend().iter();
    let halves = halves
        .filter(|row| row.stage.group().is_none())
        .fold(account.balance(), |sum, row| sum + row.value);
    let whole = account.stages_after_blend().iter();
    halves.blend_24ths(account.phase) + whole.map(|row| row.twenty_fourths).sum::<i32>()
}

#[test]
fn everything_adds_up_over_random_games() {
    let mut bench = Bench::new();
    let count = quick_or_thorough(25_000, 100_000);
    let positions = sample(count);
    assert!(positions.len() >= count);
    positions.iter().for_each(|position| bench.check(position));
}

#[test]
fn everything_adds_up_over_the_suites() {
    let mut bench = Bench::new();
    epd_positions()
        .iter()
        .for_each(|position| bench.check(position));
}

/// `PLUMB_GAMES=games.pgn cargo test --test evaluation sum::` adds every tenth
/// game of a large collection, which must hold 100,000 positions.
#[test]
fn everything_adds_up_over_a_collection_of_games() {
    let Some(path) = std::env::var_os("PLUMB_GAMES") else {
        return;
    };
    let file = File::open(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let games = read_games(BufReader::new(file), PgnOptions::MOVES).flatten();
    let mut bench = Bench::new();
    let mut count = 0;
    for entry in games.step_by(10) {
        let mut position = entry.game.start.clone();
        for mv in entry.game.played() {
            bench.check(&position);
            count += 1;
            position = position.play(mv);
        }
        if count > 250_000 {
            break;
        }
    }
    assert!(count >= 100_000, "{count} positions are too few");
    println!("{count} positions");
}

#[test]
fn comparisons_add_up() {
    let bench = Bench::new();
    let positions = sample(6_000);
    for pair in positions.windows(2) {
        let [before, after] = [&pair[0], &pair[1]].map(|position| bench.explain(position));
        let diff = AccountDiff::between(&before, &after);
        let difference = after.account.total_cp - before.account.total_cp;
        assert_eq!(diff.change_cp(), difference);
        assert_eq!(diff.sum_of_rows_24ths(), 24 * difference);
        let sizes = diff.rows.iter().map(|row| row.change_24ths().abs());
        assert!(sizes.clone().is_sorted_by(|a, b| a >= b));
        assert!(sizes.min() != Some(0));
        // There and back again.
        let back = AccountDiff::between(&after, &before);
        assert_eq!(back.rows.len(), diff.rows.len());
        assert_eq!(back.sum_of_rows_24ths(), -24 * difference);
        assert!(AccountDiff::between(&after, &after).rows.is_empty());
        assert_eq!(
            sum_of_printed_changes(&diff),
            (24 * difference, 24 * difference)
        );
    }
}

/// `+0.33 18/24` in 24ths of a centipawn; none if there is no such figure.
fn printed(text: &str) -> Option<i32> {
    let mut words = text.split_whitespace();
    let pawns = words.next()?;
    let sign = match pawns.chars().next()? {
        '-' => -1,
        '+' => 1,
        _ => return None,
    };
    let cp: i32 = pawns[1..].replace('.', "").parse().ok()?;
    let part = words.next().and_then(|word| word.strip_suffix("/24"));
    Some(sign * (24 * cp + part.map_or(0, |part| part.parse().expect("24ths"))))
}

/// The printed rows added up, and the printed difference.
fn sum_of_printed_changes(diff: &AccountDiff<'_>) -> (i32, i32) {
    let text = diff.to_string();
    let mut sum = 0;
    for line in text.lines() {
        let Some(change) = line.get(1..15).and_then(printed) else {
            continue;
        };
        let [before, after] = [15..29, 29..43].map(|at| line.get(at).and_then(printed));
        assert_eq!(
            after.zip(before).map(|(a, b)| a - b),
            Some(change),
            "{line}"
        );
        if line.ends_with("Final evaluation") {
            return (sum, change);
        }
        sum += change;
    }
    panic!("no last row:\n{text}")
}

/// What a reader makes of the printed table, with a pencil: the groups, then
/// the printed changes. In 24ths, with the printed total.
fn sum_of_printed_rows(text: &str) -> (i32, i32) {
    let pair = |text: &str| {
        let figures: Vec<i32> = text
            .split_whitespace()
            .filter_map(|word| word.replace('.', "").parse().ok())
            .collect();
        match figures[..] {
            [middlegame, endgame] => Some(Tapered::new(middlegame, endgame)),
            _ => None,
        }
    };
    let mut groups = Tapered::ZERO;
    let mut sum = None;
    for line in text.lines().filter(|line| !line.starts_with("   ")) {
        let columns: Vec<Option<Tapered>> = line.split('|').skip(1).map(pair).collect();
        match columns[..] {
            [Some(white), Some(black), Some(total)] => {
                assert_eq!(white - black, total, "{line}");
                groups += total;
            }
            [None, None, Some(total)] if line.starts_with(" Sum ") => {
                assert_eq!(groups, total, "{text}");
            }
            [None, None, Some(total)] => groups += total,
            _ => {}
        }
        let name = line.get(1..25).unwrap_or_default().trim();
        let change = line.get(25..45).unwrap_or_default();
        let score = line.get(45..).unwrap_or_default();
        if change.trim_end().ends_with("EG") {
            let change = pair(&change.replace("MG", "").replace("EG", ""));
            groups += change.expect("two figures");
        } else if let Some(phase) = name.strip_prefix("Phase ") {
            let phase = phase.trim_end_matches("/24").parse().expect("a number");
            sum = Some(groups.blend_24ths(phase));
            assert_eq!(printed(score), sum, "{text}");
        } else if name == "Final evaluation" {
            return (sum.expect("a phase"), printed(score).expect("a total"));
        } else if let Some(sum) = &mut sum {
            *sum += printed(change).unwrap_or_else(|| panic!("{line}"));
            assert_eq!(printed(score), Some(*sum), "{text}");
        }
    }
    panic!("no total:\n{text}")
}

#[test]
fn printed_tables_add_up() {
    let bench = Bench::new();
    for (index, position) in sample(quick_or_thorough(25_000, 100_000))
        .iter()
        .enumerate()
        .step_by(50)
    {
        let explanation = bench.explain(position);
        let detail = [Detail::Groups, Detail::Terms, Detail::Squares][index / 50 % 3];
        let text = explanation.table(detail).to_string();
        let (sum, total) = sum_of_printed_rows(&text);
        assert_eq!(sum, total, "{}\n{text}", explanation.fen);
        assert_eq!(total, 24 * explanation.account.total_cp);
        assert_eq!(explanation.white_chances.iter().sum::<u32>(), 1000);
    }
}

/// Any legal heap of pieces.
fn any_position() -> impl Strategy<Value = Position> {
    use PieceKind::{Bishop, Knight, Pawn, Queen, Rook};
    let piece = (0..64_usize, 0..2_usize, 0..8_usize);
    let parts = (
        (0..64_usize, 0..64_usize),
        proptest::collection::vec(piece, 0..24),
        any::<bool>(),
        0..100_u16,
    );
    parts.prop_filter_map("a legal position", |(kings, pieces, black, clock)| {
        let mut setup = Setup::empty();
        for (at, side, kind) in pieces {
            let kind = [Pawn, Pawn, Pawn, Pawn, Knight, Bishop, Rook, Queen][kind];
            if kind != Pawn || (8..56).contains(&at) {
                setup.pieces[at] = Some(Piece::new(Color::ALL[side], kind));
            }
        }
        setup.pieces[kings.0] = Some(Piece::new(Color::White, PieceKind::King));
        setup.pieces[kings.1] = Some(Piece::new(Color::Black, PieceKind::King));
        setup.halfmove_clock = clock;
        setup.turn = if black { Color::Black } else { Color::White };
        // Where one side gives check, it is the other's move.
        Position::from_setup(&setup)
            .or_else(|_| {
                setup.turn = !setup.turn;
                Position::from_setup(&setup)
            })
            .ok()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(quick_or_thorough(500, 2_000)))]

    #[test]
    fn any_position_adds_up(position in any_position()) {
        let mut bench = Bench::new();
        bench.check(&position);
        let explanation = bench.explain(&position);
        let text = explanation.table(Detail::Squares).to_string();
        let (sum, total) = sum_of_printed_rows(&text);
        prop_assert_eq!(sum, total);
    }

    #[test]
    fn any_two_positions_compare(before in any_position(), after in any_position()) {
        let bench = Bench::new();
        let [before, after] = [&before, &after].map(|position| bench.explain(position));
        let diff = AccountDiff::between(&before, &after);
        prop_assert_eq!(diff.sum_of_rows_24ths(), 24 * diff.change_cp());
        let (sum, total) = sum_of_printed_changes(&diff);
        prop_assert_eq!(sum, total);
        prop_assert_eq!(total, 24 * diff.change_cp());
    }
}
