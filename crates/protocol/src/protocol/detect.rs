//! Which protocol a line announces. A session asks at every line: until a GUI has
//! announced one, it takes the other side for a person, and a later `uci` or `xboard`
//! still switches.

use super::words::Words;

/// What the other side speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// A UCI program.
    Uci,
    /// An XBoard (CECP) program.
    Cecp,
    /// A person, who gets the UCI command set and the human commands.
    Human,
}

/// The dialect that `line` announces; `None` for a line that says nothing (empty,
/// or a `#` comment).
///
/// `uci` announces UCI, `xboard` and `protover` CECP, and anything else a person.
pub fn detect(line: &str) -> Option<Dialect> {
    let word = Words::new(line).next()?;
    if word.starts_with('#') {
        return None;
    }
    let is = |name: &str| word.eq_ignore_ascii_case(name);
    Some(if is("uci") {
        Dialect::Uci
    } else if is("xboard") || is("protover") {
        Dialect::Cecp
    } else {
        Dialect::Human
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_decides() {
        assert_eq!(detect("uci"), Some(Dialect::Uci));
        assert_eq!(detect("  UCI  "), Some(Dialect::Uci));
        assert_eq!(detect("xboard"), Some(Dialect::Cecp));
        assert_eq!(detect("protover 2"), Some(Dialect::Cecp));
        assert_eq!(detect("ucinewgame"), Some(Dialect::Human));
        assert_eq!(detect("go depth 3"), Some(Dialect::Human));
        assert_eq!(detect("hello uci"), Some(Dialect::Human));
    }

    #[test]
    fn a_line_that_says_nothing_decides_nothing() {
        assert_eq!(detect(""), None);
        assert_eq!(detect(" \t"), None);
        assert_eq!(detect("# uci"), None);
    }
}
