//! The checklist's rows about searches: their beginning, end and interruption.

use crate::book::little_book;
use crate::chess::{
    BUSY, FORCED, MATE_IN_ONE, MATED, STALEMATED, bench_positions, best, check_search, count_best,
    fen_of, game, infos, last_info, mates, openings, score, start,
};
use crate::driver::Plumb;
use plumb::protocol::ScoreValue;

#[test]
fn row_03_stop_before_the_first_depth_is_done() {
    let mut plumb = Plumb::uci();
    for options in [
        "MultiPV value 1",
        "MultiPV value 4",
        "MultiPV value 256",
        "Threads value 2",
    ] {
        plumb.send(format!("setoption name {options}"));
        for fen in openings(4).iter().map(String::as_str).chain([BUSY, FORCED]) {
            plumb.send(format!("position fen {fen}"));
            plumb.send("go infinite");
            let lines = plumb.go("stop");
            check_search(&game(fen, &[]), &lines);
        }
    }
    plumb.quit();
}

#[test]
fn row_04_exactly_one_bestmove_per_go() {
    let mut plumb = Plumb::uci();
    // Stop and ponderhit with nothing to stop.
    plumb.send("stop");
    plumb.send("ponderhit");
    plumb.send("position startpos");
    plumb.send("stop");
    assert_eq!(plumb.sync(), [""; 0]);
    // Stop twice, and late.
    plumb.send("go infinite");
    plumb.send("stop");
    plumb.send("stop");
    assert_eq!(count_best(&plumb.sync()), 1);
    plumb.send("go depth 2");
    plumb.until("bestmove");
    plumb.send("stop");
    // None of these ends the next search early.
    let lines = plumb.go("go depth 6");
    assert_eq!(last_info(&lines).depth, Some(6));
    assert_eq!(plumb.sync(), [""; 0]);
    plumb.quit();
}

#[test]
fn row_04_go_during_a_search_ends_it_with_its_own_bestmove() {
    let mut plumb = Plumb::uci();
    plumb.send(format!("position fen {BUSY}"));
    plumb.send("go infinite");
    plumb.send("go ponder wtime 100 btime 100");
    plumb.send("go depth 4");
    for _ in 0..3 {
        let lines = plumb.until("bestmove");
        check_search(&game(BUSY, &[]), &lines);
    }
    assert_eq!(plumb.sync(), [""; 0]);
    plumb.quit();
}

#[test]
fn row_05_isready_is_answered_during_a_search_and_while_pondering() {
    let mut plumb = Plumb::uci();
    plumb.send(format!("position fen {BUSY}"));
    for go in ["go infinite", "go ponder wtime 1000 btime 1000"] {
        plumb.send(go);
        for _ in 0..3 {
            assert_eq!(count_best(&plumb.sync()), 0);
        }
        // The search goes on.
        assert!(plumb.line().starts_with("info depth"));
        assert_eq!(count_best(&plumb.go("stop")), 1);
    }
    plumb.quit();
}

#[test]
fn row_06_infinite_and_ponder_hold_the_result_back_without_burning_time() {
    let mut plumb = Plumb::uci();
    for (go, release) in [
        ("go infinite", "stop"),
        ("go ponder wtime 1000 btime 1000", "ponderhit"),
        ("go ponder infinite", "stop"),
    ] {
        for fen in [MATED, STALEMATED, MATE_IN_ONE, FORCED] {
            plumb.send(format!("position fen {fen}"));
            plumb.send(go);
            if fen != FORCED {
                plumb.wait_until_idle();
            }
            assert_eq!(count_best(&plumb.sync()), 0, "{go} {fen}");
            let lines = plumb.go(release);
            assert_eq!(best(&lines).0.is_some(), !matches!(fen, MATED | STALEMATED));
        }
    }
    // A limit that is reached does not end an infinite search either.
    plumb.send("position startpos");
    plumb.send("go infinite depth 2");
    plumb.until("info depth 2 ");
    plumb.wait_until_idle();
    assert_eq!(plumb.sync(), [""; 0]);
    plumb.go("stop");
    plumb.quit();
}

#[test]
fn row_06_a_book_move_is_held_back_too() {
    let book = little_book("row_06");
    let mut plumb = Plumb::uci();
    plumb.send(format!("setoption name BookFile value {}", book.path()));
    plumb.send("setoption name OwnBook value true");
    for (go, release) in [
        ("go infinite", "stop"),
        ("go ponder wtime 100 btime 100", "ponderhit"),
        ("go ponder wtime 100 btime 100", "stop"),
    ] {
        plumb.send("position startpos");
        plumb.send(go);
        let mut lines = plumb.sync();
        assert_eq!(count_best(&lines), 0);
        plumb.send(release);
        lines.extend(plumb.until("bestmove"));
        check_search(&start(), &lines);
        plumb.send("stop");
        assert_eq!(plumb.sync(), [""; 0]);
    }
    plumb.quit();
}

#[test]
fn row_07_go_on_a_finished_game() {
    let mut plumb = Plumb::uci();
    for (fen, expected) in [
        (MATED, ScoreValue::Mate(0)),
        (STALEMATED, ScoreValue::Cp(0)),
    ] {
        plumb.send(format!("position fen {fen}"));
        for go in [
            "go depth 5",
            "go wtime 1000 btime 1000",
            "go infinite searchmoves e2e4",
        ] {
            plumb.send(go);
            let mut lines = plumb.sync();
            if go.contains("infinite") {
                plumb.send("stop");
            }
            if count_best(&lines) == 0 {
                lines.extend(plumb.until("bestmove"));
            }
            assert_eq!(lines.last().map(String::as_str), Some("bestmove (none)"));
            assert_eq!(score(&lines), expected);
        }
    }
    // Drawn by rule, but there is a move: it is given.
    let bare = "8/8/4k3/8/8/4K3/8/8 w - - 0 1";
    plumb.send(format!("position fen {bare}"));
    check_search(&game(bare, &[]), &plumb.go("go depth 3"));
    plumb.quit();
}

#[test]
fn row_07_no_ponder_move_that_ends_the_game() {
    let mut plumb = Plumb::uci();
    let drawish = [
        "8/8/8/3k4/8/3K4/3R4/8 w - - 97 90",
        "8/8/3k4/8/8/3KR3/8/8 b - - 98 90",
        "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1",
    ];
    let mating = mates(2);
    let fens = mating.iter().map(|(fen, _)| fen.as_str()).chain(drawish);
    for fen in fens {
        plumb.send(format!("position fen {fen}"));
        check_search(&game(fen, &[]), &plumb.go("go depth 6"));
    }
    plumb.quit();
}

#[test]
fn row_08_ucinewgame_and_position_during_a_search_end_it_with_its_bestmove() {
    let mut plumb = Plumb::uci();
    for interruption in ["ucinewgame", "position startpos moves e2e4"] {
        for go in [
            "go infinite",
            "go ponder wtime 100 btime 100",
            "go depth 60",
        ] {
            plumb.send(format!("position fen {BUSY}"));
            plumb.send(go);
            plumb.send(interruption);
            let lines = plumb.until("bestmove");
            check_search(&game(BUSY, &[]), &lines);
            assert_eq!(plumb.sync(), [""; 0]);
            // What comes next belongs to the new position, once.
            plumb.send("position startpos moves e2e4 e7e5");
            let lines = plumb.go("go depth 3");
            check_search(&game(plumb::notation::START_FEN, &["e2e4", "e7e5"]), &lines);
            assert_eq!(plumb.sync(), [""; 0]);
        }
    }
    // A position that is refused ends the search as well.
    plumb.send("go infinite");
    plumb.send("position fen 8/8/8/8/8/8/8/8 w - - 0 1");
    let lines = plumb.sync();
    assert_eq!(count_best(&lines), 1);
    assert!(lines.last().unwrap().starts_with("info string error: "));
    // So do a book move that is held back, the other protocol and the end.
    plumb.send("go ponder wtime 100 btime 100");
    plumb.send("xboard");
    plumb.send("ping 1");
    assert_eq!(count_best(&plumb.until("pong 1")), 1);
    plumb.send("uci");
    plumb.until("uciok");
    plumb.send("go infinite");
    plumb.send("quit");
    plumb.until("bestmove");
    plumb.ends_well();
}

#[test]
fn row_09_isready_waits_for_big_tables() {
    let mut plumb = Plumb::uci();
    plumb.send("setoption name Hash value 256");
    plumb.send("setoption name Threads value 2");
    for _ in 0..5 {
        plumb.send("ucinewgame");
    }
    assert_eq!(plumb.sync(), [""; 0]);
    plumb.send("position startpos");
    check_search(&start(), &plumb.go("go depth 4"));
    plumb.quit();
}

#[test]
fn row_10_setoption_during_a_search_waits_for_its_end() {
    let mut plumb = Plumb::uci();
    plumb.send("position startpos");
    plumb.send("go infinite");
    for option in [
        "MultiPV value 3",
        "Hash value 1",
        "Threads value 2",
        "Clear Hash",
        "Threads value 1",
        "UCI_ShowWDL value true",
        "NoSuchOption value 1",
        "Hash value much",
    ] {
        plumb.send(format!("setoption name {option}"));
    }
    let lines = plumb.sync();
    assert!(
        lines.iter().all(|line| !line.contains("error")),
        "{lines:?}"
    );
    plumb.send("stop");
    plumb.send("isready");
    let lines = plumb.until("readyok");
    let end = lines.iter().position(|line| line.starts_with("bestmove"));
    let (before, after) = lines.split_at(end.expect("a bestmove"));
    assert!(
        infos(before)
            .iter()
            .all(|info| info.multipv == Some(1) && info.wdl.is_none())
    );
    assert_eq!(
        after.iter().filter(|line| line.contains("error: ")).count(),
        2
    );
    let lines = plumb.go("go depth 3");
    assert!(infos(&lines).iter().any(|info| info.multipv == Some(3)));
    assert!(infos(&lines).iter().all(|info| info.wdl.is_some()));
    // Before the next position they are in force, too.
    plumb.send("go infinite");
    plumb.send("setoption name MultiPV value 2");
    plumb.send("position startpos moves d2d4");
    plumb.until("bestmove");
    let lines = plumb.go("go depth 3");
    assert!(infos(&lines).iter().all(|info| info.multipv < Some(3)));
    assert!(infos(&lines).iter().any(|info| info.multipv == Some(2)));
    plumb.quit();
}

#[test]
fn row_15_fifty_moves_with_mate_on_the_last_of_them() {
    let mut plumb = Plumb::uci();
    // The hundredth ply mates: mate counts, not the draw.
    let fen = MATE_IN_ONE.replace("0 1", "99 80");
    plumb.send(format!("position fen {fen}"));
    let lines = plumb.go("go depth 4");
    assert_eq!(score(&lines), ScoreValue::Mate(1));
    // No mate in time: any move draws, however great the advantage.
    let fen = "8/8/8/3k4/8/8/8/KQ6 w - - 99 80";
    plumb.send(format!("position fen {fen}"));
    let lines = plumb.go("go depth 6");
    assert_eq!(score(&lines), ScoreValue::Cp(0));
    check_search(&game(fen, &[]), &lines);
    plumb.quit();
}

#[test]
fn row_15_repetition_counts_from_the_game_before_the_root() {
    let mut plumb = Plumb::uci();
    let shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
    plumb.send(format!("position startpos moves {shuffle}"));
    // The start position for the third time.
    let lines = plumb.go("go depth 4 searchmoves f6g8");
    assert_eq!(score(&lines), ScoreValue::Cp(0));
    assert_eq!(last_info(&lines).pv, ["f6g8"]);
    // A queen up, and the only move repeats for the third time.
    let queen = "k7/8/8/8/8/8/1Q6/K7 w - - 0 1";
    let there_and_back = "b2c2 a8a7 c2b2 a7a8 b2c2 a8a7 c2b2 a7a8";
    plumb.send(format!("position fen {queen} moves {there_and_back}"));
    let lines = plumb.go("go depth 4 searchmoves b2c2");
    assert_eq!(score(&lines), ScoreValue::Cp(0));
    plumb.quit();
}

#[test]
fn row_15_lines_of_play_end_where_the_game_is_drawn() {
    let mut plumb = Plumb::uci();
    for fen in [
        "8/8/3k4/8/8/3KR3/8/8 w - - 90 90",
        "8/5k2/8/8/3Q4/8/5K2/3q4 w - - 92 90",
        "8/8/8/3k4/3b4/3B4/3K4/3R4 b - - 94 90",
        "7k/8/8/8/8/8/1q6/7K w - - 95 100",
    ] {
        plumb.send(format!("position fen {fen}"));
        check_search(&game(fen, &[]), &plumb.go("go depth 9"));
    }
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3"];
    plumb.send(format!("position startpos moves {}", shuffle.join(" ")));
    let game = game(plumb::notation::START_FEN, &shuffle);
    check_search(&game, &plumb.go("go depth 8"));
    plumb.quit();
}

#[test]
fn row_21_multipv_lines_are_complete_ordered_and_of_one_depth() {
    let mut plumb = Plumb::uci();
    plumb.send("setoption name UCI_ShowWDL value true");
    for (fen, wanted, expected) in [(BUSY, 4, 4), (FORCED, 4, 1), (MATE_IN_ONE, 256, 17)] {
        plumb.send(format!("setoption name MultiPV value {wanted}"));
        plumb.send(format!("position fen {fen}"));
        let game = game(fen, &[]);
        let legal = game.position().legal_moves().len();
        let lines = plumb.go("go depth 6");
        check_search(&game, &lines);
        let infos = infos(&lines);
        assert_eq!(expected, legal.min(wanted), "{fen}");
        for group in infos.chunks(expected) {
            let ranks: Vec<_> = group.iter().filter_map(|info| info.multipv).collect();
            let all: Vec<u32> = (1..=expected as u32).collect();
            assert_eq!(ranks, all);
            assert!(group.iter().all(|info| info.depth == group[0].depth));
            let mut first: Vec<_> = group.iter().map(|info| &info.pv[0]).collect();
            first.sort();
            first.dedup();
            assert_eq!(first.len(), expected, "different moves");
            let scores: Vec<i32> = group.iter().map(as_number).collect();
            assert!(scores.is_sorted_by(|one, other| one >= other), "{scores:?}");
        }
    }
    for line in plumb
        .go("go nodes 2000")
        .iter()
        .filter(|line| line.contains(" score "))
    {
        let words: Vec<&str> = line.split(' ').collect();
        let score = words.iter().position(|word| *word == "score").unwrap();
        assert_eq!(words[score + 3], "wdl", "WDL after the score: {line}");
        let sum: u32 = words[score + 4..score + 7]
            .iter()
            .map(|word| word.parse::<u32>().unwrap())
            .sum();
        assert_eq!(sum, 1000, "{line}");
    }
    plumb.quit();
}

fn as_number(info: &plumb::protocol::InfoLine) -> i32 {
    match info.score.expect("a score").0 {
        ScoreValue::Cp(cp) => cp,
        ScoreValue::Mate(moves) if moves > 0 => 1_000_000 - moves,
        ScoreValue::Mate(moves) => -1_000_000 - moves,
    }
}

#[test]
fn row_23_the_bestmove_is_the_first_move_of_the_last_exact_line() {
    let mut plumb = Plumb::uci();
    for (index, fen) in bench_positions().into_iter().enumerate() {
        plumb.send(format!("position fen {fen}"));
        // Odd numbers of nodes interrupt iterations anywhere.
        let nodes = 500 + 777 * index;
        let lines = plumb.go(&format!("go nodes {nodes}"));
        check_search(&game(fen, &[]), &lines);
    }
    plumb.send("setoption name MultiPV value 3");
    for fen in openings(10) {
        plumb.send(format!("position fen {fen}"));
        check_search(&game(&fen, &[]), &plumb.go("go nodes 3333"));
    }
    plumb.quit();
}

#[test]
fn row_28_a_forced_move_has_its_info_line() {
    let mut plumb = Plumb::uci();
    plumb.send(format!("position fen {FORCED}"));
    for go in [
        "go wtime 1000 btime 1000",
        "go movetime 1",
        "go nodes 1",
        "go depth 1",
    ] {
        let lines = plumb.go(go);
        assert_eq!(best(&lines).0.as_deref(), Some("h8g7"));
        check_search(&game(FORCED, &[]), &lines);
        let info = last_info(&lines);
        assert!(info.nodes.is_some() && info.time_ms.is_some() && info.depth.is_some());
    }
    assert_eq!(fen_of(&mut plumb), FORCED);
    plumb.quit();
}
