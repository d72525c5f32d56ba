//! The tutor as a session knows it: positions and moves go in, sentences come out. What
//! it searches and says is for whoever starts the session to hand in, so that the
//! protocols need no layer above them.

use std::sync::atomic::AtomicBool;

use plumb_chess::board::{Game, Move};

/// Explains moves to a user, with tables of its own. It works on one thread, beside the
/// opponent's search, and keeps what it found out from one lesson to the next.
pub trait Tutor: Send {
    /// Searches ahead what any move of the position on the board will be judged by, until
    /// done or until `stop` is set. It changes how soon `remark` answers, never what.
    fn study(&mut self, lesson: &Lesson, stop: &AtomicBool);

    /// Explains the lesson's move, or the best one. Nothing when stopped; an error is one
    /// line for the user.
    fn remark(&mut self, lesson: &Lesson, stop: &AtomicBool) -> Result<Option<Remark>, String>;
}

/// Nodes of a lesson where nothing limits them: some tenths of a second.
pub(super) const LESSON_NODES: u64 = 200_000;

/// What is to be explained.
#[derive(Clone)]
pub struct Lesson {
    /// The game up to the position before the move.
    pub game: Game,
    /// The move; none for the best one.
    pub mv: Option<Move>,
    /// Nodes of all searches together.
    pub nodes: u64,
    /// The user's rating, in Elo, if what people like him would play is to be compared.
    pub elo: Option<u16>,
}

/// What the tutor says of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remark {
    /// The best move of the position, if there is a move.
    pub best: Option<Move>,
    /// The two or three sentences that matter most.
    pub brief: Vec<String>,
    /// All sentences.
    pub full: Vec<String>,
    /// One short sentence, if the move is a mistake.
    pub mistake: Option<String>,
}

/// What a lesson is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The user thinks about his move: nothing is said.
    Study,
    /// The move that the user has made.
    UserMove,
    /// The move that the engine has made or is about to make.
    EngineMove,
    /// The user asks for a hint.
    Hint,
    /// The user asks for the book.
    Book,
    /// The user has pressed the button.
    Button,
}

impl Subject {
    /// Whether it is said without being asked for.
    pub fn is_automatic(self) -> bool {
        matches!(
            self,
            Subject::Study | Subject::UserMove | Subject::EngineMove
        )
    }
}

/// A lesson that has come to its end.
#[derive(Debug)]
pub struct Answer {
    /// The lesson's number.
    pub(super) id: u64,
    pub(super) subject: Subject,
    pub(super) remark: Result<Option<Remark>, String>,
}
