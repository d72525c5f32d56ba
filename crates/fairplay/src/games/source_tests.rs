//! Tests of the reader of games: dirt, and what is a problem.

use std::io::Read;

use super::*;
use plumb_chess::board::Color;

fn read(text: &[u8]) -> Vec<Result<SourceGame, PgnProblem>> {
    games("dirt.pgn", text).collect()
}

#[test]
fn real_dirt_is_read() {
    let text = b"[White \"M\xfcller\"]\r\n[Black \"B\"]\r\n[Date \"1900.??.??\"]\r\n\r\n\r\n\
        1. e4 {[%clk 0:59:58]} (1. d4 {a (b) [x}) e5 {} $1 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 5. -- d6 *\r\n\
        [White \"C\"]\r\n[Black \"?\"]\r\n\r\n1. e4 e5 2. Ke2 Ke7 3. Ke1\r\n";
    let found = read(text);
    assert_eq!(found.len(), 2);
    let game = found[0].as_ref().unwrap();
    assert_eq!(game.player(Color::White), Some("M\u{fc}ller"));
    assert_eq!(game.date().year, Some(1900));
    assert_eq!((game.number, game.line), (1, 1));
    assert_eq!(game.plies.len(), 10);
    assert_eq!(game.plies[0].clock_ms, Some(3_598_000));
    assert_eq!(game.plies[8].mv, None);
    assert!(game.plies[9].mv.is_some());
    let next = found[1].as_ref().unwrap();
    assert_eq!((next.number, next.line, next.plies.len()), (2, 7, 5));
    assert_eq!(next.player(Color::Black), None);
}

#[test]
fn a_bad_game_is_named_and_the_rest_go_on() {
    let text = b"[White \"A\"]\n\n1. e4 e4 *\n\n[FEN \"junk\"]\n\n*\n\n[Variant \"Atomic\"]\n\n1. e4 *\n\n\
        [FEN \"4k3/8/8/8/8/8/4q3/4K3 w - - 0 1\"]\n\n1. -- *\n\n[White \"Z\"]\n\n1. d4 d5\n";
    let found = read(text);
    assert_eq!(found.len(), 5);
    let said = |index: usize| found[index].as_ref().unwrap_err().to_string();
    assert!(said(0).starts_with("dirt.pgn, game 1 (line 1): ply 2: "));
    assert!(said(1).starts_with("dirt.pgn, game 2 (line 5): FEN tag: "));
    assert!(said(2).contains("'Atomic' is not chess"));
    assert!(said(3).contains("a null move in check"));
    assert_eq!(found[4].as_ref().unwrap().plies.len(), 2);
    let found = read(b"[White \"A\"]\n[Event \"b\"]\n[Event \"c\"]\n\n1. e4 *\n");
    assert_eq!(found[0].as_ref().unwrap().tags.len(), 2);
    let found = read(b"[White \"A\"]\n\n1. e4 e5 2. Xf3\n");
    assert!(found[0].as_ref().unwrap_err().reason.contains("'Xf3'"));
    let found = read(b"[White \"A\"]\n\n1. e4 e5\n\n2. Nf3 {a\n\nb} Nc6 *\n\n1. d4 *\n\n1. c4\n");
    let plies = |index: usize| found[index].as_ref().unwrap().plies.len();
    assert_eq!((found.len(), plies(0), plies(1)), (3, 4, 1));
}

#[test]
fn long_algebraic_moves_are_read_where_they_mean_one_move() {
    let long =
        b"[White \"A\"]\n\n1. e2-e4 {a} e7-e5 2. Ng1-f3 Nb8-c6 3. f1b5 Ng8-f6 4. e1-g1 Nf6xe4 \
        5.Bb5xc6 d7:c6 6. Nf3-e5+ *\n";
    let short =
        b"[White \"A\"]\n\n1. e4 {a} e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4 5. Bxc6 dxc6 6. Nxe5 *\n";
    let plies = |text| read(text)[0].as_ref().unwrap().plies.clone();
    assert_eq!(plies(long).len(), 11);
    assert_eq!(plies(long), plies(short));
    let set_up = |moves: &str| {
        let text = format!("[FEN \"3b2k1/4P3/8/8/8/8/8/R3K2R w KQ - 0 1\"]\n\n1. {moves} *\n");
        read(text.as_bytes()).remove(0).map(|game| game.plies[0].mv)
    };
    for (long, short) in [
        ("e7-e8Q+", "e8=Q+"),
        ("e7e8q", "e8=Q"),
        ("e7xd8=N", "exd8=N"),
        ("e7:d8r+", "exd8=R"),
        ("Ke1-c1", "O-O-O"),
        ("e1g1", "O-O"),
        ("Ra1-d1", "Rd1"),
    ] {
        let (one, other) = (set_up(long), set_up(short));
        assert!(one.is_ok() && one == other, "{long}: {one:?} {other:?}");
    }
    // Which piece; a move of another; none at all.
    for wrong in ["e7-e8", "Qa1-d1", "e7-d8", "a1-b2", "e2-e4"] {
        assert!(set_up(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn what_is_no_move_costs_its_own_game_alone() {
    let found = read(b"1. e4 e5 1-0\n\n1. Nf3 *\n\n1. Xf3 d5 Xc3 *\n\n1. d2-d4 d7-d5 1-0\n");
    let moves = |game: &Result<SourceGame, PgnProblem>| game.as_ref().ok().map(|g| g.plies.len());
    let read: Vec<_> = found.iter().map(moves).collect();
    assert_eq!(read, [Some(2), Some(1), None, Some(2)]);
    let problem = found[2].as_ref().unwrap_err();
    let expected = "line 5: 'Xf3' is not a move: expected SAN such as Nf3";
    assert_eq!(problem.reason, expected);
    assert_eq!(problem.number, 3);
}

#[test]
fn games_without_tags_and_chess960_are_read() {
    let found = read(b"1. e4 e5 1-0\n\n1. d4 d5 *\n");
    assert_eq!(found.len(), 2);
    assert_eq!(found[1].as_ref().unwrap().number, 2);
    let found = read(b"[Event \"a\"]\n[White \"A\"]\n\n\n[Event \"b\"]\n[White \"B\"]\n\n1. e4\n");
    let named = |index: usize| found[index].as_ref().unwrap().player(Color::White);
    assert_eq!((found.len(), named(0), named(1)), (2, Some("A"), Some("B")));
    let text = b"[Variant \"Chess960\"]\n[FEN \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1\"]\n\n1. e4 e5 *\n";
    assert_eq!(read(text)[0].as_ref().unwrap().plies.len(), 2);
}

#[test]
fn a_source_that_breaks_off_is_a_problem() {
    struct Broken(usize);
    impl Read for Broken {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            self.0 += 1;
            if self.0 > 1 {
                return Err(std::io::Error::other("no more"));
            }
            let text = b"[Event \"a\"]\n\n1. e4 e5 *\n\n[Event \"b\"]\n\n1. d4 d5";
            buffer[..text.len()].copy_from_slice(text);
            Ok(text.len())
        }
    }
    let found: Vec<_> = games("x", std::io::BufReader::new(Broken(0))).collect();
    assert!(
        found
            .iter()
            .any(|game| matches!(game, Err(problem) if problem.reason.contains("no more")))
    );
    let whole = found.iter().filter(|game| game.is_ok()).count();
    assert_eq!(whole, 1, "what was read whole is kept, and nothing else");
}
