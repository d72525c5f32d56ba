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
    let text = b"1. e4 {a} e5 {b} 2. -- {c} Xf6 3. Qxe8 1-0\n";
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
            .contains("'Xf6' is not a move")
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
    assert_eq!(written[0].unread, Some((1, "Xf6".to_owned())));
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
                "Z0", "1-0", "1/2-1/2", "*", "$5", "\u{bd}", "\u{feff}", "[FEN 8/8", "'", "\u{201c}",
                "exd6e.p.", ".p", "<>", "0000", "----", "\u{2658}f3", "\u{a0}", "[Event \"x", "word",
                "[Event \"y\"]\n",
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

/// What became of each game: its plies and notes, or why it has none; and the players of each.
fn outcomes(text: &str) -> Vec<String> {
    let entries = read_games(text.as_bytes(), EVERYTHING);
    let found = entries.map(|entry| match entry {
        Ok(entry) => {
            let tags = entry.game.tags.iter();
            let tags: Vec<String> = tags
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            let plies = entry.game.moves.len();
            let start = match entry.game.start == Position::start() {
                true => "",
                false => " from FEN",
            };
            let (number, line) = (entry.number, entry.line);
            let notes = entry.notes.join("; ");
            format!(
                "{number}@{line}: {plies}{start} [{}] {notes}",
                tags.join(", ")
            )
            .trim_end()
            .to_owned()
        }
        Err(problem) => problem.to_string(),
    });
    found.collect()
}

/// White mates in one.
const MATE_FEN: &str = "7k/5ppp/8/8/8/8/8/R5K1 w - - 0 1";

#[test]
fn no_game_begins_from_the_usual_position_where_a_fen_stood() {
    for tag in [
        "[FEN @]",
        "[FEN @",
        "[FEN '@']",
        "[FEN \u{201c}@\u{201d}]",
        "[FEN: \"@\"]",
        "[FEN = \"@\"]",
        "[FEN \"@\"",
        "[FEN \"@]",
        "[FEN \"@\r\"]",
        "[FEN \"@\r\n\"]",
        "[FEN \"\"@\"\"]",
        "[FEN\u{a0}\"@\"]",
        "[fen \"@\"]",
        "[Fen: @]",
        "\u{feff}[FEN \"@\"]",
    ] {
        let tag = tag.replace('@', MATE_FEN);
        let text = format!("[White \"A\"]\n[SetUp \"1\"]\n{tag}\n\n1. Ra8# 1-0\n");
        let found = outcomes(&text);
        assert_eq!(found.len(), 1, "{tag}: {found:?}");
        assert!(found[0].starts_with("1@1: 1 from FEN"), "{tag}: {found:?}");
    }
    for (tag, reason) in [
        ("[FEN \"@", "line 2: '[FEN \\\"7k/5ppp/"),
        ("[FEN 7k/5ppp/8/8 w]", "FEN tag: "),
        ("[FEN (@)]", "FEN tag: "),
        ("[FEN]", "line 2: '[FEN]' is not"),
        ("[FEN \"@\"] [x]", "line 2: '[x]' is not"),
        (
            "[FEN \"@\"]\n[FEN \"7k/8/8/8/8/8/8/K7 w - - 0 1\"]",
            "the tag FEN has two values",
        ),
    ] {
        let tag = tag.replace('@', MATE_FEN);
        let text = format!("[White \"A\"]\n{tag}\n\n1. e4 e5 1-0\n\n[White \"B\"]\n\n1. d4 *\n");
        let found = outcomes(&text);
        assert_eq!(found.len(), 2, "{tag}: {found:?}");
        assert!(found[0].contains(reason), "{tag}: {found:?}");
        assert!(found[1].contains("1 [White=B]"), "{tag}: {found:?}");
    }
}

#[test]
fn a_tag_behind_a_result_begins_the_next_game() {
    for glue in [
        "1-0[",
        "1-0 [",
        "*[",
        "1/2-1/2\t[",
        "d5[",
        "1-0 {x} [",
        "1-0{[%clk 1]}[",
    ] {
        let text = format!(
            "[Event \"a\"]\n\n1. e4 e5 2. d4 {glue}Event \"b\"]\n[White \"W\"]\n\n1. d4 *\n"
        );
        let found = outcomes(&text);
        assert_eq!(found.len(), 2, "{glue}: {found:?}");
        assert!(found[0].starts_with("1@1: "), "{glue}: {found:?}");
        assert_eq!(found[1], "2@3: 1 [Event=b, White=W]", "{glue}");
    }
    // Many games on one line.
    let one = "[Event \"a\"][White \"A\"] 1. e4 {[x} e5 1-0[Event \"b\"] 1. d4 *[Event \"c\"]*\n";
    assert_eq!(
        outcomes(one),
        [
            "1@1: 2 [Event=a, White=A]",
            "2@1: 1 [Event=b]",
            "3@1: 0 [Event=c]"
        ]
    );
}

#[test]
fn what_a_value_has_in_it_makes_no_other_game() {
    for (text, found) in [
        (
            "[Event \"5th \"Old Oak\" Open 2026\"]\n[White \"A\"]\n\n1. e4 *\n",
            &["1@1: 1 [Event=5th \"Old Oak\" Open 2026, White=A]"][..],
        ),
        (
            "[Event \"5th\nOld Oak\r\nOpen\"]\n[White \"A\"]\n\n1. e4 *\n\n[Event \"x\"]\n\n*\n",
            &[
                "1@1: 1 [Event=5th Old Oak Open, White=A]",
                "2@8: 0 [Event=x]",
            ],
        ),
        (
            "[White \"A\"]\n[Event \"never\n[Site \"ended\"]\n\n1. e4 *\n",
            &[
                "game 1 (line 1): line 2: '[Event \\\"never' is not a tag: expected [Name \"value\"]",
            ],
        ),
        (
            "[Event \"a\"]\n[72] x]\n[White \"A\"]\n[Event \"b\"]\n[73] x]\n[White \"B\"]\n\n*\n",
            &[
                "game 1 (line 1): line 2: '[72] x]' is not a tag: expected [Name \"value\"]",
                "game 2 (line 4): line 5: '[73] x]' is not a tag: expected [Name \"value\"]",
            ],
        ),
        (
            "[72] x \"]\n[White \"A\"]\n[B \"1\"] [C]\n\n1. e4 {\n",
            &["game 1 (line 1): line 1: '[72] x \\\"]' is not a tag: expected [Name \"value\"]"],
        ),
        (
            "[Event \"never\n\n1. e4 *\n\n[Event \"x\"]\n\n*\n",
            &[
                "game 1 (line 1): line 1: '[Event \\\"never' is not a tag: expected [Name \"value\"]",
                "2@5: 0 [Event=x]",
            ],
        ),
    ] {
        assert_eq!(outcomes(text), found, "{text}");
    }
}

#[test]
fn what_stands_between_games_is_none() {
    let game = |name: &str| format!("[White \"{name}\"]\n\n1. e4 e5 1-0\n");
    for between in [
        "-------- next --------",
        "-- next --",
        "--------",
        "- - - - -",
        "==== Round 2 ====",
        "***",
        "\u{2014}\u{2014}\u{2014}",
        "{a comment} ; and another",
        "; a comment",
        "{a comment\nof two lines}",
        "% escaped",
    ] {
        for (before, after) in [("", ""), ("\n", ""), ("", "\n"), ("\n", "\n\n")] {
            let text = [&game("A"), before, between, "\n", after, &game("B")].concat();
            let found = outcomes(&text);
            assert_eq!(found.len(), 2, "{between:?}: {found:?}");
            assert_eq!(found[0], "1@1: 2 [White=A]", "{between:?}");
            assert!(found[1].starts_with("2@"), "{between:?}: {found:?}");
            assert!(
                found[1].ends_with(": 2 [White=B]"),
                "{between:?}: {found:?}"
            );
        }
        if between.contains([';', '{', '%']) {
            continue;
        }
        let alone = [between, "\n\n1. e4 e5 1-0\n", between, "\n1. d4 d5 *\n"].concat();
        let found = outcomes(&alone);
        assert_eq!(found.len(), 2, "{between:?}: {found:?}");
    }
    let glued = [&game("A"), "---- next ----", &game("B")].concat();
    assert_eq!(outcomes(&glued), ["1@1: 2 [White=A]", "2@4: 2 [White=B]"]);
    // Between moves two dashes are a null move, and more of them are none.
    assert_eq!(outcomes("1. e4 -- 2. d4 *\n"), ["1@1: 3 []"]);
    assert!(outcomes("1. e4 ---- 2. d4 *\n")[0].contains("line 1: '----' is not a move"));
}

#[test]
fn a_tag_that_is_repeated_splits_no_game() {
    for (text, found) in [
        (
            "[Event \"a\"]\n[White \"A\"]\n[Event \"a\"]\n[Black \"B\"]\n\n1. e4 *\n",
            &["1@1: 1 [Event=a, White=A, Black=B]"][..],
        ),
        (
            "[Event \"a\"]\n[Event \"b\"]\n[White \"A\"]\n\n1. e4 *\n",
            &["1@1: 1 [Event=a, White=A]"],
        ),
        (
            "[Event \"a\"]\n[White \"A\"]\n[White \"B\"]\n\n1. e4 *\n",
            &["game 1 (line 1): the tag White has two values: expected one"],
        ),
        (
            "[Event \"a\"]\nA heading\n\n1. e4 *\n",
            &["1@1: 1 [Event=a] line 2: 'A' is not a move, and was left out"],
        ),
        // Games without moves.
        (
            "[Event \"a\"]\n[White \"A\"]\n[Event \"b\"]\n[White \"B\"]\n[Result \"*\"]\n",
            &[
                "1@1: 0 [Event=a, White=A]",
                "2@3: 0 [Event=b, White=B, Result=*]",
            ],
        ),
        (
            "[Event \"a\"]\n[White \"A\"]\n\n[Event \"a\"]\n[White \"B\"]\n",
            &["1@1: 0 [Event=a, White=A]", "2@4: 0 [Event=a, White=B]"],
        ),
    ] {
        assert_eq!(outcomes(text), found, "{text}");
    }
}

#[test]
fn words_that_are_no_moves_are_named() {
    for (text, reason) in [
        (
            "1. e4 xyzzy e5 *",
            "line 1: 'xyzzy' is not a move: expected SAN such as Nf3",
        ),
        ("1. e4\n\nZz9 e5 *", "line 3: 'Zz9' is not a move"),
        (
            "1. e4 e5 [%eval 0.3] 2. d4",
            "line 1: '[%eval 0.3]' is not a move",
        ),
        (
            "1. e4\n[#]\n e5\n[%csl Ga1]\n2. d4",
            "line 4: '[%csl Ga1]' is not a move",
        ),
        (
            "1. e4 \u{a0}\u{4f60}\u{a0} e5",
            "line 1: '\u{4f60}' is not a move",
        ),
    ] {
        let found = outcomes(text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert!(found[0].contains(reason), "{text}: {found:?}");
    }
    for (text, found) in [
        (
            "Hello 1. e4 e5 *",
            "1@1: 2 [] line 1: 'Hello' is not a move, and was left out",
        ),
        (
            "[White \"A\"]\n\n1. e4 e5 1-0 White resigns\n",
            "1@1: 2 [White=A] line 3: 'White' is not a move, and was left out",
        ),
        ("1. e4 N +/- e5 e.p. 2. d4 D TN = ch *", "1@1: 3 []"),
    ] {
        assert_eq!(outcomes(text), [found], "{text}");
    }
}

#[test]
fn null_moves_spaces_and_en_passant_have_several_spellings() {
    for text in [
        "1. e4 -- 2. e5 d5 3. exd6 *",
        "1. e4 <> 2. e5 d5 3. exd6e.p. *",
        "1. e4 Z0 2. e5 d5 3. exd6ep *",
        "1. e4 0000 2. e5 d5 3. exd6 e.p. *",
        "1.\u{a0}e4\u{a0}--\u{202f}2.\u{2003}e5\u{3000}d5 3. exd6\u{feff} *",
        "1. e4 -- 2. e5 d5 3. exd6 e.p. 1\u{2013}0",
    ] {
        assert_eq!(outcomes(text), ["1@1: 5 []"], "{text}");
    }
    let latin = b"[White \"A\xe9\"]\n\n1.\xa0e4\xa0e5 *";
    assert_eq!(read(latin, EVERYTHING).remove(0).unwrap().moves.len(), 2);
    let tag = outcomes("[White \"A\u{a0}B\"]\n[FEN \"7k/8/8/8/8/8/8/K7\u{a0}w - - 0 x\"]\n\n*\n");
    assert!(
        tag[0].contains("FEN tag: ") && !tag[0].contains('\u{a0}'),
        "{tag:?}"
    );
}

#[test]
fn the_moves_of_other_languages_are_read_and_named() {
    for (moves, language) in [
        (
            "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxc6 dxc6 5. O-O Dd6 6. d4 exd4 7. Dxd4 Ld7 8. Td1 O-O-O",
            "German or Scandinavian",
        ),
        (
            "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fxc6 dxc6 5. O-O Dd6 6. d4 exd4 7. Dxd4 Fd7 8. Td1 O-O-O",
            "French",
        ),
        (
            "1. e4 e5 2. Cf3 Cc6 3. Ab5 a6 4. Axc6 dxc6 5. O-O Dd6 6. d4 exd4 7. Dxd4 Ad7 8. Td1 O-O-O",
            "Spanish or Italian",
        ),
        (
            "1. e4 e5 2. Cf3 Cc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Dd6 6. d4 exd4 7. Dxd4 Bd7 8. Td1 O-O-O",
            "Portuguese",
        ),
        (
            "1. e4 e5 2. Pf3 Pc6 3. Lb5 a6 4. Lxc6 dxc6 5. O-O Dd6 6. d4 exd4 7. Dxd4 Ld7 8. Td1 O-O-O",
            "Dutch",
        ),
        (
            "1. e4 e5 2. Кf3 Кc6 3. Сb5 a6 4. С:c6 dxc6 5. О-О Фd6 6. d4 exd4 7. Фxd4 Сd7 8. Лd1 О-О-О",
            "Russian",
        ),
        (
            "1. e4 e5 2. Hf3 Hc6 3. Fb5 a6 4. Fxc6 dxc6 5. O-O Vd6 6. d4 exd4 7. Vxd4 Fd7 8. Bd1 O-O-O",
            "Hungarian",
        ),
        (
            "1. e4 e5 2. Sf3 Sc6 3. Gb5 a6 4. Gxc6 dxc6 5. O-O Hd6 6. d4 exd4 7. Hxd4 Gd7 8. Wd1 O-O-O",
            "Polish",
        ),
        (
            "1. e4 e5 2. Jf3 Jc6 3. Sb5 a6 4. Sxc6 dxc6 5. O-O Dd6 6. d4 exd4 7. Dxd4 Sd7 8. Vd1 O-O-O",
            "Czech or Slovak",
        ),
    ] {
        let english = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Qd6 6. d4 exd4 7. Qxd4 Bd7 8. Rd1 O-O-O";
        let same = read(english.as_bytes(), EVERYTHING).remove(0).unwrap();
        let entry = read_games(moves.as_bytes(), EVERYTHING).next().unwrap();
        let entry = entry.unwrap_or_else(|problem| panic!("{language}: {problem}"));
        assert_eq!(entry.game.moves, same.moves, "{language}");
        assert_eq!(entry.notes, [format!("the moves are in {language}")]);
        // A game that is illegal in all of them is named for its first such move.
        let wrong = moves.rsplit_once(' ').unwrap().0.to_owned() + " a1";
        let found = outcomes(&wrong);
        assert!(
            found[0].contains("' is not a move: expected SAN"),
            "{found:?}"
        );
    }
    let figurines =
        "1. e4 e5 2. \u{2658}f3 \u{265e}c6 3. \u{2657}b5 \u{2659}a6 4. \u{2657}\u{fe0e}xc6 dxc6";
    assert_eq!(outcomes(figurines), ["1@1: 8 [] the pieces are figurines"]);
    // A pawn becomes a queen; the rest of the line is a game in English.
    let queen = "[FEN \"7k/P7/8/8/8/8/8/2K5 w - - 0 1\"]\n\n1. a8=D+ Kg7 2. Da1+ Kg6 *\n";
    assert!(outcomes(queen)[0].ends_with("the moves are in German or Scandinavian"));
    assert_eq!(outcomes("1. nf3 nf6 2. Nc3 *"), ["1@1: 3 []"]);
    // The right `Q` is the outermost rook's (X-FEN), and the file does not say that it is Chess960.
    let fen = "4k3/8/8/8/8/8/8/2R3K1 w Q - 0 1";
    let note = "the FEN tag has castling rights of Chess960, and no tag Variant says so";
    for (variant, notes) in [("", note), ("[Variant \"Chess960\"]\n", "")] {
        let found = outcomes(&format!("{variant}[FEN \"{fen}\"]\n\n1. O-O-O *\n"));
        assert!(found[0].starts_with("1@1: 1 from FEN"), "{found:?}");
        assert!(
            found[0].ends_with(&format!("] {notes}").trim_end().to_owned()),
            "{found:?}"
        );
    }
}
