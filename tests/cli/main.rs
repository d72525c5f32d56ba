//! The commands as users meet them: results, messages and exit codes.

mod analyse;
mod choices;
mod eval;
mod fairplay;
mod fairplay_index;
mod fairplay_input;
mod fairplay_ratings;
mod field_cases;
mod general;
mod rate;
mod schemas;
mod tables_option;

/// The program behind policies that are programs.
#[test]
fn pretend_engine() {
    plumb_testing::pretend::run_if_asked();
}
