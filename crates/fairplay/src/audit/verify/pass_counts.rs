//! Counts of other passes: each share must fit its count, and a player's counts must be the sums
//! of those in the player's games.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

/// Largest relative difference that reading a share as a decimal number can make.
const ROUNDING: f64 = 1e-12;

/// A count, out of how many, and in how many sides of games.
#[derive(Clone, Copy, Default)]
struct Sum {
    count: u64,
    of: u64,
    sides: u64,
}

/// A name, and whether it is a computer's: a person's games are not those of a computer with
/// the same name.
type Player = (String, bool);

/// The counts of all games so far.
#[derive(Default)]
pub(super) struct PassCounts {
    /// By player, pass and figure.
    sums: HashMap<(Player, String), BTreeMap<String, Sum>>,
    /// Sides of games that the player had.
    sides: HashMap<Player, u64>,
}

impl PassCounts {
    /// Adds the line of a game, or checks a player's line against the games before it. Returns
    /// the first error, `None` if there is none.
    pub(super) fn take(&mut self, line: &Value) -> Option<String> {
        let passes = line["passes"].as_array()?;
        if let Some(share) = passes.iter().find_map(wrong_share) {
            return Some(format!("{share} is not the share of what a pass counted"));
        }
        match line["kind"].as_str() {
            Some("game") => self.add(line, passes),
            Some("player") => return self.wrong_sum(line, passes),
            _ => {}
        }
        None
    }

    fn add(&mut self, game: &Value, passes: &[Value]) {
        for side in ["white", "black"] {
            let Some(name) = game[side].as_str() else {
                continue;
            };
            let is_computer = game[format!("{side}_computer")] == true;
            let player = (name.to_owned(), is_computer);
            *self.sides.entry(player.clone()).or_default() += 1;
            for pass in passes {
                let sums = self.sums.entry(key(&player, pass)).or_default();
                each_count(&pass[side], &mut String::new(), &mut |at, [count, of]| {
                    let sum = sums.entry(at.to_owned()).or_default();
                    sum.count += count;
                    sum.of += of;
                    sum.sides += 1;
                });
            }
        }
    }

    fn wrong_sum(&self, line: &Value, passes: &[Value]) -> Option<String> {
        let player = (line["name"].as_str()?.to_owned(), line["computer"] == true);
        let sides = self.sides.get(&player).copied().unwrap_or_default();
        passes.iter().find_map(|pass| {
            let sums = self.sums.get(&key(&player, pass));
            let mut wrong = None;
            each_count(
                &pass["figures"],
                &mut String::new(),
                &mut |at, [count, of]| {
                    let sum = sums.and_then(|sums| sums.get(at)).copied();
                    let sum = sum.unwrap_or_default();
                    // A game of too few moves has no count.
                    let is_fit = match sum.sides == sides {
                        true => [count, of] == [sum.count, sum.of],
                        false => count >= sum.count && of >= sum.of,
                    };
                    if !is_fit && wrong.is_none() {
                        wrong = Some(format!(
                            "a pass counted {count} of {of} for {}, and {} of {} in the games",
                            at.trim_start_matches('.'),
                            sum.count,
                            sum.of
                        ));
                    }
                },
            );
            wrong
        })
    }
}

fn key(player: &Player, pass: &Value) -> (Player, String) {
    let pass = pass["pass"].as_str().unwrap_or_default();
    (player.clone(), pass.to_owned())
}

/// Calls this with each count, out of how many, and its place.
fn each_count(figures: &Value, at: &mut String, call: &mut impl FnMut(&str, [u64; 2])) {
    let length = at.len();
    match figures {
        Value::Object(fields) => {
            if let (Some(count), Some(of)) = (figures["count"].as_u64(), figures["of"].as_u64()) {
                call(at, [count, of]);
            }
            for (name, value) in fields {
                at.push('.');
                at.push_str(name);
                each_count(value, at, call);
                at.truncate(length);
            }
        }
        Value::Array(values) => {
            for (index, value) in values.iter().enumerate() {
                at.push_str(&format!("[{index}]"));
                each_count(value, at, call);
                at.truncate(length);
            }
        }
        _ => {}
    }
}

/// The first share that is not that of its count.
fn wrong_share(figures: &Value) -> Option<f64> {
    match figures {
        Value::Object(fields) => {
            let number = |name: &str| fields.get(name).and_then(Value::as_f64);
            match (number("count"), number("of"), number("share")) {
                (Some(count), Some(of), Some(share))
                    if (share * of - count).abs() > ROUNDING * of =>
                {
                    Some(share)
                }
                _ => fields.values().find_map(wrong_share),
            }
        }
        Value::Array(values) => values.iter().find_map(wrong_share),
        _ => None,
    }
}
