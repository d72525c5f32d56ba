//! An assessment as one JSON object. `docs/analysis.md` describes every field,
//! `schemas/analysis.schema.json` is what the tests check it against.

use serde_json::{Value, json};

use super::alternatives::Alternative;
use super::assessment::{Assessment, OwnSearch};
use super::coordinates::line;
use super::forced::{ForcedEnd, ForcedLine};
use super::king_threat::{KingThreat, Threat};
use super::mate_risk::MateRisk;
use super::request::{AnalysisInput, Effort};
use plumb_chess::board::{Game, Move};
use plumb_chess::notation::{CastlingStyle, FenStyle, to_fen, to_uci_move};
use plumb_engine::search::{Score, ScoreValue};

fn score(score: Score) -> Value {
    match score.value() {
        ScoreValue::Cp(cp) => json!({ "cp": cp }),
        ScoreValue::Mate(moves) => json!({ "mate": moves }),
    }
}

fn own_search(search: &OwnSearch, game: &Game, style: CastlingStyle) -> Value {
    let iterations: Vec<Value> = search
        .iterations
        .iter()
        .map(|iteration| {
            json!({
                "depth": iteration.depth,
                "seldepth": iteration.seldepth,
                "score": score(iteration.score),
                "bound": <&str>::from(iteration.bound),
                "nodes": iteration.nodes,
                "time_ms": iteration.time_ms,
                "pv": line(game, iteration.moves(), style),
            })
        })
        .collect();
    let course = search.course.as_ref().map(|course| {
        json!({
            "changes": course.changes,
            "settled_depth": course.settled_depth,
            "final_depth": course.final_depth,
            "swing_cp": course.swing_cp,
        })
    });
    json!({
        "score": score(search.score),
        "pv": line(game, search.line(), style),
        "nodes": search.nodes,
        "iterations": iterations,
        "levels": {
            "values": search.levels.values,
            "extrapolated": search.levels.extrapolated,
        },
        "shape": {
            "amplitude": search.shape.amplitude,
            "values": search.shape.values,
            "cubic": search.shape.cubic,
            "residual": search.shape.residual,
        },
        "course": course,
    })
}

fn alternative(alternative: &Alternative, game: &Game, style: CastlingStyle) -> Value {
    json!({
        "move": to_uci_move(game.position(), alternative.mv, style),
        "score": score(alternative.score),
        "depth": alternative.depth,
        "rank": alternative.rank,
        "equal_best": alternative.is_equal_best,
        "loss_cp": alternative.loss_cp,
        "winning_loss": alternative.winning_loss,
        "scaled": alternative.scaled,
        "credit": alternative.credit,
        "pv": line(game, &alternative.line, style),
    })
}

fn mate_risk(risk: &MateRisk, game: &Game, style: CastlingStyle) -> Value {
    let first = |line: &[Move]| {
        line.first()
            .map(|&mv| to_uci_move(game.position(), mv, style))
    };
    let lines: Vec<Value> = risk
        .lines
        .iter()
        .zip(&risk.risks)
        .map(|(one, share)| {
            json!({
                "move": first(&one.moves),
                "mate": one.mate_in,
                "material_pawns": one.material_pawns,
                "complete": one.is_complete,
                "risk": share,
                "pv": line(game, &one.moves, style),
            })
        })
        .collect();
    json!({
        "lines": lines,
        "least_risky": risk.least_risky().and_then(|line| first(&line.moves)),
        "played_risk": risk.played_risk(),
        "excess": risk.excess,
    })
}

fn king_threat(threat: &KingThreat) -> Value {
    let one = |threat: Threat| {
        json!({
            "mate_in": threat.mate_in,
            "certainty": <&str>::from(threat.certainty),
        })
    };
    json!({ "own": one(threat.own), "other": one(threat.other) })
}

fn forced(forced: &ForcedLine, game: &Game, style: CastlingStyle) -> Value {
    let moves: Vec<Move> = forced.plies.iter().map(|ply| ply.mv).collect();
    let plies: Vec<Value> = forced
        .plies
        .iter()
        .zip(line(game, &moves, style))
        .map(|(ply, mv)| {
            json!({
                "move": mv,
                "kind": <&str>::from(ply.kind),
                "margin_cp": ply.margin_cp,
                "recapture": ply.is_recapture,
            })
        })
        .collect();
    let end_margin_cp = match forced.end {
        ForcedEnd::NotForced { margin_cp } => Some(margin_cp),
        _ => None,
    };
    json!({
        "length_plies": forced.plies.len(),
        "plies": plies,
        "end": <&str>::from(forced.end),
        "end_margin_cp": end_margin_cp,
    })
}

impl Assessment {
    /// Everything, on one line. `request` is what was asked. Errors only if a
    /// part cannot be written as JSON, which says which.
    pub fn to_json(&self, request: &AnalysisInput, style: CastlingStyle) -> Result<String, String> {
        let game = &request.game;
        let position = game.position();
        let (kind, amount) = match self.settings.effort {
            Effort::Nodes(nodes) => ("nodes", nodes),
            Effort::Depth(plies) => ("depth", u64::from(plies)),
            Effort::Seldepth(plies) => ("seldepth", plies as u64),
            Effort::MoveTime(ms) => ("movetime_ms", ms.unsigned_abs()),
        };
        let played = self.played.as_ref().map(|played| {
            let mut after = game.clone();
            after.play(played.mv);
            let listed = self
                .alternatives
                .as_ref()
                .and_then(|all| all.find(played.mv));
            json!({
                "move": to_uci_move(position, played.mv, style),
                "drop_cp": played.drop_cp,
                "first_choice": played.is_first_choice,
                "search": own_search(&played.search, &after, style),
                "alternative": listed.map(|listed| alternative(listed, game, style)),
            })
        });
        let alternatives = self.alternatives.as_ref().map(|all| {
            json!({
                "depth": all.depth,
                "legal": all.legal,
                "moves": all.moves.iter().map(|one| alternative(one, game, style)).collect::<Vec<_>>(),
            })
        });
        let difficulty = self.difficulty.as_ref().map(|difficulty| {
            json!({
                "grade": <&str>::from(difficulty.grade),
                "depth_needed": difficulty.depth_needed,
                "swings": difficulty.swings,
                "gap_cp": difficulty.gap_cp,
                "plausible": difficulty.plausible.iter()
                    .map(|(depth, count)| json!({ "depth": depth, "moves": count }))
                    .collect::<Vec<_>>(),
            })
        });
        let account = match &self.accounts {
            None => Value::Null,
            Some(accounts) => {
                let value = |part| serde_json::to_value(part).map_err(|error| error.to_string());
                json!({
                    "root": value(&accounts.root)?,
                    "leaf": value(&accounts.leaf)?,
                    "leaf_ply": accounts.leaf_ply,
                    "correction": {
                        "total_cp": accounts.correction.total_cp(),
                        "pawns_cp": accounts.correction.pawns_cp,
                        "minors_cp": accounts.correction.minors_cp,
                        "majors_cp": accounts.correction.majors_cp,
                        "pieces_cp": accounts.correction.pieces_cp,
                        "moves_cp": accounts.correction.moves_cp,
                    },
                    "search_cp": accounts.search_cp,
                })
            }
        };
        let whole = json!({
            "fen": to_fen(position, FenStyle::XFen),
            "history_plies": game.ply(),
            "settings": {
                "effort": { kind: amount },
                "multipv": self.settings.multi_pv,
                "levels": self.settings.levels,
                "forced_margin_cp": self.settings.forced_margin_cp,
                "hash_mb": self.settings.hash_mb,
            },
            "outcome": self.outcome.map(<&str>::from),
            "chances_permille": self.chances.map(|[win, draw, loss]| {
                json!({ "win": win, "draw": draw, "loss": loss })
            }),
            "best": self.best.as_ref().map(|best| own_search(best, game, style)),
            "played": played,
            "alternatives": alternatives,
            "mate_risk": self.mate_risk.as_ref().map(|risk| mate_risk(risk, game, style)),
            "king_threat": king_threat(&self.threat),
            "forced": forced(&self.forced, game, style),
            "difficulty": difficulty,
            "account": account,
            "nodes": self.nodes,
            "stopped": self.is_stopped,
        });
        Ok(whole.to_string())
    }
}
