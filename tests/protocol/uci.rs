//! The rules of UCI that are not rows of the checklist.

use plumb::board::Outcome;
use plumb::notation::START_FEN;
use plumb::protocol::ScoreValue;

use crate::book::temp_path;
use crate::chess::{
    BUSY, MATE_IN_ONE, bench_positions, best, check_line, check_search, count_best, fen_of, game,
    infos, last_info, mates, score, start,
};
use crate::driver::Plumb;

#[test]
fn the_introduction() {
    let mut plumb = Plumb::start();
    plumb.send("uci");
    let lines = plumb.until("uciok");
    assert!(lines[0].starts_with("id name Plumb "));
    assert!(lines[1].starts_with("id author "));
    for option in [
        "Hash type spin default 16 min 1 max ",
        "Threads type spin default 1 min 1 max ",
        "Clear Hash type button",
        "Ponder type check default false",
        "MultiPV type spin default 1 min 1 max ",
        "Move Overhead type spin default 30 ",
        "UCI_Chess960 type check default false",
        "UCI_ShowWDL type check default false",
        "UCI_AnalyseMode type check default false",
        "UCI_Opponent type string",
        "UCI_EngineAbout type string",
        "OwnBook type check default false",
        "BookFile type string",
        "Debug Log File type string",
    ] {
        let start = format!("option name {option}");
        let count = lines.iter().filter(|line| line.starts_with(&start)).count();
        assert_eq!(count, 1, "{option}");
    }
    // Threads have to be known before the table is made.
    let place = |name: &str| lines.iter().position(|line| line.contains(name));
    assert!(place("name Threads") < place("name Hash"));
    // Again is no mistake.
    plumb.send("uci");
    assert_eq!(plumb.until("uciok"), lines);
    plumb.quit();
}

#[test]
fn commands_that_ask_for_nothing() {
    let mut plumb = Plumb::uci();
    for line in [
        "debug on",
        "debug off",
        "register later",
        "register name Somebody code 1234",
        "register",
        "ponderhit",
        "stop",
        "",
        "# a comment",
        "ucinewgame",
    ] {
        plumb.send(line);
        assert_eq!(plumb.sync(), [""; 0], "{line}");
    }
    plumb.quit();
}

#[test]
fn rights_of_chess960_are_ignored_in_ordinary_chess() {
    let mut plumb = Plumb::uci();
    let xfen = "position fen 4k3/8/8/8/8/8/8/2R3K1 w Q - 0 1";
    plumb.send(xfen);
    let said = plumb.sync().join("\n");
    assert!(said.contains("castling right Q is ignored"), "{said}");
    assert_eq!(fen_of(&mut plumb), "4k3/8/8/8/8/8/8/2R3K1 w - - 0 1");
    // Those that fit stay, and a name of a file is of Chess960.
    plumb.send("position fen r3k2r/8/8/8/8/8/8/RK5R w KQkq - 0 1");
    assert_eq!(fen_of(&mut plumb), "r3k2r/8/8/8/8/8/8/RK5R w kq - 0 1");
    plumb.send("position fen 4k3/8/8/8/8/8/8/2R3K1 w C - 0 1");
    assert!(!fen_of(&mut plumb).contains(" w - "));
    plumb.send(format!("setoption name UCI_Chess960 value true\n{xfen}"));
    assert!(!fen_of(&mut plumb).contains(" w - "));
    plumb.quit();
}

#[test]
fn fastchess_compliance_walk() {
    let mut plumb = Plumb::uci();
    plumb.sync();
    plumb.send("ucinewgame");
    plumb.sync();
    plumb.send("position startpos");
    plumb.sync();
    let fen = "3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PBQ2RP1/1R4K1 b - - 0 27";
    let mid = game(fen, &[]);
    for go in [
        "go wtime 100",
        "go btime 100",
        "go wtime 100 winc 100 btime 100 binc 100",
    ] {
        plumb.send(format!("position fen {fen}"));
        check_search(&mid, &plumb.go(go));
    }
    plumb.send("ucinewgame");
    for moves in [vec![], vec!["e2e4", "e7e5"]] {
        plumb.send(format!("position startpos moves {}", moves.join(" ")));
        let lines = plumb.go("go wtime 100 winc 100 btime 100 binc 100");
        check_search(&game(START_FEN, &moves), &lines);
        // The last line before the move carries the numbers that it looks for.
        let last = &lines[lines.len() - 2];
        for word in [" score ", " time ", " nps ", " nodes "] {
            assert!(last.contains(word), "{last}");
        }
    }
    plumb.quit();
}

#[test]
fn go_mate_finds_mates_in_up_to_three() {
    let mut plumb = Plumb::uci();
    for (fen, moves) in mates(3) {
        plumb.send("ucinewgame");
        plumb.send(format!("position fen {fen}"));
        // A limit of nodes only so that a search gone wrong fails.
        let lines = plumb.go(&format!("go mate {moves} nodes 30000000"));
        let game = game(&fen, &[]);
        check_search(&game, &lines);
        assert_eq!(score(&lines), ScoreValue::Mate(moves as i32), "{fen}");
        // The line may be cut short, but not end in anything else.
        let pv = last_info(&lines).pv;
        let end = check_line(&game, &pv);
        assert!((pv.len() as u32) < 2 * moves, "{fen}");
        let is_whole = pv.len() as u32 == 2 * moves - 1;
        assert_eq!(
            end.outcome(),
            is_whole.then_some(Outcome::Checkmate),
            "{fen}"
        );
    }
    plumb.quit();
}

#[test]
fn being_mated_is_scored_with_the_number_of_moves() {
    let mut plumb = Plumb::uci();
    // Any move of Black's, and Ra8 or Rb8 mates.
    let fen = "7k/8/8/8/8/8/R7/1R4K1 b - - 0 1";
    plumb.send(format!("position fen {fen}"));
    let lines = plumb.go("go depth 8");
    check_search(&game(fen, &[]), &lines);
    let ScoreValue::Mate(moves) = score(&lines) else {
        panic!("{lines:?}");
    };
    assert!(moves < 0, "{moves}");
    let pv = &last_info(&lines).pv;
    assert_eq!(pv.len() as i32, -2 * moves, "{pv:?}");
    plumb.quit();
}

#[test]
fn castling_in_chess960_and_in_ordinary_chess() {
    let mut plumb = Plumb::uci();
    let castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    // Ordinary: both ways are understood, e1g1 is written.
    for mv in ["e1g1", "e1h1"] {
        plumb.send(format!("position fen {castle} moves {mv}"));
        assert_eq!(fen_of(&mut plumb), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
    }
    plumb.send(format!("position fen {castle}"));
    let lines = plumb.go("go depth 1 searchmoves e1h1");
    assert_eq!(best(&lines).0.as_deref(), Some("e1g1"));
    // Chess960: the king takes his rook.
    plumb.send("setoption name UCI_Chess960 value true");
    let odd = "rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1";
    for (mv, after) in [
        ("b1h1", "rk5r/8/8/8/8/8/8/R4RK1 b ha - 1 1"),
        ("b1a1", "rk5r/8/8/8/8/8/8/2KR3R b ha - 1 1"),
    ] {
        plumb.send(format!("position fen {odd} moves {mv}"));
        assert_eq!(fen_of(&mut plumb), after);
        plumb.send(format!("position fen {odd}"));
        let lines = plumb.go(&format!("go depth 1 searchmoves {mv}"));
        assert_eq!(best(&lines).0.as_deref(), Some(mv));
    }
    // The ordinary start in Chess960, too.
    plumb.send(format!("position fen {castle}"));
    let lines = plumb.go("go depth 1 searchmoves e1a1");
    assert_eq!(best(&lines).0.as_deref(), Some("e1a1"));
    plumb.quit();
}

/// A GUI sends the whole game each time; what is on the board already is not played again.
#[test]
fn a_position_is_the_same_whatever_stood_on_the_board_before() {
    let mut plumb = Plumb::uci();
    let told = |plumb: &mut Plumb, command: &str| {
        plumb.send(command);
        let fen = fen_of(plumb);
        // What is searched depends on the moves before, through repetitions.
        plumb.send("setoption name Clear Hash");
        let info = last_info(&plumb.go("go depth 7"));
        (fen, info.nodes, info.score, info.pv)
    };
    let shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
    let castle = "fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";
    let commands = [
        format!("position startpos moves {shuffle}"),
        format!("position startpos moves {shuffle} f6g8"),
        "position startpos moves g1f3 g8f6".to_owned(),
        format!("position startpos moves {shuffle} f6d5 e2e4"),
        "position startpos".to_owned(),
        "position startpos moves e2e4".to_owned(),
        // The same board with other counters is another start.
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 9 30 moves e2e4"
            .to_owned(),
        format!("position {castle} 0 1 moves e1g1 h8h5"),
        format!("position {castle} 0 1 moves e1h1 h8h5 a1b1"),
        format!("position {castle} 0 1 moves e1c1 h8h5 d1e1"),
        // The king castles to where he can also step.
        "position fen rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1 moves b1a1 h8h7".to_owned(),
        "position fen rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1 moves b1c1 h8h7".to_owned(),
        "position fen 8/P6k/8/8/8/8/7K/8 w - - 0 1 moves a7a8q h7g7".to_owned(),
        "position fen 8/P6k/8/8/8/8/7K/8 w - - 0 1 moves a7a8N h7g7 h2g2".to_owned(),
    ];
    let alone: Vec<_> = commands
        .iter()
        .map(|command| {
            let mut plumb = Plumb::uci();
            let alone = told(&mut plumb, command);
            plumb.quit();
            alone
        })
        .collect();
    for (command, alone) in commands.iter().zip(&alone) {
        assert_eq!(told(&mut plumb, command), *alone, "{command}");
    }
    for (command, alone) in commands.iter().zip(&alone).rev() {
        assert_eq!(told(&mut plumb, command), *alone, "{command}, from behind");
    }
    // A move that is not legal, after some that are on the board, changes nothing.
    let before = told(&mut plumb, &commands[3]);
    plumb.send(format!("position startpos moves {shuffle} f6d5 e2e5"));
    let line = plumb.until("info string").pop().unwrap_or_default();
    assert!(line.contains("move 9 'e2e5' is not legal"), "{line}");
    assert_eq!(fen_of(&mut plumb), before.0);
    // A move that somebody typed is no part of what the GUI sends next.
    plumb.send("d7d6");
    assert_eq!(told(&mut plumb, &commands[1]), alone[1]);
    plumb.quit();
}

#[test]
fn searchmoves_are_the_only_moves_considered() {
    let mut plumb = Plumb::uci();
    plumb.send("setoption name MultiPV value 5");
    plumb.send("position startpos");
    let lines = plumb.go("go depth 5 searchmoves a2a3 h2h3");
    check_search(&start(), &lines);
    for info in infos(&lines) {
        assert!(["a2a3", "h2h3"].contains(&info.pv[0].as_str()));
        assert!(info.multipv <= Some(2));
    }
    // In the middle of other limits, as some GUIs send them.
    let lines = plumb.go("go searchmoves g1h3 depth 2");
    assert_eq!(best(&lines).0.as_deref(), Some("g1h3"));
    plumb.quit();
}

#[test]
fn one_thread_searches_the_same_nodes_every_time() {
    let count = |plumb: &mut Plumb, fen: &str| {
        plumb.send("ucinewgame");
        plumb.send(format!("position fen {fen}"));
        let lines = plumb.go("go depth 9");
        let info = last_info(&lines);
        (info.nodes, info.score, info.pv)
    };
    let fens = bench_positions();
    let mut plumb = Plumb::uci();
    let first: Vec<_> = fens[..4].iter().map(|fen| count(&mut plumb, fen)).collect();
    let again: Vec<_> = fens[..4].iter().map(|fen| count(&mut plumb, fen)).collect();
    assert_eq!(first, again);
    // Other searches in between, some of them interrupted, leave no trace.
    for other in &fens[5..8] {
        plumb.send(format!("position fen {other}"));
        plumb.go("go nodes 50000");
        plumb.send("go infinite");
        plumb.until("info depth 5 ");
        plumb.send("setoption name MultiPV value 3");
        plumb.go("stop");
        plumb.send("setoption name MultiPV value 1");
    }
    assert_eq!(count(&mut plumb, fens[1]), first[1]);
    // Nor do threads that came and went, or tables of other sizes.
    plumb.send("setoption name Threads value 2");
    plumb.send("setoption name Hash value 3");
    plumb.go("go nodes 50000");
    plumb.send("setoption name Threads value 1");
    plumb.send("setoption name Hash value 16");
    assert_eq!(count(&mut plumb, fens[2]), first[2]);
    plumb.quit();
    // And another process counts the same.
    let mut plumb = Plumb::uci();
    assert_eq!(count(&mut plumb, fens[3]), first[3]);
    plumb.quit();
}

#[test]
fn two_threads_give_a_legal_move_and_stop() {
    let mut plumb = Plumb::uci();
    plumb.send("setoption name Threads value 2");
    for fen in bench_positions().into_iter().take(6) {
        let game = game(fen, &[]);
        plumb.send(format!("position fen {fen}"));
        check_search(&game, &plumb.go("go nodes 30000"));
        check_search(&game, &plumb.go("go depth 6"));
        plumb.send("go infinite");
        plumb.until("info depth 3 ");
        plumb.send("stop");
        assert!(best(&plumb.until("bestmove")).0.is_some());
    }
    plumb.send("ucinewgame");
    plumb.send("setoption name Threads value 1");
    assert_eq!(plumb.sync(), [""; 0]);
    plumb.quit();
}

#[test]
fn limits_of_depth_and_nodes_are_kept() {
    let mut plumb = Plumb::uci();
    plumb.send(format!("position fen {BUSY}"));
    for depth in [1, 2, 5] {
        let lines = plumb.go(&format!("go depth {depth}"));
        assert_eq!(last_info(&lines).depth, Some(depth));
    }
    for nodes in [5_000, 20_000] {
        let lines = plumb.go(&format!("go nodes {nodes}"));
        assert!(last_info(&lines).nodes <= Some(nodes), "{lines:?}");
    }
    plumb.quit();
}

#[test]
fn the_commands_for_people() {
    let mut plumb = Plumb::uci();
    plumb.send("perft 4");
    assert!(
        plumb
            .until("Nodes searched: ")
            .last()
            .unwrap()
            .ends_with(" 197281")
    );
    plumb.until("Nodes per second: ");
    plumb.send("go perft 3");
    assert!(
        plumb
            .until("Nodes searched: ")
            .last()
            .unwrap()
            .ends_with(" 8902")
    );
    plumb.until("Nodes per second: ");
    plumb.send("perft 0");
    assert!(
        plumb
            .until("Nodes searched: ")
            .last()
            .unwrap()
            .ends_with(" 1")
    );
    plumb.until("Nodes per second: ");
    plumb.send("position startpos moves e2e4");
    plumb.send("flip");
    assert!(fen_of(&mut plumb).starts_with("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq"));
    plumb.send("eval");
    plumb.send("help");
    let help = plumb.sync();
    assert!(help.iter().any(|line| line.contains("position startpos")));
    plumb.send("perft");
    plumb.send("bench deep");
    let lines = plumb.sync();
    assert_eq!(lines.len(), 2);
    assert!(lines.iter().all(|line| line.contains("error: ")));
    // During a search the board stays what the search is about.
    plumb.send("go infinite");
    plumb.send("flip");
    plumb.send("d");
    let lines = plumb.sync();
    assert!(
        lines
            .iter()
            .any(|line| line.contains("error: flip is not possible"))
    );
    plumb.go("stop");
    plumb.send("bench 1 1");
    plumb.until("Nodes searched: ");
    plumb.quit();
}

#[test]
fn the_debug_log_has_both_directions() {
    let path = temp_path("uci.log");
    let mut plumb = Plumb::uci();
    plumb.send(format!(
        "setoption name Debug Log File value {}",
        path.display()
    ));
    plumb.sync();
    plumb.go("go depth 1");
    plumb.send("setoption name Debug Log File value");
    plumb.sync();
    plumb.go("go depth 2");
    plumb.quit();
    let log = std::fs::read_to_string(&path).expect("a log");
    let _ = std::fs::remove_file(&path);
    for part in [
        ">> isready\n",
        "<< readyok\n",
        ">> go depth 1\n",
        "<< bestmove ",
    ] {
        assert!(log.contains(part), "{part:?} is missing from\n{log}");
    }
    assert!(!log.contains("go depth 2"));
    let mut plumb = Plumb::uci();
    plumb.send("setoption name Debug Log File value /no/such/folder/log");
    let lines = plumb.sync();
    assert_eq!(lines.len(), 1);
    assert!(lines[0].starts_with("info string error: option Debug Log File not changed"));
    plumb.quit();
}

#[test]
fn a_ponder_hit_leaves_infinite_alone() {
    let mut plumb = Plumb::uci();
    plumb.send(format!("position fen {MATE_IN_ONE}"));
    plumb.send("go infinite");
    plumb.send("ponderhit");
    assert_eq!(count_best(&plumb.sync()), 0);
    assert_eq!(count_best(&plumb.go("stop")), 1);
    plumb.quit();
}

/// Where the address space is limited, many threads are refused as a large table
/// is, and the search goes on with those there are.
#[cfg(target_os = "linux")]
#[test]
fn too_many_threads_for_the_memory_are_refused() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let script = format!("ulimit -v 600000; exec {}", env!("CARGO_BIN_EXE_plumb"));
    let mut child = Command::new("sh")
        .args(["-c", &script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("sh starts");
    let input = "setoption name Threads value 256\ngo nodes 1000\nisready\n";
    let stdin = child.stdin.as_mut().expect("stdin is piped");
    stdin.write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{text}");
    let expected = "error: option Threads not changed: not enough memory for 256 threads";
    assert!(text.contains(expected), "{text}");
    assert!(text.contains("\nbestmove "), "{text}");
}
