//! Tests of where a file is cut into games.

use proptest::prelude::{prop, proptest};

use super::*;

fn split(text: &str) -> Vec<(u64, String)> {
    game_texts(text.as_bytes(), 1)
        .map(Result::unwrap)
        .map(|game| (game.line, String::from_utf8(game.bytes).unwrap()))
        .collect()
}

#[test]
fn tags_after_moves_begin_a_game() {
    let text =
        "\u{feff}\n[White \"A\"]\n\n\n1. e4 {[a\n[%clk 1]\n} e5\n[White \"B\"]\r\n1. d4 *\r\n\r\n";
    let found = split(text);
    assert_eq!(found.len(), 2);
    assert_eq!((found[0].0, found[1].0), (2, 8));
    assert!(found[0].1.ends_with("} e5\n"));
    assert!(found[1].1.starts_with("[White \"B\"]\r\n1. d4"));
}

#[test]
fn a_game_without_moves_or_result_keeps_its_tags_to_itself() {
    let text = "[Event \"a\"]\n[White \"A\"]\n\n[Black \"B\"]\n\n\n[Event \"b\"]\n[White \"C\"]\n\n1. e4\n[Event \"c\"]\n";
    let found = split(text);
    let lines: Vec<u64> = found.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [1, 7, 11]);
    assert!(found[0].1.contains("[Black"));
}

#[test]
fn games_without_tags_are_told_apart() {
    let found = split("1. e4 {a\n\n1. b} e5\n\n2. Nf3 *\n\n\n{c} 1. d4\n\n1. c4\n");
    let lines: Vec<u64> = found.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [1, 8, 10]);
    assert!(found[0].1.ends_with("2. Nf3 *\n"));
}

#[test]
fn an_open_comment_ends_with_the_next_game() {
    let found = split("1. e4 {never closed\n\n[Event \"x\"]\n1. d4 ; {\n[Event \"y\"]\n*");
    let lines: Vec<u64> = found.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [1, 3, 5]);
}

#[test]
fn a_byte_of_a_game_knows_its_line() {
    let text = "\n[White \"A\"]\n% escape\n\n1. e4\n\n\ne5 (\n% escape\n2. d4\n";
    let found = game_texts(text.as_bytes(), 1).next().unwrap().unwrap();
    let bytes = String::from_utf8(found.bytes.clone()).unwrap();
    for (part, line) in [("[", 2), ("1. e4", 5), ("e5", 8), ("(", 8), ("2. d4", 10)] {
        assert_eq!(found.line_of(bytes.find(part).unwrap()), line, "{part}");
    }
}

#[test]
fn a_text_that_was_cut_out_is_the_same_when_it_is_cut_again() {
    let file = "\n1. c4 *\n\n[White \"A\"]\n% escape\n\n1. e4\n\n\ne5 (\n% escape\n2. d4\n\n\n[White \"B\"]\n";
    let found: Vec<_> = game_texts(file.as_bytes(), 1).map(Result::unwrap).collect();
    assert_eq!(found.len(), 3);
    for text in &found {
        let again: Vec<_> = game_texts(text.restored().as_bytes(), text.line)
            .map(Result::unwrap)
            .collect();
        assert_eq!(again.len(), 1);
        assert_eq!(again[0].line, text.line);
        let places = (0..=text.bytes.len()).map(|at| (text.line_of(at), again[0].line_of(at)));
        // Blank lines behind the game are no part of it.
        let inside = text.bytes.len().saturating_sub(1);
        assert!(
            places.take(inside).all(|(one, other)| one == other),
            "{text:?}"
        );
        assert_eq!(again[0].bytes, text.bytes);
    }
}

#[test]
fn bytes_0_are_padding_behind_a_result_only() {
    for (text, noise) in [
        ("1. e4 1-0\0\0", None),
        ("1. e4 1-0\n\n\0\0", None),
        ("1. e4  0-1\0\0\r\n\n", None),
        ("1. e4 e5\0\n", Some(1)),
        ("1. e4 e\0\0", Some(1)),
        ("1. e4 \0 1-0", Some(1)),
        ("1. e4\n\0\0", Some(2)),
        ("1. e4 1-0\n1. d4\0", Some(2)),
    ] {
        let found: Vec<_> = game_texts(text.as_bytes(), 1).map(Result::unwrap).collect();
        let last = found.last().unwrap();
        assert_eq!((found.len(), last.noise), (1, noise), "{text:?}");
    }
}

#[test]
fn what_stands_before_trailing_bytes_is_whole() {
    struct Ending(io::ErrorKind, &'static [u8]);
    impl Read for Ending {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.1.read(buffer)? {
                0 => Err(io::Error::new(self.0, "more")),
                count => Ok(count),
            }
        }
    }
    for (kind, games) in [
        (io::ErrorKind::InvalidInput, 2),
        (io::ErrorKind::InvalidData, 1),
    ] {
        let text = b"[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n";
        let source = io::BufReader::new(Ending(kind, text));
        let found: Vec<_> = game_texts(source, 1).collect();
        assert_eq!(found.len(), games + 1);
        assert!(found.last().unwrap().is_err());
    }
}

#[test]
fn nothing_is_no_game_and_a_flood_is_cut() {
    assert!(split("").is_empty() && split("\n \n% escape\n").is_empty());
    let flood = format!("1. e4 {{{}\n", "x ".repeat(LONGEST_BYTES / 2));
    let found: Vec<_> = game_texts(flood.as_bytes(), 1)
        .map(Result::unwrap)
        .collect();
    assert_eq!((found.len(), found[0].is_cut), (1, true));
    let flood = format!("1. e4\n{flood}[Event \"x\"]\n*");
    let found: Vec<_> = game_texts(flood.as_bytes(), 1)
        .map(Result::unwrap)
        .collect();
    assert_eq!((found.len(), found[0].is_cut), (2, true));
    assert_eq!(found[1].line, 3);
}

proptest! {
    /// Pieces of PGN in any order: each game that was cut out is one game again, on the same
    /// lines.
    #[test]
    fn any_text_that_was_cut_out_is_one_game_again(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "[White \"A\"]\n", "[Event \"x\"]\n", "[FEN: '8/8']\n", "1-0[FEN 8]\n", "{", "}",
                "(", ")", ";", "%", "\n", "\n", "\n\n", "\r\n", " ", "1. ", "e4 ", "--", "----", "next", "1-0",
                "*", "\u{a0}", "\u{feff}",
            ]),
            0..60,
        )
    ) {
        let file = pieces.concat();
        for text in game_texts(file.as_bytes(), 1).map(Result::unwrap) {
            let again: Vec<_> = game_texts(text.restored().as_bytes(), text.line)
                .map(Result::unwrap)
                .collect();
            assert_eq!(again.len(), 1, "{file:?}: {text:?}: {again:?}");
            assert_eq!(again[0].line, text.line, "{file:?}");
            let broken = |text: &GameText| text.broken_tag.as_ref().map(|(line, _)| *line);
            assert_eq!(broken(&again[0]), broken(&text), "{file:?}");
            let (one, other) = (text.bytes.trim_ascii_end(), again[0].bytes.trim_ascii_end());
            assert_eq!(one, other, "{file:?}");
            let at = one.len().saturating_sub(1);
            assert_eq!(text.line_of(at), again[0].line_of(at), "{file:?}");
        }
    }
}
