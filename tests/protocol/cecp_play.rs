//! Playing in the XBoard protocol: pondering, draws, resignation, pauses,
//! options, and what XBoard itself sends.

use std::time::Duration;

use plumb::board::{Game, Move};
use plumb::notation::{CastlingStyle, START_FEN, to_uci_move};

use crate::chess::{MATE_IN_ONE, cecp_move, check_line, game, start, thinking};
use crate::driver::Plumb;

/// Black, to move, is mated on the next move whatever he does.
const HOPELESS: &str = "7k/R7/8/8/8/8/8/1R4K1 w - - 0 1";

/// A walk of White's king past no square twice, and Black's king going to and
/// fro: thirty plies that change nothing.
const WALK: [&str; 15] = [
    "g1g2", "g2g3", "g3f3", "f3f2", "f2f1", "f1e1", "e1e2", "e2e3", "e3d3", "d3d2", "d2d1", "d1c1",
    "c1c2", "c2c3", "c3d4",
];

fn user_move(plumb: &mut Plumb, game: &mut Game, text: &str) {
    plumb.send(format!("usermove {text}"));
    let mv = plumb::notation::parse_move(game.position(), text).expect(text);
    game.play(mv);
}

fn is_thinking(line: &str) -> bool {
    line.contains('\t')
}

#[test]
fn ping_waits_for_the_move_but_for_nothing_else() {
    let mut plumb = Plumb::xboard();
    plumb.send("hard");
    plumb.send("st 1000");
    plumb.send("usermove e2e4");
    plumb.until_that("thinking", is_thinking);
    plumb.send("ping 7");
    plumb.send("ping 8");
    assert!(is_thinking(&plumb.line()), "no pong yet");
    plumb.send("?");
    let lines = plumb.until("pong 8");
    let place = |start: &str| lines.iter().position(|line| line.starts_with(start));
    assert!(place("move ").unwrap() < place("pong 7").unwrap());
    // While it ponders, at once.
    plumb.until("Hint: ");
    let lines = plumb.ping();
    assert!(lines.iter().all(|line| !line.starts_with("move ")));
    plumb.quit();
}

#[test]
fn move_now_is_ignored_when_there_is_nothing_to_move() {
    let mut plumb = Plumb::xboard();
    plumb.send("?");
    plumb.send("?");
    assert_eq!(plumb.ping(), [""; 0]);
    plumb.send("analyze");
    plumb.send("?");
    assert!(plumb.ping().iter().all(|line| !line.starts_with("move ")));
    plumb.send("exit");
    plumb.send("new\nst 1000\nusermove e2e4\n?\n?\n?");
    let moves = |lines: &[String]| {
        lines
            .iter()
            .filter(|line| line.starts_with("move "))
            .count()
    };
    assert_eq!(moves(&plumb.ping()), 1);
    // A late one does not end the next search.
    plumb.send("sd 6\nforce\nnew\npost\nsd 6\nusermove d2d4");
    let lines = plumb.until("move ");
    assert_eq!(thinking(&lines).last().map(|line| line.ply), Some(6));
    plumb.quit();
}

#[test]
fn go_plays_the_side_to_move_and_playother_the_other() {
    let mut plumb = Plumb::xboard();
    plumb.send("sd 3\nforce");
    let mut board = start();
    user_move(&mut plumb, &mut board, "e2e4");
    user_move(&mut plumb, &mut board, "e7e5");
    assert_eq!(plumb.ping(), [""; 0]);
    plumb.send("go");
    cecp_move(&mut plumb, &mut board);
    assert_eq!(plumb.ping(), [""; 0], "Black is the user's");
    plumb.send("force");
    plumb.send("playother");
    assert_eq!(
        plumb.ping(),
        [""; 0],
        "Black is to move, White is the engine's"
    );
    let reply = to_uci_move(
        board.position(),
        board.position().legal_moves()[0],
        CastlingStyle::Standard,
    );
    user_move(&mut plumb, &mut board, &reply);
    cecp_move(&mut plumb, &mut board);
    // Changing sides in the middle of a game.
    plumb.send("go");
    cecp_move(&mut plumb, &mut board);
    plumb.quit();
}

#[test]
fn go_while_thinking_does_not_begin_again() {
    let mut plumb = Plumb::xboard();
    plumb.send("st 1000\nusermove e2e4");
    let mut lines = plumb.until_that("thinking", is_thinking);
    plumb.send("go");
    plumb.send("?");
    lines.extend(plumb.until("move "));
    let first_plies = thinking(&lines).iter().filter(|line| line.ply == 1).count();
    assert_eq!(first_plies, 1);
    plumb.quit();
}

#[test]
fn a_move_when_the_engine_is_to_move_is_refused() {
    let mut plumb = Plumb::xboard();
    plumb.send("st 1000\nusermove e2e4");
    plumb.until_that("thinking", is_thinking);
    plumb.send("usermove e7e5");
    let lines = plumb.until("Illegal move");
    assert!(
        lines
            .last()
            .unwrap()
            .starts_with("Illegal move (it is not your move): e7e5")
    );
    plumb.send("?");
    plumb.until("move ");
    plumb.quit();
}

#[test]
fn pondering_hit_and_miss() {
    let mut plumb = Plumb::xboard();
    plumb.send("hard\nsd 5");
    let mut board = start();
    user_move(&mut plumb, &mut board, "e2e4");
    for round in 0..4 {
        cecp_move(&mut plumb, &mut board);
        let hint = plumb.until("Hint: ").pop().unwrap()["Hint: ".len()..].to_owned();
        // The line of play begins with the expected move in brackets.
        let line = plumb.until_that("thinking", is_thinking);
        let pv = thinking(&line).pop().unwrap().pv;
        assert_eq!(pv[0], format!("({hint})"));
        let mut pv = pv.clone();
        pv[0] = hint.clone();
        check_line(&board, &pv);
        // Being asked for it is no reason to stop.
        plumb.send("hint");
        plumb.until(&format!("Hint: {hint}"));
        // The game has to go on: nothing that is answered with mate.
        let is_safe = |mv: &Move| {
            let after = board.position().play(*mv);
            let replies = after.legal_moves();
            let mut next = replies.iter().map(|reply| after.play(*reply));
            !replies.is_empty() && !next.any(|position| position.has_no_moves())
        };
        let moves = board.position().legal_moves();
        let other = moves
            .iter()
            .filter(|mv| is_safe(mv))
            .map(|mv| to_uci_move(board.position(), *mv, CastlingStyle::Standard))
            .find(|mv| *mv != hint)
            .expect("two moves");
        plumb.send("time 5000\notim 5000");
        let answer = if round % 2 == 0 { hint } else { other };
        user_move(&mut plumb, &mut board, &answer);
    }
    cecp_move(&mut plumb, &mut board);
    plumb.until("Hint: ");
    plumb.send("easy");
    plumb.ping();
    plumb.wait_until_idle();
    assert_eq!(plumb.ping(), [""; 0]);
    plumb.quit();
}

#[test]
fn hard_then_easy_means_no_pondering() {
    let mut plumb = Plumb::xboard();
    plumb.send("hard\neasy\nsd 3\nusermove e2e4");
    plumb.until("move ");
    assert_eq!(plumb.ping(), [""; 0]);
    plumb.quit();
}

#[test]
fn what_ends_pondering_ends_it_in_silence() {
    let mut plumb = Plumb::xboard();
    for end in [
        "force",
        "new",
        "result 1/2-1/2 {Draw}",
        "undo",
        "setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "pause",
        "edit\n.",
    ] {
        plumb.send("new\nhard\nsd 4\nusermove e2e4");
        plumb.until("Hint: ");
        plumb.send(format!("force\n{end}"));
        plumb.ping();
        assert_eq!(plumb.line_within(Duration::from_millis(50)), None, "{end}");
        assert_eq!(plumb.ping(), [""; 0], "{end}");
    }
    plumb.send("new\nhard\nsd 4\nusermove e2e4");
    plumb.until("Hint: ");
    plumb.send("result 0-1 {White resigns}");
    plumb.ping();
    assert_eq!(plumb.ping(), [""; 0]);
    plumb.wait_until_idle();
    plumb.quit();
}

#[test]
fn pause_and_resume() {
    let mut plumb = Plumb::xboard();
    plumb.send("st 1000\nusermove e2e4");
    plumb.until_that("thinking", is_thinking);
    plumb.send("pause");
    plumb.ping();
    plumb.wait_until_idle();
    assert_eq!(plumb.ping(), [""; 0]);
    plumb.send("resume");
    plumb.until_that("thinking", is_thinking);
    plumb.send("?");
    let mut board = game(START_FEN, &["e2e4"]);
    cecp_move(&mut plumb, &mut board);
    // A new `go` or a new game ends a pause as well.
    plumb.send("pause\nsd 2\ngo");
    cecp_move(&mut plumb, &mut board);
    plumb.send("pause\nnew\nsd 2\nusermove e2e4");
    plumb.until("move ");
    plumb.quit();
}

#[test]
fn options_set_while_it_thinks_wait_for_the_move() {
    let mut plumb = Plumb::xboard();
    plumb.send("st 1000\nusermove e2e4");
    let mut lines = plumb.until_that("thinking", is_thinking);
    plumb.send("option MultiPV=2\nmemory 40\ncores 2\noption Nothing\noption ClearHash");
    plumb.send("?");
    lines.extend(plumb.until("move "));
    let first_plies = thinking(&lines).iter().filter(|line| line.ply == 1).count();
    assert_eq!(first_plies, 1, "the search went on");
    let errors = plumb.ping();
    assert_eq!(
        errors,
        ["Error (no option is called 'Nothing'): option Nothing"]
    );
    plumb.send("new\npost\nsd 3\nusermove e2e4");
    let lines = plumb.until("move ");
    let first_plies = thinking(&lines).iter().filter(|line| line.ply == 1).count();
    assert_eq!(first_plies, 2, "two lines now");
    plumb.quit();
}

#[test]
fn a_hint_for_the_opponent() {
    let mut plumb = Plumb::xboard();
    plumb.send("force\nhint");
    let hint = plumb.until("Hint: ").pop().unwrap();
    let mv = plumb::notation::parse_uci_move(start().position(), &hint[6..]);
    assert!(mv.is_some(), "{hint}");
    // Forced, so known.
    plumb.send("setboard 7k/6Q1/8/8/8/8/8/4K3 b - - 0 1\nhint");
    plumb.until("Hint: h8g7");
    // Something else to do comes first, and the hint does not come late.
    plumb.send("new\nsd 2\nhint\nusermove e2e4");
    plumb.until("move ");
    assert_eq!(plumb.ping(), [""; 0]);
    plumb.send("setboard R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1\nhint");
    assert!(plumb.ping().iter().all(|line| !line.starts_with("Hint")));
    plumb.quit();
}

#[test]
fn it_resigns_when_it_is_being_mated_and_not_before() {
    for resigns in [true, false] {
        let mut plumb = Plumb::xboard();
        plumb.send("force");
        plumb.send(format!("setboard {HOPELESS}"));
        plumb.send(format!("option Resign={}", i32::from(resigns)));
        plumb.send("sd 4\nplayother");
        let mut board = game(HOPELESS, &[]);
        for (index, mv) in WALK[..4].iter().enumerate() {
            user_move(&mut plumb, &mut board, mv);
            if resigns && index == 3 {
                let lines = plumb.until("resign");
                assert!(lines.iter().all(|line| !line.starts_with("move ")));
                assert_eq!(plumb.ping(), [""; 0]);
            } else {
                let lines = cecp_move(&mut plumb, &mut board);
                assert!(lines.iter().all(|line| line != "resign"));
            }
        }
        plumb.quit();
    }
}

#[test]
fn draw_offers_are_accepted_with_an_offer_and_refused_in_silence() {
    let mut plumb = Plumb::xboard();
    plumb.send("sd 3\ndraw");
    assert_eq!(plumb.ping(), [""; 0]);
    plumb.send("usermove e2e4\ndraw");
    let lines = plumb.until("move ");
    assert!(lines.iter().all(|line| line != "offer draw"), "too early");
    assert_eq!(plumb.ping(), [""; 0]);
    // After thirty plies, being mated.
    plumb.send("option Resign=0\nforce");
    plumb.send(format!("setboard {HOPELESS}"));
    let mut board = game(HOPELESS, &[]);
    for (index, mv) in WALK.iter().enumerate() {
        user_move(&mut plumb, &mut board, mv);
        user_move(
            &mut plumb,
            &mut board,
            if index % 2 == 0 { "h8g8" } else { "g8h8" },
        );
    }
    plumb.send("sd 4\nplayother");
    // Offered with the move, while the engine thinks; or when it has just moved.
    user_move(&mut plumb, &mut board, "d4e5");
    plumb.send("draw");
    plumb.until("offer draw");
    plumb.quit();
}

#[test]
fn a_draw_by_rule_that_the_own_move_brings_is_offered_before_it() {
    // No capture and no mate: whatever is played makes fifty moves.
    let fen = "8/8/8/3k4/8/8/8/KQ6 w - - 99 80";
    let mut plumb = Plumb::xboard();
    plumb.send("force");
    plumb.send(format!("setboard {fen}"));
    plumb.send("sd 3\ngo");
    let lines = cecp_move(&mut plumb, &mut game(fen, &[]));
    assert_eq!(lines[lines.len() - 2], "offer draw");
    assert_eq!(plumb.line(), "1/2-1/2 {Draw by fifty-move rule}");
    assert_eq!(plumb.ping(), [""; 0]);
    // The opponent's move brings it: the claim comes at once.
    plumb.send("new\nsd 2\nforce");
    plumb.send("setboard 8/8/8/3k4/8/8/8/KQ6 b - - 98 80");
    plumb.send("go");
    let mut board = game("8/8/8/3k4/8/8/8/KQ6 b - - 98 80", &[]);
    cecp_move(&mut plumb, &mut board);
    user_move(&mut plumb, &mut board, "b1b2");
    assert_eq!(plumb.ping(), ["1/2-1/2 {Draw by fifty-move rule}"]);
    // Threefold repetition over moves made in force mode.
    plumb.send("new\nforce");
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"];
    for mv in shuffle {
        plumb.send(format!("usermove {mv}"));
    }
    plumb.send("exclude all\ninclude f6g8\ngo");
    let lines = plumb.until("1/2-1/2 ");
    assert_eq!(
        lines[lines.len() - 3..],
        ["offer draw", "move f6g8", "1/2-1/2 {Draw by repetition}"]
    );
    plumb.quit();
}

#[test]
fn after_a_result_it_is_quiet_until_the_next_game() {
    let mut plumb = Plumb::xboard();
    plumb.send("sd 3\nusermove e2e4");
    plumb.until("move ");
    plumb.send("result 1-0 {Black resigns}");
    plumb.send("usermove d2d4");
    assert_eq!(plumb.ping(), [""; 0]);
    plumb.send("new\nsd 3\nusermove e2e4");
    plumb.until("move ");
    // In the middle of thinking.
    plumb.send("new\nst 1000\nusermove e2e4");
    plumb.until_that("thinking", is_thinking);
    plumb.send("result 1/2-1/2 {Xboard adjudication: 50-move rule}");
    assert!(plumb.ping().iter().all(|line| !line.starts_with("move ")));
    assert_eq!(plumb.ping(), [""; 0]);
    plumb.quit();
}

#[test]
fn what_xboard_sends_around_a_game() {
    let mut plumb = Plumb::start();
    plumb.send("xboard\nprotover 2");
    plumb.until("feature done=1");
    for feature in ["done", "myname", "variants", "ping", "option"] {
        plumb.send(format!("accepted {feature}"));
    }
    plumb.send("rejected setscore");
    let mut number = 0;
    for _ in 0..2 {
        plumb.send("memory 68\negtpath syzygy /EGT/Syzygy\ncores 1\nnew\nrandom\nics -");
        plumb.send("level 40 0:30 0\npost\nhard\neasy");
        for line in ["", "force"] {
            number += 1;
            plumb.send(line);
            plumb.send(format!("ping {number}"));
            let mut lines = plumb.until("pong ");
            if number == 1 {
                // There are no tables where XBoard looks for them: noted once.
                assert!(lines.remove(0).starts_with("# no endgame"), "{lines:?}");
            }
            assert_eq!(lines, [format!("pong {number}")]);
        }
    }
    plumb.send("force\ncomputer\nname Some Engine\nsd 3\ntime 3000\notim 3000\ngo");
    let mut board = start();
    cecp_move(&mut plumb, &mut board);
    for clock in [2990, 100, 1, 0, -20] {
        plumb.send(format!("time {clock}\notim 2980"));
        let reply = to_uci_move(
            board.position(),
            board.position().legal_moves()[0],
            CastlingStyle::Standard,
        );
        user_move(&mut plumb, &mut board, &reply);
        cecp_move(&mut plumb, &mut board);
    }
    plumb.send("force\nresult 1/2-1/2 {Xboard adjudication: 50-move rule}\nforce");
    assert_eq!(plumb.ping(), [""; 0]);
    plumb.quit();
}

#[test]
fn bare_moves_and_san_are_understood() {
    let mut plumb = Plumb::xboard();
    plumb.send("force\ne2e4\ne5\nNf3\nusermove b8c6\nusermove O-O");
    let lines = plumb.ping();
    assert_eq!(lines, ["Illegal move: O-O"]);
    plumb.send("Bc4\nd7d6\nO-O");
    assert_eq!(plumb.ping(), [""; 0]);
    let after = game(
        START_FEN,
        &["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "d7d6", "e1g1"],
    );
    let fen = plumb::notation::to_fen(after.position(), plumb::notation::FenStyle::XFen);
    assert_eq!(crate::chess::cecp_fen_of(&mut plumb), fen);
    plumb.quit();
}

#[test]
fn a_finished_game_in_play_is_announced_once() {
    let mut plumb = Plumb::xboard();
    plumb.send("force");
    plumb.send(format!("setboard {MATE_IN_ONE}"));
    plumb.send("playother\nusermove a1a8");
    assert_eq!(plumb.ping(), ["1-0 {White mates}"]);
    plumb.send("time 100\notim 100\nusermove g8f8");
    assert_eq!(plumb.ping(), ["Illegal move: g8f8"]);
    plumb.send("undo\nundo");
    plumb.ping();
    plumb.send("new\nsd 1\nusermove e2e4");
    plumb.until("move ");
    plumb.quit();
}
