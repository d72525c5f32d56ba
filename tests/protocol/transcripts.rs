//! Compares with the conversations in `tests/transcripts/`.
//!
//! `> ` is sent, `< ` is expected, in which `*` stands for anything and `#`
//! for a whole number; `...` skips lines up to the next one that is expected.
//! Other lines are comments.

use crate::driver::Plumb;

#[test]
fn uci() {
    replay(include_str!("../transcripts/uci.txt"));
}

#[test]
fn uci_errors() {
    replay(include_str!("../transcripts/uci_errors.txt"));
}

#[test]
fn cecp() {
    replay(include_str!("../transcripts/cecp.txt"));
}

#[test]
fn cecp_xboard_game() {
    replay(include_str!("../transcripts/cecp_xboard_game.txt"));
}

#[test]
fn uci_analyse() {
    replay(include_str!("../transcripts/uci_analyse.txt"));
}

#[test]
fn cecp_analyse() {
    replay(include_str!("../transcripts/cecp_analyse.txt"));
}

#[test]
fn uci_tutor() {
    replay(include_str!("../transcripts/uci_tutor.txt"));
}

#[test]
fn cecp_tutor() {
    replay(include_str!("../transcripts/cecp_tutor.txt"));
}

#[test]
fn uci_cutechess() {
    replay(include_str!("../transcripts/uci_cutechess.txt"));
}

#[test]
fn cecp_cutechess() {
    replay(include_str!("../transcripts/cecp_cutechess.txt"));
}

fn replay(transcript: &str) {
    let mut plumb = Plumb::start();
    let mut skipping = false;
    for (number, line) in transcript.lines().enumerate() {
        let number = number + 1;
        if let Some(input) = line.strip_prefix('>') {
            plumb.send(input.strip_prefix(' ').unwrap_or(input));
        } else if let Some(pattern) = line.strip_prefix('<') {
            let pattern = pattern.strip_prefix(' ').unwrap_or(pattern);
            if skipping {
                plumb.until_that(&format!("line {number}"), |line| matches(pattern, line));
            } else {
                let said = plumb.line();
                assert!(
                    matches(pattern, &said),
                    "line {number}:\n  {pattern}\nbut it said\n  {said}"
                );
            }
            skipping = false;
        } else {
            skipping = line == "...";
        }
    }
    assert_eq!(
        plumb.line_within(std::time::Duration::from_millis(50)),
        None
    );
    plumb.ends_well();
}

fn matches(pattern: &str, text: &str) -> bool {
    let Some(place) = pattern.find(['*', '#']) else {
        return pattern == text;
    };
    let (before, rest) = pattern.split_at(place);
    let Some(text) = text.strip_prefix(before) else {
        return false;
    };
    let after = &rest[1..];
    if rest.starts_with('*') {
        return (0..=text.len())
            .filter(|end| text.is_char_boundary(*end))
            .any(|end| matches(after, &text[end..]));
    }
    let text = text.strip_prefix('-').unwrap_or(text);
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    digits > 0 && matches(after, &text[digits..])
}

#[test]
fn patterns() {
    assert!(matches("a * c #", "a b b c -12"));
    assert!(matches("*", ""));
    assert!(!matches("a #", "a x"));
    assert!(!matches("a #", "a 1x"));
    assert!(!matches("a", "ab"));
}
