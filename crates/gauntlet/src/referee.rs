//! One game between two engines: whose turn it is, whose clock runs, whether
//! a move is legal, and how the game ends.
//!
//! The referee trusts nobody: it keeps both clocks itself, checks every move
//! and every claim, and tells what went wrong apart.

use std::sync::Arc;
use std::time::Duration;

use plumb_chess::board::{Color, Game, Move, Outcome};
use plumb_chess::notation::{FenStyle, parse_move, to_fen};
use plumb_engine::search::ScoreValue;
use plumb_engine::syzygy::Tablebases;
use plumb_protocol::peer::{
    Answer, Clocks, GameSetup, PeerError, Player, SearchBudget, SideClock, Thought,
};
use plumb_protocol::protocol::GameResult;

use super::adjudicate::{Adjudication, Adjudicator, Decision};
use super::openings::Opening;
use super::time_control::{MatchClock, TimeControl};

/// What is the same for every game of a match.
#[derive(Clone, Debug)]
pub struct GameRules {
    /// Castling as in Chess960.
    pub chess960: bool,
    /// Whether engines may think on the opponent's time.
    pub ponder: bool,
    /// How far a clock may be overdrawn, in milliseconds.
    pub margin_ms: u64,
    /// When to end games early.
    pub adjudication: Adjudication,
    /// Endgame tables that decide games.
    pub tablebases: Option<Arc<Tablebases>>,
}

/// A side of the board.
pub struct Seat<'a> {
    /// The engine.
    pub player: &'a mut dyn Player,
    /// Its name in the match.
    pub name: &'a str,
    /// Its time.
    pub control: TimeControl,
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Termination {
    /// By the rules of chess.
    Rules(Outcome),
    /// By the match's rules.
    Adjudicated(Decision),
    /// By endgame tables: this side wins, or nobody.
    Tablebase(Option<Color>),
    /// This side gave up.
    Resignation(Color),
    /// Both sides offered a draw.
    Agreement,
    /// This side claimed a result that the board does not show.
    FalseClaim(Color, String),
    /// This side's flag fell, by so many milliseconds.
    TimeLoss(Color, u64),
    /// This side played a move that is not legal.
    IllegalMove(Color, String),
    /// This side's engine died, hung, or broke the protocol.
    EngineFailure(Color, PeerError),
    /// The match was interrupted; the game does not count.
    Interrupted,
}

/// A move as it was made.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// Milliseconds it took, by the referee's clock.
    pub time_ms: u64,
    /// What the engine said it was worth, from its own point of view.
    pub score: Option<ScoreValue>,
    /// Depth it said it reached, in plies.
    pub depth: Option<u32>,
    /// Nodes it said it searched.
    pub nodes: Option<u64>,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The moves after the opening.
    pub moves: Vec<PlayedMove>,
    /// How it ended.
    pub termination: Termination,
    /// What is to be said about an engine without deciding the game, such as
    /// an illegal variation.
    pub warnings: Vec<(Color, String)>,
}

impl Termination {
    /// The result; none if the game does not count. `turn` is the side to
    /// move at the end.
    pub fn result(&self, turn: Color) -> Option<GameResult> {
        let lost_by = |side: Color| side.fold(GameResult::BlackWins, GameResult::WhiteWins);
        Some(match self {
            Termination::Rules(Outcome::Checkmate) => lost_by(turn),
            Termination::Tablebase(Some(winner)) => lost_by(!*winner),
            Termination::Rules(_)
            | Termination::Agreement
            | Termination::Tablebase(None)
            | Termination::Adjudicated(Decision::DrawByScore | Decision::DrawByLength) => {
                GameResult::Draw
            }
            Termination::Adjudicated(Decision::Loses(side))
            | Termination::Resignation(side)
            | Termination::FalseClaim(side, _)
            | Termination::TimeLoss(side, _)
            | Termination::IllegalMove(side, _)
            | Termination::EngineFailure(side, _) => lost_by(*side),
            Termination::Interrupted => return None,
        })
    }

    /// The side whose engine did something that engines must not do.
    pub fn offender(&self) -> Option<Color> {
        match self {
            Termination::FalseClaim(side, _)
            | Termination::TimeLoss(side, _)
            | Termination::IllegalMove(side, _)
            | Termination::EngineFailure(side, _) => Some(*side),
            _ => None,
        }
    }

    /// PGN's `Termination` tag. It tells games that an engine's failure ended from results
    /// ([`is_failure`](plumb_stats::statistics::is_failure)).
    pub fn pgn_tag(&self) -> &'static str {
        match self {
            Termination::Rules(_) | Termination::Resignation(_) | Termination::Agreement => {
                "normal"
            }
            Termination::Adjudicated(_) | Termination::Tablebase(_) => "adjudication",
            Termination::TimeLoss(..) => "time forfeit",
            Termination::FalseClaim(..) | Termination::IllegalMove(..) => "rules infraction",
            Termination::EngineFailure(..) => "abandoned",
            Termination::Interrupted => "unterminated",
        }
    }

    /// What happened, in words.
    pub fn describe(&self, turn: Color) -> String {
        let name = |side: Color| side.fold("White", "Black");
        match self {
            Termination::Rules(Outcome::Checkmate) => format!("{} mates", name(!turn)),
            Termination::Rules(Outcome::Stalemate) => "stalemate".to_owned(),
            Termination::Rules(Outcome::InsufficientMaterial) => "insufficient material".to_owned(),
            Termination::Rules(Outcome::FiftyMoves) => "fifty-move rule".to_owned(),
            Termination::Rules(Outcome::Threefold) => "threefold repetition".to_owned(),
            Termination::Adjudicated(Decision::DrawByScore) => {
                "draw adjudicated, by score".to_owned()
            }
            Termination::Adjudicated(Decision::DrawByLength) => {
                "draw adjudicated, by length".to_owned()
            }
            Termination::Adjudicated(Decision::Loses(side)) => {
                format!("{} wins, adjudicated by score", name(!*side))
            }
            Termination::Tablebase(Some(side)) => {
                format!("{} wins, by endgame tables", name(*side))
            }
            Termination::Tablebase(None) => "draw by endgame tables".to_owned(),
            Termination::Resignation(side) => format!("{} resigns", name(*side)),
            Termination::Agreement => "draw agreed".to_owned(),
            Termination::FalseClaim(side, claim) => {
                format!("{} makes a false claim: {claim}", name(*side))
            }
            Termination::TimeLoss(side, over) => {
                format!("{} loses on time, by {over} ms", name(*side))
            }
            Termination::IllegalMove(side, text) => {
                format!("{} plays an illegal move: {text}", name(*side))
            }
            Termination::EngineFailure(side, error) => {
                format!("{}'s engine fails: {error}", name(*side))
            }
            Termination::Interrupted => "interrupted".to_owned(),
        }
    }
}

/// Patience beyond the clock before an engine counts as hung, and the limit
/// where there is no clock at all.
const GRACE: Duration = Duration::from_secs(5);
const WITHOUT_CLOCK: Duration = Duration::from_secs(600);

/// Plays a game to its end.
pub fn play_game<'a>(
    opening: &Opening,
    rules: &'a GameRules,
    white: Seat<'a>,
    black: Seat<'a>,
) -> PlayedGame {
    let mut table = Table {
        game: opening.game(),
        clocks: [
            MatchClock::new(white.control),
            MatchClock::new(black.control),
        ],
        adjudicator: Adjudicator::new(rules.adjudication),
        rules,
        seats: [white, black],
        played: PlayedGame {
            moves: Vec::new(),
            termination: Termination::Interrupted,
            warnings: Vec::new(),
        },
        draw_offered_by: None,
    };
    let termination = table.sit_down(opening).and_then(|()| {
        loop {
            if let Some(outcome) = table.game.outcome() {
                return Ok(Termination::Rules(outcome));
            }
            if let Some(termination) = table.turn()? {
                return Ok(termination);
            }
        }
    });
    table.played.termination = termination.unwrap_or_else(|termination| termination);
    table.tell_result();
    table.played
}

struct Table<'a> {
    game: Game,
    seats: [Seat<'a>; 2],
    clocks: [MatchClock; 2],
    adjudicator: Adjudicator,
    rules: &'a GameRules,
    played: PlayedGame,
    draw_offered_by: Option<Color>,
}

/// A failure that ends the game.
fn failure(side: Color, error: PeerError) -> Termination {
    match error {
        PeerError::Interrupted { .. } => Termination::Interrupted,
        error => Termination::EngineFailure(side, error),
    }
}

impl Table<'_> {
    fn sit_down(&mut self, opening: &Opening) -> Result<(), Termination> {
        for side in Color::ALL {
            let opponent = self.seats[(!side).index()].name.to_owned();
            let control = self.seats[side.index()].control;
            let setup = GameSetup {
                start: opening.start.clone(),
                chess960: self.rules.chess960,
                ponder: self.rules.ponder,
                level: control.level(),
                opponent: Some(opponent),
            };
            self.seats[side.index()]
                .player
                .new_game(&setup)
                .map_err(|error| failure(side, error))?;
        }
        Ok(())
    }

    /// The side to move makes its move; says how the game ends if it does.
    fn turn(&mut self) -> Result<Option<Termination>, Termination> {
        let side = self.game.position().turn();
        let (limits, patience) = self.limits(side);
        let thought = self.seats[side.index()]
            .player
            .go(&self.game, &limits, patience)
            .map_err(|error| failure(side, error))?;
        let used_ms = thought.elapsed.as_millis() as u64;
        let left = self.clocks[side.index()].remaining_ms();
        if !self.clocks[side.index()].press(used_ms, self.rules.margin_ms) {
            return Ok(Some(Termination::TimeLoss(
                side,
                used_ms.saturating_sub(left.max(0) as u64),
            )));
        }
        match &thought.answer {
            Answer::Resign => return Ok(Some(Termination::Resignation(side))),
            Answer::AcceptDraw => return Ok(Some(Termination::Agreement)),
            Answer::NoMove => return Ok(Some(Termination::IllegalMove(side, "none".to_owned()))),
            Answer::Claim { result, comment } => {
                return Ok(Some(Termination::FalseClaim(
                    side,
                    format!("{result} {comment}"),
                )));
            }
            Answer::Move(text) => {
                let Ok(mv) = parse_move(self.game.position(), text) else {
                    return Ok(Some(Termination::IllegalMove(side, text.clone())));
                };
                let text = text.clone();
                self.check_variation(side, &thought, &text);
                let decision = self.make(side, mv, &thought, used_ms);
                if decision.is_some() || self.game.outcome().is_some() {
                    return Ok(decision);
                }
            }
        }
        if thought.offers_draw {
            self.seats[(!side).index()]
                .player
                .offer_draw()
                .map_err(|error| failure(!side, error))?;
        }
        if self.rules.ponder
            && let Some(expected) = &thought.ponder
        {
            let (limits, _) = self.limits(side);
            self.seats[side.index()]
                .player
                .ponder(&self.game, expected, &limits)
                .map_err(|error| failure(side, error))?;
        }
        Ok(None)
    }

    fn make(
        &mut self,
        side: Color,
        mv: Move,
        thought: &Thought,
        time_ms: u64,
    ) -> Option<Termination> {
        let info = thought.info.as_ref();
        let score = info.and_then(|info| info.score).map(|(score, _)| score);
        let number = self.game.position().fullmove_number();
        self.game.play(mv);
        self.played.moves.push(PlayedMove {
            mv,
            time_ms,
            score,
            depth: info.and_then(|info| info.depth),
            nodes: info.and_then(|info| info.nodes),
        });
        if self.game.outcome().is_some() {
            return None;
        }
        // An offer stands until the opponent has moved.
        if thought.offers_draw && self.draw_offered_by == Some(!side) {
            return Some(Termination::Agreement);
        }
        if thought.offers_draw {
            self.draw_offered_by = Some(side);
        } else if self.draw_offered_by == Some(!side) {
            self.draw_offered_by = None;
        }
        if let Some(winner) = self
            .rules
            .tablebases
            .as_ref()
            .and_then(|tables| tables.result(self.game.position()))
        {
            return Some(Termination::Tablebase(winner));
        }
        let irreversible = self.game.position().halfmove_clock() == 0;
        self.adjudicator
            .after_move(side, number, score, irreversible)
            .map(Termination::Adjudicated)
    }

    fn limits(&self, side: Color) -> (SearchBudget, Duration) {
        let clock = &self.clocks[side.index()];
        let margin = Duration::from_millis(self.rules.margin_ms);
        let patience = if clock.remaining_ms() == i64::MAX {
            WITHOUT_CLOCK
        } else {
            Duration::from_millis(clock.remaining_ms().max(0) as u64) + margin + GRACE
        };
        let limits = match clock.control() {
            TimeControl::MoveTime(ms) => SearchBudget::move_time(Duration::from_millis(ms)),
            TimeControl::Nodes(nodes) => SearchBudget::nodes(nodes),
            TimeControl::Depth(depth) => SearchBudget::depth(depth),
            TimeControl::Clock { .. } => {
                let face = |side: Color| {
                    let clock = &self.clocks[side.index()];
                    let increment_ms = match clock.control() {
                        TimeControl::Clock { increment_ms, .. } => increment_ms,
                        _ => 0,
                    };
                    SideClock {
                        left_ms: clock.remaining_ms().min(i64::from(i32::MAX)),
                        increment_ms,
                    }
                };
                let clocks = Clocks {
                    white: face(Color::White),
                    black: face(Color::Black),
                    moves_to_go: clock.moves_to_go(),
                };
                SearchBudget::clocks(clocks)
            }
        };
        (limits, patience)
    }

    /// A variation has to begin with the move played and to be legal.
    fn check_variation(&mut self, side: Color, thought: &Thought, played: &str) {
        let Some(info) = thought.info.as_ref().filter(|info| !info.pv.is_empty()) else {
            return;
        };
        let mut position = self.game.position().clone();
        let choice = thought.choice.as_deref().unwrap_or(&info.pv[0]);
        let first = parse_move(&position, choice).ok();
        if first.is_some() && first != parse_move(&position, played).ok() {
            let fen = to_fen(&position, FenStyle::XFen);
            let text = format!("plays {played} but its last line began with {choice} in {fen}");
            self.warn(side, text);
            return;
        }
        for text in &info.pv {
            // Some engines leave the queen out when they promote.
            let read = parse_move(&position, text)
                .or_else(|error| parse_move(&position, &format!("{text}q")).map_err(|_| error));
            match read {
                Ok(mv) => position = position.play(mv),
                Err(_) => {
                    let fen = to_fen(self.game.position(), FenStyle::XFen);
                    self.warn(
                        side,
                        format!(
                            "illegal variation: {text} in '{}' after {fen}",
                            info.pv.join(" ")
                        ),
                    );
                    return;
                }
            }
        }
    }

    fn warn(&mut self, side: Color, text: String) {
        self.played.warnings.push((side, text));
    }

    /// Tells both engines; what goes wrong now no longer matters.
    fn tell_result(&mut self) {
        let turn = self.game.position().turn();
        let result = self
            .played
            .termination
            .result(turn)
            .unwrap_or(GameResult::Unknown);
        let comment = self.played.termination.describe(turn);
        for seat in &mut self.seats {
            let _ = seat.player.end_game(result, &comment);
        }
    }
}
