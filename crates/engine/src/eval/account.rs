//! The evaluation's reasons as data: every row, every stage, and the total.
//!
//! Nothing is drawn here: `account_table` is for people, `account_json` for
//! programs, `account_diff` compares two accounts.

use super::rows::{Stage, StageRow, TermRow};
use super::tapered::Tapered;
use super::terms::{Group, Term};
use plumb_chess::board::Color;

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
    /// White's side: nothing for danger points, which count through a stage.
    pub fn contribution_24ths(&self, row: &TermRow) -> i32 {
        if row.term.is_danger() {
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

    /// What the stages before the blend of middlegame and endgame did, in their
    /// order. King danger is among them, though players look for it in the table.
    pub fn stages_before_blend(&self) -> &[StageRow] {
        let blend = |row: &StageRow| row.stage == Stage::Rounding;
        let count = self.stages.iter().position(blend);
        &self.stages[..count.unwrap_or(self.stages.len())]
    }

    /// What the stages after the blend did, in their order.
    pub fn stages_after_blend(&self) -> &[StageRow] {
        &self.stages[self.stages_before_blend().len()..]
    }

    /// All groups together, White's less Black's, in centipawns: what the
    /// stages that are no row of the table start from.
    pub fn balance(&self) -> Tapered {
        let groups = Group::ALL.iter().map(|&group| self.group_total(group));
        groups.fold(Tapered::ZERO, |sum, value| sum + value)
    }

    /// What a group adds to White's side, in centipawns: White's less Black's.
    pub fn group_total(&self, group: Group) -> Tapered {
        let [white, black] = self.group_sides(group);
        white - black
    }

    /// What a group gives White and Black, in centipawns; for king danger, what
    /// the danger of his own king costs each, after the curve.
    pub fn group_sides(&self, group: Group) -> [Tapered; 2] {
        let of_side = |side: Color| match group {
            Group::KingDanger => {
                let value = self.stage_value(Stage::KingDanger(side));
                side.fold(value, -value)
            }
            _ => {
                let rows = self.terms.iter();
                sum(rows.filter(|row| row.term.group() == group && row.side == side))
            }
        };
        Color::ALL.map(of_side)
    }

    fn stage_value(&self, stage: Stage) -> Tapered {
        let row = self.stages.iter().find(|row| row.stage == stage);
        row.map_or(Tapered::ZERO, |row| row.value)
    }

    /// What a term gives one side, in the unit of its weights.
    pub fn term_value(&self, term: Term, side: Color) -> Tapered {
        let rows = self.terms.iter();
        sum(rows.filter(|row| row.term == term && row.side == side))
    }
}

fn sum<'a>(rows: impl Iterator<Item = &'a TermRow>) -> Tapered {
    rows.fold(Tapered::ZERO, |sum, row| sum + row.value)
}

impl TermRow {
    /// The weight that was counted, in the unit of its weights.
    pub fn weight(&self) -> Tapered {
        let once = |half: i32| half.checked_div(self.count).unwrap_or_default();
        Tapered::new(once(self.value.middlegame()), once(self.value.endgame()))
    }
}

impl Term {
    /// Its key as plain words: `rook on seventh`.
    pub fn words(self) -> String {
        self.key().replace('_', " ")
    }

    /// What its weights are counted in.
    pub fn unit(self) -> &'static str {
        if self.is_danger() {
            "danger points"
        } else {
            "centipawns"
        }
    }
}

impl Stage {
    /// The group that shows it as a row of the table, if one does.
    pub fn group(self) -> Option<Group> {
        match self {
            Stage::KingDanger(_) => Some(Group::KingDanger),
            _ => None,
        }
    }

    /// Its name in data.
    pub fn key(self) -> &'static str {
        match self {
            Stage::KingDanger(Color::White) => "white_king_danger",
            Stage::KingDanger(Color::Black) => "black_king_danger",
            Stage::EndgameScaling(_) => "endgame_scaling",
            Stage::Rounding => "rounding",
            Stage::Tempo => "tempo",
            Stage::Drawish(_) => "drawish",
            Stage::FiftyMoves => "fifty_moves",
            Stage::Bound => "bound",
        }
    }

    /// What an account calls it.
    pub fn title(self) -> &'static str {
        match self {
            Stage::KingDanger(Color::White) => "White's king danger",
            Stage::KingDanger(Color::Black) => "Black's king danger",
            Stage::EndgameScaling(_) => "Endgame scaling",
            Stage::Rounding => "Rounding",
            Stage::Tempo => "Tempo",
            Stage::Drawish(_) => "Drawish ending",
            Stage::FiftyMoves => "Fifty-move rule",
            Stage::Bound => "Bound",
        }
    }

    /// What it does, for a club player.
    pub fn sentence(self) -> &'static str {
        match self {
            Stage::KingDanger(_) => {
                "Many attackers are worse than the sum of each: the danger \
                points of a king cost him their square."
            }
            Stage::EndgameScaling(_) => {
                "An endgame advantage that is hard to win with counts \
                in part; the middlegame half stays as it is."
            }
            Stage::Rounding => {
                "The blend of middlegame and endgame is cut to whole centipawns, \
                towards zero."
            }
            Stage::Tempo => "Having the move is worth a little.",
            Stage::Drawish(_) => {
                "In endings that are drawn or nearly so, little or nothing is \
                left of the whole score."
            }
            Stage::FiftyMoves => {
                "The nearer a draw by the fifty-move rule, the less is left of \
                the score."
            }
            Stage::Bound => "No evaluation is so large that it could be taken for a mate.",
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
