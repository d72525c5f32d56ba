//! The CECP (XBoard) side of a session: what the engine is doing and why.
//!
//! Commands change the state; after each, [`Cecp::settle`] compares what the
//! engine does with what the state asks for, and starts or ends a search. The
//! commands themselves are in `cecp_commands.rs`.

use super::cecp_clock::GameClock;
use super::cecp_editor::Editor;
use super::core::Core;
use super::event::Flow;
use super::tutor::{LESSON_NODES, Subject};
use crate::protocol::{
    CecpCommand, CecpReply, EditLine, GameResult, ParseError, SearchStatus, ThinkingCounters,
    ThinkingLine,
};
use plumb_chess::board::{Color, Game, Move, Outcome};
use plumb_engine::engine::SearchEvent;
use plumb_engine::search::{Bound, Clock, CurrentMove, Limits, Report, ScoreValue, SearchOutcome};

/// Which side the engine plays, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Neither: moves are only noted.
    Force,
    /// This one.
    Playing(Color),
    /// Neither: the position is analysed.
    Analyse,
}

/// What the running search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The engine's own move.
    Move,
    /// The engine's next move, should the opponent play this one.
    Ponder(Move),
    /// Analysis.
    Analyse,
    /// Advice to the opponent.
    Hint,
}

/// The state of an XBoard session.
pub(super) struct Cecp {
    pub mode: Mode,
    pub purpose: Option<Purpose>,
    pub clock: GameClock,
    pub max_depth: Option<u32>,
    pub nodes_per_second: Option<u64>,
    pub pondering_allowed: bool,
    pub post: bool,
    pub paused: bool,
    /// A `setboard` was refused: every move is illegal until a new position.
    pub illegal_position: bool,
    pub excluded: Vec<Move>,
    /// The GUI's `result` or the rules have ended the game.
    pub game_over: bool,
    /// The opponent offers a draw.
    pub draw_offered: bool,
    /// Pings that wait for the engine's move.
    pub pings: Vec<i64>,
    pub editing: Option<Editor>,
    /// Options set while the engine thinks about its move wait for it.
    pub waiting_options: Vec<(String, Option<String>)>,
    /// Where `egtpath` last said that the endgame tables are.
    pub table_path: Option<String>,
    /// The reply the engine expects to its last move.
    pub expected: Option<Move>,
    /// The opponent is a program, who needs no tutor.
    pub opponent_is_program: bool,
    /// The last line of thinking of this game, for the numbers before the tutor's words.
    pub(super) last_thinking: Option<ThinkingLine>,
    /// The last move was entered in force mode, by whoever is to be taught.
    pub(super) entered_in_force: bool,
    last_score: Option<ScoreValue>,
    hopeless_moves: u32,
    status: Option<SearchStatus>,
}

/// Resigns after so many moves in a row at this score or worse, in centipawns.
const RESIGN: (u32, i32) = (4, -1_000);
/// Accepts a draw at this score or worse, in centipawns.
const ACCEPT_DRAW_CP: i32 = -15;
/// Depth of the search behind `hint`, in plies.
const HINT_DEPTH: u32 = 8;

impl Cecp {
    /// The engine plays `side`.
    pub fn new(side: Color) -> Cecp {
        Cecp {
            mode: Mode::Playing(side),
            purpose: None,
            clock: GameClock::new(),
            max_depth: None,
            nodes_per_second: None,
            pondering_allowed: false,
            post: false,
            paused: false,
            illegal_position: false,
            excluded: Vec::new(),
            game_over: false,
            draw_offered: false,
            pings: Vec::new(),
            editing: None,
            waiting_options: Vec::new(),
            table_path: None,
            expected: None,
            opponent_is_program: false,
            last_thinking: None,
            entered_in_force: false,
            last_score: None,
            hopeless_moves: 0,
            status: None,
        }
    }

    /// Deals with one line.
    pub fn line(&mut self, core: &mut Core, line: &str) -> Flow {
        if self.editing.is_some() {
            match EditLine::parse(line) {
                Ok(None) => {}
                Ok(Some(edit)) => self.edit(core, &edit),
                Err(_) if line.trim().eq_ignore_ascii_case("quit") => return Flow::Quit,
                Err(error) => core.error_about(&error.reason(), line),
            }
            return Flow::Continue;
        }
        match CecpCommand::parse(line) {
            Ok(None) => {}
            Ok(Some(CecpCommand::Quit)) => return Flow::Quit,
            Ok(Some(command)) => {
                self.command(core, command, line);
                self.settle(core);
            }
            Err(error @ ParseError::UnknownCommand { .. }) => {
                core.unknown_command(&error.reason(), line);
            }
            Err(error) => core.error_about(&error.reason(), line),
        }
        Flow::Continue
    }

    /// What the engine should be doing now.
    fn due_purpose(&self, core: &Core) -> Option<Purpose> {
        if self.illegal_position || self.paused || self.editing.is_some() {
            return None;
        }
        match self.mode {
            Mode::Analyse if self.excludes_everything(core) => None,
            Mode::Analyse => Some(Purpose::Analyse),
            Mode::Playing(side) if !self.game_over => {
                if core.position().turn() == side {
                    Some(Purpose::Move)
                } else {
                    self.expected
                        .filter(|_| self.pondering_allowed)
                        .map(Purpose::Ponder)
                }
            }
            _ => None,
        }
    }

    /// Starts or ends a search, so that the engine does what it should.
    pub fn settle(&mut self, core: &mut Core) {
        self.settle_search(core);
        self.settle_tutor(core);
    }

    fn settle_search(&mut self, core: &mut Core) {
        let due = self.due_purpose(core);
        if self.purpose == Some(Purpose::Hint) && due.is_none() || self.purpose == due {
            return;
        }
        self.interrupt(core);
        match due {
            None => {}
            Some(Purpose::Move) => self.think(core),
            Some(Purpose::Ponder(expected)) => self.ponder(core, expected),
            Some(purpose) => {
                self.purpose = Some(purpose);
                core.go(
                    Limits {
                        search_moves: self.search_moves(core),
                        multi_pv: core.engine.settings().multi_pv,
                        ..Limits::default()
                    },
                    true,
                );
            }
        }
    }

    /// Ends the running search without a word, whatever it is for.
    pub fn interrupt(&mut self, core: &mut Core) {
        core.abandon_search();
        self.purpose = None;
        self.status = None;
        self.apply_waiting_options(core);
        self.answer_pings(core);
    }

    /// Another protocol takes over.
    pub fn leave(&mut self, core: &mut Core) {
        core.tutor.cancel_all();
        self.interrupt(core);
    }

    pub fn answer_pings(&mut self, core: &mut Core) {
        for number in std::mem::take(&mut self.pings) {
            core.out.line(CecpReply::Pong(number));
        }
    }

    fn excludes_everything(&self, core: &Core) -> bool {
        !self.excluded.is_empty() && self.search_moves(core).is_empty()
    }

    /// The root moves for `Limits::search_moves`: the legal moves that are not excluded. Empty,
    /// which means all, when none is excluded, and also when all are; see `excludes_everything`.
    fn search_moves(&self, core: &Core) -> Vec<Move> {
        if self.excluded.is_empty() {
            return Vec::new();
        }
        core.position()
            .legal_moves()
            .into_iter()
            .filter(|mv| !self.excluded.contains(mv))
            .collect()
    }

    fn limits(&self, core: &Core) -> Limits {
        let nodes_per_second = self.nodes_per_second;
        let mut limits = Limits {
            depth: self.max_depth,
            clock: self.clock.to_search(),
            overhead_ms: core.engine.settings().move_overhead_ms,
            nodes_per_second,
            search_moves: self.search_moves(core),
            multi_pv: core.engine.settings().multi_pv,
            ..Limits::default()
        };
        // With `nps`, the time of `st` is an exact number of nodes, from which no overhead is
        // taken. That holds for a day too, which without `nps` means no limit.
        if let (Some(rate), Some(ms)) = (nodes_per_second, self.clock.per_move_ms()) {
            let nodes = u128::from(rate) * ms.max(0) as u128 / 1_000;
            limits.nodes = Some(u64::try_from(nodes).unwrap_or(u64::MAX).max(1));
            limits.clock = Clock::Unlimited;
        }
        limits
    }

    fn think(&mut self, core: &mut Core) {
        self.expected = None;
        if let Some(outcome) = core.engine.game().outcome() {
            self.announce_end(core, outcome);
            return;
        }
        self.clock.start_thinking();
        // The numbers of an earlier search say nothing of this one.
        self.last_thinking = None;
        if self.excluded.is_empty()
            && let Some(mv) = core.book_move()
        {
            let pv = core.line_text(&[mv]);
            self.tell_thinking(
                core,
                ThinkingLine {
                    ply: 1,
                    score: ScoreValue::Cp(0),
                    bound: Bound::Exact,
                    time_cs: 0,
                    nodes: 0,
                    counters: None,
                    pv,
                },
            );
            self.make_move(core, mv, None);
            return;
        }
        self.purpose = Some(Purpose::Move);
        core.go(self.limits(core), false);
    }

    fn ponder(&mut self, core: &mut Core, expected: Move) {
        self.purpose = Some(Purpose::Ponder(expected));
        let hint = core.move_text(core.position(), expected);
        let game = core.engine.game().clone();
        core.engine.game_mut().play(expected);
        let limits = Limits {
            ponder: true,
            ..self.limits(core)
        };
        core.go(limits, false);
        core.engine.set_game(game);
        if self.post {
            core.out.line(CecpReply::Hint(hint));
        }
    }

    /// The opponent has made a legal move.
    pub fn opponent_moved(&mut self, core: &mut Core, mv: Move) {
        self.teach_user_move(core, mv);
        self.entered_in_force = self.mode == Mode::Force;
        core.engine.game_mut().play(mv);
        self.excluded.clear();
        self.expected = None;
        if self.purpose == Some(Purpose::Ponder(mv)) && !self.game_over {
            // The search goes on as the search for the engine's move.
            self.purpose = Some(Purpose::Move);
            self.clock.start_thinking();
            core.engine.ponder_hit();
        } else if self.purpose.is_some() {
            self.interrupt(core);
        }
        if let Some(outcome) = core
            .engine
            .game()
            .outcome()
            .filter(|_| self.mode != Mode::Analyse)
        {
            self.interrupt(core);
            if matches!(self.mode, Mode::Playing(_)) {
                self.announce_end(core, outcome);
            }
        }
    }

    /// Advice for whoever is to move.
    pub fn hint(&mut self, core: &mut Core) {
        if self.is_users_turn(core) {
            let game = core.engine.game().clone();
            core.teach(Subject::Hint, game, None, LESSON_NODES);
        } else if let Some(mv) = self.expected.filter(|&mv| core.position().is_legal(mv)) {
            core.out
                .line(CecpReply::Hint(core.move_text(core.position(), mv)));
        } else if self.purpose.is_none() && !self.illegal_position {
            self.purpose = Some(Purpose::Hint);
            core.go(Limits::depth(HINT_DEPTH), false);
        }
    }

    /// Deals with news of the search.
    pub fn search_event(&mut self, core: &mut Core, event: SearchEvent) {
        match event {
            SearchEvent::Report(report) => self.report(core, &report),
            SearchEvent::CurrentMove(current) => self.note_current_move(core, &current),
            SearchEvent::DamagedTable(text) => core.warn(&text),
            SearchEvent::Crashed(text) => {
                core.tell_crash();
                core.out
                    .line(CecpReply::Comment(format!("the search failed: {text}")));
            }
            SearchEvent::Finished(outcome) => {
                core.engine.wait();
                match self.purpose.take() {
                    Some(Purpose::Move) => self.finish_move(core, &outcome),
                    Some(Purpose::Hint) => {
                        if let Some(mv) = outcome.best {
                            core.out
                                .line(CecpReply::Hint(core.move_text(core.position(), mv)));
                        }
                    }
                    // The results of pondering and analysis are held back until the search
                    // is stopped, and `interrupt`, which stops it, drops them.
                    Some(Purpose::Ponder(_) | Purpose::Analyse) | None => {}
                }
                self.apply_waiting_options(core);
                self.answer_pings(core);
                self.settle(core);
            }
        }
    }

    fn finish_move(&mut self, core: &mut Core, outcome: &SearchOutcome) {
        let Some(mv) = outcome.best else { return };
        let score = outcome.last.lines.first().map(|line| line.score.value());
        self.last_score = score;
        let hopeless = match score {
            Some(ScoreValue::Cp(cp)) => cp <= RESIGN.1,
            Some(ScoreValue::Mate(moves)) => moves < 0,
            None => false,
        };
        self.hopeless_moves = if hopeless { self.hopeless_moves + 1 } else { 0 };
        if self.hopeless_moves >= RESIGN.0 && core.engine.settings().resign {
            self.game_over = true;
            core.out.line(CecpReply::Resign);
            return;
        }
        if self.draw_offered && self.accepts_draw(core) {
            core.out.line(CecpReply::OfferDraw);
        }
        self.draw_offered = false;
        self.make_move(core, mv, outcome.ponder);
    }

    /// Whether a draw is welcome: the engine does not stand better.
    pub fn accepts_draw(&self, core: &Core) -> bool {
        core.engine.game().ply() >= 30
            && match self.last_score {
                Some(ScoreValue::Cp(cp)) => cp <= ACCEPT_DRAW_CP,
                Some(ScoreValue::Mate(moves)) => moves < 0,
                None => false,
            }
    }

    fn make_move(&mut self, core: &mut Core, mv: Move, expected: Option<Move>) {
        let text = core.move_text(core.position(), mv);
        // With moves excluded there is no lesson: the tutor does not know of exclusions, and
        // would compare the engine's move with moves that it was not allowed to play.
        if self.has_pupil(core) && self.excluded.is_empty() {
            let before = core.engine.game().clone();
            core.teach(Subject::EngineMove, before, Some(mv), LESSON_NODES);
        }
        core.engine.game_mut().play(mv);
        self.clock.made_move();
        self.excluded.clear();
        let outcome = core.engine.game().outcome();
        // A draw to be claimed with this move is offered before it.
        if matches!(outcome, Some(Outcome::Threefold | Outcome::FiftyMoves)) {
            core.out.line(CecpReply::OfferDraw);
        }
        core.out.line(CecpReply::Move(text));
        if let Some(outcome) = outcome {
            self.announce_end(core, outcome);
            return;
        }
        self.expected = expected.filter(|&reply| {
            let mut game: Game = core.engine.game().clone();
            game.position().is_legal(reply) && {
                game.play(reply);
                game.outcome().is_none()
            }
        });
    }

    /// The rules have ended the game.
    fn announce_end(&mut self, core: &mut Core, outcome: Outcome) {
        if self.game_over {
            return;
        }
        self.game_over = true;
        let (result, comment) = match outcome {
            Outcome::Checkmate => core.position().turn().fold(
                (GameResult::BlackWins, "Black mates"),
                (GameResult::WhiteWins, "White mates"),
            ),
            Outcome::Stalemate => (GameResult::Draw, "Stalemate"),
            Outcome::InsufficientMaterial => (GameResult::Draw, "Insufficient material"),
            Outcome::FiftyMoves => (GameResult::Draw, "Draw by fifty-move rule"),
            Outcome::Threefold => (GameResult::Draw, "Draw by repetition"),
        };
        core.out.line(CecpReply::Result {
            result,
            comment: comment.to_owned(),
        });
    }

    fn report(&mut self, core: &mut Core, report: &Report) {
        let count = core.position().legal_moves().len() as u32;
        self.status = Some(SearchStatus {
            time_cs: report.time_ms / 10,
            nodes: report.nodes,
            ply: report.depth,
            moves_left: 0,
            moves_total: count,
            current_move: None,
        });
        if matches!(self.purpose, Some(Purpose::Hint) | None) {
            return;
        }
        for line in &report.lines {
            let pv = self.pv_text(core, &line.moves);
            self.tell_thinking(
                core,
                ThinkingLine {
                    ply: report.depth,
                    score: line.score.value(),
                    bound: line.bound,
                    time_cs: report.time_ms / 10,
                    nodes: report.nodes,
                    counters: Some(ThinkingCounters {
                        seldepth: line.seldepth as u32,
                        nps: report.nodes_per_second(),
                        tbhits: report.table_hits,
                    }),
                    pv,
                },
            );
        }
    }

    /// A line of play; while pondering it begins with the expected move.
    fn pv_text(&self, core: &Core, moves: &[Move]) -> Vec<String> {
        match self.purpose {
            Some(Purpose::Ponder(expected)) => {
                let whole: Vec<Move> = std::iter::once(expected)
                    .chain(moves.iter().copied())
                    .collect();
                let mut texts = core.line_text(&whole);
                texts[0] = format!("({})", texts[0]);
                texts
            }
            _ => core.line_text(moves),
        }
    }

    fn tell_thinking(&mut self, core: &mut Core, line: ThinkingLine) {
        self.last_thinking = Some(ThinkingLine {
            pv: Vec::new(),
            ..line.clone()
        });
        if self.post {
            core.out.line(CecpReply::Thinking(line));
        }
    }

    fn note_current_move(&mut self, core: &Core, current: &CurrentMove) {
        let position = match self.purpose {
            Some(Purpose::Ponder(expected)) => &core.position().play(expected),
            _ => core.position(),
        };
        self.status = Some(SearchStatus {
            time_cs: current.time_ms / 10,
            nodes: current.nodes,
            ply: current.depth,
            moves_left: (current.count - current.number.min(current.count)) as u32,
            moves_total: current.count as u32,
            current_move: Some(core.move_text(position, current.mv)),
        });
    }

    /// How the search stands, if one runs.
    pub fn tell_status(&self, core: &mut Core) {
        if self.purpose.is_none() {
            return;
        }
        let count = core.position().legal_moves().len() as u32;
        let status = self.status.clone().unwrap_or(SearchStatus {
            time_cs: 0,
            nodes: 0,
            ply: 0,
            moves_left: count,
            moves_total: count,
            current_move: None,
        });
        core.out.line(CecpReply::Status(status));
    }

    /// A position with no past: whatever was known about the last one is void.
    pub fn forget_position(&mut self) {
        self.illegal_position = false;
        self.game_over = false;
        self.draw_offered = false;
        self.excluded.clear();
        self.expected = None;
        self.last_score = None;
        self.last_thinking = None;
        self.entered_in_force = false;
        self.hopeless_moves = 0;
    }
}
