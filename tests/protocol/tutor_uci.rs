//! The tutor in UCI: words between `go` and `bestmove`, in games, and in time.

use std::time::{Duration, Instant};

use crate::driver::Plumb;
use crate::pretend_tutor::{Session, words};

#[test]
fn bestmove_is_the_last_word() {
    let session = Session::uci();
    session.send("position startpos moves e2e4\ngo depth 4");
    session.let_answer();
    session.let_answer();
    let lines = session.until("bestmove");
    let best = lines.last().unwrap().split(' ').nth(1).unwrap();
    let said: Vec<_> = words(&lines);
    let of_best = format!("info string My move: Words on {best}.");
    assert_eq!(
        said,
        ["info string Your move: Words on e2e4.", of_best.as_str()]
    );
    assert_eq!(session.said_within(200), [""; 0]);
}

#[test]
fn nothing_is_said_where_no_game_is_played() {
    for (options, go) in [
        ("", "go infinite"),
        ("", "go"),
        ("", "go ponder wtime 60000 btime 60000"),
        ("", "go mate 2"),
        ("", "go depth 5 searchmoves e7e5"),
        ("", "go nodes 5000"),
        ("", "go movetime 300"),
        ("setoption name UCI_AnalyseMode value true", "go depth 5"),
        (
            "setoption name UCI_Opponent value none none computer X",
            "go depth 5",
        ),
        ("setoption name TutorMode value false", "go depth 5"),
    ] {
        let session = Session::uci();
        session.send(options);
        session.send("position startpos moves e2e4");
        session.send(go);
        session.until("info depth 1");
        session.send("stop");
        session.until("bestmove");
        assert_eq!(session.asked(), [""; 0], "{options} {go}");
    }
}

#[test]
fn a_pondered_move_is_explained_from_ponderhit() {
    let session = Session::uci();
    session.send("position startpos moves e2e4\ngo ponder depth 4");
    session.until("info depth 4");
    assert_eq!(session.asked(), [""; 0]);
    session.send("ponderhit");
    session.let_answer();
    session.let_answer();
    let lines = session.until("bestmove");
    assert_eq!(words(&lines).len(), 2, "{lines:?}");
}

#[test]
fn stop_ends_all_words() {
    // Beside the search, and while `bestmove` waits for the last words.
    for go in ["go depth 90", "go depth 1"] {
        let session = Session::uci();
        session.send("position startpos moves e2e4");
        session.send(go);
        session.until_asked("e2e4");
        session.until("info depth 1");
        session.said_within(100);
        session.send("stop");
        let lines = session.until("bestmove");
        assert_eq!(words(&lines), [""; 0]);
        session.let_answer();
        session.let_answer();
        assert_eq!(session.said_within(200), [""; 0]);
        // And what comes then is a search like any other.
        session.send("setoption name TutorMode value false\ngo depth 1");
        session.until("bestmove");
    }
}

#[test]
fn other_commands_end_the_words_too() {
    for command in ["position startpos", "ucinewgame", "go depth 1", "e7e5"] {
        let session = Session::uci();
        session.send("position startpos moves e2e4\ngo depth 1");
        session.until_asked("e2e4");
        session.said_within(100);
        session.send(command);
        let lines = session.until("bestmove");
        assert_eq!(words(&lines), [""; 0], "{command}");
        session.send("setoption name TutorMode value false");
        session.said_within(50);
        for _ in 0..4 {
            session.let_answer();
        }
        let lines = session.said_within(200);
        let old = "Your move: Words on e2e4.";
        let again = usize::from(command.starts_with("go"));
        let count = lines.iter().filter(|line| line.contains(old)).count();
        assert!(count <= again, "{command}: {lines:?}");
    }
}

#[test]
fn words_that_come_too_late_are_not_waited_for() {
    // Two seconds: the search has 1.8, and the words 0.1 after it.
    let session = Session::uci();
    session.send("setoption name Move Overhead value 0\nposition startpos moves e2e4");
    session.send("isready");
    session.until("readyok");
    let begun = Instant::now();
    session.send("go movetime 2000");
    let lines = session.until("bestmove");
    let taken = begun.elapsed();
    assert_eq!(words(&lines), [""; 0]);
    // The search does end by itself, and the rest of the time is the machine's.
    assert!(taken >= Duration::from_millis(1_700), "{taken:?}");
    assert!(taken <= Duration::from_millis(3_000), "{taken:?}");
    for _ in 0..2 {
        session.let_answer();
    }
    assert_eq!(session.said_within(200), [""; 0]);
}

#[test]
fn what_the_tutor_says_in_time_is_said_within_a_move_time() {
    let mut plumb = Plumb::uci();
    plumb.send("setoption name TutorMode value true");
    plumb.send("position startpos moves f2f3 e7e5 g2g4");
    let begun = Instant::now();
    let lines = plumb.go("go movetime 4000");
    let taken = begun.elapsed();
    assert!(taken <= Duration::from_millis(5_000), "{taken:?}");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove d8h4"));
    plumb.quit();
}
