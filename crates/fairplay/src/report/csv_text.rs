//! Texts of other people in CSV files, which spreadsheets open.

/// What makes a spreadsheet take a text for a formula, also in full width.
pub(super) const FORMULA_STARTS: [char; 8] = [
    '=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}',
];

/// A text as no spreadsheet takes it for a formula: spaces before one do not save it.
pub(crate) fn harmless(text: &str) -> String {
    let start = text.trim_start_matches(|c: char| c.is_whitespace() || c.is_control());
    match start.starts_with(FORMULA_STARTS) {
        true => format!("'{text}"),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_a_formula() {
        for formula in [
            "=1+1", "+1", "-1", "@SUM(A1)", "＝1", "＋1", "－1", "＠x", " =1", "\t=1", "\u{a0}-1",
        ] {
            assert_eq!(harmless(formula), format!("'{formula}"));
        }
        for text in ["", "Player 1", "O'Hara", "a=1", "1-0", "Nf3+"] {
            assert_eq!(harmless(text), text);
        }
    }
}
