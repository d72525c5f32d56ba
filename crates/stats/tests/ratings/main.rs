//! Ratings of tournaments, simulated and as Ordo has them.

mod ratings_ordo;
mod ratings_simulated;
mod tournament;
