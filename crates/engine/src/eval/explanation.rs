//! A position's evaluation with everything that is said about it. Whoever shows
//! an evaluation, in whichever protocol or file, makes one of these: then the
//! words are the same everywhere.

use super::account::Account;
use super::evaluator::account;
use super::wdl::{WdlModel, win_draw_loss};
use super::weights::Weights;
use plumb_chess::board::Position;

/// A position, the account of its evaluation, and White's chances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The position's FEN as whoever asked writes it: this layer reads no text.
    pub fen: String,
    /// What the evaluation does not know about the position.
    pub standing: Standing,
    /// Why the position is worth what it is.
    pub account: Account,
    /// White's chances to win, draw and lose, in thousandths that add up to
    /// 1000, as the model of `UCI_ShowWDL` gives them for the score; exact where the
    /// position ends the game.
    pub white_chances: [u32; 3],
}

/// Whether the side to move is in check, or has no move at all. The static
/// evaluation looks at none of this: it is the search's business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Standing {
    /// Neither.
    Open,
    /// The side to move is in check and has moves.
    Check,
    /// The game is over: mated.
    Checkmate,
    /// The game is over: no move and no check.
    Stalemate,
}

impl Standing {
    /// That of a position.
    pub fn of(position: &Position) -> Standing {
        match (position.in_check(), position.legal_moves().is_empty()) {
            (false, false) => Standing::Open,
            (true, false) => Standing::Check,
            (true, true) => Standing::Checkmate,
            (false, true) => Standing::Stalemate,
        }
    }

    /// A warning for readers, where there is cause.
    pub fn warning(self) -> Option<&'static str> {
        match self {
            Standing::Open => None,
            Standing::Check => {
                Some("The side to move is in check; only a search sees what follows.")
            }
            Standing::Checkmate => {
                Some("The side to move is mated, which no static evaluation sees.")
            }
            Standing::Stalemate => Some("It is stalemate, which no static evaluation sees."),
        }
    }
}

impl Explanation {
    /// Explains a position; `fen` is how it is written.
    pub fn new(fen: String, position: &Position, weights: &Weights, model: &WdlModel) -> Self {
        let account = account(position, weights);
        // The mover's chances first: exactly those that a search would print.
        let [win, draw, loss] = win_draw_loss(account.score_cp(), position, model);
        Explanation {
            fen,
            standing: Standing::of(position),
            white_chances: account.turn.fold([win, draw, loss], [loss, draw, win]),
            account,
        }
    }
}
