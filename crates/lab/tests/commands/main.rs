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
mod tables_option;
mod train;
mod trend;
