//! How far honest people scatter around the human-choice model, from whole games of theirs.
//!
//! In this order: offsets of ratings, the chance of a match, what is usual of log ratios, and
//! how much further sums over games, players and events go than independent choices would. A list
//! with too few choices, players or events has the numbers of all lists together. Start with
//! `fit_scatter`.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::event_scatter::{PlayerSum, event_share};
use super::honest_sample::{HonestSample, HonestSide};
use super::human_fit::lowest;
use plumb_engine::choice::{HonestScatter, Pool, PoolScatter, TimeClass, loss_terms};
use plumb_fairplay::{
    ChoiceFigures, ChoiceModels, ChoiceSums, ChoiceView, Chooser, ExpectedChoice, ModelledChoice,
};

/// The comment that begins the table.
pub const SCATTER_HEAD: &str = "\
# How far honest people's choices scatter around the human-choice model.
#
# What z-scores, engine likeness and intrinsic ratings are divided by, set up on whole games of
# honest people that neither model was fitted to. docs/models.md says how, and how well it
# holds on others.
";

/// A list and time class with fewer choices has no offset of its own.
const OFFSET_GATE: usize = 1_000;
/// Offsets are looked for between these, in Elo.
const OFFSETS: (f64, f64) = (-800.0, 800.0);
/// Choices by which an offset is found, at most.
const OFFSET_SEARCH: usize = 10_000;
/// Minimum choices for a list to have its own choice numbers; below, those of all lists.
const CHOICE_GATE: usize = 2_000;
/// Minimum players with several games for a list to have its own player scatter.
const PLAYER_GATE: usize = 40;
/// Minimum events for a list to have its own share of between-event variance.
const EVENT_GATE: usize = 20;
/// Minimum choices of an event, from at least two players, to measure event scatter.
const EVENT_CHOICES: usize = 100;
/// Minimum choices of a player to measure player scatter.
const SCATTER_CHOICES: usize = 30;
/// Minimum choices of a player to compare intrinsic and actual rating.
const RATING_CHOICES: usize = 100;
/// Minimum such players for a list to have its own intrinsic-rating numbers.
const RATING_GATE: usize = 30;
/// Ratings so far to either side tell how fast a likelihood changes, in Elo.
const STEP: f64 = 50.0;

/// The numbers of a sample; nothing where `go_on`, asked before each step, said no.
pub fn fit_scatter(
    sample: &HonestSample,
    models: &ChoiceModels,
    mut go_on: impl FnMut(&str) -> bool,
) -> Option<HonestScatter> {
    let mut models = ChoiceModels {
        scatter: Arc::new(HonestScatter::none(&models.people.stamp)),
        ..models.clone()
    };
    for &pool in Pool::ALL {
        for &class in TimeClass::ALL {
            if !go_on("offsets of ratings") {
                return None;
            }
            if (pool, class) != (Pool::OverTheBoard, TimeClass::Classical) {
                let offset = best_offset(sample, &models, pool, class);
                let scatter = Arc::make_mut(&mut models.scatter);
                scatter.offsets[pool as usize][class as usize] = offset.unwrap_or(0.0);
            }
        }
    }
    if !go_on("chances of matches") {
        return None;
    }
    let all = Numbers::of(sample, &models, |_| true);
    for &pool in Pool::ALL {
        let own = Numbers::of(sample, &models, |other| other == pool);
        let choices = if own.choices.len() < CHOICE_GATE {
            &all
        } else {
            &own
        };
        let players = if own.players() < PLAYER_GATE {
            &all
        } else {
            &own
        };
        let events = if own.events() < EVENT_GATE {
            &all
        } else {
            &own
        };
        let losses = if own.deep_losses().len() < CHOICE_GATE {
            &all
        } else {
            &own
        };
        let scatter = pool_scatter(choices, losses, players, events);
        Arc::make_mut(&mut models.scatter).pools[pool as usize] = scatter;
    }
    if !go_on("intrinsic ratings") {
        return None;
    }
    let all = rating_scatter(sample, &models, |_| true);
    for &pool in Pool::ALL {
        let own = rating_scatter(sample, &models, |other| other == pool);
        let [width, spread] = own.or(all).unwrap_or([1.0, 0.0]);
        let numbers = &mut Arc::make_mut(&mut models.scatter).pools[pool as usize];
        numbers.rating_width = width;
        numbers.rating_spread = spread;
    }
    Some(Arc::unwrap_or_clone(models.scatter))
}

/// The offset, besides the model's own, under which the choices of a list and time class are
/// likeliest, in Elo; nothing of too few choices.
fn best_offset(
    sample: &HonestSample,
    models: &ChoiceModels,
    pool: Pool,
    class: TimeClass,
) -> Option<f64> {
    let sides = sample.sides();
    let own = sides.filter(|side| (side.player.pool, side.player.class) == (pool, class));
    let choices: Vec<_> = own
        .flat_map(|side| {
            let rating = models.scatter.comparable(&models.people, &side.player);
            side.views.iter().map(move |view| (rating, view))
        })
        .collect();
    if choices.len() < OFFSET_GATE {
        return None;
    }
    let step = choices.len().div_ceil(OFFSET_SEARCH);
    let surprise = |offset: f64| -> f64 {
        let few = choices.iter().step_by(step);
        few.map(|(rating, view)| -view.log_share(rating + offset))
            .sum()
    };
    Some(lowest(OFFSETS, surprise).round())
}

/// A choice in numbers.
#[derive(Clone, Copy, Debug)]
struct Outcome {
    /// The player's rating, made comparable.
    rating: f64,
    is_match: bool,
    expected: ExpectedChoice,
    /// What it lost by a deep look, scaled; none unless all of its player's are known.
    deep_loss: Option<f64>,
}

impl Outcome {
    /// By how much the log ratio is beyond what is expected.
    fn beyond(&self) -> f64 {
        self.expected.log_ratio - self.expected.expected_log_ratio
    }
}

/// The deviation of players under which the mean square of their z-scores is 1; 0 where it is
/// less anyway. `game` is the variance of games.
fn player_deviation(players: &[PlayerSum], game: f64) -> f64 {
    let square = |deviation: f64| -> f64 {
        let of_player = |one: &PlayerSum| {
            let far = deviation * one.weight;
            one.excess * one.excess / (one.variance + game * one.games + far * far)
        };
        players.iter().map(of_player).sum::<f64>() / players.len().max(1) as f64
    };
    let (mut low, mut high) = (0.0, 10.0);
    if square(low) <= 1.0 {
        return low;
    }
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if square(middle) > 1.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// By how much something is more than expected, the variance of that, and what counts as one
/// of the things whose mean is looked at.
struct Excess {
    excess: f64,
    variance: f64,
    weight: f64,
}

/// The choices of some players, and where each player's games and each game's choices end.
struct Numbers {
    choices: Vec<Outcome>,
    /// Of each player, where each of his games lies among the choices.
    games: Vec<Vec<std::ops::Range<usize>>>,
    /// Of each player, the event of each of his games by its list and name.
    events: Vec<Vec<Option<(Pool, String)>>>,
}

impl Numbers {
    fn of(sample: &HonestSample, models: &ChoiceModels, is_in: impl Fn(Pool) -> bool) -> Numbers {
        let mut numbers = Numbers {
            choices: Vec::new(),
            games: Vec::new(),
            events: Vec::new(),
        };
        for (_, sides) in sample.players.iter().filter(|((pool, _), _)| is_in(*pool)) {
            let mut games = Vec::with_capacity(sides.len());
            let views = || sides.iter().flat_map(|side| &side.views);
            // First choices lose nothing without a look: who has only these says nothing.
            let is_known = views().all(|view| view.deep_loss().is_some())
                && views().any(|view| !view.is_match());
            for side in sides {
                let start = numbers.choices.len();
                let rating = models.scatter.comparable(&models.people, &side.player);
                let outcome = |view: &ChoiceView| Outcome {
                    rating,
                    is_match: view.is_match(),
                    expected: view.expected(rating),
                    deep_loss: view.deep_loss().filter(|_| is_known),
                };
                numbers.choices.extend(side.views.iter().map(outcome));
                games.push(start..numbers.choices.len());
            }
            numbers.games.push(games);
            let event = |side: &HonestSide| Some((side.player.pool, side.event.clone()?));
            numbers.events.push(sides.iter().map(event).collect());
        }
        numbers
    }

    /// Events of several players and enough choices.
    fn events(&self) -> usize {
        let weight = |_: &Outcome| {
            Some(Excess {
                excess: 0.0,
                variance: 0.0,
                weight: 1.0,
            })
        };
        self.event_players(weight).len()
    }

    /// The players of each such event; choices of which `of_choice` says nothing are left out.
    fn event_players(&self, of_choice: impl Fn(&Outcome) -> Option<Excess>) -> Vec<Vec<PlayerSum>> {
        let mut found: BTreeMap<&(Pool, String), (usize, Vec<PlayerSum>)> = BTreeMap::new();
        for (games, events) in self.games.iter().zip(&self.events) {
            let mut own: BTreeMap<&(Pool, String), (usize, PlayerSum)> = BTreeMap::new();
            for (game, event) in games.iter().zip(events) {
                let Some(event) = event else { continue };
                let choices = self.choices[game.clone()].iter().filter_map(&of_choice);
                let choices: Vec<Excess> = choices.collect();
                let sum = |of: fn(&Excess) -> f64| choices.iter().map(of).sum::<f64>();
                let weight = sum(|one| one.weight);
                let (count, player) = own.entry(event).or_default();
                *count += choices.len();
                player.excess += sum(|one| one.excess);
                player.variance += sum(|one| one.variance);
                player.games += weight * weight;
                player.weight += weight;
            }
            for (event, (count, player)) in own {
                let (all, players) = found.entry(event).or_default();
                *all += count;
                players.extend((player.weight > 0.0).then_some(player));
            }
        }
        let enough = found.into_values();
        let enough = enough.filter(|(count, players)| *count >= EVENT_CHOICES && players.len() > 1);
        enough.map(|(_, players)| players).collect()
    }

    /// Players of several games.
    fn players(&self) -> usize {
        self.games.iter().filter(|games| games.len() > 1).count()
    }

    /// The deviations of a game's and of a player's mean beyond chance; choices of which
    /// `of_choice` says nothing are left out. Games by moments; players so that the mean square
    /// of their z-scores is 1 (R. C. Paule and J. Mandel, Consensus values and weighting
    /// factors, 1982), by which one player with very many choices does not decide.
    fn deviations(&self, of_choice: impl Fn(&Outcome) -> Option<Excess>) -> [f64; 2] {
        // Squares beyond chance, and what a deviation of one would make of them.
        let (mut alone, mut alone_weight) = (0.0, 0.0);
        let (mut together, mut together_weight) = (0.0, 0.0);
        let mut players = Vec::new();
        for games in &self.games {
            let (mut sum, mut squares, mut count, mut counts) = (0.0, 0.0, 0.0, 0.0);
            let mut chance = 0.0;
            for game in games {
                let choices = self.choices[game.clone()].iter().filter_map(&of_choice);
                let (excess, variance, size) = choices.fold((0.0, 0.0, 0.0), |(a, b, c), one| {
                    (a + one.excess, b + one.variance, c + one.weight)
                });
                alone += excess * excess - variance;
                alone_weight += size * size;
                sum += excess;
                squares += excess * excess;
                count += size;
                counts += size * size;
                chance += variance;
            }
            let choices: usize = games.iter().map(|game| game.len()).sum();
            if choices >= SCATTER_CHOICES && count > 0.0 {
                players.push(PlayerSum {
                    excess: sum,
                    variance: chance,
                    games: counts,
                    weight: count,
                });
            }
            together += sum * sum - squares;
            together_weight += count * count - counts;
        }
        let share = |square: f64, weight: f64| match weight > 0.0 {
            true => (square / weight).max(0.0),
            false => 0.0,
        };
        let player = share(together, together_weight);
        let game = (share(alone, alone_weight) - player).max(0.0);
        [game.sqrt(), player_deviation(&players, game)]
    }

    /// What expected losses are made of, and what was lost by a deep look.
    fn deep_losses(&self) -> Vec<([f64; 3], f64)> {
        let of_choice = |one: &Outcome| {
            let terms = loss_terms(one.expected.listed_loss, one.rating);
            Some((terms, one.deep_loss?))
        };
        self.choices.iter().filter_map(of_choice).collect()
    }
}

/// What choices and deep losses are like by these choices, how games and players scatter by those,
/// and how much of the latter is their events by others.
fn pool_scatter(
    choices: &Numbers,
    losses: &Numbers,
    players: &Numbers,
    events: &Numbers,
) -> PoolScatter {
    let calibrated = |numbers: &Numbers| {
        let mut own = calibration(numbers);
        calibrate_losses(&mut own, numbers);
        own
    };
    let own = calibrated(players);
    let found = Figure::ALL.map(|figure| figure.deviations(players, &own));
    let of_events = calibrated(events);
    let shares = Figure::ALL.map(|figure| figure.event_share(events, &of_events));
    let mut scatter = calibration(choices);
    calibrate_losses(&mut scatter, losses);
    for ((figure, [game, player]), share) in Figure::ALL.iter().zip(found).zip(shares) {
        let split = [game, player * (1.0 - share).sqrt(), player * share.sqrt()];
        figure.set(&mut scatter, split);
    }
    scatter
}

/// What is looked at of a choice.
#[derive(Clone, Copy, Debug)]
enum Figure {
    Matches,
    LogRatios,
    DeepLosses,
}

impl Figure {
    const ALL: [Figure; 3] = [Figure::Matches, Figure::LogRatios, Figure::DeepLosses];

    /// By how much a choice is above what is expected of it; nothing where it is not known.
    fn excess(self, scatter: &PoolScatter, one: &Outcome) -> Option<Excess> {
        Some(match self {
            Figure::Matches => {
                let chance = scatter.match_chance(one.expected.first_choice_share);
                Excess {
                    excess: f64::from(u8::from(one.is_match)) - chance,
                    variance: chance * (1.0 - chance),
                    weight: 1.0,
                }
            }
            Figure::LogRatios => Excess {
                excess: one.beyond() - scatter.ratio_bias,
                variance: one.expected.log_ratio_variance * scatter.ratio_width.powi(2),
                weight: 1.0,
            },
            Figure::DeepLosses => {
                let usual = scatter.deep_loss(one.expected.listed_loss, one.rating);
                Excess {
                    excess: usual - one.deep_loss?,
                    variance: scatter.deep_loss_variance(usual),
                    weight: usual,
                }
            }
        })
    }

    /// The deviations of games and of players, events among them.
    fn deviations(self, numbers: &Numbers, scatter: &PoolScatter) -> [f64; 2] {
        numbers.deviations(|one| self.excess(scatter, one))
    }

    /// How much of the players' variance is between events, 0 to 1.
    fn event_share(self, numbers: &Numbers, scatter: &PoolScatter) -> f64 {
        let [game, player] = self.deviations(numbers, scatter);
        let events = numbers.event_players(|one| self.excess(scatter, one));
        event_share(&events, game * game, player)
    }

    /// Puts the deviations of games, players and events where they belong.
    fn set(self, scatter: &mut PoolScatter, [game, player, event]: [f64; 3]) {
        let PoolScatter {
            match_game,
            match_player,
            match_event,
            ratio_game,
            ratio_player,
            ratio_event,
            loss_game,
            loss_player,
            loss_event,
            ..
        } = scatter;
        let places = match self {
            Figure::Matches => [match_game, match_player, match_event],
            Figure::LogRatios => [ratio_game, ratio_player, ratio_event],
            Figure::DeepLosses => [loss_game, loss_player, loss_event],
        };
        for (place, value) in places.into_iter().zip([game, player, event]) {
            *place = value;
        }
    }
}

/// What single choices are like.
fn calibration(choices: &Numbers) -> PoolScatter {
    let mut scatter = HonestScatter::none("").pools[0];
    let outcomes = || choices.choices.iter();
    let log_odds = |one: &Outcome| {
        let share = one.expected.first_choice_share.clamp(1e-4, 1.0 - 1e-4);
        libm::log(share / (1.0 - share))
    };
    let matches = outcomes().map(|one| ([1.0, log_odds(one)], f64::from(u8::from(one.is_match))));
    // Platt's scaling (J. Platt, Probabilistic outputs for support vector machines, 1999).
    let matches: Vec<_> = matches.collect();
    [scatter.match_level, scatter.match_slope] = plane(&matches, |odds| {
        let chance = 1.0 / (1.0 + libm::exp(-odds));
        [chance, chance * (1.0 - chance)]
    });
    let count = choices.choices.len().max(1) as f64;
    scatter.ratio_bias = outcomes().map(Outcome::beyond).sum::<f64>() / count;
    let square = |one: &Outcome| (one.beyond() - scatter.ratio_bias).powi(2);
    let said: f64 = outcomes().map(|one| one.expected.log_ratio_variance).sum();
    let width = (outcomes().map(square).sum::<f64>() / said).sqrt();
    scatter.ratio_width = if width.is_finite() { width } else { 1.0 };
    scatter
}

/// What single deep losses are like: their mean as a power of what the record says, as in a
/// Poisson regression, and a variance in proportion to it.
fn calibrate_losses(scatter: &mut PoolScatter, choices: &Numbers) {
    let losses = choices.deep_losses();
    if losses.is_empty() {
        return;
    }
    let weights = plane(&losses, |log| [libm::exp(log); 2]);
    [scatter.loss_level, scatter.loss_slope, scatter.loss_rating] = weights;
    let mean = |terms: &[f64; 3]| libm::exp(dot(terms, &weights));
    let squares: f64 = losses
        .iter()
        .map(|(terms, lost)| (lost - mean(terms)).powi(2))
        .sum();
    let said: f64 = losses.iter().map(|(terms, _)| mean(terms)).sum();
    let width = (squares / said).sqrt();
    scatter.loss_width = if width.is_finite() { width } else { 1.0 };
}

fn dot<const N: usize>(one: &[f64; N], other: &[f64; N]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

/// The weights under which `link` of the weighted sums gives the means of the last numbers, by
/// Newton's steps; `link` says mean and variance at a sum. A first weight of 0 and others of 0
/// but the second, which is 1, are the beginning.
fn plane<const N: usize>(points: &[([f64; N], f64)], link: impl Fn(f64) -> [f64; 2]) -> [f64; N] {
    let mut weights = [0.0; N];
    weights[1] = 1.0;
    for _ in 0..50 {
        let mut gradient = [0.0; N];
        let mut bend = [[0.0; N]; N];
        for (terms, y) in points {
            let [mean, variance] = link(dot(terms, &weights));
            for (row, term) in terms.iter().enumerate() {
                gradient[row] += (y - mean) * term;
                for (column, other) in terms.iter().enumerate() {
                    bend[row][column] += variance * term * other;
                }
            }
        }
        // A term that is the same everywhere has no slope of its own.
        for (index, row) in bend.iter_mut().enumerate() {
            row[index] += 1e-9;
        }
        let step = solved(bend, gradient);
        for (weight, step) in weights.iter_mut().zip(step) {
            *weight += step;
        }
        if step.iter().map(|one| one.abs()).sum::<f64>() < 1e-9 {
            break;
        }
    }
    weights
}

/// The solution of equations whose matrix is positive definite, by elimination.
fn solved<const N: usize>(mut rows: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for pivot in 0..N {
        let (own, own_right) = (rows[pivot], right[pivot]);
        for other in (0..N).filter(|&other| other != pivot) {
            let part = rows[other][pivot] / own[pivot];
            for (value, taken) in rows[other].iter_mut().zip(own) {
                *value -= part * taken;
            }
            right[other] -= part * own_right;
        }
    }
    std::array::from_fn(|index| right[index] / rows[index][index])
}

/// By how much the error of intrinsic ratings exceeds that of independent choices, from how
/// games of one player differ, and how far they are from ratings beyond that, in Elo;
/// nothing of too few players.
fn rating_scatter(
    sample: &HonestSample,
    models: &ChoiceModels,
    is_in: impl Fn(Pool) -> bool,
) -> Option<[f64; 2]> {
    let (mut squares, mut known) = (0.0, 0.0);
    // Of each player with enough choices: how far he is from his rating, and the variance of
    // his intrinsic rating by independent choices.
    let mut distances = Vec::new();
    for (_, sides) in sample.players.iter().filter(|((pool, _), _)| is_in(*pool)) {
        let (sums, rating) = added_up(sides, models);
        let Some(own) = ChoiceFigures::of(&sums, RATING_CHOICES as u64).intrinsic_rating else {
            continue;
        };
        let changes: Vec<[f64; 2]> = sides.iter().map(|side| changes(side, own.value)).collect();
        let information: f64 = changes.iter().map(|[_, bend]| bend).sum();
        if information <= 0.0 {
            continue;
        }
        let games = changes.len() as f64;
        if games >= 4.0 {
            let of_games: f64 = changes.iter().map(|[slope, _]| slope * slope).sum();
            // All slopes together are 0 at the likeliest rating, which hides one game.
            squares += of_games * games / (games - 1.0);
            known += information;
        }
        distances.push((own.value - rating, 1.0 / information));
    }
    if distances.len() < RATING_GATE || known <= 0.0 {
        return None;
    }
    let width = (squares / known).sqrt();
    let beyond = distances
        .iter()
        .map(|(far, variance)| far * far - width * width * variance);
    let spread = (beyond.sum::<f64>() / distances.len() as f64)
        .max(0.0)
        .sqrt();
    Some([width, spread])
}

/// How fast the log-likelihood of a game's choices changes with the rating, per Elo, and how
/// fast that falls.
fn changes(side: &HonestSide, rating: f64) -> [f64; 2] {
    let at = |rating: f64| -> f64 { side.views.iter().map(|view| view.log_share(rating)).sum() };
    let [below, here, above] = [rating - STEP, rating, rating + STEP].map(at);
    [
        (above - below) / (2.0 * STEP),
        -(above - 2.0 * here + below) / (STEP * STEP),
    ]
}

/// A player's choices as reports add them up, and his mean rating over his choices, made
/// comparable.
pub(super) fn added_up(sides: &[HonestSide], models: &ChoiceModels) -> (ChoiceSums, f64) {
    let mut sums = ChoiceSums::default();
    let (mut ratings, mut count) = (0.0, 0.0);
    for side in sides {
        sums.merge(&side_sums(side, models));
        let size = side.views.len() as f64;
        ratings += size * models.scatter.comparable(&models.people, &side.player);
        count += size;
    }
    (sums, ratings / f64::max(count, 1.0))
}

/// What a player's choices in one game add up to.
pub(super) fn side_sums(side: &HonestSide, models: &ChoiceModels) -> ChoiceSums {
    let chooser = Chooser::rated(side.player);
    let views = side.views.iter();
    let choices: Vec<ModelledChoice> = views.map(|view| models.modelled(view, &chooser)).collect();
    ChoiceSums::of_side(&choices)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXPECTED: ExpectedChoice = ExpectedChoice {
        share: 0.5,
        engine_share: 0.5,
        first_choice_share: 0.5,
        log_ratio: 0.0,
        expected_log_ratio: 0.0,
        log_ratio_variance: 1.0,
        engine_like_share: 0.5,
        listed_loss: 0.1,
    };

    impl Numbers {
        fn none() -> Numbers {
            Numbers {
                choices: Vec::new(),
                games: Vec::new(),
                events: Vec::new(),
            }
        }
    }

    /// Losses that were made as a power of what was expected, half of them nothing, are found
    /// again with their variance and with how players differ.
    #[test]
    fn losses_are_found_again() {
        let made = PoolScatter {
            loss_level: -0.3,
            loss_slope: 0.8,
            loss_rating: -0.4,
            ..PoolScatter::default()
        };
        let mut random = plumb_support::random::Random::seeded(5);
        let mut numbers = Numbers::none();
        for player in 0..800 {
            let part = if player % 2 == 0 { 1.2 } else { 0.8 };
            let rating = [1_500.0, 2_500.0][player / 2 % 2];
            let mut games = Vec::new();
            for _ in 0..4 {
                let start = numbers.choices.len();
                for listed in [0.01, 0.02, 0.05, 0.1, 0.2, 0.4].repeat(5) {
                    let lost = 2.0 * part * made.deep_loss(listed, rating);
                    numbers.choices.push(Outcome {
                        rating,
                        is_match: false,
                        expected: ExpectedChoice {
                            listed_loss: listed,
                            ..EXPECTED
                        },
                        deep_loss: Some(if random.happens(0.5) { lost } else { 0.0 }),
                    });
                }
                games.push(start..numbers.choices.len());
            }
            numbers.games.push(games);
        }
        let mut found = HonestScatter::none("").pools[0];
        calibrate_losses(&mut found, &numbers);
        assert!((found.loss_level + 0.3).abs() < 0.05, "{found:?}");
        assert!((found.loss_slope - 0.8).abs() < 0.03, "{found:?}");
        assert!((found.loss_rating + 0.4).abs() < 0.05, "{found:?}");
        let [game, player] = Figure::DeepLosses.deviations(&numbers, &found);
        assert!((player - 0.2).abs() < 0.03, "{player}");
        assert!(game < 0.1, "{game}");
    }

    /// Shares that are too bold are drawn in, true ones are left as they are.
    #[test]
    fn a_curve_is_found_again() {
        let bold = |level: f64, slope: f64| {
            let curve = PoolScatter {
                match_level: level,
                match_slope: slope,
                ..PoolScatter::default()
            };
            let mut numbers = Numbers::none();
            for share in [0.1, 0.3, 0.5, 0.8, 0.95] {
                let came = (curve.match_chance(share) * 100_000.0).round() as usize;
                let outcome = |index| Outcome {
                    rating: 2_000.0,
                    is_match: index < came,
                    expected: ExpectedChoice {
                        first_choice_share: share,
                        ..EXPECTED
                    },
                    deep_loss: None,
                };
                numbers.choices.extend((0..100_000).map(outcome));
            }
            let found = calibration(&numbers);
            [found.match_level, found.match_slope]
        };
        for (level, slope) in [(0.0, 1.0), (-0.1, 0.8), (0.3, 1.2)] {
            let found = bold(level, slope);
            assert!((found[0] - level).abs() < 1e-3, "{found:?}");
            assert!((found[1] - slope).abs() < 1e-3, "{found:?}");
        }
    }

    /// Deviations of games and players are found in what was made with them.
    #[test]
    fn deviations_are_found_again() {
        let mut random = plumb_support::random::Random::seeded(7);
        let mut normal = || random.normal();
        let mut numbers = Numbers::none();
        for _ in 0..600 {
            let player = 0.3 * normal();
            let mut games = Vec::new();
            for _ in 0..5 {
                let game = 0.4 * normal();
                let start = numbers.choices.len();
                for _ in 0..30 {
                    let log_ratio = normal() + player + game;
                    numbers.choices.push(Outcome {
                        rating: if player > 0.0 { 2_400.0 } else { 1_800.0 },
                        is_match: false,
                        expected: ExpectedChoice {
                            log_ratio,
                            ..EXPECTED
                        },
                        deep_loss: None,
                    });
                }
                games.push(start..numbers.choices.len());
            }
            numbers.games.push(games);
        }
        let [game, player] = numbers.deviations(|one| {
            Some(Excess {
                excess: one.expected.log_ratio,
                variance: 1.0,
                weight: 1.0,
            })
        });
        assert!((game - 0.4).abs() < 0.03, "{game}");
        assert!((player - 0.3).abs() < 0.03, "{player}");
    }
}
