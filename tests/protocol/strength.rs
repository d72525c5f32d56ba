//! Limited strength, as both protocols ask for it and as games show it.

use plumb_testing::scratch::Scratch;
use std::time::{Duration, Instant};

use plumb::board::{Color, Game, Move, Outcome, Position};
use plumb::notation::{CastlingStyle, to_uci_move};
use plumb::protocol::ScoreValue;

use crate::chess::{
    BUSY, FORCED, MATE_IN_ONE, MATED, bench_positions, best, cecp_move, check_search, count_best,
    game, infos, last_info, openings, score, start, thinking,
};
use crate::driver::Plumb;

/// A session at this strength with repeatable choices.
fn limited(elo: i64, seed: u64) -> Plumb {
    let mut plumb = Plumb::uci();
    limit(&mut plumb, elo, seed);
    plumb
}

fn limit(plumb: &mut Plumb, elo: i64, seed: u64) {
    plumb.send("setoption name UCI_LimitStrength value true");
    plumb.send(format!("setoption name UCI_Elo value {elo}"));
    plumb.send(format!("setoption name Strength Seed value {seed}"));
    assert_eq!(plumb.sync(), [""; 0]);
}

/// What a search said, without what depends on the machine's speed.
fn without_times(lines: &[String]) -> Vec<String> {
    let word = |(index, words): (usize, &[&str])| {
        (index == 0 || !matches!(words[0], "nps" | "time")).then(|| words[1].to_owned())
    };
    let line = |line: &String| {
        let words: Vec<&str> = std::iter::once("").chain(line.split(' ')).collect();
        let kept: Vec<String> = words.windows(2).enumerate().filter_map(word).collect();
        kept.join(" ")
    };
    lines.iter().map(line).collect()
}

#[test]
fn both_protocols_offer_it() {
    let mut plumb = Plumb::start();
    plumb.send("uci");
    let lines = plumb.until("uciok").join("\n");
    for option in [
        "option name UCI_LimitStrength type check default false",
        "option name UCI_Elo type spin default 1500 min 800 max 3000",
        "option name Human Choices type check default false",
        "option name Strength Seed type spin default 0 min 0 max 2147483647",
    ] {
        assert!(lines.contains(option), "{option}");
    }
    plumb.quit();
    let mut plumb = Plumb::start();
    plumb.send("xboard\nprotover 2");
    let lines = plumb.until("feature done=1").join("\n");
    for option in [
        "option=\"UCI_LimitStrength -check 0\"",
        "option=\"UCI_Elo -spin 1500 800 3000\"",
        "option=\"HumanChoices -check 0\"",
        "option=\"StrengthSeed -spin 0 0 2147483647\"",
    ] {
        assert!(lines.contains(option), "{option}");
    }
    plumb.quit();
}

#[test]
fn without_a_limit_everything_is_as_before() {
    let searches = |plumb: &mut Plumb| {
        plumb.send("ucinewgame");
        let mut said = Vec::new();
        for fen in openings(3).iter().map(String::as_str).chain([BUSY]) {
            plumb.send(format!("position fen {fen}"));
            said.extend(without_times(&plumb.go("go nodes 4000")));
        }
        said
    };
    let mut plumb = Plumb::uci();
    let plain = searches(&mut plumb);
    assert!(plain.len() > 20);
    // Numbers without the switch, and the switch without a limit.
    plumb.send("setoption name UCI_Elo value 800\nsetoption name Strength Seed value 7");
    assert_eq!(searches(&mut plumb), plain);
    limit(&mut plumb, 3000, 7);
    assert_eq!(searches(&mut plumb), plain);
    // Limited it is something else, and leaves nothing behind.
    limit(&mut plumb, 1200, 7);
    assert_ne!(searches(&mut plumb), plain);
    plumb.send("setoption name UCI_LimitStrength value false");
    assert_eq!(searches(&mut plumb), plain);
    plumb.quit();
}

#[test]
fn analysis_is_never_limited() {
    let mut plumb = limited(800, 1);
    plumb.send(format!("position fen {BUSY}"));
    // One line for every depth; a limited search says one thing.
    assert_eq!(infos(&plumb.go("go depth 6")).len(), 6);
    assert_eq!(infos(&plumb.go("go wtime 60000 btime 60000")).len(), 1);
    plumb.send("go infinite");
    plumb.until("info depth 6 ");
    assert_eq!(count_best(&plumb.go("stop")), 1);
    plumb.send(format!("position fen {MATE_IN_ONE}"));
    assert_eq!(score(&plumb.go("go mate 1")), ScoreValue::Mate(1));
    plumb.send("setoption name UCI_AnalyseMode value true");
    plumb.send(format!("position fen {BUSY}"));
    assert!(infos(&plumb.go("go nodes 20000")).len() > 5);
    plumb.quit();

    let mut plumb = Plumb::xboard();
    plumb.send("option UCI_LimitStrength=1\noption UCI_Elo=800\nanalyze");
    let is_deep = |line: &str| {
        thinking(&[line.to_owned()])
            .iter()
            .any(|line| line.ply >= 6)
    };
    plumb.until_that("depth 6", is_deep);
    plumb.send("exit");
    plumb.ping();
    plumb.quit();
}

#[test]
fn every_go_has_one_move_and_says_what_it_is_worth() {
    let mut plumb = limited(1000, 0);
    for elo in [800, 1350, 2000, 2900] {
        plumb.send(format!("setoption name UCI_Elo value {elo}"));
        for fen in openings(2).iter().map(String::as_str).chain([BUSY, FORCED]) {
            plumb.send(format!("position fen {fen}"));
            for go in [
                "go nodes 1",
                "go nodes 10",
                "go nodes 3000",
                "go movetime 20",
                "go movetime 1",
                "go wtime 500 btime 500 winc 5 binc 5",
                "go wtime 0 btime 0",
                "go depth 2 wtime 1000 btime 1000",
                "go nodes 3000 searchmoves a2a3 h8g7 e8d8",
            ] {
                let lines = plumb.go(go);
                check_search(&game(fen, &[]), &lines);
                assert_eq!(infos(&lines).len(), 1, "{go} {lines:#?}");
            }
        }
    }
    plumb.send(format!("position fen {MATED}"));
    assert_eq!(best(&plumb.go("go movetime 10")), (None, None));
    // Several lines: the played move's comes first.
    plumb.send("setoption name UCI_Elo value 1350\nsetoption name MultiPV value 3");
    plumb.send(format!("position fen {BUSY}"));
    let lines = plumb.go("go movetime 1000");
    let infos = infos(&lines);
    assert_eq!(infos.len(), 3);
    assert_eq!(infos[0].multipv, Some(1));
    assert_eq!(infos[0].pv.first(), best(&lines).0.as_ref());
    plumb.quit();
}

#[test]
fn the_clock_is_obeyed() {
    let mut plumb = limited(2900, 1);
    plumb.send(format!("position fen {BUSY}"));
    for go in ["go movetime 60", "go wtime 300 btime 300"] {
        let begin = Instant::now();
        plumb.go(go);
        assert!(begin.elapsed() < Duration::from_secs(2), "{go}");
    }
    plumb.quit();
}

#[test]
fn stop_and_pondering() {
    let mut plumb = limited(1600, 1);
    plumb.send(format!("position fen {BUSY}"));
    for release in ["stop", "ponderhit"] {
        plumb.send("go ponder wtime 60000 btime 60000");
        plumb.until("info depth");
        plumb.wait_until_idle();
        assert_eq!(count_best(&plumb.sync()), 0);
        assert_eq!(count_best(&plumb.go(release)), 1);
        assert_eq!(plumb.sync(), [""; 0]);
    }
    // In the middle of one that takes a while.
    plumb.send("setoption name UCI_Elo value 2950");
    plumb.send("go movetime 100000");
    let lines = plumb.go("stop");
    check_search(&game(BUSY, &[]), &lines);
    plumb.send("go movetime 100000\nposition startpos\nucinewgame");
    assert_eq!(count_best(&plumb.sync()), 1);
    plumb.quit();

    let mut plumb = Plumb::xboard();
    plumb.send("option UCI_LimitStrength=1\noption UCI_Elo=1600\nhard\nlevel 0 1 0");
    let mut board = start();
    for _ in 0..3 {
        let mv = board.position().legal_moves()[0];
        let text = to_uci_move(board.position(), mv, CastlingStyle::Standard);
        board.play(mv);
        plumb.send(format!("usermove {text}"));
        cecp_move(&mut plumb, &mut board);
    }
    plumb.send("easy");
    plumb.ping();
    plumb.quit();
}

#[test]
fn a_seed_repeats_a_game_and_no_seed_does_not() {
    let moves = |seed: u64| {
        let mut plumb = limited(1000, seed);
        let mut texts = Vec::new();
        for fen in openings(8) {
            plumb.send(format!("position fen {fen}"));
            texts.push(best(&plumb.go("go movetime 10000")).0);
        }
        plumb.quit();
        texts
    };
    assert_eq!(moves(5), moves(5));
    assert_ne!(moves(5), moves(6));
    let free = moves(0);
    assert!((0..3).any(|_| moves(0) != free));
}

#[test]
fn who_sees_mates_never_misses_or_allows_one_in_one() {
    // Qxf7 mates if nothing is done about it; of few moves is this true.
    let threatened = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3";
    let mut plumb = limited(1200, 0);
    for _ in 0..25 {
        plumb.send(format!("position fen {MATE_IN_ONE}"));
        let lines = plumb.go("go movetime 1000");
        assert_eq!(best(&lines).0.as_deref(), Some("a1a8"));
        assert_eq!(score(&lines), ScoreValue::Mate(1));
        plumb.send(format!("position fen {threatened}"));
        let lines = plumb.go("go movetime 1000");
        let mv = check_search(&game(threatened, &[]), &lines);
        let after = game(threatened, &[]).position().play(mv);
        for reply in after.legal_moves() {
            let end = after.play(reply);
            assert!(!(end.in_check() && end.has_no_moves()), "{lines:?}");
        }
    }
    plumb.quit();
}

/// A game of at most 80 moves; the result for White, in half points. What is
/// not over then is decided by what the players say.
fn play(white: &mut Plumb, black: &mut Plumb, fen: &str) -> u32 {
    let mut board: Game = game(fen, &[]);
    let mut moves = String::new();
    let mut white_cp = 0;
    while board.outcome().is_none() && board.ply() < 160 {
        let turn = board.position().turn();
        let mover = turn.fold(&mut *white, &mut *black);
        mover.send(format!("position fen {fen} moves{moves}"));
        let lines = mover.go("go movetime 20000");
        let mv = check_search(&board, &lines);
        let cp = match last_info(&lines).score {
            Some((ScoreValue::Cp(cp), _)) => cp,
            Some((ScoreValue::Mate(moves), _)) => 10_000 * moves.signum(),
            None => 0,
        };
        white_cp = turn.fold(cp, -cp);
        moves.push(' ');
        moves.push_str(&best(&lines).0.expect("a move"));
        board.play(mv);
    }
    let lost = |side: Color| side.fold(0, 2);
    match board.outcome() {
        Some(Outcome::Checkmate) => lost(board.position().turn()),
        None if white_cp > 300 => 2,
        None if white_cp < -300 => 0,
        _ => 1,
    }
}

#[test]
fn eight_hundred_elo_win_a_match() {
    let (mut weak, mut strong) = (limited(1000, 1), limited(1800, 2));
    let mut half_points = 0;
    for fen in openings(3) {
        half_points += play(&mut strong, &mut weak, &fen);
        half_points += 2 - play(&mut weak, &mut strong, &fen);
    }
    // 99 of 100 points are expected.
    assert!(half_points >= 10, "{half_points} of 12");
    weak.quit();
    strong.quit();
}

/// The captures that win at least this much, in centipawns, by exchange.
fn winning_captures(position: &Position, gain_cp: i32) -> Vec<Move> {
    let mut moves = position.legal_moves().to_vec();
    moves.retain(|&mv| position.captured_by(mv).is_some() && position.see_at_least(mv, gain_cp));
    moves
}

#[test]
fn blunders_are_those_of_people() {
    // Recaptures are seen by everybody from 1200 on.
    let exchanged = "r1bqkbnr/1ppp1ppp/p1B5/4p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 4";
    let mut plumb = limited(1200, 0);
    plumb.send(format!("position fen {exchanged}"));
    let recaptures = (0..40).filter(|_| {
        let best = best(&plumb.go("go movetime 1000")).0;
        matches!(best.as_deref(), Some("b7c6" | "d7c6"))
    });
    let count = recaptures.count();
    assert!(count >= 36, "{count} of 40");
    // Queens, and what is worth as much, are not put where they can be taken.
    plumb.send("setoption name UCI_Elo value 1400");
    let (mut moves, mut blunders) = (0, 0);
    for fen in bench_positions() {
        let board = game(fen, &[]);
        let mut legal = board.position().legal_moves().to_vec();
        legal.retain(|&mv| winning_captures(&board.position().play(mv), 600).is_empty());
        if legal.is_empty() {
            continue;
        }
        plumb.send(format!("position fen {fen}"));
        for _ in 0..5 {
            let mv = check_search(&board, &plumb.go("go movetime 1000"));
            moves += 1;
            blunders += usize::from(!legal.contains(&mv));
        }
    }
    assert!(
        moves > 150 && blunders * 33 < moves,
        "{blunders} of {moves}"
    );
    plumb.quit();
}

#[test]
fn people_choose_in_games_and_not_in_analysis() {
    let mut plumb = Plumb::uci();
    plumb.send("setoption name Human Choices value true\nsetoption name UCI_Elo value 1200");
    assert_eq!(plumb.sync(), [""; 0]);
    let mut first_moves = std::collections::BTreeSet::new();
    for _ in 0..30 {
        plumb.send("position startpos");
        let said = plumb.go("go wtime 60000 btime 60000");
        assert_eq!(infos(&said).len(), 1);
        first_moves.insert(best(&said).0);
    }
    assert!((2..=20).contains(&first_moves.len()), "{first_moves:?}");
    // With a seed it is the same move, whatever was searched before.
    plumb.send("setoption name Strength Seed value 5");
    let moves: Vec<_> = (0..4)
        .map(|_| best(&plumb.go("go nodes 100000")).0)
        .collect();
    assert!(moves.iter().all(|mv| *mv == moves[0]), "{moves:?}");
    assert_eq!(infos(&plumb.go("go depth 6")).len(), 6);
    plumb.send("setoption name Human Choices value false");
    assert!(infos(&plumb.go("go nodes 20000")).len() > 5);
    plumb.quit();

    let mut plumb = Plumb::xboard();
    plumb.send("option HumanChoices=1\noption UCI_Elo=1800\nlevel 40 5 0\ngo");
    plumb.until("move ");
    plumb.quit();
}

#[test]
fn people_who_do_not_fit_this_build_are_refused() {
    let folder = Scratch::new("people");
    std::fs::write(folder.join("choice.toml"), "nonsense").unwrap();
    let mut plumb = Plumb::with_arguments(&["--tables", folder.to_str().unwrap()]);
    plumb.send("uci");
    plumb.until("uciok");
    plumb.send("setoption name Human Choices value true\nisready");
    let said = plumb.until("readyok").join("\n");
    assert!(
        said.contains("option Human Choices not changed: ") && said.contains("choice.toml"),
        "{said}"
    );
    plumb.send("position startpos");
    assert_eq!(count_best(&plumb.go("go nodes 1000")), 1);
    plumb.quit();
}
