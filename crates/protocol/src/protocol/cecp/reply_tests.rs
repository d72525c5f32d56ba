//! What engines really print, and what must not be taken for a reply.

use super::*;

fn parse(line: &str) -> CecpReply {
    CecpReply::parse(line)
        .unwrap_or_else(|error| panic!("{line:?}: {error}"))
        .unwrap_or_else(|| panic!("{line:?}: nothing"))
}

#[test]
fn each_reply_is_read_and_rendered() {
    for line in [
        "feature ping=1 myname=\"A B\" done=1",
        "move e2e4",
        "pong 7",
        "Illegal move: e2e5",
        "Illegal move (leaves the king in check): e2e5",
        "Error (unknown command): xyzzy now",
        "telluser hello there",
        "tellusererror Illegal position",
        "tellall good luck",
        "tellothers x",
        "tellopponent x",
        "tellics x",
        "tellicsnoalias x",
        "offer draw",
        "resign",
        "1-0 {White mates}",
        "1/2-1/2",
        "Hint: e7e5",
        "9 12 34 56\te2e4 e7e5",
        "stat01: 12 34 5 6 20 e2e4",
        "stat01: 12 34 5 6 20",
        "# a comment",
        "\te4 60%  d4 40%",
    ] {
        assert_eq!(parse(line).to_string(), line);
    }
}

#[test]
fn illegal_moves_and_errors_have_looser_forms() {
    let illegal = |reason: Option<&str>, text: &str| CecpReply::IllegalMove {
        reason: reason.map(str::to_owned),
        text: text.to_owned(),
    };
    assert_eq!(parse("Illegal move e2e5"), illegal(None, "e2e5"));
    assert_eq!(parse("illegal move : e2e5"), illegal(None, "e2e5"));
    assert_eq!(
        parse("Illegal move(pinned): a1"),
        illegal(Some("pinned"), "a1")
    );
    let error = |reason: &str, line: &str| CecpReply::Error {
        reason: reason.to_owned(),
        line: line.to_owned(),
    };
    assert_eq!(parse("Error: no book"), error("", "no book"));
    assert_eq!(parse("error(x):y"), error("x", "y"));
    assert_eq!(parse("Error (a b): c d"), error("a b", "c d"));
}

#[test]
fn a_reason_cannot_close_its_own_parenthesis() {
    let reply = CecpReply::Error {
        reason: "odd (very) word".to_owned(),
        line: "x".to_owned(),
    };
    assert_eq!(reply.to_string(), "Error (odd [very] word): x");
}

#[test]
fn a_reply_is_always_one_line() {
    let reply = CecpReply::Tell {
        audience: Audience::User,
        text: "one\ntwo\r\nmove e2e4".to_owned(),
    };
    assert_eq!(reply.to_string(), "telluser one two  move e2e4");
}

#[test]
fn indented_lines_are_thinking_or_book_text() {
    assert!(matches!(
        parse("   5 12 3 400 e4 e5"),
        CecpReply::Thinking(_)
    ));
    assert_eq!(
        parse("  move e2e4"),
        CecpReply::BookText("move e2e4".to_owned())
    );
    assert_eq!(CecpReply::BookText(String::new()).to_string(), "");
    assert_eq!(CecpReply::parse(""), Ok(None));
}

#[test]
fn banners_are_not_replies() {
    for line in [
        "Chess engine 1.0",
        "Illegal position",
        "errors were found",
        "offer",
        "my move is nothing",
        "tellme",
        "é",
        "illegal é",
    ] {
        assert!(
            matches!(CecpReply::parse(line), Err(ParseError::UnknownReply { .. })),
            "{line}"
        );
    }
}

#[test]
fn damaged_replies_are_named() {
    assert_eq!(
        CecpReply::parse("move").unwrap_err().to_string(),
        "move: expected a move, found the end of the line"
    );
    assert_eq!(
        CecpReply::parse("pong x").unwrap_err().to_string(),
        "pong: expected a whole number, found 'x'"
    );
}
