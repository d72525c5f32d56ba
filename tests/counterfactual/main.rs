//! What players might have played instead: policies, samplers against laws that are counted
//! out, p-values, and the command.

mod balance;
mod command;
#[path = "../common/mod.rs"]
mod common;
mod endgame;
mod enumeration;
mod policies;
mod policies_asked;
mod samplers;
mod toy;

/// Is the engine or program that misbehaves when this program is started again as one.
#[test]
fn pretend_engine() {
    common::pretend::run_if_asked();
}
