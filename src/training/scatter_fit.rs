//! How far honest people scatter around the human-choice model, from whole games of theirs.
//!
//! In this order: offsets of ratings, the chance of a match, what is usual of log ratios, and
//! how much further sums over games and players go than independent choices would, by moments.
//! A list with too few choices or players has the numbers of all lists together. Start with
//! `fit_scatter`.

use super::honest_sample::{HonestSample, HonestSide};
use super::human_fit::lowest;
use crate::choice::{HonestScatter, Pool, PoolScatter, TimeClass};
use crate::fairplay::{
    ChoiceFigures, ChoiceModels, ChoiceSums, Chooser, ExpectedChoice, ModelledChoice,
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
/// A list with fewer choices has the numbers of all lists for what choices are.
const CHOICE_GATE: usize = 2_000;
/// A list with fewer players of several games has the numbers of all for how players scatter.
const PLAYER_GATE: usize = 40;
/// A player's intrinsic rating is compared with his rating from so many choices on.
const RATING_CHOICES: usize = 100;
/// A list with fewer such players has the numbers of all lists for intrinsic ratings.
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
        scatter: HonestScatter::none(&models.people.stamp),
        ..models.clone()
    };
    for &pool in Pool::ALL {
        for &class in TimeClass::ALL {
            if !go_on("offsets of ratings") {
                return None;
            }
            if (pool, class) != (Pool::OverTheBoard, TimeClass::Classical) {
                let offset = best_offset(sample, &models, pool, class);
                models.scatter.offsets[pool as usize][class as usize] = offset.unwrap_or(0.0);
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
        models.scatter.pools[pool as usize] = pool_scatter(choices, players);
    }
    if !go_on("intrinsic ratings") {
        return None;
    }
    let all = rating_scatter(sample, &models, |_| true);
    for &pool in Pool::ALL {
        let own = rating_scatter(sample, &models, |other| other == pool);
        let [width, spread] = own.or(all).unwrap_or([1.0, 0.0]);
        let numbers = &mut models.scatter.pools[pool as usize];
        numbers.rating_width = width;
        numbers.rating_spread = spread;
    }
    Some(models.scatter)
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

/// A choice in numbers: it was a match, and what was expected.
type Outcome = (bool, ExpectedChoice);

/// The choices of some players, and where each player's games and each game's choices end.
struct Numbers {
    choices: Vec<Outcome>,
    /// Of each player, where each of his games lies among the choices.
    games: Vec<Vec<std::ops::Range<usize>>>,
}

impl Numbers {
    fn of(sample: &HonestSample, models: &ChoiceModels, is_in: impl Fn(Pool) -> bool) -> Numbers {
        let mut numbers = Numbers {
            choices: Vec::new(),
            games: Vec::new(),
        };
        for (_, sides) in sample.players.iter().filter(|((pool, _), _)| is_in(*pool)) {
            let mut games = Vec::with_capacity(sides.len());
            for side in sides {
                let start = numbers.choices.len();
                let rating = models.scatter.comparable(&models.people, &side.player);
                let views = side.views.iter();
                numbers
                    .choices
                    .extend(views.map(|view| (view.is_match(), view.expected(rating))));
                games.push(start..numbers.choices.len());
            }
            numbers.games.push(games);
        }
        numbers
    }

    /// Players of several games.
    fn players(&self) -> usize {
        self.games.iter().filter(|games| games.len() > 1).count()
    }

    /// The deviations of a game's and of a player's mean beyond chance, of what each choice
    /// is more than expected and its variance.
    fn deviations(&self, of_choice: impl Fn(&Outcome) -> (f64, f64)) -> [f64; 2] {
        // Squares beyond chance, and what a deviation of one would make of them.
        let (mut alone, mut alone_weight) = (0.0, 0.0);
        let (mut together, mut together_weight) = (0.0, 0.0);
        for games in &self.games {
            let (mut sum, mut squares, mut count, mut counts) = (0.0, 0.0, 0.0, 0.0);
            for game in games {
                let choices = self.choices[game.clone()].iter().map(&of_choice);
                let (excess, variance) = choices.fold((0.0, 0.0), |(a, b), (x, v)| (a + x, b + v));
                let size = game.len() as f64;
                alone += excess * excess - variance;
                alone_weight += size * size;
                sum += excess;
                squares += excess * excess;
                count += size;
                counts += size * size;
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
        [game.sqrt(), player.sqrt()]
    }
}

/// What choices are like by these choices, and how games and players scatter by those.
fn pool_scatter(choices: &Numbers, players: &Numbers) -> PoolScatter {
    let [match_game, match_player, ratio_game, ratio_player] =
        scatter_of(players, &calibration(players));
    PoolScatter {
        match_game,
        match_player,
        ratio_game,
        ratio_player,
        ..calibration(choices)
    }
}

/// What single choices are like.
fn calibration(choices: &Numbers) -> PoolScatter {
    let mut scatter = HonestScatter::none("").pools[0];
    let outcomes = choices.choices.iter();
    let matches = outcomes.map(|(is_match, expected)| (expected.first_choice_share, *is_match));
    [scatter.match_level, scatter.match_slope] = logistic(&matches.collect::<Vec<_>>());
    let count = choices.choices.len().max(1) as f64;
    let outcomes = || choices.choices.iter();
    scatter.ratio_bias = outcomes().map(beyond).sum::<f64>() / count;
    let square = |outcome| (beyond(outcome) - scatter.ratio_bias).powi(2);
    let said: f64 = outcomes()
        .map(|(_, expected)| expected.log_ratio_variance)
        .sum();
    let width = (outcomes().map(square).sum::<f64>() / said).sqrt();
    scatter.ratio_width = if width.is_finite() { width } else { 1.0 };
    scatter
}

/// The deviations of games and players, of matches and then of log ratios.
fn scatter_of(players: &Numbers, scatter: &PoolScatter) -> [f64; 4] {
    let of_match = |(is_match, expected): &Outcome| {
        let chance = scatter.match_chance(expected.first_choice_share);
        (
            f64::from(u8::from(*is_match)) - chance,
            chance * (1.0 - chance),
        )
    };
    let [match_game, match_player] = players.deviations(of_match);
    let of_ratio = |outcome: &Outcome| {
        let variance = outcome.1.log_ratio_variance * scatter.ratio_width.powi(2);
        (beyond(outcome) - scatter.ratio_bias, variance)
    };
    let [ratio_game, ratio_player] = players.deviations(of_ratio);
    [match_game, match_player, ratio_game, ratio_player]
}

/// By how much a log ratio is beyond what is expected.
fn beyond((_, expected): &Outcome) -> f64 {
    expected.log_ratio - expected.expected_log_ratio
}

/// Level and slope of the logistic curve through shares and whether it came so: Platt's
/// scaling (J. Platt, Probabilistic outputs for support vector machines, 1999), by Newton's
/// steps.
fn logistic(outcomes: &[(f64, bool)]) -> [f64; 2] {
    let mut line = PoolScatter {
        match_slope: 1.0,
        ..PoolScatter::default()
    };
    for _ in 0..50 {
        let mut gradient = [0.0; 2];
        let mut bend = [1e-9, 0.0, 1e-9];
        for &(share, came) in outcomes {
            let chance = line.match_chance(share);
            let share = share.clamp(1e-4, 1.0 - 1e-4);
            let x = libm::log(share / (1.0 - share));
            let (error, weight) = (f64::from(u8::from(came)) - chance, chance * (1.0 - chance));
            gradient[0] += error;
            gradient[1] += error * x;
            bend[0] += weight;
            bend[1] += weight * x;
            bend[2] += weight * x * x;
        }
        let determinant = bend[0] * bend[2] - bend[1] * bend[1];
        let level = (bend[2] * gradient[0] - bend[1] * gradient[1]) / determinant;
        let slope = (bend[0] * gradient[1] - bend[1] * gradient[0]) / determinant;
        line.match_level += level;
        line.match_slope += slope;
        if level.abs() + slope.abs() < 1e-9 {
            break;
        }
    }
    [line.match_level, line.match_slope]
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
        let chooser = Chooser::rated(side.player);
        let views = side.views.iter();
        let choices: Vec<ModelledChoice> =
            views.map(|view| models.modelled(view, &chooser)).collect();
        sums.merge(&ChoiceSums::of_side(&choices));
        let size = side.views.len() as f64;
        ratings += size * models.scatter.comparable(&models.people, &side.player);
        count += size;
    }
    (sums, ratings / f64::max(count, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shares that are too bold are drawn in, true ones are left as they are.
    #[test]
    fn a_curve_is_found_again() {
        let bold = |level: f64, slope: f64| {
            let curve = PoolScatter {
                match_level: level,
                match_slope: slope,
                ..PoolScatter::default()
            };
            let mut outcomes = Vec::new();
            for share in [0.1, 0.3, 0.5, 0.8, 0.95] {
                let came = (curve.match_chance(share) * 100_000.0).round() as usize;
                outcomes.extend((0..100_000).map(|index| (share, index < came)));
            }
            logistic(&outcomes)
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
        let mut random = crate::random::Random::seeded(7);
        let mut normal = || random.normal();
        let expected = ExpectedChoice {
            share: 0.5,
            engine_share: 0.5,
            first_choice_share: 0.5,
            log_ratio: 0.0,
            expected_log_ratio: 0.0,
            log_ratio_variance: 1.0,
            engine_like_share: 0.5,
        };
        let mut numbers = Numbers {
            choices: Vec::new(),
            games: Vec::new(),
        };
        for _ in 0..600 {
            let player = 0.3 * normal();
            let mut games = Vec::new();
            for _ in 0..5 {
                let game = 0.4 * normal();
                let start = numbers.choices.len();
                for _ in 0..30 {
                    let log_ratio = normal() + player + game;
                    numbers.choices.push((
                        false,
                        ExpectedChoice {
                            log_ratio,
                            ..expected
                        },
                    ));
                }
                games.push(start..numbers.choices.len());
            }
            numbers.games.push(games);
        }
        let [game, player] = numbers.deviations(|(_, expected)| (expected.log_ratio, 1.0));
        assert!((game - 0.4).abs() < 0.03, "{game}");
        assert!((player - 0.3).abs() < 0.03, "{player}");
    }
}
