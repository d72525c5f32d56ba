//! Tests of the reader: what is wanted of games, and that a game that is written
//! is read as the same.

use proptest::prelude::{Strategy as _, any, prop, proptest};

use super::*;
use crate::board::Position;
use crate::notation::FenStyle;
use crate::notation::pgn::{GameResult, PgnMove};

const EVERYTHING: PgnOptions = PgnOptions {
    tags: &[],
    plies: usize::MAX,
    comments: true,
    null_moves: true,
};

fn read(text: &[u8], options: PgnOptions) -> Vec<Result<PgnGame, String>> {
    let entries = read_games(text, options);
    let found = entries.map(|entry| match entry {
        Ok(entry) => Ok(entry.game),
        Err(problem) => Err(problem.to_string()),
    });
    found.collect()
}

fn comments(game: &PgnGame) -> Vec<&str> {
    game.moves.iter().map(|ply| ply.comment.as_str()).collect()
}

#[test]
fn games_come_with_their_places_and_comments() {
    let text = b"[White \"A\"]\n[Black \"M\xfcller\"]\n[Result \"0-1\"]\n\n{before} 1. e4 {[%eval 0.25,9]} {more} \
        (1. d4 {not this}) e5 $3 0-1\n\n[White \"x\"]\n\n1. e5 *\n\n\
        [FEN \"k7/8/8/8/8/8/7P/K7 w - - 0 1\"]\n\n1. h4 *\n";
    let entries: Vec<_> = read_games(&text[..], EVERYTHING).collect();
    let first = entries[0].as_ref().unwrap();
    assert_eq!((first.number, first.line), (1, 1));
    assert_eq!(first.game.tag("Black"), Some("M\u{fc}ller"));
    assert_eq!(first.game.tag("Site"), None);
    assert_eq!(first.game.outcome(), Some(GameResult::BlackWins));
    assert_eq!(comments(&first.game), ["[%eval 0.25,9]\nmore", ""]);
    let second = entries[1].as_ref().unwrap_err();
    assert!(
        second
            .to_string()
            .starts_with("game 2 (line 7): ply 1: no white pawn")
    );
    let third = entries[2].as_ref().unwrap();
    assert_eq!(
        (third.number, third.line, third.game.moves.len()),
        (3, 11, 1)
    );
    assert_eq!((entries.len(), third.game.outcome()), (3, None));
}

#[test]
fn only_what_is_wanted_is_read() {
    let text = b"1. e4 {a} e5 {b} 2. -- {c} Sf6 3. Qxe8 1-0\n";
    let plies = |plies| PgnOptions {
        plies,
        ..EVERYTHING
    };
    let game = read(text, plies(2)).remove(0).unwrap();
    assert_eq!(
        (comments(&game), game.result.as_str()),
        (vec!["a", "b"], "1-0")
    );
    let game = read(text, plies(3)).remove(0).unwrap();
    assert_eq!((game.moves[2].mv, game.played().count()), (None, 2));
    let silent = PgnOptions {
        comments: false,
        ..plies(2)
    };
    assert_eq!(comments(read(text, silent)[0].as_ref().unwrap()), ["", ""]);
    assert!(
        read(text, plies(4))[0]
            .as_ref()
            .unwrap_err()
            .contains("'Sf6' is not a move")
    );
    let played = PgnOptions {
        null_moves: false,
        ..plies(3)
    };
    assert!(
        read(text, played)[0]
            .as_ref()
            .unwrap_err()
            .contains("ply 3: a null move")
    );
    let written: Vec<_> = read_unchecked(&text[..], EVERYTHING)
        .map(Result::unwrap)
        .collect();
    let moves: Vec<String> = written[0].plies.iter().map(|ply| ply.text()).collect();
    assert_eq!(moves, ["e4", "e5", "--", "Qxe8"]);
    assert_eq!(written[0].unread.as_deref(), Some("Sf6"));
}

#[test]
fn moves_behind_a_result_are_another_games() {
    for text in [
        "[Result \"1-0\"]\n\n1. e4 e5 1-0\n1. d4 d5 2. c4 0-1\n",
        "1. e4 e5 1/2-1/2 {agreed} 1. d4 d5 *\n",
    ] {
        let games = read(text.as_bytes(), PgnOptions::MOVES);
        assert_eq!(games.len(), 1, "{text}");
        let error = games[0].as_ref().unwrap_err();
        assert!(
            error.contains("the move d4 stands behind a result"),
            "{error}"
        );
    }
    // With an empty line they are two; and what is asked for ends before the second.
    let two = "1. e4 e5 1-0\n\n1. d4 d5 0-1\n";
    assert_eq!(read(two.as_bytes(), PgnOptions::MOVES).len(), 2);
    assert!(
        read(
            b"1. e4 e5 1-0 1. d4",
            PgnOptions {
                plies: 2,
                ..PgnOptions::MOVES
            }
        )[0]
        .is_ok()
    );
}

#[test]
fn results_come_from_the_tag_or_the_moves() {
    let result = |tag: &str, end: &str| {
        let text = format!("[Result \"{tag}\"]\n\n1. e4 {end}\n");
        read(text.as_bytes(), PgnOptions::MOVES)
            .remove(0)
            .unwrap()
            .outcome()
    };
    assert_eq!(result("0-1", "0-1"), Some(GameResult::BlackWins));
    assert_eq!(result("0-1", ""), Some(GameResult::BlackWins));
    assert_eq!(result("?", "1/2-1/2"), Some(GameResult::Draw));
    assert_eq!(result("0-1", "1-0"), None);
    assert_eq!(result("1-0", "*"), None);
    assert_eq!(result("*", "*"), None);
}

#[test]
fn long_tags_and_comments_are_read_whole() {
    let (name, said) = ("\u{e9}x".repeat(40_000), "1/2 \u{e9} ".repeat(9_000));
    for text in [
        format!("[White \"{name}\"]\n\n1. e4 {{{said}}} e5 *\n"),
        format!("[White \"{name}\"][Black \"B\"] 1. e4 {{{said}}} e5 *\n"),
    ] {
        let game = read(text.as_bytes(), EVERYTHING).remove(0).unwrap();
        assert_eq!(game.tag("White"), Some(name.as_str()));
        assert_eq!(comments(&game), [said.trim(), ""]);
    }
    let latin1 = [&b"1. e4 {"[..], &b"\xe9 ".repeat(9_000), b"} *"].concat();
    let game = read(&latin1, EVERYTHING).remove(0).unwrap();
    assert_eq!(comments(&game), ["\u{e9} ".repeat(9_000).trim()]);
}

#[test]
fn a_tag_that_says_nothing_is_as_if_it_were_not_there() {
    let text = b"[FEN \"?\"]\n[White \"?\"]\n[Variant \"?\"]\n\n1. e4 *\n";
    let game = read(text, EVERYTHING).remove(0).unwrap();
    assert_eq!(
        (game.start.clone(), game.tag("White")),
        (Position::start(), None)
    );
}

/// Moves drawn at random, some of them null, with comments.
fn game(choices: Vec<(prop::sample::Index, bool, String)>, start: Position) -> PgnGame {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for (choice, is_null, comment) in choices {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = *choice.get(&legal);
        let is_null = is_null && !position.in_check();
        position = if is_null {
            position.play_null()
        } else {
            position.play(mv)
        };
        moves.push(PgnMove {
            mv: (!is_null).then_some(mv),
            nags: Vec::new(),
            comment,
            variations: Vec::new(),
        });
    }
    PgnGame {
        tags: vec![("White".to_owned(), "A \"x\" \\".to_owned())],
        start,
        moves,
        result: "1/2-1/2".to_owned(),
        ending: String::new(),
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read_as_the_same(
        choices in prop::collection::vec(
            (any::<prop::sample::Index>(), prop::bool::weighted(0.1), "([a-z%\\[\\]]{1,20} ){0,9}"),
            0..80,
        ),
        castles in any::<bool>(),
    ) {
        let start = if castles {
            crate::notation::parse_fen("r3k2r/ppp2ppp/8/8/8/8/PPP2PPP/R3K2R w KQkq - 0 1").unwrap()
        } else {
            Position::start()
        };
        let choices = choices.into_iter().map(|(choice, is_null, comment)| {
            (choice, is_null, comment.trim().to_owned())
        });
        let written = game(choices.collect(), start);
        let text = written.to_pgn(FenStyle::default());
        let found = read(text.as_bytes(), EVERYTHING).remove(0);
        let mut found = found.unwrap_or_else(|problem| panic!("{problem}: {text}"));
        found.tags.retain(|(name, _)| name == "White");
        assert_eq!(found, written, "{text}");
    }

    /// Pieces of PGN in any order: every game is read or named, in order.
    #[test]
    fn any_text_is_survived(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "[White \"A\"]", "[FEN \"8/8 w\"]", "[", "]", "\"", "\\", "{", "}", "(", ")", ";",
                "%", "\n", "\n\n", "\r\n", " ", "1.", "e4", "e7-e5", "Sf3", "O-O-O", "0-0", "--",
                "Z0", "1-0", "1/2-1/2", "*", "$5", "\u{bd}", "\u{feff}",
            ])
            .prop_map(str::as_bytes),
            0..60,
        )
    ) {
        let text = pieces.concat();
        let mut last = (0, 0);
        for entry in read_games(text.as_slice(), EVERYTHING) {
            let place = match &entry {
                Ok(entry) => (entry.number, entry.line),
                Err(problem) => {
                    assert!(!problem.to_string().contains('\n'));
                    (problem.number, problem.line)
                }
            };
            assert!(place.0 == last.0 + 1 && place.1 >= last.1);
            last = place;
        }
    }
}

#[test]
fn a_result_among_words_is_no_game() {
    for (text, is_game) in [
        ("*\n", true),
        ("{nothing was played here} 1/2-1/2\n", true),
        ("A list of what there is:\n\n* one\n* two\n", false),
        (
            "[a link](to something)\n\nWords * and still more words\n",
            false,
        ),
        ("<p>1. e4 e5</p>\n", false),
    ] {
        let found: Vec<_> = read_games(text.as_bytes(), PgnOptions::MOVES).collect();
        let is_no_game = |entry: &Result<PgnEntry, PgnProblem>| matches!(entry, Err(problem) if problem.is_no_game);
        assert_eq!(
            found.iter().any(Result::is_ok),
            is_game,
            "{text}: {found:?}"
        );
        assert_eq!(found.iter().all(is_no_game), !is_game, "{text}: {found:?}");
    }
}
