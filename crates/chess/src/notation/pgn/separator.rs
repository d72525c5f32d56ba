//! Lines that people put between games: `-------- next --------`.

use pgn_reader::SanPlus;

use super::split::ends_in_result;

/// A line that people put between games: dashes, stars and the like, perhaps with words, and
/// no move. Two dashes could be a null move where a game goes on.
pub(super) fn is_separator(line: &[u8], is_between: bool) -> bool {
    let first = line[0];
    let may_begin = b"-=_~#*+".contains(&first) || first == 0xe2;
    // A tag, or a comment that is open, is nothing to leave out.
    if !may_begin || line.iter().any(|byte| b"[]{}".contains(byte)) {
        return false;
    }
    let line = String::from_utf8_lossy(line);
    let mark = |letter: &char| {
        "-=_~#*+\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2015}\u{2500}\u{2501}\u{2550}"
            .contains(*letter)
    };
    let Some(first) = line.chars().next().filter(mark) else {
        return false;
    };
    let run = line.chars().take_while(|&letter| letter == first).count();
    let words: Vec<&str> = line.split_whitespace().take(SEPARATOR_WORDS + 1).collect();
    let is_marks = |word: &&str| word.chars().all(|letter| mark(&letter));
    let are_marks = words.iter().all(is_marks);
    // `- - - -`, but not the stars of results.
    let is_spaced = are_marks && words.len() > 2 && first != '*';
    let is_run = run > 2 || run == 2 && is_between && !are_marks;
    let is_word = |word: &&str| {
        let bare = word.trim_matches(|letter| mark(&letter));
        let is_number =
            bare.ends_with('.') && bare.starts_with(|first: char| first.is_ascii_digit());
        let is_of_game = is_number || ends_in_result(bare.as_bytes());
        !is_of_game && SanPlus::from_ascii(bare.as_bytes()).is_err()
    };
    words.len() <= SEPARATOR_WORDS && (is_spaced || is_run) && words.iter().all(is_word)
}

/// More words make a sentence, and no separator.
const SEPARATOR_WORDS: usize = 12;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_separator_has_marks_and_no_move() {
        for (line, within, between) in [
            ("----", true, true),
            ("-------- next --------", true, true),
            ("=== Round 2 ===", true, true),
            ("- - - -", true, true),
            ("\u{2500}\u{2500}\u{2500}\u{2500}", true, true),
            ("********", true, true),
            ("-- next --", false, true),
            ("--", false, false),
            ("-- Nf6", false, false),
            ("---- 1. e4 ----", false, false),
            ("---- 1-0 ----", false, false),
            ("--- e4", false, false),
            ("* * *", false, false),
            ("*", false, false),
            ("+-", false, false),
            ("1. e4 ----", false, false),
            ("----[White \"A\"]", false, false),
            ("---- { never closed", false, false),
            ("\u{bd}-\u{bd}", false, false),
        ] {
            assert_eq!(is_separator(line.as_bytes(), false), within, "{line}");
            assert_eq!(is_separator(line.as_bytes(), true), between, "{line}");
        }
    }
}
