//! The commands as users meet them: results, messages and exit codes.

mod analyse;
mod eval;
mod fairplay;
mod fairplay_index;
mod fairplay_input;
mod field_cases;
mod general;
mod rate;
mod schemas;
mod screen;
mod tables_option;
