//! Moves that the crate `pgn_reader` doesn't know.
//!
//! It leaves out without a word what it can't read, and all that follows would be
//! taken for other moves. So every token of the main line is looked at first: moves
//! in another spelling (`Ng1-f3`, `e7-e8Q`, `exd6e.p.`, `nf3`, `\u{2658}f3`, `o-o`) are
//! written as the crate takes them, and what is no move becomes a
//! comment that no file has, so that it costs its own game and no other of the
//! text. Start with `readable` and `unread`.

use std::borrow::Cow;
use std::ops::Range;

use pgn_reader::SanPlus;

use super::alphabet::Alphabet;
use super::tag_line::space;

/// How a comment begins that stands for what is no move.
const UNREAD: &[u8] = b"\0not a move\0";

/// A token of the main line that a comment stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unread {
    /// Its place in the text.
    pub(super) offset: usize,
    /// It has nothing of a move (`xyzzy`), unlike `Sf3`.
    pub(super) is_word: bool,
    /// Its first letters.
    pub(super) token: String,
}

/// Letters of a token that a message shows.
const SHOWN_BYTES: usize = 24;

/// The token that a comment stands for, if it does.
pub(super) fn unread(comment: &[u8]) -> Option<Unread> {
    let kept = comment.strip_prefix(UNREAD)?;
    let (kind, kept) = kept.split_first()?;
    let end = kept.iter().position(|&byte| byte == 0)?;
    let (offset, token) = (&kept[..end], &kept[end + 1..]);
    let token = String::from_utf8_lossy(token);
    let shown = token.trim_end_matches('\u{fffd}').escape_debug();
    Some(Unread {
        offset: std::str::from_utf8(offset).ok()?.parse().ok()?,
        is_word: *kind == b'w',
        token: shown.to_string(),
    })
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
    /// Tokens that look like moves and are none.
    pub(super) broken_moves: usize,
    /// There is a tag of HTML or XML in the main line.
    pub(super) has_markup: bool,
    /// There is something but comments.
    pub(super) has_content: bool,
    /// A piece has a letter that is none in English, or is a figurine.
    pub(super) is_local: bool,
}

/// What a token is written as.
enum Spelling {
    /// As it is: a move, or a sign.
    Kept { is_move: bool },
    /// A move in another way, with bytes behind the token that belong to it.
    Move(Vec<u8>, usize),
    /// Nothing: it is not for the crate, and says nothing of moves.
    Blank,
    /// It is no move.
    Unread { is_word: bool },
}

/// The text, whose tags end at this byte, as the crate gets it, lines where they were: moves of the main
/// line written another way, and what is no move marked, up to this many plies. Pieces have
/// their letters in this alphabet, or in English.
pub(super) fn readable<'t>(
    source: &'t [u8],
    tags_end: usize,
    plies: usize,
    alphabet: Option<&Alphabet>,
) -> Reading<'t> {
    let plain = plain_spaces(source, tags_end);
    let text = &*plain;
    let mut out = Vec::new();
    let mut done = 0;
    let mut seen = 0;
    let mut words = 0;
    let mut broken_moves = 0;
    let mut has_markup = false;
    let mut is_local = false;
    let tokens = for_each_token(text, tags_end, |range, is_main| {
        if range.start < done {
            // It belongs to the move before it.
            return true;
        }
        let token = &text[range.clone()];
        let spelling = match is_main {
            true => spelled(token, &text[range.end..], alphabet, &mut is_local),
            false => Spelling::Blank,
        };
        let end = match spelling {
            Spelling::Kept { is_move } => {
                seen += usize::from(is_move);
                return seen < plies;
            }
            Spelling::Move(_, behind) => range.end + behind,
            _ => range.end,
        };
        out.extend_from_slice(&text[done..range.start]);
        done = end;
        match spelling {
            Spelling::Move(san, _) => {
                seen += 1;
                out.extend_from_slice(&san);
            }
            Spelling::Unread { is_word } => {
                seen += usize::from(!is_word);
                broken_moves += usize::from(!is_word);
                words += usize::from(is_prose(token));
                has_markup |= is_markup(token);
                let kind = if is_word { b"w" } else { b"m" };
                let offset = range.start.to_string();
                let shown = &token[..token.len().min(SHOWN_BYTES)];
                let parts = [b"{", UNREAD, kind, offset.as_bytes(), b"\0", shown, b"}"];
                out.extend(parts.concat());
            }
            _ => out.push(b' '),
        }
        seen < plies
    });
    let text = if done == 0 {
        plain
    } else {
        out.extend_from_slice(&text[done..]);
        Cow::Owned(out)
    };
    Reading {
        text,
        unclosed: tokens.unclosed,
        words,
        broken_moves,
        has_markup,
        has_content: tokens.has_content,
        is_local,
    }
}

/// The text with a space for each byte of another space behind its tags: no-break ones and the
/// like.
fn plain_spaces(text: &[u8], tags_end: usize) -> Cow<'_, [u8]> {
    if text[tags_end..].is_ascii() {
        return Cow::Borrowed(text);
    }
    let is_utf8 = std::str::from_utf8(&text[tags_end..]).is_ok();
    let mut plain = Cow::Borrowed(text);
    let mut at = tags_end;
    while let Some(next) = text[at..].iter().position(|byte| !byte.is_ascii()) {
        at += next;
        let length = match space(&text[at..]) {
            Some(length) => length,
            // A no-break space in Latin-1.
            None if !is_utf8 && text[at] == 0xa0 => 1,
            None => {
                at += 1;
                continue;
            }
        };
        plain.to_mut()[at..at + length].fill(b' ');
        at += length;
    }
    plain
}

/// What a token of the main line is, and how the crate reads it.
fn spelled(
    token: &[u8],
    behind: &[u8],
    alphabet: Option<&Alphabet>,
    is_local: &mut bool,
) -> Spelling {
    if alphabet.is_none() && token.is_ascii() && SanPlus::from_ascii(token).is_ok() {
        return Spelling::Kept { is_move: true };
    }
    if token == b"<>" || token == b"0000" {
        return Spelling::Move(b"--".to_vec(), 0);
    }
    if token == b"--" || token == b"Z0" {
        return Spelling::Kept { is_move: true };
    }
    if let Some(plain) = plain_token(token, alphabet)
        && !plain.san.is_empty()
    {
        let san = plain.san.as_slice();
        let verdictless = without_verdict(san);
        let found = if SanPlus::from_ascii(san).is_ok() {
            Some((san.to_vec(), 0))
        } else if SanPlus::from_ascii(verdictless).is_ok() {
            Some((verdictless.to_vec(), 0))
        } else if let Some(bare) = san.strip_suffix(b"e")
            && behind.starts_with(b".p")
            && behind.get(2).is_none_or(|&byte| is_end(byte))
            && SanPlus::from_ascii(bare).is_ok()
        {
            let dot = usize::from(behind[2..].starts_with(b"."));
            Some((bare.to_vec(), 2 + dot))
        } else {
            let other = long_move(san).or_else(|| castling(san));
            let other = other.or_else(|| capital_piece(san));
            other.map(|san| (san, 0))
        };
        if let Some((san, behind)) = found {
            *is_local |= plain.is_local;
            return match san == token && behind == 0 {
                true => Spelling::Kept { is_move: true },
                false => Spelling::Move(san, behind),
            };
        }
    }
    let has_letter = match std::str::from_utf8(token) {
        Ok(text) => text.chars().any(char::is_alphabetic),
        Err(_) => true,
    };
    let run = token.iter().take_while(|&&byte| byte == b'-').count();
    match token {
        b"[#]" | b"[D]" | b"[d]" => Spelling::Blank,
        [b'[', ..] => Spelling::Unread { is_word: true },
        _ if run > 2 => Spelling::Unread { is_word: true },
        _ if looks_like_move(token) => Spelling::Unread { is_word: false },
        _ if has_letter && !ANNOTATIONS.contains(&token) => Spelling::Unread { is_word: true },
        _ => Spelling::Kept { is_move: false },
    }
}

/// What people write between moves without a comment: a novelty, a diagram, en passant, check
/// and mate.
const ANNOTATIONS: [&[u8]; 13] = [
    b"N", b"TN", b"D", b"e", b"p", b"ep", b"ch", b"dbl", b"dis", b"disch", b"mate", b"RR",
    b"Diagram",
];

/// A token in ASCII and English.
struct PlainToken {
    san: Vec<u8>,
    is_local: bool,
}

/// The token with English letters for its pieces and ASCII for its signs; none where a letter
/// is none of this alphabet.
fn plain_token(token: &[u8], alphabet: Option<&Alphabet>) -> Option<PlainToken> {
    let text = std::str::from_utf8(token).ok()?;
    if text.len() > 4 * LONGEST_MOVE {
        return None;
    }
    let mut plain = String::with_capacity(text.len());
    let mut is_local = false;
    for letter in text.chars() {
        match letter {
            ':' => plain.push('x'),
            _ if letter.is_ascii() => plain.push(letter),
            '\u{2654}'..='\u{265f}' => {
                let piece = b"KQRBN"
                    .get((u32::from(letter) as usize - 0x2654) % 6)
                    .copied();
                plain.extend(piece.map(char::from));
                is_local = true;
            }
            '\u{2010}'..='\u{2015}' | '\u{2212}' => plain.push('-'),
            '\u{d7}' | '\u{2715}' | '\u{2717}' => plain.push('x'),
            '\u{2020}' | '\u{2021}' => plain.push('+'),
            _ if letter.is_alphanumeric() => plain.push(letter),
            // Signs such as the one for a small advantage.
            _ => {}
        }
    }
    if let Some(alphabet) = alphabet {
        let (english, is_foreign) = alphabet.english(&plain)?;
        plain = english;
        is_local |= is_foreign;
    }
    (plain.is_ascii() && plain.len() <= LONGEST_MOVE).then_some(PlainToken {
        san: plain.into_bytes(),
        is_local,
    })
}

/// No move has more letters, however it is written.
const LONGEST_MOVE: usize = 16;

/// Castling with small letters or without hyphens.
fn castling(token: &[u8]) -> Option<Vec<u8>> {
    let bare = without_marks(token);
    match bare.to_ascii_uppercase().as_slice() {
        b"O-O" | b"OO" | b"0-0" => Some(b"O-O".to_vec()),
        b"O-O-O" | b"OOO" | b"0-0-0" => Some(b"O-O-O".to_vec()),
        _ => None,
    }
}

/// A move whose piece has a small letter that is no file.
fn capital_piece(token: &[u8]) -> Option<Vec<u8>> {
    let (first, rest) = token.split_first()?;
    let capital = b"nrqk"
        .contains(first)
        .then(|| first.to_ascii_uppercase())?;
    let token = [&[capital], rest].concat();
    match SanPlus::from_ascii(&token) {
        Ok(_) => Some(token),
        Err(_) => long_move(&token),
    }
}

/// As prose has it, and no notation of moves.
fn is_prose(token: &[u8]) -> bool {
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

/// What all tokens of a text come to.
struct Tokens {
    /// Where a variation or comment begins that is still open at the end.
    unclosed: Option<usize>,
    /// There is something but comments.
    has_content: bool,
}

/// What stands between spaces and marks in the main line, from this byte on: no comments,
/// variations or numbers; and what is in brackets there or, with `false`, in a variation. It
/// ends when `visit` says false.
fn for_each_token(
    text: &[u8],
    tags_end: usize,
    mut visit: impl FnMut(Range<usize>, bool) -> bool,
) -> Tokens {
    let mut rest = &text[tags_end..];
    let mut depth = 0_usize;
    let mut opened = 0;
    let mut is_line_start = true;
    let mut has_content = tags_end > 0;
    let ended = |unclosed, has_content| Tokens {
        unclosed,
        has_content,
    };
    while let Some((&first, after)) = rest.split_first() {
        let was_line_start = std::mem::replace(&mut is_line_start, first == b'\n');
        match first {
            b' ' | b'\t' | b'\n' | b'\r' => rest = after,
            b'[' => {
                has_content = true;
                let next = from(after, |byte| b"]{}()\n".contains(&byte));
                let next = next.strip_prefix(b"]").unwrap_or(next);
                if !visit(text.len() - rest.len()..text.len() - next.len(), depth == 0) {
                    return ended(None, true);
                }
                rest = next;
            }
            b'{' => {
                let at = text.len() - rest.len();
                rest = from(after, |byte| byte == b'}');
                if rest.is_empty() {
                    return ended(Some(if depth > 0 { opened } else { at }), has_content);
                }
                rest = &rest[1..];
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
            _ => {
                has_content = true;
                let at = text.len() - rest.len();
                let is_null = first == b'0' && is_null(&text[at.saturating_sub(1)..], at == 0);
                if !is_null && (first.is_ascii_digit() || is_end(first)) {
                    rest = after;
                    continue;
                }
                let next = match is_null {
                    true => &rest[4..],
                    false => from(rest, is_end),
                };
                if depth == 0 && !visit(at..text.len() - next.len(), true) {
                    return ended(None, true);
                }
                rest = next;
            }
        }
    }
    ended((depth > 0).then_some(opened), has_content)
}

/// `0000` alone, behind the byte before it, unless it begins the text.
fn is_null(text: &[u8], is_first: bool) -> bool {
    let text = match text.split_first() {
        Some((before, rest)) if !is_first && is_end(*before) => rest,
        _ if is_first => text,
        _ => return false,
    };
    let behind = text.strip_prefix(b"0000");
    behind.is_some_and(|rest| {
        rest.first()
            .is_none_or(|&byte| is_end(byte) && byte != b'.')
    })
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

/// The token without what old books put behind a move: `+-`, `=`, `ch`, `ep`.
fn without_verdict(token: &[u8]) -> &[u8] {
    let ends: [&[u8]; 6] = [b"+-", b"-+", b"+=", b"ch", b"ep", b"="];
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

    /// Of a text whose tags end before its first blank line.
    fn read(text: &str, plies: usize) -> Reading<'_> {
        let tags = text.starts_with("[E").then(|| text.find("\n\n")).flatten();
        readable(text.as_bytes(), tags.unwrap_or(0), plies, None)
    }

    #[test]
    fn only_moves_of_the_main_line_that_cannot_be_read_are_found() {
        for good in [
            "[Event \"Sf3\"]\n\n1.e4 {Sf3 (} e5! (1... Sf6 {)} 2. Sf3) 2. Ng1f3 Nc6?! $14 3.Bb5 a6 ; Sf3",
            "1. e4 N +/- e5 = 2. 0-0 O-O-O+ Z0 -- e2e4 Qxf7# e8=Q+ e.p. 1/2-1/2",
            "1. e4\n% Sf3\n{ never closed Ng1-f3",
            "",
        ] {
            assert_eq!(read(good, usize::MAX).text, good.as_bytes(), "{good}");
        }
        for (bad, found) in [
            ("1. e4 e5 2. Sf3 Sc6", "Sf3"),
            ("1.Ng1f3Nc6", "Ng1f3Nc6"),
            ("1. Ng1-f3 Sg8-f6", "Sg8-f6"),
            ("1. e2--e4", "e2--e4"),
            ("1. e7-e8=K", "e7-e8=K"),
            ("1. Ng1-f9 e4", "Ng1-f9"),
            ("1. e4 xyzzy e5", "xyzzy"),
            ("1. exd6e.px", "exd6e"),
            ("1. e4 Zz9 e5", "Zz9"),
            ("1. e4 e5 [0.3] 2. d4", "[0.3]"),
            ("1. e4 -------- 2. d4", "--------"),
            ("Round9 1. e4 e5 1-0", "Round9"),
            ("1. e4 e5 \u{4f60}\u{597d}", "\u{4f60}\u{597d}"),
            ("1. e4 e5 2. Кf3", "Кf3"),
            ("1. e4 e5 2. Ba9", "Ba9"),
            ("1. e4 e5 2. Nz9+ Nc6", "Nz9+"),
            ("1. e9 e5", "e9"),
            ("1. e4 Ke", "Ke"),
            ("1. QQ4 e5", "QQ4"),
            ("1. e4 O-O-O-O", "O-O-O-O"),
            ("1. e4 Nxe", "Nxe"),
            ("1. e4 exd", "exd"),
        ] {
            let text = read(bad, usize::MAX).text;
            let mut comments = text.split(|&byte| byte == b'{' || byte == b'}');
            let first = comments.find_map(unread).expect(bad);
            let offset = bad.find(found).unwrap();
            assert_eq!((first.token.as_str(), first.offset), (found, offset));
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
                "1. \u{2658}f3 d5 2. \u{265d}c4\u{fe0e} \u{2659}a4",
                "1. Nf3 d5 2. Bc4 a4",
            ),
            (
                "2. exd6e.p. exd6e.p.+ exd6ep exd6 e.p. exd6e.p",
                "2. exd6 exd6+ exd6 exd6 e.p. exd6",
            ),
            (
                "1.\u{a0}nf3\u{2003}qxd4 rad1 o-o OOO",
                "1.  Nf3   Qxd4 Rad1 O-O O-O-O",
            ),
            (
                "1. e4 <> 0000 O\u{2013}O e4\u{b1} Nf3\u{d7}",
                "1. e4 -- -- O-O e4 {\0not a move\0m25\0Nf3\u{d7}}",
            ),
            (
                "[Event \"e2-e4\"]\n\n1. e2-e4!? e7-e5$1",
                "[Event \"e2-e4\"]\n\n1. e2e4!? e7e5$1",
            ),
        ] {
            let text = read(long, usize::MAX).text;
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
            let reading = read(text, usize::MAX);
            assert_eq!(reading.unclosed, at, "{text}");
        }
        // What comes after the plies that are wanted is not looked at.
        assert_eq!(read("1. e4 e5 (1... c5", 2).unclosed, None);
    }
}
