//! Dates for people: PGN has question marks where it does not know.

/// The part of a game's date that is known, from the year on: `1914.05` of `1914.05.??`; nothing
/// of `????.??.??`.
pub fn known_date(date: &str) -> Option<&str> {
    let known = date.split('.').take_while(|part| !part.contains('?'));
    let bytes: usize = known.map(|part| part.len() + 1).sum();
    let known = date[..bytes.min(date.len())].trim_end_matches('.').trim();
    (!known.is_empty()).then_some(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_is_left_out() {
        for (date, known) in [
            ("1914.05.21", Some("1914.05.21")),
            ("1914.05.??", Some("1914.05")),
            ("1852.??.??", Some("1852")),
            ("1852.??.17", Some("1852")),
            ("????.??.??", None),
            ("18??.??.??", None),
            ("?", None),
            ("", None),
            (".", None),
            ("May 1914", Some("May 1914")),
            ("1914年.??", Some("1914年")),
        ] {
            assert_eq!(known_date(date), known, "{date}");
        }
    }
}
