//! What an assistant said of positions, kept in a file, so that it is asked only once.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use plumb_chess::board::Game;
use plumb_chess::notation::{CastlingStyle, FenStyle, parse_uci_move, to_fen, to_uci_move};
use plumb_lab::training::AdvisedMove;
use serde::{Deserialize, Serialize};

use plumb_terminal::Failure;

/// The answers in a file, a line each behind a line that says whose they are.
pub(super) struct Answers {
    file: File,
    path: PathBuf,
    /// By the position's FEN.
    known: HashMap<String, Vec<Line>>,
}

/// Whose answers a file has.
#[derive(PartialEq, Serialize, Deserialize)]
pub(super) struct Head {
    /// Engine, version and settings of the assistant.
    pub(super) assistant: String,
    /// Whose deep looks at its moves the file has.
    pub(super) deep_looks: String,
}

/// A move in coordinates, what the assistant makes of it, and what it loses by a deep look.
type Line = (String, i32, Option<f64>);

#[derive(Serialize, Deserialize)]
struct Answer {
    fen: String,
    lines: Vec<Line>,
}

impl Answers {
    /// Reads what is there; answers of another assistant are an error, and so is a file of
    /// something else. A last line that was not written whole is asked for again.
    pub(super) fn open(path: &Path, asked: &Head) -> Result<Answers, Failure> {
        let place = path.display();
        let unreadable = |error: std::io::Error| format!("cannot open {place}: {error}");
        let head = serde_json::to_string(asked)?;
        let mut known = HashMap::new();
        let mut whole = 0;
        if path.exists() {
            let mut lines = BufReader::new(File::open(path).map_err(unreadable)?);
            let mut text = String::new();
            let mut number = 0;
            while lines.read_line(&mut text).map_err(unreadable)? > 0 {
                number += 1;
                if !text.ends_with('\n') {
                    if number == 1 && !head.starts_with(&text) {
                        return Err(Failure(format!("{place} is no file of answers")));
                    }
                    break;
                }
                let wrong = |error: serde_json::Error| format!("{place}, line {number}: {error}");
                if number == 1 {
                    let found: Head = serde_json::from_str(&text).map_err(wrong)?;
                    if found != *asked {
                        return Err(Failure(format!(
                            "{place} has answers of {}, looked at by {}, not of {}, looked at by {}; choose another file",
                            found.assistant, found.deep_looks, asked.assistant, asked.deep_looks
                        )));
                    }
                } else {
                    let answer: Answer = serde_json::from_str(&text).map_err(wrong)?;
                    known.insert(answer.fen, answer.lines);
                }
                whole += text.len() as u64;
                text.clear();
            }
        }
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.map_err(unreadable)?;
        file.set_len(whole).map_err(unreadable)?;
        let mut answers = Answers {
            file,
            path: path.to_owned(),
            known,
        };
        if whole == 0 {
            answers.write(&head)?;
        }
        Ok(answers)
    }

    /// What is known of a position; nothing where it was not asked.
    pub(super) fn known(&self, asked: &Game) -> Option<Vec<AdvisedMove>> {
        let position = asked.position();
        let lines = self.known.get(&to_fen(position, FenStyle::default()))?;
        let moves = lines.iter();
        let moves = moves.map(|(mv, cp, deep_loss)| {
            Some(AdvisedMove {
                mv: parse_uci_move(position, mv)?,
                cp: *cp,
                deep_loss: *deep_loss,
            })
        });
        moves.collect()
    }

    pub(super) fn keep(&mut self, asked: &Game, answer: &[AdvisedMove]) -> Result<(), Failure> {
        let position = asked.position();
        let text = |one: &AdvisedMove| {
            let mv = to_uci_move(position, one.mv, CastlingStyle::Chess960);
            (mv, one.cp, one.deep_loss)
        };
        let answer = Answer {
            fen: to_fen(position, FenStyle::default()),
            lines: answer.iter().map(text).collect(),
        };
        self.write(&serde_json::to_string(&answer)?)?;
        self.known.insert(answer.fen, answer.lines);
        Ok(())
    }

    fn write(&mut self, line: &str) -> Result<(), Failure> {
        let written = self.file.write_all(format!("{line}\n").as_bytes());
        written.map_err(|error| Failure(format!("cannot write {}: {error}", self.path.display())))
    }
}
