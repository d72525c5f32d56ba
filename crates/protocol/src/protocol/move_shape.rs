//! Telling a move from a command by its looks, since CECP sends moves without
//! a word of their own to engines that do not ask for one.

/// Whether a word has the shape of a move: castling, coordinates (`e7e8q`), SAN
/// (`Nbxd7+`), a drop or a null move. Whether it is one is for the board to say.
pub(super) fn looks_like_move(word: &str) -> bool {
    let word = word.trim_end_matches(['+', '#', '!', '?']);
    if ["o-o", "o-o-o", "0-0", "0-0-0", "@@@@"]
        .iter()
        .any(|castling| word.eq_ignore_ascii_case(castling))
    {
        return true;
    }
    // From the end: promotion, target square, then what may stand before it.
    let mut bytes = word.as_bytes();
    if let [rest @ .., letter] = bytes
        && b"qrbnkQRBNK".contains(letter)
    {
        bytes = rest.strip_suffix(b"=").unwrap_or(rest);
    }
    let [before @ .., b'a'..=b'h', b'1'..=b'8'] = bytes else {
        return false;
    };
    let before = match before {
        [b'P' | b'N' | b'B' | b'R' | b'Q' | b'K', rest @ ..] => rest,
        _ => before,
    };
    let before = match before {
        [rest @ .., b'x' | b'-' | b'@'] => rest,
        _ => before,
    };
    matches!(
        before,
        [] | [b'a'..=b'h'] | [b'1'..=b'8'] | [b'a'..=b'h', b'1'..=b'8']
    )
}
