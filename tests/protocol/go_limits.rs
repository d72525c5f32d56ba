//! Every `go` ends in one `bestmove`: what was not understood is named, what was
//! is kept to, and without any limit a second is enough.

use std::time::{Duration, Instant};

use crate::chess::{BUSY, check_search, count_best, game, last_info};
use crate::driver::Plumb;

/// The lines up to the move, without the errors, and the errors.
fn errors(lines: &[String]) -> Vec<&str> {
    let errors = lines.iter();
    errors
        .filter_map(|line| line.strip_prefix("info string error: "))
        .collect()
}

#[test]
fn where_no_limit_is_understood_a_second_gives_the_move() {
    let mut plumb = Plumb::uci();
    plumb.send(format!("position fen {BUSY}"));
    for (go, named) in [
        ("go depht 3", "depht 3"),
        ("go wtime 60000.5", "'60000.5'"),
        ("go depth -1", "'-1'"),
        ("go nodes 1e30", "'1e30'"),
        ("go movetime", "the end of the line"),
        ("go ponder depth x", "'x'"),
        ("go searchmoves a1a8 depht 3", "'depht'"),
        ("go movestogo 40", "no limit was understood"),
    ] {
        let begun = Instant::now();
        plumb.send(go);
        if go.contains("ponder") {
            assert_eq!(count_best(&plumb.sync()), 0);
            plumb.send("ponderhit");
        }
        let lines = plumb.until("bestmove");
        let time = begun.elapsed();
        check_search(&game(BUSY, &[]), &lines);
        let errors = errors(&lines);
        if !go.contains("ponder") {
            assert!(
                errors.iter().any(|error| error.contains(named)),
                "{go}: {errors:?}"
            );
            let last = "go: no limit was understood: searching for a second";
            assert_eq!(errors.last(), Some(&last), "{go}");
        }
        assert!(time > Duration::from_millis(800), "{go}: {time:?}");
        assert!(time < Duration::from_secs(20), "{go}: {time:?}");
        assert_eq!(plumb.sync(), [""; 0]);
    }
    plumb.quit();
}

/// The other side's clock, an increment or nodes may allow much more than the time that
/// could not be read.
#[test]
fn a_time_that_is_not_understood_is_not_taken_for_a_long_one() {
    let mut plumb = Plumb::uci();
    plumb.send(format!("position fen {BUSY}"));
    for go in [
        "go wtime 500.0 btime 600000",
        "go wtime 500.0 winc 100000",
        "go wtime btime 600000 winc 10000 binc 10000",
        "go wtime 500.0 nodes 4000000000",
        "go movetime 500.5 nodes 4000000000",
        "go movetime 500.5 wtime 600000 btime 600000",
        "go ponder wtime 500.0 btime 600000",
    ] {
        let begun = Instant::now();
        plumb.send(go);
        if go.contains("ponder") {
            let lines = plumb.sync();
            assert!(errors(&lines)[0].contains("'500.0'"), "{go}");
            plumb.send("ponderhit");
        }
        let lines = plumb.until("bestmove");
        let time = begun.elapsed();
        if !go.contains("ponder") {
            let errors = errors(&lines);
            assert_eq!(errors.len(), 1, "{go}: {errors:?}");
            assert!(errors[0].contains("a whole number of milliseconds"), "{go}");
        }
        // More than the second only as far as the machine is busy with other tests.
        assert!(time < Duration::from_millis(2_500), "{go}: {time:?}");
    }
    plumb.quit();
}

#[test]
fn limits_that_are_understood_hold_beside_others_that_are_not() {
    let mut plumb = Plumb::uci();
    plumb.send(format!("position fen {BUSY}"));
    for go in [
        "go depth 3 nodes 1e30",
        "go quickly depth 3",
        "go wtime depth 3",
        "go depth 3 depth x",
        "go infinitely depth 3",
    ] {
        let lines = plumb.go(go);
        let errors = errors(&lines);
        assert_eq!(errors.len(), 1, "{go}: {errors:?}");
        assert_eq!(last_info(&lines).depth, Some(3), "{go}");
    }
    let lines = plumb.go("go wtime 60000.5 btime 200 depht 9");
    assert_eq!(errors(&lines).len(), 2, "the other side's clock is one");
    // Words without end are named only in part.
    let lines = plumb.go(&format!("go depth 1 {}", "x ".repeat(100_000)));
    assert!(lines[0].len() < 300, "{}", lines[0].len());
    plumb.quit();
}

#[test]
fn a_bare_go_is_endless_as_is_one_that_says_so() {
    let mut plumb = Plumb::uci();
    plumb.send(format!("position fen {BUSY}"));
    for go in ["go", "go searchmoves a2a3 e1g1", "go infinite depht 3"] {
        plumb.send(go);
        let until = Instant::now() + Duration::from_millis(1_300);
        while let Some(left) = until.checked_duration_since(Instant::now()) {
            let line = plumb.line_within(left).unwrap_or_default();
            assert!(!line.starts_with("bestmove"), "{go}");
        }
        plumb.go("stop");
    }
    plumb.quit();
}

#[test]
fn perft_has_a_greatest_depth() {
    let mut plumb = Plumb::uci();
    for line in [
        "go perft 20000",
        "perft 1000000",
        "perft 99999999999999999999",
    ] {
        plumb.send(line);
        let lines = plumb.sync();
        assert_eq!(errors(&lines).len(), 1, "{line}: {lines:?}");
        let expected = "perft: expected a depth in plies, from 0 to 100, found ";
        assert!(errors(&lines)[0].starts_with(expected), "{lines:?}");
    }
    plumb.quit();
}

#[test]
fn quit_does_not_wait_for_a_long_queue() {
    let mut plumb = Plumb::uci();
    plumb.send("setoption name Hash value 256");
    plumb.sync();
    let begun = Instant::now();
    plumb.send("go depth 1\nucinewgame\n".repeat(5_000));
    plumb.send("quit");
    plumb.ends_well();
    assert!(
        begun.elapsed() < Duration::from_secs(20),
        "{:?}",
        begun.elapsed()
    );
}

#[test]
fn what_was_typed_before_quit_is_answered() {
    let mut plumb = Plumb::uci();
    plumb.send("d\n".repeat(50) + "quit");
    for _ in 0..50 {
        plumb.until("Checkers:");
    }
    plumb.ends_well();
}
