//! Fair play: what can honestly be said of games from their moves.
//!
//! Three steps that never mix. Games are read (`SourceGame`); an engine looks at
//! each move and what it finds is kept (`MoveRecord`); figures and reports are
//! computed from records alone. No step names a cheat: figures are for people
//! who ask further.

mod agreement;
mod book;
mod choice;
mod clock;
mod commonness;
mod depths;
mod engine;
mod examine;
mod exclusion;
mod facts;
mod field;
mod figures;
#[cfg(test)]
mod fixtures;
mod game;
mod game_summary;
mod iterations;
mod judge;
mod judged;
mod jury;
mod kept;
mod memory;
mod moments;
mod pace;
mod panel;
mod range;
mod record;
mod reference;
mod reference_maker;
mod repeated;
mod report;
mod rules;
mod run;
mod sensitivity;
mod source;
mod spread;
mod store;
mod sums;
mod tally;
mod verify;
mod votes;
mod wanted;
mod zigzag;
mod zigzag_facts;
mod zigzag_record;
mod zigzag_report;
mod zigzag_run;
mod zigzag_search;
mod zigzag_settings;
mod zigzag_tally;

pub use agreement::Agreement;
pub use book::{
    Added, Book, BookDepth, BookError, BookSource, INDEX_PLIES, Index, IndexContents, Seen,
};
pub use choice::Choice;
pub use commonness::{COMMON_GAMES, Commonness, SAMPLES_GATE};
pub use depths::{Depths, LEVELS, Profile};
pub use engine::{Engine, EngineSetup, PATIENCE_FAILURES, Searched};
pub use examine::{GamePass, GameReport, MoveReport, Standard, examine};
pub use exclusion::Exclusion;
pub use facts::{
    BETTER_CP, Balance, CAP_CP, ENDGAME_PHASE, GamePhase, LEVEL_CP, MateFact, MoveFacts,
    OPENING_PHASE, Yardstick, accuracy,
};
pub use field::{Beside, Field, GameSums, PlayerSums};
pub use figures::{
    Divided, FigureOptions, Figures, ForcedLines, GAMES_GATE, Level, MateFigures, PLAYER_GAMES,
    PLAYER_GATE, Part, Runs,
};
pub use game::{Date, Ply, SourceGame};
pub use game_summary::GameSummary;
pub use iterations::iterations_of;
pub use judge::{Judge, PlumbJudge, Stamp};
pub use judged::{BLUNDER_CP, JudgedMove, Rules, SMALL_LOSS_CP, TRACE_LEGEND, trace};
pub use jury::EngineJudge;
pub use kept::RecordKey;
pub use moments::{Correlation, Mean, Moments, Share, Together};
pub use pace::{INSTANT_MS, Pace, PaceFigures, QUICK_MS, times_spent};
pub use panel::{MemberFigures, Panel, PanelFigures};
pub use record::{Line, Listed, Mate, Mates, MoveRecord, Value};
pub use reference::{CloudPoint, Made, Reference, ReferenceNote};
pub use reference_maker::ReferenceMaker;
pub use report::{
    CAUTIONS, CSV_HEADER, DETAILED_GAMES, DETAILED_PLAYERS, FiguresPass, HtmlError, HtmlReport,
    LISTED_GAMES, LISTED_PLAYERS, LISTED_PROBLEMS, PassNote, PlayerReport, REPORT_FORMAT,
    RunHeader, ZigzagHeader, ZigzagPage, annotated, csv_rows, event_line, field_line, game_line,
    header_line, jury_line, player_line, problem_line, zigzag_game_line, zigzag_head_line,
    zigzag_player_line,
};
pub use rules::{Denominator, PlyContext, RuleSet, Thresholds, UnknownRules, classify};
pub use run::{Plan, Progress, fill};
pub use sensitivity::{CONSISTENCY_BOUNDS, FIT_GATE, Fitted, NoSkill, SENSITIVITY_BOUNDS, Skill};
pub use source::{Problem, games};
pub use store::{Store, StoreError};
pub use sums::{FORCED_LINE_PLIES, GAME_GATE, Sums};
pub use tally::{CoreFigures, LOSS_STEPS_CP, LossShare, PLACES, Tally};
pub use verify::{Claim, GameClaims, ReportHead, Sample, recheck};
pub use votes::{Disagreement, EngineFigures, Jury, Vote, Votes, vote};
pub use wanted::wanted;
pub use zigzag::{Zigzag, zigzag_prefix};
pub use zigzag_record::{Leader, MultiRound, Note, SingleRound, ZigzagRecord};
pub use zigzag_report::{ZigzagMove, ZigzagReport, examine_zigzag};
pub use zigzag_run::{ZigzagDone, ZigzagPlan, fill_zigzag, zigzag_records};
pub use zigzag_settings::{Tested, ZigzagError, ZigzagSettings};
pub use zigzag_tally::{DepthMatches, ZigzagPlayers, ZigzagSums, ZigzagTally};
