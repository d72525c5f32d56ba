//! Weights back to the text of a table, laid out for reading.
//!
//! Ordinary terms come first, group by group; whatever counts by squares comes
//! last, drawn as boards. `Weights::from_toml` reads it back the same.

use std::fmt::Write as _;

use super::slots::Slots;
use super::terms::{Group, Term};
use super::weights::{Setting, Weights};

const HEAD: &str = "\
# What each term of the evaluation is worth.
#
# A term with one weight is [middlegame, endgame]; a term with several has a
# list for each (mg, eg). Numbers are centipawns for the side that the term
# counts for, but for [king_danger]: danger points of the king attacked, which the
# stages turn into centipawns. Ranks run from the second to the seventh as the
# owner counts them; piece squares are drawn as White sees the board, the eighth
# rank on top.
";

/// Lines of lists are broken before they grow longer than this.
const WIDTH: usize = 96;

/// Squares on a board.
const BOARD: usize = 64;

impl Weights {
    /// The table's text. `meta` says where the numbers come from: keys with
    /// texts, numbers or lists of them.
    pub fn to_toml(&self, meta: &[(&str, toml::Value)]) -> String {
        let mut text = format!("{HEAD}\n[meta]\n");
        for (key, value) in meta {
            push_meta(&mut text, key, value);
        }
        text.push_str("\n[stages]\n");
        for &setting in Setting::ALL {
            push(&mut text, setting.key(), &self.setting(setting).to_string());
        }
        let terms = |group: Group, boards: bool| {
            let fits =
                move |term: &&Term| term.group() == group && is_board(term.slots()) == boards;
            Term::ALL.iter().filter(fits).copied()
        };
        for &group in Group::ALL {
            let mut noted = String::new();
            // A group of boards alone has no section of its own.
            if terms(group, false).next().is_some() || terms(group, true).next().is_none() {
                text.push_str(&format!("\n[{}]\n", group.key()));
            }
            for term in terms(group, false) {
                self.push_term(&mut text, term, &mut noted);
            }
        }
        text.push_str("\n# What counts by squares, as boards seen by White.\n");
        for &group in Group::ALL {
            for term in terms(group, true) {
                self.push_boards(&mut text, term);
            }
        }
        text
    }

    /// A term's weights of one half, the endgame's or the middlegame's.
    fn half(&self, term: Term, endgame: bool) -> Vec<String> {
        let slots = 0..term.slots().len();
        slots
            .map(|slot| {
                let weight = self.get(term, slot);
                let half = if endgame {
                    weight.endgame()
                } else {
                    weight.middlegame()
                };
                half.to_string()
            })
            .collect()
    }

    fn push_term(&self, text: &mut String, term: Term, noted: &mut String) {
        let slots = term.slots();
        let [middlegame, endgame] = [false, true].map(|endgame| self.half(term, endgame));
        if slots == Slots::One {
            let pair = format!("[{}, {}]", middlegame.concat(), endgame.concat());
            return push(text, term.key(), &pair);
        }
        let note = slots.to_string();
        if note != *noted {
            for line in folded(&note) {
                text.push_str(&format!("# {line}\n"));
            }
            *noted = note;
        }
        let line = format!(
            "{{ mg = [{}], eg = [{}] }}",
            middlegame.join(", "),
            endgame.join(", ")
        );
        if term.key().len() + 3 + line.len() <= WIDTH {
            return push(text, term.key(), &line);
        }
        let lists = format!(
            "{{ mg = [\n{}], eg = [\n{}] }}",
            wrapped(&middlegame),
            wrapped(&endgame)
        );
        push(text, term.key(), &lists);
    }

    fn push_boards(&self, text: &mut String, term: Term) {
        text.push_str(&format!("\n[{}]\n", term.path()));
        let boards = term.slots().len() / BOARD;
        for (name, endgame) in [("mg", false), ("eg", true)] {
            text.push_str(&format!("{name} = [\n"));
            for (board, squares) in self.half(term, endgame).chunks(BOARD).enumerate() {
                if boards > 1 {
                    let label = |slot| term.slots().label(slot);
                    let (first, last) = (label(board * BOARD), label(board * BOARD + BOARD - 1));
                    text.push_str(&format!("    # {first} to {last}\n"));
                }
                for rank in squares.chunks(8) {
                    text.push_str("   ");
                    for weight in rank {
                        // Writing to a string cannot fail.
                        let _ = write!(text, " {weight:>4},");
                    }
                    text.push('\n');
                }
            }
            text.push_str("]\n");
        }
    }
}

fn is_board(slots: Slots) -> bool {
    slots.len().is_multiple_of(BOARD)
}

fn push(text: &mut String, key: &str, value: &str) {
    text.push_str(&format!("{key} = {value}\n"));
}

fn push_meta(text: &mut String, key: &str, value: &toml::Value) {
    match value {
        toml::Value::Array(items) => {
            text.push_str(&format!("{key} = [\n"));
            for item in items {
                text.push_str(&format!("    {item},\n"));
            }
            text.push_str("]\n");
        }
        value => push(text, key, &value.to_string()),
    }
}

/// A sentence over several lines.
fn folded(note: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in note.split(' ') {
        let last = lines.last_mut().expect("never empty");
        if last.is_empty() {
            last.push_str(word);
        } else if last.len() + word.len() + 3 < WIDTH {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// A list over several lines.
fn wrapped(items: &[String]) -> String {
    let mut text = String::new();
    let mut line = String::new();
    for item in items {
        if line.len() + item.len() + 6 > WIDTH {
            text.push_str(&format!("   {line}\n"));
            line.clear();
        }
        line.push_str(&format!(" {item},"));
    }
    text.push_str(&format!("   {line}\n"));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Tapered;
    use crate::tables::{Table, Tables};

    fn meta() -> Vec<(&'static str, toml::Value)> {
        vec![
            ("command", "plumb-lab tune --data \"a b.csv\"".into()),
            ("data", vec!["one", "two"].into()),
            ("seed", 1.into()),
            ("loss", 0.0625.into()),
        ]
    }

    #[test]
    fn a_table_reads_back_the_same() {
        let mut weights = Weights::embedded();
        assert_eq!(
            Weights::from_toml(&weights.to_toml(&meta())),
            Ok(weights.clone())
        );
        // Every weight different, so that none can stand in another's place.
        let mut next = -9_000;
        for &term in Term::ALL {
            for slot in 0..term.slots().len() {
                weights.set(term, slot, Tapered::new(next, 7 - next));
                next += 3;
            }
        }
        for &setting in Setting::ALL {
            let (least, most) = setting.range();
            weights.set_setting(setting, least.midpoint(most));
        }
        let text = weights.to_toml(&meta());
        assert_eq!(Weights::from_toml(&text), Ok(weights));
        let table: toml::Table = text.parse().expect("TOML");
        assert_eq!(table["meta"]["data"].as_array().map(Vec::len), Some(2));
        assert_eq!(
            table["meta"]["command"].as_str(),
            Some("plumb-lab tune --data \"a b.csv\"")
        );
    }

    #[test]
    fn the_embedded_table_is_written_again() {
        let numbers = |text: &str| text[text.find("\n[stages]").unwrap()..].to_owned();
        let tables = Tables::embedded();
        let text = Weights::embedded().to_toml(&meta());
        assert_eq!(numbers(&text), numbers(tables.text(Table::Eval)));
    }

    #[test]
    fn boards_are_drawn_and_lines_stay_short() {
        let text = Weights::embedded().to_toml(&meta());
        let board = text.split("[piece_squares.king]\nmg = [\n").nth(1);
        let rows: Vec<&str> = board.expect("the king's board").lines().take(9).collect();
        assert!(rows[..8].iter().all(|row| row.matches(',').count() == 8));
        assert_eq!(rows[8], "]");
        assert!(text.contains("# knight, bishop, rook, queen\nattacker = "));
        let head = text.find("[stages]").unwrap_or_default();
        assert!(text[head..].lines().all(|line| line.len() <= 100));
    }
}
