//! What Lc0 prints of each move: `e2e4  (322 ) N: 0 (+ 0) (P: 10.92%) (WL: ...) ...`.

use super::question::PolicyError;

/// A move and its chance, as one line has them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct VerboseMove<'a> {
    /// In coordinates, as the engine wrote it.
    pub mv: &'a str,
    /// The chance, 0 to 1, or that it is no number.
    pub chance: Result<f64, PolicyError>,
}

impl VerboseMove<'_> {
    /// Reads the text of an `info string`; nothing where it is about something else, as the
    /// line for all moves together, which begins with `node`.
    pub(super) fn parse(text: &str) -> Option<VerboseMove<'_>> {
        let (mv, rest) = text.trim().split_once(char::is_whitespace)?;
        let is_move = matches!(mv.len(), 4 | 5) && mv.as_bytes().get(1)?.is_ascii_digit();
        let (_, after) = rest.split_once("(P:")?;
        let (percent, _) = after.split_once(')')?;
        let percent = percent.trim();
        let number = percent.strip_suffix('%').map(str::trim_end);
        let number = number.and_then(|number| number.parse::<f64>().ok());
        let chance = number.map(|percent| percent / 100.0);
        let chance = chance.ok_or_else(|| {
            PolicyError::NotAChance(mv.to_owned(), percent.chars().take(40).collect())
        });
        is_move.then_some(VerboseMove { mv, chance })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_moves_are_told_from_others() {
        let lc0 = "e2e4  (322 ) N:       0 (+ 0) (P: 10.92%) (WL:  -.-----) (D: -.---) \
                   (M:  -.-) (Q: -0.04) (U: 0.22) (S:  0.18) (V:  -.----)";
        let old = "a7a8q (1858) N: 3 (+ 0) (P:  0.00%) (Q: 0.1) (V: -.----)";
        let chance = |text| VerboseMove::parse(text).map(|line| (line.mv, line.chance.unwrap()));
        let (mv, share) = chance(lc0).unwrap();
        assert_eq!(mv, "e2e4");
        assert!((share - 0.1092).abs() < 1e-12);
        assert_eq!(chance(old), Some(("a7a8q", 0.0)));
        for other in [
            "node  (  20) N:       1 (+ 0) (P: 100.00%) (WL:  0.02) (Q: 0.02)",
            "Network loaded (P: 3%)",
            "e2e4 N: 0",
            "e2e4 (P: 3%",
            "",
            "é2e4 (P: 3%)",
        ] {
            assert_eq!(VerboseMove::parse(other), None, "{other}");
        }
        for wrong in ["nan?", "12", "%"] {
            let text = format!("e2e4 (0) (P: {wrong})");
            let line = VerboseMove::parse(&text).unwrap();
            let error = PolicyError::NotAChance("e2e4".to_owned(), wrong.to_owned());
            assert_eq!(line.chance, Err(error));
        }
    }
}
