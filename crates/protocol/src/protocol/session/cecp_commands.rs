//! What each CECP command does to the session's state.

use super::cecp::{Cecp, Mode, Purpose};
use super::cecp_editor::Editor;
use super::core::{Core, is_explain_button};
use super::error_line::harmless;
use super::tutor::Subject;
use super::uci::declaration;
use crate::protocol::{
    Audience, CecpCommand, CecpReply, EditLine, Feature, MoveFilter, feature_lines,
};
use plumb_chess::board::{Color, Game, Position, Setup};
use plumb_chess::notation::{BookMove, parse_move};
use plumb_engine::engine::OPTIONS;

/// The option that `egtpath syzygy` sets.
const TABLE_PATH: &str = "SyzygyPath";

impl Cecp {
    /// Carries out a command; `line` is its text, for messages.
    pub(super) fn command(&mut self, core: &mut Core, command: CecpCommand, line: &str) {
        match command {
            CecpCommand::Xboard | CecpCommand::Quit => {}
            CecpCommand::Protover(_) => {
                core.is_program = true;
                introduce(core);
            }
            CecpCommand::Accepted(_)
            | CecpCommand::Rejected(_)
            | CecpCommand::Ignored(_)
            | CecpCommand::Name(_)
            | CecpCommand::Rating { .. }
            | CecpCommand::OpponentClock { .. } => {}
            CecpCommand::EgtPath { kind, path } => self.table_path(core, &kind, path),
            CecpCommand::Computer => {
                self.opponent_is_program = true;
                core.tutor.cancel_all();
            }
            CecpCommand::New => self.new_game(core),
            CecpCommand::Variant(name) => self.variant(core, &name, line),
            CecpCommand::Force => {
                // GUIs send `force` also when a game has ended. The tutor's remarks about its
                // last moves are not cancelled then.
                let ended = self.game_over;
                let is_last_word =
                    |subject| matches!(subject, Subject::UserMove | Subject::EngineMove);
                core.tutor
                    .cancel(|subject| !(ended && is_last_word(subject)));
                self.interrupt(core);
                self.mode = Mode::Force;
                self.expected = None;
            }
            CecpCommand::Go => self.go(core),
            CecpCommand::PlayOther => self.play_side(core, !core.position().turn()),
            CecpCommand::White => self.old_side(core, Color::White),
            CecpCommand::Black => self.old_side(core, Color::Black),
            CecpCommand::Level(level) => self.clock.set_level(&level),
            CecpCommand::SecondsPerMove { time_ms } => self.clock.set_per_move(time_ms),
            CecpCommand::MaxDepth(depth) => self.max_depth = (depth > 0).then_some(depth),
            CecpCommand::NodeRate(rate) => {
                self.nodes_per_second = u64::try_from(rate).ok().filter(|&rate| rate > 0);
            }
            CecpCommand::EngineClock { centiseconds } => self.clock.set_remaining(centiseconds),
            CecpCommand::UserMove(text) => self.user_move(core, &text),
            CecpCommand::BareMove(text) => self.user_move(core, &text),
            CecpCommand::MoveNow => {
                core.stop_task();
                if self.purpose == Some(Purpose::Move) {
                    core.engine.stop();
                }
            }
            CecpCommand::Ping(number) => {
                core.engine.get_ready();
                self.pings.push(number);
                if self.purpose != Some(Purpose::Move) {
                    self.answer_pings(core);
                }
            }
            CecpCommand::Draw => {
                if self.purpose == Some(Purpose::Move) {
                    self.draw_offered = true;
                } else if matches!(self.mode, Mode::Playing(_))
                    && !self.game_over
                    && self.accepts_draw(core)
                {
                    core.out.line(CecpReply::OfferDraw);
                }
            }
            CecpCommand::Result { .. } => {
                self.interrupt(core);
                self.game_over = true;
                self.expected = None;
            }
            CecpCommand::SetBoard(fen) => self.set_board(core, &fen),
            CecpCommand::Edit => {
                core.tutor.cancel_all();
                self.interrupt(core);
                self.editing = Some(Editor::of(core.position()));
            }
            CecpCommand::Hint => self.hint(core),
            CecpCommand::Book => self.book(core),
            CecpCommand::Undo => self.take_back(core, 1),
            CecpCommand::Remove => self.take_back(core, 2),
            CecpCommand::Hard => self.pondering_allowed = true,
            CecpCommand::Easy => self.pondering_allowed = false,
            CecpCommand::Post => self.post = true,
            CecpCommand::NoPost => self.post = false,
            CecpCommand::Analyze => {
                core.tutor.cancel_all();
                self.interrupt(core);
                // A person who asks for analysis wants to see it.
                self.post |= !core.is_program;
                self.mode = Mode::Analyse;
                self.expected = None;
            }
            CecpCommand::Exit => {
                if self.mode == Mode::Analyse {
                    self.interrupt(core);
                    self.mode = Mode::Force;
                }
            }
            CecpCommand::AnalysisStatus => self.tell_status(core),
            CecpCommand::Pause => {
                core.tutor.cancel_all();
                self.interrupt(core);
                self.paused = true;
            }
            CecpCommand::Resume => self.paused = false,
            CecpCommand::MemoryMegabytes(megabytes) => {
                // The rest is code, stacks and histories.
                let hash = megabytes.saturating_sub(16).max(1);
                self.option(core, "Hash", Some(&hash.to_string()));
            }
            CecpCommand::Cores(cores) => {
                self.option(core, "Threads", Some(&cores.max(1).to_string()))
            }
            CecpCommand::Option { name, .. } if is_explain_button(&name) => {
                match self.illegal_position {
                    true => core.note("the position is illegal: there is nothing to explain"),
                    false => core.explain_last_move(),
                }
            }
            CecpCommand::Option { name, value } => self.option(core, &name, value.as_deref()),
            CecpCommand::Exclude(filter) => self.filter(core, &filter, true),
            CecpCommand::Include(filter) => self.filter(core, &filter, false),
            CecpCommand::Human(command) => core.human(command),
        }
    }

    fn new_game(&mut self, core: &mut Core) {
        core.tutor.cancel_all();
        self.opponent_is_program = false;
        self.interrupt(core);
        core.engine.forget();
        core.engine.set_game(Game::new(Position::start()));
        self.set_chess960(core, false);
        if self.mode != Mode::Analyse {
            self.mode = Mode::Playing(Color::Black);
        }
        self.forget_position();
        self.max_depth = None;
        self.paused = false;
        self.clock.restart();
    }

    fn set_chess960(&mut self, core: &mut Core, on: bool) {
        // A check option cannot fail.
        let _ = core.set_option("UCI_Chess960", Some(if on { "true" } else { "false" }));
    }

    fn variant(&mut self, core: &mut Core, name: &str, line: &str) {
        match name {
            "normal" | "fischerandom" => {
                core.tutor.cancel_all();
                self.interrupt(core);
                self.set_chess960(core, name == "fischerandom");
            }
            _ => core.error_about("unsupported variant", line),
        }
    }

    fn go(&mut self, core: &mut Core) {
        let is_thinking = self.purpose == Some(Purpose::Move);
        self.play_side(core, core.position().turn());
        if !is_thinking && self.entered_in_force {
            self.teach_last_move(core);
        }
        self.entered_in_force = false;
    }

    fn play_side(&mut self, core: &mut Core, side: Color) {
        if self.mode == Mode::Playing(side) && self.purpose == Some(Purpose::Move) {
            return;
        }
        core.tutor.cancel_all();
        self.interrupt(core);
        self.paused = false;
        self.mode = Mode::Playing(side);
        self.expected = None;
        self.game_over = false;
    }

    /// `white` and `black` set the side to move and make the engine play the other.
    fn old_side(&mut self, core: &mut Core, turn: Color) {
        core.tutor.cancel_all();
        self.interrupt(core);
        if core.position().turn() != turn {
            let setup = Setup {
                turn,
                en_passant: None,
                ..core.position().to_setup()
            };
            match Position::from_setup(&setup) {
                Ok(position) => core.engine.set_game(Game::new(position)),
                Err(error) => return tell_user_error(core, &format!("Illegal position: {error}")),
            }
        }
        self.play_side(core, !turn);
    }

    fn user_move(&mut self, core: &mut Core, text: &str) {
        let refuse = |core: &mut Core, reason: Option<&str>| {
            let text: String = text.chars().take(40).collect();
            core.out.line(CecpReply::IllegalMove {
                reason: reason.map(str::to_owned),
                text: harmless(&text),
            });
        };
        if self.illegal_position {
            return refuse(core, Some("the position is illegal"));
        }
        if self.purpose == Some(Purpose::Move) {
            return refuse(core, Some("it is not your move"));
        }
        match parse_move(core.position(), text) {
            Ok(mv) => self.opponent_moved(core, mv),
            Err(_) => refuse(core, None),
        }
    }

    fn set_board(&mut self, core: &mut Core, fen: &str) {
        core.tutor.cancel_all();
        self.interrupt(core);
        self.forget_position();
        if let Err(error) = core.set_fen(fen) {
            self.illegal_position = true;
            tell_user_error(core, &format!("Illegal position: {error}"));
        }
    }

    fn take_back(&mut self, core: &mut Core, plies: usize) {
        if core.engine.game().ply() < plies {
            core.out.line(CecpReply::Comment(
                "there are not so many moves to take back".to_owned(),
            ));
            return;
        }
        core.tutor.cancel_all();
        self.interrupt(core);
        self.game_over = false;
        self.entered_in_force = false;
        self.last_thinking = None;
        self.excluded.clear();
        self.expected = None;
        for _ in 0..plies {
            core.engine.game_mut().undo();
        }
        if plies == 2 && self.mode != Mode::Analyse {
            // One of the two was the engine's.
            self.clock.took_back();
        }
    }

    /// Sets an option; while the engine thinks about its move, after that.
    fn option(&mut self, core: &mut Core, name: &str, value: Option<&str>) {
        if self.purpose == Some(Purpose::Move) {
            let value = value.map(str::to_owned);
            self.waiting_options.push((name.to_owned(), value));
            return;
        }
        self.interrupt(core);
        set_option(core, name, value);
    }

    /// XBoard says before every game where endgame tables are; what is wrong with
    /// them is said once. It has a folder set from the start, which few people
    /// have: that it is not there is no reason to open a window.
    fn table_path(&mut self, core: &mut Core, kind: &str, path: String) {
        if !kind.eq_ignore_ascii_case("syzygy") || self.table_path.as_ref() == Some(&path) {
            return;
        }
        let mut folders = std::env::split_paths(&path);
        if path.is_empty() || folders.any(|folder| folder.is_dir()) {
            self.option(core, TABLE_PATH, Some(&path));
        } else {
            let text = format!("no endgame tables: there is no folder {path}");
            core.out.line(CecpReply::Comment(harmless(&text)));
        }
        self.table_path = Some(path);
    }

    pub(super) fn apply_waiting_options(&mut self, core: &mut Core) {
        for (name, value) in std::mem::take(&mut self.waiting_options) {
            set_option(core, &name, value.as_deref());
        }
    }

    fn filter(&mut self, core: &mut Core, filter: &MoveFilter, exclude: bool) {
        let moves = match filter {
            MoveFilter::All => core.position().legal_moves().to_vec(),
            MoveFilter::Move(text) => match parse_move(core.position(), text) {
                Ok(mv) => vec![mv],
                // XBoard also names things that are no moves here, such as the best one.
                Err(_) => return,
            },
        };
        self.interrupt(core);
        self.excluded.retain(|mv| !moves.contains(mv));
        if exclude {
            self.excluded.extend(moves);
        }
    }

    /// A line of `edit`.
    pub(super) fn edit(&mut self, core: &mut Core, line: &EditLine) {
        match (line, &mut self.editing) {
            (EditLine::Leave, _) => self.leave_editor(core),
            (_, Some(editor)) => editor.edit(line),
            (_, None) => {}
        }
    }

    fn leave_editor(&mut self, core: &mut Core) {
        let Some(editor) = self.editing.take() else {
            return;
        };
        self.forget_position();
        match editor.position() {
            Ok(position) => core.engine.set_game(Game::new(position)),
            Err(error) => {
                self.illegal_position = true;
                tell_user_error(core, &format!("Illegal position: {error}"));
            }
        }
        self.settle(core);
    }
}

fn set_option(core: &mut Core, name: &str, value: Option<&str>) {
    if let Err(error) = core.set_option(name, value) {
        if name == TABLE_PATH {
            // XBoard sends a path whether there is one or not, and takes an `Error` in
            // the middle of a game for the refusal of a move.
            return core.warn(&error.to_string());
        }
        let line = value.map_or(name.to_owned(), |value| format!("{name}={value}"));
        core.error_about(&error.to_string(), &format!("option {line}"));
    }
}

fn tell_user_error(core: &mut Core, text: &str) {
    core.out.line(CecpReply::Tell {
        audience: Audience::UserError,
        text: harmless(text),
    });
}

fn introduce(core: &mut Core) {
    core.out
        .line(CecpReply::Feature(vec![Feature::number("done", 0)]));
    let numbers = [
        ("ping", 1),
        ("setboard", 1),
        ("playother", 1),
        ("san", 0),
        ("usermove", 1),
        ("time", 1),
        ("draw", 1),
        ("sigint", 0),
        ("sigterm", 0),
        ("reuse", 1),
        ("analyze", 1),
        ("colors", 0),
        ("ics", 1),
        ("name", 1),
        ("pause", 1),
        ("nps", 1),
        ("debug", 1),
        ("memory", 1),
        ("smp", 1),
        ("exclude", 1),
        ("highlight", 0),
    ];
    // No `setscore=0`: it is the default, XBoard 4.9.1 does not know it, and
    // crashes when an option follows what it does not know.
    let mut features = vec![
        Feature::text("myname", concat!("Plumb ", env!("CARGO_PKG_VERSION"))),
        Feature::text("variants", "normal,fischerandom"),
    ];
    features.extend(numbers.map(|(name, value)| Feature::number(name, value)));
    features.push(Feature::text("egt", "syzygy"));
    for spec in OPTIONS {
        if let Some(name) = spec.cecp_name {
            features.push(Feature::option(declaration(spec, name)));
        }
    }
    for line in feature_lines(features) {
        core.out.line(CecpReply::Feature(line));
    }
    core.out
        .line(CecpReply::Feature(vec![Feature::number("done", 1)]));
}

/// `bk`: lines that begin with a blank, then an empty one; `words` stand below the moves.
pub(super) fn tell_book(core: &mut Core, words: &[String]) {
    let moves = core.book_moves();
    let total: u32 = moves.iter().map(|entry| entry.weight as u32).sum();
    for BookMove { mv, weight } in &moves {
        let share = *weight as f64 * 100.0 / total.max(1) as f64;
        let text = format!("{} {share:.1}%", core.move_text(core.position(), *mv));
        core.out.line(CecpReply::BookText(text));
    }
    if moves.is_empty() {
        core.out
            .line(CecpReply::BookText("no book move".to_owned()));
    }
    for line in words {
        core.out.line(CecpReply::BookText(harmless(line)));
    }
    core.out.line(CecpReply::BookText(String::new()));
}
