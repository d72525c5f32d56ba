//! What makes two positions' evaluations differ, row by row.
//!
//! A row is a term of one side or a stage, with what it added to the score
//! before and after. The changes add up exactly to the difference of the two
//! scores, because each is a difference of rows that add up to a score.

use std::fmt;

use super::account::Account;
use super::account_table::{Exact, Percent};
use super::explanation::Explanation;
use super::rows::{Stage, StageRow};
use super::tapered::Tapered;
use super::terms::Term;
use plumb_chess::board::Color;

/// Two explanations and the rows that differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountDiff<'a> {
    /// The first position.
    pub before: &'a Explanation,
    /// The second position.
    pub after: &'a Explanation,
    /// What adds something else to the score than before, the largest change
    /// first. King danger is here as a stage of each side, not as terms.
    pub rows: Vec<Change>,
    /// The terms that count through those stages and changed, in the order of
    /// the table.
    pub points: Vec<PointsChange>,
}

/// What a row of a comparison is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A term, for one side.
    Term(Term, Color),
    /// A stage.
    Stage(Stage),
}

impl Cause {
    /// `term` or `stage`.
    pub fn kind(self) -> &'static str {
        match self {
            Cause::Term(..) => "term",
            Cause::Stage(_) => "stage",
        }
    }

    /// Its name in data: `pawns.isolated`, `tempo`.
    pub fn key(self) -> String {
        match self {
            Cause::Term(term, _) => term.path(),
            Cause::Stage(stage) => stage.key().to_owned(),
        }
    }

    /// Whose it is; most stages are nobody's.
    pub fn side(self) -> Option<Color> {
        match self {
            Cause::Term(_, side) | Cause::Stage(Stage::KingDanger(side)) => Some(side),
            Cause::Stage(_) => None,
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Term(term, side) => {
                let side = side.fold("White", "Black");
                write!(f, "{side}, {}: {}", term.group().title(), term.words())
            }
            Cause::Stage(stage) => f.write_str(stage.title()),
        }
    }
}

/// What a row was in one of the positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Centipawns: of a term for its own side, of a stage for White (nothing
    /// for the stages after the blend).
    pub value: Tapered,
    /// What it adds to the score, from White's side, in 24ths of a centipawn.
    pub twenty_fourths: i32,
}

/// A row whose part in the score changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// What it is about.
    pub cause: Cause,
    /// In the first position.
    pub before: Part,
    /// In the second position.
    pub after: Part,
}

impl Change {
    /// What it adds to the difference of the scores, from White's side, in
    /// 24ths of a centipawn.
    pub fn change_24ths(&self) -> i32 {
        self.after.twenty_fourths - self.before.twenty_fourths
    }
}

/// A change in a term of king danger, which counts through a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointsChange {
    /// The term.
    pub term: Term,
    /// Whose king is in danger.
    pub side: Color,
    /// In the first position, in danger points.
    pub before: Tapered,
    /// In the second position, in danger points.
    pub after: Tapered,
}

impl<'a> AccountDiff<'a> {
    /// Compares two explanations made with the same weights.
    pub fn between(before: &'a Explanation, after: &'a Explanation) -> AccountDiff<'a> {
        let accounts = [&before.account, &after.account];
        let mut rows = Vec::new();
        let mut points = Vec::new();
        for &term in Term::ALL {
            for side in Color::ALL {
                let [old, new] = accounts.map(|account| term_part(account, term, side));
                if !term.is_danger() {
                    rows.push(Change {
                        cause: Cause::Term(term, side),
                        before: old,
                        after: new,
                    });
                } else if old.value != new.value {
                    points.push(PointsChange {
                        term,
                        side,
                        before: old.value,
                        after: new.value,
                    });
                }
            }
        }
        // Every account has every stage, whether it did something or not.
        for row in &after.account.stages {
            rows.push(Change {
                cause: Cause::Stage(row.stage),
                before: stage_part(&before.account, row.stage),
                after: part(row),
            });
        }
        rows.retain(|row| row.change_24ths() != 0);
        rows.sort_by_key(|row| -row.change_24ths().abs());
        AccountDiff {
            before,
            after,
            rows,
            points,
        }
    }

    /// The difference of the scores, from White's side, in centipawns.
    pub fn change_cp(&self) -> i32 {
        self.after.account.total_cp - self.before.account.total_cp
    }

    /// All changes added up, in 24ths of a centipawn: always 24 times
    /// [`AccountDiff::change_cp`].
    pub fn sum_of_rows_24ths(&self) -> i32 {
        self.rows.iter().map(Change::change_24ths).sum()
    }
}

fn term_part(account: &Account, term: Term, side: Color) -> Part {
    let rows = account.terms.iter();
    let rows = rows.filter(|row| row.term == term && row.side == side);
    Part {
        value: account.term_value(term, side),
        twenty_fourths: rows.map(|row| account.contribution_24ths(row)).sum(),
    }
}

fn part(row: &StageRow) -> Part {
    Part {
        value: row.value,
        twenty_fourths: row.twenty_fourths,
    }
}

/// A stage is the same stage whatever its reason.
fn stage_part(account: &Account, stage: Stage) -> Part {
    let mut rows = account.stages.iter();
    let row = rows.find(|row| row.stage.key() == stage.key());
    row.map_or(
        Part {
            value: Tapered::ZERO,
            twenty_fourths: 0,
        },
        part,
    )
}

impl fmt::Display for AccountDiff<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let both = [self.before, self.after];
        writeln!(f, " Before  {}", self.before.fen)?;
        writeln!(f, " After   {}\n", self.after.fen)?;
        writeln!(
            f,
            " {:<14}{:<14}{:<14}White's side",
            "Change", "Before", "After"
        )?;
        for row in &self.rows {
            let parts = [row.before.twenty_fourths, row.after.twenty_fourths];
            write_row(f, row.change_24ths(), parts, &row.cause.to_string())?;
        }
        let totals = both.map(|end| 24 * end.account.total_cp);
        write_row(f, 24 * self.change_cp(), totals, "Final evaluation")?;
        if !self.points.is_empty() {
            writeln!(f, "\n Behind king danger, middlegame and endgame:")?;
        }
        for change in &self.points {
            let points = |pair: Tapered| format!("{:+} {:+}", pair.middlegame(), pair.endgame());
            let [old, new] = [change.before, change.after].map(points);
            let owner = change.side.fold("White's king", "Black's king");
            let (words, unit) = (change.term.words(), change.term.unit());
            writeln!(f, " {owner}, {words}: {old} -> {new} {unit}")?;
        }
        let [old, new] = both.map(|end| end.account.phase);
        writeln!(f, "\n Phase {old}/24 -> {new}/24")?;
        write!(f, " Chances")?;
        for (index, name) in ["White wins", "draw", "Black wins"].iter().enumerate() {
            let [old, new] = both.map(|end| Percent(end.white_chances[index]));
            let comma = if index == 0 { "" } else { "," };
            write!(f, "{comma} {name} {old} -> {new}")?;
        }
        for (name, end) in ["Before", "After"].iter().zip(both) {
            if let Some(warning) = end.standing.warning() {
                write!(f, "\n {name}: {warning}")?;
            }
        }
        Ok(())
    }
}

fn write_row(
    f: &mut fmt::Formatter<'_>,
    change: i32,
    [before, after]: [i32; 2],
    name: &str,
) -> fmt::Result {
    let [change, before, after] = [change, before, after].map(Exact);
    writeln!(f, " {change:<14}{before:<14}{after:<14}{name}")
}
