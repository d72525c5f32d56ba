//! An assessment as people read it: the board, moves in SAN, sentences, bars.
//! Scores are from White's side, unlike in data, because a reader looks at a
//! board and not at a player.

use std::fmt::Write;

use super::alternatives::{Alternatives, PLAUSIBLE_CP};
use super::assessment::{Assessment, PlayedAssessment};
use super::bars::{bars, pawns};
use super::forced::{ForcedEnd, ForcedKind};
use super::king_threat::{Certainty, THREAT_MOVES, Threat};
use super::request::AnalysisInput;
use plumb_chess::board::{Color, Game, Move, Outcome};
use plumb_chess::notation::{board_text, to_san, to_san_line};
use plumb_engine::glance::level_value;
use plumb_engine::search::{Score, ScoreValue};

/// More plies of a line than this are not printed.
const LINE_PLIES: usize = 12;
/// What the positions that a correction was learned from have in common, in the order
/// of its parts.
const CORRECTION_PARTS: [&str; 5] = [
    "pawns",
    "minor pieces",
    "major pieces",
    "one side's pieces",
    "moves",
];

/// Counted things: `1 move`, `2 moves`.
fn count(number: usize, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{plural}")
}

/// A score of the mover's from White's side.
fn score_text(score: Score, mover: Color) -> String {
    match score.value() {
        ScoreValue::Cp(cp) => pawns(mover.fold(cp, -cp)),
        ScoreValue::Mate(moves) => {
            let winner = if moves > 0 { mover } else { !mover };
            format!("{} mates in {}", side(winner), moves.abs())
        }
    }
}

fn side(color: Color) -> &'static str {
    color.fold("White", "Black")
}

fn line_text(game: &Game, moves: &[Move]) -> String {
    let shown = &moves[..moves.len().min(LINE_PLIES)];
    let more = if shown.len() < moves.len() {
        " ..."
    } else {
        ""
    };
    to_san_line(game.position(), shown) + more
}

fn outcome_text(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Checkmate => "The game is over: checkmate.",
        Outcome::Stalemate => "The game is over: stalemate.",
        Outcome::InsufficientMaterial => "The game is drawn: nobody can mate any more.",
        Outcome::FiftyMoves => "A draw may be claimed: fifty moves without a capture or pawn move.",
        Outcome::Threefold => "A draw may be claimed: the position stands for the third time.",
    }
}

impl Assessment {
    /// What there is to say, for people. `request` is what was asked.
    pub fn to_prose(&self, request: &AnalysisInput) -> String {
        let game = &request.game;
        let mover = game.position().turn();
        let mut out = board_text(game.position());
        let _ = writeln!(
            out,
            "\n{} to move. Scores are in pawns; + is good for White.",
            side(mover)
        );
        if let Some(outcome) = self.outcome {
            let _ = writeln!(out, "{}", outcome_text(outcome));
        }
        self.choice(&mut out, game);
        if let Some(played) = &self.played {
            self.played_move(&mut out, game, played);
        }
        if let Some(alternatives) = &self.alternatives {
            list(&mut out, game, alternatives);
        }
        self.certainty(&mut out, game);
        self.forced_line(&mut out, game);
        self.mates(&mut out, mover);
        self.reasons(&mut out);
        if self.is_stopped {
            out.push_str("\nStopped early: some of this is less deep than was asked for.\n");
        }
        out
    }

    fn choice(&self, out: &mut String, game: &Game) {
        let mover = game.position().turn();
        let Some((best, &first)) = self
            .best
            .as_ref()
            .and_then(|b| Some((b, b.line().first()?)))
        else {
            return;
        };
        let _ = writeln!(
            out,
            "\nFirst choice: {}  {}\n  {}",
            to_san(game.position(), first),
            score_text(best.score, mover),
            line_text(game, best.line())
        );
        if let Some([win, draw, loss]) = self.chances {
            let [white, black] = mover.fold([win, loss], [loss, win]);
            let percent = |permille: u32| f64::from(permille) / 10.0;
            let _ = writeln!(
                out,
                "  White wins {:.1} %, draw {:.1} %, Black wins {:.1} %",
                percent(white),
                percent(draw),
                percent(black)
            );
        }
    }

    fn played_move(&self, out: &mut String, game: &Game, played: &PlayedAssessment) {
        let mover = game.position().turn();
        let san = to_san(game.position(), played.mv);
        let score = score_text(played.search.score, mover);
        let _ = write!(out, "\nPlayed: {san}  {score}\n  ");
        let best_mates = self.best.as_ref().is_some_and(|best| best.score.is_mate());
        let _ = if played.is_first_choice {
            writeln!(out, "The first choice.")
        } else if best_mates || played.search.score.is_mate() {
            // Pawns would say nothing here: the scores themselves do.
            writeln!(out, "Not the first choice.")
        } else if played.drop_cp > 0 {
            let drop = pawns(played.drop_cp);
            writeln!(out, "Worse than the first choice by {} pawns.", &drop[1..])
        } else {
            writeln!(out, "As good as the first choice, by a search of its own.")
        };
        if !played.search.line().is_empty() {
            let mut after = game.clone();
            after.play(played.mv);
            let _ = writeln!(out, "  {}", line_text(&after, played.search.line()));
        }
    }

    fn certainty(&self, out: &mut String, game: &Game) {
        let course = self.best.as_ref().and_then(|best| best.course.as_ref());
        let (Some(best), Some(course)) = (&self.best, course) else {
            return;
        };
        let Some(&first) = best.line().first() else {
            return;
        };
        let san = to_san(game.position(), first);
        let _ = write!(out, "\nHow sure: ");
        if game.position().legal_moves().len() == 1 {
            let _ = writeln!(out, "{san} is the only legal move.");
            return;
        }
        let _ = match course.changes.len() {
            0 => write!(
                out,
                "{san} was first from the start to depth {}",
                course.final_depth
            ),
            changes => write!(
                out,
                "{san} is first from depth {} to {}, after {}",
                course.settled_depth,
                course.final_depth,
                if changes == 1 {
                    "1 change of mind".to_owned()
                } else {
                    format!("{changes} changes of mind")
                }
            ),
        };
        let Some(alternatives) = &self.alternatives else {
            let _ = writeln!(out, "; the others were not compared with it.");
            return;
        };
        let near = |loss: i32| loss <= PLAUSIBLE_CP;
        let rivals = alternatives
            .moves
            .iter()
            .filter(|a| a.mv != first && near(a.loss_cp))
            .count();
        let _ = match rivals {
            0 => writeln!(out, "; no other move comes within half a pawn."),
            1 => writeln!(out, "; 1 other move is within half a pawn of the best."),
            _ => writeln!(
                out,
                "; {rivals} other moves are within half a pawn of the best."
            ),
        };
    }

    fn forced_line(&self, out: &mut String, game: &Game) {
        if self.best.is_none() {
            return;
        }
        let moves: Vec<Move> = self.forced.plies.iter().map(|ply| ply.mv).collect();
        if moves.is_empty() {
            if let ForcedEnd::NotForced { margin_cp } = self.forced.end {
                let margin = pawns(margin_cp);
                let _ = writeln!(
                    out,
                    "Forced: nothing; the best move is ahead by {}.",
                    &margin[1..]
                );
            }
            return;
        }
        let only = self
            .forced
            .plies
            .iter()
            .filter(|ply| ply.kind == ForcedKind::OnlyLegal)
            .count();
        let only = match only {
            0 => String::new(),
            _ => format!(", {only} of them the only legal move"),
        };
        let _ = writeln!(
            out,
            "Forced: {} in a row with no good alternative{only}.\n  {}",
            count(moves.len(), "move"),
            line_text(game, &moves)
        );
    }

    fn mates(&self, out: &mut String, mover: Color) {
        let threat = &self.threat;
        for (who, found) in [(mover, &threat.other), (!mover, &threat.own)] {
            if let Some(moves) = found.mate_in {
                let condition = if who == mover {
                    ""
                } else {
                    ", if the other passes"
                };
                let sure = match found.certainty {
                    Certainty::Proved => "no shorter mate exists",
                    _ => "a shorter one may exist",
                };
                let _ = writeln!(
                    out,
                    "Mate: {} mates in {moves}{condition} ({sure}).",
                    side(who)
                );
            }
        }
        if threat.own.mate_in.is_none() && threat.other.mate_in.is_none() {
            let proved = |threat: &Threat| threat.certainty == Certainty::Proved;
            let _ = if proved(&threat.own) && proved(&threat.other) {
                writeln!(
                    out,
                    "Mate: neither side has one within {THREAT_MOVES} moves, even if the other passes."
                )
            } else if self.best.is_some() {
                writeln!(out, "Mate: none was seen within {THREAT_MOVES} moves.")
            } else {
                Ok(())
            };
        }
        let Some(risk) = &self.mate_risk else {
            return;
        };
        if let (Some(least), true) = (risk.least_risky(), risk.lines.len() > 1) {
            let _ = writeln!(
                out,
                "  Of {} the safest mates in {}, with a balance of material of {:+} pawns for {}.",
                count(risk.lines.len(), "mating line"),
                least.mate_in,
                least.material_pawns,
                side(mover)
            );
        }
    }

    fn reasons(&self, out: &mut String) {
        let Some(accounts) = self
            .accounts
            .as_ref()
            .filter(|accounts| accounts.search_cp.is_some())
        else {
            return;
        };
        let title = "Why (end of the first choice's line)";
        let _ = writeln!(out, "\n{title:<38}Black │ White");
        out.push_str(&bars(&accounts.leaf.account));
        let learned = accounts.correction.total_cp();
        if learned != 0 {
            let parts: Vec<String> = CORRECTION_PARTS
                .iter()
                .zip(accounts.correction.parts())
                .filter(|&(_, cp)| cp != 0)
                .map(|(name, cp)| format!("{name} {}", pawns(cp)))
                .collect();
            let _ = writeln!(
                out,
                "  What it learned of positions like this: {}\n    {}",
                pawns(learned),
                parts.join(", ")
            );
        }
        if let Some(cp) = accounts.search_cp.filter(|&cp| cp != 0) {
            let _ = writeln!(out, "  What the search adds to it: {}", pawns(cp));
        }
    }
}

fn list(out: &mut String, game: &Game, alternatives: &Alternatives) {
    if alternatives.legal < 2 {
        return;
    }
    let mover = game.position().turn();
    let mut moves: Vec<_> = alternatives.moves.iter().collect();
    moves.sort_by_key(|alternative| -level_value(alternative.score));
    let _ = writeln!(
        out,
        "\nChoices at depth {} ({} of {} legal moves):",
        alternatives.depth,
        moves.len(),
        alternatives.legal
    );
    let width = moves
        .iter()
        .map(|alternative| score_text(alternative.score, mover).len())
        .max()
        .unwrap_or(0);
    for alternative in moves {
        let score = score_text(alternative.score, mover);
        let _ = writeln!(
            out,
            "  {score:>width$}  {}",
            line_text(game, &alternative.line)
        );
    }
}
