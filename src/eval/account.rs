//! The evaluation explained: every row, every stage, and the total.
//!
//! Data here, rendering at the end of the file: `Display` draws the table of
//! groups (`{:#}` adds a line for each term), `Serialize` gives everything.

use std::fmt;

use serde::{Serialize, Serializer};

use super::stages::{Stage, StageRow};
use super::tapered::Tapered;
use super::terms::{Group, Term};
use super::trace::TermRow;
use crate::board::Color;

/// Why a position is worth what it is, from White's side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// How much of the middlegame is left, 0 to 24.
    pub phase: i32,
    /// Whose move it is.
    pub turn: Color,
    /// What the rules said.
    pub terms: Vec<TermRow>,
    /// What the stages did, in their order.
    pub stages: Vec<StageRow>,
    /// The score in centipawns from White's side.
    pub total_cp: i32,
}

impl Account {
    /// The score in centipawns from the side to move's view.
    pub fn score_cp(&self) -> i32 {
        self.turn.fold(self.total_cp, -self.total_cp)
    }

    /// What one term's row adds to the score, in 24ths of a centipawn from
    /// White's side: nothing for danger points, which count in a stage.
    pub fn contribution_24ths(&self, row: &TermRow) -> i32 {
        if row.term.is_danger() || row.term.is_initiative() {
            return 0;
        }
        let blended = row.value.blend_24ths(self.phase);
        row.side.fold(blended, -blended)
    }

    /// All rows added up, in 24ths of a centipawn: always 24 times the total.
    pub fn sum_of_rows_24ths(&self) -> i32 {
        let terms = self.terms.iter().map(|row| self.contribution_24ths(row));
        let stages = self.stages.iter().map(|row| row.twenty_fourths);
        terms.sum::<i32>() + stages.sum::<i32>()
    }

    /// What a group gives one side, in centipawns; for king danger, what the
    /// danger of his own king costs him, after the curve.
    pub fn group_value(&self, group: Group, side: Color) -> Tapered {
        if group == Group::KingDanger {
            let of_side = |row: &&StageRow| row.stage == Stage::KingDanger(side);
            let row = self.stages.iter().find(of_side);
            let value = row.map_or(Tapered::ZERO, |row| row.value);
            return side.fold(value, -value);
        }
        let rows = self.terms.iter();
        sum(rows.filter(|row| row.term.group() == group && row.side == side))
    }

    /// What a term gives one side: centipawns, or danger points.
    pub fn term_value(&self, term: Term, side: Color) -> Tapered {
        let rows = self.terms.iter();
        sum(rows.filter(|row| row.term == term && row.side == side))
    }
}

fn sum<'a>(rows: impl Iterator<Item = &'a TermRow>) -> Tapered {
    rows.fold(Tapered::ZERO, |sum, row| sum + row.value)
}

impl Stage {
    /// What an account calls it.
    pub fn title(self) -> &'static str {
        match self {
            Stage::KingDanger(Color::White) => "White's king danger",
            Stage::KingDanger(Color::Black) => "Black's king danger",
            Stage::Initiative => "Initiative",
            Stage::EndgameScaling(_) => "Endgame scaling",
            Stage::Rounding => "Rounding",
            Stage::Tempo => "Tempo",
            Stage::Drawish(_) => "Drawish ending",
            Stage::FiftyMoves => "Fifty-move rule",
            Stage::Bound => "Bound",
        }
    }

    /// Why it did something, where that can differ.
    pub fn reason(self) -> Option<&'static str> {
        match self {
            Stage::EndgameScaling(reason) | Stage::Drawish(reason) => Some(reason.sentence()),
            _ => None,
        }
    }
}

const RULE: &str = " ----------------------+---------------+---------------+---------------";

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:>22} |     White     |     Black     |     Total",
            "Term"
        )?;
        writeln!(
            f,
            "{:>22} |   MG     EG   |   MG     EG   |   MG     EG",
            ""
        )?;
        writeln!(f, "{RULE}")?;
        let mut total = Tapered::ZERO;
        for &group in Group::ALL {
            let [white, black] = Color::ALL.map(|side| self.group_value(group, side));
            total += white - black;
            write_row(f, group.title(), white, black)?;
            if f.alternate() {
                for &term in Term::ALL.iter().filter(|term| term.group() == group) {
                    let [white, black] = Color::ALL.map(|side| self.term_value(term, side));
                    if (white, black) == (Tapered::ZERO, Tapered::ZERO) {
                        continue;
                    }
                    if term.is_danger() {
                        write_points(f, term.key(), white, black)?;
                    } else {
                        write_row(f, term.key(), white, black)?;
                    }
                }
            }
        }
        writeln!(f, "{RULE}")?;
        write!(f, "{:>22} |  ----   ----  |  ----   ----  |", "Total")?;
        write_pair(f, total)?;
        writeln!(f, "\n")?;
        writeln!(f, "{:<24} {:>2}/24 middlegame", "Phase", self.phase)?;
        for row in &self.stages {
            if matches!(row.stage, Stage::KingDanger(_)) || row.twenty_fourths == 0 {
                continue;
            }
            write!(
                f,
                "{:<20} {:>+10.4}",
                row.stage.title(),
                f64::from(row.twenty_fourths) / 2400.0
            )?;
            match row.stage.reason() {
                Some(reason) => writeln!(f, "  ({reason})")?,
                None => writeln!(f)?,
            }
        }
        let pawns = f64::from(self.total_cp) / 100.0;
        writeln!(
            f,
            "{:<20} {pawns:>+8.2}    (White's side)",
            "Final evaluation"
        )
    }
}

fn write_row(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    white: Tapered,
    black: Tapered,
) -> fmt::Result {
    write!(f, "{:>22} |", name)?;
    write_pair(f, white)?;
    f.write_str("  |")?;
    write_pair(f, black)?;
    f.write_str("  |")?;
    write_pair(f, white - black)?;
    writeln!(f)
}

/// Danger points of either king, whole numbers: they count only together,
/// through the curve, in the group's line above.
fn write_points(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    white: Tapered,
    black: Tapered,
) -> fmt::Result {
    write!(f, "{:>22} |", format!("{name} (pts)"))?;
    for pair in [white, black] {
        write!(f, " {:>5}  {:>5}  |", pair.middlegame(), pair.endgame())?;
    }
    writeln!(f)
}

fn write_pair(f: &mut fmt::Formatter<'_>, pair: Tapered) -> fmt::Result {
    let pawns = |cp: i32| f64::from(cp) / 100.0;
    write!(
        f,
        " {:>5.2}  {:>5.2}",
        pawns(pair.middlegame()),
        pawns(pair.endgame())
    )
}

#[derive(Serialize)]
struct TermView {
    term: String,
    slot: String,
    side: &'static str,
    count: i32,
    squares: Vec<String>,
    middlegame: i32,
    endgame: i32,
    unit: &'static str,
    white_24ths: i32,
}

#[derive(Serialize)]
struct StageView {
    stage: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    middlegame: i32,
    endgame: i32,
    white_24ths: i32,
}

#[derive(Serialize)]
struct AccountView {
    side_to_move: &'static str,
    phase: i32,
    white_total_cp: i32,
    terms: Vec<TermView>,
    stages: Vec<StageView>,
}

fn side_name(side: Color) -> &'static str {
    side.fold("white", "black")
}

impl Serialize for Account {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let term = |row: &TermRow| TermView {
            term: row.term.path(),
            slot: row.term.slots().label(row.slot),
            side: side_name(row.side),
            count: row.count,
            squares: row.squares.into_iter().map(|s| s.to_string()).collect(),
            middlegame: row.value.middlegame(),
            endgame: row.value.endgame(),
            unit: if row.term.is_danger() {
                "danger points"
            } else {
                "centipawns"
            },
            white_24ths: self.contribution_24ths(row),
        };
        let stage = |row: &StageRow| StageView {
            stage: row.stage.title(),
            reason: row.stage.reason(),
            middlegame: row.value.middlegame(),
            endgame: row.value.endgame(),
            white_24ths: row.twenty_fourths,
        };
        let view = AccountView {
            side_to_move: side_name(self.turn),
            phase: self.phase,
            white_total_cp: self.total_cp,
            terms: self.terms.iter().map(term).collect(),
            stages: self.stages.iter().map(stage).collect(),
        };
        view.serialize(serializer)
    }
}
