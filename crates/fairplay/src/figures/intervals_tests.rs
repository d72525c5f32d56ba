//! Intervals over games: how often they hold the truth, and that none is of no width.

use super::*;
use crate::figures::{Field, FigureOptions, GameSums, Level, PlayerSums, Sums};
use crate::fixtures::{FIVE, cp_record, judged};

/// A game's side with so many first choices of so many moves; the others lose 40 cp.
fn side(first: usize, moves: usize) -> Sums {
    let hit = judged(&cp_record("e2e4", "e2e4", &FIVE));
    let miss = judged(&cp_record("c2c4", "e2e4", &FIVE));
    let hits = std::iter::repeat_n(&hit, first);
    Sums::of_side(hits.chain(std::iter::repeat_n(&miss, moves - first)))
}

/// A player against somebody, game by game: first choices of each of 20 moves.
fn field(games: &[(usize, usize)]) -> (Field, PlayerSums) {
    let (mut field, mut player) = (Field::default(), PlayerSums::default());
    for (id, &(own, theirs)) in (1..).zip(games) {
        let sums = GameSums {
            white: side(own, 20),
            black: side(theirs, 20),
            ..GameSums::default()
        };
        field.add(id, &sums);
        player.add(id, &sums.white, &sums.black);
    }
    (field, player)
}

fn of((field, player): &(Field, PlayerSums)) -> crate::figures::Comparison {
    field.comparison(player, &FigureOptions::default())
}

fn width(share: &Share) -> f64 {
    share.high - share.low
}

#[test]
fn games_that_differ_widen_the_interval() {
    let even = of(&field(&[(10, 10); 10]));
    let uneven = of(&field(&[(18, 10), (2, 10)].repeat(5)));
    let share = |found: &crate::figures::Comparison| found.player.counted().unwrap().first_choice;
    assert_eq!(share(&even).count, share(&uneven).count);
    // Games that are alike say no more than independent moves would.
    let wilson = Share::of(100, 200).unwrap();
    assert_eq!(
        (share(&even).low, share(&even).high),
        (wilson.low, wilson.high)
    );
    assert!(
        width(&share(&uneven)) > 2.0 * width(&wilson),
        "{:?}",
        share(&uneven)
    );
    // What goes for the share goes for means, parts, and those beside the player.
    let core = |found: &crate::figures::Comparison| found.player.counted().unwrap().clone();
    let ends = |mean: &Mean| mean.high.unwrap() - mean.low.unwrap();
    assert!(ends(&core(&uneven).average_error_cp) > 2.0 * ends(&core(&even).average_error_cp));
    let phase = |found: &crate::figures::Comparison| {
        found.player.by_phase[0]
            .figures
            .clone()
            .unwrap()
            .first_choice
    };
    assert_eq!(phase(&uneven), share(&uneven));
    assert_eq!(even.field.counted().unwrap().first_choice.count, 100);
    // Nobody else was uneven.
    assert_eq!(uneven.opponents, even.opponents);
}

#[test]
fn the_same_games_give_the_same_interval() {
    let games = [(18, 10), (2, 9), (7, 12), (13, 10)];
    assert_eq!(of(&field(&games)), of(&field(&games)));
}

/// Twenty moves of a game are all better or all worse together: with intervals over
/// moves far too few hold the truth; with those over games nearly all do.
#[test]
fn the_truth_is_inside_about_as_often_as_is_said() {
    let (mut inside, mut by_moves, trials) = (0, 0, 60);
    let mut seed = 1_u32;
    let mut random = |below: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((seed >> 8) % below) as usize
    };
    let hits: Vec<GameNumbersOf> = (0..=20).map(|first| (first, side(first, 20))).collect();
    for _ in 0..trials {
        // Between 4 and 16 of 20, each as often: half of all moves.
        let games: Vec<usize> = (0..12).map(|_| 4 + random(13)).collect();
        let mut sums = Sums::default();
        let mut replicates = Replicates::default();
        for (id, &first) in (1..).zip(&games) {
            let one = &hits[first].1;
            sums.merge(one);
            let numbers = crate::figures::GameNumbers::of(one);
            let weights = plumb_stats::statistics::bootstrap_weights(id + 1_000 * seed_of(&games));
            replicates.add(&weights, &numbers);
        }
        let mut figures = Figures::of(&sums, Level::Player, &FigureOptions::default());
        let over_moves = figures.counted().unwrap().first_choice;
        figures.resample(&replicates);
        let share = figures.counted().unwrap().first_choice;
        inside += usize::from(share.low <= 0.5 && 0.5 <= share.high);
        by_moves += usize::from(over_moves.low <= 0.5 && 0.5 <= over_moves.high);
    }
    assert!(inside * 100 >= 85 * trials, "{inside} of {trials}");
    assert!(
        by_moves < inside,
        "{by_moves} of {trials} by moves, {inside} by games"
    );
}

type GameNumbersOf = (usize, Sums);

fn seed_of(games: &[usize]) -> u64 {
    games.iter().fold(0, |sum, &one| 31 * sum + one as u64) % 1_000_003
}

/// Ten moves say little, also where all of them are alike.
#[test]
fn no_interval_has_no_width() {
    let of = |sums: &Sums, level| Figures::of(sums, level, &FigureOptions::default());
    for first in [0, 10] {
        let figures = of(&side(first, 10), Level::Game);
        let core = figures.counted().unwrap();
        assert!(width(&core.first_choice) > 0.2, "{:?}", core.first_choice);
        assert!(width(&core.equal) > 0.2);
        // All losses are the same: nothing was seen of how they spread.
        let loss = core.average_error_cp;
        assert_eq!((loss.sd, loss.low, loss.high), (Some(0.0), None, None));
    }
    let games = field(&[(20, 20); 3]);
    let found = super::tests::of(&games);
    let core = found.player.counted().unwrap();
    assert!(width(&core.first_choice) > 0.05);
    assert_eq!(
        (core.average_error_cp.low, core.average_error_cp.high),
        (None, None)
    );
    // Two perfect sides differ by nothing, within what 60 moves can tell of shares.
    let less = found.less_opponents.unwrap();
    let share = less.first_choice.unwrap();
    assert!(share.value == 0.0 && share.low < -0.05 && share.high > 0.05);
    assert_eq!(less.average_error_cp, None);
}

#[test]
fn a_player_less_his_opponents_is_paired_by_game() {
    // Sharp games are hard for both: he is always two moves of twenty ahead.
    let paired: Vec<(usize, usize)> = [4, 16, 6, 14, 8, 18, 10, 3].map(|n| (n + 2, n)).into();
    let mut crossed = paired.clone();
    let theirs: Vec<usize> = paired.iter().rev().map(|&(_, theirs)| theirs).collect();
    crossed
        .iter_mut()
        .zip(theirs)
        .for_each(|(game, other)| game.1 = other);
    let less = |games: &[(usize, usize)]| of(&field(games)).less_opponents.unwrap();
    let (one, other) = (less(&paired), less(&crossed));
    let (mm, unpaired) = (one.first_choice.unwrap(), other.first_choice.unwrap());
    assert!((mm.value - 0.1).abs() < 1e-12 && (unpaired.value - 0.1).abs() < 1e-12);
    assert!(
        mm.high - mm.low < 0.8 * (unpaired.high - unpaired.low),
        "{mm:?} {unpaired:?}"
    );
    assert!(mm.low < mm.value && mm.value < mm.high);
    assert_eq!(one.games, 8);
    // 40 centipawns for every move that was not a first choice.
    let error = one.average_error_cp.unwrap();
    assert!((error.value + 4.0).abs() < 1e-9);
    // One game cannot be paired with another, and names nobody.
    assert_eq!(of(&field(&[(15, 9)])).less_opponents, None);
}
