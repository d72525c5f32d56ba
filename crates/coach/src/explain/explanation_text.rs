//! An explanation for people: the moves and sentences first, the bars below.

use super::compared_line::ComparedLine;
use super::feature_bars::feature_bars;
use super::move_explanation::MoveExplanation;
use super::words::{side_name, signed_pawns};
use plumb_chess::board::Outcome;
use plumb_engine::eval::Account;
use plumb_engine::search::ScoreValue;
use plumb_support::wording::{say, text};

/// Plies of a line above the bars, which show its end.
const SHOWN_PLIES: usize = 12;

impl MoveExplanation {
    /// The lines of text; in plain ASCII if asked for.
    pub fn to_text(&self, ascii: bool) -> Vec<String> {
        let mut lines: Vec<String> = self.outcome_text().into_iter().collect();
        if self.is_over {
            return lines;
        }
        lines.extend(self.sentences.iter().map(|sentence| sentence.text.clone()));
        if let Some(comparison) = &self.comparison {
            let shown = comparison.side_by_side();
            lines.push(String::new());
            lines.extend(shown.iter().map(|line| line_text(line)));
            lines.push(String::new());
            let columns: Vec<(String, &Account)> = shown
                .iter()
                .map(|line| (caption(line), &line.end.account))
                .collect();
            lines.extend(feature_bars(&columns, ascii));
        }
        if self.is_stopped {
            let known = match self.comparison {
                Some(_) => text!(explained.stopped),
                None => text!(explained.nothing_known),
            };
            lines.push(known.to_owned());
        }
        lines
    }

    /// How the game ended, or can be ended, if it did or can.
    pub fn outcome_text(&self) -> Option<String> {
        self.outcome.map(|one| self.outcome_sentence(one))
    }

    fn outcome_sentence(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Checkmate => {
                let (loser, winner) = (side_name(self.side), side_name(!self.side));
                say!(outcome.checkmate, loser, winner)
            }
            Outcome::Stalemate => say!(outcome.stalemate, side = side_name(self.side)),
            Outcome::InsufficientMaterial => text!(outcome.insufficient_material).to_owned(),
            Outcome::FiftyMoves => text!(outcome.fifty_moves).to_owned(),
            Outcome::Threefold => text!(outcome.threefold).to_owned(),
        }
    }
}

/// `40...Kf6 41.Rf7+ Ke5`.
fn line_text(line: &ComparedLine) -> String {
    let shown = line.line.first(SHOWN_PLIES);
    let more = if shown.moves().len() < line.line.moves().len() {
        " ..."
    } else {
        ""
    };
    format!("{}{more}", shown.san())
}

/// A move with its score from White's side.
fn caption(line: &ComparedLine) -> String {
    let score = match line.score.value() {
        ScoreValue::Cp(cp) => signed_pawns(line.side.fold(cp, -cp)),
        ScoreValue::Mate(moves) => {
            let winner = if moves > 0 { line.side } else { !line.side };
            let moves = moves.unsigned_abs().to_string();
            say!(outcome.mates_in, side = side_name(winner), moves)
        }
    };
    format!("{}  {score}", line.san)
}
