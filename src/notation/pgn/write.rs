//! Writing games as PGN.

use std::fmt::Write as _;

use super::game::{PgnGame, PgnMove};
use crate::board::{Color, Setup};
use crate::notation::{FenStyle, to_fen, to_san};

/// Longest line of the move text, as the standard recommends.
const LINE_LENGTH: usize = 80;

impl PgnGame {
    /// The whole game, an empty line after it. `SetUp` and `FEN` say where it
    /// starts when the start position is not the ordinary one, whatever the tags
    /// say.
    pub fn to_pgn(&self, style: FenStyle) -> String {
        let mut text = String::new();
        for (name, value) in &self.tags {
            if name != "SetUp" && name != "FEN" {
                push_tag(&mut text, name, value);
            }
        }
        if self.start.to_setup() != Setup::standard() {
            push_tag(&mut text, "SetUp", "1");
            push_tag(&mut text, "FEN", &to_fen(&self.start, style));
        }
        text.push('\n');
        let mut lines = Lines { text, column: 0 };
        let mut position = self.start.clone();
        let mut number_due = true;
        for PgnMove { mv, nags, comment } in &self.moves {
            let number = position.fullmove_number();
            match position.turn() {
                Color::White => lines.push(&format!("{number}.")),
                Color::Black if number_due => lines.push(&format!("{number}...")),
                Color::Black => {}
            }
            lines.push(&mv.map_or("--".to_owned(), |mv| to_san(&position, mv)));
            for nag in nags {
                lines.push(&format!("${nag}"));
            }
            number_due = !comment.is_empty();
            lines.push_comment(comment);
            position = match mv {
                Some(mv) => position.play(*mv),
                None => position.play_null(),
            };
        }
        lines.push_comment(&self.ending);
        lines.push(&self.result);
        lines.text.push_str("\n\n");
        lines.text
    }
}

fn push_tag(text: &mut String, name: &str, value: &str) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    let value: String = value
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let _ = writeln!(text, "[{name} \"{value}\"]");
}

/// Words set in lines of limited length.
struct Lines {
    text: String,
    column: usize,
}

impl Lines {
    fn push(&mut self, word: &str) {
        let length = word.chars().count();
        if self.column > 0 {
            // At the start of a line these would say something else, even inside a
            // comment.
            let stays = word.starts_with('%') || word.starts_with("[Event");
            let fits = stays || self.column + 1 + length <= LINE_LENGTH;
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.text.push_str(word);
        self.column += length;
    }

    fn push_comment(&mut self, comment: &str) {
        if comment.is_empty() {
            return;
        }
        // Nothing in a comment can end it early.
        let comment = format!("{{{}}}", comment.replace('{', "(").replace('}', ")"));
        let mut command = String::new();
        for word in comment.split_whitespace() {
            // A command like [%eval 0.31] stays in one piece.
            if word.contains("[%") || !command.is_empty() {
                if !command.is_empty() {
                    command.push(' ');
                }
                command.push_str(word);
                if word.contains(']') {
                    self.push(&std::mem::take(&mut command));
                }
            } else {
                self.push(word);
            }
        }
        if !command.is_empty() {
            self.push(&command);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::notation::{parse_fen, parse_san};

    #[test]
    fn a_game_is_written_as_the_standard_says() {
        let start = Position::start();
        let e4 = parse_san(&start, "e4").unwrap();
        let after = start.play(e4);
        let c5 = parse_san(&after, "c5").unwrap();
        let game = PgnGame {
            tags: vec![("White".to_owned(), "A \"B\" \\ C\n".to_owned())],
            start,
            moves: vec![PgnMove::new(e4, "a } b"), PgnMove::new(c5, "")],
            result: "*".to_owned(),
            ending: "unterminated".to_owned(),
        };
        assert_eq!(
            game.to_pgn(FenStyle::XFen),
            "[White \"A \\\"B\\\" \\\\ C \"]\n\n1. e4 {a ) b} 1... c5 {unterminated} *\n\n"
        );
    }

    #[test]
    fn other_start_positions_are_said() {
        let start = parse_fen("k7/8/8/8/8/8/7P/K7 b - - 3 40").unwrap();
        let mv = parse_san(&start, "Kb7").unwrap();
        let moves = vec![PgnMove::new(mv, "")];
        let game = PgnGame {
            tags: Vec::new(),
            start,
            moves,
            result: "1/2-1/2".to_owned(),
            ending: String::new(),
        };
        let pgn = game.to_pgn(FenStyle::XFen);
        assert!(
            pgn.starts_with(
                "[SetUp \"1\"]\n[FEN \"k7/8/8/8/8/8/7P/K7 b - - 3 40\"]\n\n40... Kb7 1/2-1/2\n"
            ),
            "{pgn}"
        );
    }

    #[test]
    fn glyphs_null_moves_and_commands_are_written() {
        let start = Position::start();
        let e4 = parse_san(&start, "e4").unwrap();
        let null = PgnMove {
            mv: None,
            nags: vec![3, 5],
            comment: format!("{} [%eval -0.31] end", "w".repeat(60)),
        };
        let game = PgnGame {
            tags: Vec::new(),
            start,
            moves: vec![PgnMove::new(e4, ""), null],
            result: "*".to_owned(),
            ending: String::new(),
        };
        let pgn = game.to_pgn(FenStyle::XFen);
        assert!(pgn.contains("1. e4 -- $3 $5 {"), "{pgn}");
        assert!(pgn.contains("\n[%eval -0.31] end} *"), "{pgn}");
    }

    #[test]
    fn no_line_of_a_comment_is_taken_for_something_else() {
        for word in ["%", "%eval", "[Event"] {
            let start = Position::start();
            let mv = parse_san(&start, "e4").unwrap();
            let game = PgnGame {
                tags: Vec::new(),
                start,
                moves: vec![PgnMove::new(mv, format!("{word} ").repeat(60))],
                result: "*".to_owned(),
                ending: String::new(),
            };
            let pgn = game.to_pgn(FenStyle::XFen);
            assert!(!pgn.lines().any(|line| line.starts_with(word)), "{pgn}");
        }
    }

    #[test]
    fn lines_are_short() {
        let comment = "word ".repeat(100);
        let start = Position::start();
        let mv = parse_san(&start, "e4").unwrap();
        let game = PgnGame {
            tags: Vec::new(),
            start,
            moves: vec![PgnMove::new(mv, comment)],
            result: "*".to_owned(),
            ending: String::new(),
        };
        assert!(
            game.to_pgn(FenStyle::XFen)
                .lines()
                .all(|line| line.len() <= LINE_LENGTH)
        );
    }
}
