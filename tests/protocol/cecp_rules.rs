//! The rules of the XBoard protocol that get implemented wrong: features,
//! force, clocks, positions, errors, analysis.

use std::time::{Duration, Instant};

use plumb::notation::START_FEN;
use plumb::protocol::ScoreValue;

use crate::chess::{
    BUSY, MATE_IN_ONE, MATED, cecp_fen_of, cecp_move, check_line, game, mates, start, thinking,
};
use crate::driver::Plumb;

const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

#[test]
fn the_features() {
    let mut plumb = Plumb::start();
    plumb.send("xboard");
    assert_eq!(plumb.line_within(Duration::from_millis(50)), None);
    plumb.send("protover 2");
    let lines = plumb.until("feature done=1");
    assert_eq!(lines[0], "feature done=0");
    assert!(lines.iter().all(|line| line.starts_with("feature ")));
    let all = format!("{} ", lines.join(" "));
    for feature in [
        "ping=1",
        "setboard=1",
        "playother=1",
        "san=0",
        "usermove=1",
        "time=1",
        "draw=1",
        "sigint=0",
        "sigterm=0",
        "reuse=1",
        "analyze=1",
        "colors=0",
        "ics=1",
        "name=1",
        "pause=1",
        "nps=1",
        "debug=1",
        "memory=1",
        "smp=1",
        "exclude=1",
        "highlight=0",
        "variants=\"normal,fischerandom\"",
    ] {
        assert!(all.contains(&format!(" {feature} ")), "{feature}");
    }
    assert!(all.contains(" myname=\"Plumb "));
    // XBoard 4.9.1 crashes over what it does not know.
    assert!(!all.contains("setscore"));
    // One word for a name, `spin` and not `slider`, and XBoard wants a blank
    // after `-string` even before nothing.
    for option in all.split("option=\"").skip(1) {
        let option = option.split('"').next().expect("a closing quote");
        let (name, rest) = option.split_once(" -").expect("a kind");
        assert!(!name.contains(' '), "{option}");
        let kind = rest.split(' ').next();
        assert!(
            matches!(kind, Some("spin" | "check" | "button" | "string")),
            "{option}"
        );
        assert!(rest.contains(' ') || rest == "button", "{option:?}");
    }
    for answer in [
        "accepted ping",
        "rejected debug",
        "accepted",
        "rejected",
        "accepted done",
    ] {
        plumb.send(answer);
    }
    assert_eq!(plumb.ping(), [""; 0]);
    plumb.quit();
}

#[test]
fn commands_that_are_never_answered_with_an_error() {
    let mut plumb = Plumb::xboard();
    plumb.send("force");
    for line in [
        "computer",
        "name Fairy-Max 5.0b",
        "name",
        "random",
        "rating 2000 1900",
        "rating",
        "ics -",
        "ics freechess.org",
        "result 1-0 {White mates}",
        "result * {Quit}",
        "result",
        "accepted setboard",
        "rejected setscore",
        "hard",
        "easy",
        "post",
        "nopost",
        "otim 3000",
        "time 3000",
        "egtpath syzygy /EGT/Syzygy",
        "cores 1",
        "memory 68",
        "?",
        "draw",
        "hover d5",
        "lift e2",
        "put e4",
        "holding [] []",
        "ptell hello",
        "partner",
        "setscore 1 2",
        "level 40 5 0",
        "st 5",
        "sd 8",
        "nps 0",
        "nps -1",
        "pause",
        "resume",
        ".",
        "exit",
        "#",
        "include all",
        "exclude best",
        "variant normal",
        "option Resign=0",
        "protover 2",
        "bk",
        "hint",
        "new",
        "force",
        "undo",
        "remove",
    ] {
        plumb.send(line);
        for reply in plumb.ping() {
            assert!(
                !reply.starts_with("Error") && !reply.starts_with("Illegal"),
                "{line}: {reply}"
            );
            assert!(!reply.starts_with("tellusererror"), "{line}: {reply}");
        }
    }
    plumb.quit();
}

#[test]
fn unknown_commands_and_bad_arguments() {
    let mut plumb = Plumb::xboard();
    plumb.send("force");
    for (line, reply) in [
        ("xyzzy 1 2", "Error (unknown command): xyzzy 1 2"),
        ("stop", "Error (unknown command): stop"),
        (
            "option Nothing=3",
            "Error (no option is called 'Nothing'): option Nothing=3",
        ),
        (
            "variant crazyhouse",
            "Error (unsupported variant): variant crazyhouse",
        ),
        (
            "variant nocastle",
            "Error (unsupported variant): variant nocastle",
        ),
        ("usermove e2e5", "Illegal move: e2e5"),
        ("e2e5", "Illegal move: e2e5"),
        ("usermove xyzzy", "Illegal move: xyzzy"),
    ] {
        plumb.send(line);
        assert_eq!(plumb.ping(), [reply]);
    }
    for line in [
        "st", "st soon", "level", "level 40", "sd x", "time x", "ping", "option", "usermove",
    ] {
        plumb.send(line);
        let lines = plumb.ping();
        assert!(
            lines.len() == 1 && lines[0].starts_with("Error ("),
            "{line}: {lines:?}"
        );
    }
    assert_eq!(cecp_fen_of(&mut plumb), START_FEN);
    plumb.quit();
}

#[test]
fn no_message_looks_like_the_death_of_the_engine_or_a_draw_offer() {
    let mut plumb = Plumb::xboard();
    for line in [
        "option BookFile=/no/such/file.bin",
        "option DebugLogFile=/no/such/folder/log",
        "option BookFile=/",
        "say not found",
        "No such file or directory",
        "Permission denied, unknown host",
        "i offer you a draw",
        "setboard not found",
        "usermove not found",
        "option not found=1",
    ] {
        plumb.send(line);
        let lines = plumb.ping();
        assert_eq!(lines.len(), 1, "{line}: {lines:?}");
        for words in [
            "not found",
            "No such file",
            "Permission denied",
            "unknown host",
            "can't alloc",
        ] {
            assert!(!lines[0].contains(words), "{lines:?}");
        }
        assert!(
            !(lines[0].contains("offer") && lines[0].contains("draw")),
            "{lines:?}"
        );
    }
    plumb.quit();
}

#[test]
fn force_ends_a_search_without_a_move_and_without_another_word() {
    let mut plumb = Plumb::xboard();
    for begin in [
        "new\nst 1000\nusermove e2e4",
        "new\nanalyze",
        "force\nst 1000\ngo",
    ] {
        plumb.send(begin);
        plumb.until_that("thinking", |line| {
            line.starts_with(|c: char| c.is_ascii_digit())
        });
        plumb.send("force");
        let lines = plumb.ping();
        assert!(
            lines.iter().all(|line| !line.starts_with("move")),
            "{lines:?}"
        );
        assert_eq!(plumb.line_within(Duration::from_millis(100)), None);
        assert_eq!(plumb.ping(), [""; 0]);
    }
    plumb.quit();
}

#[test]
fn new_leaves_force_makes_the_engine_black_and_forgets_the_depth() {
    let mut plumb = Plumb::xboard();
    plumb.send("sd 1");
    plumb.send("force");
    plumb.send("usermove e2e4");
    plumb.send("new");
    plumb.send("st 1");
    assert_eq!(cecp_fen_of(&mut plumb), START_FEN);
    plumb.send("usermove d2d4");
    let mut board = game(START_FEN, &["d2d4"]);
    let lines = cecp_move(&mut plumb, &mut board);
    assert!(
        thinking(&lines).iter().any(|line| line.ply > 1),
        "the depth of before"
    );
    plumb.quit();
}

#[test]
fn level_does_not_forget_the_depth() {
    let mut plumb = Plumb::xboard();
    plumb.send("sd 3");
    plumb.send("level 0 100 0");
    plumb.send("usermove d2d4");
    let lines = plumb.until("move ");
    assert_eq!(thinking(&lines).last().map(|line| line.ply), Some(3));
    plumb.quit();
}

#[test]
fn every_form_of_time_control() {
    let mut plumb = Plumb::xboard();
    plumb.send("option MoveOverhead=0");
    for clock in [
        "level 40 5 0",
        "level 40 0:30 0",
        "level 0 1:01 0.1",
        "level 0 2 12 and more",
        "level 40 0:00 0",
        "level 0 0 1",
        "st 0",
        "st 0.01",
        "st 1",
        "level 40 5 0\ntime 0\notim 0",
        "level 40 5 0\ntime -500\notim -500",
        "level 40 5 0\ntime 1\notim 99999999999999999999",
        "level 1 0:01 0",
        "nps 1000\nst 1",
        "nps 1\nst 500",
        "nps 10\nst 0",
        "nps 100000\nlevel 40 0:30 0",
        "nps 0\nst 1",
    ] {
        plumb.send("new");
        plumb.send(clock);
        // Long clocks would take long; a depth goes with all of them.
        plumb.send("sd 5");
        plumb.send("usermove e2e4");
        cecp_move(&mut plumb, &mut game(AFTER_E4, &[]));
    }
    plumb.quit();
}

#[test]
fn st_0_is_less_than_a_second_but_not_nothing() {
    let mut plumb = Plumb::xboard();
    plumb.send("force");
    plumb.send(format!("setboard {BUSY}"));
    plumb.send("st 0");
    let begin = Instant::now();
    plumb.send("go");
    plumb.until("move ");
    assert!(begin.elapsed() > Duration::from_millis(100));
    plumb.quit();
}

#[test]
fn nodes_as_python_chess_asks_for_them() {
    // `nps 1` and as many seconds as nodes: more than a day is no exception.
    let mut plumb = Plumb::xboard();
    plumb.send("nps 1");
    for nodes in [100, 5_000, 200_000] {
        plumb.send("new");
        plumb.send(format!("st {nodes}"));
        plumb.send("usermove e2e4");
        let lines = plumb.until("move ");
        let searched = thinking(&lines).iter().map(|line| line.nodes).max();
        assert!(searched <= Some(nodes), "{searched:?} of {nodes}");
    }
    plumb.quit();
}

#[test]
fn the_thinking_output() {
    let mut plumb = Plumb::xboard();
    plumb.send("sd 7");
    plumb.send("usermove e2e4");
    let mut board = game(START_FEN, &["e2e4"]);
    let lines = cecp_move(&mut plumb, &mut board);
    assert!(lines.len() >= 7);
    for line in &lines[..lines.len() - 1] {
        // ply score time nodes seldepth nps tbhits TAB pv
        let (numbers, pv) = line
            .split_once('\t')
            .expect("a TAB before the line of play");
        let numbers: Vec<i64> = numbers
            .split(' ')
            .map(|number| number.parse().expect("a whole number"))
            .collect();
        assert_eq!(numbers.len(), 7, "{line}");
        assert!(numbers[2] < 6_000, "centiseconds: {line}");
        let pv: Vec<String> = pv.split(' ').map(str::to_owned).collect();
        check_line(&game(START_FEN, &["e2e4"]), &pv);
    }
    plumb.send("nopost");
    let reply = board.position().legal_moves()[0];
    let reply = plumb::notation::to_uci_move(board.position(), reply, Default::default());
    plumb.send(format!("usermove {reply}"));
    assert_eq!(plumb.until("move ").len(), 1);
    plumb.quit();
}

#[test]
fn mates_are_counted_in_moves_from_a_hundred_thousand() {
    let mut plumb = Plumb::xboard();
    for (fen, moves) in mates(3).into_iter().step_by(3) {
        plumb.send("new");
        plumb.send("force");
        plumb.send(format!("setboard {fen}"));
        plumb.send("sd 16");
        plumb.send("go");
        let mut board = game(&fen, &[]);
        let lines = cecp_move(&mut plumb, &mut board);
        let last = thinking(&lines).pop().expect("thinking");
        assert_eq!(last.score, ScoreValue::Mate(moves as i32), "{fen}");
        let number: i64 = 100_000 + i64::from(moves);
        assert!(
            lines
                .iter()
                .any(|line| line.split(' ').nth(1) == Some(&number.to_string()))
        );
        if moves == 1 {
            let result = plumb.line();
            assert!(
                result == "1-0 {White mates}" || result == "0-1 {Black mates}",
                "{result}"
            );
        }
    }
    // From the other side.
    plumb.send("new");
    plumb.send("force");
    plumb.send("setboard 7k/8/8/8/8/8/R7/1R4K1 b - - 0 1");
    plumb.send("sd 8");
    plumb.send("go");
    let lines = plumb.until("move ");
    assert!(
        lines.iter().any(|line| line.contains(" -10000")),
        "{lines:?}"
    );
    plumb.quit();
}

#[test]
fn an_illegal_position_makes_every_move_illegal_until_a_new_one() {
    let mut plumb = Plumb::xboard();
    plumb.send("setboard 8/8/8/8/8/8/8/8 w - - 0 1");
    let lines = plumb.ping();
    assert!(lines.len() == 1 && lines[0].starts_with("tellusererror Illegal position"));
    for line in ["usermove e2e4", "e2e4"] {
        plumb.send(line);
        let lines = plumb.ping();
        assert!(
            lines.len() == 1 && lines[0].starts_with("Illegal move ("),
            "{lines:?}"
        );
    }
    for line in ["go", "hint", "undo", "analyze", "exit", "?"] {
        plumb.send(line);
        let lines = plumb.ping();
        assert!(
            lines
                .iter()
                .all(|line| !line.starts_with("move ") && !line.starts_with("Hint"))
        );
    }
    plumb.send("force");
    plumb.send(format!("setboard {AFTER_E4}"));
    plumb.send("usermove e7e5");
    assert_eq!(plumb.ping(), [""; 0]);
    plumb.send("setboard nonsense");
    plumb.send("new");
    plumb.send("sd 1");
    plumb.send("usermove e2e4");
    plumb.until("move ");
    plumb.quit();
}

#[test]
fn edit_mode() {
    let mut plumb = Plumb::xboard();
    plumb.send("force");
    plumb.send("edit");
    for line in [
        "#", "Ke1", "Ra1", "Pe4", "Pd4", "xd4", "nonsense", "c", "ke8", "qd8", "", ".",
    ] {
        plumb.send(line);
    }
    let lines = plumb.ping();
    assert!(
        lines.len() == 1 && lines[0].starts_with("Error ("),
        "{lines:?}"
    );
    assert_eq!(cecp_fen_of(&mut plumb), "3qk3/8/8/8/4P3/8/8/R3K3 w Q - 0 1");
    // Black to move is told with the old command.
    plumb.send("black");
    plumb.send("force");
    assert!(cecp_fen_of(&mut plumb).starts_with("3qk3/8/8/8/4P3/8/8/R3K3 b Q"));
    // What cannot be is refused as a whole.
    plumb.send("edit\n#\nKe1\n.");
    let lines = plumb.ping();
    assert!(lines.len() == 1 && lines[0].starts_with("tellusererror Illegal position"));
    plumb.quit();
}

#[test]
fn undo_and_remove() {
    let mut plumb = Plumb::xboard();
    plumb.send("force");
    // Nothing to take back, also straight after a position.
    for before in ["new\nforce", "setboard 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"] {
        plumb.send(before);
        for line in ["undo", "remove", "undo"] {
            plumb.send(line);
            let lines = plumb.ping();
            assert!(lines.iter().all(|line| line.starts_with('#')), "{lines:?}");
        }
    }
    plumb.send("new\nforce\nusermove e2e4\nusermove e7e5\nusermove g1f3");
    plumb.send("undo");
    assert!(cecp_fen_of(&mut plumb).starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/"));
    // python-chess sends it in force mode.
    plumb.send("remove");
    assert_eq!(cecp_fen_of(&mut plumb), START_FEN);
    plumb.send("usermove e2e4\nremove");
    let lines = plumb.ping();
    assert!(lines.len() == 1 && lines[0].starts_with('#'), "{lines:?}");
    assert_eq!(cecp_fen_of(&mut plumb), AFTER_E4, "all or nothing");
    // In play, the engine goes on playing.
    plumb.send("new\nsd 2\nusermove e2e4");
    plumb.until("move ");
    plumb.send("remove");
    assert_eq!(cecp_fen_of(&mut plumb), START_FEN);
    plumb.send("usermove d2d4");
    let mut board = game(START_FEN, &["d2d4"]);
    cecp_move(&mut plumb, &mut board);
    plumb.quit();
}

#[test]
fn castling_in_fischerandom_is_written_with_letters() {
    let mut plumb = Plumb::xboard();
    let odd = "1k6/8/8/8/8/8/8/RK5R w HA - 0 1";
    for (mv, after) in [
        ("O-O", "1k6/8/8/8/8/8/8/R4RK1 b - - 1 1"),
        ("O-O-O", "1k6/8/8/8/8/8/8/2KR3R b - - 1 1"),
        ("b1h1", "1k6/8/8/8/8/8/8/R4RK1 b - - 1 1"),
    ] {
        plumb.send("new\nvariant fischerandom\nforce");
        plumb.send(format!("setboard {odd}"));
        plumb.send(format!("usermove {mv}"));
        assert_eq!(cecp_fen_of(&mut plumb), after);
    }
    // And from the engine: every other move left out.
    for mv in ["O-O", "O-O-O"] {
        plumb.send("new\nvariant fischerandom\nforce");
        plumb.send(format!("setboard {odd}"));
        plumb.send(format!("sd 2\nexclude all\ninclude {mv}\ngo"));
        assert_eq!(plumb.until("move ").last().unwrap(), &format!("move {mv}"));
    }
    // Ordinary chess keeps e1g1.
    plumb.send("new\nforce\nsetboard 1k6/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    plumb.send("sd 2\nexclude all\ninclude O-O\ngo");
    assert_eq!(plumb.until("move ").last().unwrap(), "move e1g1");
    plumb.quit();
}

#[test]
fn the_way_cutechess_starts_a_game() {
    let mut plumb = Plumb::start();
    plumb.send("xboard\nprotover 2");
    plumb.until("feature done=1");
    plumb.send("accepted done");
    for number in 1..3 {
        // Black to move: a move without `usermove` turns the board round first.
        for line in [
            "new",
            "variant fischerandom",
            "force",
            "b2b3",
            "setboard 1r2k1r1/8/8/8/8/8/8/1R2K1R1 b GBgb - 0 1",
            "st 0",
            "sd 3",
            "post",
            "easy",
            "computer",
            "name Other 1.0",
        ] {
            plumb.send(line);
        }
        assert_eq!(plumb.ping(), [""; 0]);
        plumb.send("go");
        let mut board = game("1r2k1r1/8/8/8/8/8/8/1R2K1R1 b GBgb - 0 1", &[]);
        cecp_move(&mut plumb, &mut board);
        plumb.send("?");
        plumb.send("force");
        plumb.send("result * {Game stopped}");
        plumb.send(format!("ping {number}"));
        plumb.until(&format!("pong {number}"));
    }
    plumb.quit();
}

#[test]
fn analysis() {
    let mut plumb = Plumb::xboard();
    plumb.send("analyze");
    let first = plumb.until_that("thinking", |line| line.contains('\t'));
    check_line(&start(), &thinking(&first)[0].pv);
    // The state of things, at once.
    plumb.send(".");
    let status = plumb.until("stat01: ").pop().unwrap();
    assert!(status.split(' ').count() >= 6, "{status}");
    let silent = |lines: Vec<String>| assert!(lines.iter().all(|line| !line.starts_with("move")));
    silent(plumb.ping());
    let mut board = start();
    for mv in ["e2e4", "c7c5", "g1f3"] {
        plumb.send(format!("usermove {mv}"));
        silent(plumb.ping());
        board.play(plumb::notation::parse_uci_move(board.position(), mv).unwrap());
        let line = plumb.until_that("thinking", |line| line.contains('\t'));
        check_line(&board, &thinking(&line)[0].pv);
    }
    plumb.send("undo");
    silent(plumb.ping());
    board.undo();
    let line = plumb.until_that("thinking", |line| line.contains('\t'));
    check_line(&board, &thinking(&line)[0].pv);
    // `new` and `setboard` stay in analysis; a wrong position and a wrong move
    // do not end it.
    plumb.send("new");
    silent(plumb.ping());
    plumb.until_that("thinking", |line| line.contains('\t'));
    plumb.send("variant normal");
    silent(plumb.ping());
    plumb.send(format!("setboard {BUSY}"));
    silent(plumb.ping());
    let line = plumb.until_that("thinking", |line| line.contains('\t'));
    check_line(&game(BUSY, &[]), &thinking(&line)[0].pv);
    plumb.send("usermove e1e8");
    plumb.until("Illegal move: e1e8");
    // Options take effect in the middle of it.
    plumb.send("option MultiPV=2");
    plumb.send("memory 32");
    plumb.send("cores 2");
    plumb.send("cores 1");
    silent(plumb.ping());
    plumb.until_that("two lines", |line| line.contains('\t'));
    // A finished game: nothing to say, no time used, still answering.
    plumb.send(format!("setboard {MATED}"));
    silent(plumb.ping());
    plumb.wait_until_idle();
    plumb.send(".");
    plumb.until("stat01: ");
    plumb.send("exit");
    assert_eq!(plumb.ping(), [""; 0]);
    plumb.send(".");
    assert_eq!(plumb.ping(), [""; 0], "nothing is analysed now");
    // Out of analysis nothing is played by itself.
    plumb.send("new\nanalyze\nusermove e2e4\nexit");
    silent(plumb.ping());
    assert_eq!(plumb.ping(), [""; 0]);
    plumb.quit();
}

#[test]
fn a_variant_during_analysis_does_not_wait_for_its_end() {
    let mut plumb = Plumb::xboard();
    plumb.send("analyze");
    for variant in ["normal", "fischerandom", "normal"] {
        plumb.until_that("thinking", |line| line.contains('\t'));
        plumb.send(format!("variant {variant}"));
        plumb.ping();
    }
    plumb.quit();
}

#[test]
fn excluded_moves_are_not_analysed() {
    let mut plumb = Plumb::xboard();
    plumb.send("force");
    plumb.send("option MultiPV=3");
    plumb.send("analyze");
    plumb.send("exclude all");
    plumb.ping();
    assert_eq!(
        plumb.line_within(Duration::from_millis(100)),
        None,
        "nothing is left"
    );
    plumb.send("include a2a3");
    plumb.send("include h2h3");
    plumb.ping();
    let lines: Vec<String> = (0..8).map(|_| plumb.line()).collect();
    for line in thinking(&lines) {
        assert!(["a2a3", "h2h3"].contains(&line.pv[0].as_str()), "{line:?}");
    }
    plumb.send("exclude h2h3");
    plumb.ping();
    let lines: Vec<String> = (0..4).map(|_| plumb.line()).collect();
    assert!(thinking(&lines).iter().all(|line| line.pv[0] == "a2a3"));
    plumb.send("include all");
    plumb.ping();
    plumb.until_that("three lines", |line| {
        line.contains('\t') && !line.contains("a2a3") && !line.contains("h2h3")
    });
    // A new position begins with all its moves.
    plumb.send("exclude all");
    plumb.send("new");
    plumb.ping();
    plumb.until_that("thinking", |line| line.contains('\t'));
    plumb.quit();
}

#[test]
fn a_mate_on_the_board_is_the_result_and_only_then() {
    let mut plumb = Plumb::xboard();
    plumb.send("force");
    plumb.send(format!("setboard {MATE_IN_ONE}"));
    assert_eq!(plumb.ping(), [""; 0]);
    plumb.send("sd 4\ngo");
    assert_eq!(plumb.until("move ").last().unwrap(), "move a1a8");
    assert_eq!(plumb.line(), "1-0 {White mates}");
    assert_eq!(plumb.ping(), [""; 0]);
    // Asked to move in a finished game.
    plumb.send("go");
    assert_eq!(plumb.ping(), ["1-0 {White mates}"]);
    // The opponent mates.
    plumb.send("new");
    plumb.send("force");
    plumb.send(format!("setboard {MATE_IN_ONE}"));
    plumb.send("playother");
    plumb.send("usermove a1a8");
    assert_eq!(plumb.ping(), ["1-0 {White mates}"]);
    // In force mode the engine is no arbiter.
    plumb.send("force");
    plumb.send(format!("setboard {MATE_IN_ONE}"));
    plumb.send("usermove a1a8");
    assert_eq!(plumb.ping(), [""; 0]);
    plumb.quit();
}
