//! Time controls as people and clocks write them: `90'+30''`, `G/90;+30`, `60 mins`,
//! `40/120, SD/60`, `100'/40+50'/20+15'+30"`.

use super::time_control::{Stage, moves_of, ms_of, number};

/// A piece of the text.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Token {
    /// A number without a unit.
    Bare(f64),
    /// A time with a unit, in seconds, and whether the unit is seconds.
    Time(f64, bool),
    /// `moves`.
    Moves,
    /// `/`, `for`, `in`.
    Slash,
    /// `+`.
    Plus,
    /// `d` before a number.
    Delay,
    /// `G` or `SD`: the rest of the game.
    Game,
    /// `,`, `;`, `:`, `&`, `and`.
    Break,
}

/// The stages of a time control with units or words; none if any part of it is not understood.
pub(super) fn stages_of_text(text: &str) -> Option<Vec<Stage>> {
    if text.len() > 120 {
        return None;
    }
    if let Some(stages) = with_long_base(text) {
        return Some(stages);
    }
    let tokens = tokens(&plain(text))?;
    let mut stages: Vec<Stage> = Vec::new();
    let (mut increment_ms, mut delay_ms) = (None, None);
    let is_end = |token: &Token| matches!(token, Token::Break | Token::Plus);
    let mut start = 0;
    while start < tokens.len() {
        let is_plus = start > 0 && tokens[start - 1] == Token::Plus;
        let end = (start..tokens.len())
            .find(|&at| is_end(&tokens[at]))
            .unwrap_or(tokens.len());
        let item = &tokens[start..end];
        start = end + 1;
        match *item {
            // `;+30` and `, +30`.
            [] => continue,
            [
                Token::Delay,
                Token::Bare(seconds) | Token::Time(seconds, true),
            ] => {
                set_once(&mut delay_ms, ms_of(seconds)?)?;
            }
            // `G/90 d5` and `G/25 30`.
            [
                ref stage @ ..,
                Token::Delay,
                Token::Bare(seconds) | Token::Time(seconds, true),
            ] => {
                stages.push(stage_of(stage)?);
                set_once(&mut delay_ms, ms_of(seconds)?)?;
            }
            [Token::Time(seconds, true)] if !stages.is_empty() => {
                set_once(&mut increment_ms, ms_of(seconds)?)?;
            }
            [Token::Bare(seconds)] if is_plus && !stages.is_empty() => {
                set_once(&mut increment_ms, ms_of(seconds)?)?;
            }
            _ => stages.push(stage_of(item)?),
        }
    }
    let (last, others) = stages.split_last()?;
    let has_order = others.iter().all(|stage| stage.moves.is_some());
    if !has_order || last.base_ms == 0 {
        return None;
    }
    for stage in &mut stages {
        stage.increment_ms = increment_ms.unwrap_or(0);
        stage.delay_ms = delay_ms.unwrap_or(0);
    }
    Some(stages)
}

/// Sets what may be said once only.
fn set_once(place: &mut Option<u64>, value: u64) -> Option<()> {
    place.replace(value).is_none().then_some(())
}

/// `1:30:00+30`, `0:15:00`.
fn with_long_base(text: &str) -> Option<Vec<Stage>> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let parts: Option<Vec<u64>> = base
        .trim()
        .split(':')
        .map(|part| part.parse().ok())
        .collect();
    let &[hours, minutes, seconds] = parts?.as_slice() else {
        return None;
    };
    let increment = number(increment.trim().trim_end_matches(['s', '"', '\'']))?;
    let is_clock = hours < 24 && minutes < 60 && seconds < 60;
    let total = hours * 3_600 + minutes * 60 + seconds;
    (is_clock && total > 0).then_some(())?;
    Some(vec![Stage {
        increment_ms: ms_of(increment)?,
        ..Stage::rest(total * 1_000)
    }])
}

/// Lower case, one kind of quotation mark, and no words that change nothing.
fn plain(text: &str) -> String {
    let mut text = text.to_lowercase();
    for (from, to) in [
        ("’", "'"),
        ("‘", "'"),
        ("′", "'"),
        ("´", "'"),
        ("`", "'"),
        ("”", "\""),
        ("“", "\""),
        ("″", "\""),
        ("''", "\""),
        ("from move one", " "),
        ("from move 1", " "),
        ("starting with move 1", " "),
        ("starting from move 1", " "),
        ("ab zug 1", " "),
        ("per move", " "),
        ("each move", " "),
        ("/move", " "),
        ("/mv", " "),
        ("game in", "g/"),
    ] {
        text = text.replace(from, to);
    }
    text
}

const FILLERS: [&str; 30] = [
    "rapid",
    "blitz",
    "bullet",
    "classical",
    "standard",
    "increment",
    "inc",
    "incr",
    "bonus",
    "plus",
    "the",
    "rest",
    "of",
    "game",
    "finish",
    "to",
    "end",
    "remaining",
    "then",
    "first",
    "with",
    "a",
    "an",
    "additional",
    "extra",
    "fischer",
    "all",
    "each",
    "per",
    "sudden",
];

fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = |is: fn(char) -> bool| rest.find(|c| !is(c)).unwrap_or(rest.len());
        let word = if first.is_ascii_digit() {
            let length = length(|c| c.is_ascii_digit() || c == '.');
            let digits = rest[..length].trim_end_matches('.');
            tokens.push(Token::Bare(number(digits)?));
            &rest[..length]
        } else if first.is_alphabetic() {
            let word = &rest[..length(char::is_alphabetic)];
            add_word(&mut tokens, word)?;
            word
        } else {
            let word = &rest[..first.len_utf8()];
            match first {
                '\'' => give_unit(&mut tokens, 60.0)?,
                '"' => give_unit(&mut tokens, 1.0)?,
                '/' => tokens.push(Token::Slash),
                '+' => tokens.push(Token::Plus),
                ',' | ';' | ':' | '&' => tokens.push(Token::Break),
                '.' | '(' | ')' => {}
                _ => return None,
            }
            word
        };
        rest = rest[word.len()..].trim_start();
    }
    join_hours(&mut tokens);
    Some(tokens)
}

fn add_word(tokens: &mut Vec<Token>, word: &str) -> Option<()> {
    match word {
        "h" | "hr" | "hrs" | "hour" | "hours" | "std" => give_unit(tokens, 3_600.0)?,
        "m" | "mn" | "min" | "mins" | "minute" | "minutes" | "minuten" | "minutos" => {
            give_unit(tokens, 60.0)?;
        }
        "s" | "sec" | "secs" | "second" | "seconds" | "sek" | "sekunden" | "seg" => {
            give_unit(tokens, 1.0)?;
        }
        "moves" | "move" | "mv" | "mvs" => tokens.push(Token::Moves),
        "for" | "in" => tokens.push(Token::Slash),
        "g" | "sd" => tokens.push(Token::Game),
        "d" | "delay" => tokens.push(Token::Delay),
        "and" => tokens.push(Token::Break),
        _ if FILLERS.contains(&word) => {}
        _ => return None,
    }
    Some(())
}

/// The number before it has this unit, in seconds.
fn give_unit(tokens: &mut [Token], unit: f64) -> Option<()> {
    let last = tokens.last_mut()?;
    let Token::Bare(number) = *last else {
        return None;
    };
    *last = Token::Time(number * unit, unit == 1.0);
    Some(())
}

/// `1h30`, `1h 30min` and `1'30"` are one time.
fn join_hours(tokens: &mut Vec<Token>) {
    let mut at = 0;
    while at + 1 < tokens.len() {
        let joined = match (tokens[at], tokens[at + 1]) {
            (Token::Time(first, false), Token::Time(second, _)) if second < first => {
                Some(first + second)
            }
            (Token::Time(first, false), Token::Bare(minutes)) if first >= 3_600.0 => {
                (minutes < 60.0).then_some(first + 60.0 * minutes)
            }
            _ => None,
        };
        match joined {
            Some(seconds) => {
                tokens[at] = Token::Time(seconds, false);
                tokens.remove(at + 1);
            }
            None => at += 1,
        }
    }
}

/// A stage: `90'`, `40/90'`, `90'/40`, `40 moves in 90 min`, `G/90`. Bare times are minutes.
fn stage_of(item: &[Token]) -> Option<Stage> {
    use Token::{Bare, Game, Moves, Slash, Time};
    let (moves, seconds) = match *item {
        [Time(seconds, _)] | [Time(seconds, _), Slash] => (None, seconds),
        [Game, Slash, Bare(minutes)] | [Game, Bare(minutes)] => (None, 60.0 * minutes),
        [Game, Slash, Time(seconds, _)] | [Game, Time(seconds, _)] => (None, seconds),
        [Time(seconds, _), Slash, Game] => (None, seconds),
        [Bare(moves), Slash, Bare(minutes)] => (Some(moves), 60.0 * minutes),
        [Bare(moves), Slash, Time(seconds, _)]
        | [Bare(moves), Moves, Slash, Time(seconds, _)]
        | [Time(seconds, _), Slash, Bare(moves)]
        | [Time(seconds, _), Slash, Bare(moves), Moves] => (Some(moves), seconds),
        _ => return None,
    };
    let moves = match moves {
        Some(moves) => Some(moves_of(&moves.to_string())?),
        None => None,
    };
    Some(Stage {
        moves,
        ..Stage::rest(ms_of(seconds)?)
    })
}
