//! What players might have played instead: policies, samplers, p-values.

#[path = "../common/mod.rs"]
mod common;
mod policies;
mod policies_asked;

/// Is the engine or program that misbehaves when this program is started again as one.
#[test]
fn pretend_engine() {
    common::pretend::run_if_asked();
}
