//! An assessment as lines: one fact a line, each beginning with a
//! keyword that neither protocol uses for its own replies.

use std::fmt::Write;

use super::assessment::{Assessment, OwnSearch};
use super::coordinates::line;
use super::forced::ForcedEnd;
use super::iteration::Iteration;
use super::request::AnalysisInput;
use plumb_chess::board::{Game, Move};
use plumb_chess::notation::{CastlingStyle, to_uci_move};
use plumb_engine::search::{Score, ScoreValue};

fn line_text(game: &Game, moves: &[Move], style: CastlingStyle) -> String {
    line(game, moves, style).join(" ")
}

fn score_text(score: Score) -> String {
    match score.value() {
        ScoreValue::Cp(cp) => format!("cp {cp}"),
        ScoreValue::Mate(moves) => format!("mate {moves}"),
    }
}

fn numbers(values: &[f64]) -> String {
    let texts: Vec<String> = values.iter().map(|value| format!("{value:.6}")).collect();
    texts.join(" ")
}

fn optional(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "none".to_owned(), |value| value.to_string())
}

fn search_lines(
    out: &mut String,
    name: &str,
    search: &OwnSearch,
    game: &Game,
    style: CastlingStyle,
) {
    for iteration in &search.iterations {
        let Iteration {
            depth,
            seldepth,
            score,
            bound,
            nodes,
            time_ms,
            ..
        } = iteration;
        let _ = writeln!(
            out,
            "level {name} depth {depth} seldepth {seldepth} score {} bound {} nodes {nodes} time {time_ms} pv {}",
            score_text(*score),
            bound,
            line_text(game, iteration.moves(), style)
        );
    }
    let values: Vec<String> = search.levels.values.iter().map(i32::to_string).collect();
    let _ = writeln!(
        out,
        "level {name} vector {} extrapolated {}",
        values.join(" "),
        search.levels.extrapolated
    );
    let shape = &search.shape;
    let _ = writeln!(
        out,
        "level {name} shape {} amplitude {:.6} cubic {} residual {:.6}",
        numbers(&shape.values),
        shape.amplitude,
        shape
            .cubic
            .map_or_else(|| "none".to_owned(), |c| numbers(&c)),
        shape.residual
    );
    if let Some(course) = &search.course {
        let depths: Vec<String> = course.changes.iter().map(u32::to_string).collect();
        let _ = writeln!(
            out,
            "level {name} changes {}{}{} settled {} swing {}",
            depths.len(),
            if depths.is_empty() { "" } else { " at " },
            depths.join(" "),
            course.settled_depth,
            course.swing_cp
        );
    }
}

impl Assessment {
    /// All facts, one a line, moves in coordinates. `request` is what was asked.
    pub fn to_lines(&self, request: &AnalysisInput, style: CastlingStyle) -> String {
        let mut out = String::new();
        let game = &request.game;
        let text = |mv: Move| to_uci_move(game.position(), mv, style);
        if let Some(best) = &self.best {
            search_lines(&mut out, "best", best, game, style);
        }
        if let Some(played) = &self.played {
            let mut after = game.clone();
            after.play(played.mv);
            search_lines(&mut out, "played", &played.search, &after, style);
        }
        self.alternative_lines(&mut out, game, style);
        if let Some(played) = &self.played {
            let _ = write!(
                out,
                "played {} score {} drop {} first-choice {}",
                text(played.mv),
                score_text(played.search.score),
                played.drop_cp,
                yes(played.is_first_choice)
            );
            if let Some(listed) = self.alternatives.as_ref().and_then(|a| a.find(played.mv)) {
                let _ = write!(
                    out,
                    " loss {} winning-loss {:.6} rank {} equal {} scaled {:.6} credit {:.6}",
                    listed.loss_cp,
                    listed.winning_loss,
                    listed.rank,
                    yes(listed.is_equal_best),
                    listed.scaled,
                    listed.credit
                );
            }
            out.push('\n');
        }
        self.forced_lines(&mut out, game, style);
        self.mate_lines(&mut out, game, style);
        self.summary_lines(&mut out, game, style);
        out
    }

    fn alternative_lines(&self, out: &mut String, game: &Game, style: CastlingStyle) {
        let Some(alternatives) = &self.alternatives else {
            return;
        };
        for alternative in &alternatives.moves {
            let _ = writeln!(
                out,
                "line {} move {} score {} depth {} loss {} winning-loss {:.6} equal {} scaled {:.6} credit {:.6} pv {}",
                alternative.rank,
                to_uci_move(game.position(), alternative.mv, style),
                score_text(alternative.score),
                alternative.depth,
                alternative.loss_cp,
                alternative.winning_loss,
                yes(alternative.is_equal_best),
                alternative.scaled,
                alternative.credit,
                line_text(game, &alternative.line, style)
            );
        }
        let _ = writeln!(
            out,
            "line listed {} legal {} depth {}",
            alternatives.moves.len(),
            alternatives.legal,
            alternatives.depth
        );
    }

    fn forced_lines(&self, out: &mut String, game: &Game, style: CastlingStyle) {
        let moves: Vec<Move> = self.forced.plies.iter().map(|ply| ply.mv).collect();
        let texts = line(game, &moves, style);
        for (number, (ply, mv)) in self.forced.plies.iter().zip(texts).enumerate() {
            let _ = writeln!(
                out,
                "forced {} move {mv} kind {} margin {} recapture {}",
                number + 1,
                ply.kind,
                optional(ply.margin_cp),
                yes(ply.is_recapture)
            );
        }
        let _ = write!(
            out,
            "forced length {} only-legal {} recaptures {} end {}",
            self.forced.plies.len(),
            self.forced.only_legal_moves(),
            self.forced.recaptures(),
            self.forced.end
        );
        if let ForcedEnd::NotForced { margin_cp } = self.forced.end {
            let _ = write!(out, " margin {margin_cp}");
        }
        out.push('\n');
    }

    fn mate_lines(&self, out: &mut String, game: &Game, style: CastlingStyle) {
        if let Some(risk) = &self.mate_risk {
            for (number, (line, share)) in risk.lines.iter().zip(&risk.risks).enumerate() {
                let _ = writeln!(
                    out,
                    "mate {} in {} material {} complete {} risk {share:.6} pv {}",
                    number + 1,
                    line.mate_in,
                    line.material_pawns,
                    yes(line.is_complete),
                    line_text(game, &line.moves, style)
                );
            }
            let least = risk.least_risky().map(|line| &line.moves[..1]);
            let fixed = |value: Option<f64>| optional(value.map(|value| format!("{value:.6}")));
            let _ = writeln!(
                out,
                "mate least-risky {} played-risk {} excess {}",
                optional(least.map(|line| line_text(game, line, style))),
                fixed(risk.played_risk()),
                fixed(risk.excess)
            );
        }
        let _ = writeln!(
            out,
            "mate threat own {} ({}) other {} ({})",
            optional(self.threat.own.mate_in),
            self.threat.own.certainty,
            optional(self.threat.other.mate_in),
            self.threat.other.certainty
        );
    }

    fn summary_lines(&self, out: &mut String, game: &Game, style: CastlingStyle) {
        if let Some(difficulty) = &self.difficulty {
            let plausible: Vec<String> = difficulty
                .plausible
                .iter()
                .map(|(depth, count)| format!("{depth}:{count}"))
                .collect();
            let _ = writeln!(
                out,
                "summary difficulty {} depth {} swings {} gap {} plausible {}",
                difficulty.grade,
                difficulty.depth_needed,
                difficulty.swings,
                optional(difficulty.gap_cp),
                plausible.join(" ")
            );
        }
        if let Some(accounts) = &self.accounts {
            let _ = writeln!(
                out,
                "summary account root {} leaf {} leaf-ply {} correction {} search {} (centipawns from White's side)",
                accounts.root.account.total_cp,
                accounts.leaf.account.total_cp,
                accounts.leaf_ply,
                accounts.correction.total_cp(),
                optional(accounts.search_cp)
            );
        }
        let first = self.best.as_ref().and_then(|best| best.line().first());
        let _ = writeln!(
            out,
            "summary best {} score {} outcome {} chances {} effort {} nodes {} stopped {}",
            optional(first.map(|&mv| to_uci_move(game.position(), mv, style))),
            self.best
                .as_ref()
                .map_or_else(|| "none".to_owned(), |best| score_text(best.score)),
            self.outcome.map_or("none", Into::into),
            optional(self.chances.map(|chances| {
                let [win, draw, loss] = chances.map(|permille| f64::from(permille) / 10.0);
                format!("win {win:.1} % draw {draw:.1} % loss {loss:.1} %")
            })),
            self.settings.effort,
            self.nodes,
            yes(self.is_stopped)
        );
    }
}

pub(super) fn yes(is: bool) -> &'static str {
    if is { "yes" } else { "no" }
}
