//! The checklist's rows about time.

use std::time::{Duration, Instant};

use crate::chess::{BUSY, best, check_search, game, infos, start};
use crate::driver::Plumb;

#[test]
fn row_01_overhead_is_kept_back_from_every_kind_of_time() {
    let mut plumb = Plumb::start();
    plumb.send("uci");
    let options = plumb.until("uciok").join("\n");
    assert!(options.contains("option name Move Overhead type spin default 30 min 0"));
    plumb.send("setoption name Move Overhead value 10000");
    // Without the overhead each of these would take seconds.
    for go in [
        "go movetime 10050",
        "go wtime 10050 btime 10050",
        "go wtime 10050 btime 10050 winc 60 binc 60",
        "go wtime 10050 btime 10050 movestogo 1",
    ] {
        plumb.send(format!("position fen {BUSY}"));
        let begin = Instant::now();
        check_search(&game(BUSY, &[]), &plumb.go(go));
        assert!(begin.elapsed() < Duration::from_millis(4_500), "{go}");
    }
    plumb.quit();
}

#[test]
fn row_02_odd_clocks_get_a_legal_move_and_an_info_line_at_once() {
    let mut plumb = Plumb::uci();
    let black = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    for go in [
        "go wtime 0 btime 0",
        "go wtime -100 btime -100",
        "go wtime -9223372036854775808 btime -9223372036854775809",
        "go wtime -99999999999999999999999 btime -99999999999999999999999 winc -5 binc -5",
        "go wtime 1 btime 1",
        "go wtime 1",
        "go btime 1",
        "go winc 10 binc 10",
        "go wtime 1 btime 1 winc 0 binc 0 movestogo 1",
        "go wtime 1 btime 1 movestogo 0",
        "go wtime 1 btime 1 movestogo -3",
        "go wtime 1 btime 1 movestogo 99999999999",
        "go movetime 1",
        "go movetime 0",
        "go movetime -1000",
        "go depth 0",
        "go nodes 0",
        "go nodes 1",
        "go wtime 99999999999999999999999 btime 99999999999999999999999 depth 3",
        "go wtime 9223372036854775807 btime 9223372036854775807 winc 9223372036854775807 binc 9223372036854775807 depth 3",
        "go movetime 9223372036854775807 depth 3",
        "go depth 99999999999 nodes 500",
        // The first steps of fastchess's compliance walk.
        "go wtime 100",
        "go btime 100",
        "go wtime 100 winc 100 btime 100 binc 100",
        "go btime 100 binc 100 wtime 100 winc 100",
    ] {
        for fen in [BUSY, black] {
            plumb.send(format!("position fen {fen}"));
            let lines = plumb.go(go);
            assert!(!infos(&lines).is_empty(), "{go}: {lines:?}");
            check_search(&game(fen, &[]), &lines);
        }
    }
    plumb.quit();
}

#[test]
fn row_02_the_own_clock_alone_is_no_reason_to_hurry_or_to_think_for_ever() {
    let mut plumb = Plumb::uci();
    plumb.send("position startpos");
    let begin = Instant::now();
    let lines = plumb.go("go wtime 3000");
    // More than a glance, less than the clock.
    assert!(begin.elapsed() < Duration::from_millis(3_000));
    check_search(&start(), &lines);
    plumb.quit();
}

#[test]
fn row_16_the_clock_runs_from_the_ponder_hit() {
    let mut plumb = Plumb::uci();
    plumb.send(format!("position fen {BUSY}"));
    plumb.send("go ponder movetime 1000");
    std::thread::sleep(Duration::from_millis(1_300));
    assert_eq!(crate::chess::count_best(&plumb.sync()), 0);
    let hit = Instant::now();
    plumb.send("ponderhit");
    let lines = plumb.until("bestmove");
    // A second less the overhead; nothing, had it run from `go ponder`.
    assert!(hit.elapsed() > Duration::from_millis(700));
    assert!(best(&lines).0.is_some());
    plumb.quit();
}

#[test]
fn row_16_a_ponder_search_that_is_over_answers_the_hit_at_once() {
    let mut plumb = Plumb::uci();
    plumb.send(format!("position fen {BUSY}"));
    plumb.send("go ponder depth 3 wtime 1000000 btime 1000000");
    let mut lines = plumb.until("info depth 3 ");
    assert_eq!(crate::chess::count_best(&plumb.sync()), 0);
    plumb.send("ponderhit");
    lines.extend(plumb.until("bestmove"));
    check_search(&game(BUSY, &[]), &lines);
    // A miss: `stop` instead, then the position that came about.
    plumb.send("go ponder depth 3 wtime 1000000 btime 1000000");
    assert_eq!(crate::chess::count_best(&plumb.sync()), 0);
    let lines = plumb.go("stop");
    assert!(best(&lines).0.is_some());
    plumb.quit();
}

#[test]
fn row_25_start_up_is_quick() {
    // Measured in another place; here only that nothing slow has crept in.
    let begin = Instant::now();
    let mut plumb = Plumb::uci();
    assert!(begin.elapsed() < Duration::from_millis(1_500));
    plumb.sync();
    plumb.quit();
    let begin = Instant::now();
    let plumb = Plumb::xboard();
    assert!(begin.elapsed() < Duration::from_millis(1_500));
    plumb.quit();
}
