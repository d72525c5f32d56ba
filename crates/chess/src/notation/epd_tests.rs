//! Both customs of EPD, and what is wrong with a line.

use super::*;
use crate::notation::{START_FEN, to_san};

const BOARD: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

fn read(rest: &str) -> Epd {
    parse_epd(&format!("{BOARD} {rest}")).unwrap_or_else(|error| panic!("{rest}: {error}"))
}

fn refused(rest: &str) -> String {
    let line = format!("{BOARD} {rest}");
    match parse_epd(&line) {
        Ok(epd) => panic!("{line} was read as {epd:?}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn classic_operations() {
    let epd =
        read(r#"bm Nf3 e4; am f3; id "a; b # c"; c0 "first"; c9 "last"; dm 3; acd 12; zz x y;"#);
    let names = |moves: &[Move]| -> Vec<String> {
        moves.iter().map(|mv| to_san(&epd.position, *mv)).collect()
    };
    assert_eq!(names(&epd.best_moves), ["Nf3", "e4"]);
    assert_eq!(names(&epd.avoid_moves), ["f3"]);
    assert_eq!(epd.id(), Some("a; b # c"));
    assert_eq!(epd.comment(0), Some("first"));
    assert_eq!(epd.comment(9), Some("last"));
    assert_eq!(epd.comment(1), None);
    assert_eq!(epd.direct_mate, Some(3));
    assert_eq!(epd.text("acd"), Some("12"));
    let operands = ["x".to_string(), "y".to_string()];
    assert_eq!(epd.operands("zz"), Some(operands.as_slice()));
    assert_eq!(epd.operations.len(), 8);
    assert!(epd.perft.is_empty());
}

#[test]
fn perft_suites() {
    for line in [
        format!("{START_FEN} ;D1 20 ;D2 400 ;D3 8902"),
        format!("{START_FEN};D1 20;D2 400;D3 8902"),
        format!("{BOARD};D1 20; D2 400; D3 8902;"),
        format!("{BOARD} D1 20; D2 400; D3 8902"),
    ] {
        let epd = parse_epd(&line).unwrap();
        assert_eq!(epd.perft, [(1, 20), (2, 400), (3, 8902)], "{line}");
    }
    assert_eq!(read(";D7 3195901860").perft, [(7, 3_195_901_860)]);
    // Not every D is a depth.
    assert!(read("Draw 1; D 2; Dx 3;").perft.is_empty());
}

#[test]
fn counters() {
    let epd = read("hmvc 13; fmvn 37;");
    assert_eq!(
        (
            epd.position.halfmove_clock(),
            epd.position.fullmove_number()
        ),
        (13, 37)
    );
    let epd = parse_epd(&format!("{BOARD} 5 9 bm e4;")).unwrap();
    assert_eq!(
        (
            epd.position.halfmove_clock(),
            epd.position.fullmove_number()
        ),
        (5, 9)
    );
    assert_eq!(epd.best_moves.len(), 1);
    let epd = read("");
    assert_eq!(
        (
            epd.position.halfmove_clock(),
            epd.position.fullmove_number()
        ),
        (0, 1)
    );
}

#[test]
fn messages() {
    let cases = [
        ("bm Nf6;", "bm Nf6: no white knight can go to f6"),
        ("am Nf3 Ke2;", "am Ke2: no white king can go to e2"),
        (
            "bm 7;",
            "bm 7: '7' is not a move, expected one like e2e4, Nf3, exd5, e8=Q or O-O",
        ),
        ("id \"open;", "a quotation mark is not closed"),
        (
            "5;",
            "'5' stands where an operation such as bm or id was expected",
        ),
        (
            "\"id\" x;",
            "'id' stands where an operation such as bm or id was expected",
        ),
        ("dm;", "dm needs a number"),
        ("dm three;", "dm is 'three', expected a number"),
        ("hmvc -1;", "hmvc is '-1', expected a number"),
        (";D1 twenty", "D1 is 'twenty', expected a number"),
        (";D100 1;D1 x", "D1 is 'x', expected a number"),
    ];
    for (rest, message) in cases {
        assert_eq!(refused(rest), message, "{rest}");
    }
    let too_few = parse_epd("8/8/8/8/8/8/8/8 w ; bm e4").unwrap_err();
    assert_eq!(too_few.to_string(), "a FEN has 4 or 6 fields, found 2");
}

#[test]
fn files() {
    let text = format!(
        "\u{feff}# a suite\r\n\r\n{BOARD} id \"one\";\r\n   \n  # more\n{BOARD} bm e9;\n{BOARD} id \"two\";"
    );
    let lines: Vec<_> = epd_lines(&text).collect();
    assert_eq!(lines.len(), 3);
    let named = |index: usize| {
        let (line, epd) = lines[index].as_ref().unwrap();
        (*line, epd.id().unwrap().to_string())
    };
    assert_eq!(named(0), (3, "one".to_string()));
    assert_eq!(named(2), (7, "two".to_string()));
    assert_eq!(
        lines[1].as_ref().unwrap_err().to_string(),
        "line 6: bm e9: 'e9' is not a move, expected one like e2e4, Nf3, exd5, e8=Q or O-O"
    );
}

#[test]
fn a_perft_deeper_than_anybody_counts_is_refused() {
    let line = |depth: &str| format!("{} ;D1 20 ;D{depth} 5", super::super::START_FEN);
    assert_eq!(parse_epd(&line("100")).unwrap().perft, [(1, 20), (100, 5)]);
    for depth in ["101", "100000", "99999999999999999999"] {
        let message = parse_epd(&line(depth)).unwrap_err().to_string();
        assert!(
            message.ends_with(": expected a depth of at most 100 plies"),
            "{message}"
        );
    }
    // Not every word with a D in front is one.
    assert_eq!(parse_epd(&line("x")).unwrap().perft, [(1, 20)]);
}

#[test]
fn a_line_that_is_too_long_is_named_and_costs_no_other() {
    let comment = |length: usize| {
        let bare = format!("{BOARD} c0 \"\";\n").len();
        format!("{BOARD} c0 \"{}\";\n", "x".repeat(length - bare))
    };
    let fits = comment(LONGEST_LINE);
    let long = comment(LONGEST_LINE + 1);
    let text = format!(
        "{fits}{long}{fits}# {long}{BOARD} id \"two\";\n{}",
        long.trim_end()
    );
    let found: Vec<String> = epd_lines(&text)
        .map(|line| match line {
            Ok((line, _)) => format!("line {line}"),
            Err(error) => error.to_string(),
        })
        .collect();
    let long = "the line is too long, expected at most 65536 bytes";
    let expected = [
        "line 1",
        &format!("line 2: {long}"),
        "line 3",
        "line 5",
        // Its end is the file's.
        "line 6",
    ];
    assert_eq!(found, expected);
}
