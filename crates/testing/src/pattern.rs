//! The few forms of a regular expression that the schemas use: `^` and `$` at
//! the ends, characters, classes such as `[a-h0-9_]`, `?`, `*`, `+`, `{16}`, and
//! groups with `?`.

/// Part of a pattern, and how often it comes.
struct Piece {
    what: What,
    least: usize,
    most: usize,
}

enum What {
    /// One of these ranges of characters, both ends included.
    Class(Vec<(char, char)>),
    Group(Vec<Piece>),
}

/// A pattern that a whole text has to fit.
pub struct Pattern(Vec<Piece>);

impl Pattern {
    /// Reads a pattern; a form that isn't known here is no pattern, so that none
    /// is misread.
    pub fn new(text: &str) -> Result<Pattern, String> {
        let inner = text
            .strip_prefix('^')
            .and_then(|rest| rest.strip_suffix('$'));
        let inner = inner.ok_or_else(|| format!("'{text}' is not between ^ and $"))?;
        let mut letters = inner.chars().peekable();
        let pieces = read_pieces(&mut letters, false).map_err(|why| format!("'{text}': {why}"))?;
        Ok(Pattern(pieces))
    }

    /// Whether all of a text has this pattern.
    pub fn fits(&self, text: &str) -> bool {
        let text: Vec<char> = text.chars().collect();
        ends(&self.0, &text, 0).contains(&text.len())
    }
}

type Letters<'a> = std::iter::Peekable<std::str::Chars<'a>>;

fn read_pieces(letters: &mut Letters<'_>, in_group: bool) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    loop {
        let what = match letters.next() {
            None if in_group => return Err("a group is not closed".to_owned()),
            None => return Ok(pieces),
            Some(')') if in_group => return Ok(pieces),
            Some('(') => What::Group(read_pieces(letters, true)?),
            Some('[') => What::Class(read_class(letters)?),
            Some('\\') => {
                let letter = letters.next().filter(|letter| !letter.is_alphanumeric());
                let letter = letter.ok_or("only punctuation is escaped here")?;
                What::Class(vec![(letter, letter)])
            }
            Some(letter) if "^$.|)]{}?*+".contains(letter) => {
                return Err(format!("'{letter}' is not known here"));
            }
            Some(letter) => What::Class(vec![(letter, letter)]),
        };
        let (least, most) = read_count(letters)?;
        if matches!(what, What::Group(_)) && most > 1 {
            return Err("a group repeats".to_owned());
        }
        pieces.push(Piece { what, least, most });
    }
}

fn read_class(letters: &mut Letters<'_>) -> Result<Vec<(char, char)>, String> {
    let mut ranges = Vec::new();
    loop {
        let first = match letters.next() {
            Some(']') if !ranges.is_empty() => return Ok(ranges),
            None | Some('^' | ']' | '[' | '\\') => return Err("a class unknown here".to_owned()),
            Some(letter) => letter,
        };
        // A minus sign before the end is itself.
        let mut ahead = letters.clone();
        let last = match (ahead.next(), ahead.next()) {
            (Some('-'), Some(last)) if last != ']' => {
                *letters = ahead;
                last
            }
            _ => first,
        };
        ranges.push((first, last));
    }
}

fn read_count(letters: &mut Letters<'_>) -> Result<(usize, usize), String> {
    let count = match letters.peek() {
        Some('?') => (0, 1),
        Some('*') => (0, usize::MAX),
        Some('+') => (1, usize::MAX),
        Some('{') => {
            letters.next();
            let digits: String = letters
                .by_ref()
                .take_while(|letter| *letter != '}')
                .collect();
            let count = digits
                .parse()
                .map_err(|_| format!("{{{digits}}} is no number"))?;
            return Ok((count, count));
        }
        _ => return Ok((1, 1)),
    };
    letters.next();
    Ok(count)
}

/// Where the pieces may end in the text when they begin at `from`.
fn ends(pieces: &[Piece], text: &[char], from: usize) -> Vec<usize> {
    let mut places = vec![from];
    for piece in pieces {
        let mut reached: Vec<usize> = Vec::new();
        let mut times = 0;
        // Each turn of a repetition takes a character, so there is a last one.
        while !places.is_empty() && times <= piece.most {
            if times >= piece.least {
                reached.extend(&places);
            }
            let step = |&at: &usize| match &piece.what {
                What::Group(inner) => ends(inner, text, at),
                What::Class(ranges) => {
                    let is_in = |letter: &char| {
                        ranges
                            .iter()
                            .any(|(first, last)| (first..=last).contains(&letter))
                    };
                    text.get(at)
                        .filter(|letter| is_in(letter))
                        .map(|_| at + 1)
                        .into_iter()
                        .collect()
                }
            };
            places = places.iter().flat_map(step).collect();
            times += 1;
        }
        reached.sort_unstable();
        reached.dedup();
        places = reached;
    }
    places
}
