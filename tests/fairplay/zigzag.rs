//! The zig-zag procedure: forwards only, the same every time, and what is in a
//! record is what the rounds say.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plumb::board::{Color, Game, Position};
use plumb::eval::Weights;
use plumb::fairplay::{
    ClockForm, Note, Ply, SourceGame, TestedSides, Zigzag, ZigzagRecord, ZigzagSettings,
    zigzag_prefix,
};
use plumb::notation::{parse_fen, parse_move};
use plumb_testing::Random;

/// Anderssen's game with Dufresne, 1852, without its last moves.
const EVERGREEN: &str = "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O d3 Qb3 Qf6 e5 Qg6 \
                         Re1 Nge7 Ba3 b5 Qxb5 Rb8 Qa4 Bb6 Nbd2 Bb7 Ne4 Qf5 Bxd3 Qh5";

fn game_from(start: Position, moves: &str) -> SourceGame {
    let mut board = Game::new(start.clone());
    let mut plies = Vec::new();
    for word in moves.split_whitespace() {
        if word == "--" {
            board.play_null();
            plies.push(Ply::default());
            continue;
        }
        let mv = parse_move(board.position(), word).expect(word);
        board.play(mv);
        plies.push(Ply {
            mv: Some(mv),
            ..Ply::default()
        });
    }
    SourceGame {
        shown_names: [None, None],
        notes: Vec::new(),
        file: "evergreen.pgn".to_owned(),
        number: 1,
        clock_form: ClockForm::default(),
        line: 1,
        tags: Vec::new(),
        start,
        plies,
    }
}

fn evergreen() -> SourceGame {
    game_from(Position::start(), EVERGREEN)
}

fn small() -> ZigzagSettings {
    ZigzagSettings {
        d: 7,
        d_l: 5,
        d_min: 3,
        lines: 4,
        lost_cp: Some(600),
        quick_nodes: None,
        hash_mb: 1,
    }
}

fn zigzag(settings: ZigzagSettings) -> Zigzag {
    let weights = Arc::new(Weights::embedded());
    Zigzag::plumb(&weights, "test", settings).unwrap()
}

fn run(
    zigzag: &mut Zigzag,
    game: &SourceGame,
    tested: TestedSides,
    first: usize,
) -> Vec<ZigzagRecord> {
    let mut records = Vec::new();
    let stop = AtomicBool::new(false);
    let whole = zigzag.run(game, tested, first, &stop, &mut |record| {
        records.push(record);
    });
    assert_eq!(whole, Ok(true));
    records
}

fn bytes(records: &[ZigzagRecord]) -> String {
    let lines = records
        .iter()
        .map(|one| serde_json::to_string(one).unwrap());
    lines.collect::<Vec<_>>().join("\n")
}

const ALL: [TestedSides; 3] = [
    TestedSides::One(Color::White),
    TestedSides::One(Color::Black),
    TestedSides::Both,
];

#[test]
fn records_before_a_cut_stay_as_they_are() {
    let game = evergreen();
    let mut zigzag = zigzag(small());
    let mut random = Random(7);
    for tested in ALL {
        let whole = run(&mut zigzag, &game, tested, 10);
        // What ran before leaves no trace, and neither does what comes later.
        for _ in 0..3 {
            let plies = random.below(game.plies.len() + 1);
            let mut cut = game.clone();
            cut.plies.truncate(plies);
            let records = run(&mut zigzag, &cut, tested, 10);
            let kept: Vec<_> = whole
                .iter()
                .filter(|record| record.ply < plies && plies > first_ply(&whole))
                .cloned()
                .collect();
            assert_eq!(bytes(&records), bytes(&kept), "{tested} cut at {plies}");
        }
    }
}

/// The first ply that counts: without it there is nothing to warm up for.
fn first_ply(records: &[ZigzagRecord]) -> usize {
    records.iter().find(|one| !one.warm_up).unwrap().ply
}

#[test]
fn a_later_move_changed_changes_nothing_earlier() {
    let game = evergreen();
    let mut other = game.clone();
    other.plies.truncate(21);
    let board = other.before(20);
    other.plies[20].mv = Some(parse_move(board.position(), "Qd1").unwrap());
    let mut zigzag = zigzag(small());
    let tested = TestedSides::One(Color::White);
    let (mut one, mut two) = (
        run(&mut zigzag, &game, tested, 14),
        run(&mut zigzag, &other, tested, 14),
    );
    one.truncate(two.len());
    let (last_of_one, last_of_two) = (one.pop().unwrap(), two.pop().unwrap());
    assert_eq!(bytes(&one), bytes(&two));
    // The searches before the changed move are the same; what is said of it is not.
    assert_eq!((last_of_one.ply, last_of_two.ply), (20, 20));
    assert_eq!(last_of_one.multi, last_of_two.multi);
    assert_ne!(last_of_one.played, last_of_two.played);
    let prefix = |game: &SourceGame, ply| zigzag_prefix(game, tested, 14, ply);
    assert_eq!(prefix(&game, 18), prefix(&other, 18));
    assert_ne!(prefix(&game, 20), prefix(&other, 20));
}

#[test]
fn each_side_has_its_plies_and_a_warm_up() {
    let game = evergreen();
    let mut zigzag = zigzag(small());
    for (tested, expected) in [
        (ALL[0], vec![24, 26, 28, 30]),
        (ALL[1], vec![23, 25, 27, 29, 31]),
        (ALL[2], vec![24, 25, 26, 27, 28, 29, 30, 31]),
    ] {
        let records = run(&mut zigzag, &game, tested, 25);
        let plies: Vec<usize> = records.iter().map(|record| record.ply).collect();
        assert_eq!(plies, expected, "{tested}");
        let warm: Vec<bool> = records.iter().map(|record| record.warm_up).collect();
        assert!(warm[0] && warm[1..].iter().all(|warm| !warm));
        assert!(records[0].approach.is_none() && records[1].approach.is_some());
    }
    // From the first move of all there is nothing to warm up with.
    let mut opening = game.clone();
    opening.plies.truncate(3);
    let records = run(&mut zigzag, &opening, ALL[0], 0);
    assert_eq!(records[0].notes.first(), Some(&Note::NoWarmUp));
    assert!(!records[0].warm_up && !records[1].notes.contains(&Note::NoWarmUp));
    assert!(run(&mut zigzag, &opening, ALL[0], 3).is_empty());
}

#[test]
fn what_a_record_says_is_what_its_rounds_say() {
    let game = evergreen();
    let settings = small();
    let records = run(&mut zigzag(settings), &game, TestedSides::Both, 8);
    let (mut matches, mut apart, mut kept) = (0, 0, 0);
    for record in &records {
        let place = format!("ply {}", record.ply);
        assert_eq!((record.d, record.d_l), (7, 5), "{place}");
        let depths: Vec<u32> = record.single.iter().map(|round| round.depth).collect();
        assert_eq!(depths, [1, 2, 3, 4, 5, 6, 7], "{place}");
        for round in &record.single {
            let was_first = round.mv == record.played;
            assert_eq!(record.was_first_at(round.depth), Some(was_first), "{place}");
        }
        assert_eq!(record.first_at.len(), 7);
        assert_eq!(record.was_first_at(0), None);
        assert_eq!(record.was_first_at(8), None);
        matches += usize::from(record.choice() == Some(&record.played));
        let depths: Vec<u32> = record.multi.iter().map(|round| round.depth).collect();
        assert_eq!(depths, [1, 2, 3, 4, 5], "{place}");
        if let Some(round) = &record.approach {
            assert_eq!(round.depth, 3, "{place}");
        }
        assert!(record.loss_cp().is_some_and(|loss| loss >= 0), "{place}");
        let last = record.multi.last().unwrap();
        let is_apart = record.notes.contains(&Note::PlayedApart);
        assert_eq!(last.score(&record.played).is_none(), is_apart, "{place}");
        assert_eq!(record.played_swing_cp.is_none(), is_apart, "{place}");
        apart += usize::from(is_apart);
        let leader = record.leader.as_ref().expect("MLM is less deep");
        assert_eq!(Some(leader.mv.as_str()), record.choice(), "{place}");
        kept += usize::from(leader.is_kept);
    }
    assert!(
        matches > 3 && apart > 0 && kept > 0,
        "{matches} {apart} {kept}"
    );
}

#[test]
fn without_a_shallower_list_there_is_no_leader_effect() {
    let mut game = evergreen();
    game.plies.truncate(20);
    let settings = ZigzagSettings {
        d: 5,
        d_l: 5,
        ..small()
    };
    let records = run(&mut zigzag(settings), &game, TestedSides::Both, 14);
    assert!(records.len() > 4 && records.iter().all(|one| one.leader.is_none()));
}

#[test]
fn the_table_is_kept_along_the_game() {
    let game = evergreen();
    let mut zigzag = zigzag(small());
    let tested = TestedSides::One(Color::White);
    let early = run(&mut zigzag, &game, tested, 10);
    let late = run(&mut zigzag, &game, tested, 20);
    let at = |records: &[ZigzagRecord], ply| {
        let found = records.iter().find(|record| record.ply == ply);
        found.unwrap().nodes
    };
    // Where the later run begins, its table is empty.
    assert_ne!(at(&early, 20), at(&late, 20));
    assert!(early.iter().all(|record| record.nodes > 0));
}

#[test]
fn quick_positions_go_deeper_and_lost_lines_are_left_out() {
    // White takes the queen at once or is lost; afterwards trades are quick.
    let start = parse_fen("6k1/5ppp/8/3q4/4P3/8/5PPP/6K1 w - - 0 1").unwrap();
    let game = game_from(start, "exd5 Kf8 Kf1 Ke7");
    let settings = ZigzagSettings {
        lines: 6,
        lost_cp: Some(300),
        quick_nodes: Some(100_000_000),
        ..small()
    };
    let records = run(
        &mut zigzag(settings),
        &game,
        TestedSides::One(Color::White),
        0,
    );
    assert_eq!(records.len(), 2);
    assert!(records[0].notes.contains(&Note::LinesLowered(2)));
    assert!(records[0].multi.iter().all(|round| round.moves.len() == 2));
    for record in &records {
        assert!(record.notes.contains(&Note::DepthRaised(9)));
        // The list goes no less than two plies less deep.
        assert_eq!((record.d, record.d_l), (9, 7));
        let depths: Vec<u32> = record.single.iter().map(|round| round.depth).collect();
        assert_eq!(depths, (1..=9).collect::<Vec<_>>());
    }
    let all = ZigzagSettings {
        lost_cp: None,
        quick_nodes: None,
        ..settings
    };
    let records = run(&mut zigzag(all), &game, TestedSides::One(Color::White), 0);
    assert_eq!(records[0].notes, [Note::NoWarmUp]);
    assert!(records[0].multi.iter().all(|round| round.moves.len() == 6));
}

#[test]
fn only_moves_mates_and_passes_are_no_trouble() {
    let mut zigzag = zigzag(small());
    // A pass is no move of anybody's; the last move mates.
    let start = parse_fen("k7/8/1K6/8/8/8/8/6R1 w - - 0 1").unwrap();
    let game = game_from(start, "Rg2 Kb8 -- Ka8 Rg8#");
    let records = run(&mut zigzag, &game, TestedSides::Both, 0);
    let plies: Vec<usize> = records.iter().map(|record| record.ply).collect();
    assert_eq!(plies, [0, 1, 3, 4]);
    let only = &records[1];
    assert_eq!(
        (only.legal, only.listed.len(), only.loss_cp()),
        (1, 1, Some(0))
    );
    assert_eq!(only.first_at, "1111111");
    assert_eq!(records[3].loss_cp(), Some(0));
    assert!(run(&mut zigzag, &game_from(Position::start(), ""), ALL[2], 0).is_empty());
}

#[test]
fn a_stop_keeps_what_there_is() {
    let game = evergreen();
    let mut zigzag = zigzag(small());
    let whole = run(&mut zigzag, &game, ALL[0], 10);
    let stop = AtomicBool::new(false);
    let mut records = Vec::new();
    let ended = zigzag.run(&game, ALL[0], 10, &stop, &mut |record| {
        records.push(record);
        stop.store(records.len() == 3, Ordering::Relaxed);
    });
    assert_eq!(ended, Ok(false));
    assert_eq!(bytes(&records), bytes(&whole[..3]));
    // Stopped in the middle of a search, the next run is as if nothing had been.
    assert_eq!(bytes(&run(&mut zigzag, &game, ALL[0], 10)), bytes(&whole));
}

#[test]
fn a_record_survives_its_own_text() {
    let mut game = evergreen();
    game.plies.truncate(14);
    for record in run(&mut zigzag(small()), &game, TestedSides::Both, 8) {
        let text = serde_json::to_string(&record).unwrap();
        assert_eq!(serde_json::from_str::<ZigzagRecord>(&text).unwrap(), record);
    }
}
