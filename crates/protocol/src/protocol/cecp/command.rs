//! What a GUI says to a CECP engine: the commands. Reading them is in
//! `command_parse.rs`, their text form in `command_text.rs`.

use super::level::Level;
use super::result::GameResult;
use crate::protocol::human::HumanCommand;

/// A command of the XBoard protocol, or a human one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CecpCommand {
    /// `xboard`: speak this protocol from now on.
    Xboard,
    /// `protover N`: the protocol's version; announce the features.
    Protover(u32),
    /// `accepted NAME`: the GUI takes a feature.
    Accepted(String),
    /// `rejected NAME`: the GUI does not take a feature.
    Rejected(String),
    /// `new`: a new game of ordinary chess, the engine Black.
    New,
    /// `variant NAME`: another kind of chess for this game.
    Variant(String),
    /// `quit`: end the program.
    Quit,
    /// `force`: play neither side.
    Force,
    /// `go`: play the side to move.
    Go,
    /// `playother`: play the side that is not to move.
    PlayOther,
    /// `white` (old): White to move, the engine Black.
    White,
    /// `black` (old): Black to move, the engine White.
    Black,
    /// `level MPS BASE INC`: the time control.
    Level(Level),
    /// `st N`: N seconds, which may have a fraction, for each move. Some GUIs send 0 for half a
    /// second.
    SecondsPerMove {
        /// The time, converted to milliseconds.
        time_ms: u64,
    },
    /// `sd N`: search no deeper than this many plies.
    MaxDepth(u32),
    /// `nps N`: count N nodes as a second; 0 means processor time, negative wall time.
    NodeRate(i64),
    /// `time N`: the engine's clock.
    EngineClock {
        /// Centiseconds left; it may be 0 or negative.
        centiseconds: i64,
    },
    /// `otim N`: the opponent's clock.
    OpponentClock {
        /// Centiseconds left; it may be 0 or negative.
        centiseconds: i64,
    },
    /// `usermove M`: a move of the opponent.
    UserMove(String),
    /// A move without `usermove`, as GUIs send it before they know the feature,
    /// and people always.
    BareMove(String),
    /// `?`: move now.
    MoveNow,
    /// `ping N`: answer `pong N` when all before is done.
    Ping(i64),
    /// `draw`: the opponent offers a draw.
    Draw,
    /// `result R {comment}`: the game is over.
    Result {
        /// Who won.
        result: GameResult,
        /// Why, without its braces; it may be empty.
        comment: String,
    },
    /// `setboard FEN`: set up a position, the FEN's fields separated by single blanks.
    SetBoard(String),
    /// `edit`: what follows are [`EditLine`](super::EditLine)s.
    Edit,
    /// `hint`: suggest a move to the opponent.
    Hint,
    /// `bk`: show the book's moves.
    Book,
    /// `undo`: take back one ply.
    Undo,
    /// `remove`: take back two plies and go on playing.
    Remove,
    /// `hard`: think on the opponent's time.
    Hard,
    /// `easy`: do not.
    Easy,
    /// `post`: show the thinking.
    Post,
    /// `nopost`: do not.
    NoPost,
    /// `analyze`: analyse until `exit`.
    Analyze,
    /// `.`: say how the analysis stands.
    AnalysisStatus,
    /// `exit`: leave analysis.
    Exit,
    /// `name N`: the opponent's name.
    Name(String),
    /// `rating E O`: the players' ratings; 0 is unknown.
    Rating {
        /// The engine's.
        engine: i64,
        /// The opponent's.
        opponent: i64,
    },
    /// `computer`: the opponent is an engine.
    Computer,
    /// `pause`: stop the clock and the search.
    Pause,
    /// `resume`: go on after a pause.
    Resume,
    /// `memory N`: use at most this many megabytes.
    MemoryMegabytes(u64),
    /// `cores N`: use at most this many threads.
    Cores(u32),
    /// `egtpath KIND PATH`: where the endgame tables are.
    EgtPath {
        /// Which tables: `syzygy`.
        kind: String,
        /// The folder; it may hold blanks, and be empty.
        path: String,
    },
    /// `option NAME=VALUE`, or `option NAME` for a button.
    Option {
        /// The option's name.
        name: String,
        /// The text after `=`, which may be empty.
        value: Option<String>,
    },
    /// `exclude …`: leave moves out of the analysis.
    Exclude(MoveFilter),
    /// `include …`: take them in again.
    Include(MoveFilter),
    /// A command that is known and asks for nothing: `random`, `ics`,
    /// `setscore`, `lift`, `put`, `hover`, `partner`, `ptell` and `holding`, with
    /// its arguments.
    Ignored(String),
    /// A command for people.
    Human(HumanCommand),
}

/// The moves that `exclude` or `include` is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveFilter {
    /// All of them.
    All,
    /// This one.
    Move(String),
}

/// The commands without arguments, which are also rendered from this table.
pub(super) const ALONE: [(&str, CecpCommand); 25] = [
    ("xboard", CecpCommand::Xboard),
    ("new", CecpCommand::New),
    ("quit", CecpCommand::Quit),
    ("force", CecpCommand::Force),
    ("go", CecpCommand::Go),
    ("playother", CecpCommand::PlayOther),
    ("white", CecpCommand::White),
    ("black", CecpCommand::Black),
    ("?", CecpCommand::MoveNow),
    ("draw", CecpCommand::Draw),
    ("edit", CecpCommand::Edit),
    ("hint", CecpCommand::Hint),
    ("bk", CecpCommand::Book),
    ("undo", CecpCommand::Undo),
    ("remove", CecpCommand::Remove),
    ("hard", CecpCommand::Hard),
    ("easy", CecpCommand::Easy),
    ("post", CecpCommand::Post),
    ("nopost", CecpCommand::NoPost),
    ("analyze", CecpCommand::Analyze),
    (".", CecpCommand::AnalysisStatus),
    ("exit", CecpCommand::Exit),
    ("computer", CecpCommand::Computer),
    ("pause", CecpCommand::Pause),
    ("resume", CecpCommand::Resume),
];
