//! Besag and Clifford's test: exact whatever the chain, without waiting for it to mix.
//!
//! From the observed line T steps are made, and then from where that led, N times, T steps each.
//! If the observed line came from the target, it and the N ends are exchangeable, as the kernel
//! is reversible; so P(p ≤ a) ≤ a. A chain that mixes badly only makes the test weak. Source:
//! J. Besag and P. Clifford, Generalized Monte Carlo significance tests, Biometrika 76 (1989).

use super::chain::ChainPlan;
use super::draw::Draw;
use super::line::Line;
use super::tree::{LineTree, TreeError};
use plumb_support::random::Random;

/// The number of the random stream of the steps to the hub; end `n`, from 0, has the stream with
/// the number `HUB_STREAM + 1 + n`.
const HUB_STREAM: u64 = 0;

/// Where the chains begin: T steps from the observed line. T is the plan's burn-in.
pub fn hub<T: LineTree>(
    tree: &mut T,
    observed: Line,
    plan: &ChainPlan,
    seed: u64,
) -> Result<Line, TreeError> {
    let mut random = Random::stream(seed, HUB_STREAM);
    plan.steps(tree, observed, plan.burn_in, &mut random)
}

/// The end of chain `number`, from 0: T steps from the hub.
pub fn end<T: LineTree>(
    tree: &mut T,
    hub: &Line,
    plan: &ChainPlan,
    seed: u64,
    number: u64,
) -> Result<Draw, TreeError> {
    let mut random = Random::stream(seed, HUB_STREAM + 1 + number);
    let mut line = plan.steps(tree, hub.clone(), plan.burn_in, &mut random)?;
    Draw::of(tree, &mut line)
}
