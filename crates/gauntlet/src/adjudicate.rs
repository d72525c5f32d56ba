//! Ending games early: trackers that look only at what the engines report.
//!
//! All are off unless asked for. Each is a pure state machine: it is told of
//! every move and says when the game is decided.

use plumb_chess::board::Color;
use plumb_engine::search::ScoreValue;

/// When to call a game a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// Not before this full move.
    pub from_move: u32,
    /// Both sides' scores stay small for so many moves each.
    pub moves: u32,
    /// Small is at most this, in centipawns.
    pub score_cp: i32,
}

/// When to call a game lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// For so many moves of the loser (and of the winner, if two-sided).
    pub moves: u32,
    /// The score is this bad or worse, in centipawns (positive number).
    pub score_cp: i32,
    /// The winner has to agree.
    pub two_sided: bool,
}

/// The rules of a match; the default adjudicates nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// Draws by agreement of the scores.
    pub draw: Option<DrawRule>,
    /// Resignation by score.
    pub resign: Option<ResignRule>,
    /// A draw after so many full moves.
    pub max_moves: Option<u32>,
}

/// What the rules say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A draw by score.
    DrawByScore,
    /// A draw by length.
    DrawByLength,
    /// This side has lost.
    Loses(Color),
}

/// Follows one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    drawish_plies: u32,
    losing_moves: [u32; 2],
    winning_moves: [u32; 2],
}

impl Adjudicator {
    /// At the start of a game.
    pub fn new(rules: Adjudication) -> Adjudicator {
        Adjudicator {
            rules,
            drawish_plies: 0,
            losing_moves: [0; 2],
            winning_moves: [0; 2],
        }
    }

    /// `side` has made its move in full move `number`, reporting `score` from
    /// its own point of view (none if it said nothing); `irreversible` when it
    /// was a capture or a pawn move.
    pub fn after_move(
        &mut self,
        side: Color,
        number: u32,
        score: Option<ScoreValue>,
        irreversible: bool,
    ) -> Option<Decision> {
        if let Some(rule) = self.rules.draw {
            let small = matches!(score, Some(ScoreValue::Cp(cp)) if cp.abs() <= rule.score_cp);
            // A capture or pawn move means that somebody is still trying.
            self.drawish_plies = if small && !irreversible {
                self.drawish_plies + 1
            } else {
                0
            };
            if number >= rule.from_move && self.drawish_plies >= 2 * rule.moves {
                return Some(Decision::DrawByScore);
            }
        }
        if let Some(rule) = self.rules.resign {
            let cp = match score {
                Some(ScoreValue::Cp(cp)) => cp,
                Some(ScoreValue::Mate(moves)) => {
                    if moves > 0 {
                        i32::MAX
                    } else {
                        -i32::MAX
                    }
                }
                None => 0,
            };
            let count =
                |counter: &mut u32, more: bool| *counter = if more { *counter + 1 } else { 0 };
            count(&mut self.losing_moves[side.index()], cp <= -rule.score_cp);
            count(&mut self.winning_moves[side.index()], cp >= rule.score_cp);
            for loser in Color::ALL {
                let agreed = !rule.two_sided || self.winning_moves[(!loser).index()] >= rule.moves;
                if self.losing_moves[loser.index()] >= rule.moves && agreed {
                    return Some(Decision::Loses(loser));
                }
            }
        }
        self.rules
            .max_moves
            .filter(|&most| number >= most && side == Color::Black)
            .map(|_| Decision::DrawByLength)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> Adjudication {
        Adjudication {
            draw: Some(DrawRule {
                from_move: 10,
                moves: 2,
                score_cp: 10,
            }),
            resign: Some(ResignRule {
                moves: 2,
                score_cp: 500,
                two_sided: true,
            }),
            max_moves: Some(100),
        }
    }

    /// Plays alternating moves from move `number` with these scores.
    fn play(rules: Adjudication, mut number: u32, scores: &[ScoreValue]) -> Vec<Option<Decision>> {
        let mut adjudicator = Adjudicator::new(rules);
        let mut side = Color::White;
        scores
            .iter()
            .map(|&score| {
                let decision = adjudicator.after_move(side, number, Some(score), false);
                number += (side == Color::Black) as u32;
                side = !side;
                decision
            })
            .collect()
    }

    #[test]
    fn nothing_is_adjudicated_unless_asked_for() {
        let scores = [ScoreValue::Mate(-1); 50];
        assert!(
            play(Adjudication::default(), 1, &scores)
                .iter()
                .all(Option::is_none)
        );
    }

    #[test]
    fn draws_need_both_sides_and_the_move_number() {
        let small = ScoreValue::Cp(-10);
        assert_eq!(
            play(rules(), 20, &[small; 4])[2..],
            [None, Some(Decision::DrawByScore)]
        );
        let disagreeing = [small, ScoreValue::Cp(11), small, small, small];
        assert!(play(rules(), 20, &disagreeing).iter().all(Option::is_none));
        // From move 8 on, small enough long before move 10.
        assert_eq!(
            play(rules(), 8, &[small; 5])[3..],
            [None, Some(Decision::DrawByScore)]
        );
        let mut adjudicator = Adjudicator::new(rules());
        for ply in 0..9 {
            assert_eq!(
                adjudicator.after_move(Color::White, 30, Some(small), ply % 3 == 2),
                None
            );
        }
    }

    #[test]
    fn resigning_needs_the_opponent_to_agree_when_two_sided() {
        let (bad, good) = (ScoreValue::Cp(-500), ScoreValue::Mate(9));
        assert_eq!(
            play(rules(), 20, &[bad, good, bad, good])[2..],
            [None, Some(Decision::Loses(Color::White))]
        );
        assert!(
            play(
                rules(),
                20,
                &[bad, ScoreValue::Cp(499), bad, ScoreValue::Cp(499), bad]
            )
            .iter()
            .all(Option::is_none)
        );
        let one_sided = Adjudication {
            resign: Some(ResignRule {
                two_sided: false,
                ..rules().resign.unwrap()
            }),
            ..rules()
        };
        assert_eq!(
            play(one_sided, 20, &[bad, ScoreValue::Cp(50), bad])[2],
            Some(Decision::Loses(Color::White))
        );
    }

    #[test]
    fn long_games_end() {
        assert_eq!(
            play(rules(), 100, &[ScoreValue::Cp(99); 2]),
            [None, Some(Decision::DrawByLength)]
        );
    }
}
