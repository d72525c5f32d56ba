//! Numbers as protocols write them. None of these can overflow: what is too
//! large saturates, because a GUI that sends an absurd clock still wants a move.

use super::error::ParseError;
use super::words::Words;

/// A whole number with an optional sign; too many digits saturate.
pub(super) fn integer(text: &str) -> Option<i64> {
    let (negative, digits) = split_sign(text);
    if digits.is_empty() {
        return None;
    }
    let magnitude = saturating_digits(digits)?;
    Some(if negative { -magnitude } else { magnitude })
}

/// The whole number that `text` begins with, as sloppy engines print
/// `nps 1234.5`; nothing if it begins with none.
pub(super) fn integer_prefix(text: &str) -> Option<i64> {
    let signs = usize::from(text.starts_with(['+', '-']));
    let digits = text[signs..].bytes().take_while(u8::is_ascii_digit).count();
    integer(&text[..signs + digits])
}

/// A number of units with an optional fraction (`5`, `0.25`, `.5`), in
/// milliseconds: `unit_ms` is how many a unit has. Digits beyond the millisecond
/// are dropped.
pub(super) fn decimal_ms(text: &str, unit_ms: i64) -> Option<i64> {
    let (negative, magnitude) = split_sign(text);
    let (whole, fraction) = magnitude.split_once('.').unwrap_or((magnitude, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut ms = saturating_digits(whole)?.saturating_mul(unit_ms);
    if !fraction.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    // Nine places keep the arithmetic far from overflow for any unit up to an hour.
    let (mut numerator, mut denominator) = (0, 1);
    for digit in fraction.bytes().take(9) {
        numerator = numerator * 10 + i64::from(digit - b'0');
        denominator *= 10;
    }
    ms = ms.saturating_add(numerator * unit_ms / denominator);
    Some(if negative { -ms } else { ms })
}

/// Milliseconds written as seconds, with no more decimals than needed: 250 is `0.25`.
pub(super) fn seconds(ms: u64) -> String {
    let (whole, fraction) = (ms / 1000, ms % 1000);
    if fraction == 0 {
        return whole.to_string();
    }
    let text = format!("{whole}.{fraction:03}");
    text.trim_end_matches('0').to_owned()
}

/// The next word as a whole number, or an error that names the place.
pub(super) fn next_integer(
    words: &mut Words<'_>,
    place: &'static str,
    expected: &'static str,
) -> Result<i64, ParseError> {
    let word = words
        .next()
        .ok_or_else(|| ParseError::missing(place, expected))?;
    integer(word).ok_or_else(|| ParseError::bad_number(place, word, expected))
}

/// The next word as a whole number from 0, or an error that names the place.
pub(super) fn next_unsigned(
    words: &mut Words<'_>,
    place: &'static str,
    expected: &'static str,
) -> Result<u64, ParseError> {
    let word = words.peek().unwrap_or_default();
    let number = next_integer(words, place, expected)?;
    u64::try_from(number).map_err(|_| ParseError::bad_number(place, word, expected))
}

/// As [`next_unsigned`], saturating at the largest `u32`.
pub(super) fn next_small(
    words: &mut Words<'_>,
    place: &'static str,
    expected: &'static str,
) -> Result<u32, ParseError> {
    next_unsigned(words, place, expected).map(|n| clamp_u32(n as i64))
}

/// `n` brought into the range of a `u32`.
pub(super) fn clamp_u32(n: i64) -> u32 {
    n.clamp(0, i64::from(u32::MAX)) as u32
}

/// `n` brought into the range of an `i32` whose negative is one too.
pub(super) fn clamp_i32(n: i64) -> i32 {
    n.clamp(-i64::from(i32::MAX), i64::from(i32::MAX)) as i32
}

/// `n`, or 0 if it is negative.
pub(super) fn clamp_u64(n: i64) -> u64 {
    n.max(0) as u64
}

fn split_sign(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

/// Digits only; none at all is 0.
fn saturating_digits(digits: &str) -> Option<i64> {
    digits.bytes().try_fold(0i64, |number, b| {
        b.is_ascii_digit().then(|| {
            number
                .saturating_mul(10)
                .saturating_add(i64::from(b - b'0'))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_take_signs_and_saturate() {
        assert_eq!(integer("0"), Some(0));
        assert_eq!(integer("-250"), Some(-250));
        assert_eq!(integer("+7"), Some(7));
        assert_eq!(integer("99999999999999999999999"), Some(i64::MAX));
        assert_eq!(integer("-99999999999999999999999"), Some(-i64::MAX));
        for bad in ["", "-", "+", "1.5", "1e3", "0x10", "--1", "١"] {
            assert_eq!(integer(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn a_prefix_is_enough_where_engines_are_sloppy() {
        assert_eq!(integer_prefix("1234.5"), Some(1234));
        assert_eq!(integer_prefix("-12cp"), Some(-12));
        assert_eq!(integer_prefix("é"), None);
        assert_eq!(integer_prefix("-"), None);
    }

    #[test]
    fn decimals_become_milliseconds() {
        assert_eq!(decimal_ms("0.25", 1000), Some(250));
        assert_eq!(decimal_ms("2", 1000), Some(2000));
        assert_eq!(decimal_ms(".5", 1000), Some(500));
        assert_eq!(decimal_ms("-0.5", 1000), Some(-500));
        assert_eq!(decimal_ms("0.1234567890123456", 1000), Some(123));
        assert_eq!(decimal_ms("0.5", 60_000), Some(30_000));
        assert_eq!(
            decimal_ms("9999999999999999999999.9", 60_000),
            Some(i64::MAX)
        );
        for bad in ["", ".", "-", "1.2.3", "1,5", "x", "1.x"] {
            assert_eq!(decimal_ms(bad, 1000), None, "{bad:?}");
        }
    }

    #[test]
    fn seconds_have_no_needless_decimals() {
        assert_eq!(seconds(0), "0");
        assert_eq!(seconds(5000), "5");
        assert_eq!(seconds(250), "0.25");
        assert_eq!(seconds(100), "0.1");
        assert_eq!(seconds(1001), "1.001");
    }
}
