//! Writing games as PGN.

use std::fmt::Write as _;

use super::game::{PgnGame, PgnMove, PgnVariation};
use crate::board::{Color, Position, Setup};
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
        for PgnMove {
            mv,
            nags,
            comment,
            variations,
        } in &self.moves
        {
            lines.push_number("", &position, number_due);
            lines.push(&mv.map_or("--".to_owned(), |mv| to_san(&position, mv)));
            for nag in nags {
                lines.push(&format!("${nag}"));
            }
            number_due = !comment.is_empty() || !variations.is_empty();
            lines.push_comment(comment);
            for variation in variations {
                lines.push_variation(&position, variation);
            }
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

    /// The number of the move that comes next, after `opening`; Black's only where it is
    /// due.
    fn push_number(&mut self, opening: &str, position: &Position, is_due: bool) {
        let number = position.fullmove_number();
        match position.turn() {
            Color::White => self.push(&format!("{opening}{number}.")),
            Color::Black if is_due => self.push(&format!("{opening}{number}...")),
            Color::Black => {}
        }
    }

    fn push_variation(&mut self, start: &Position, variation: &PgnVariation) {
        if variation.moves.is_empty() {
            return;
        }
        let mut position = start.clone();
        for (index, &mv) in variation.moves.iter().enumerate() {
            let opening = if index == 0 { "(" } else { "" };
            self.push_number(opening, &position, index == 0);
            self.push(&to_san(&position, mv));
            position = position.play(mv);
        }
        self.push_comment(&variation.comment);
        match self.column < LINE_LENGTH {
            true => {
                self.text.push(')');
                self.column += 1;
            }
            false => self.push(")"),
        }
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
            variations: Vec::new(),
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
    fn variations_are_written_after_their_move() {
        let start = Position::start();
        let [e4, d4] = ["e4", "d4"].map(|san| parse_san(&start, san).unwrap());
        let [after_e4, after_d4] = [e4, d4].map(|mv| start.play(mv));
        let e5 = parse_san(&after_e4, "e5").unwrap();
        let d5 = parse_san(&after_d4, "d5").unwrap();
        let mut first = PgnMove::new(e4, "");
        first.variations = vec![PgnVariation {
            moves: vec![d4, d5],
            comment: "closed".to_owned(),
        }];
        let game = PgnGame {
            tags: Vec::new(),
            start,
            moves: vec![first, PgnMove::new(e5, "")],
            result: "*".to_owned(),
            ending: String::new(),
        };
        let pgn = game.to_pgn(FenStyle::XFen);
        assert_eq!(pgn, "\n1. e4 (1. d4 d5 {closed}) 1... e5 *\n\n");
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
