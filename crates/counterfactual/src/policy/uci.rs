//! A network that prints its policy, in an engine that speaks UCI, as a policy.

use std::time::Duration;

use super::question::{History, Policy, PolicyError, PolicyQuestion};
use super::verbose_moves::VerboseMove;
use plumb_chess::board::{Game, Move};
use plumb_chess::notation::{CastlingStyle, FenStyle, parse_uci_move, to_fen};
use plumb_protocol::peer::{self, GameSetup, Launch, PeerError, Player, Protocol, SearchBudget};
use plumb_support::wording::say;

/// Without this option Lc0 prints nothing of single moves.
const VERBOSE: &str = "VerboseMoveStats";
/// Lc0 flattens the network's policy by default; at 1 it prints what the network says.
const TEMPERATURE: &str = "PolicyTemperature";

/// The policy that an engine prints at `go nodes 1`, as Lc0 does with the networks of Maia
/// (R. McIlroy-Young et al., Aligning Superhuman AI with Human Behavior, KDD 2020). A network
/// stands for one rating: those of the question do not matter.
pub struct UciPolicy {
    player: Box<dyn Player>,
    engine: String,
    /// The start of the game that the engine was last told to begin.
    start: Option<GameSetup>,
    patience: Duration,
}

impl UciPolicy {
    /// Starts the engine and sets its options, `VerboseMoveStats` to true and
    /// `PolicyTemperature` to 1 where it has them and `options` does not name them. An answer
    /// may take as long as `patience`; an interrupt of the launch is [`PolicyError::Stopped`].
    pub fn start(
        launch: &Launch,
        options: &[(String, String)],
        patience: Duration,
    ) -> Result<UciPolicy, PolicyError> {
        if launch.protocol != Protocol::Uci {
            let reason = say!(policy.not_uci, engine = launch.name);
            return Err(PolicyError::Failed(reason));
        }
        let mut player = peer::start(launch)?;
        for (name, value) in [(VERBOSE, "true"), (TEMPERATURE, "1.0")] {
            let is = |other: &str| other.eq_ignore_ascii_case(name);
            let is_offered = player.identity().options.iter().any(|o| is(&o.name));
            if is_offered && !options.iter().any(|(other, _)| is(other)) {
                player.set_option(name, value)?;
            }
        }
        for (name, value) in options {
            player.set_option(name, value)?;
        }
        player.ready()?;
        Ok(UciPolicy {
            player,
            engine: launch.name.clone(),
            start: None,
            patience,
        })
    }

    /// Begins a game where it begins somewhere else than the last one.
    fn begin(&mut self, game: &Game) -> Result<(), PeerError> {
        let is_begun = |setup: &GameSetup| setup.start == *game.start();
        if self.start.as_ref().is_some_and(is_begun) {
            return Ok(());
        }
        let setup = GameSetup {
            start: game.start().clone(),
            chess960: CastlingStyle::natural(game.start()) == CastlingStyle::Chess960,
            ..GameSetup::standard()
        };
        self.player.new_game(&setup)?;
        self.start = Some(setup);
        Ok(())
    }
}

impl Policy for UciPolicy {
    fn name(&self) -> String {
        format!("uci {}", self.engine)
    }

    fn history(&self) -> History {
        History::Game
    }

    fn chances(&mut self, question: &PolicyQuestion<'_>) -> Result<Vec<(Move, f64)>, PolicyError> {
        let game = question.game;
        self.begin(game)?;
        let limits = SearchBudget::nodes(1);
        let remarks = self.player.go_for_remarks(game, &limits, self.patience)?;
        let verbose: Vec<_> = remarks
            .iter()
            .filter_map(|r| VerboseMove::parse(r))
            .collect();
        if verbose.is_empty() {
            return Err(PolicyError::Failed(say!(
                policy.not_verbose,
                engine = self.engine,
                option = VERBOSE
            )));
        }
        let read = |verbose: VerboseMove| match parse_uci_move(game.position(), verbose.mv) {
            Some(mv) => Ok((mv, verbose.chance?)),
            None => Err(PolicyError::IllegalMove(
                verbose.mv.to_owned(),
                to_fen(game.position(), FenStyle::XFen),
            )),
        };
        verbose.into_iter().map(read).collect()
    }
}
