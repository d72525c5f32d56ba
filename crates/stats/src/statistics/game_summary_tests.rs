use std::io::{self, BufReader, Read};

use proptest::strategy::Strategy as _;

use super::*;

fn read(pgn: &[u8]) -> Vec<Result<GameSummary, PgnProblem>> {
    game_summaries(pgn).collect()
}

#[test]
fn players_results_and_openings() {
    let pgn = "\u{feff}[Event \"?\"]\n[White \"A \\\"x\\\"\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[Round \"1.2\"]\n[Termination \"abandoned\"]\n\n\
        1. e4 {[%clk 1]} e5 (1... c5 2. Nf3 0-1) 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O+ 1-0\n\n\n\
        [White \"B\"]\n[Black \"A\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n\
        1. Rh2 {book} Kd8 {+0.1/3 0.1s} 2. Rh3 1/2-1/2\n\n\
        [White \"B\"]\n[Black \"A\"]\n[Result \"*\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n*\n";
    let games: Vec<_> = read(pgn.as_bytes())
        .into_iter()
        .map(Result::unwrap)
        .collect();
    assert_eq!(games.len(), 3);
    assert_eq!(games[0].white, "A \"x\"");
    assert_eq!(games[0].black, "B");
    assert_eq!(games[0].result, Some(GameResult::WhiteWins));
    assert_eq!(games[0].round, "1.2");
    assert_eq!(
        [&games[0].termination, &games[1].termination],
        ["abandoned", ""]
    );
    assert_eq!((games[0].plies, games[0].variant.as_str()), (9, "chess"));
    assert_eq!(games[0].opening, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6");
    assert_eq!(games[1].result, Some(GameResult::Draw));
    assert_eq!(games[1].opening, "4k3/8/8/8/8/8/8/4K2R w K - Rh2");
    assert_eq!(games[1].round, "");
    assert_eq!(games[2].result, None);
    assert_eq!(games[2].opening, "");
}

#[test]
fn variants_have_one_name_each() {
    for (tag, name) in [
        ("", "chess"),
        ("?", "chess"),
        ("Standard", "chess"),
        ("From Position", "chess"),
        ("Chess960", "chess960"),
        ("fischerandom", "chess960"),
        ("Chess 960", "chess960"),
        ("Crazyhouse", "crazyhouse"),
    ] {
        assert_eq!(variant(tag), name, "{tag}");
    }
}

#[test]
fn a_useless_game_is_named_and_the_rest_is_read() {
    let game = |white: &str, black: &str, tag: &str, end: &str| {
        format!("[White \"{white}\"]\n[Black \"{black}\"]\n{tag}\n\n1. e4 e5 {end}\n\n")
    };
    let pgn = [
        game("A", "B", "[Result \"1-0\"]", "1-0"),
        game("", "B", "[Result \"1-0\"]", "1-0"),
        game("A", "?", "[Result \"1-0\"]", "1-0"),
        game("A", "A", "[Result \"1-0\"]", "1-0"),
        game("A", "B", "[Result \"1-0\"]", "0-1"),
        game("A", "B", "[Result \"2-0\"]", ""),
        game("A", "B", "", ""),
        game("A", "B", "[Result \"0-1\"]", ""),
    ]
    .concat();
    let games = read(pgn.as_bytes());
    let messages: Vec<String> = games
        .iter()
        .filter_map(|game| game.as_ref().err().map(|error| error.to_string()))
        .collect();
    assert_eq!(
        messages,
        [
            "game 2 (line 7): the White tag names no player",
            "game 3 (line 13): the Black tag names no player",
            "game 4 (line 19): 'A' plays both sides",
            "game 5 (line 25): the Result tag is 1-0 and the moves end with 0-1",
            "game 6 (line 31): the Result tag is '2-0', expected 1-0, 0-1, 1/2-1/2 or *",
            "game 7 (line 37): it has no result, neither tag nor after the moves",
        ]
    );
    assert_eq!(
        games[7].as_ref().unwrap().result,
        Some(GameResult::BlackWins)
    );
}

#[test]
fn dirt_does_no_harm() {
    let latin1 = b"[White \"M\xfcller\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n";
    assert_eq!(read(latin1)[0].as_ref().unwrap().white, "Müller");
    let mut long = b"[White \"".to_vec();
    long.extend(vec![b'x'; 100_000]);
    long.extend(b"\"]\n\n1. e4 1-0\n\n[White \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n\n0-1\n");
    let games = read(&long);
    assert!(games[0].is_err());
    assert_eq!(games.last().unwrap().as_ref().unwrap().white, "A");
    for bytes in [
        &b"{ never closed"[..],
        b"[White",
        b"\xff\xfe\x00",
        b"",
        b"\n\n\n",
        b"((((",
        b"]]",
    ] {
        assert!(read(bytes).iter().all(Result::is_err));
    }
}

#[test]
fn a_failing_source_ends_the_games() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    let mut games = game_summaries(BufReader::new(Broken));
    assert!(games.next().unwrap().unwrap_err().ends_file);
    assert!(games.next().is_none());
}

proptest::proptest! {
    /// Pieces of PGN in any order: every game is read or named, and none panics.
    #[test]
    fn any_text_is_survived(
        pieces in proptest::collection::vec(
            proptest::prop_oneof![
                proptest::sample::select(vec![
                    "[White \"A\"]", "[Black \"B\"]", "[Result \"1-0\"]", "[FEN \"8/8 w\"]", "[",
                    "]", "\"", "\\", "{", "}", "(", ")", ";", "%", "\n", "\n\n", "\r\n", " ", "1.",
                    "e4", "O-O-O", "0-0", "--", "Z0", "1-0", "1/2-1/2", "*", "$5", "{book}", "½",
                    "\u{feff}",
                ])
                .prop_map(|piece| piece.as_bytes().to_vec()),
                proptest::collection::vec(proptest::prelude::any::<u8>(), 0..6),
            ],
            0..60,
        )
    ) {
        let text = pieces.concat();
        let games = read(&text);
        for (index, game) in games.iter().enumerate() {
            let number = match game {
                Ok(summary) => summary.number,
                Err(error) => {
                    assert!(!error.to_string().contains('\n'));
                    error.number
                }
            };
            assert_eq!(number, index + 1);
        }
    }
}
