//! Clock times in comments: `[%clk 0:01:02.5]`, `[%emt 0:00:07]`, `[%timestamp 72]`.
//!
//! What a time of two fields means, `clock_form` decides for the whole game.

/// A time as a comment has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NotedTime {
    /// In milliseconds, with the last field as seconds.
    pub(super) ms: u64,
    /// It has fewer than three fields and no fraction: the last may be minutes instead.
    pub(super) is_short: bool,
}

/// What the clock showed after the move.
pub(super) fn clock(comment: &str) -> Option<NotedTime> {
    noted(value(comment, "clk")?)
}

/// What the move took; `timestamp` counts tenths of a second. A bare number is in seconds.
pub(super) fn spent(comment: &str) -> Option<NotedTime> {
    if let Some(text) = value(comment, "emt") {
        let time = noted(text)?;
        let is_short = time.is_short && text.contains(':');
        return Some(NotedTime { is_short, ..time });
    }
    let tenths: u64 = value(comment, "timestamp")?.parse().ok()?;
    Some(NotedTime {
        ms: tenths.checked_mul(100)?,
        is_short: false,
    })
}

fn value<'a>(comment: &'a str, name: &str) -> Option<&'a str> {
    // From end to end of commands, so that each is looked at once.
    let mut rest = comment;
    while let Some((text, after)) = rest.split_once(']') {
        let command = text.rsplit_once("[%").map(|(_, command)| command);
        let parts = command.and_then(|command| command.split_once(char::is_whitespace));
        if let Some((found, value)) = parts
            && found == name
        {
            return Some(value.trim());
        }
        rest = after;
    }
    None
}

/// `h:mm:ss`, `mm:ss`, `h:mm` or `ss`, the seconds with or without a fraction.
fn noted(text: &str) -> Option<NotedTime> {
    let (whole, fraction) = match text.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (text, None),
    };
    let mut seconds: u64 = 0;
    let mut count = 0;
    for part in whole.split(':') {
        if part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        seconds = seconds.checked_mul(60)?.checked_add(part.parse().ok()?)?;
        count += 1;
    }
    let digits = fraction.unwrap_or("");
    if count > 3 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let thousandths = digits.bytes().chain(*b"000").take(3);
    let thousandths = thousandths.fold(0, |sum, digit| 10 * sum + u64::from(digit - b'0'));
    Some(NotedTime {
        ms: seconds.checked_mul(1_000)?.checked_add(thousandths)?,
        is_short: count < 3 && fraction.is_none(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_in_all_their_forms() {
        let long = |ms| {
            Some(NotedTime {
                ms,
                is_short: false,
            })
        };
        let short = |ms| Some(NotedTime { ms, is_short: true });
        let comment = "good [%eval 0.3] [%clk 1:02:03.5][%emt 0:00:07]";
        assert_eq!(clock(comment), long(3_723_500));
        assert_eq!(spent(comment), long(7_000));
        assert_eq!(spent("[%timestamp 72]"), long(7_200));
        assert_eq!(spent("[%emt 7]"), long(7_000));
        assert_eq!(spent("[%emt 0:07]"), short(7_000));
        assert_eq!(clock("[%clk 59.25]"), long(59_250));
        assert_eq!(clock("[%clk 1:29.5]"), long(89_500));
        assert_eq!(clock("[%clk 10:00]"), short(600_000));
        assert_eq!(clock("[%clk 89]"), short(89_000));
        for wrong in [
            "",
            "[%clk]",
            "[%clk x]",
            "[%clk 1:2:3:4]",
            "[%clk 1:-2]",
            "[%clk 5",
            "clk 5",
            "[%clk 99999999999999999999]",
        ] {
            assert_eq!(clock(wrong), None, "{wrong}");
        }
    }
}
