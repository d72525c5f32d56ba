//! Counterfactual baselines: samplers against laws that are counted out.

mod balance;
mod samplers;
mod toy;
