//! Facts of one move: what follows from its record, and whether a rule set counts it.
//!
//! Start with `MoveVerdict`.

mod choice;
mod choice_account;
mod choice_view;
mod decision;
mod exclusion;
mod modelled_choice;
mod move_facts;
mod move_trend;
mod move_verdict;
mod pace;
mod rules;
mod selected_plies;
mod time_spent;

pub use choice::choice_of;
pub use choice_account::ChoiceAccount;
pub use choice_view::{ChoiceView, ExpectedChoice, scaled_loss};
pub use decision::decision_of;
pub use exclusion::Exclusion;
#[cfg(test)]
pub(crate) use modelled_choice::RatedChoice;
pub use modelled_choice::{ChoiceModels, Chooser, ModelledChoice, RATING_GRID, rated_player};
pub use move_facts::{Balance, GamePhase, MoveFacts, Yardstick, accuracy};
pub use move_trend::MoveTrend;
pub use move_verdict::{MoveVerdict, SMALL_LOSS_CP, trace, trace_legend};
pub use pace::Pace;
pub use rules::{Denominator, PlyContext, RuleSet, Rules, Thresholds, asks_for_choice, classify};
pub use selected_plies::selected_plies;
pub(crate) use selected_plies::set_up_plies;
pub use time_spent::{clock_note, times_spent};
