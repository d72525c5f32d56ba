//! Who plays out which recorded games: people named by a number, each of about one rating,
//! with games of his own.
//!
//! Every rated game of the runs that left the opening may be played out once. By lot, half of
//! the games have the numbered player as White and half as Black. A numbered player gets games
//! with White that are neighbours by White's rating, and games with Black in which Black's rating
//! is nearest to that. So a number stands for one person of one rating list, one time class and
//! about one rating, who has White and Black in turn. Start with `PlayPlan::starts`.

use super::simulated_person::SimulatedPerson;
use plumb_chess::board::{Color, Game};
use plumb_engine::choice::{Pool, TimeClass};
use plumb_fairplay::{
    AuditError, ChoiceModels, RecordedMoves, SourceGame, Thresholds, rated_player,
};
use plumb_support::random::{Random, mixed};

/// How much is played out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayPlan {
    /// Numbered players, at most.
    pub players: usize,
    /// Games of each, two or more.
    pub games: usize,
    /// Seed of all draws.
    pub seed: u64,
}

/// A recorded opening from which a game is played out, and who plays.
#[derive(Clone)]
pub struct PlayStart {
    /// The game's number, from 1.
    pub number: usize,
    /// The numbered player, from 1.
    pub player: usize,
    /// His side.
    pub side: Color,
    /// Who plays White and who Black.
    pub people: [SimulatedPerson; 2],
    /// The tags of the recorded game that its list of ratings and time class follow from.
    pub tags: Vec<(String, String)>,
    /// The recorded game up to the end of the opening.
    pub opening: Game,
}

/// A recorded game that may be played out: where it is, and who played.
#[derive(Clone, Copy)]
struct Candidate {
    run: usize,
    id: u64,
    people: [SimulatedPerson; 2],
}

impl PlayPlan {
    /// What is played out of these runs, in order; fewer players where there are not enough
    /// games, and nothing if `go_on` said no.
    pub fn starts(
        &self,
        runs: &[RecordedMoves],
        models: &ChoiceModels,
        mut go_on: impl FnMut() -> bool,
    ) -> Result<Option<Vec<PlayStart>>, AuditError> {
        let mut candidates = Vec::new();
        for (run, recorded) in runs.iter().enumerate() {
            for id in 1..=recorded.games()? {
                if !go_on() {
                    return Ok(None);
                }
                let source = recorded.source(id)?;
                let people = people_of(&source, models);
                let fits = people.filter(|_| opening_of(&source).is_some());
                candidates.extend(fits.map(|people| Candidate { run, id, people }));
            }
        }
        let mut starts = Vec::new();
        for (player, games) in self.assigned(&candidates).into_iter().enumerate() {
            for (candidate, side) in games {
                let source = runs[candidate.run].source(candidate.id)?;
                starts.extend(opening_of(&source).map(|opening| PlayStart {
                    number: starts.len() + 1,
                    player: player + 1,
                    side,
                    people: candidate.people,
                    tags: tags_of(&source),
                    opening,
                }));
            }
        }
        Ok(Some(starts))
    }

    /// The games of each numbered player, with his side in each.
    fn assigned(&self, candidates: &[Candidate]) -> Vec<Vec<(Candidate, Color)>> {
        let mut random = Random::seeded(self.seed);
        let order = random.order(candidates.len());
        let (white, black) = (self.games.div_ceil(2), self.games / 2);
        // Neighbours by White's rating, and where in its list they are; and each list's games
        // for the other side.
        let mut groups: Vec<(usize, Vec<Candidate>)> = Vec::new();
        let mut blacks: Vec<Vec<Candidate>> = Vec::new();
        for list in lists() {
            let is_of_list = |candidate: &Candidate| {
                let white = candidate.people[0].rated;
                (white.pool, white.class) == list
            };
            let drawn = order.iter().map(|&place| candidates[place]);
            let drawn = drawn.filter(is_of_list).enumerate();
            // Of as many games as a player has, every second one.
            let is_white = |(place, _): &(usize, Candidate)| (place % self.games).is_multiple_of(2);
            let (mut whites, others): (Vec<_>, Vec<_>) = drawn.partition(is_white);
            whites.sort_by(|(_, a), (_, b)| {
                rating(a, Color::White).total_cmp(&rating(b, Color::White))
            });
            for group in whites.chunks_exact(white) {
                groups.push((blacks.len(), group.iter().map(|(_, one)| *one).collect()));
            }
            blacks.push(others.into_iter().map(|(_, one)| one).collect());
        }
        let mut players = Vec::new();
        for place in random.order(groups.len()) {
            let (list, whites) = &groups[place];
            let others = &mut blacks[*list];
            if players.len() < self.players && others.len() >= black {
                let sum: f64 = whites.iter().map(|one| rating(one, Color::White)).sum();
                let mean = sum / white as f64;
                let others: Vec<Candidate> =
                    (0..black).filter_map(|_| nearest(others, mean)).collect();
                players.push(in_turn(whites, &others));
            }
        }
        players
    }
}

/// The comparable rating of one side's player.
fn rating(candidate: &Candidate, side: Color) -> f64 {
    candidate.people[side.index()].comparable
}

/// Takes the game out in which Black's rating is nearest to this one.
fn nearest(games: &mut Vec<Candidate>, wanted: f64) -> Option<Candidate> {
    let distance = |place: usize| (rating(&games[place], Color::Black) - wanted).abs();
    let places = 0..games.len();
    let place = places.min_by(|&a, &b| distance(a).total_cmp(&distance(b)))?;
    Some(games.swap_remove(place))
}

/// White, Black, White and so on.
fn in_turn(whites: &[Candidate], blacks: &[Candidate]) -> Vec<(Candidate, Color)> {
    let mut games = Vec::new();
    for (index, &one) in whites.iter().enumerate() {
        games.push((one, Color::White));
        games.extend(blacks.get(index).map(|&one| (one, Color::Black)));
    }
    games
}

/// A digest of all starts of a plan (players, sides, openings and ratings), to recognise games
/// that were played out by another plan. Not for security: collisions are only unlikely.
pub fn digest_of(starts: &[PlayStart]) -> u64 {
    let mut digest = 0;
    let mut add = |number: u64| digest = mixed(digest ^ number);
    for start in starts {
        add(start.player as u64);
        add(start.side as u64);
        add(start.opening.position().key());
        for person in &start.people {
            add(person.comparable.to_bits());
        }
    }
    digest
}

fn lists() -> impl Iterator<Item = (Pool, TimeClass)> {
    let classes = |&pool: &Pool| TimeClass::ALL.iter().map(move |&class| (pool, class));
    Pool::ALL.iter().flat_map(classes)
}

/// Both players, if both have a rating.
fn people_of(source: &SourceGame, models: &ChoiceModels) -> Option<[SimulatedPerson; 2]> {
    let person = |side| {
        let rated = rated_player(source, side)?;
        let comparable = models.scatter.comparable(&models.people, &rated);
        Some(SimulatedPerson { rated, comparable })
    };
    Some([person(Color::White)?, person(Color::Black)?])
}

/// The game up to the end of the opening; nothing where it is over then, or has a pass.
fn opening_of(source: &SourceGame) -> Option<Game> {
    let plies = Thresholds::default().opening_plies;
    let is_long = source.plies.len() > plies;
    let opening = is_long.then(|| source.before(plies))?;
    let is_whole = opening.moves().iter().all(Option::is_some) && opening.outcome().is_none();
    is_whole.then_some(opening)
}

/// Where it was played, as far as that says whose ratings these are: a link to a game leads
/// to the people who played it.
fn tags_of(source: &SourceGame) -> Vec<(String, String)> {
    let kept = ["Event", "Site", "TimeControl"];
    let kept = kept.into_iter().filter_map(|name| {
        let value = source.tag(name)?;
        let host = value.find("://").map(|at| at + 3);
        let path = host.and_then(|at| Some(at + value[at..].find('/')? + 1));
        let value = match (name, path) {
            ("Site", Some(path)) => &value[..path],
            _ => value,
        };
        Some((name.to_owned(), value.to_owned()))
    });
    kept.collect()
}

#[cfg(test)]
#[path = "play_plan_tests.rs"]
mod tests;
