//! An account and a comparison as data for programs. `docs/evaluation.md`
//! describes every field, `schemas/` holds the schemas that tests check.
//!
//! Scores are from White's side and whole numbers throughout: centipawns, or
//! 24ths of a centipawn where a blend is not a whole one.

use serde::{Serialize, Serializer};

use super::account_diff::{AccountDiff, Change, Part, PointsChange};
use super::explanation::Explanation;
use super::rows::{StageRow, TermRow};
use super::tapered::Tapered;
use super::terms::Group;
use plumb_chess::board::Color;

#[derive(Serialize)]
struct Pair {
    middlegame: i32,
    endgame: i32,
}

impl From<Tapered> for Pair {
    fn from(value: Tapered) -> Pair {
        Pair {
            middlegame: value.middlegame(),
            endgame: value.endgame(),
        }
    }
}

#[derive(Serialize)]
struct Chances {
    win: u32,
    draw: u32,
    loss: u32,
}

impl From<[u32; 3]> for Chances {
    fn from([win, draw, loss]: [u32; 3]) -> Chances {
        Chances { win, draw, loss }
    }
}

#[derive(Serialize)]
struct GroupView {
    group: &'static str,
    title: &'static str,
    white: Pair,
    black: Pair,
    total: Pair,
    white_24ths: i32,
}

#[derive(Serialize)]
struct TermView {
    term: String,
    slot: String,
    side: &'static str,
    count: i32,
    squares: Vec<String>,
    unit: &'static str,
    weight: Pair,
    value: Pair,
    white_24ths: i32,
}

#[derive(Serialize)]
struct StageView {
    stage: &'static str,
    title: &'static str,
    reason: Option<&'static str>,
    halves: Option<Pair>,
    white_24ths: i32,
}

#[derive(Serialize)]
struct ExplanationView<'a> {
    fen: &'a str,
    side_to_move: &'static str,
    standing: &'static str,
    phase: i32,
    white_cp: i32,
    white_chances_permille: Chances,
    groups: Vec<GroupView>,
    terms: Vec<TermView>,
    stages: Vec<StageView>,
}

fn side_name(side: Color) -> &'static str {
    side.fold("white", "black")
}

impl Explanation {
    /// As `plumb eval --json` prints it, without the last line's end. It is over a hundred
    /// thousand characters, which are written here because this layer is built for speed.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self)
    }
}

impl Serialize for Explanation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let account = &self.account;
        let group = |&group: &Group| {
            let total = account.group_total(group);
            let [white, black] = account.group_sides(group).map(Pair::from);
            GroupView {
                group: group.key(),
                title: group.title(),
                white,
                black,
                total: total.into(),
                white_24ths: total.blend_24ths(account.phase),
            }
        };
        let term = |row: &TermRow| TermView {
            term: row.term.path(),
            slot: row.term.slots().label(row.slot),
            side: side_name(row.side),
            count: row.count,
            squares: row.squares.into_iter().map(|s| s.to_string()).collect(),
            unit: row.term.unit(),
            weight: row.weight().into(),
            value: row.value.into(),
            white_24ths: account.contribution_24ths(row),
        };
        let stage = |row: &StageRow, halves: Option<Pair>| StageView {
            stage: row.stage.key(),
            title: row.stage.title(),
            reason: row.stage.reason().filter(|_| row.twenty_fourths != 0),
            halves,
            white_24ths: row.twenty_fourths,
        };
        let before = account.stages_before_blend().iter();
        let after = account.stages_after_blend().iter();
        let view = ExplanationView {
            fen: &self.fen,
            side_to_move: side_name(account.turn),
            standing: self.standing.into(),
            phase: account.phase,
            white_cp: account.total_cp,
            white_chances_permille: self.white_chances.into(),
            groups: Group::ALL.iter().map(group).collect(),
            terms: account.terms.iter().map(term).collect(),
            stages: before
                .map(|row| stage(row, Some(row.value.into())))
                .chain(after.map(|row| stage(row, None)))
                .collect(),
        };
        view.serialize(serializer)
    }
}

#[derive(Serialize)]
struct EndView<'a> {
    fen: &'a str,
    side_to_move: &'static str,
    standing: &'static str,
    phase: i32,
    white_cp: i32,
    white_chances_permille: Chances,
}

impl<'a> From<&'a Explanation> for EndView<'a> {
    fn from(explanation: &'a Explanation) -> EndView<'a> {
        EndView {
            fen: &explanation.fen,
            side_to_move: side_name(explanation.account.turn),
            standing: explanation.standing.into(),
            phase: explanation.account.phase,
            white_cp: explanation.account.total_cp,
            white_chances_permille: explanation.white_chances.into(),
        }
    }
}

#[derive(Serialize)]
struct PartView {
    value: Pair,
    white_24ths: i32,
}

impl From<Part> for PartView {
    fn from(part: Part) -> PartView {
        PartView {
            value: part.value.into(),
            white_24ths: part.twenty_fourths,
        }
    }
}

#[derive(Serialize)]
struct ChangeView {
    kind: &'static str,
    name: String,
    side: Option<&'static str>,
    before: PartView,
    after: PartView,
    change_24ths: i32,
}

#[derive(Serialize)]
struct PointsView {
    term: String,
    side: &'static str,
    unit: &'static str,
    before: Pair,
    after: Pair,
}

#[derive(Serialize)]
struct DiffView<'a> {
    before: EndView<'a>,
    after: EndView<'a>,
    change_cp: i32,
    rows: Vec<ChangeView>,
    points: Vec<PointsView>,
}

impl AccountDiff<'_> {
    /// As `plumb eval --diff --json` prints it, without the last line's end.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self)
    }
}

impl Serialize for AccountDiff<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let row = |change: &Change| ChangeView {
            kind: change.cause.kind(),
            name: change.cause.key(),
            side: change.cause.side().map(side_name),
            before: change.before.into(),
            after: change.after.into(),
            change_24ths: change.change_24ths(),
        };
        let points = |change: &PointsChange| PointsView {
            term: change.term.path(),
            side: side_name(change.side),
            unit: change.term.unit(),
            before: change.before.into(),
            after: change.after.into(),
        };
        let view = DiffView {
            before: self.before.into(),
            after: self.after.into(),
            change_cp: self.change_cp(),
            rows: self.rows.iter().map(row).collect(),
            points: self.points.iter().map(points).collect(),
        };
        view.serialize(serializer)
    }
}
