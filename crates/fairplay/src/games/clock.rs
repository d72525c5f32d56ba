//! Clock times in comments: `[%clk 0:01:02.5]`, `[%emt 0:00:07]`, `[%timestamp 72]`.

/// What the clock showed after the move, in milliseconds.
pub(super) fn clock_ms(comment: &str) -> Option<u64> {
    time_ms(value(comment, "clk")?)
}

/// What the move took, in milliseconds; `timestamp` counts tenths of a second.
pub(super) fn spent_ms(comment: &str) -> Option<u64> {
    if let Some(text) = value(comment, "emt") {
        return time_ms(text);
    }
    let tenths: u64 = value(comment, "timestamp")?.parse().ok()?;
    tenths.checked_mul(100)
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

/// `h:mm:ss`, `mm:ss` or `ss`, the seconds with or without a fraction.
fn time_ms(text: &str) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut seconds: u64 = 0;
    let mut count = 0;
    for part in whole.split(':') {
        if part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        seconds = seconds.checked_mul(60)?.checked_add(part.parse().ok()?)?;
        count += 1;
    }
    if count > 3 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let thousandths = fraction.bytes().chain(*b"000").take(3);
    let thousandths = thousandths.fold(0, |sum, digit| 10 * sum + u64::from(digit - b'0'));
    seconds.checked_mul(1_000)?.checked_add(thousandths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_in_all_their_forms() {
        let comment = "good [%eval 0.3] [%clk 1:02:03.5][%emt 0:00:07]";
        assert_eq!(clock_ms(comment), Some(3_723_500));
        assert_eq!(spent_ms(comment), Some(7_000));
        assert_eq!(spent_ms("[%timestamp 72]"), Some(7_200));
        assert_eq!(clock_ms("[%clk 59.25]"), Some(59_250));
        assert_eq!(clock_ms("[%clk 10:00]"), Some(600_000));
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
            assert_eq!(clock_ms(wrong), None, "{wrong}");
        }
    }
}
