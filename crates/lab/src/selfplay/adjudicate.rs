//! Ending games whose result is clear, and games without end.

use plumb_chess::notation::pgn::GameResult;

/// When a game is over before the rules of chess end it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndRules {
    /// Won at this many centipawns or more (a mate counts as more) ...
    pub win_cp: i32,
    /// ... for so many plies in a row, so that both sides agree.
    pub win_plies: u32,
    /// Drawn at this many centipawns or less ...
    pub draw_cp: i32,
    /// ... for so many plies in a row ...
    pub draw_plies: u32,
    /// ... but not before this ply of the game.
    pub draw_from_ply: usize,
    /// A draw after so many plies.
    pub max_plies: usize,
}

impl Default for EndRules {
    fn default() -> EndRules {
        EndRules {
            win_cp: 2_000,
            win_plies: 4,
            draw_cp: 8,
            draw_plies: 12,
            draw_from_ply: 80,
            max_plies: 400,
        }
    }
}

/// Follows one game.
#[derive(Clone, Debug)]
pub(super) struct Judge {
    rules: EndRules,
    /// Plies in a row that the side named by the sign has been winning.
    winning: i32,
    drawn: u32,
}

impl Judge {
    pub(super) fn new(rules: EndRules) -> Judge {
        Judge {
            rules,
            winning: 0,
            drawn: 0,
        }
    }

    /// The side to move at `ply` has found this score, from White's side, mates
    /// being large numbers.
    pub(super) fn hear(&mut self, ply: usize, white_cp: i32) -> Option<GameResult> {
        let rules = &self.rules;
        self.winning = if white_cp >= rules.win_cp {
            self.winning.max(0) + 1
        } else if white_cp <= -rules.win_cp {
            self.winning.min(0) - 1
        } else {
            0
        };
        self.drawn = if white_cp.abs() <= rules.draw_cp {
            self.drawn + 1
        } else {
            0
        };
        if self.winning.unsigned_abs() >= rules.win_plies {
            return Some(if self.winning > 0 {
                GameResult::WhiteWins
            } else {
                GameResult::BlackWins
            });
        }
        let drawn = ply >= rules.draw_from_ply && self.drawn >= rules.draw_plies;
        (drawn || ply >= rules.max_plies).then_some(GameResult::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ply after which the game is over, from `ply` on, and its result.
    fn ends(ply: usize, scores: &[i32]) -> Option<(usize, GameResult)> {
        let mut judge = Judge::new(EndRules::default());
        scores
            .iter()
            .enumerate()
            .find_map(|(index, &cp)| Some((ply + index, judge.hear(ply + index, cp)?)))
    }

    #[test]
    fn wins_need_four_plies_of_one_side() {
        let white = Some((3, GameResult::WhiteWins));
        assert_eq!(ends(0, &[2_000, 31_990, 2_000, 2_000]), white);
        assert_eq!(ends(0, &[2_000, 2_000, 2_000, 1_999, 2_000]), None);
        assert_eq!(ends(0, &[2_000, 2_000, -2_000, 2_000, 2_000]), None);
        let black = Some((5, GameResult::BlackWins));
        assert_eq!(ends(1, &[9, -2_000, -2_000, -2_000, -2_000]), black);
    }

    #[test]
    fn draws_need_twelve_plies_and_the_eightieth() {
        assert_eq!(ends(69, &[8, -8].repeat(6)), Some((80, GameResult::Draw)));
        assert_eq!(ends(60, &[0; 40]), Some((80, GameResult::Draw)));
        assert_eq!(ends(90, &[0; 11]), None);
        let nearly = [[0; 11].as_slice(), &[9], &[0; 11]].concat();
        assert_eq!(ends(90, &nearly), None);
    }

    #[test]
    fn the_longest_game_is_a_draw() {
        assert_eq!(ends(399, &[100, 100]), Some((400, GameResult::Draw)));
    }
}
