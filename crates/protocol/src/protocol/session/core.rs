//! What both protocols share: the engine, the board, the search in progress,
//! the opening book and the commands for people.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::error_line::{write_error, write_note, write_warning};
use super::event::Event;
use super::extension::Extension;
use super::output::Output;
use super::tutor::{LESSON_NODES, Lesson, Subject};
use super::tutor_desk::TutorDesk;
use crate::protocol::Dialect;
use plumb_chess::board::{Color, Game, Move, Position, Wing};
use plumb_chess::notation::{
    Book, BookMove, CastlingStyle, FenError, FenStyle, parse_fen, to_fen, to_uci_move,
};
use plumb_engine::engine::{Engine, OptionError, OptionId, OptionSpec, OptionValue, SearchEvent};
use plumb_engine::search::{Limits, SearchOutcome};
use plumb_support::mailbox::{NoMail, Receiver, Sender};

/// The state of a session, whatever the protocol.
pub(super) struct Core {
    pub engine: Engine,
    pub out: Output,
    /// What is being spoken; a person's as long as no program has said.
    pub dialect: Dialect,
    /// An XBoard program has asked for our features; people do not.
    pub is_program: bool,
    /// Commands that whoever started the session brought along.
    pub extensions: Vec<Extension>,
    /// Where lessons are handed in.
    pub tutor: TutorDesk,
    /// When the session has to go on without the words that it waits for.
    pub tutor_deadline: Option<Instant>,
    last_input: String,
    events: Sender<Event>,
    inbox: Receiver<Event>,
    deferred: VecDeque<Event>,
    search_id: u64,
    book: Option<Book>,
    random: u64,
    task: Option<Task>,
}

/// The game before its last move, and that move; all of it where there is none.
pub(super) fn before_last_move(game: &Game) -> (Game, Option<Move>) {
    let mut before = game.clone();
    let mv = game.moves().last().copied().flatten();
    if mv.is_some() {
        before.undo();
    }
    (before, mv)
}

/// Whether this names the button `Explain`, which disturbs no search.
pub(super) fn is_explain_button(name: &str) -> bool {
    OptionSpec::find(name).is_some_and(|spec| spec.id == OptionId::Explain)
}

/// Something long that runs beside the session.
struct Task {
    stop: Arc<AtomicBool>,
    /// The line that asked for it.
    line: String,
}

impl Core {
    pub fn new(engine: Engine, out: Output, events: Sender<Event>, inbox: Receiver<Event>) -> Core {
        // Books should not give the same game every day.
        let seed = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(1, |time| time.as_nanos() as u64);
        Core {
            engine,
            out,
            dialect: Dialect::Human,
            is_program: false,
            extensions: Vec::new(),
            tutor: TutorDesk::new(None),
            tutor_deadline: None,
            last_input: String::new(),
            events,
            inbox,
            deferred: VecDeque::new(),
            search_id: 0,
            book: None,
            random: seed | 1,
            task: None,
        }
    }

    pub fn position(&self) -> &Position {
        self.engine.game().position()
    }

    /// Remembers a line of input for the log and for the report of a crash.
    pub fn note_input(&mut self, line: &str) {
        self.out.log_input(line);
        self.last_input.clear();
        self.last_input.extend(line.chars().take(200));
    }

    /// Says that the line of input at hand is wrong.
    pub fn error(&mut self, reason: &str) {
        write_error(&mut self.out, self.dialect, reason, &self.last_input);
    }

    /// Says that a line is wrong, or what stands for one.
    pub fn error_about(&mut self, reason: &str, line: &str) {
        write_error(&mut self.out, self.dialect, reason, line);
    }

    /// Says something that a program need not know.
    pub fn note(&mut self, text: &str) {
        write_note(&mut self.out, self.dialect, text);
    }

    /// Says what a user has to know although no line of input was wrong.
    pub fn warn(&mut self, text: &str) {
        write_warning(&mut self.out, self.dialect, text);
    }

    /// Writes a line that a task says: in UCI's form, whatever is spoken.
    pub fn task_line(&mut self, line: &str) {
        let Some(text) = line.strip_prefix("info string ") else {
            self.out.line(line);
            return;
        };
        match (text.strip_prefix("error: "), &self.task) {
            (Some(reason), Some(task)) => {
                write_error(&mut self.out, self.dialect, reason, &task.line);
            }
            (Some(reason), None) => self.error_about(reason, ""),
            (None, _) => self.note(text),
        }
    }

    /// Says on standard error where something went badly wrong.
    pub fn tell_crash(&self) {
        let game = self.engine.game();
        let mut position = game.start().clone();
        let mut moves = String::new();
        for mv in game.moves().iter().copied().flatten() {
            moves.push(' ');
            moves.push_str(&to_uci_move(&position, mv, CastlingStyle::Chess960));
            position = position.play(mv);
        }
        let fen = to_fen(game.start(), FenStyle::Shredder);
        eprintln!("plumb: last input: {}", self.last_input);
        eprintln!("plumb: position fen {fen} moves{moves}");
    }

    /// The next event, waiting for it. News of abandoned searches is dropped.
    pub fn next_event(&mut self) -> Event {
        loop {
            let event = match self.deferred.pop_front() {
                Some(event) => event,
                None => self.receive(),
            };
            match event {
                Event::Search(id, _) if id != self.search_id => {}
                Event::Tutor(ref answer) if !self.tutor.take(answer) => {}
                event => return event,
            }
        }
    }

    fn receive(&mut self) -> Event {
        let Some(deadline) = self.tutor_deadline else {
            return self.inbox.recv().unwrap_or(Event::EndOfInput);
        };
        match self.inbox.recv_deadline(deadline) {
            Ok(event) => event,
            Err(NoMail::Empty) => {
                self.tutor_deadline = None;
                Event::TutorLate
            }
            Err(NoMail::NoSender) => Event::EndOfInput,
        }
    }

    /// Hands the tutor a lesson, for the user whom the options describe.
    pub fn teach(&mut self, subject: Subject, game: Game, mv: Option<Move>, nodes: u64) {
        let elo = Some(self.engine.settings().tutor_elo).filter(|&elo| elo > 0);
        let lesson = Lesson {
            game,
            mv,
            nodes,
            elo,
        };
        self.tutor.hand_in(subject, lesson, &self.events);
    }

    /// The button `Explain`: the last move, or the position at the start of a game.
    pub fn explain_last_move(&mut self) {
        if !self.tutor.is_staffed() {
            return self.error("there is no tutor in this session");
        }
        let (before, mv) = before_last_move(self.engine.game());
        self.tutor.cancel(|subject| subject == Subject::Button);
        self.teach(Subject::Button, before, mv, LESSON_NODES);
    }

    /// The next news of the running search, leaving all other events for later.
    pub fn next_search_event(&mut self) -> SearchEvent {
        loop {
            match self.inbox.recv() {
                Ok(Event::Search(id, event)) if id == self.search_id => return event,
                Ok(Event::Search(..)) => {}
                Ok(event) => self.deferred.push_back(event),
                // Unreachable while this session holds a sender itself.
                Err(_) => return SearchEvent::Finished(SearchOutcome::default()),
            }
        }
    }

    /// Starts a search; see `Engine::go`.
    pub fn go(&mut self, limits: Limits, hold: bool) {
        self.search_id += 1;
        let id = self.search_id;
        let events = self.events.clone();
        let listener = Box::new(move |event| {
            let _ = events.send(Event::Search(id, event));
        });
        self.engine.go(limits, hold, listener);
    }

    /// Ends the running search, if any, without a word about it.
    pub fn abandon_search(&mut self) {
        if self.engine.is_searching() {
            self.search_id += 1;
            self.engine.stop();
            self.engine.wait();
        }
    }

    /// Whether castling is written as king takes rook: when the GUI asked for
    /// Chess960, and where nothing else is clear.
    pub fn castling_style(&self) -> CastlingStyle {
        if self.engine.settings().chess960 {
            CastlingStyle::Chess960
        } else {
            CastlingStyle::natural(self.engine.game().start())
        }
    }

    /// A move of `position` as the protocol in use writes it.
    pub fn move_text(&self, position: &Position, mv: Move) -> String {
        self.styled(position, mv, self.castling_style())
    }

    fn styled(&self, position: &Position, mv: Move, style: CastlingStyle) -> String {
        // In Chess960, XBoard and its relatives write castling as `O-O`.
        let in_letters = self.dialect == Dialect::Cecp && style == CastlingStyle::Chess960;
        if mv.is_castling() && in_letters {
            return match Wing::of_rook(mv.from(), mv.to()) {
                Wing::King => "O-O".to_owned(),
                Wing::Queen => "O-O-O".to_owned(),
            };
        }
        to_uci_move(position, mv, style)
    }

    /// A line of play from the board's position.
    pub fn line_text(&self, moves: &[Move]) -> Vec<String> {
        let style = self.castling_style();
        let mut position = self.position().clone();
        let mut texts = Vec::with_capacity(moves.len());
        for &mv in moves {
            texts.push(self.styled(&position, mv, style));
            position = position.play(mv);
        }
        texts
    }

    /// The position of a FEN. Unless Chess960 is played, a right `K`, `Q`, `k` or `q` of a king
    /// or rook that is not on its usual square is ignored, with a warning: a GUI that plays
    /// ordinary chess knows no such castling.
    pub fn position_of(&mut self, fen: &str) -> Result<Position, FenError> {
        let position = parse_fen(fen)?;
        if self.engine.settings().chess960 {
            return Ok(position);
        }
        let Some((ordinary, ignored)) = without_unusual_rights(fen, &position) else {
            return Ok(position);
        };
        self.warn(&format!(
            "castling right {ignored} is ignored: outside Chess960, kings and rooks castle from \
             their usual squares"
        ));
        parse_fen(&ordinary)
    }

    /// Puts a position on the board; the board stays as it was if it is wrong.
    pub fn set_fen(&mut self, fen: &str) -> Result<(), FenError> {
        let position = self.position_of(fen)?;
        self.engine.set_game(Game::new(position));
        Ok(())
    }

    /// Sets an option by name, with whatever has to happen then. No search may
    /// be running, unless it is one that ends by itself.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), OptionError> {
        let spec = OptionSpec::find(name)
            .ok_or_else(|| OptionError::Unknown(name.chars().take(80).collect()))?;
        self.apply(spec, &spec.parse(value)?)
    }

    fn apply(&mut self, spec: &OptionSpec, value: &OptionValue) -> Result<(), OptionError> {
        let failed = |reason: String| OptionError::Failed {
            name: spec.name,
            reason,
        };
        match (spec.id, value) {
            (OptionId::BookFile, OptionValue::Text(path)) => {
                self.book = match path {
                    Some(path) => {
                        Some(Book::open(path).map_err(|error| failed(error.to_string()))?)
                    }
                    None => None,
                };
            }
            (OptionId::DebugLogFile, OptionValue::Text(path)) => {
                let path = path.as_deref();
                self.out.set_log(path).map_err(|error| {
                    failed(format!(
                        "cannot write {}: {error}",
                        path.unwrap_or_default()
                    ))
                })?;
            }
            (OptionId::TutorMode | OptionId::TutorElo, _) => {
                self.tutor.cancel(Subject::is_automatic);
            }
            _ => {}
        }
        let path_before = self.engine.settings().syzygy_path.clone();
        self.engine.set_option(spec.id, value)?;
        if spec.id == OptionId::SyzygyPath && self.engine.settings().syzygy_path != path_before {
            self.tell_tablebases();
        }
        Ok(())
    }

    /// How many endgame tables were found: a folder may hold fewer than its owner
    /// thinks.
    fn tell_tablebases(&mut self) {
        let Some(tables) = self.engine.tablebases() else {
            return;
        };
        let ((outcomes, distances), men) = (tables.counts(), tables.max_men());
        self.note(&format!(
            "endgame tables: {outcomes} of outcomes (WDL), {distances} of distances (DTZ), up to {men} men"
        ));
    }

    /// The book's choice for the position on the board, if the book is in use.
    pub fn book_move(&mut self) -> Option<Move> {
        let settings = self.engine.settings();
        if !settings.own_book || settings.analyse_mode {
            return None;
        }
        // xorshift64: enough for picking openings.
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.book.as_ref()?.choose(self.position(), self.random)
    }

    /// The book's moves for the position on the board and their weights.
    pub fn book_moves(&self) -> Vec<BookMove> {
        self.book
            .as_ref()
            .map_or_else(Vec::new, |book| book.moves(self.position()))
    }

    /// The next line of input that has been read already; none once all are dealt with. What
    /// else happened meanwhile is dropped.
    pub fn waiting_input(&mut self) -> Option<Vec<u8>> {
        loop {
            let event = match self.deferred.pop_front() {
                Some(event) => event,
                None => self.inbox.try_recv().ok()?,
            };
            if let Event::Input(bytes) = event {
                return Some(bytes);
            }
        }
    }

    /// Runs something long beside the session. It is handed a way to say
    /// lines and a flag that tells it to stop, and gives its last lines back.
    pub fn start_task(
        &mut self,
        task: impl FnOnce(&dyn Fn(String), &AtomicBool) -> Vec<String> + Send + 'static,
    ) {
        if self.task.is_some() {
            self.error("still busy with the last command, stop it first");
            return;
        }
        let stop = Arc::new(AtomicBool::new(false));
        let (flag, events) = (Arc::clone(&stop), self.events.clone());
        let run = move || {
            let mut done = TellDone {
                events: events.clone(),
                lines: Vec::new(),
            };
            let say = |line: String| drop(events.send(Event::TaskLine(line)));
            done.lines = task(&say, &flag);
        };
        match std::thread::Builder::new()
            .name("task".to_owned())
            .stack_size(8 << 20)
            .spawn(run)
        {
            Ok(_) => {
                let line = self.last_input.clone();
                self.task = Some(Task { stop, line });
            }
            Err(error) => self.error(&format!("cannot start a thread: {error}")),
        }
    }

    /// Writes what a task that was told to stop still has to say.
    pub fn finish_task(&mut self) {
        while self.task.is_some() {
            let event = match self.deferred.pop_front() {
                Some(event) => Ok(event),
                None => self.inbox.recv(),
            };
            match event {
                Ok(Event::TaskLine(line)) => self.task_line(&line),
                Ok(Event::TaskDone(lines)) => self.end_task(&lines),
                Err(_) => self.task = None,
                Ok(_) => {}
            }
        }
    }

    /// Writes a task's last lines; the session is free for the next.
    pub fn end_task(&mut self, lines: &[String]) {
        for line in lines {
            self.task_line(line);
        }
        self.task = None;
    }

    /// Tells a running task to stop.
    pub fn stop_task(&self) {
        if let Some(task) = &self.task {
            task.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// Says that a task has ended, even if it panicked.
struct TellDone {
    events: Sender<Event>,
    lines: Vec<String>,
}

impl Drop for TellDone {
    fn drop(&mut self) {
        let lines = std::mem::take(&mut self.lines);
        let _ = self.events.send(Event::TaskDone(lines));
    }
}

/// Removes the rights `K`, `Q`, `k` and `q` of kings and rooks that are not on their usual squares:
/// the new FEN, and the removed rights; `None` if there are none. A right that names a file
/// belongs to Chess960 and stays.
fn without_unusual_rights(fen: &str, position: &Position) -> Option<(String, String)> {
    let mut fields: Vec<&str> = fen.split_whitespace().collect();
    let rights = *fields.get(2)?;
    let usual = Position::start();
    let is_usual = |right: &char| {
        let side = match right.is_ascii_uppercase() {
            true => Color::White,
            false => Color::Black,
        };
        let wing = match right.to_ascii_lowercase() {
            'k' => Wing::King,
            'q' => Wing::Queen,
            _ => return true,
        };
        let rook = |position: &Position| position.castling().rook(side, wing);
        rook(position).is_none()
            || position.king(side) == usual.king(side) && rook(position) == rook(&usual)
    };
    let (kept, ignored): (String, String) = rights.chars().partition(is_usual);
    if ignored.is_empty() {
        return None;
    }
    fields[2] = match kept.as_str() {
        "" => "-",
        kept => kept,
    };
    Some((fields.join(" "), ignored))
}
