//! Whole games of the engine against itself, every move checked for legality.

use plumb::board::{Game, Outcome};
use plumb::notation::{CastlingStyle, START_FEN, to_uci_move};

use crate::chess::{cecp_move, check_search, game};
use crate::driver::Plumb;

/// Longer games than this are given up as a draw.
const LONGEST_PLIES: usize = 240;

fn moves_of(game: &Game, style: CastlingStyle) -> String {
    let mut position = game.start().clone();
    let mut text = String::new();
    for mv in game.moves().iter().flatten() {
        text.push(' ');
        text.push_str(&to_uci_move(&position, *mv, style));
        position = position.play(*mv);
    }
    text
}

#[test]
fn a_game_over_uci() {
    let mut plumb = Plumb::uci();
    plumb.send("ucinewgame");
    let mut board = game(START_FEN, &[]);
    while board.outcome().is_none() && board.ply() < LONGEST_PLIES {
        let moves = moves_of(&board, CastlingStyle::Standard);
        plumb.send(format!("position startpos moves{moves}"));
        let go = [
            "go depth 5",
            "go nodes 3000",
            "go wtime 60 btime 60 winc 5 binc 5",
            "go movetime 5",
        ][board.ply() % 4];
        let lines = plumb.go(go);
        let mv = check_search(&board, &lines);
        board.play(mv);
    }
    plumb.quit();
}

#[test]
fn a_chess960_game_over_uci() {
    let fen = "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1";
    let mut plumb = Plumb::uci();
    plumb.send("setoption name UCI_Chess960 value true");
    plumb.send("setoption name MultiPV value 2");
    let mut board = game(fen, &[]);
    while board.outcome().is_none() && board.ply() < LONGEST_PLIES {
        let moves = moves_of(&board, CastlingStyle::Chess960);
        plumb.send(format!("position fen {fen} moves{moves}"));
        let lines = plumb.go("go nodes 2000");
        let mv = check_search(&board, &lines);
        board.play(mv);
    }
    plumb.quit();
}

/// Two engines; the first is White. `setup` goes to both before the game.
fn cecp_game(fen: &str, setup: &str) {
    let mut players = [Plumb::xboard(), Plumb::xboard()];
    for player in &mut players {
        player.send("option Resign=0");
        player.send(setup);
        player.send("force");
        player.send(format!("setboard {fen}"));
    }
    // White begins; Black plays the side that is not to move.
    players[1].send("playother");
    players[0].send("go");
    let mut board = game(fen, &[]);
    while board.outcome().is_none() && board.ply() < LONGEST_PLIES {
        let (mover, other) = (board.ply() % 2, (board.ply() + 1) % 2);
        let lines = cecp_move(&mut players[mover], &mut board);
        let text = lines[lines.len() - 1].replace("move ", "usermove ");
        let claims = lines.iter().any(|line| line == "offer draw");
        let drawn = matches!(
            board.outcome(),
            Some(Outcome::FiftyMoves | Outcome::Threefold)
        );
        assert_eq!(claims, drawn, "{lines:?}");
        players[other].send("time 200\notim 200");
        players[other].send(text);
    }
    if let Some(outcome) = board.outcome() {
        let result = match outcome {
            Outcome::Checkmate => board.position().turn().fold("0-1 {", "1-0 {"),
            _ => "1/2-1/2 {",
        };
        for player in &mut players {
            player.until(result);
            assert_eq!(player.ping(), [""; 0]);
        }
    }
    players.into_iter().for_each(Plumb::quit);
}

#[test]
fn a_game_over_cecp() {
    cecp_game(START_FEN, "new\nsd 4");
}

#[test]
fn a_game_over_cecp_with_pondering_and_clocks() {
    cecp_game(START_FEN, "new\nlevel 0 0:02 0.01\nhard\nsd 6");
}

#[test]
fn a_chess960_game_over_cecp() {
    let fen = "rkbqnbnr/pppppppp/8/8/8/8/PPPPPPPP/RKBQNBNR w HAha - 0 1";
    cecp_game(fen, "new\nvariant fischerandom\nsd 4\nnopost");
}
