//! An engine that plays badly and misbehaves on demand, over both protocols.
//!
//! It is the test program itself, started again with a variable in its
//! environment that says how to behave. A test program that uses it has, at its root,
//!
//! ```ignore
//! #[test]
//! fn pretend_engine() {
//!     crate::pretend::run_if_asked();
//! }
//! ```
//!
//! which does nothing in an ordinary run. [`launch`] starts it; the behaviours
//! are the arms of `act` and its callers.

use std::io::{BufRead, Write};
use std::process::{Command, Stdio, exit};
use std::time::{Duration, Instant};

use super::pretend_policy;
use plumb_chess::board::{Game, Position};
use plumb_chess::notation::{CastlingStyle, parse_fen, parse_move, to_uci_move};
use plumb_protocol::peer::{Launch, Protocol};
use plumb_protocol::protocol::{CecpCommand, EditLine, StartPosition, UciCommand};

pub(super) const VARIABLE: &str = "PLUMB_PRETEND_ENGINE";

/// What makes a test program the engine alone.
pub(super) const ARGUMENTS: [&str; 4] = [
    "pretend_engine",
    "--exact",
    "--nocapture",
    "--test-threads=1",
];

/// How to start an engine that behaves like this.
///
/// `good` plays legal moves at once. At the start: `hang-at-start`, `no-chess960`,
/// `crash-at-start`, `garbage`, `huge-line`. Later: `hang-on-ready`,
/// `exit-on-new-game`, `ignore-quit`, `deaf` (reads nothing after the start).
/// Instead of or around a move: `hang-in-go`, `crash-in-go`, `exit-in-go`,
/// `orphan-in-go` (dies, its child lives on with its output), `runaway-in-go` (dies, its child
/// lives on in a session of its own), `flood`,
/// `close-output`, `illegal-move`, `no-move`, `late-N` (N milliseconds),
/// `until-stopped`, `broken-pv`, `move-twice`. UCI: `chatter` (thinks for ever,
/// printing), `policy` (prints its policy as Lc0 does, if it is told to), `policy-illegal`,
/// `policy-nan`. CECP: `resign`, `offer-draw` (with every move), `accept-draw` (at
/// once), `claim`, `refuse-moves`, and for the features `first-version`, `slow-features`, `no-setboard`.
pub fn launch(protocol: Protocol, behaviour: &str) -> Launch {
    let program = std::env::current_exe().expect("the test program has a path");
    let mut launch = Launch::new(behaviour, protocol, program);
    launch.arguments = ARGUMENTS.map(str::to_owned).to_vec();
    let word = match protocol {
        Protocol::Uci => "uci",
        Protocol::Cecp => "cecp",
    };
    launch.environment = vec![(VARIABLE.to_owned(), format!("{word}:{behaviour}"))];
    launch
}

/// Is the engine if this process was started as one, and then never returns.
pub fn run_if_asked() {
    let Ok(role) = std::env::var(VARIABLE) else {
        return;
    };
    // The test runner has begun a line of its own.
    say("");
    match role.split_once(':') {
        Some(("uci", behaviour)) => Pretender::new(behaviour).uci(),
        Some(("cecp", behaviour)) => Pretender::new(behaviour).cecp(),
        Some(("policy", behaviour)) => pretend_policy::run(behaviour),
        Some(("sleep", seconds)) => {
            std::thread::sleep(Duration::from_secs(seconds.parse().unwrap_or(60)));
        }
        _ => {}
    }
    exit(0);
}

/// Waits until a process is gone, or at least dead; panics if it lives on.
pub fn assert_gone(id: u32) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while is_running(id) {
        assert!(Instant::now() < deadline, "process {id} lives on");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Whether a process runs: it exists and is not just waiting to be forgotten.
/// Known on Linux only; elsewhere nothing runs.
pub fn is_running(id: u32) -> bool {
    let Ok(stat) = std::fs::read_to_string(format!("/proc/{id}/stat")) else {
        return false;
    };
    let state = stat.rsplit_once(')').map(|(_, rest)| rest.trim_start());
    !state.is_some_and(|state| state.starts_with(['Z', 'X']))
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    // Nobody listening is no reason to stop: some behaviours go on regardless.
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

fn sleep_for_ever() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}

struct Pretender {
    behaviour: String,
    game: Game,
    chess960: bool,
    /// The options with which Lc0 is told to print its policy.
    verbose: bool,
    temperature: f64,
}

impl Pretender {
    fn new(behaviour: &str) -> Self {
        Pretender {
            behaviour: behaviour.to_owned(),
            game: Game::new(Position::start()),
            chess960: false,
            verbose: false,
            temperature: 1.359,
        }
    }

    fn is(&self, behaviour: &str) -> bool {
        self.behaviour == behaviour
    }

    /// The next line of input; the end of it ends the program, unless it is one
    /// that cannot be ended.
    fn next_line(&self) -> String {
        let mut line = String::new();
        let read = std::io::stdin().lock().read_line(&mut line);
        if matches!(read, Ok(0) | Err(_)) {
            self.leave();
        }
        line.trim().to_owned()
    }

    fn leave(&self) -> ! {
        if self.is("ignore-quit") {
            sleep_for_ever();
        }
        exit(0);
    }

    fn at_start(&self) {
        match self.behaviour.as_str() {
            "hang-at-start" => sleep_for_ever(),
            "crash-at-start" => {
                eprintln!("cannot find my book");
                exit(3);
            }
            "garbage" => {
                let mut out = std::io::stdout().lock();
                let _ = out.write_all(b"\xff\xfe\0\x1b[31m garbage\r\nbestmove\nmove\n = \" \n");
            }
            "huge-line" => {
                let mut out = std::io::stdout().lock();
                let _ = out.write_all(&vec![b'x'; 1 << 20]);
                let _ = out.flush();
                sleep_for_ever();
            }
            _ => {}
        }
    }

    /// A legal move, not always the first.
    fn choose(&self) -> Option<String> {
        let position = self.game.position();
        let moves = position.legal_moves();
        let index = self.game.ply() * 7 % moves.len().max(1);
        let style = if self.chess960 {
            CastlingStyle::Chess960
        } else {
            CastlingStyle::Standard
        };
        let mv = moves.get(index)?;
        Some(to_uci_move(position, *mv, style))
    }

    /// What both protocols do on their turn, before or instead of moving.
    fn act(&self) {
        if let Some(ms) = self.behaviour.strip_prefix("late-") {
            std::thread::sleep(Duration::from_millis(ms.parse().unwrap_or(0)));
        }
        match self.behaviour.as_str() {
            "hang-in-go" => sleep_for_ever(),
            "crash-in-go" => {
                eprintln!("assertion failed: score < 32000");
                std::process::abort();
            }
            "exit-in-go" => exit(0),
            "orphan-in-go" => {
                leave_a_child(false);
                exit(5);
            }
            "runaway-in-go" => {
                leave_a_child(true);
                exit(5);
            }
            "flood" => loop {
                say("info string all work and no play makes an engine print this line");
            },
            "close-output" => {
                close_output();
                sleep_for_ever();
            }
            _ => {}
        }
    }

    fn uci(mut self) {
        self.at_start();
        loop {
            let line = self.next_line();
            match UciCommand::parse(&line) {
                Ok(Some(UciCommand::Uci)) => {
                    say("id name Pretender 1");
                    say("id author Nobody");
                    say("option name Hash type spin default 16 min 1 max 64");
                    say("option name Ponder type check default false");
                    if !self.is("no-chess960") {
                        say("option name UCI_Chess960 type check default false");
                    }
                    if self.is("clear-hash") {
                        say("option name Clear Hash type button");
                    }
                    if self.behaviour.starts_with("policy") {
                        say("option name VerboseMoveStats type check default false");
                        say("option name PolicyTemperature type string default 1.359");
                    }
                    say("uciok");
                }
                Ok(Some(UciCommand::IsReady)) if self.is("hang-on-ready") => sleep_for_ever(),
                Ok(Some(UciCommand::IsReady)) => {
                    say("readyok");
                    if self.is("deaf") {
                        sleep_for_ever();
                    }
                }
                Ok(Some(UciCommand::NewGame)) if self.is("exit-on-new-game") => exit(0),
                Ok(Some(UciCommand::SetOption { name, value })) if name == "UCI_Chess960" => {
                    self.chess960 = value.as_deref() == Some("true");
                }
                Ok(Some(UciCommand::SetOption { name, value })) if name == "VerboseMoveStats" => {
                    self.verbose = value.as_deref() == Some("true");
                }
                Ok(Some(UciCommand::SetOption { name, value })) if name == "PolicyTemperature" => {
                    self.temperature = value.and_then(|v| v.parse().ok()).unwrap_or(0.0);
                }
                Ok(Some(UciCommand::Position { start, moves })) => self.set_up(&start, &moves),
                Ok(Some(UciCommand::Go(go))) => {
                    if go.ponder || self.is("until-stopped") {
                        say("info depth 3 score cp 7 nodes 10");
                        self.next_line();
                    }
                    self.uci_move();
                }
                Ok(Some(UciCommand::Quit)) => self.leave(),
                _ => {}
            }
        }
    }

    fn set_up(&mut self, start: &StartPosition, moves: &[String]) {
        let start = match start {
            StartPosition::Startpos => Position::start(),
            StartPosition::Fen(fen) => parse_fen(fen).unwrap_or_else(|_| exit(9)),
        };
        self.game = Game::new(start);
        for text in moves {
            match parse_move(self.game.position(), text) {
                Ok(mv) => self.game.play(mv),
                Err(_) => exit(9),
            }
        }
    }

    fn uci_move(&self) {
        if self.is("chatter") {
            for nodes in 0.. {
                say(&format!("info depth 1 nodes {nodes} score cp 0 pv a1a1"));
                std::thread::sleep(Duration::from_micros(100));
            }
        }
        self.act();
        if self.verbose {
            self.say_policy();
        }
        let mv = self.choose();
        let mv = mv.as_deref().filter(|_| !self.is("no-move"));
        let mv = mv.unwrap_or("(none)");
        let pv = if self.is("broken-pv") { "h9h9 ?!" } else { mv };
        say("info depth 3 seldepth 4 score cp 12 nodes 345 time 6");
        say(&format!(
            "info depth 3 multipv 1 score cp -3 nodes 346 pv {pv}"
        ));
        say("info depth 4 score cp 40 lowerbound nodes 400");
        if self.is("illegal-move") {
            say("bestmove e2e5");
            return;
        }
        say(&format!("bestmove {mv}"));
        if self.is("move-twice") {
            say(&format!("bestmove {mv}"));
        }
    }

    /// What Lc0 prints of each move: the later in the list, the likelier; castling is the king
    /// onto his rook.
    fn say_policy(&self) {
        let position = self.game.position();
        let moves = position.legal_moves();
        let all: f64 = (1..=moves.len())
            .map(|n| (n as f64).powf(1.0 / self.temperature))
            .sum();
        let rest = "(WL:  -.-----) (D: -.---) (M:  -.-) (Q: -0.01) (U: 0.1) (V:  -.----)";
        for (mv, number) in moves.iter().zip(1..) {
            let text = to_uci_move(position, *mv, CastlingStyle::Chess960);
            let percent = 100.0 * f64::from(number).powf(1.0 / self.temperature) / all;
            let (text, percent) = match self.behaviour.as_str() {
                "policy-illegal" => ("e2e5".to_owned(), percent),
                "policy-nan" => (text, f64::NAN),
                _ => (text, percent),
            };
            say(&format!(
                "info string {text:<5} ({number:>4}) N:  0 (+ 0) (P: {percent:5.2}%) {rest}"
            ));
        }
        say(&format!(
            "info string node  (  20) N:  1 (+ 0) (P: 100.00%) {rest}"
        ));
    }

    fn cecp(mut self) {
        self.at_start();
        let mut is_forced = false;
        loop {
            let line = self.next_line();
            match CecpCommand::parse(&line) {
                Ok(Some(CecpCommand::Protover(_))) => self.features(),
                Ok(Some(CecpCommand::Ping(_))) if self.is("hang-on-ready") => sleep_for_ever(),
                Ok(Some(CecpCommand::Ping(number))) => {
                    say(&format!("pong {number}"));
                    if self.is("deaf") {
                        sleep_for_ever();
                    }
                }
                Ok(Some(CecpCommand::New)) if self.is("exit-on-new-game") => exit(0),
                Ok(Some(CecpCommand::New)) => {
                    self.game = Game::new(Position::start());
                    is_forced = false;
                }
                Ok(Some(CecpCommand::SetBoard(fen))) => {
                    self.set_up(&StartPosition::Fen(fen), &[]);
                }
                Ok(Some(CecpCommand::Edit)) => self.edit(),
                Ok(Some(CecpCommand::Force)) => is_forced = true,
                Ok(Some(CecpCommand::Go)) => {
                    is_forced = false;
                    self.cecp_move();
                }
                Ok(Some(CecpCommand::UserMove(text) | CecpCommand::BareMove(text))) => {
                    match parse_move(self.game.position(), &text) {
                        Ok(mv) if !self.is("refuse-moves") => self.game.play(mv),
                        _ => {
                            say(&format!("Illegal move: {text}"));
                            continue;
                        }
                    }
                    if !is_forced {
                        self.cecp_move();
                    }
                }
                Ok(Some(
                    CecpCommand::Computer
                    | CecpCommand::Name(_)
                    | CecpCommand::Draw
                    | CecpCommand::Result { .. }
                    | CecpCommand::Ignored(_),
                )) if self.is("easily-upset") => std::process::abort(),
                Ok(Some(CecpCommand::Draw)) if self.is("accept-draw") => say("offer draw"),
                Ok(Some(CecpCommand::Quit)) => self.leave(),
                Ok(_) => {}
                Err(error) => say(&format!("Error ({}): {line}", error.reason())),
            }
        }
    }

    fn features(&self) {
        match self.behaviour.as_str() {
            "first-version" => return say("Chess, first version"),
            "slow-features" => {
                say("feature done=0");
                std::thread::sleep(Duration::from_millis(900));
            }
            "easily-upset" => {
                return say("feature ping=1 setboard=1 memory=1 exclude=1 xedit=1 done=1");
            }
            "no-setboard" => {
                return say("feature ping=1 usermove=1 setboard=0 xedit=1 done=1");
            }
            _ => {}
        }
        say("feature ping=1 setboard=1 usermove=1 memory=1 smp=1 name=1");
        say("feature variants=\"normal,fischerandom\" myname=\"Pretender 1\"");
        say("feature option=\"Style -combo Solid /// *Wild\" option=\"Learn -check 0\" done=1");
    }

    /// Edit mode, which leaves the side to move alone.
    fn edit(&mut self) {
        let mut board = [None; 64];
        let mut is_black = false;
        loop {
            match EditLine::parse(&self.next_line()) {
                Ok(Some(EditLine::Clear)) => board = [None; 64],
                Ok(Some(EditLine::SwitchColor)) => is_black = !is_black,
                Ok(Some(EditLine::Place { piece, square })) => {
                    let file = square.as_bytes()[0] - b'a';
                    let rank = square.as_bytes()[1] - b'1';
                    let piece = if is_black {
                        piece.to_ascii_lowercase()
                    } else {
                        piece
                    };
                    board[usize::from(rank * 8 + file)] = Some(piece);
                }
                Ok(Some(EditLine::Leave)) => break,
                _ => {}
            }
        }
        let rows: Vec<String> = (0..8)
            .rev()
            .map(|rank| {
                (0..8)
                    .map(|file| board[rank * 8 + file].unwrap_or('1'))
                    .collect()
            })
            .collect();
        let turn = self.game.position().turn().fold("w", "b");
        let fen = format!("{} {turn} - - 0 1", rows.join("/"));
        self.set_up(&StartPosition::Fen(fen), &[]);
    }

    fn cecp_move(&mut self) {
        self.act();
        if self.is("until-stopped") {
            say("3 12 1 345\te4");
            while self.next_line() != "?" {}
        }
        let mv = self.choose();
        let pv = if self.is("broken-pv") {
            "h9h9"
        } else {
            mv.as_deref().unwrap_or_default()
        };
        say(&format!("3 12 1 345\t{pv}"));
        match self.behaviour.as_str() {
            "resign" => return say("resign"),
            "offer-draw" => say("offer draw"),
            "claim" => return say("1/2-1/2 {Draw by boredom}"),
            "illegal-move" => return say("move e2e5"),
            "no-move" => return,
            _ => {}
        }
        let Some(text) = mv else {
            return say("1/2-1/2 {no move}");
        };
        if let Ok(mv) = parse_move(self.game.position(), &text) {
            self.game.play(mv);
        }
        if self.is("first-version") {
            say(&format!("{}. ... {text}", self.game.ply() / 2));
            return say(&format!("My move is: {text}"));
        }
        say(&format!("move {text}"));
        if self.is("move-twice") {
            say(&format!("move {text}"));
        }
    }
}

/// Starts a process that sleeps, and names it on the standard error; in a session of its own
/// if asked, and without the pipes of this one.
fn leave_a_child(has_session: bool) {
    let exe = std::env::current_exe().unwrap_or_default();
    let mut command = match has_session {
        true => {
            let mut command = Command::new("setsid");
            command.arg(exe).stdin(Stdio::null());
            command.stdout(Stdio::null()).stderr(Stdio::null());
            command
        }
        false => Command::new(exe),
    };
    let launch = launch(Protocol::Uci, "");
    let child = command
        .args(launch.arguments)
        .env(VARIABLE, "sleep:600")
        .spawn();
    eprintln!("child {}", child.map_or(0, |child| child.id()));
}

/// Closes the pipe that is the standard output, and goes on living.
#[cfg(unix)]
fn close_output() {
    if let Ok(nowhere) = std::fs::File::create("/dev/null") {
        let _ = rustix::stdio::dup2_stdout(nowhere);
    }
}

#[cfg(not(unix))]
fn close_output() {}
