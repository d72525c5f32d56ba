//! Samplers, p-values and policies, on trees that can be counted out.

mod balance;
mod endgame;
mod enumeration;
mod maia;
mod policies;
mod policies_asked;
mod samplers;
mod toy;

/// Is the engine that misbehaves when this program is started again as one.
#[test]
fn pretend_engine() {
    plumb_testing::pretend::run_if_asked();
}
