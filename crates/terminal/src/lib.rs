//! What the command lines of `plumb` and `plumb-lab` share: how a command ends and fails, what it
//! prints, progress that can be interrupted, and the arguments that name games and engines.
//!
//! Nothing of chess is decided here, and nothing here is for programs other than these two.
//! Start with [`Ending`] and [`Failure`]; [`Progress`] is the bar, [`interrupt_flag`] Ctrl-C.
//!
//! ```
//! use plumb_terminal::Failure;
//!
//! fn nodes(text: &str) -> Result<u64, Failure> {
//!     Ok(text.parse::<u64>()?)
//! }
//! assert!(nodes("many").is_err_and(|Failure(message)| message.contains("invalid digit")));
//! ```

mod choice_models;
mod command;
mod engine_list;
mod input;
mod judges;
mod observer;
mod own_input;
mod progress;
mod tables_option;

pub use choice_models::choice_models;
pub use command::{
    Ending, Failure, Stdout, exit_code, models, note, position, say, warn, wrong_fen,
};
pub use engine_list::{EngineListArgument, plumb_program};
pub use input::{is_standard_input, open_games, open_games_as, standard_input_once};
pub use judges::{Assistant, Jurors, assistant_setup, engine_setup, judges};
pub use observer::Screen;
pub use own_input::refuse_own_input;
pub use progress::{Progress, duration_text, interrupt_flag, per_minute};
pub use tables_option::{origin, tables_folder, tables_option};
