//! How many assisted players a threshold finds that honest players do not reach.
//!
//! A few dozen honest players say what none of them reaches. What one in 1,000 reaches they do
//! not say: that is extrapolated, as if honest players were normal, with Student's t for how
//! little so few tell of mean and deviation. Start with `ArmDetection::of`.

use super::assisted_player::AssistedPlayer;
use super::class_figures::ResampledFigure;
use super::positive_rate::ThresholdShare;
use super::scatter_measure::spread;
use plumb_engine::choice::Tail;
use plumb_support::random::Random;

/// The false alarms of the extrapolated threshold: of a new honest player, with this chance.
pub const FALSE_ALARMS: f64 = 1e-3;
/// Players are drawn again so often for an interval.
const REPLICATES: usize = 1_000;
/// The fewest honest players from which a tail is extrapolated.
const PLAYERS: usize = 3;
/// The upper end of the search for a critical value of Student's t: above every one that is
/// asked for.
const FAR: f64 = 1e6;

/// A figure of a player, more of it the more he looks assisted; none where it is not known.
type Figure = fn(&AssistedPlayer) -> Option<f64>;

/// The assisted players that a figure finds.
#[derive(Clone, Debug, PartialEq)]
pub struct Detection {
    /// The assisted players whose figure is above that of every honest player, so that there is
    /// no false alarm among these. The interval of the share is exact, but takes the threshold
    /// as given: that it comes from few honest players is not in it.
    pub no_alarm: ThresholdShare,
    /// The share, 0 to 1, of those beyond what a new honest player reaches once in 1,000, by
    /// extrapolation from the honest ones; players drawn again. None where these are all alike.
    pub extrapolated: Option<ResampledFigure>,
}

/// The same by each figure of an arm; none where a figure is not known of all players.
#[derive(Clone, Debug, PartialEq)]
pub struct ArmDetection {
    /// By the share of matches.
    pub by_matches: Option<Detection>,
    /// By how little was lost by the list on average.
    pub by_average_loss: Option<Detection>,
    /// By the share of engine-like moves: the positive rate.
    pub by_engine_like: Option<Detection>,
    /// By how little was lost by deep looks on average.
    pub by_deep_loss: Option<Detection>,
    /// By the chance that an honest player has as much by the z-scores together. The
    /// extrapolated threshold holds each z-score against the honest players here, a third of
    /// the false alarms to each.
    pub by_evidence: Option<Detection>,
}

impl ArmDetection {
    /// Of the players of an arm and the same players without assistance.
    pub fn of(assisted: &[AssistedPlayer], honest: &[AssistedPlayer], seed: u64) -> ArmDetection {
        let by = |above: Figure, beyond: &[Figure]| {
            let players = PairedPlayers { assisted, honest };
            players.detection(above, beyond, seed)
        };
        let alone = |figure: Figure| by(figure, &[figure]);
        ArmDetection {
            by_matches: alone(|one| Some(one.matches)),
            by_average_loss: alone(|one| Some(-one.average_loss_cp)),
            by_engine_like: alone(|one| Some(one.engine_like)),
            by_deep_loss: alone(|one| Some(-one.deep_loss?)),
            by_evidence: by(
                |one| Some(-one.chance),
                &[
                    |one| Some(one.match_z),
                    |one| Some(one.ratio_z),
                    |one| Some(one.loss_z),
                ],
            ),
        }
    }
}

/// Simulated players, each with and without assistance.
struct PairedPlayers<'a> {
    assisted: &'a [AssistedPlayer],
    honest: &'a [AssistedPlayer],
}

impl PairedPlayers<'_> {
    /// `above` is held against the highest of the honest players, each of `beyond` against
    /// their tail.
    fn detection(&self, above: Figure, beyond: &[Figure], seed: u64) -> Option<Detection> {
        let values = |players: &[AssistedPlayer], figure: Figure| {
            players.iter().map(figure).collect::<Option<Vec<f64>>>()
        };
        let highest = values(self.honest, above)?;
        let highest = highest.into_iter().max_by(f64::total_cmp)?;
        let assisted = values(self.assisted, above)?;
        let pairs: Vec<[Vec<f64>; 2]> = (beyond.iter())
            .map(|&figure| Some([values(self.assisted, figure)?, values(self.honest, figure)?]))
            .collect::<Option<_>>()?;
        Some(Detection {
            no_alarm: ThresholdShare::of(assisted.into_iter().map(|value| value > highest)),
            extrapolated: extrapolated(&pairs, seed),
        })
    }
}

/// The share of players beyond the tail of any of these figures, each a list of assisted and of
/// honest players.
fn extrapolated(figures: &[[Vec<f64>; 2]], seed: u64) -> Option<ResampledFigure> {
    let players = figures.first()?[0].len();
    if players < PLAYERS {
        return None;
    }
    let most = critical(players as u32 - 1, FALSE_ALARMS / figures.len() as f64);
    let share = |places: &[usize]| -> Option<f64> {
        let limits: Vec<Option<f64>> = (figures.iter())
            .map(|[_, honest]| {
                let own: Vec<f64> = places.iter().map(|&place| honest[place]).collect();
                threshold(&own, most)
            })
            .collect();
        limits.iter().any(Option::is_some).then_some(())?;
        let is_beyond = |place: &&usize| {
            let mut own = figures.iter().zip(&limits);
            own.any(|([assisted, _], limit)| limit.is_some_and(|most| assisted[**place] > most))
        };
        let beyond = places.iter().filter(is_beyond).count();
        Some(beyond as f64 / places.len() as f64)
    };
    let all: Vec<usize> = (0..players).collect();
    let mut random = Random::seeded(seed);
    let draws = (0..REPLICATES).filter_map(|_| {
        let drawn: Vec<usize> = all.iter().map(|_| random.below(players)).collect();
        share(&drawn)
    });
    Some(ResampledFigure {
        value: share(&all)?,
        draws: draws.collect(),
    })
}

/// What one more player of the kind of these is above as rarely as Student's t is above
/// `most`: the deviation is that of a sample, and the mean is not known exactly either. Nothing
/// where all are alike.
fn threshold(honest: &[f64], most: f64) -> Option<f64> {
    let count = honest.len() as f64;
    let [mean, deviation] = spread(honest);
    let of_sample = deviation * (count / (count - 1.0)).sqrt();
    (deviation > 1e-12).then(|| mean + most * of_sample * (1.0 + 1.0 / count).sqrt())
}

/// What Student's t is above with this chance.
fn critical(degrees: u32, chance: f64) -> f64 {
    let tail = Tail {
        degrees: degrees.max(1),
        scale: 1.0,
    };
    let (mut low, mut high) = (0.0, FAR);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        match tail.chance(middle) > chance {
            true => low = middle,
            false => high = middle,
        }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(matches: f64, match_z: f64, chance: f64) -> AssistedPlayer {
        AssistedPlayer {
            rating: 2_000.0,
            assisted: 0.0,
            matches,
            average_loss_cp: 20.0,
            engine_like: 0.4,
            match_z,
            ratio_z: 0.0,
            rating_z: 0.0,
            loss_z: 0.0,
            deep_loss: None,
            chance,
        }
    }

    /// Critical values of Student's t as tables have them.
    #[test]
    fn one_in_a_thousand_of_students_t() {
        for (degrees, t) in [(1, 318.31), (2, 22.327), (10, 4.144), (30, 3.385)] {
            let found = critical(degrees, 1e-3);
            assert!((found / t - 1.0).abs() < 1e-4, "{degrees}: {found}");
        }
    }

    /// Of normal honest players one in a thousand is beyond the threshold that thirty others
    /// give, however these happened to come out.
    #[test]
    fn so_many_false_alarms_as_are_said() {
        let mut random = Random::seeded(11);
        let most = critical(29, FALSE_ALARMS);
        let mut alarms = 0;
        for _ in 0..20_000 {
            let honest: Vec<f64> = (0..30).map(|_| 0.5 + 0.04 * random.normal()).collect();
            let limit = threshold(&honest, most).unwrap();
            let new = (0..5).filter(|_| 0.5 + 0.04 * random.normal() > limit);
            alarms += new.count();
        }
        // 100 are to be expected.
        assert!((65..=135).contains(&alarms), "{alarms}");
    }

    #[test]
    fn who_is_found_by_which_figure() {
        let honest: Vec<AssistedPlayer> = (0..12)
            .map(|place| player(0.5 + 0.01 * f64::from(place), 0.1 * f64::from(place), 0.3))
            .collect();
        // All but the last three were helped to a rate that no honest player has; three of them
        // to one that is far beyond.
        let assisted: Vec<AssistedPlayer> = (0..12)
            .map(|place| match place {
                0..3 => player(0.99, 9.0, 0.001),
                3..9 => player(0.62, 0.5, 0.2),
                _ => player(0.61, 0.5, 0.3),
            })
            .collect();
        let found = ArmDetection::of(&assisted, &honest, 1);
        let matches = found.by_matches.unwrap();
        assert_eq!((matches.no_alarm.count, matches.no_alarm.of), (9, 12));
        let extrapolated = matches.extrapolated.unwrap();
        assert_eq!(extrapolated.value, 0.25);
        let [low, high] = extrapolated.interval();
        assert!(low < 0.25 && 0.25 < high, "{low} {high}");
        let evidence = found.by_evidence.unwrap();
        assert_eq!(evidence.no_alarm.count, 9);
        assert_eq!(evidence.extrapolated.unwrap().value, 0.25);
        // All have the same positive rate: nobody is above, and there is no tail.
        let alike = found.by_engine_like.unwrap();
        assert_eq!((alike.no_alarm.count, alike.extrapolated), (0, None));
        assert_eq!(found.by_deep_loss, None, "nobody looked");
        assert_eq!(ArmDetection::of(&[], &[], 1).by_matches, None);
    }
}
