//! Moves that the crate `pgn_reader` doesn't know.
//!
//! It leaves out without a word what it can't read, and all that follows would be
//! taken for other moves. So every token of the main line that looks like a move
//! is looked at first: long algebraic ones (`Ng1-f3`, `e7-e8Q`, `e7e8q`) are
//! written as the reader takes them, and one that is no move at all becomes a
//! comment that no file has, so that it costs its own game and no other of the
//! text. Start with `readable` and `unread`.

use std::borrow::Cow;
use std::ops::Range;

use pgn_reader::SanPlus;

/// How a comment begins that stands for what is no move.
const UNREAD: &[u8] = b"\0not a move\0";

/// The token of the main line that a comment stands for: one that looks like a
/// move (`Sf3`, `exd6e.p.`) and cannot be read as one.
pub(super) fn unread(comment: &[u8]) -> Option<String> {
    let token = comment.strip_prefix(UNREAD)?;
    Some(String::from_utf8_lossy(token).escape_debug().to_string())
}

/// What a text is when all of it was looked at.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Reading<'t> {
    /// As the crate gets it.
    pub(super) text: Cow<'t, [u8]>,
    /// Where a `(` or `{` stands that is never closed: the crate leaves out all that
    /// follows it.
    pub(super) unclosed: Option<usize>,
    /// Words of the main line that are no moves.
    pub(super) words: usize,
    /// There is a tag of HTML or XML in the main line.
    pub(super) has_markup: bool,
}

/// The text as the crate gets it, lines where they were: long moves of the main
/// line written another way, and what is no move marked, up to this many plies.
/// What is not like a move at all is as good as a comment.
pub(super) fn readable(text: &[u8], plies: usize) -> Reading<'_> {
    let mut out = Vec::new();
    let mut done = 0;
    let mut seen = 0;
    let mut words = 0;
    let mut has_markup = false;
    let unclosed = for_each_token(text, |range| {
        let token = &text[range.clone()];
        if !looks_like_move(token) {
            words += usize::from(is_word(token));
            has_markup |= is_markup(token);
            return true;
        }
        seen += 1;
        if SanPlus::from_ascii(token).is_ok() {
            return seen < plies;
        }
        out.extend_from_slice(&text[done..range.start]);
        done = range.end;
        let bare = without_verdict(token);
        match long_move(token) {
            Some(short) => out.extend_from_slice(&short),
            None if bare.len() < token.len() => out.extend_from_slice(bare),
            None => out.extend([b"{", UNREAD, token, b"}"].concat()),
        }
        seen < plies
    });
    let text = if done == 0 {
        Cow::Borrowed(text)
    } else {
        out.extend_from_slice(&text[done..]);
        Cow::Owned(out)
    };
    Reading {
        text,
        unclosed,
        words,
        has_markup,
    }
}

/// As prose has it, and no notation of moves.
fn is_word(token: &[u8]) -> bool {
    let word = token.strip_suffix(b",").unwrap_or(token);
    word.len() > 2 && word.iter().all(u8::is_ascii_alphabetic)
}

/// `<p>`, `</td>`, `<!DOCTYPE`.
fn is_markup(token: &[u8]) -> bool {
    let begins = |pair: &[u8]| {
        pair[0] == b'<' && (pair[1].is_ascii_alphabetic() || b"/!".contains(&pair[1]))
    };
    token.windows(2).any(begins)
}

/// What stands between spaces and marks in the main line: no tags, comments,
/// variations or numbers. It ends when `visit` says false; at the end of the text it gives
/// where a variation or comment begins that is still open.
fn for_each_token(text: &[u8], mut visit: impl FnMut(Range<usize>) -> bool) -> Option<usize> {
    let mut rest = text;
    let mut depth = 0_usize;
    let mut opened = 0;
    let mut is_line_start = true;
    while let Some((&first, after)) = rest.split_first() {
        let was_line_start = std::mem::replace(&mut is_line_start, first == b'\n');
        match first {
            b'[' if was_line_start => {
                if depth > 0 {
                    return Some(opened);
                }
                rest = from(after, |byte| byte == b'\n');
            }
            b'{' => {
                let at = text.len() - rest.len();
                rest = from(after, |byte| byte == b'}');
                if rest.is_empty() {
                    return Some(if depth > 0 { opened } else { at });
                }
            }
            b';' => rest = from(after, |byte| byte == b'\n'),
            b'%' if was_line_start => rest = from(after, |byte| byte == b'\n'),
            b'(' => {
                if depth == 0 {
                    opened = text.len() - rest.len();
                }
                depth += 1;
                rest = after;
            }
            b')' => {
                depth = depth.saturating_sub(1);
                rest = after;
            }
            b'0'..=b'9' => rest = after,
            _ if is_end(first) => rest = after,
            _ => {
                let next = from(rest, is_end);
                if depth == 0 && !visit(text.len() - rest.len()..text.len() - next.len()) {
                    return None;
                }
                rest = next;
            }
        }
    }
    (depth > 0).then_some(opened)
}

/// The text from the first such byte on.
fn from(text: &[u8], is_wanted: impl Fn(u8) -> bool) -> &[u8] {
    let at = text.iter().position(|&byte| is_wanted(byte));
    &text[at.unwrap_or(text.len())..]
}

fn is_end(byte: u8) -> bool {
    ENDS[usize::from(byte)]
}

/// The bytes that end a token: a table, since every byte of a file is asked about.
const ENDS: [bool; 256] = {
    let ends = b" \t\n\x0c\r{}()[];!?$.*";
    let mut table = [false; 256];
    let mut index = 0;
    while index < ends.len() {
        table[ends[index] as usize] = true;
        index += 1;
    }
    table
};

fn is_square(pair: &[u8]) -> bool {
    matches!(pair, [b'a'..=b'h', b'1'..=b'8'])
}

/// It begins with a letter, or with what is one elsewhere (`♘f3`), and has a square; or it is
/// what is left of a move that was written down wrongly.
fn looks_like_move(token: &[u8]) -> bool {
    let begins = token[0].is_ascii_alphabetic() || !token[0].is_ascii();
    token.len() <= 16 && begins && (token.windows(2).any(is_square) || is_broken_move(token))
}

/// A piece or a file with a number that is no rank (`Ba9`, `e9`, `Nz9`), a piece or a capture
/// with a file alone (`Ke`, `Nxe`, `exd`), or castling in some other way (`O-O-O-O`, `o-o`, `OO`,
/// `O-Och`). Words with a number, and codes of openings (`B33`), are none.
fn is_broken_move(token: &[u8]) -> bool {
    let bare = without_marks(token);
    let is_piece = b"KQRBN".contains(&token[0]);
    let begins = is_piece || matches!(token[0], b'a'..=b'h');
    match bare {
        [b'O' | b'o', b'-', b'O' | b'o', ..] => true,
        [b'O' | b'o', rest @ ..] => {
            !rest.is_empty() && rest.iter().all(|byte| b"Oo-".contains(byte))
        }
        [_, b'a'..=b'h'] => is_piece,
        [_, between @ .., b'a'..=b'h'] if between.contains(&b'x') => begins,
        [b'B', b'0'..=b'9', b'0'..=b'9'] => false,
        _ => {
            let letters = bare.iter().filter(|byte| byte.is_ascii_alphabetic());
            begins
                && bare.last().is_some_and(u8::is_ascii_digit)
                && letters.filter(|&&byte| byte != b'x').count() <= 2
                && (bare.iter()).all(|byte| byte.is_ascii_alphanumeric() || b"x:-".contains(byte))
        }
    }
}

/// The token without what says that it gives check or mate.
fn without_marks(token: &[u8]) -> &[u8] {
    let marks = token.iter().rev().take_while(|byte| b"+#".contains(byte));
    &token[..token.len() - marks.count()]
}

/// The token without what old books put behind a move: `+-`, `=`, `ch`.
fn without_verdict(token: &[u8]) -> &[u8] {
    let ends: [&[u8]; 5] = [b"+-", b"-+", b"+=", b"ch", b"="];
    let end = ends.iter().find_map(|end| token.strip_suffix(*end));
    end.filter(|bare| SanPlus::from_ascii(bare).is_ok())
        .unwrap_or(token)
}

/// A move that names both squares, without hyphens and with `=` before what a
/// pawn becomes. Which legal move it is, if any, is for others to say.
fn long_move(token: &[u8]) -> Option<Vec<u8>> {
    let bare = without_marks(token);
    let (piece, rest) = bare.split_at(usize::from(b"KQRBNP".contains(bare.first()?)));
    let (origin, rest) = rest.split_at_checked(2)?;
    let (between, rest) = match rest {
        [b'-', rest @ ..] => (&b""[..], rest),
        [b'x' | b'X' | b':', rest @ ..] => (&b"x"[..], rest),
        _ => (&b""[..], rest),
    };
    let (target, rest) = rest.split_at_checked(2)?;
    let promotion = match rest {
        [] => None,
        [b'=', letter] | [letter] if b"QRBNqrbn".contains(letter) => Some(*letter),
        _ => return None,
    };
    if !is_square(origin) || !is_square(target) {
        return None;
    }
    let mut short = [piece, origin, between, target].concat();
    if let Some(letter) = promotion {
        short.extend([b'=', letter.to_ascii_uppercase()]);
    }
    Some(short)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_moves_of_the_main_line_that_cannot_be_read_are_found() {
        for good in [
            "[Event \"Sf3\"]\n\n1.e4 {Sf3 (} e5! (1... Sf6 {)} 2. Sf3) 2. Ng1f3 Nc6?! $14 3.Bb5 a6 ; Sf3",
            "1. e4 N +/- e5 = 2. 0-0 O-O-O+ Z0 -- e2e4 Qxf7# e8=Q+ e.p. 1/2-1/2",
            "1. e4\n% Sf3\n{ never closed Ng1-f3",
            "Round9 game9 board0 chess24 fig0 bot42 cup-2019 B33 1. e4 e5 1-0",
            "",
        ] {
            assert_eq!(
                readable(good.as_bytes(), usize::MAX).text,
                good.as_bytes(),
                "{good}"
            );
        }
        for (bad, found) in [
            ("1. e4 e5 2. Sf3 Sc6", "Sf3"),
            ("1. e4 e5\n(1... c5) 2. exd6e.p. *", "exd6e"),
            ("1.Ng1f3Nc6", "Ng1f3Nc6"),
            ("1. Ng1-f3 Sg8-f6", "Sg8-f6"),
            ("1. e2--e4", "e2--e4"),
            ("1. e7-e8=K", "e7-e8=K"),
            ("1. Ng1-f9 e4", "Ng1-f9"),
            ("1. ♘f3 d5", "♘f3"),
            ("1. e4 e5 2. Кf3", "Кf3"),
            ("1. e4 e5 2. Ba9", "Ba9"),
            ("1. e4 e5 2. Nz9+ Nc6", "Nz9+"),
            ("1. e9 e5", "e9"),
            ("1. e4 Ke", "Ke"),
            ("1. QQ4 e5", "QQ4"),
            ("1. e4 O-O-O-O", "O-O-O-O"),
            ("1. e4 o-o", "o-o"),
            ("1. e4 OO", "OO"),
            ("1. e4 Nxe", "Nxe"),
            ("1. e4 exd", "exd"),
        ] {
            let text = readable(bad.as_bytes(), usize::MAX).text;
            let mut comments = text.split(|&byte| byte == b'{' || byte == b'}');
            let first = comments.find_map(unread);
            assert_eq!(first.as_deref(), Some(found), "{bad}");
        }
    }

    #[test]
    fn long_moves_are_written_as_the_reader_takes_them() {
        for (long, short) in [
            ("1.Ng1-f3 Ng8-f6+ 2. e2-e4 *", "1.Ng1f3 Ng8f6 2. e2e4 *"),
            (
                "1. e7-e8Q e7e8q e7xd8=Q+ e7:d8n#",
                "1. e7e8=Q e7e8=Q e7xd8=Q+ e7xd8=N",
            ),
            (
                "1. e1-g1 {Ke1-g1} Ke8-c8++ (Ng1-f3)",
                "1. e1g1 {Ke1-g1} Ke8c8 (Ng1-f3)",
            ),
            ("1. Bc4= Qh5+- 2. Qxf7ch", "1. Bc4 Qh5 2. Qxf7"),
            ("1. O-O+- O-O-Och 2. O-O=", "1. O-O O-O-O 2. O-O"),
            (
                "[Event \"e2-e4\"]\n\n1. e2-e4!? e7-e5$1",
                "[Event \"e2-e4\"]\n\n1. e2e4!? e7e5$1",
            ),
        ] {
            let text = readable(long.as_bytes(), usize::MAX).text;
            assert_eq!(String::from_utf8_lossy(&text), short);
        }
    }

    #[test]
    fn what_is_never_closed_is_found_where_it_begins() {
        for (text, at) in [
            ("1. e4 (1. d4 {)} e5) e5", None),
            ("1. e4 {(} ; (\n e5", None),
            ("1. e4 ) e5", None),
            ("1. e4 (1. d4 (1. c4) e5 2. d4", Some(6)),
            ("1. e4 (1. d4) e5 {2. d4 ( 2... d5", Some(17)),
            ("1. e4 (1. d4 {e5", Some(6)),
            ("1. e4 (1. d4\n[Event \"x\"]\n1. c4", Some(6)),
        ] {
            assert_eq!(readable(text.as_bytes(), usize::MAX).unclosed, at, "{text}");
        }
        // What comes after the plies that are wanted is not looked at.
        assert_eq!(readable(b"1. e4 e5 (1... c5", 2).unclosed, None);
    }
}
