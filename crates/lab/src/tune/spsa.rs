//! Simultaneous perturbation: numbers are tuned by games between two settings
//! of all of them at once.
//!
//! Every iteration moves each number up or down by a coin's throw, which makes
//! two settings, plus and minus; the games between them say in which direction
//! all numbers go a little. However many numbers there are, two settings do
//! (Spall, "Multivariate stochastic approximation using a simultaneous
//! perturbation gradient approximation", 1992). How steps shrink is Spall's
//! ("Implementation of the simultaneous perturbation algorithm for stochastic
//! optimization", 1998); that they are given by where they end, as testers of
//! chess engines do, makes them easy to choose.
//!
//! Nothing is played or written here: [`Spsa::draw`] says what is to be played,
//! [`Spsa::tell`] takes what came of it, [`Spsa::learn`] moves the numbers. Several
//! iterations may be in play at once; they take effect in the order in which they
//! were drawn, whenever their games end. The state can be written down at any moment, iterations in play
//! included.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use plumb_support::random::Random;

/// Spall's exponent by which the moves of the numbers become smaller.
const ALPHA: f64 = 0.602;
/// Spall's exponent by which the throws become smaller.
const GAMMA: f64 = 0.101;
/// The first moves are kept small as if a tenth of all iterations were over.
const STABILITY: f64 = 0.1;

/// A number that is tuned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TunedNumber {
    /// Its name.
    pub name: String,
    /// What it is now; only games see it rounded.
    pub value: f64,
    /// The least it may be.
    pub least: i32,
    /// The greatest it may be.
    pub most: i32,
    /// How far it is thrown in the last iteration.
    pub step: i32,
}

/// One iteration's settings, in the order of the numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trial {
    /// Which iteration, from 0.
    pub number: u64,
    /// The numbers as one side plays with them.
    pub plus: Vec<i32>,
    /// The numbers as the other side plays with them.
    pub minus: Vec<i32>,
    /// The coin's throw for each number: whether plus has more of it.
    up: Vec<bool>,
    /// Games won by plus less games lost, once they are played.
    score: Option<i32>,
}

/// A tuning and how far it has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spsa {
    seed: u64,
    iterations: u64,
    rate: f64,
    numbers: Vec<TunedNumber>,
    /// Iterations that have taken effect.
    done: u64,
    /// Those drawn after them, in order.
    drawn: VecDeque<Trial>,
}

impl Spsa {
    /// At the beginning. `rate` is the part of its step by which a number moves,
    /// in the last iteration, for each game that plus wins more than it loses.
    pub fn new(numbers: Vec<TunedNumber>, iterations: u64, rate: f64, seed: u64) -> Spsa {
        Spsa {
            seed,
            iterations,
            rate,
            numbers,
            done: 0,
            drawn: VecDeque::new(),
        }
    }

    /// All iterations there will be.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// Iterations that have taken effect.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// The numbers as they are now.
    pub fn numbers(&self) -> &[TunedNumber] {
        &self.numbers
    }

    /// Iterations that were drawn and have not taken effect.
    pub fn in_play(&self) -> usize {
        self.drawn.len()
    }

    /// Those of them whose games are still to be played, or to be played again
    /// after an interruption.
    pub fn unplayed(&self) -> impl Iterator<Item = &Trial> {
        self.drawn.iter().filter(|trial| trial.score.is_none())
    }

    /// The next iteration, around the numbers as they are now; none if all are
    /// drawn.
    pub fn draw(&mut self) -> Option<&Trial> {
        let number = self.done + self.drawn.len() as u64;
        if number >= self.iterations {
            return None;
        }
        let mut random = Random::stream(self.seed, number);
        let width = self.width(number);
        let count = self.numbers.len();
        let (mut plus, mut minus) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let mut up = Vec::with_capacity(count);
        for tuned in &self.numbers {
            let is_up = random.bits() >> 63 == 1;
            let throw = width * f64::from(tuned.step) * if is_up { 1.0 } else { -1.0 };
            // Rounding up as often as the fraction says is right on average. Both
            // sides with the same chance: what is thrown stays between them.
            let chance = random.unit();
            let whole =
                |value: f64| ((value + chance).floor() as i32).clamp(tuned.least, tuned.most);
            plus.push(whole(tuned.value + throw));
            minus.push(whole(tuned.value - throw));
            up.push(is_up);
        }
        self.drawn.push_back(Trial {
            number,
            plus,
            minus,
            up,
            score: None,
        });
        self.drawn.back()
    }

    /// The games of an iteration are over: plus won so many more than it lost. An
    /// iteration that is not in play is passed over.
    pub fn tell(&mut self, number: u64, score: i32) {
        if let Some(trial) = self.drawn.iter_mut().find(|trial| trial.number == number) {
            trial.score = Some(score);
        }
    }

    /// Learns from the oldest iteration in play, if its games are over; says whether
    /// they were.
    pub fn learn(&mut self) -> bool {
        let Some(score) = self.drawn.front().and_then(|trial| trial.score) else {
            return false;
        };
        if let Some(trial) = self.drawn.pop_front() {
            self.take_effect(&trial, score);
        }
        true
    }

    fn take_effect(&mut self, trial: &Trial, score: i32) {
        let gain = self.gain(trial.number) * f64::from(score);
        for (tuned, &is_up) in self.numbers.iter_mut().zip(&trial.up) {
            let change = gain * f64::from(tuned.step) * if is_up { 1.0 } else { -1.0 };
            let range = f64::from(tuned.least)..=f64::from(tuned.most);
            tuned.value = (tuned.value + change).clamp(*range.start(), *range.end());
        }
        self.done += 1;
    }

    /// How far numbers are thrown in an iteration, in steps: Spall's c, which falls
    /// to 1.
    fn width(&self, number: u64) -> f64 {
        libm::pow(self.iterations as f64 / (number + 1) as f64, GAMMA)
    }

    /// How far they move for a game, in steps: Spall's a, divided by c. At the end
    /// it is the rate.
    fn gain(&self, number: u64) -> f64 {
        let all = self.iterations as f64;
        let stability = STABILITY * all;
        let part = (stability + all) / (stability + (number + 1) as f64);
        self.rate * libm::pow(part, ALPHA) / self.width(number)
    }
}

impl TunedNumber {
    /// The whole number nearest to its value.
    pub fn whole(&self) -> i32 {
        (self.value.round() as i32).clamp(self.least, self.most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers() -> Vec<TunedNumber> {
        let tuned = |name: &str, value: f64, step| TunedNumber {
            name: name.to_owned(),
            value,
            least: 0,
            most: 1_000,
            step,
        };
        vec![
            tuned("much", 300.0, 40),
            tuned("little", 12.0, 2),
            tuned("right", 500.0, 30),
        ]
    }

    /// Where play is best, and how many steps of each number are felt alike.
    const BEST: [i32; 3] = [700, 4, 500];

    /// Two games between settings: who is nearer to the best wins more often.
    fn games(trial: &Trial, random: &mut Random) -> i32 {
        let loss = |values: &[i32]| -> f64 {
            let distance = values.iter().zip(BEST).zip(numbers());
            distance
                .map(|((&value, best), tuned)| {
                    let steps = f64::from(value - best) / f64::from(tuned.step);
                    0.02 * steps * steps
                })
                .sum()
        };
        let chance = 0.5 + 0.5 * libm::tanh(loss(&trial.minus) - loss(&trial.plus));
        let game = |random: &mut Random| if random.unit() < chance { 1 } else { -1 };
        game(random) + game(random)
    }

    #[test]
    fn the_best_is_found_through_noise() {
        let mut spsa = Spsa::new(numbers(), 20_000, 0.01, 1);
        let mut random = Random::stream(2, 0);
        while let Some(trial) = spsa.draw().cloned() {
            spsa.tell(trial.number, games(&trial, &mut random));
            assert!(spsa.learn());
        }
        assert_eq!(spsa.done(), 20_000);
        for (tuned, best) in spsa.numbers().iter().zip(BEST) {
            let steps = (tuned.value - f64::from(best)) / f64::from(tuned.step);
            assert!(steps.abs() < 1.0, "{tuned:?}, best is {best}");
        }
    }

    #[test]
    fn throws_end_at_the_step_and_moves_at_the_rate() {
        let spsa = Spsa::new(numbers(), 1_000, 0.01, 1);
        assert_eq!((spsa.width(999), spsa.gain(999)), (1.0, 0.01));
        assert!((1.5..2.5).contains(&spsa.width(0)), "{}", spsa.width(0));
        let all: Vec<f64> = (0..1_000).map(|number| spsa.width(number)).collect();
        assert!(all.is_sorted_by(|one, next| one > next));
    }

    #[test]
    fn settings_stand_around_the_numbers_and_in_their_ranges() {
        let mut numbers = numbers();
        numbers[0].value = 990.0;
        numbers[1].value = 12.3;
        let mut spsa = Spsa::new(numbers, 1, 0.01, 3);
        let (mut ups, mut sums) = ([0; 3], [0; 3]);
        for seed in 0..2_000 {
            spsa.seed = seed;
            spsa.drawn.clear();
            let trial = spsa.draw().expect("one iteration");
            assert!(
                trial
                    .plus
                    .iter()
                    .chain(&trial.minus)
                    .all(|n| (0..=1_000).contains(n))
            );
            assert_eq!((trial.plus[1] - trial.minus[1]).abs(), 4);
            for index in 0..3 {
                ups[index] += i32::from(trial.plus[index] > trial.minus[index]);
                sums[index] += trial.plus[index] + trial.minus[index];
            }
        }
        assert!(ups.iter().all(|ups| (900..1_100).contains(ups)), "{ups:?}");
        // Rounding is right on average.
        let middle = f64::from(sums[1]) / 4_000.0;
        assert!((12.25..12.35).contains(&middle), "{middle}");
    }

    #[test]
    fn effects_come_in_order_however_games_end() {
        let mut scores = Random::stream(5, 0);
        let scores: Vec<i32> = (0..40).map(|_| scores.below(5) as i32 - 2).collect();
        let play = |order: &dyn Fn(usize) -> usize| {
            let mut spsa = Spsa::new(numbers(), 40, 0.5, 4);
            let mut trials = Vec::new();
            while let Some(trial) = spsa.draw().cloned() {
                trials.push(trial);
                if spsa.in_play() == 4 {
                    for index in 0..4 {
                        let number = trials[order(index)].number;
                        spsa.tell(number, scores[number as usize]);
                    }
                    while spsa.learn() {}
                    trials.clear();
                }
            }
            spsa
        };
        let one = play(&|index| index);
        assert_eq!(one, play(&|index| 3 - index));
        assert_eq!(one.done(), 40);
        assert_ne!(one.numbers(), numbers());
    }

    #[test]
    fn seeds_repeat_and_differ_and_what_is_unknown_is_left_alone() {
        let throws = |seed| -> Vec<Trial> {
            let mut spsa = Spsa::new(numbers(), 20, 0.5, seed);
            std::iter::from_fn(|| spsa.draw().cloned()).collect()
        };
        assert_eq!(throws(1), throws(1));
        assert_ne!(throws(1), throws(2));
        let mut spsa = Spsa::new(numbers(), 2, 0.5, 1);
        spsa.tell(0, 2);
        assert!(!spsa.learn());
        assert_eq!((spsa.done(), spsa.numbers()), (0, &numbers()[..]));
        assert!(spsa.draw().is_some() && spsa.draw().is_some() && spsa.draw().is_none());
        assert_eq!(spsa.unplayed().count(), 2);
        spsa.tell(1, 2);
        assert!(!spsa.learn());
        assert_eq!((spsa.done(), spsa.unplayed().count()), (0, 1));
        spsa.tell(0, -2);
        assert!(spsa.learn() && spsa.learn() && !spsa.learn());
        assert_eq!((spsa.done(), spsa.in_play()), (2, 0));
    }
}
