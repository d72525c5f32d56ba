//! Why a move is good or bad, in sentences that are true.
//!
//! Searches become evidence, evidence becomes sentences, and a sentence is said only
//! where every claim that it makes holds on the positions of its lines. No input, no
//! output, and no text but what readers see; scores are from the side of the player who
//! moves, accounts and bars from White's.
//!
//! Start with `move_explanation`, which puts the sentences in order; `evidence` is what
//! `searches` said, `verdict` how two moves compare, `claim` what can be said of a line,
//! and `line_result` what a line comes to. There is a file for each topic:
//! `consequence`, `threat`, `best_move`, `natural_move`, `term_differences`, `certainty`.
//! `motifs` finds tactical motifs, `motif_words` picks one to name, `motif_detail` has its words.

mod best_move;
mod certainty;
mod claim;
mod compared_line;
mod consequence;
mod evidence;
mod explainer;
mod explanation_html;
mod explanation_json;
mod explanation_text;
mod feature_bars;
mod gain;
mod line_result;
mod material;
mod motif_detail;
mod motif_words;
mod motifs;
mod move_explanation;
mod natural_move;
mod page_parts;
mod played_line;
mod request;
mod searches;
mod sentence;
mod settlement;
mod term_differences;
mod threat;
mod verdict;
mod words;
mod zugzwang;

pub use claim::Claim;
pub use compared_line::ComparedLine;
pub use evidence::{
    EXPLAIN_NODES, Evidence, ExplainSettings, Look, NaturalMove, NaturalReason, People,
    SearchedMove,
};
pub use explainer::explain;
pub use feature_bars::FeatureShare;
pub use gain::Gain;
pub use material::{WORTH_PAWNS, material_pawns};
pub use motifs::{
    Motif, MotifAgreement, MotifCount, MotifDisagreement, MotifFinding, Puzzle, PuzzleError,
    PuzzleHalf, find_motifs, find_motifs_after, read_puzzles,
};
pub use move_explanation::{MoveComparison, MoveExplanation};
pub(crate) use page_parts::{reason_view, score_view, white_value};
pub use played_line::PlayedLine;
pub use request::ExplainRequest;
pub use sentence::{LineClaim, Sentence, Topic};
pub use settlement::settlement;
pub use verdict::{EQUAL_CHANCE, Relation, WON_CP};
pub(crate) use words::man_on;
pub use zugzwang::{Passing, ZugzwangSearch};
