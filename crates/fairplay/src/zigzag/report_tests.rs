//! Sums of a zig-zag worked out by hand.

use super::*;
use crate::facts::{RuleSet, Rules, Yardstick};
use crate::figures::{FigureOptions, Share};
use crate::games::games;
use crate::records::ListedMove;
use crate::zigzag::players::ZigzagPlayers;
use crate::zigzag::record::Leader;

fn standard(set: RuleSet) -> Standard<'static> {
    Standard {
        rules: Rules {
            set,
            ..Rules::default()
        },
        yardstick: Yardstick::embedded(),
        options: FigureOptions::default(),
        tables: None,
        models: None,
        trends: None,
    }
}

fn settings() -> ZigzagSettings {
    ZigzagSettings {
        d: 4,
        d_l: 3,
        d_min: 2,
        ..ZigzagSettings::default()
    }
}

/// Knights out and home again for so many plies.
fn source(plies: usize) -> SourceGame {
    let steps = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let moves: Vec<&str> = steps.into_iter().cycle().take(plies).collect();
    let text = format!("[White \"One\"]\n\n{} *\n", moves.join(" "));
    games("made-up.pgn", text.as_bytes())
        .next()
        .unwrap()
        .unwrap()
}

/// The played move was first at these depths, and 30 worse than e4 by the lines.
fn record(ply: usize, first_at: &str) -> ZigzagRecord {
    let played = ["g1f3", "g8f6", "f3g1", "f6g8"][ply % 4];
    let single = (1..).zip(first_at.chars()).map(|(depth, bit)| SingleRound {
        depth,
        mv: if bit == '1' { played } else { "e2e4" }.to_owned(),
        score: Value::Cp(40),
    });
    let listed = |mv: &str, cp| ListedMove::scored(mv.to_owned(), Value::Cp(cp), 3);
    ZigzagRecord {
        ply,
        warm_up: false,
        played: played.to_owned(),
        legal: 20,
        d: 4,
        d_l: 3,
        single: single.collect(),
        first_at: first_at.to_owned(),
        changes: Vec::new(),
        settled_depth: 1,
        swing_cp: 0,
        approach: None,
        multi: Vec::new(),
        listed: vec![listed("e2e4", 40), listed(played, 10)],
        played_swing_cp: None,
        leader: Some(Leader {
            mv: "e2e4".to_owned(),
            is_kept: ply.is_multiple_of(4),
            behind_cp: None,
        }),
        notes: Vec::new(),
        nodes: 1,
    }
}

fn report(records: Option<Vec<ZigzagRecord>>, plies: usize, set: RuleSet) -> ZigzagReport {
    report_of(1, records, plies, set)
}

fn report_of(
    id: u64,
    records: Option<Vec<ZigzagRecord>>,
    plies: usize,
    set: RuleSet,
) -> ZigzagReport {
    examine_zigzag(id, &source(plies), 4, records, &settings(), &standard(set))
}

#[test]
fn matches_come_from_one_line_and_losses_from_several() {
    // White's 5 moves at plies 4, 8 ... match at the end, those between do not.
    let records = (3..24).map(|ply| ZigzagRecord {
        warm_up: ply == 3,
        ..record(ply, if ply % 4 == 0 { "0011" } else { "0110" })
    });
    let records: Vec<ZigzagRecord> = records.collect();
    // By Barnes the rounds for several lines alone say what was lost.
    let by_list = report(Some(records.clone()), 24, RuleSet::Barnes);
    assert_eq!(by_list.white_sums.average_error_cp.unwrap().mean, 30.0);
    let report = report(Some(records), 24, RuleSet::Burnham);
    assert_eq!(report.moves.len(), 20, "the warm-up is not tested");
    assert_eq!((report.moves[0].ply, report.moves[0].move_number), (4, 3));
    assert_eq!(
        (report.moves[0].san.as_str(), report.moves[1].side),
        ("Nf3", "black")
    );
    assert_eq!(report.moves[2].choice.as_deref(), Some("e4"));
    let white = &report.white_sums;
    assert_eq!((white.tested, white.counted, white.gate), (10, 10, 10));
    let count = |share: Option<Share>| share.map(|share| (share.count, share.of));
    assert_eq!(count(white.matches), Some((5, 10)));
    let by_depth: Vec<_> = white
        .by_depth
        .iter()
        .map(|d| (d.depth, count(d.matches)))
        .collect();
    assert_eq!(
        by_depth,
        [(2, Some((5, 10))), (3, Some((10, 10))), (4, Some((5, 10)))]
    );
    // Moves that were first lost nothing, the others 30 centipawns.
    assert_eq!(white.average_error_cp.unwrap().mean, 15.0);
    assert_eq!(white.leaders_kept, 5);
    let black = &report.black_sums;
    assert_eq!(
        (count(black.matches), black.leaders_kept),
        (Some((0, 10)), 0)
    );
    let letters: String = report.moves.iter().map(|mv| mv.letter).collect();
    assert_eq!(letters, "*...".repeat(5));
}

#[test]
fn games_of_a_player_are_added_up() {
    let records = (4..24).map(|ply| record(ply, "0011")).collect();
    let one = report(Some(records), 24, RuleSet::Barnes);
    let mut players = ZigzagPlayers::default();
    (0..2).for_each(|_| players.add(&one));
    // Twenty moves of White's are too few for a player; Black has no name.
    let options = FigureOptions::default();
    let all: Vec<_> = players.sums(&options).collect();
    assert_eq!((all.len(), all[0].0), (1, "One"));
    let sums = &all[0].1;
    assert_eq!(
        (sums.games, sums.tested, sums.counted, sums.gate),
        (2, 20, 20, 30)
    );
    assert_eq!((sums.matches, sums.average_error_cp), (None, None));
    players.add(&one);
    players.add(&report(None, 24, RuleSet::Barnes));
    let all: Vec<_> = players.sums(&options).collect();
    let sums = &all[0].1;
    assert_eq!((sums.games, sums.counted), (3, 30));
    assert_eq!(
        sums.matches.map(|share| (share.count, share.of)),
        Some((30, 30))
    );
    assert_eq!(
        sums.by_depth[0].matches.map(|share| share.count),
        Some(0),
        "at depth 2"
    );
    assert_eq!(sums.leaders_kept, 3 * one.white_sums.leaders_kept);
    // Games that are alike say no more than their moves, and no less.
    let share = sums.matches.unwrap();
    let over_moves = Share::of(30, 30).unwrap();
    assert_eq!((share.low, share.high), (over_moves.low, over_moves.high));
}

/// Games in which all moves match, and others in which none does.
#[test]
fn intervals_of_a_player_are_over_games() {
    let mut players = ZigzagPlayers::default();
    for id in 1..=6 {
        let bits = if id % 2 == 0 { "0011" } else { "0110" };
        let records = (4..24).map(|ply| record(ply, bits)).collect();
        players.add(&report_of(id, Some(records), 24, RuleSet::Burnham));
    }
    let all: Vec<_> = players.sums(&FigureOptions::default()).collect();
    let sums = &all[0].1;
    let share = sums.matches.unwrap();
    assert_eq!((share.count, share.of), (30, 60));
    let over_moves = Share::of(30, 60).unwrap();
    let width = |share: &Share| share.high - share.low;
    assert!(width(&share) > 1.5 * width(&over_moves), "{share:?}");
    let last = sums.by_depth.last().unwrap().matches.unwrap();
    assert!(width(&last) > 1.5 * width(&over_moves), "{last:?}");
}

#[test]
fn rules_leave_out_and_gates_withhold() {
    let records = || (4..24).map(|ply| record(ply, "0011")).collect();
    let plumb = report(Some(records()), 24, RuleSet::Plumb);
    assert!(
        plumb
            .moves
            .iter()
            .all(|mv| mv.letter == 'o' || mv.letter == 'g')
    );
    assert_eq!(
        (plumb.white_sums.counted, plumb.white_sums.matches),
        (0, None)
    );
    let few = report(
        Some((4..22).map(|ply| record(ply, "0011")).collect()),
        24,
        RuleSet::Barnes,
    );
    assert_eq!((few.white_sums.counted, few.white_sums.matches), (9, None));
    assert!(
        few.white_sums
            .by_depth
            .iter()
            .all(|depth| depth.matches.is_none())
    );
    let failed = report(None, 24, RuleSet::Barnes);
    assert!(failed.records.is_none() && failed.moves.is_empty());
    assert_eq!(failed.white_sums.tested, 0);
    // A round that there was not is neither a match nor a miss.
    let gap = (4..24).map(|ply| record(ply, "0-11")).collect();
    let gap = report(Some(gap), 24, RuleSet::Barnes);
    assert_eq!(gap.white_sums.by_depth[0].matches, None);
}
