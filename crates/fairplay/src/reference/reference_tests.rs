//! References made by hand.

use super::*;
use crate::RuleSet;
use crate::fixtures::{reference_by_hand as reference, reference_stamp as stamp};
use crate::reference::ReferenceMaker;

#[test]
fn a_table_is_read_as_it_was_made() {
    let reference = reference(100);
    let note = reference.note();
    assert_eq!((note.players, note.sides), (100, 300));
    let noise = note.better_than_best_noise.unwrap();
    let counts: Vec<u64> = noise.gains.iter().map(|gain| gain.share.count).collect();
    assert_eq!(counts, [3, 2, 1, 0, 0, 0]);
    assert_eq!((noise.gains[0].share.of, noise.remarkable_cp), (100, 50));
    assert_eq!((note.left_out, note.skill), (LeftOut::default(), None));
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
        "[made]\nengine='a'\nversion='b'\nsearch='c'\nrules='plumb'\ngames=1\n[made.thresholds]\nopening_plies=1\ndecided_cp=1\nforced_gap_cp=1\nmin_game_plies=1\n[sides]\nrows=[[1, 2, 20, 30, 10, 0, 0]]",
    ] {
        let error = Reference::from_toml(table, text).unwrap_err().to_string();
        assert!(error.starts_with("fairplay_full.toml: "), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

#[test]
fn a_side_that_cannot_be_is_named() {
    let made = "[made]\nengine='a'\nversion='b'\nsearch='c'\nrules='plumb'\ngames=1\n\
        [made.thresholds]\nopening_plies=1\ndecided_cp=1\nforced_gap_cp=1\nmin_game_plies=1\n";
    let sides = "[sides]\nrows=[[1, 2, 20, 3, 10, 0, 0, 0], [1, 2, 20, 30, 10, 0, 0, 0]]";
    let table = Table::ReferenceFull;
    let error = Reference::from_toml(table, &format!("{made}{sides}")).unwrap_err();
    let begins =
        "fairplay_full.toml: sides.rows[1] is [1, 2, 20, 30, 10, 0, 0, 0]; expected [player, ";
    assert!(error.to_string().starts_with(begins), "{error}");
    let error = Reference::from_toml(table, made).unwrap_err().to_string();
    assert_eq!(error, "fairplay_full.toml: line 1: missing field `sides`");
    let long = format!("{made}[sides]\nrows=[[1, 2, 20, 3, 10, 0, 0, 0, 9]]");
    let error = Reference::from_toml(table, &long).unwrap_err().to_string();
    assert!(
        error.contains("invalid length 9, expected a list of 8"),
        "{error}"
    );
    let skill = "[skill]\nchoices=1\nsensitivity=nan\nsensitivity_error=1\nconsistency=1\nconsistency_error=inf\n";
    let text = format!("{made}{skill}[sides]\nrows=[]");
    let error = Reference::from_toml(table, &text).unwrap_err().to_string();
    assert!(
        error.contains("skill.sensitivity is NaN; expected a finite number"),
        "{error}"
    );
}
