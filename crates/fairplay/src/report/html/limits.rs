//! How much of a large run the page shows.

/// So many games are shown with all details, the first of the run.
pub const DETAILED_GAMES: usize = 2_000;
/// Their details end after so many bytes, packed, so that a page of 1,000 games stays under
/// 20 MB: a game of 80 plies takes 18 kB in the profile `screen`.
pub(super) const GAME_BYTES: usize = 15_500_000;
/// So many games are listed.
pub const LISTED_GAMES: usize = 20_000;
/// So many players have a page of their own, the first by name.
pub const DETAILED_PLAYERS: usize = 1_000;
/// Their details end after so many bytes, packed.
pub(super) const PLAYER_BYTES: usize = 4_000_000;
/// Details of games and players together end after so many bytes, packed.
pub(super) const DETAIL_BYTES: usize = 18_500_000;
/// So many players are listed.
pub const LISTED_PLAYERS: usize = 20_000;
/// So many events are listed.
pub(super) const LISTED_EVENTS: usize = 2_000;
/// So many unreadable games are listed.
pub const LISTED_PROBLEMS: usize = 1_000;
