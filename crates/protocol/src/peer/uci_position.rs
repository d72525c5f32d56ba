//! The `position` command of a growing game, extended move by move instead of rewritten.

use std::fmt::Write;

use crate::protocol::{StartPosition, UciCommand};
use plumb_chess::board::{Game, Move, Position};
use plumb_chess::notation::{CastlingStyle, FenStyle, START_FEN, to_fen, to_uci_move};

/// The last `position` command sent, with the game that it describes.
#[derive(Default)]
pub(super) struct PositionCommand {
    start: Option<Position>,
    style: CastlingStyle,
    moves: Vec<Option<Move>>,
    text: String,
}

impl PositionCommand {
    /// The command for this game. Passes, which games played by people or
    /// engines do not have, are left out.
    pub(super) fn command(&mut self, game: &Game, chess960: bool) -> &str {
        let style = if chess960 {
            CastlingStyle::Chess960
        } else {
            CastlingStyle::Standard
        };
        let goes_on = self.start.as_ref() == Some(game.start())
            && self.style == style
            && game.moves().starts_with(&self.moves);
        if !goes_on {
            self.begin(game.start(), style);
        }
        for ply in self.moves.len()..game.ply() {
            let played = game.moves()[ply];
            if let Some((position, mv)) = game.position_at(ply).zip(played) {
                let is_first = self.moves.iter().all(Option::is_none);
                self.text.push_str(if is_first { " moves " } else { " " });
                self.text.push_str(&to_uci_move(position, mv, style));
            }
            self.moves.push(played);
        }
        &self.text
    }

    fn begin(&mut self, start: &Position, style: CastlingStyle) {
        let fen = to_fen(start, FenStyle::XFen);
        let command = UciCommand::Position {
            start: if fen == START_FEN {
                StartPosition::Startpos
            } else {
                StartPosition::Fen(fen)
            },
            moves: Vec::new(),
        };
        self.start = Some(start.clone());
        self.style = style;
        self.moves.clear();
        self.text.clear();
        let _ = write!(self.text, "{command}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_chess::notation::{parse_fen, parse_move};

    #[test]
    fn the_command_follows_the_game_wherever_it_goes() {
        let mut sent = PositionCommand::default();
        let mut game = Game::new(Position::start());
        let play = |game: &mut Game, text: &str| {
            let mv = parse_move(game.position(), text).unwrap();
            game.play(mv);
        };
        assert_eq!(sent.command(&game, false), "position startpos");
        play(&mut game, "e2e4");
        play(&mut game, "e7e5");
        let both = "position startpos moves e2e4 e7e5";
        assert_eq!(sent.command(&game, false), both);
        assert_eq!(sent.command(&game, false), both);
        // Another game, longer than what is known.
        game.undo();
        play(&mut game, "c7c5");
        play(&mut game, "g1f3");
        let other = "position startpos moves e2e4 c7c5 g1f3";
        assert_eq!(sent.command(&game, false), other);
        game.undo();
        game.undo();
        assert_eq!(sent.command(&game, false), "position startpos moves e2e4");
        // Another start, and castling in both styles.
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        let mut game = Game::new(parse_fen(fen).unwrap());
        play(&mut game, "e1g1");
        let castled = |text: &str| format!("position fen {fen} moves {text}");
        assert_eq!(sent.command(&game, false), castled("e1g1"));
        assert_eq!(sent.command(&game, true), castled("e1h1"));
    }
}
