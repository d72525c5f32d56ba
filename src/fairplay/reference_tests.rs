//! References made by hand.

use super::*;
use crate::fairplay::fixtures::{FIVE, cp_record, judged};
use crate::fairplay::{PLAYER_GATE, RuleSet};

fn stamp() -> Stamp {
    Stamp {
        engine: "Plumb".to_owned(),
        version: "1 tables a".to_owned(),
        settings: "nodes 10".to_owned(),
    }
}

/// A game's side with so many first choices and so many moves that lost 40 cp.
fn side(first: usize, worse: usize) -> Sums {
    let record = |index| match index < first {
        true => cp_record("e2e4", "e2e4", &FIVE),
        false => cp_record("c2c4", "e2e4", &FIVE),
    };
    let moves: Vec<_> = (0..first + worse).map(|i| judged(&record(i))).collect();
    Sums::of_side(&moves)
}

fn games(count: usize, first: usize, worse: usize) -> Sums {
    let mut sums = Sums::default();
    (0..count).for_each(|_| sums.merge(&side(first, worse)));
    sums
}

/// `players` players of three games each with 20 counted moves, of which the
/// first player agrees with none, the next with 1 of 20 in each game, and so on.
fn reference(players: u64) -> Reference {
    let mut maker = ReferenceMaker {
        games: 150,
        better: (3, 100),
        ..ReferenceMaker::default()
    };
    for player in 0..players {
        let first = player % 20;
        let loss_cp = 40 * (20 - first);
        let game = Agreement {
            moves: 20,
            first_choice: first,
            equal: first,
            loss_cp,
            capped_loss_cp: loss_cp,
        };
        let name = format!("Player {player}");
        maker.players.insert(name, vec![game; 3]);
    }
    let text = maker
        .table("By hand.", &stamp(), &Rules::default())
        .unwrap();
    Reference::from_toml(Table::ReferenceScreen, &text).unwrap()
}

#[test]
fn a_table_is_read_as_it_was_made() {
    let reference = reference(100);
    let note = reference.note();
    assert_eq!((note.players, note.sides), (100, 300));
    assert_eq!(note.better_than_best_noise, Share::of(3, 100));
    assert_eq!(reference.differs(&stamp(), &Rules::default()), None);
    let other = Stamp {
        settings: "nodes 11".to_owned(),
        ..stamp()
    };
    let why = reference.differs(&other, &Rules::default()).unwrap();
    assert!(
        why.contains("'nodes 10'") && why.contains("'nodes 11'"),
        "{why}"
    );
    let rules = Rules {
        set: RuleSet::Regan,
        ..Rules::default()
    };
    assert!(reference.differs(&stamp(), &rules).is_some());
    let mut rules = Rules::default();
    rules.thresholds.decided_cp = 200;
    assert!(reference.differs(&stamp(), &rules).is_some());
    let empty = ReferenceMaker::default().table("Not yet.", &stamp(), &Rules::default());
    let empty = Reference::from_toml(Table::ReferenceFull, &empty.unwrap()).unwrap();
    let why = empty.differs(&stamp(), &Rules::default()).unwrap();
    assert!(why.contains("no reference has been made"), "{why}");
}

#[test]
fn commonness_by_hand() {
    // 60 moves with 45 first choices: 15 of 20 in each game.
    let reference = reference(100);
    let common = reference
        .commonness(&games(3, 15, 5), PLAYER_GATE, 50)
        .unwrap();
    // A sample is a player's three games; five of each twenty agree as often.
    assert_eq!((common.sample_moves, common.first_choice.of), (60, 100));
    assert_eq!(common.first_choice.count, 25);
    assert_eq!(common.equal.count, 25);
    assert_eq!(common.average_error.count, 25);
    assert!((common.expected_by_chance - 50.0 * common.equal.high).abs() < 1e-9);
    // Nobody agrees always; the upper end says what 100 samples can tell.
    let common = reference
        .commonness(&games(3, 20, 0), PLAYER_GATE, 1_000)
        .unwrap();
    assert_eq!(common.first_choice.count, 0);
    assert!(common.first_choice.high > 0.03 && common.expected_by_chance > 30.0);
}

#[test]
fn samples_never_have_more_moves_than_they_stand_for() {
    // 50 moves: two games of 20 make a sample, three do not; the third is too short.
    let reference = reference(100);
    let common = reference
        .commonness(&games(5, 5, 5), PLAYER_GATE, 5)
        .unwrap();
    assert_eq!((common.sample_moves, common.equal.of), (50, 100));
    // Nobody has 400 moves: what is compared is as long as the longest samples.
    let common = reference
        .commonness(&games(20, 10, 10), PLAYER_GATE, 5)
        .unwrap();
    assert!(common.sample_moves < 120 && common.equal.of >= 100);
}

#[test]
fn nothing_is_said_of_too_little() {
    let reference = reference(100);
    // Two games, however long; thirty moves in three games are enough, 29 not.
    assert!(
        reference
            .commonness(&games(2, 20, 20), PLAYER_GATE, 5)
            .is_none()
    );
    let short = games(3, 5, 4);
    assert!(reference.commonness(&short, PLAYER_GATE, 5).is_none());
    assert!(
        reference
            .commonness(&games(3, 5, 5), PLAYER_GATE, 5)
            .is_some()
    );
    // Too few samples.
    let few = self::reference(20);
    assert!(few.commonness(&games(3, 10, 10), PLAYER_GATE, 5).is_none());
}

#[test]
fn the_cloud_has_sides_and_growing_players() {
    let cloud = reference(100).cloud();
    // Three games each, and each player after his second and third.
    assert_eq!(cloud.len(), 500);
    let longest = cloud.iter().filter(|point| point.moves == 60).count();
    assert_eq!(longest, 100);
    assert!(cloud.iter().all(|point| (0.0..=1.0).contains(&point.cv)));
}

#[test]
fn a_wrong_table_is_one_clear_line() {
    let table = Table::ReferenceFull;
    for text in [
        "",
        "[made]\nengine = 1",
        "[sides]\nrows = [[1, 2, 3]]",
        "[made]\nengine='a'\nversion='b'\nsearch='c'\nrules='plumb'\ngames=1\n[made.thresholds]\nopening_plies=1\ndecided_cp=1\nforced_gap_cp=1\nmin_game_plies=1\n[sides]\nrows=[[1, 20, 30, 10, 0, 0]]",
    ] {
        let error = Reference::from_toml(table, text).unwrap_err().to_string();
        assert!(error.starts_with("fairplay_full.toml: "), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}
