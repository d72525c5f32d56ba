//! The tutor beside the opponent: when it speaks, when it is silent, and that the
//! opponent plays the same either way; UCI's rules are in `tutor_uci`. `pretend_tutor` stands in for it where what is said
//! must not depend on chess.

use std::sync::atomic::Ordering;

use crate::driver::Plumb;
use crate::pretend_tutor::{Session, words};

/// The user's moves of a short game, some of them bad.
const USER_MOVES: [&str; 6] = ["e2e4", "g1f3", "f3g5", "d1h5", "a2a3", "b1c3"];

/// What a search said, without times and the tutor's words.
fn search_lines(lines: &[String]) -> Vec<String> {
    let is_search = |line: &&String| !line.contains("info string") && !line.contains("\t(");
    let plain = |line: &String| {
        let mut words: Vec<&str> = line.split_whitespace().collect();
        if line.contains('\t') {
            // ply score TIME nodes seldepth NPS tbhits
            words.remove(5);
            words.remove(2);
        }
        let is_time = |index: usize| {
            let before = index.checked_sub(1).map(|before| words[before]);
            matches!(before, Some("time" | "nps"))
        };
        let kept = (0..words.len()).filter(|&index| !is_time(index));
        kept.map(|index| words[index]).collect::<Vec<_>>().join(" ")
    };
    lines.iter().filter(is_search).map(plain).collect()
}

#[test]
fn both_protocols_offer_it() {
    let mut plumb = Plumb::start();
    plumb.send("uci");
    let lines = plumb.until("uciok").join("\n");
    for option in [
        "option name TutorMode type check default false",
        "option name TutorElo type spin default 1500 min 0 max 2900",
        "option name Explain type button",
    ] {
        assert!(lines.contains(option), "{option}");
    }
    assert!(!lines.contains("TutorPopups"));
    plumb.quit();
    let mut plumb = Plumb::start();
    plumb.send("xboard\nprotover 2");
    let lines = plumb.until("feature done=1").join("\n");
    for option in [
        "option=\"TutorMode -check 0\"",
        "option=\"TutorElo -spin 1500 0 2900\"",
        "option=\"TutorPopups -check 0\"",
        "option=\"Explain -button\"",
    ] {
        assert!(lines.contains(option), "{option}");
    }
    plumb.quit();
}

#[test]
fn the_opponent_plays_the_same_in_uci() {
    let play = |tutor: bool| {
        let mut plumb = Plumb::uci();
        plumb.send(format!("setoption name TutorMode value {tutor}"));
        let (mut moves, mut said, mut count) = (Vec::new(), Vec::new(), 0);
        for limit in ["depth 8", "nodes 200000", "depth 6"]
            .iter()
            .cycle()
            .take(8)
        {
            let played = match moves.is_empty() {
                true => "position startpos".to_owned(),
                false => format!("position startpos moves {}", moves.join(" ")),
            };
            plumb.send(played);
            let lines = plumb.go(&format!("go {limit}"));
            let strings = lines.iter().filter(|line| line.starts_with("info string"));
            count += strings.count();
            let best = lines.last().expect("bestmove").clone();
            moves.push(best.split(' ').nth(1).expect("a move").to_owned());
            said.extend(search_lines(&lines));
            // Nothing after `bestmove`.
            assert_eq!(plumb.sync(), [""; 0]);
        }
        plumb.quit();
        (said, count)
    };
    let (with, words) = play(true);
    let (without, silence) = play(false);
    assert_eq!(with, without);
    assert!(words > 8 && silence == 0, "{words} {silence}");
}

#[test]
fn the_opponent_plays_the_same_in_xboard() {
    let play = |tutor: u8| {
        let mut plumb = Plumb::xboard();
        plumb.send(format!("option TutorMode={tutor}\nsd 7"));
        let mut said = Vec::new();
        for (index, text) in USER_MOVES.iter().enumerate() {
            plumb.send(format!("usermove {text}"));
            said.extend(plumb.until("move "));
            // The user takes his time, or none.
            if tutor == 1 && index % 2 == 0 {
                let is_last = |line: &str| line.contains("\t(My move: ");
                said.extend(plumb.until_that("words", is_last));
            }
        }
        let words = said.iter().filter(|line| line.contains("\t(Your move: "));
        let words = words.count();
        plumb.quit();
        (search_lines(&said), words)
    };
    let (with, words) = play(1);
    let (without, silence) = play(0);
    let moves = with.iter().filter(|line| line.starts_with("move "));
    assert_eq!(moves.count(), USER_MOVES.len());
    assert_eq!(with, without);
    assert!(words >= 3 && silence == 0, "{words} {silence}");
}

#[test]
fn a_mistake_is_explained_and_a_window_opens_only_where_it_may() {
    for popups in [0, 1] {
        let mut plumb = Plumb::xboard();
        plumb.send("force\nsetboard rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2");
        plumb.send(format!(
            "option TutorMode=1\noption TutorPopups={popups}\nsd 1\nplayother"
        ));
        plumb.send("usermove g2g4");
        let lines = plumb.until_that("both sections", |line| line.contains("\t(My move: "));
        let place = |text: &str| lines.iter().position(|line| line.contains(text));
        let yours = place("\t(Your move: 2.g4 is worse than 2.").expect("the user's move");
        let why = place("\t(2.g4 allows mate: 2...Qh4#").or(place("2...Qh4#"));
        assert!(why.is_some_and(|why| why > yours), "{lines:?}");
        assert!(lines.last().is_some_and(|line| line.contains("2...Qh4#")));
        let told = lines.iter().filter(|line| line.starts_with("telluser "));
        let told: Vec<_> = told.collect();
        assert_eq!(told.len(), popups, "{lines:?}");
        assert!(told.iter().all(|line| line.contains("2.g4 gives away ")));
        plumb.quit();
    }
}

#[test]
fn a_line_of_words_has_the_numbers_of_the_last_line_of_thinking() {
    let session = Session::xboard();
    session.send("usermove e2e4");
    let lines = session.until("move ");
    let thinking = lines.iter().rfind(|line| line.contains('\t')).unwrap();
    session.let_answer();
    let lines = session.until(thinking.split('\t').next().unwrap());
    let said = lines.last().unwrap();
    assert_eq!(said.split('\t').nth(1), Some("(Your move: Words on e2e4.)"));
}

#[test]
fn both_moves_have_a_section_in_xboard() {
    let session = Session::xboard();
    session.until_asked("study");
    session.send("usermove e2e4");
    let reply = session.until_move();
    session.let_answer();
    session.let_answer();
    session.until_asked("e2e4");
    session.until_asked(&reply);
    // The user's next position.
    session.until_asked("study");
    let lines = session.ping();
    let said: Vec<_> = words(&lines)
        .into_iter()
        .map(|line| line.split('\t').nth(1))
        .collect();
    let of_reply = format!("(My move: Words on {reply}.)");
    assert_eq!(
        said,
        [Some("(Your move: Words on e2e4.)"), Some(of_reply.as_str())]
    );
}

#[test]
fn words_are_not_said_where_thinking_is_hidden() {
    let session = Session::xboard();
    session.send("nopost\noption TutorPopups=1\nusermove e2e4");
    let reply = session.until_move();
    session.let_answer();
    session.let_answer();
    session.until_asked("e2e4");
    session.until_asked(&reply);
    session.until_asked("study");
    let lines = session.ping();
    assert_eq!(lines, ["telluser e2e4 is a mistake.", "pong 4711"]);
}

#[test]
fn after_a_change_of_the_board_no_old_word_is_said() {
    for change in [
        "undo",
        "remove",
        "new",
        "setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "force",
        "analyze",
        "edit",
        "computer",
        "pause",
        "option TutorMode=0",
        "variant normal",
    ] {
        let session = Session::xboard();
        session.send("usermove e2e4");
        session.until("move ");
        session.until_asked("e2e4");
        // The tutor is at it, deaf to all requests, when the board changes.
        session.send(change);
        // The editor answers no ping.
        session.said_within(200);
        session.let_answer();
        session.let_answer();
        let lines = session.said_within(200);
        // After `undo` the engine has moved once more, which may be explained.
        let old = lines.iter().filter(|line| line.contains("e2e4"));
        assert_eq!(old.count(), 0, "{change}: {lines:?}");
        assert!(
            change == "undo" || words(&lines).is_empty(),
            "{change}: {lines:?}"
        );
        assert!(session.was_stopped.load(Ordering::Relaxed), "{change}");
    }
}

#[test]
fn the_users_next_move_ends_what_is_said_of_the_engines() {
    let session = Session::xboard();
    session.send("usermove e2e4");
    let reply = session.until_move();
    session.let_answer();
    session.until_asked(&reply);
    session.send("usermove a2a3");
    session.until("move ");
    for _ in 0..3 {
        session.let_answer();
    }
    session.until_asked("a2a3");
    session.until_asked("study");
    let lines = session.ping();
    let said = words(&lines);
    assert!(said.iter().all(|line| !line.contains(&reply)), "{said:?}");
    assert!(said.iter().any(|line| line.contains("Words on a2a3")));
}

#[test]
fn it_is_silent_against_programs_and_where_no_game_is_played() {
    for begin in ["computer", "force", "analyze", "option TutorMode=0"] {
        let session = Session::xboard();
        session.send(begin);
        session.send("ping 1");
        session.until("pong 1");
        session.asked();
        session.send("usermove e2e4\nusermove e7e5\nusermove g1f3\nping 2");
        session.until("pong 2");
        assert_eq!(session.asked(), [""; 0], "{begin}");
    }
    // A new game may be a person's again.
    let session = Session::xboard();
    session.send("computer\nnew\nsd 1\nusermove e2e4");
    session.until_asked("e2e4");
}

#[test]
fn a_move_entered_in_force_is_explained_at_go() {
    // As python-chess sends it.
    let session = Session::xboard();
    session.send("force\nusermove e2e4\nping 1");
    session.until("pong 1");
    session.asked();
    session.send("go");
    session.let_answer();
    session.until_asked("e2e4");
    session.until("move ");
    // The next move takes the words on the engine's away.
    session.send("force");
    session.ping();
    session.let_answer();
    let lines = session.said_within(200);
    assert!(
        lines.iter().all(|line| !line.contains("(My move")),
        "{lines:?}"
    );
}

#[test]
fn hint_and_book_are_answered_at_length() {
    let session = Session::xboard();
    session.send("hint\nbk");
    session.let_answer();
    session.let_answer();
    let lines = session.until("Hint: ");
    assert!(lines.iter().all(|line| !line.contains("Words")));
    let lines = session.until("\t");
    let lines = [lines, session.said_within(300)].concat();
    let text = lines.join("\n");
    assert!(text.contains("(Many words on best.)"), "{text}");
    let book: Vec<_> = lines
        .iter()
        .skip_while(|line| !line.starts_with('\t'))
        .collect();
    assert_eq!(
        book,
        ["\tno book move", "\tMany words on best.", "\tAnd more.", ""]
    );
}

#[test]
fn the_button_is_always_answered() {
    // In a game, without one, against programs, and where the thinking is hidden.
    for (begin, start) in [
        ("", "0 0 0 0\t(Many"),
        ("force", "0 0 0 0\t(Many"),
        ("computer", "0 0 0 0\t(Many"),
        ("option TutorMode=0\nnopost", "# Many"),
    ] {
        let session = Session::xboard();
        session.send(begin);
        session.send("option Explain");
        session.let_answer();
        let lines = session.until(start);
        assert!(lines.last().unwrap().contains("Many words on best."));
    }
    // Of the last move, in UCI between searches, too, and not after `position`.
    let session = Session::uci();
    session.send("position startpos moves e2e4\nsetoption name Explain");
    session.let_answer();
    let lines = session.until("info string And more.");
    assert_eq!(lines[0], "info string Many words on e2e4.");
    session.send("setoption name Explain");
    session.until_asked("e2e4");
    session.until_asked("e2e4");
    session.send("position startpos\nisready");
    session.until("readyok");
    session.let_answer();
    assert_eq!(session.said_within(200), [""; 0]);
}

#[test]
fn the_button_disturbs_no_search() {
    let session = Session::uci();
    session.send("setoption name TutorMode value false");
    session.send("position startpos moves e2e4\ngo infinite");
    session.until("info depth 3");
    session.send("setoption name Explain");
    session.let_answer();
    session.until("info string Many words on e2e4.");
    session.send("stop");
    let lines = session.until("bestmove");
    let ends = lines.iter().filter(|line| line.starts_with("bestmove"));
    assert_eq!(ends.count(), 1);
    // In XBoard's protocol other options wait for the engine's move.
    let session = Session::xboard();
    session.send("option TutorMode=0\nsd 90\nst 1000\nusermove e2e4");
    session.until("3 ");
    session.send("option Explain");
    session.let_answer();
    let lines = session.until_that("words", |line| line.contains("Many words on e2e4."));
    assert!(lines.iter().all(|line| !line.starts_with("move ")));
    session.send("?");
    session.until("move ");
}

#[test]
fn the_last_moves_of_a_finished_game_are_explained() {
    // XBoard says `result` and `force` as soon as it hears of the mate.
    let mut plumb = Plumb::xboard();
    plumb.send("force\nsetboard rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2");
    plumb.send("option TutorMode=1\nsd 2\nplayother\nusermove g2g4");
    plumb.until_that("the mate", |line| line.starts_with("0-1"));
    plumb.send("result 0-1 {Black mates}\nforce");
    plumb.until_that("both sections", |line| {
        line.contains("\t(My move: 2...Qh4# is")
    });
    plumb.quit();
}

#[test]
fn the_engines_own_move_is_never_called_the_users() {
    let session = Session::xboard();
    session.send("usermove e2e4");
    let reply = session.until_move();
    session.let_answer();
    session.let_answer();
    session.until_asked("e2e4");
    session.until_asked(&reply);
    // Of this position: the one before the user's move may have been studied, too.
    session.until_asked("study");
    // The user changes sides: it is the engine's move that stands last.
    session.send("go");
    let mv = session.until_move();
    assert_eq!(session.next_asked(), Some(mv));
}

#[test]
fn after_a_move_in_force_the_button_speaks_of_no_other_board() {
    let session = Session::xboard();
    session.send("force\nusermove e2e4\noption Explain");
    session.until_asked("e2e4");
    session.send("usermove e7e5");
    session.ping();
    session.let_answer();
    assert!(words(&session.said_within(300)).is_empty());
}
