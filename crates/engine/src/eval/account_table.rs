//! An account drawn for people: the table that players know from other
//! engines, then every stage with its change, and the total.
//!
//! All figures are in pawns and exact: where a centipawn is divided, its 24ths
//! are written out, so a reader with a pencil gets the same total. No figure is
//! worked out here that the account does not hold.

use std::fmt;

use super::account::Account;
use super::explanation::Explanation;
use super::rows::{Stage, StageRow, TermRow};
use super::slots::Slots;
use super::tapered::Tapered;
use super::terms::{Group, Term};
use plumb_chess::board::Color;

/// How much of an account is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// A row for each group, and the stages that did something.
    Groups,
    /// Also a row for each term that counted, with its sentence, and every stage.
    Terms,
    /// Also how often each weight counted, and on which squares.
    Squares,
}

/// Draws an explanation; see [`Explanation::table`].
#[derive(Clone, Copy, Debug)]
pub struct AccountTable<'a> {
    explanation: &'a Explanation,
    detail: Detail,
}

impl Explanation {
    /// The table for people.
    pub fn table(&self, detail: Detail) -> AccountTable<'_> {
        AccountTable {
            explanation: self,
            detail,
        }
    }
}

/// 24ths of a centipawn in pawns, exactly: `+0.33 18/24`, the fraction being
/// one of a centipawn.
pub(super) struct Exact(pub(super) i32);

impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { '-' } else { '+' };
        let (cp, part) = (self.0.unsigned_abs() / 24, self.0.unsigned_abs() % 24);
        let mut text = format!("{sign}{}.{:02}", cp / 100, cp % 100);
        if part != 0 {
            text.push_str(&format!(" {part}/24"));
        }
        f.pad(&text)
    }
}

/// Thousandths as percent: `12.5 %`.
pub(super) struct Percent(pub(super) u32);

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{} %", self.0 / 10, self.0 % 10)
    }
}

fn pawns(cp: i32) -> f64 {
    f64::from(cp) / 100.0
}

const NAME_WIDTH: usize = 24;

impl fmt::Display for AccountTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let account = &self.explanation.account;
        let rule = format!(" {:-<NAME_WIDTH$}{}", "", "+----------------".repeat(3));
        writeln!(
            f,
            " {:NAME_WIDTH$}|     White      |     Black      |     Total",
            "Term"
        )?;
        writeln!(
            f,
            " {:NAME_WIDTH$}{}",
            "",
            "|     MG      EG ".repeat(3).trim_end()
        )?;
        writeln!(f, "{rule}")?;
        for &group in Group::ALL {
            let [white, black] = account.group_sides(group);
            write_row(f, group.title(), white, black)?;
            if self.detail >= Detail::Terms {
                let terms = Term::ALL.iter().filter(|term| term.group() == group);
                terms
                    .copied()
                    .try_for_each(|term| self.write_term(f, term))?;
            }
        }
        writeln!(f, "{rule}")?;
        write_total(f, "Sum", account.balance())?;
        writeln!(f)?;
        self.write_stages(f)?;
        let [win, draw, loss] = self.explanation.white_chances.map(Percent);
        write!(
            f,
            " {:<24}White wins {win}, draw {draw}, Black wins {loss}",
            "Chances"
        )?;
        match self.explanation.standing.warning() {
            Some(warning) => write!(f, "\n {warning}"),
            None => Ok(()),
        }
    }
}

impl AccountTable<'_> {
    fn write_term(&self, f: &mut fmt::Formatter<'_>, term: Term) -> fmt::Result {
        let account = &self.explanation.account;
        let rows: Vec<&TermRow> = account
            .terms
            .iter()
            .filter(|row| row.term == term)
            .collect();
        if rows.is_empty() {
            return Ok(());
        }
        let [white, black] = Color::ALL.map(|side| account.term_value(term, side));
        let nothing = (white, black) == (Tapered::ZERO, Tapered::ZERO);
        if nothing && self.detail < Detail::Squares {
            return Ok(());
        }
        let name = format!("  {}", term.words());
        if term.is_danger() {
            write_points(f, &name, white, black)?;
        } else {
            write_row(f, &name, white, black)?;
        }
        writeln!(f, "       {}", term.sentence())?;
        if self.detail == Detail::Squares {
            rows.into_iter().try_for_each(|row| write_count(f, row))?;
        }
        Ok(())
    }

    fn write_stages(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let account = &self.explanation.account;
        let all = self.detail >= Detail::Terms;
        writeln!(
            f,
            " {:<24}{:<20}Score, from White's side",
            "Stage", "Change"
        )?;
        let mut halves = account.balance();
        write_stage(f, "Sum of the table", "", &halves_text(halves), "")?;
        for row in account.stages_before_blend() {
            if row.stage.group().is_some() {
                // In the sum already: the table has a row of its own for it.
                continue;
            }
            halves += row.value;
            if all || row.value != Tapered::ZERO {
                let note = note(account, row);
                let [change, score] = [row.value, halves].map(halves_text);
                write_stage(f, row.stage.title(), &change, &score, note)?;
            }
        }
        let mut score = halves.blend_24ths(account.phase);
        let parts = format!(
            "{} middlegame, {} endgame",
            account.phase,
            24 - account.phase
        );
        let phase = format!("Phase {}/24", account.phase);
        write_stage(f, &phase, "", &Exact(score).to_string(), &parts)?;
        for row in account.stages_after_blend() {
            score += row.twenty_fourths;
            let always = matches!(row.stage, Stage::Rounding | Stage::Tempo);
            if all || always || row.twenty_fourths != 0 {
                let [change, score] = [row.twenty_fourths, score].map(|n| Exact(n).to_string());
                write_stage(f, row.stage.title(), &change, &score, note(account, row))?;
            }
        }
        let total = Exact(account.total_cp * 24).to_string();
        write_stage(f, "Final evaluation", "", &total, "White's side")
    }
}

fn note(account: &Account, row: &StageRow) -> &'static str {
    match row.stage {
        Stage::Tempo => account.turn.fold("White to move", "Black to move"),
        Stage::EndgameScaling(_) | Stage::Drawish(_) if row.twenty_fourths == 0 => "",
        stage => stage.reason().unwrap_or_default(),
    }
}

fn write_stage(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    change: &str,
    score: &str,
    note: &str,
) -> fmt::Result {
    let line = match note {
        "" => format!(" {name:<24}{change:<20}{score}"),
        note => format!(" {name:<24}{change:<20}{score:<20}({note})"),
    };
    writeln!(f, "{}", line.trim_end())
}

fn halves_text(value: Tapered) -> String {
    format!(
        "{:+.2} MG {:+.2} EG",
        pawns(value.middlegame()),
        pawns(value.endgame())
    )
}

fn write_row(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    white: Tapered,
    black: Tapered,
) -> fmt::Result {
    write!(f, " {name:NAME_WIDTH$}|")?;
    write_pair(f, white)?;
    f.write_str(" |")?;
    write_pair(f, black)?;
    f.write_str(" |")?;
    write_pair(f, white - black)?;
    writeln!(f)
}

/// A row that is neither side's.
fn write_total(f: &mut fmt::Formatter<'_>, name: &str, total: Tapered) -> fmt::Result {
    write!(f, " {name:NAME_WIDTH$}|{:16}|{:16}|", "", "")?;
    write_pair(f, total)?;
    writeln!(f)
}

fn write_pair(f: &mut fmt::Formatter<'_>, pair: Tapered) -> fmt::Result {
    write!(
        f,
        " {:>6.2} {:>7.2}",
        pawns(pair.middlegame()),
        pawns(pair.endgame())
    )
}

/// Danger points of either king, whole numbers: they count only together,
/// through the curve, in the group's row above.
fn write_points(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    white: Tapered,
    black: Tapered,
) -> fmt::Result {
    write!(f, " {name:NAME_WIDTH$}|")?;
    for pair in [white, black] {
        write!(f, " {:>6} {:>7} |", pair.middlegame(), pair.endgame())?;
    }
    writeln!(f, " danger points")
}

/// `White  rank 5: 2 x (+0.10 +0.32)  d5 e5`. Slots that are squares would only
/// confuse: they are those that the side itself sees, and the square follows.
fn write_count(f: &mut fmt::Formatter<'_>, row: &TermRow) -> fmt::Result {
    let weight = row.weight();
    let [middlegame, endgame] = [weight.middlegame(), weight.endgame()];
    let weight = if row.term.is_danger() {
        format!("({middlegame:+} {endgame:+})")
    } else {
        format!("({:+.2} {:+.2})", pawns(middlegame), pawns(endgame))
    };
    let slot = row.term.slots().label(row.slot);
    let slot = if slot.is_empty() || row.term.slots() == Slots::Squares {
        String::new()
    } else {
        format!("{slot}: ")
    };
    let side = row.side.fold("White", "Black");
    write!(f, "       {side}  {slot}{} x {weight}", row.count)?;
    for (index, square) in row.squares.into_iter().enumerate() {
        write!(f, "{}{square}", if index == 0 { "  " } else { " " })?;
    }
    writeln!(f)
}
