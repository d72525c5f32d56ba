//! Cuts a PGN file into games, as text: a game that cannot be read costs no
//! other one, and every game knows the line on which it begins.
//!
//! Nothing is understood here but lines, tags and comments in braces, so that a
//! file of any size streams through. Start with `game_texts`.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};

/// A longer game is not a game.
const LONGEST_BYTES: usize = 8 << 20;

/// The text of one game: its tags, its moves, or both.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GameText {
    /// The line of the file on which it begins, from 1.
    pub line: u64,
    /// The text, line ends included.
    pub bytes: Vec<u8>,
    /// Of its bytes, those before which lines of the file were left out: one entry for
    /// each line.
    pub left_out: Vec<usize>,
    /// It was longer than any game can be, and its end is missing.
    pub is_cut: bool,
    /// The line of the file that has a byte 0, which no text has.
    pub noise: Option<u64>,
    /// Room that is enough for each of its tags, in bytes.
    pub longest_tag: usize,
}

impl GameText {
    /// The line of the file on which this byte stands.
    pub(super) fn line_of(&self, offset: usize) -> u64 {
        let before = &self.bytes[..offset.min(self.bytes.len())];
        let ends = before.iter().filter(|&&byte| byte == b'\n').count();
        let left_out = self.left_out.iter().filter(|&&at| at <= offset).count();
        self.line + (ends + left_out) as u64
    }

    /// The text with a line in the place of each that was left out, so that cutting it out
    /// again comes to the same.
    pub(super) fn restored(&self) -> String {
        let mut bytes = Vec::with_capacity(self.bytes.len());
        let mut from = 0;
        for &at in &self.left_out {
            bytes.extend_from_slice(&self.bytes[from..at]);
            bytes.extend_from_slice(b"%\n");
            from = at;
        }
        bytes.extend_from_slice(&self.bytes[from..]);
        if self.is_cut {
            bytes.extend(std::iter::repeat_n(b' ', LONGEST_BYTES));
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// The texts of the games of a file, or of a part of it that begins on this line of it, from
/// 1, in order. An error of the source is the
/// last item; one of the kind `InvalidInput` says that what came before it is whole.
pub(super) fn game_texts<R: BufRead>(
    source: R,
    line: u64,
) -> impl Iterator<Item = io::Result<GameText>> + use<R> {
    let mut splitter = Splitter {
        source,
        line: line.saturating_sub(1),
        next: GameText::default(),
        first_tag: Vec::new(),
        has_moves: false,
        after_result: false,
        after_blank: false,
        in_comment: false,
        in_line: false,
        error: None,
        ended: false,
    };
    std::iter::from_fn(move || splitter.next_game().transpose())
}

struct Splitter<R> {
    source: R,
    /// The number of the line read last.
    line: u64,
    next: GameText,
    /// The name of the first tag of the game at hand; empty without tags.
    first_tag: Vec<u8>,
    has_moves: bool,
    /// The last line of moves ended with a result.
    after_result: bool,
    /// What was read last is a blank line among moves: it ends the game only where
    /// the next line begins another.
    after_blank: bool,
    in_comment: bool,
    /// What was read last is the beginning of a line too long to be held.
    in_line: bool,
    /// What comes after the last game.
    error: Option<io::Error>,
    ended: bool,
}

impl<R: BufRead> Splitter<R> {
    fn next_game(&mut self) -> io::Result<Option<GameText>> {
        let mut text = Vec::new();
        while !self.ended {
            text.clear();
            let continues = self.in_line;
            let mut source = (&mut self.source).take(LONGEST_BYTES as u64);
            let read = source.read_until(b'\n', &mut text);
            self.in_line = text.len() == LONGEST_BYTES && !text.ends_with(b"\n");
            match read {
                Ok(0) => self.ended = true,
                Ok(_) if continues => self.next.is_cut = true,
                Ok(_) => {
                    self.line += 1;
                    if self.line == 1 && text.starts_with(b"\xef\xbb\xbf") {
                        text.drain(..3);
                    }
                    if let Some(game) = self.take(&text) {
                        return Ok(Some(game));
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
                    self.ended = true;
                    self.error = Some(error);
                }
                Err(error) => {
                    // Half a game must not be taken for a whole one.
                    self.ended = true;
                    self.next = GameText::default();
                    return Err(error);
                }
            }
        }
        let last = std::mem::take(&mut self.next);
        if !last.bytes.is_empty() {
            return Ok(Some(last));
        }
        self.error.take().map_or(Ok(None), Err)
    }

    /// Adds a line; gives the game before it, if the line begins another.
    fn take(&mut self, line: &[u8]) -> Option<GameText> {
        let line = &*self.without_padding(line);
        let text = line.trim_ascii();
        if text.starts_with(b"%") {
            self.leave_out_line();
            return None;
        }
        if text.is_empty() && self.next.bytes.is_empty() {
            return None;
        }
        // A comment that is never closed must not swallow the rest of the file.
        let begins_tags =
            text.starts_with(b"[") && (!self.in_comment || text.starts_with(b"[Event "));
        let mut ended = None;
        if begins_tags {
            let name = tag_name(text);
            // Games without moves have not even a result in some files: the next
            // one must not get their players.
            let is_again = !name.is_empty() && name == self.first_tag;
            if self.has_moves || is_again {
                ended = Some(std::mem::take(&mut self.next));
            }
            if self.next.bytes.is_empty() {
                self.first_tag.clear();
                self.first_tag.extend_from_slice(name);
            }
            self.has_moves = false;
            self.in_comment = false;
            self.after_blank = false;
        } else if text.is_empty() && self.has_moves {
            self.after_blank = true;
            self.leave_out_line();
            return None;
        } else if !text.is_empty() {
            let begins_anew = self.after_result || begins_moves(text);
            if std::mem::take(&mut self.after_blank) && begins_anew && !self.in_comment {
                ended = Some(std::mem::take(&mut self.next));
            }
            self.after_result = ends_in_result(text);
            self.has_moves = true;
            self.in_comment = ends_in_comment(text, self.in_comment);
        }
        if self.next.bytes.is_empty() {
            self.next.line = self.line;
        }
        if self.next.noise.is_none() && line.contains(&0) {
            self.next.noise = Some(self.line);
        }
        if self.next.bytes.len() + line.len() <= LONGEST_BYTES {
            self.next.bytes.extend_from_slice(line);
            if text.starts_with(b"[") {
                self.next.longest_tag = self.next.longest_tag.max(line.len());
            }
        } else {
            self.next.is_cut = true;
        }
        ended
    }
}

impl<R> Splitter<R> {
    /// Some programs fill a block or a line with bytes 0. Behind a result they cost
    /// nothing; anywhere else something may be missing.
    fn without_padding<'a>(&self, line: &'a [u8]) -> Cow<'a, [u8]> {
        let ended = line.trim_ascii_end();
        let filled = ended.iter().rev().take_while(|&&byte| byte == 0).count();
        let kept = &ended[..ended.len() - filled];
        let text = kept.trim_ascii();
        let is_padding = ends_in_result(text) || (text.is_empty() && self.after_result);
        if filled == 0 || !is_padding {
            return Cow::Borrowed(line);
        }
        Cow::Owned([kept, &line[ended.len()..]].concat())
    }

    /// The line is not part of the game's text, but has a number.
    fn leave_out_line(&mut self) {
        if !self.next.bytes.is_empty() {
            self.next.left_out.push(self.next.bytes.len());
        }
    }
}

/// The first move of a game is in this line.
fn begins_moves(line: &[u8]) -> bool {
    let after = line.strip_prefix(b"1");
    after.is_some_and(|rest| matches!(rest.first(), Some(b'.' | b' ')))
}

fn ends_in_result(line: &[u8]) -> bool {
    [&b"1-0"[..], b"0-1", b"1/2-1/2", b"*"]
        .iter()
        .any(|result| line.ends_with(result))
}

/// The name in a line that begins a tag.
fn tag_name(line: &[u8]) -> &[u8] {
    let name = line.strip_prefix(b"[").unwrap_or(line);
    let end = name.iter().position(|&byte| byte == b'"');
    name[..end.unwrap_or(name.len())].trim_ascii()
}

/// Whether a comment in braces is open at the end of this line.
fn ends_in_comment(line: &[u8], mut is_open: bool) -> bool {
    for &byte in line {
        match byte {
            b'}' => is_open = false,
            b'{' => is_open = true,
            b';' if !is_open => break,
            _ => {}
        }
    }
    is_open
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<(u64, String)> {
        game_texts(text.as_bytes(), 1)
            .map(Result::unwrap)
            .map(|game| (game.line, String::from_utf8(game.bytes).unwrap()))
            .collect()
    }

    #[test]
    fn tags_after_moves_begin_a_game() {
        let text = "\u{feff}\n[White \"A\"]\n\n\n1. e4 {[a\n[%clk 1]\n} e5\n[White \"B\"]\r\n1. d4 *\r\n\r\n";
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
}
