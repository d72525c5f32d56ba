//! Whether a game's first choices crowd together: a scan statistic.
//!
//! M. Kulldorff, A spatial scan statistic, 1997, along a game. Of all stretches of moves the one
//! is sought in which first choices are most above what is to be expected there, given how many
//! there are in the whole game: so a player who is better than his rating throughout shows
//! nothing. How often chance alone shows as much somewhere is counted on games in which as many
//! first choices fall elsewhere, by the moves' own chances. Start with `Stretch::of`.

use plumb_support::random::{Random, mixed};

/// The fewest moves of one side for which a stretch is looked for.
pub const STRETCH_GATE: usize = 20;
/// The most moves of one side for which a stretch is looked for: the work grows with their
/// square, and no game that was played is as long.
pub const STRETCH_MOST: usize = 400;
/// The fewest moves of a stretch.
const LEAST_MOVES: usize = 5;
/// Games drawn at random to compare with; so the smallest chance is 1 in `DRAWS + 1`.
const DRAWS: usize = 999;
/// A move's chance of being a first choice is taken to be at least this, and at most 1 less this:
/// odds must be finite and above 0.
const LEAST_CHANCE: f64 = 0.01;

/// A stretch of moves, by their places from 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// The first.
    pub first: usize,
    /// The last.
    pub last: usize,
    /// First choices among them.
    pub matches: usize,
    /// As many are to be expected there, of all first choices of the game.
    pub expected: f64,
    /// How often a game has a stretch as remarkable if its first choices fall by chance, 0 to 1.
    pub chance: f64,
}

impl Stretch {
    /// The most remarkable stretch of these moves, each a first choice or not, and with a chance
    /// to be one; nothing of too few moves, or where none or all are first choices. The same for
    /// the same moves.
    pub fn of(moves: &[(bool, f64)]) -> Option<Stretch> {
        let matches = moves.iter().filter(|(is, _)| *is).count();
        let is_asked = (STRETCH_GATE..=STRETCH_MOST).contains(&moves.len());
        if !is_asked || matches == 0 || matches == moves.len() {
            return None;
        }
        let conditional = Conditional::of(moves, matches);
        let expected = conditional.expected();
        let scan = Scan::of(&expected, matches);
        let own: Vec<bool> = moves.iter().map(|(is, _)| *is).collect();
        let (score, first, last) = scan.most_remarkable(&own);
        let mut seed = moves.len() as u64;
        for (is, chance) in moves {
            seed = mixed(seed ^ chance.to_bits() ^ u64::from(*is));
        }
        let mut random = Random::seeded(seed);
        let as_remarkable = (0..DRAWS)
            .filter(|_| scan.most_remarkable(&conditional.draw(&mut random)).0 >= score)
            .count();
        Some(Stretch {
            first,
            last,
            matches: own[first..=last].iter().filter(|is| **is).count(),
            expected: expected[first..=last].iter().sum(),
            chance: (1 + as_remarkable) as f64 / (1 + DRAWS) as f64,
        })
    }
}

/// What is to be expected of every stretch, for many games with as many first choices.
struct Scan {
    /// By first move and number of moves, less [`LEAST_MOVES`].
    stretches: Vec<Vec<ExpectedMatches>>,
    /// ln(number), from 0, where it is not asked for.
    logarithms: Vec<f64>,
}

/// First choices that are to be expected in a stretch.
#[derive(Clone, Copy)]
struct ExpectedMatches {
    inside: f64,
    log_inside: f64,
    log_outside: f64,
}

impl Scan {
    /// Of moves that are first choices with these chances if so many are.
    fn of(expected: &[f64], matches: usize) -> Scan {
        let all = matches as f64;
        let from = |first: usize| {
            let mut inside = 0.0;
            let stretches = expected[first..].iter().map(|&own| {
                inside += own;
                ExpectedMatches {
                    inside,
                    log_inside: libm::log(inside),
                    // The rest of a sum that is rounded may be less than nothing.
                    log_outside: libm::log((all - inside).max(f64::MIN_POSITIVE)),
                }
            });
            stretches.skip(LEAST_MOVES - 1).collect()
        };
        Scan {
            stretches: (0..expected.len()).map(from).collect(),
            logarithms: (0..=matches).map(|n| libm::log(n.max(1) as f64)).collect(),
        }
    }

    /// The largest log likelihood ratio of all stretches, and the places of its first and last
    /// move, from 0; ratio 0 and the whole game where no stretch has more first choices than are
    /// expected.
    fn most_remarkable(&self, is_match: &[bool]) -> (f64, usize, usize) {
        let mut before = vec![0; is_match.len() + 1];
        for (place, is) in is_match.iter().enumerate() {
            before[place + 1] = before[place] + usize::from(*is);
        }
        let all = before[is_match.len()];
        let mut best = (0.0, 0, is_match.len() - 1);
        for (first, stretches) in self.stretches.iter().enumerate() {
            for (last, expected) in (first + LEAST_MOVES - 1..).zip(stretches) {
                let inside = before[last + 1] - before[first];
                if inside as f64 <= expected.inside {
                    continue;
                }
                // The log likelihood ratio of a higher rate inside than outside.
                let outside = all - inside;
                let elsewhere = match outside {
                    0 => 0.0,
                    _ => outside as f64 * (self.logarithms[outside] - expected.log_outside),
                };
                let ratio = self.logarithms[inside] - expected.log_inside;
                let score = inside as f64 * ratio + elsewhere;
                if score > best.0 {
                    best = (score, first, last);
                }
            }
        }
        best
    }
}

/// Moves of which a given number are first choices, each by its own odds.
struct Conditional {
    odds: Vec<f64>,
    /// By move and number: how much weight the moves from there on have if so many of them are
    /// first choices, over the largest of the row.
    from: Vec<Vec<f64>>,
    /// By move: that largest weight over the one of the next row. Products of odds would be
    /// beyond what a number can hold.
    scales: Vec<f64>,
    matches: usize,
}

impl Conditional {
    fn of(moves: &[(bool, f64)], matches: usize) -> Conditional {
        let odds: Vec<f64> = moves
            .iter()
            .map(|(_, chance)| {
                let chance = chance.clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE);
                chance / (1.0 - chance)
            })
            .collect();
        let mut from = vec![vec![0.0; matches + 1]; odds.len() + 1];
        let mut scales = vec![1.0; odds.len()];
        from[odds.len()][0] = 1.0;
        for place in (0..odds.len()).rev() {
            for count in 0..=matches {
                let with = match count {
                    0 => 0.0,
                    _ => odds[place] * from[place + 1][count - 1],
                };
                from[place][count] = from[place + 1][count] + with;
            }
            let largest = from[place].iter().copied().fold(0.0, f64::max);
            from[place].iter_mut().for_each(|weight| *weight /= largest);
            scales[place] = largest;
        }
        Conditional {
            odds,
            from,
            scales,
            matches,
        }
    }

    /// How likely each move is a first choice, given how many are.
    fn expected(&self) -> Vec<f64> {
        // How likely so many are left from each move on.
        let mut left = vec![0.0; self.matches + 1];
        left[self.matches] = 1.0;
        let mut expected = Vec::with_capacity(self.odds.len());
        for place in 0..self.odds.len() {
            let mut next = vec![0.0; self.matches + 1];
            let mut own = 0.0;
            for count in 0..=self.matches {
                if left[count] > 0.0 {
                    let is = left[count] * self.chance(place, count);
                    own += is;
                    next[count] += left[count] - is;
                    if count > 0 {
                        next[count - 1] += is;
                    }
                }
            }
            expected.push(own);
            left = next;
        }
        expected
    }

    /// How likely a move is a first choice if so many are among it and those after it.
    fn chance(&self, place: usize, count: usize) -> f64 {
        let weight = self.from[place][count] * self.scales[place];
        match count > 0 && weight > 0.0 {
            true => self.odds[place] * self.from[place + 1][count - 1] / weight,
            false => 0.0,
        }
    }

    fn draw(&self, random: &mut Random) -> Vec<bool> {
        let mut left = self.matches;
        (0..self.odds.len())
            .map(|place| {
                let is = random.happens(self.chance(place, left));
                left -= usize::from(is);
                is
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(pattern: &str, chance: f64) -> Vec<(bool, f64)> {
        pattern.chars().map(|c| (c == '*', chance)).collect()
    }

    #[test]
    fn twelve_in_a_row_among_misses_are_remarkable() {
        let found = Stretch::of(&moves("....*...************...*......", 0.4)).unwrap();
        assert_eq!((found.first, found.last, found.matches), (8, 19, 12));
        assert!(found.chance < 0.01, "{found:?}");
        // 14 of 30 moves are first choices.
        assert!(
            (found.expected - 12.0 * 14.0 / 30.0).abs() < 1e-9,
            "{found:?}"
        );
    }

    #[test]
    fn many_everywhere_are_not() {
        let found = Stretch::of(&moves("**.***.****.**.***.***.****.**", 0.4)).unwrap();
        assert!(found.chance > 0.2, "{found:?}");
        for nothing in ["*".repeat(30), ".".repeat(30), "*.".repeat(9)] {
            assert_eq!(Stretch::of(&moves(&nothing, 0.4)), None);
        }
    }

    #[test]
    fn where_everybody_finds_them_they_are_to_be_expected() {
        let pattern = "....*...************...*......";
        let mut easy = moves(pattern, 0.2);
        for one in &mut easy[8..20] {
            one.1 = 0.9;
        }
        let found = Stretch::of(&easy).unwrap();
        assert!(found.chance > 0.1, "{found:?}");
    }

    #[test]
    fn chance_is_as_often_small_as_it_says() {
        let mut random = Random::seeded(11);
        let games = 300;
        let small = (0..games)
            .filter(|_| {
                let moves: Vec<(bool, f64)> = (0..30)
                    .map(|_| {
                        let chance = 0.2 + 0.6 * random.unit();
                        (random.happens(chance), chance)
                    })
                    .collect();
                Stretch::of(&moves).is_some_and(|found| found.chance <= 0.1)
            })
            .count();
        // 30 are to be expected; beyond these are three deviations.
        assert!((14..=46).contains(&small), "{small}");
    }

    /// The product of the odds is some 10^770.
    #[test]
    fn the_longest_game_has_numbers() {
        let pattern = format!("{}{}", "*".repeat(390), ".".repeat(10));
        let found = Stretch::of(&moves(&pattern, 0.99)).unwrap();
        assert_eq!((found.first, found.last, found.matches), (0, 389, 390));
        let expected = 390.0 * 390.0 / 400.0;
        assert!((found.expected - expected).abs() < 1e-6, "{found:?}");
        assert!(found.chance < 0.01, "{found:?}");
        assert_eq!(Stretch::of(&moves(&format!("{pattern}."), 0.99)), None);
    }

    #[test]
    fn expectations_add_up_to_what_there_is() {
        let moves: Vec<(bool, f64)> = (0..25)
            .map(|place| (place % 3 == 0, 0.05 + 0.035 * f64::from(place)))
            .collect();
        let conditional = Conditional::of(&moves, 9);
        let expected = conditional.expected();
        assert!((expected.iter().sum::<f64>() - 9.0).abs() < 1e-9);
        assert!(expected.windows(2).all(|two| two[0] < two[1]));
        let drawn = conditional.draw(&mut Random::seeded(1));
        assert_eq!(drawn.iter().filter(|is| **is).count(), 9);
    }
}
