//! "Did you mean": the known word that a mistyped one is nearest to.

/// What people type who have met other programs, and what it is called here.
const OTHER_NAMES: [(&str, &str); 6] = [
    ("exit", "quit"),
    ("q", "quit"),
    ("board", "d"),
    ("display", "d"),
    ("show", "d"),
    ("evaluate", "eval"),
];

/// The known word that was probably meant: another name of it, or one that is a
/// slip or two of the keyboard away. Long words are not looked at.
pub(super) fn suggest<'a>(
    word: &str,
    known: impl IntoIterator<Item = &'a str> + Clone,
) -> Option<&'a str> {
    const LONGEST: usize = 24;
    let word: Vec<char> = word.to_lowercase().chars().take(LONGEST + 1).collect();
    if word.len() > LONGEST {
        return None;
    }
    let text: String = word.iter().collect();
    let other = OTHER_NAMES.iter().find(|(name, _)| *name == text);
    if let Some((_, name)) = other
        && let Some(found) = known.clone().into_iter().find(|known| known == name)
    {
        return Some(found);
    }
    // Short words are near to everything.
    let slips_allowed = match word.len() {
        0..=2 => return None,
        3..=5 => 1,
        _ => 2,
    };
    known
        .into_iter()
        .map(|known| (slips(&word, &known.chars().collect::<Vec<_>>()), known))
        .filter(|&(slips, _)| slips <= slips_allowed)
        .min_by_key(|&(slips, _)| slips)
        .map(|(_, known)| known)
}

/// Damerau's distance: letters missing, added, wrong, or in the other order.
fn slips(from: &[char], to: &[char]) -> usize {
    let mut rows = vec![vec![0; to.len() + 1]; from.len() + 1];
    for i in 0..=from.len() {
        for j in 0..=to.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let wrong = usize::from(from[i - 1] != to[j - 1]);
                let mut best = (rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                best = best.min(rows[i - 1][j - 1] + wrong);
                if i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1] {
                    best = best.min(rows[i - 2][j - 2] + 1);
                }
                best
            };
        }
    }
    rows[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_keyboard_are_understood() {
        let known = ["analyse", "eval", "quit", "d", "go", "position", "help"];
        let meant = |word| suggest(word, known);
        assert_eq!(meant("analyze"), Some("analyse"));
        assert_eq!(meant("Anaylse"), Some("analyse"));
        assert_eq!(meant("evla"), Some("eval"));
        assert_eq!(meant("hlep"), Some("help"));
        assert_eq!(meant("posiiton"), Some("position"));
        assert_eq!(meant("exit"), Some("quit"));
        assert_eq!(meant("board"), Some("d"));
        for word in ["", "x", "qx", "hello", "xyzzy", &"a".repeat(100_000)] {
            assert_eq!(suggest(word, known), None, "{word:.20}");
        }
        assert_eq!(suggest("exit", ["go"]), None);
    }
}
