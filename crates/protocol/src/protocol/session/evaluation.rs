//! `eval` in a session: the static evaluation of the board, in the words of
//! `plumb eval`.

use super::core::Core;
use crate::protocol::human::EvalForm;
use plumb_chess::board::Position;
use plumb_chess::notation::{parse_fen, parse_move, to_fen};
use plumb_engine::eval::{AccountDiff, Detail, Explanation};

impl Core {
    /// Explains the evaluation of the position on the board.
    pub fn eval(&mut self, form: &EvalForm) {
        let here = self.explain(self.position());
        let text = match form {
            EvalForm::Groups => Ok(here.table(Detail::Groups).to_string()),
            EvalForm::Terms => Ok(here.table(Detail::Terms).to_string()),
            EvalForm::Squares => Ok(here.table(Detail::Squares).to_string()),
            EvalForm::Json => serde_json::to_string(&here).map_err(|error| error.to_string()),
            EvalForm::Diff { with } => self.other_position(with).map(|position| {
                let there = self.explain(&position);
                AccountDiff::between(&here, &there).to_string()
            }),
        };
        match text {
            Ok(text) => self.out.lines(text),
            Err(error) => self.error(&format!("eval: {error}")),
        }
    }

    fn explain(&self, position: &Position) -> Explanation {
        let fen = to_fen(position, self.fen_style());
        let (weights, model) = (self.engine.weights(), self.engine.chances());
        Explanation::new(fen, position, weights, model)
    }

    /// A FEN, or moves to be played from the board.
    fn other_position(&self, text: &str) -> Result<Position, String> {
        if text.contains('/') {
            return parse_fen(text).map_err(|error| error.to_string());
        }
        let mut position = self.position().clone();
        for word in text.split_whitespace() {
            let mv = parse_move(&position, word).map_err(|error| error.to_string())?;
            position = position.play(mv);
        }
        Ok(position)
    }
}
