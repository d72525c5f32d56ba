//! Fair play: what can honestly be said of games from their moves.
//!
//! Three steps that never mix. Games are read (`SourceGame`); an engine looks at
//! each move and what it finds is stored (`MoveRecord`); figures and reports are
//! computed from records alone. No step names a cheat: figures are for people
//! who ask further.
//!
//! A wing is a folder: `games`, `book`, `records`, `facts`, `figures`, `reference`,
//! `zigzag`, `report` and `screening`, and on top `audit`, a whole run. Imports between wings point
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
mod records;
mod reference;
mod report;
mod screening;
mod zigzag;

#[cfg(test)]
mod fixtures;

pub use audit::{
    Audit, AuditError, AuditEvent, AuditObserver, AuditOutcome, AuditSettings, DecisionAudit,
    DecisionSettings, DrawnRecord, Eligible, GameInput, GameSelection, GameSummary,
    HumanModelError, InputFormat, JudgeSource, MergeSettings, PassSettings, Portion, RecordedMove,
    RecordedMoves, ReportCounts, RunFolder, ScreeningAudit, SplitCounts, VerificationSettings,
    VerificationSummary, ZigzagAudit, ZigzagAuditSettings, ZigzagDestination, folder_files,
    human_model, make_reference, merge, split_games, verify,
};
pub use book::{
    AddOutcome, Book, BookDepth, BookError, BookSource, FirstSeen, INDEX_PLIES, Index,
    IndexContents, IndexFile, event_of, game_keys, moves_key,
};
pub use facts::{
    BETTER_CP, BLUNDER_CP, Balance, CAP_CP, ChoiceAccount, ChoiceModels, ChoiceView, Chooser,
    Denominator, ENDGAME_PHASE, Exclusion, ExpectedChoice, GamePhase, INSTANT_MS, LEVEL_CP,
    MateFact, ModelledChoice, MoveFacts, MoveTrend, MoveVerdict, OPENING_PHASE, Pace, PlyContext,
    QUICK_MS, RATING_GRID, RatedChoice, RuleSet, Rules, SMALL_LOSS_CP, Thresholds, UnknownRules,
    Yardstick, accuracy, asks_for_choice, choice_of, classify, clock_note, decision_of,
    rated_player, scaled_loss, selected_plies, times_spent, trace,
};
pub use figures::{
    Agreement, BURNHAM_LEVELS, BurnhamLevels, ChoiceFigures, ChoiceSums, Comparison, CoreFigures,
    Correlation, DeepLoss, Difference, Differences, Disagreement, EVIDENCE_GATE, EngineFigures,
    EngineLikeness, EventFields, Evidence, EvidenceThreshold, FORCED_LINE_PLIES, Field,
    FieldChoices, FieldSums, FigureOptions, Figures, FiguresByDenominator, ForcedLines,
    GAIN_STEPS_CP, GAME_GATE, GAMES_GATE, GainShare, GameList, GameNumbers, GamePass, GameReport,
    GameStretch, GameSums, IntrinsicRating, JointMoments, LOSS_STEPS_CP, Level, Looks, LossShare,
    MatchScore, MateFigures, Mean, MemberFigures, Moments, MoveReport, PLACES, PLAYER_GAMES,
    PLAYER_GATE, PaceFigures, Panel, PanelFigures, Part, PlayerEvent, PlayerEvents, PlayerSums,
    RATING_GATE, REPORTING, Replicates, ResampledSums, Runs, SCREENING, Share, Standard, Sums,
    Tally, TrendFigures, Vote, Votes, ZScore, examine, vote,
};
pub use games::{
    ClockForm, Date, NoTimeControl, Ply, RatingList, Shard, SourceGame, TaggedGame, TaggedSide,
    TextContents, TimeControl, games, pool_of, share_of, tagged_games, time_class_of,
};
pub use records::{
    DEEP_LOOK_NODES, Depths, Engine, EngineJudge, EngineSetup, FillError, ForcedChoice,
    ForcedReason, ForcedRecord, ForcedStop, Judge, Line, LineReport, ListedMove, LossLook, Mate,
    Mates, MoveRecord, PATIENCE_FAILURES, Plan, PlumbJudge, Profile, Progress, RecordKey,
    SearchResult, Stamp, Store, StoreError, StoredRecord, Value, fill, iterations_of,
};
pub use reference::{
    COMMON_GAMES, CloudPoint, Commonness, LeftOut, Noise, NoiseNote, Provenance, REMARKABLE_CP,
    Reference, ReferenceMaker, ReferenceNote, RelativeSkill, SAMPLES_GATE, SkillUnit, TestedKeys,
};
pub use report::{
    CSV_HEADER, DETAILED_GAMES, DETAILED_PLAYERS, FiguresPass, HtmlError, HtmlReport, LISTED_GAMES,
    LISTED_PLAYERS, LISTED_PROBLEMS, PassNote, PlayerReport, REPORT_FORMAT, ReportDestination,
    ReportFormat, RunHeader, ZigzagHeader, ZigzagPage, annotated, csv_rows, event_line, field_line,
    game_line, header_line, jury_line, plain_pgn, player_line, problem_line, zigzag_game_line,
    zigzag_head_line, zigzag_player_line,
};
pub use screening::{
    BestStretch, Flags, HistoryFigures, ListSummary, OrdinaryGames, SCREENING_FILES,
    ScreenedPlayer, Screening, ScreeningCounts, ScreeningSettings,
    Thresholds as ScreeningThresholds, screening_text,
};
pub use zigzag::{
    DepthMatches, Leader, MultiRound, Note, SingleRound, TestedSides, Zigzag, ZigzagError,
    ZigzagMove, ZigzagPlan, ZigzagPlayers, ZigzagProgress, ZigzagRecord, ZigzagReport,
    ZigzagSettings, ZigzagSums, ZigzagTally, examine_zigzag, fill_zigzag, zigzag_prefix,
    zigzag_records,
};
