//! The UCI side of a session.

use super::core::{Core, is_explain_button};
use super::event::Flow;
use super::tutor_share::TutorShare;
use super::typed_moves::is_moves;
use crate::protocol::{
    GoParameters, InfoLine, OptionDeclaration, OptionKind, ParseError, StartPosition, UciCommand,
    UciReply, WinDrawLoss,
};
use plumb_chess::board::{Game, Move, Position};
use plumb_chess::notation::{CastlingStyle, START_FEN, parse_uci_move, to_uci_move};
use plumb_engine::engine::{self, OPTIONS, OptionSpec, SearchEvent};
use plumb_engine::eval::win_draw_loss;
use plumb_engine::search::{Bound, Clock, CurrentMove, Limits, Report, ScoreValue, SearchOutcome};
use plumb_support::wording::excerpt;

/// What the UCI side remembers between lines.
pub(super) struct Uci {
    /// Options set during a search wait for its end.
    waiting_options: Vec<(String, Option<String>)>,
    /// A book move that may be told only after `stop` or `ponderhit`.
    pending_book_move: Option<(Move, Hold)>,
    /// What the tutor may still do during this search.
    pub(super) tutor_share: Option<TutorShare>,
    /// The same for a search that is pondering: nothing before `ponderhit`.
    pondering_share: Option<TutorShare>,
    /// The replies that end a search, `bestmove` last, while they wait for the tutor's
    /// remark about the move; empty when none wait.
    pending_result: Vec<UciReply>,
}

/// Milliseconds for a `go` none of whose limits could be read, and the most for one whose
/// time could not be read.
const UNREAD_TIME_MS: i64 = 1_000;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Hold {
    UntilStop,
    UntilPonderHit,
}

impl Uci {
    pub fn new() -> Uci {
        Uci {
            waiting_options: Vec::new(),
            pending_book_move: None,
            tutor_share: None,
            pondering_share: None,
            pending_result: Vec::new(),
        }
    }

    /// Deals with one line.
    pub fn line(&mut self, core: &mut Core, line: &str) -> Flow {
        match UciCommand::parse(line) {
            Ok(None) => Flow::Continue,
            Ok(Some(command)) => self.command(core, command),
            Err(ParseError::UnknownCommand { .. }) if is_moves(line) => {
                self.finish(core);
                core.tutor.cancel_all();
                self.apply_waiting_options(core);
                core.play_typed(line);
                Flow::Continue
            }
            Err(error @ ParseError::UnknownCommand { .. }) => {
                core.unknown_command(&error.to_string(), line);
                Flow::Continue
            }
            Err(error) => {
                core.error(&error.to_string());
                Flow::Continue
            }
        }
    }

    fn command(&mut self, core: &mut Core, command: UciCommand) -> Flow {
        match command {
            UciCommand::Uci => introduce(core),
            UciCommand::IsReady => {
                core.engine.get_ready();
                core.out.line(UciReply::ReadyOk);
            }
            UciCommand::NewGame => {
                self.finish(core);
                core.tutor.cancel_all();
                core.engine.forget();
                core.engine.set_game(Game::new(Position::start()));
                self.apply_waiting_options(core);
            }
            UciCommand::Position { start, moves } => {
                self.finish(core);
                core.tutor.cancel_all();
                self.apply_waiting_options(core);
                if let Err(error) = set_position(core, &start, &moves) {
                    core.error(&format!("{error}; the position is unchanged"));
                }
            }
            UciCommand::Go(parameters) => self.go(core, &parameters),
            UciCommand::Stop => {
                core.stop_task();
                self.finish(core);
            }
            UciCommand::PonderHit => {
                core.engine.ponder_hit();
                if let Some(share) = self.pondering_share.take()
                    && core.engine.is_searching()
                {
                    self.begin_lessons(core, share);
                }
                self.tell_pending_book_move(core, Hold::UntilPonderHit);
            }
            UciCommand::SetOption { name, value } => {
                if is_explain_button(&name) {
                    core.explain_last_move();
                } else if core.engine.is_searching() || !self.pending_result.is_empty() {
                    self.waiting_options.push((name, value));
                } else {
                    set_option(core, &name, value.as_deref());
                }
            }
            // `debug` has no effect: nothing is shown only with it. Nor has `register`: nothing
            // needs to be registered.
            UciCommand::Debug(_) | UciCommand::Register(_) => {}
            UciCommand::Quit => {
                self.finish(core);
                return Flow::Quit;
            }
            UciCommand::Human(command) => core.human(command),
        }
        Flow::Continue
    }

    /// Deals with a line before a `quit` whose time is used up: `go` gets some legal move.
    pub fn answer_unsearched(&mut self, core: &mut Core, line: &str) -> Flow {
        match UciCommand::parse(line) {
            Ok(Some(UciCommand::Quit)) => return Flow::Quit,
            Ok(Some(UciCommand::Position { start, moves })) => {
                if let Err(error) = set_position(core, &start, &moves) {
                    core.error(&format!("{error}; the position is unchanged"));
                }
            }
            Ok(Some(UciCommand::Go(go))) if go.perft.is_none() => {
                let legal = core.position().legal_moves();
                let best = legal.iter().next();
                let best = best.map(|&mv| core.move_text(core.position(), mv));
                core.out.line(UciReply::BestMove { best, ponder: None });
            }
            _ => {}
        }
        Flow::Continue
    }

    /// Another protocol takes over.
    pub fn leave(&mut self, core: &mut Core) {
        self.finish(core);
        core.tutor.cancel_all();
        self.apply_waiting_options(core);
    }

    /// Ends a search and tells its move before anything else happens: every
    /// `go` has exactly one `bestmove`, whatever ends it.
    pub fn finish(&mut self, core: &mut Core) {
        self.tell_pending_book_move(core, Hold::UntilStop);
        self.end_lessons(core);
        self.pondering_share = None;
        self.tell_pending_result(core);
        if !core.engine.is_searching() {
            return;
        }
        core.engine.stop();
        while core.engine.is_searching() {
            let event = core.next_search_event();
            self.search_event(core, event);
        }
    }

    fn go(&mut self, core: &mut Core, parameters: &GoParameters) {
        self.finish(core);
        self.apply_waiting_options(core);
        for problem in &parameters.problems {
            core.error(&problem.to_string());
        }
        if !parameters.ignored.is_empty() {
            let words = excerpt(&parameters.ignored.join(" "));
            core.error(&format!("go: unknown words, ignored: {words}"));
        }
        if let Some(depth) = parameters.perft {
            core.perft(depth);
            return;
        }
        let mut limits = self.limits(core, parameters);
        let hold = parameters.infinite;
        if limits.search_moves.is_empty()
            && let Some(mv) = core.book_move()
        {
            let pv = core.line_text(&[mv]);
            let info = InfoLine {
                depth: Some(1),
                score: Some((ScoreValue::Cp(0), Bound::Exact)),
                nodes: Some(0),
                time_ms: Some(0),
                pv,
                ..InfoLine::default()
            };
            core.out.line(UciReply::Info(info));
            self.pending_book_move = Some((
                mv,
                if hold {
                    Hold::UntilStop
                } else {
                    Hold::UntilPonderHit
                },
            ));
            if !hold && !limits.ponder {
                self.tell_pending_book_move(core, Hold::UntilPonderHit);
            }
            return;
        }
        let share = match hold {
            true => None,
            false => Uci::tutor_share(core, &mut limits),
        };
        let is_pondering = limits.ponder;
        core.go(limits, hold);
        match share {
            Some(share) if is_pondering => self.pondering_share = Some(share),
            Some(share) => self.begin_lessons(core, share),
            None => {}
        }
    }

    fn tell_pending_book_move(&mut self, core: &mut Core, now: Hold) {
        if let Some((mv, hold)) = self.pending_book_move
            && (now == Hold::UntilStop || hold == now)
        {
            self.pending_book_move = None;
            let best = Some(core.move_text(core.position(), mv));
            core.out.line(UciReply::BestMove { best, ponder: None });
        }
    }

    fn limits(&self, core: &mut Core, go: &GoParameters) -> Limits {
        let mut search_moves = Vec::new();
        for text in &go.search_moves {
            match parse_uci_move(core.position(), text) {
                Some(mv) => search_moves.push(mv),
                None => core.error(&format!(
                    "searchmoves: '{text}' is not a legal move here; left out"
                )),
            }
        }
        // A bare `go` is meant to be endless; one of which no limit was
        // understood is not, and somebody's clock may be running.
        let is_bare = go.is_fully_known()
            && go.moves_to_go.is_none()
            && search_moves.len() == go.search_moves.len();
        let has_limit = go.has_limit() || is_bare;
        if !has_limit {
            core.error("go: no limit was understood: searching for a second");
        }
        let (time, increment) = core.position().turn().fold(
            (go.white_time_ms, go.white_increment_ms),
            (go.black_time_ms, go.black_increment_ms),
        );
        // A time that could not be read may be short, and no other limit says how short.
        let own_clock = core.position().turn().fold("go wtime", "go btime");
        let is_time_unread = time.is_none() && go.is_unread(own_clock)
            || go.move_time_ms.is_none() && go.is_unread("go movetime");
        let longest_ms = (is_time_unread && !go.infinite).then_some(UNREAD_TIME_MS);
        // A GUI that sends only the other side's clock, or only an increment,
        // still wants a move soon.
        let other = core
            .position()
            .turn()
            .fold(go.black_time_ms, go.white_time_ms);
        let clock = match (go.move_time_ms, time.or(other), increment) {
            _ if go.infinite => Clock::Unlimited,
            _ if !has_limit => Clock::MoveTime(UNREAD_TIME_MS),
            (Some(ms), ..) => Clock::MoveTime(ms),
            (None, Some(remaining_ms), increment) => Clock::Game {
                remaining_ms,
                increment_ms: increment.unwrap_or(0),
                moves_to_go: go.moves_to_go.filter(|&moves| moves > 0),
            },
            (None, None, Some(increment_ms)) => Clock::Game {
                remaining_ms: increment_ms,
                increment_ms: 0,
                moves_to_go: Some(1),
            },
            (None, None, None) => longest_ms.map_or(Clock::Unlimited, Clock::MoveTime),
        };
        let settings = core.engine.settings();
        Limits {
            depth: go.depth,
            nodes: go.nodes,
            mate: go.mate,
            clock,
            overhead_ms: settings.move_overhead_ms,
            longest_ms,
            nodes_per_second: None,
            ponder: go.ponder,
            search_moves,
            multi_pv: settings.multi_pv,
        }
    }

    /// Deals with news of the search.
    pub fn search_event(&mut self, core: &mut Core, event: SearchEvent) {
        match event {
            SearchEvent::Report(report) => tell_report(core, &report),
            SearchEvent::CurrentMove(current) => tell_current_move(core, &current),
            SearchEvent::DamagedTable(text) => core.warn(&text),
            SearchEvent::Crashed(text) => {
                core.tell_crash();
                core.error(&format!(
                    "the search failed ({text}); any legal move will be played"
                ));
            }
            SearchEvent::Finished(outcome) => {
                core.engine.wait();
                self.pending_result = result(core, &outcome);
                if !self.begin_last_lesson(core, outcome.best) {
                    self.tell_pending_result(core);
                }
            }
        }
    }

    /// Writes the pending result of a search, if there is one, and ends what goes with it.
    pub(super) fn tell_pending_result(&mut self, core: &mut Core) {
        if self.pending_result.is_empty() {
            return;
        }
        for reply in std::mem::take(&mut self.pending_result) {
            core.out.line(reply);
        }
        self.end_lessons(core);
        self.apply_waiting_options(core);
    }

    fn apply_waiting_options(&mut self, core: &mut Core) {
        for (name, value) in std::mem::take(&mut self.waiting_options) {
            set_option(core, &name, value.as_deref());
        }
    }
}

fn set_option(core: &mut Core, name: &str, value: Option<&str>) {
    if let Err(error) = core.set_option(name, value) {
        core.error(&error.to_string());
    }
}

fn introduce(core: &mut Core) {
    core.out.line(UciReply::IdName(
        concat!("Plumb ", env!("CARGO_PKG_VERSION")).to_owned(),
    ));
    core.out
        .line(UciReply::IdAuthor("the Plumb developers".to_owned()));
    for spec in OPTIONS.iter().filter(|spec| spec.in_uci) {
        core.out
            .line(UciReply::OptionLine(declaration(spec, spec.name)));
    }
    core.out.line(UciReply::UciOk);
}

/// An option as a protocol announces it.
pub(super) fn declaration(spec: &OptionSpec, name: &str) -> OptionDeclaration {
    let kind = match spec.kind {
        engine::OptionKind::Check { default } => OptionKind::Check { default },
        engine::OptionKind::Spin { default, min, max } => OptionKind::Spin { default, min, max },
        engine::OptionKind::Text { default } => OptionKind::Text {
            default: default.to_owned(),
        },
        engine::OptionKind::Button => OptionKind::Button,
    };
    OptionDeclaration {
        name: name.to_owned(),
        kind,
    }
}

/// Sets the board up aside and puts it in place only if all of it was right. A GUI
/// sends the whole game with every move: of what is on the board already, nothing is
/// played again, since in fast games that took a twentieth of the time to think.
fn set_position(core: &mut Core, start: &StartPosition, moves: &[String]) -> Result<(), String> {
    let fen = match start {
        StartPosition::Startpos => START_FEN,
        StartPosition::Fen(fen) => fen,
    };
    let start = core.position_of(fen).map_err(|error| error.to_string())?;
    let mut game = if *core.engine.game().start() == start {
        let mut game = core.engine.game().clone();
        let common = common_plies(&game, moves);
        while game.ply() > common {
            game.undo();
        }
        game
    } else {
        Game::new(start)
    };
    for (index, text) in moves.iter().enumerate().skip(game.ply()) {
        let Some(mv) = parse_uci_move(game.position(), text) else {
            let text: String = text.chars().take(20).collect();
            return Err(format!(
                "move {} '{}' is not legal",
                index + 1,
                text.escape_default()
            ));
        };
        game.play(mv);
    }
    core.engine.set_game(game);
    Ok(())
}

/// How many plies of the game, from its start, are the same in `moves`. Only the usual way
/// of writing a move is compared; another way ends the count, and the rest is read anew.
/// Castling is read: written as usual it may look like a step of the king.
fn common_plies(game: &Game, moves: &[String]) -> usize {
    let is_same = |position, mv: Move, text: &str| match mv.is_castling() {
        true => parse_uci_move(position, text) == Some(mv),
        false => to_uci_move(position, mv, CastlingStyle::Standard) == text,
    };
    let are_same = |(ply, (played, text)): &(usize, (&Option<Move>, &String))| {
        let position = game.position_at(*ply);
        played
            .zip(position)
            .is_some_and(|(mv, position)| is_same(position, mv, text))
    };
    let pairs = game.moves().iter().zip(moves).enumerate();
    pairs.take_while(are_same).count()
}

fn tell_report(core: &mut Core, report: &Report) {
    for (index, line) in report.lines.iter().enumerate() {
        let score = line.score.value();
        let wdl = core
            .engine
            .settings()
            .show_wdl
            .then(|| chances(core, line.score.to_int()));
        let info = InfoLine {
            depth: Some(report.depth),
            seldepth: Some(line.seldepth as u32),
            multipv: Some(index as u32 + 1),
            score: Some((score, line.bound)),
            wdl,
            nodes: Some(report.nodes),
            nps: Some(report.nodes_per_second()),
            hashfull: Some(report.hashfull),
            tbhits: Some(report.table_hits),
            time_ms: Some(report.time_ms),
            pv: core.line_text(&line.moves),
            ..InfoLine::default()
        };
        core.out.line(UciReply::Info(info));
    }
}

fn chances(core: &Core, score_cp: i32) -> WinDrawLoss {
    let [win, draw, loss] = win_draw_loss(score_cp, core.position(), core.engine.chances());
    WinDrawLoss { win, draw, loss }
}

fn tell_current_move(core: &mut Core, current: &CurrentMove) {
    let info = InfoLine {
        depth: Some(current.depth),
        currmove: Some(core.move_text(core.position(), current.mv)),
        currmovenumber: Some(current.number as u32),
        ..InfoLine::default()
    };
    core.out.line(UciReply::Info(info));
}

/// What ends a search: `bestmove`, and before it a score where there is no move.
fn result(core: &Core, outcome: &SearchOutcome) -> Vec<UciReply> {
    let mut replies = Vec::new();
    if outcome.best.is_none() {
        let score = if core.position().in_check() {
            ScoreValue::Mate(0)
        } else {
            ScoreValue::Cp(0)
        };
        let info = InfoLine {
            depth: Some(0),
            score: Some((score, Bound::Exact)),
            ..InfoLine::default()
        };
        replies.push(UciReply::Info(info));
    }
    let best = outcome.best.map(|mv| core.move_text(core.position(), mv));
    let ponder = ponder_move(core, outcome);
    replies.push(UciReply::BestMove { best, ponder });
    replies
}

/// The expected reply, unless nothing could be thought about after it.
fn ponder_move(core: &Core, outcome: &SearchOutcome) -> Option<String> {
    let (best, reply) = (outcome.best?, outcome.ponder?);
    let mut game = core.engine.game().clone();
    game.play(best);
    let text = core.move_text(game.position(), reply);
    game.play(reply);
    game.outcome().is_none().then_some(text)
}
