//! Figures as the page takes them: the same order everywhere, each an estimate (see
//! `estimates`). What is withheld is null.

use serde_json::{Map, Value, json};

use super::estimates::{mean, share, short};
use super::losses;
use crate::facts::Denominator;
use crate::figures::{CoreFigures, Figures, Part, Share, ZScore};
use crate::report::player::FiguresPass;

/// Key and unit of each figure, in the order of `core`. Its name and what it means are texts
/// of the sections `figure_name` and `figure`, which never call more or less of it good.
const MEASURES: [(&str, &str); 15] = [
    ("mm", "share"),
    ("cv", "share"),
    ("ae", "cp"),
    ("acpl", "cp"),
    ("t2", "share"),
    ("t3", "share"),
    ("t4", "share"),
    ("t5", "share"),
    ("credit", "number"),
    ("accuracy", "points"),
    ("scaled", "number"),
    ("winning", "chance"),
    ("better", "share"),
    ("blunders", "share"),
    ("changes", "number"),
];

/// Up to the average error.
const SLIM: usize = 3;

/// The measures, for the page's tables.
pub(super) fn measures() -> Vec<Value> {
    let measure = |(key, unit)| json!({ "key": key, "unit": unit });
    MEASURES.into_iter().map(measure).collect()
}

fn core(core: &CoreFigures) -> Value {
    let top = |place: usize| core.top.get(place).map(share);
    let above = |cp| core.losses.iter().find(|loss| loss.above_cp == cp);
    json!([
        share(&core.first_choice),
        share(&core.equal),
        mean(&core.average_error_cp),
        mean(&core.capped_loss_cp),
        top(1),
        top(2),
        top(3),
        top(4),
        mean(&core.partial_credit),
        mean(&core.accuracy),
        mean(&core.scaled_loss),
        mean(&core.winning_loss),
        core.better_than_best.first().map(|gain| share(&gain.share)),
        above(100).map(|loss| share(&loss.share)),
        mean(&core.best_move_changes),
    ])
}

/// The figures by each other pass.
pub(super) fn passes(passes: &[FiguresPass]) -> Value {
    let pass =
        |pass: &FiguresPass| json!([pass.pass, pass.counted, pass.figures.as_ref().map(core)]);
    passes.iter().map(pass).collect()
}

/// What a row of a table shows.
pub(super) fn brief(figures: &Figures) -> Value {
    json!({
        "games": figures.games,
        "moves": figures.moves,
        "counted": figures.counted,
        "gate": figures.gate,
        "core": figures.counted().map(core),
        "choices": choices(figures),
    })
}

/// What a row of the table of games shows: the first of the figures, up to the average error.
pub(super) fn slim(figures: &Figures) -> Value {
    let mut first = figures.counted().map(core);
    if let Some(Value::Array(core)) = &mut first {
        core.truncate(SLIM);
    }
    json!({ "counted": figures.counted, "gate": figures.gate, "core": first })
}

/// Choices beside the models: matches as an estimate with those to be expected and their z,
/// the same of engine-like moves and of deep losses, and the intrinsic rating with its interval.
fn choices(figures: &Figures) -> Value {
    let z = |z: &ZScore| json!([z.value, z.low, z.high].map(short));
    json!({
        "matches": figures.z.map(|one| {
            let made = Share::of(one.matches, one.of);
            json!([made.as_ref().map(share), short(one.expected), z(&one.z)])
        }),
        "engine_like": figures.engine_like.map(|one| {
            json!([share(&one.share), short(one.expected), z(&one.z)])
        }),
        "deep_loss": figures.deep_loss.map(|one| {
            json!([short(one.mean), short(one.expected), z(&one.z), one.of])
        }),
        "rated": figures.z.map(|one| short(one.rating)),
        "intrinsic": figures.intrinsic_rating.map(|one| {
            json!([short(one.value), short(one.low), short(one.high), one.choices])
        }),
    })
}

/// What a player's page shows.
pub(super) fn full(figures: &Figures) -> Value {
    let parts = |parts: &[Part]| -> Value {
        let part = |part: &Part| json!([part.key, part.moves, part.figures.as_ref().map(core)]);
        parts.iter().map(part).collect()
    };
    let divided: Vec<Value> = figures
        .core
        .iter()
        .filter(|divided| divided.denominator != Denominator::Counted)
        .map(|divided| {
            json!([
                divided.denominator,
                divided.moves,
                divided.figures.as_ref().map(core)
            ])
        })
        .collect();
    let mates = &figures.mates;
    let mut value = brief(figures);
    let more = json!({
        "excluded": figures.excluded,
        "divided": divided,
        "phase": parts(&figures.by_phase),
        "balance": parts(&figures.by_balance),
        "pace": parts(&figures.by_pace),
        "trends": figures.trends.map(|trends| json!([share(&trends.ascending), share(&trends.descending)])),
        "runs": figures.runs.map(|runs| json!([runs.longest, runs.chance.map(short)])),
        "losses": figures.counted().map(losses::shares),
        "disputed": figures.counted().map(|core| core.disputed),
        "uncertain": figures.counted().map(|core| core.uncertain),
        "between": figures.between_games.as_ref().map(mean),
        "only": figures.only_moves.as_ref().map(share),
        "only_positions": figures.only_move_positions,
        "forced_lines": figures.forced_lines.map(|lines| json!([lines.entered, lines.longest_plies])),
        "mates": {
            "found": mates.found,
            "missed": mates.missed,
            "quickest": mates.quickest,
            "allowed": mates.allowed,
            "suffered": mates.suffered,
            "compared": mates.risks_compared,
            "riskier": mates.riskier,
            "share": mates.found_share.as_ref().map(share),
            "risk": mates.risk_excess.as_ref().map(mean),
        },
        "time": figures.pace.as_ref().map(|pace| json!({
            "seconds": mean(&pace.seconds),
            "instant": share(&pace.instant),
            "unevenness": pace.unevenness.map(short),
            "difficulty": pace.time_against_difficulty.map(|c| json!([short(c.value), short(c.low), short(c.high), c.count])),
        })),
    });
    if let (Value::Object(value), Value::Object(more)) = (&mut value, more) {
        let more: Map<String, Value> = more;
        value.extend(more);
    }
    value
}
