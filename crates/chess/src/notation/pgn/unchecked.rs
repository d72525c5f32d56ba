//! The text of a game becomes tags, moves and comments, before any move is looked
//! up on a board.
//!
//! The crate `pgn_reader` knows the grammar; this keeps of it what somebody
//! asked for. Start with `parse`.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::io::Read;
use std::ops::ControlFlow;

use pgn_reader::shakmaty::KnownOutcome;
use pgn_reader::shakmaty::san::San;
use pgn_reader::{Outcome, RawComment, Reader, SanPlus, Skip, Visitor};

use super::alphabet::Alphabet;
use super::options::PgnOptions;
use super::split::GameText;
use super::token::{Unread, readable, unread};
use plumb_support::wording::{say, text};

/// More tags than any game has.
pub(super) const MOST_TAGS: usize = 500;
/// No game is longer: after 75 moves without a capture or a pawn's move it is over.
pub(super) const MOST_PLIES: usize = 18_000;

/// Tags that say who plays or from where: two values of one of them cannot both be right.
const DECISIVE: [&str; 4] = ["White", "Black", "FEN", "Variant"];

/// Blank lines, longer than what the crate wants to have before it.
const BLANK: &[u8] = &[b'\n'; 260];
/// A text of fewer bytes the crate takes into its buffer at once.
const CRATE_BUFFER: usize = 16_000;

/// A game as it is written: its moves may be impossible.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UncheckedGame {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The line of the file on which it begins, from 1.
    pub line: u64,
    /// Names and values, each name once.
    pub tags: Vec<(String, String)>,
    /// The moves of the main line that were asked for.
    pub plies: Vec<UncheckedPly>,
    /// What stands after the moves: `1-0`, `0-1`, `1/2-1/2` or `*`; empty for
    /// nothing.
    pub result: &'static str,
    /// The first token among those moves that is no move, and its line: one that looks like a
    /// move (`Sf3`), or any other word.
    pub unread: Option<(u64, String)>,
    /// The first move that stands behind the result: probably another game's.
    pub behind_result: Option<String>,
    /// The line of a `(` or `{` that is never closed, so that the rest is missing.
    pub unclosed: Option<u64>,
    /// What its reader should know, although it can be read; each in a line.
    pub notes: Vec<String>,
    /// A tag that says who plays or from where, and has two values.
    pub(super) two_values: Option<String>,
    /// The first word before its moves or behind them.
    stray: Option<Unread>,
    /// A piece has a letter that is none in English, or is a figurine.
    pub(super) is_local: bool,
    /// What cannot be read as a move, with its place in the text.
    broken: Option<Unread>,
    /// Tags and moves that the text has, asked for or not.
    pub(super) seen: usize,
}

/// A move as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UncheckedPly {
    pub(super) san: SanPlus,
    /// What is said about it, each comment on a line of its own.
    pub comment: String,
}

impl UncheckedPly {
    /// The move as text, without marks of check and mate: `Nf3`, `O-O`, `--`.
    pub fn text(&self) -> String {
        self.san.san.to_string()
    }

    pub(super) fn is_null(&self) -> bool {
        self.san.san == San::Null
    }
}

impl UncheckedGame {
    /// A number for the moves that were asked for, the same where they are written the same;
    /// it is good for one run of the program only.
    pub fn moves_key(&self) -> u64 {
        let mut hasher = MovesHasher::default();
        for ply in &self.plies {
            ply.san.san.hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Takes a tag, if it is wanted.
    fn add_tag(&mut self, name: &[u8], value: &[u8], options: PgnOptions) {
        self.seen += 1;
        let mut name = decoded(name);
        // No game may begin from the usual position because of a small letter.
        if name.eq_ignore_ascii_case("FEN") {
            name = Cow::Borrowed("FEN");
        }
        let is_wanted = options.tags.is_empty() || options.tags.contains(&name.as_ref());
        // A tag that comes twice would begin another game when written again.
        if is_wanted && self.tags.len() <= MOST_TAGS {
            let value = decoded(&unescaped(value)).into_owned();
            match self.tag(&name) {
                None => self.tags.push((name.into_owned(), value)),
                Some(first) if first != value && DECISIVE.contains(&name.as_ref()) => {
                    self.two_values.get_or_insert(name.into_owned());
                }
                Some(_) => {}
            }
        }
    }

    /// Gives what cannot be read its line in the file, and notes what can.
    fn finish(&mut self, source: &GameText, is_local: bool) {
        self.is_local = is_local;
        if let Some(broken) = self.broken.take() {
            self.unread = Some((source.line_of(broken.offset), broken.token));
        }
        if let Some(stray) = self.stray.take() {
            let (line, word) = (source.line_of(stray.offset), stray.token);
            self.notes.push(say!(unreadable.stray, line, word));
        }
    }

    /// The value of a tag, if it is there.
    pub fn tag(&self, wanted: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(name, _)| name == wanted);
        found.map(|(_, value)| value.as_str())
    }
}

/// The hash function of the Firefox browser: the standard library's, which also withstands
/// keys that are chosen to collide, took an eighth of the time of reading a game.
#[derive(Default)]
struct MovesHasher(u64);

impl Hasher for MovesHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            let mixed = self.0.rotate_left(5) ^ u64::from_le_bytes(word);
            self.0 = mixed.wrapping_mul(0x517c_c1b7_2722_0a95);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unreadable {
    pub(super) reason: String,
    /// It is no game that somebody wrote down wrongly, but something else.
    pub(super) is_no_game: bool,
}

impl Unreadable {
    fn no_game(reason: String) -> Unreadable {
        Unreadable {
            reason,
            is_no_game: true,
        }
    }
}

/// The games of a text: one, as a rule, but dirt may make the crate see several.
/// Numbers and lines are the caller's to fill in.
pub(super) fn parse(
    source: &GameText,
    options: PgnOptions,
) -> Vec<Result<UncheckedGame, Unreadable>> {
    parse_in(source, options, None)
}

/// The same of moves in this language; none in one that has no letter of its own there.
pub(super) fn parse_local(
    source: &GameText,
    options: PgnOptions,
    alphabet: &Alphabet,
) -> Option<UncheckedGame> {
    match parse_in(source, options, Some(alphabet)).pop()? {
        Ok(game) if game.is_local && game.unread.is_none() => Some(game),
        _ => None,
    }
}

fn parse_in(
    source: &GameText,
    options: PgnOptions,
    alphabet: Option<&Alphabet>,
) -> Vec<Result<UncheckedGame, Unreadable>> {
    if source.is_cut {
        let reason = text!(unreadable.longest);
        return vec![Err(Unreadable::no_game(reason.to_owned()))];
    }
    if let Some(line) = source.noise {
        let reason = say!(unreadable.noise, line);
        return vec![Err(Unreadable::no_game(reason))];
    }
    let reading = readable(&source.bytes, source.tags_end, options.plies, alphabet);
    if !reading.has_content && reading.unclosed.is_none() {
        // A comment between games.
        return Vec::new();
    }
    // Near its end the crate moves what is left for every token, unless the end
    // is only blank lines.
    let end = if reading.text.ends_with(b"\n") {
        BLANK
    } else {
        b""
    };
    // The crate takes comments in pieces, but wants room for the longest tag, and looks through
    // it again for each: it gets none.
    let moves = &reading.text[source.tags_end..];
    let mut reader = Reader::build(moves.chain(end)).finish();
    let mut tagged = UncheckedGame::default();
    for (name, value) in tags(&source.bytes[..source.tags_end]) {
        tagged.add_tag(name, value, options);
    }
    let mut collector = Collector {
        options,
        tagged: Some(tagged),
        is_beyond: false,
        piece: Vec::new(),
    };
    let mut found: Vec<Result<UncheckedGame, Unreadable>> = Vec::new();
    let mut seen = 0;
    let mut has_result = false;
    let fits_buffer = moves.len() < CRATE_BUFFER;
    loop {
        // The crate would look at each of the blank lines.
        if fits_buffer && !found.is_empty() && BLANK.starts_with(reader.buffer()) {
            break;
        }
        match reader.read_game(&mut collector) {
            Ok(None) => break,
            Ok(Some(mut game)) => {
                seen += game.seen;
                has_result |= !game.result.is_empty();
                game.finish(source, reading.is_local);
                found.push(Ok(game));
            }
            Err(error) => {
                if let Some(broken) = broken_tag(source) {
                    return vec![Err(broken)];
                }
                let unclosed = reading.unclosed.map(|offset| source.line_of(offset));
                found.push(Err(Unreadable {
                    reason: unclosed.map_or_else(|| error.to_string(), never_closed),
                    is_no_game: false,
                }));
                return found;
            }
        }
    }
    if let Some(game) = collector.tagged.filter(|game| game.seen > 0) {
        // Nothing but tags.
        seen += game.seen;
        found.push(Ok(game));
    }
    if let (Some(Ok(last)), Some(offset)) = (found.last_mut(), reading.unclosed) {
        last.unclosed = Some(source.line_of(offset));
    }
    seen += reading.broken_moves;
    // Prose, and a web page, may have words that could be moves, and marks that could
    // be results (`*`) or tags.
    let is_prose = reading.has_markup || reading.words > seen + 3;
    let has_tags = source.tags_end > 0;
    if seen == 0 && !has_result || !has_tags && is_prose {
        let reason = text!(unreadable.no_game);
        return vec![Err(Unreadable::no_game(reason.to_owned()))];
    }
    match broken_tag(source) {
        Some(broken) => vec![Err(broken)],
        None => found,
    }
}

/// What begins like a tag of the text and is none.
fn broken_tag(source: &GameText) -> Option<Unreadable> {
    let (line, tag) = source.broken_tag.as_ref()?;
    let tag = tag.escape_debug();
    Some(Unreadable {
        reason: say!(unreadable.broken_tag, line, tag),
        is_no_game: false,
    })
}

/// Names and values, as they are written, of tags in standard form.
fn tags(mut text: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    std::iter::from_fn(move || {
        let begin = text.iter().position(|&byte| byte == b'[')? + 1;
        let quote = begin + text[begin..].iter().position(|&byte| byte == b'"')?;
        let name = text[begin..quote].trim_ascii();
        let inside = &text[quote + 1..];
        let mut end = 0;
        loop {
            match inside.get(end)? {
                b'"' => break,
                b'\\' => end += 2,
                _ => end += 1,
            }
        }
        text = &inside[end + 1..];
        Some((name, &inside[..end]))
    })
}

/// A value without the backslashes before quotation marks and backslashes.
fn unescaped(value: &[u8]) -> Cow<'_, [u8]> {
    if !value.contains(&b'\\') {
        return Cow::Borrowed(value);
    }
    let mut plain = Vec::with_capacity(value.len());
    let mut bytes = value.iter().peekable();
    while let Some(&byte) = bytes.next() {
        let is_escape = byte == b'\\' && matches!(bytes.peek(), Some(b'"' | b'\\'));
        let escaped = if is_escape { bytes.next() } else { None };
        plain.push(*escaped.unwrap_or(&byte));
    }
    Cow::Owned(plain)
}

/// What is wrong with a text of which a part is left out from this line on.
pub(super) fn never_closed(line: u64) -> String {
    say!(unreadable.never_closed, brace = "{", line)
}

/// Text in UTF-8, or in Latin-1 as old files have it, without spaces around it and
/// without control characters, which would garble reports and terminals: where a
/// line ends is a space.
fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    let is_plain = |byte: &u8| (b' '..0x7f).contains(byte);
    match std::str::from_utf8(bytes) {
        Ok(text) if bytes.iter().all(is_plain) => Cow::Borrowed(text.trim()),
        Ok(text) => Cow::Owned(visible(text.chars())),
        Err(_) => Cow::Owned(visible(bytes.iter().map(|&byte| char::from(byte)))),
    }
}

fn visible(letters: impl Iterator<Item = char>) -> String {
    let on_one_line = letters.map(|c| if c.is_whitespace() { ' ' } else { c });
    let text: String = on_one_line.filter(|c| !c.is_control()).collect();
    text.trim().to_owned()
}

struct Collector {
    options: PgnOptions,
    /// The game with its tags, until the crate begins with its moves.
    tagged: Option<UncheckedGame>,
    /// All moves that are wanted are there, and another came after them.
    is_beyond: bool,
    /// The beginning of a long comment.
    piece: Vec<u8>,
}

impl Collector {
    fn wants_more(&self, game: &UncheckedGame) -> bool {
        game.plies.len() < self.options.plies.min(MOST_PLIES + 1)
    }

    fn note(&self, game: &mut UncheckedGame, comment: &[u8]) {
        if let Some(token) = unread(comment) {
            if !self.wants_more(game) {
                return;
            }
            // Where no move can be, a word hides none.
            let is_stray = token.is_word && (game.plies.is_empty() || !game.result.is_empty());
            match is_stray {
                true => game.stray.get_or_insert(token),
                false => game.broken.get_or_insert(token),
            };
            return;
        }
        if self.options.comments
            && !self.is_beyond
            && let Some(UncheckedPly { comment: said, .. }) = game.plies.last_mut()
        {
            if !said.is_empty() {
                said.push('\n');
            }
            said.push_str(&decoded(comment));
        }
    }
}

impl Visitor for Collector {
    type Tags = UncheckedGame;
    type Movetext = UncheckedGame;
    type Output = UncheckedGame;

    fn begin_tags(&mut self) -> ControlFlow<UncheckedGame, UncheckedGame> {
        self.is_beyond = false;
        self.piece.clear();
        ControlFlow::Continue(self.tagged.take().unwrap_or_default())
    }

    fn begin_movetext(&mut self, game: UncheckedGame) -> ControlFlow<UncheckedGame, UncheckedGame> {
        ControlFlow::Continue(game)
    }

    fn san(&mut self, game: &mut UncheckedGame, san: SanPlus) -> ControlFlow<UncheckedGame> {
        game.seen += 1;
        if self.wants_more(game) {
            if !game.result.is_empty() && game.behind_result.is_none() {
                game.behind_result = Some(san.to_string());
            }
            game.plies.push(UncheckedPly {
                san,
                comment: String::new(),
            });
        } else {
            self.is_beyond = true;
        }
        ControlFlow::Continue(())
    }

    fn partial_comment(
        &mut self,
        _: &mut UncheckedGame,
        comment: RawComment<'_>,
    ) -> ControlFlow<UncheckedGame> {
        if self.options.comments {
            self.piece.extend_from_slice(comment.as_bytes());
        }
        ControlFlow::Continue(())
    }

    fn comment(
        &mut self,
        game: &mut UncheckedGame,
        comment: RawComment<'_>,
    ) -> ControlFlow<UncheckedGame> {
        if self.piece.is_empty() {
            self.note(game, comment.as_bytes());
        } else {
            let mut whole = std::mem::take(&mut self.piece);
            whole.extend_from_slice(comment.as_bytes());
            self.note(game, &whole);
        }
        ControlFlow::Continue(())
    }

    fn outcome(
        &mut self,
        game: &mut UncheckedGame,
        outcome: Outcome,
    ) -> ControlFlow<UncheckedGame> {
        use pgn_reader::shakmaty::Color::{Black, White};
        game.result = match outcome {
            Outcome::Known(KnownOutcome::Decisive { winner: White }) => "1-0",
            Outcome::Known(KnownOutcome::Decisive { winner: Black }) => "0-1",
            Outcome::Known(KnownOutcome::Draw) => "1/2-1/2",
            Outcome::Unknown => "*",
        };
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut UncheckedGame) -> ControlFlow<UncheckedGame, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, game: UncheckedGame) -> UncheckedGame {
        game
    }
}
