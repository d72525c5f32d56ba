//! Fair play: what can honestly be said of games from their moves.
//!
//! Three steps that never mix. Games are read (`SourceGame`); an engine looks at
//! each move and what it finds is stored (`MoveRecord`); figures and reports are
//! computed from records alone. No step names a cheat: figures are for people
//! who ask further.
//!
//! A wing is a folder: `games`, `book`, `records`, `facts`, `figures`, `reference`,
//! `zigzag`, `report` and `ratings`, and on top `audit`, a whole run. Imports between wings point
//! one way: each may import those before it. Start with [`Audit`].
//!
//! ```
//! use plumb_fairplay::accuracy;
//!
//! // The accuracy of a move, 0 to 100, by the winning chance that it lost, 0 to 1.
//! assert!(accuracy(0.0) > 99.9);
//! assert!(accuracy(0.3) < 30.0);
//! ```

mod audit;
mod book;
mod facts;
mod figures;
mod games;
mod ratings;
mod records;
mod reference;
mod report;
mod zigzag;

#[cfg(test)]
mod fixtures;

pub use audit::{
    Audit, AuditError, AuditEvent, AuditObserver, AuditOutcome, AuditSettings, DecisionAudit,
    DecisionSettings, DrawnRecord, Eligible, FairplayRequest, GameInput, GameSelection,
    GameSummary, HumanModelError, InputFormat, JudgeSource, MergeSettings, NotADate, PassSettings,
    Portion, RatingsAudit, RecordedMove, RecordedMoves, RunFolder, SelectionRequest,
    VerificationSettings, VerificationSummary, ZigzagAudit, ZigzagAuditSettings, ZigzagDestination,
    folder_files, human_model, make_reference, merge, split_games, verify,
};
pub use book::{
    AddOutcome, Book, BookDepth, BookError, BookSource, INDEX_PLIES, Index, IndexContents,
    IndexFile, event_of, game_keys, moves_key,
};
pub use facts::{
    ChoiceAccount, ChoiceModels, ChoiceView, Chooser, ExpectedChoice, GamePhase, ModelledChoice,
    MoveTrend, PlyContext, RuleSet, Rules, Thresholds, Yardstick, accuracy, asks_for_choice,
    choice_of, decision_of, rated_player, scaled_loss,
};
pub use figures::{
    ChoiceFigures, ChoiceSums, EVIDENCE_GATE, EngineLikeness, EventFields, Evidence, FieldChoices,
    FieldSums, FigureOptions, Figures, GameStretch, Looks, MatchScore, PlayerEvent, PlayerEvents,
    SCREENING, Share, Standard, Votes, ZScore, examine,
};
pub use games::{ClockForm, Ply, Shard, SourceGame, TextContents, games, pool_of, time_class_of};
pub use ratings::{OrdinaryGames, RATINGS_FILES, RatingsSettings, ratings_text};
pub use records::{
    Depths, Engine, EngineJudge, EngineSetup, Judge, Line, LineReport, LossLook, MoveRecord, Plan,
    PlumbJudge, Profile, Stamp, Store, StoredRecord, Value, fill,
};
pub use reference::Reference;
pub use report::{ReportDestination, ReportFormat, RunHeader, annotated, plain_pgn};
pub use zigzag::{Note, TestedSides, Zigzag, ZigzagRecord, ZigzagSettings, zigzag_prefix};
