//! Cuts a PGN file into games, as text: a game that cannot be read costs no
//! other one, and every game knows the line on which it begins.
//!
//! Nothing is understood here but lines, tags and comments in braces, so that a
//! file of any size streams through. Start with `game_texts`.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

use super::separator::is_separator;
use super::tag_line::{TagLine, begins_tag, next_tag, read_tag_line, trimmed, trimmed_end};

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
    /// The bytes up to the end of its last tag; all tags before it are in standard form.
    pub tags_end: usize,
    /// What begins like a tag and cannot be read as one: its line, and how it begins there.
    pub broken_tag: Option<(u64, String)>,
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
        ready: VecDeque::new(),
        first_tags: [const { Vec::new() }; 2],
        again: None,
        open_tag: None,
        has_moves: false,
        has_heading: false,
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
    /// Games that are whole, if a line ended several.
    ready: VecDeque<GameText>,
    /// Names of the first two tags of the game at hand; empty without such tags.
    first_tags: [Vec<u8>; 2],
    /// Its first tag, where the line before repeated it.
    again: Option<Repeated>,
    /// A tag whose value no line has ended yet.
    open_tag: Option<OpenTag>,
    has_moves: bool,
    /// Words stand below its tags.
    has_heading: bool,
    /// The last line of moves ended with a result.
    after_result: bool,
    /// What was read last is a blank line: among moves it ends the game only where
    /// the next line begins another.
    after_blank: bool,
    in_comment: bool,
    /// What was read last is the beginning of a line too long to be held.
    in_line: bool,
    /// What comes after the last game.
    error: Option<io::Error>,
    ended: bool,
}

/// The first tag of a game, met again: the next one may begin there.
struct Repeated {
    /// Its first byte in the text of the game at hand.
    byte: usize,
    line: u64,
    /// The first tag from there on that cannot be read.
    broken_tag: Option<(u64, String)>,
}

/// A tag whose value goes on in other lines.
struct OpenTag {
    /// The line on which it begins.
    line: u64,
    /// Its lines so far, as they are.
    bytes: Vec<u8>,
    /// How many they are.
    lines: usize,
}

/// A value has no more lines, and no more bytes if it has several.
const LONGEST_VALUE: (usize, usize) = (8, 1 << 16);

impl<R: BufRead> Splitter<R> {
    fn next_game(&mut self) -> io::Result<Option<GameText>> {
        let mut text = Vec::new();
        while !self.ended && self.ready.is_empty() {
            text.clear();
            let continues = self.in_line;
            let mut source = (&mut self.source).take(LONGEST_BYTES as u64);
            let read = source.read_until(b'\n', &mut text);
            self.in_line = text.len() == LONGEST_BYTES && !text.ends_with(b"\n");
            match read {
                Ok(0) => {
                    self.close_tag();
                    self.ended = true;
                }
                Ok(_) if continues => self.next.is_cut = true,
                Ok(_) => {
                    self.line += 1;
                    self.take(&text);
                }
                Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
                    self.close_tag();
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
        if let Some(game) = self.ready.pop_front() {
            return Ok(Some(game));
        }
        let last = std::mem::take(&mut self.next);
        if !last.bytes.is_empty() {
            return Ok(Some(last));
        }
        self.error.take().map_or(Ok(None), Err)
    }
}

impl<R> Splitter<R> {
    /// Adds a line; a game before it is ready if the line begins another.
    fn take(&mut self, line: &[u8]) {
        // Also where files were put one behind the other.
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        let line = &*self.without_padding(line);
        let text = trimmed(line);
        if self.open_tag.is_some() && self.continue_tag(line, text) {
            return;
        }
        if text.starts_with(b"%") {
            self.again = None;
            self.leave_out_line();
        } else if text.is_empty() {
            self.take_blank(line);
        } else if !self.in_comment && is_separator(text, self.after_result || !self.has_moves) {
            self.after_blank = true;
            self.leave_out_line();
        } else {
            self.take_parts(line, text);
        }
    }

    fn take_blank(&mut self, line: &[u8]) {
        self.again = None;
        if self.next.bytes.is_empty() {
            return;
        }
        self.after_blank = true;
        match self.has_moves || self.has_heading {
            true => self.leave_out_line(),
            false if line.ends_with(b"\n") => self.add(b"\n", false),
            false => {}
        }
    }

    /// Adds the parts of a line: movetext, and tags behind it on the same line.
    fn take_parts(&mut self, line: &[u8], text: &[u8]) {
        let mut rest = text;
        let end = match line.ends_with(b"\n") {
            true => &b"\n"[..],
            false => b"",
        };
        while !rest.is_empty() {
            // A comment that is never closed must not swallow the rest of the file.
            let may_be_tag =
                rest.starts_with(b"[") && (!self.in_comment || rest.starts_with(b"[Event "));
            // Its end comes with it.
            let is_whole = rest.len() == text.len() && line.starts_with(text);
            let tags = match may_be_tag {
                true => read_tag_line(rest),
                false => TagLine::Other,
            };
            match tags {
                TagLine::Plain(name) => {
                    self.begin_tags(name);
                    match is_whole {
                        true => self.add(line, true),
                        false => {
                            self.add(rest, true);
                            self.add(end, false);
                        }
                    }
                    return;
                }
                TagLine::Mended {
                    name,
                    text,
                    rest: behind,
                } => {
                    self.begin_tags(&name);
                    self.add(&text, true);
                    if behind.is_empty() {
                        self.add(end, false);
                        return;
                    }
                    rest = behind;
                }
                TagLine::Open(name) => {
                    self.begin_tags(&name);
                    self.open_tag = Some(OpenTag {
                        line: self.line,
                        bytes: [rest, end].concat(),
                        lines: 1,
                    });
                    return;
                }
                TagLine::Broken(name)
                    if !self.has_moves || self.after_result || begins_tag(rest) =>
                {
                    self.begin_tags(&name);
                    self.add_broken(self.line, &[rest, end].concat());
                    return;
                }
                TagLine::Other
                    if may_be_tag
                        && !is_diagram(rest)
                        && (!self.has_moves || self.after_result && self.after_blank) =>
                {
                    if self.has_moves {
                        self.end_game();
                        self.after_blank = false;
                    }
                    self.add_broken(self.line, &[rest, end].concat());
                    return;
                }
                TagLine::Broken(_) | TagLine::Other => {
                    let (at, in_comment) = scanned(rest, self.in_comment);
                    let (moves, behind) = rest.split_at(at.unwrap_or(rest.len()));
                    let is_between = self.after_result || !self.has_moves;
                    if at.is_some() && !self.in_comment && is_separator(moves, is_between) {
                        self.after_blank = true;
                        rest = behind;
                        continue;
                    }
                    match self.take_moves(moves.trim_ascii_end(), in_comment) {
                        false if rest.len() == text.len() && at.is_none() => {
                            self.leave_out_line();
                        }
                        // Tags stand before it on the line, or behind it.
                        false if behind.is_empty() => self.add(end, false),
                        false => {}
                        true if at.is_none() && is_whole => self.add(line, false),
                        true => {
                            self.add(trimmed_end(moves), false);
                            if behind.is_empty() {
                                self.add(end, false);
                            }
                        }
                    }
                    rest = behind;
                }
            }
        }
    }

    /// A tag begins here: of the next game behind moves, or where the first tags of this
    /// one are repeated.
    fn begin_tags(&mut self, name: &[u8]) {
        // Games without moves have not even a result in some files: the next one must not get
        // their players.
        let is_first = name == self.first_tags[0];
        let is_second = name == self.first_tags[1];
        match self.again.take() {
            Some(repeated) if is_second && !self.has_moves => self.end_game_at(repeated),
            _ => {}
        }
        if self.has_moves || self.has_heading || is_first && self.after_blank {
            self.end_game();
        } else if is_first {
            self.again = Some(Repeated {
                byte: self.next.bytes.len(),
                line: self.line,
                broken_tag: None,
            });
        }
        if self.next.bytes.is_empty() {
            self.first_tags.iter_mut().for_each(Vec::clear);
            self.first_tags[0].extend_from_slice(name);
        } else if self.first_tags[1].is_empty() && !is_first {
            self.first_tags[1].extend_from_slice(name);
        }
        self.has_moves = false;
        self.after_result = false;
        self.in_comment = false;
        self.after_blank = false;
    }

    /// These bytes of a line are moves, behind which a comment may be open; says whether they are kept. A comment before the first
    /// move, or between games, is not.
    fn take_moves(&mut self, text: &[u8], in_comment: bool) -> bool {
        self.again = None;
        let begins_anew = self.after_result || begins_moves(text);
        let after_blank = std::mem::take(&mut self.after_blank);
        if after_blank && self.has_moves && begins_anew && !self.in_comment {
            self.end_game();
        }
        if !self.has_moves && !self.in_comment && is_comment(text) {
            self.after_blank = after_blank;
            return false;
        }
        self.after_result = ends_in_result(text);
        // A heading below the tags is no reason to part them from the moves.
        let is_heading = !self.first_tags[0].is_empty() && !may_have_moves(text);
        match is_heading && !self.in_comment {
            true => self.has_heading = true,
            false => self.has_moves = true,
        }
        self.in_comment = in_comment;
        true
    }

    fn end_game(&mut self) {
        let mut ended = std::mem::take(&mut self.next);
        if !ended.bytes.is_empty() {
            // Also where the next game begins on the same line.
            if !ended.bytes.ends_with(b"\n") {
                ended.bytes.push(b'\n');
            }
            self.ready.push_back(ended);
        }
        self.first_tags = [const { Vec::new() }; 2];
        self.has_moves = false;
        self.has_heading = false;
        self.after_result = false;
    }

    /// Ends the game before its repeated tag.
    fn end_game_at(&mut self, repeated: Repeated) {
        let Repeated {
            byte,
            line,
            broken_tag,
        } = repeated;
        let names = std::mem::take(&mut self.first_tags);
        let begun = GameText {
            line,
            bytes: self.next.bytes.split_off(byte),
            tags_end: self.next.tags_end - byte,
            broken_tag,
            ..GameText::default()
        };
        self.next.tags_end = byte;
        self.next.broken_tag.take_if(|(at, _)| *at >= line);
        self.end_game();
        self.next = begun;
        self.first_tags = names;
    }

    /// Adds bytes of a line to the game at hand.
    fn add(&mut self, bytes: &[u8], has_tag: bool) {
        if self.next.bytes.is_empty() {
            self.next.line = self.line;
        }
        if self.next.noise.is_none() && bytes.contains(&0) {
            self.next.noise = Some(self.line);
        }
        if self.next.bytes.len() + bytes.len() <= LONGEST_BYTES {
            self.next.bytes.extend_from_slice(bytes);
            if has_tag {
                self.next.tags_end = self.next.bytes.len();
            }
        } else {
            self.next.is_cut = true;
        }
    }

    /// Adds what begins like a tag and is none, and keeps the first one for the message.
    fn add_broken(&mut self, line: u64, bytes: &[u8]) {
        let repeated = self.again.as_mut().map(|again| &mut again.broken_tag);
        for first in repeated.into_iter().chain([&mut self.next.broken_tag]) {
            first.get_or_insert_with(|| (line, shown(bytes)));
        }
        self.add(bytes, false);
        if self.next.line > line {
            self.next.line = line;
        }
    }

    /// Adds a line to the tag that is open, unless something else begins there.
    fn continue_tag(&mut self, line: &[u8], text: &[u8]) -> bool {
        let Some(open) = &mut self.open_tag else {
            return false;
        };
        let (lines, bytes) = LONGEST_VALUE;
        let is_other = text.is_empty()
            || text.starts_with(b"%")
            || begins_moves(text)
            || open.lines == lines
            || open.bytes.len() + line.len() > bytes
            || next_tag(text).is_some();
        if is_other {
            self.close_tag();
            return false;
        }
        open.bytes.extend_from_slice(line);
        open.lines += 1;
        let TagLine::Mended {
            text, rest: b"", ..
        } = read_tag_line(trimmed(&open.bytes))
        else {
            return true;
        };
        let (first, lines) = (open.line, open.lines);
        self.open_tag = None;
        if self.next.bytes.is_empty() {
            self.add(&text, true);
            self.next.line = first;
        } else {
            self.add(&text, true);
        }
        self.add(b"\n", false);
        (1..lines).for_each(|_| self.leave_out_line());
        true
    }

    /// The tag that is open does not go on.
    fn close_tag(&mut self) {
        if let Some(open) = self.open_tag.take() {
            self.add_broken(open.line, &open.bytes);
        }
    }

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
        self.again = None;
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

/// Moves have digits but for castling and null moves, and results that have none a star.
fn may_have_moves(line: &[u8]) -> bool {
    let is_of_move = |byte: &u8| byte.is_ascii_digit() || b"*O-{(".contains(byte);
    line.iter().any(is_of_move)
}

/// A sign for a diagram, as some programs write it.
fn is_diagram(line: &[u8]) -> bool {
    [&b"[#]"[..], b"[D]", b"[d]"].contains(&line)
}

/// Whether a line ends in a result of a game.
pub(super) fn ends_in_result(line: &[u8]) -> bool {
    [&b"1-0"[..], b"0-1", b"1/2-1/2", b"*"]
        .iter()
        .any(|result| line.ends_with(result))
}

/// Where a tag begins behind moves on their line, if one does outside comments; and whether a
/// comment in braces is open there, or at the end of the line.
fn scanned(line: &[u8], mut in_comment: bool) -> (Option<usize>, bool) {
    for (at, &byte) in line.iter().enumerate() {
        match byte {
            b'}' => in_comment = false,
            b'{' => in_comment = true,
            b';' if !in_comment => break,
            b'[' if !in_comment && at > 0 && begins_tag(&line[at..]) => return (Some(at), false),
            _ => {}
        }
    }
    (None, in_comment)
}

/// Letters of a line that a message shows.
const SHOWN_LETTERS: usize = 60;

/// How the first line of these bytes begins.
fn shown(bytes: &[u8]) -> String {
    let start = &bytes[..bytes.len().min(4 * SHOWN_LETTERS)];
    let first_line = start.split(|&byte| byte == b'\n').next();
    let text = String::from_utf8_lossy(first_line.unwrap_or(start));
    text.trim().chars().take(SHOWN_LETTERS).collect()
}

/// Comments that end on their line, and nothing else.
fn is_comment(mut line: &[u8]) -> bool {
    while let Some(inside) = line.strip_prefix(b"{") {
        let Some(end) = inside.iter().position(|&byte| byte == b'}') else {
            return false;
        };
        line = trimmed(&inside[end + 1..]);
    }
    line.is_empty() || line.starts_with(b";")
}

#[cfg(test)]
#[path = "split_tests.rs"]
mod tests;
