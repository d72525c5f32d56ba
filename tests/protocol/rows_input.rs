//! The checklist's rows about what may be sent: spelling, nonsense and length.

use std::time::{Duration, Instant};

use plumb::board::Game;
use plumb::notation::{CastlingStyle, START_FEN, to_uci_move};

use crate::chess::{BUSY, check_search, count_best, fen_of, game, infos, start};
use crate::driver::Plumb;

#[test]
fn row_11_options_however_they_are_spelt() {
    let mut plumb = Plumb::uci();
    for (option, works) in [
        ("setoption name MultiPV value 2", true),
        ("setoption name multipv value 2", true),
        ("SetOption Name MULTIPV Value 2", true),
        ("setoption name Multi PV value 2", true),
        ("setoption  name   MultiPV\tvalue  +2  ", true),
        ("setoption MultiPV value 2", true),
        ("setoption name MultiPV", false),
        ("setoption name MultiPV value", false),
        ("setoption name MultiPV value two", false),
        ("setoption name", false),
        ("setoption", false),
        ("setoption name MultiPV2 value 2", false),
        ("setoption name MultiPV value 2 3", false),
    ] {
        plumb.send("setoption name MultiPV value 1");
        plumb.send(option);
        let errors = plumb.sync();
        assert_eq!(errors.is_empty(), works, "{option}: {errors:?}");
        assert!(errors.len() < 2, "{errors:?}");
        plumb.send("position startpos");
        let lines = plumb.go("go depth 1");
        assert_eq!(infos(&lines).len(), if works { 2 } else { 1 }, "{option}");
    }
    // Values out of range are taken as the nearest ones; buttons need none;
    // texts may be missing, empty or in angle brackets.
    for option in [
        "setoption name Hash value 0",
        "setoption name MultiPV value 1000",
        "setoption name Move Overhead value -5",
        "setoption name moveoverhead value 20",
        "setoption name Clear Hash",
        "setoption name clear hash value",
        "setoption name Clear Hash value true",
        "setoption name BookFile",
        "setoption name BookFile value",
        "setoption name BookFile value <empty>",
        "setoption name Debug Log File value ",
        "setoption name UCI_Opponent value none none computer Some Engine 1.0",
        "setoption name UCI_EngineAbout value x",
        "setoption name Ponder value TRUE",
        "setoption name OwnBook value false",
    ] {
        plumb.send(option);
        assert_eq!(plumb.sync(), [""; 0], "{option}");
    }
    plumb.quit();
}

#[test]
fn row_12_bad_positions_and_moves_keep_the_old_state() {
    let mut plumb = Plumb::uci();
    plumb.send(format!("position fen {BUSY} moves e1g1"));
    let before = fen_of(&mut plumb);
    for position in [
        "position",
        "position fen",
        "position start",
        "position fen nonsense",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1",
        "position fen rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
        // The side not to move is in check.
        "position fen 4k3/8/8/8/8/8/8/4RK2 w - - 0 1",
        "position fen kk6/8/8/8/8/8/8/K7 w - - 0 1",
        "position fen P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "position startpos moves e2e5",
        "position startpos moves e2e4 e7e5 e1g1",
        "position startpos moves e2e4 e2e4",
        "position startpos moves e7e8q",
        "position startpos moves e2e4 xyzzy",
        "position startpos moves \u{e9}\u{e9}\u{e9}\u{e9}",
        "position startpos moves 0000",
    ] {
        plumb.send(position);
        let lines = plumb.sync();
        assert_eq!(lines.len(), 1, "{position}: {lines:?}");
        assert!(lines[0].starts_with("info string error: "), "{lines:?}");
        assert!(lines[0].len() < 300);
        assert_eq!(fen_of(&mut plumb), before, "{position}");
    }
    // `go` plays the position that was kept.
    let game = game(BUSY, &["e1g1"]);
    check_search(&game, &plumb.go("go depth 3"));
    // Moves that cannot be searched are named and left out.
    plumb.send("go depth 2 searchmoves a1a8 h3g2");
    let lines = plumb.until("bestmove");
    assert!(lines[0].contains("error: searchmoves: 'a1a8'"), "{lines:?}");
    assert!(lines[lines.len() - 1].starts_with("bestmove h3g2"));
    plumb.quit();
}

#[test]
fn row_12_castling_rights_without_a_rook_do_no_harm() {
    let mut plumb = Plumb::uci();
    plumb.send("position fen 4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1");
    let lines = plumb.sync();
    assert!(lines.len() < 2, "{lines:?}");
    let fen = fen_of(&mut plumb);
    let game = game(&fen, &[]);
    check_search(&game, &plumb.go("go depth 4"));
    plumb.quit();
}

#[test]
fn row_13_every_form_of_fen() {
    let mut plumb = Plumb::uci();
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for fen in [
        kiwipete.to_owned(),
        kiwipete.replace(" 0 1", ""),
        kiwipete.replace(' ', "   "),
        kiwipete.replace(' ', "\t"),
        // Shredder-FEN.
        kiwipete.replace("KQkq", "HAha"),
    ] {
        for form in [
            format!("fen {fen}"),
            format!("fen {fen} moves"),
            fen.clone(),
        ] {
            plumb.send("position startpos");
            plumb.send(format!("position {form}"));
            assert_eq!(plumb.sync(), [""; 0], "{form}");
            assert_eq!(fen_of(&mut plumb), kiwipete, "{form}");
        }
    }
    // X-FEN where it takes a file to say which rook.
    let two_rooks = "4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1";
    plumb.send(format!("position fen {two_rooks}"));
    assert_eq!(fen_of(&mut plumb), two_rooks);
    plumb.quit();
}

/// A long game of rook moves that never repeat three times in a row of moves
/// that matter: positions may repeat, as in real long games.
fn long_game(plies: usize) -> Vec<String> {
    let mut game: Game = game("r3k3/8/8/8/8/8/8/4K2R w - - 0 1", &[]);
    let mut moves = Vec::new();
    let mut random = 12_345u64;
    while moves.len() < plies {
        let legal = game.position().legal_moves();
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let quiet: Vec<_> = legal
            .iter()
            .filter(|mv| game.position().captured_by(**mv).is_none())
            .collect();
        if quiet.is_empty() {
            game.undo();
            moves.pop();
            continue;
        }
        let mv = *quiet[(random >> 33) as usize % quiet.len()];
        moves.push(to_uci_move(game.position(), mv, CastlingStyle::Standard));
        game.play(mv);
    }
    moves
}

#[test]
fn row_14_move_lists_of_a_thousand_plies_take_no_time() {
    let moves = long_game(1_001);
    let mut plumb = Plumb::uci();
    let fen = "r3k3/8/8/8/8/8/8/4K2R w - - 0 1";
    let begin = Instant::now();
    for plies in (1..=1_001).step_by(10) {
        plumb.send(format!(
            "position fen {fen} moves {}",
            moves[..plies].join(" ")
        ));
    }
    assert_eq!(plumb.sync(), [""; 0]);
    // A hundred such lists, half a million plies at worst.
    assert!(begin.elapsed() < Duration::from_secs(5));
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    let game = game(fen, &moves);
    let lines = plumb.go("go depth 4");
    assert_eq!(count_best(&lines), 1);
    assert!(
        plumb::notation::parse_uci_move(
            game.position(),
            &crate::chess::best(&lines).0.expect("a move")
        )
        .is_some()
    );
    // The same move by move, as XBoard does it.
    let mut plumb = Plumb::xboard();
    plumb.send("force");
    plumb.send(format!("setboard {fen}"));
    for mv in &moves {
        plumb.send(format!("usermove {mv}"));
    }
    assert_eq!(plumb.ping(), [""; 0]);
    plumb.quit();
}

#[test]
fn row_14_very_long_lines_get_one_short_error() {
    let mut plumb = Plumb::uci();
    plumb.send(format!("position fen {BUSY}"));
    let before = fen_of(&mut plumb);
    let long = "x".repeat(200_000);
    let words = "a b c ".repeat(50_000);
    for line in [
        long.clone(),
        words.clone(),
        format!("position fen {long}"),
        format!("position startpos moves {words}"),
        format!("position startpos moves e2e4 {long}"),
        format!("setoption name {words}"),
        format!("setoption name Hash value {long}"),
        format!("go depth {long} nodes 1"),
        format!("go nodes 1 depth {}", "9".repeat(100_000) + "x"),
    ] {
        let begin = Instant::now();
        plumb.send(&line);
        let mut lines = plumb.sync();
        assert!(begin.elapsed() < Duration::from_secs(5));
        if line.starts_with("go ") {
            if count_best(&lines) == 0 {
                plumb.until("bestmove");
            }
            lines.truncate(1);
        }
        assert_eq!(lines.len(), 1, "{}", &line[..40]);
        assert!(lines[0].starts_with("info string error: ") && lines[0].len() < 400);
    }
    assert_eq!(fen_of(&mut plumb), before);
    plumb.send("xboard");
    plumb.send("protover 2");
    plumb.until("feature done=1");
    for line in [
        long.clone(),
        words.clone(),
        format!("option {long}=1"),
        format!("st {long}"),
    ] {
        plumb.send(&line);
        let lines = plumb.ping();
        assert_eq!(lines.len(), 1);
        assert!(
            lines[0].starts_with("Error (") && lines[0].len() < 700,
            "{lines:?}"
        );
    }
    plumb.send(format!("usermove {long}"));
    let lines = plumb.ping();
    assert!(lines[0].starts_with("Illegal move: ") && lines[0].len() < 100);
    plumb.quit();
}

#[test]
fn row_14_a_line_without_end_is_not_kept_in_memory() {
    let mut plumb = Plumb::uci();
    let megabyte = vec![b'z'; 1 << 20];
    for _ in 0..40 {
        plumb.send_bytes(&megabyte);
    }
    plumb.send_bytes(b"\n");
    let lines = plumb.sync();
    assert_eq!(lines.len(), 1);
    let peak = plumb.peak_memory_kb();
    assert!(peak.is_none_or(|kb| kb < 56 << 10), "{peak:?} KiB");
    assert!(lines[0].starts_with("info string error: ") && lines[0].len() < 400);
    plumb.send("position startpos");
    check_search(&start(), &plumb.go("go depth 2"));
    plumb.quit();
}

#[test]
fn row_18_line_ends_blanks_unknown_words_and_bytes_that_are_no_text() {
    let mut plumb = Plumb::start();
    plumb.send_bytes(b"\r\n  \t \n# a comment\n\0\0\n  uci\r\n");
    let lines = plumb.until("uciok");
    assert!(lines[0].starts_with("id name"), "{lines:?}");
    for bytes in [
        b"position startpos moves e2e4 e7e5\r\n".as_slice(),
        b"\tposition\tstartpos\tmoves\te2e4\te7e5\t\n",
        b"   position    startpos    moves  e2e4  e7e5   \n",
        b"\0position startpos\0 moves e2e4 e7e5\0\n",
        b"joho position startpos moves e2e4 e7e5\n",
        b"\xef\xbb\xbfposition startpos moves e2e4 e7e5\r\r\n",
        b"POSITION STARTPOS MOVES e2e4 e7e5\n",
    ] {
        plumb.send("position startpos");
        plumb.send_bytes(bytes);
        assert_eq!(plumb.sync(), [""; 0]);
        let after = game(START_FEN, &["e2e4", "e7e5"]);
        let fen = plumb::notation::to_fen(after.position(), plumb::notation::FenStyle::XFen);
        assert_eq!(
            fen_of(&mut plumb),
            fen,
            "{}",
            String::from_utf8_lossy(bytes)
        );
    }
    // Garbage: one line of error for each line, and nothing else happens.
    let mut garbage = Vec::new();
    let mut random = 1u64;
    for _ in 0..200 {
        garbage.push(b'q'); // no blank line and no comment
        for _ in 0..40 {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(99);
            let byte = (random >> 56) as u8;
            garbage.push(if byte == b'\n' { 0xff } else { byte });
        }
        garbage.push(b'\n');
    }
    plumb.send_bytes(&garbage);
    let lines = plumb.sync();
    assert_eq!(lines.len(), 200);
    assert!(
        lines
            .iter()
            .all(|line| line.starts_with("info string error: unknown command"))
    );
    plumb.quit();
}

#[test]
fn row_18_a_command_found_after_unknown_words_starts_no_search_by_accident() {
    let mut plumb = Plumb::uci();
    plumb.send("please go home");
    plumb.send("will you stop that");
    let lines = plumb.sync();
    assert_eq!(lines.len(), 2);
    assert!(lines.iter().all(|line| line.contains("unknown command")));
    plumb.quit();
}

#[test]
fn row_26_the_first_word_picks_the_protocol_and_a_later_one_switches() {
    let mut plumb = Plumb::uci();
    plumb.send("setoption name MultiPV value 2");
    for during in ["", "go infinite", "go ponder wtime 1 btime 1"] {
        plumb.send("uci");
        plumb.until("uciok");
        plumb.send("position startpos moves e2e4");
        if !during.is_empty() {
            plumb.send(during);
        }
        plumb.send("xboard");
        plumb.send("protover 2");
        let lines = plumb.until("feature done=1");
        assert_eq!(count_best(&lines), usize::from(!during.is_empty()));
        // Nobody has asked for a move.
        assert_eq!(plumb.ping(), [""; 0]);
        plumb.send("new");
        plumb.send("sd 2");
        plumb.send("usermove d2d4");
        plumb.until("move ");
        // And in the middle of thinking back again.
        plumb.send("sd 60");
        plumb.send("st 1000");
        plumb.send("usermove g1f3");
        plumb.send("ping 77");
    }
    plumb.send("uci");
    plumb.until("uciok");
    plumb.send("position startpos");
    let lines = plumb.go("go depth 2");
    check_search(&start(), &lines);
    assert!(
        infos(&lines).iter().any(|info| info.multipv == Some(2)),
        "options are kept"
    );
    plumb.quit();
    // Without a first word of either, it is UCI's command set for a person.
    let mut plumb = Plumb::start();
    assert_eq!(count_best(&plumb.go("go depth 1")), 1);
    plumb.send("protover 2");
    plumb.until("feature done=1");
    plumb.quit();
}
