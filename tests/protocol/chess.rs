//! What the engine says, understood and checked with the library's own board.

use plumb::board::{Game, Move, Position};
use plumb::notation::{epd_lines, parse_fen, parse_move, parse_uci_move};
use plumb::protocol::{Bound, CecpReply, InfoLine, ScoreValue, ThinkingLine, UciReply};

use super::driver::Plumb;

/// Kiwipete: castling both ways, en passant, pins, promotions near.
pub const BUSY: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// Black is mated.
pub const MATED: &str = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";
/// Black is stalemated.
pub const STALEMATED: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
/// White mates in one move.
pub const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
/// Black has one legal move, Kxg7.
pub const FORCED: &str = "7k/6Q1/8/8/8/8/8/4K3 b - - 0 1";

/// A game from a FEN and moves in coordinates.
pub fn game(fen: &str, moves: &[&str]) -> Game {
    let mut game = Game::new(parse_fen(fen).expect(fen));
    for text in moves {
        let mv = parse_uci_move(game.position(), text).expect(text);
        game.play(mv);
    }
    game
}

/// A game from the usual start.
pub fn start() -> Game {
    Game::new(Position::start())
}

/// The search lines with a score among these.
pub fn infos(lines: &[String]) -> Vec<InfoLine> {
    let info = |line: &String| match UciReply::parse(line) {
        Ok(Some(UciReply::Info(info))) if info.score.is_some() => Some(info),
        _ => None,
    };
    lines.iter().filter_map(info).collect()
}

/// The last line with an exact score for the best move.
pub fn last_info(lines: &[String]) -> InfoLine {
    infos(lines)
        .into_iter()
        .rfind(|info| {
            info.multipv.is_none_or(|rank| rank == 1)
                && info.score.is_some_and(|(_, bound)| bound == Bound::Exact)
        })
        .unwrap_or_else(|| panic!("no exact score in\n{}", lines.join("\n")))
}

/// The score of that line.
pub fn score(lines: &[String]) -> ScoreValue {
    last_info(lines).score.expect("it has one").0
}

/// The move and the expected reply in the last of these lines.
pub fn best(lines: &[String]) -> (Option<String>, Option<String>) {
    match lines.last().map(|line| UciReply::parse(line)) {
        Some(Ok(Some(UciReply::BestMove { best, ponder }))) => (best, ponder),
        other => panic!("{other:?} is no bestmove"),
    }
}

/// How many of these lines tell a best move.
pub fn count_best(lines: &[String]) -> usize {
    let is_best = |line: &&String| line.starts_with("bestmove");
    lines.iter().filter(is_best).count()
}

/// Checks what a finished search said about this game: exactly one legal
/// bestmove, at least one score, the move announced by the last exact line,
/// and lines of play that are legal and end where the game does.
pub fn check_search(game: &Game, lines: &[String]) -> Move {
    assert_eq!(count_best(lines), 1, "{lines:#?}");
    let (text, reply) = best(lines);
    let text = text.expect("a move");
    let mv = parse_uci_move(game.position(), &text)
        .unwrap_or_else(|| panic!("{text} is not legal\n{}", lines.join("\n")));
    let info = last_info(lines);
    assert_eq!(info.pv.first(), Some(&text), "{}", lines.join("\n"));
    for info in infos(lines) {
        check_line(game, &info.pv);
    }
    if let Some(reply) = reply {
        let mut game = game.clone();
        game.play(mv);
        let reply = parse_uci_move(game.position(), &reply).expect("a legal ponder move");
        game.play(reply);
        assert_eq!(game.outcome(), None, "a ponder move that ends the game");
    }
    mv
}

/// Plays a line of play, which has to be legal and to end where the game does;
/// what it leads to.
pub fn check_line(game: &Game, line: &[String]) -> Game {
    let mut game = game.clone();
    for (index, text) in line.iter().enumerate() {
        assert!(
            index == 0 || game.outcome().is_none(),
            "{line:?} goes on after the end at {index}"
        );
        let mv = parse_move(game.position(), text)
            .unwrap_or_else(|_| panic!("{text} of {line:?} is not legal"));
        game.play(mv);
    }
    game
}

/// The thinking lines among these.
pub fn thinking(lines: &[String]) -> Vec<ThinkingLine> {
    let thinking = |line: &String| match CecpReply::parse(line) {
        Ok(Some(CecpReply::Thinking(line))) => Some(line),
        _ => None,
    };
    lines.iter().filter_map(thinking).collect()
}

/// Waits for the engine's move in CECP and plays it, having checked that it
/// is legal; all lines up to it.
pub fn cecp_move(plumb: &mut Plumb, game: &mut Game) -> Vec<String> {
    let lines = plumb.until("move ");
    let text = lines[lines.len() - 1]["move ".len()..].to_owned();
    let mv = parse_move(game.position(), &text)
        .unwrap_or_else(|_| panic!("{text} is not legal\n{}", lines.join("\n")));
    game.play(mv);
    lines
}

/// The board as the engine sees it, by the human command `d`; in UCI.
pub fn fen_of(plumb: &mut Plumb) -> String {
    plumb.send("d");
    let lines = plumb.sync();
    fen_among(&lines)
}

/// The same in CECP.
pub fn cecp_fen_of(plumb: &mut Plumb) -> String {
    plumb.send("d");
    let lines = plumb.ping();
    fen_among(&lines)
}

fn fen_among(lines: &[String]) -> String {
    let fen = lines.iter().find_map(|line| line.strip_prefix("Fen: "));
    fen.unwrap_or_else(|| panic!("no board in {lines:?}"))
        .to_owned()
}

/// The mates of `epd/mates.epd` in up to this many moves: position and moves.
pub fn mates(up_to: u32) -> Vec<(String, u32)> {
    epd_lines(include_str!("../../epd/mates.epd"))
        .map(|line| line.expect("a good line").1)
        .filter_map(|epd| {
            let moves = epd.direct_mate?;
            let fen = plumb::notation::to_fen(&epd.position, plumb::notation::FenStyle::XFen);
            (moves <= up_to).then_some((fen, moves))
        })
        .collect()
}

/// Opening positions, enough of them for a little variety.
pub fn openings(count: usize) -> Vec<String> {
    epd_lines(include_str!("../../epd/openings.epd"))
        .step_by(7)
        .take(count)
        .map(|line| {
            let epd = line.expect("a good line").1;
            plumb::notation::to_fen(&epd.position, plumb::notation::FenStyle::XFen)
        })
        .collect()
}

/// The positions of the bench.
pub fn bench_positions() -> Vec<&'static str> {
    plumb::engine::bench_positions().collect()
}
