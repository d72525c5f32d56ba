//! Moves that the PGN reader leaves out without a word: a token of the main line
//! that looks like a move and is none must cost its game, or all that follows
//! would be taken for other moves.

use pgn_reader::SanPlus;

/// The first token of the main line that looks like a move (`Sf3`, `exd6e.p.`)
/// and cannot be read as one. What names no square is a comment.
pub(super) fn unread_move(text: &[u8]) -> Option<String> {
    let mut rest = text;
    let mut depth = 0_usize;
    let mut is_line_start = true;
    while let Some((&first, after)) = rest.split_first() {
        let was_line_start = std::mem::replace(&mut is_line_start, first == b'\n');
        match first {
            b'[' if was_line_start => {
                depth = 0;
                rest = from(after, |byte| byte == b'\n');
            }
            b'{' => rest = from(after, |byte| byte == b'}'),
            b';' => rest = from(after, |byte| byte == b'\n'),
            b'(' => {
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
                let token = &rest[..rest.len() - next.len()];
                if depth == 0 && looks_like_move(token) && SanPlus::from_ascii(token).is_err() {
                    return Some(String::from_utf8_lossy(token).escape_debug().to_string());
                }
                rest = next;
            }
        }
    }
    None
}

/// The text from the first such byte on.
fn from(text: &[u8], is_wanted: impl Fn(u8) -> bool) -> &[u8] {
    let at = text.iter().position(|&byte| is_wanted(byte));
    &text[at.unwrap_or(text.len())..]
}

fn is_end(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b"{}()[];!?$.*".contains(&byte)
}

/// It begins with a letter and has a square.
fn looks_like_move(token: &[u8]) -> bool {
    let is_square = |pair: &[u8]| matches!(pair[0], b'a'..=b'h') && matches!(pair[1], b'1'..=b'8');
    token.len() <= 12 && token[0].is_ascii_alphabetic() && token.windows(2).any(is_square)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_moves_of_the_main_line_that_cannot_be_read_are_found() {
        for good in [
            "[Event \"Sf3\"]\n\n1.e4 {Sf3 (} e5! (1... Sf6 {)} 2. Sf3) 2. Ng1f3 Nc6?! $14 3.Bb5 a6 ; Sf3",
            "1. e4 N +/- e5 = 2. 0-0 O-O-O+ Z0 -- e2e4 Qxf7# e8=Q+ e.p. 1/2-1/2",
            "1. e4 { never closed Sf3",
            "",
        ] {
            assert_eq!(unread_move(good.as_bytes()), None, "{good}");
        }
        for (bad, found) in [
            ("1. e4 e5 2. Sf3 Sc6", "Sf3"),
            ("1. e4 e5\n(1... c5) 2. exd6e.p. *", "exd6e"),
            ("1.Ng1f3Nc6", "Ng1f3Nc6"),
            ("1. Ng1-f3 Ng8-f6", "Ng1-f3"),
        ] {
            assert_eq!(unread_move(bad.as_bytes()).as_deref(), Some(found), "{bad}");
        }
    }
}
