//! The commands of `plumb-lab` as users meet them.

mod accuracy;
mod choices;
mod classifiers;
mod coincidence;
mod games;
mod motifs;
mod puzzles;
mod reference;
mod rescored;
mod train;
mod trend;
