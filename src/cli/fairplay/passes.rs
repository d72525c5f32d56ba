//! Other passes over the same moves, which give every figure its range: the arguments.

use std::fmt;
use std::str::FromStr;

use plumb::fairplay::PassSettings;

/// Threads of a repetition, unless others are asked for.
const THREADS: u16 = 2;

#[derive(clap::Args)]
pub(super) struct Stability {
    /// Repeat all figures at each of these depths, in plies: 8,10,12 or 8,10,...,22
    #[arg(long, value_name = "LIST", conflicts_with = "second_pass")]
    depths: Option<DepthList>,

    /// Repeat them so many times with several threads, which never search the same
    /// way twice
    #[arg(long, value_name = "N", conflicts_with = "second_pass", value_parser = clap::value_parser!(u32).range(1..=100))]
    repeats: Option<u32>,

    /// Threads for each search of --repeats [default: 2]
    #[arg(long, value_name = "T", requires = "repeats", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

/// Depths in plies; `...` or `…` between two goes on in the same steps.
#[derive(Clone, Debug, PartialEq, Eq)]
struct DepthList(Vec<u32>);

impl FromStr for DepthList {
    type Err = String;

    fn from_str(text: &str) -> Result<DepthList, String> {
        let wrong = |part: &str| {
            format!(
                "'{part}' is no depth: expected plies from 1 to 60, as in 8,10,12 or 8,10,...,22"
            )
        };
        let mut depths: Vec<u32> = Vec::new();
        let mut goes_on = false;
        for part in text.split(',').map(str::trim) {
            if matches!(part, "..." | "…") && depths.len() >= 2 && !goes_on {
                goes_on = true;
                continue;
            }
            let depth: u32 = part.parse().map_err(|_| wrong(part))?;
            if !(1..=60).contains(&depth) {
                return Err(wrong(part));
            }
            if let (true, [.., before, last]) = (goes_on, depths.as_slice()) {
                let (mut last, step) = (*last, last.saturating_sub(*before));
                if step == 0 || depth <= last || !(depth - last).is_multiple_of(step) {
                    return Err(format!("'{text}' does not go on in equal steps to {depth}"));
                }
                while last + step < depth {
                    last += step;
                    depths.push(last);
                }
                goes_on = false;
            }
            if depths.contains(&depth) {
                return Err(format!("depth {depth} is named twice"));
            }
            depths.push(depth);
        }
        match goes_on {
            true => Err(format!("'{text}' does not say where to end")),
            false => Ok(DepthList(depths)),
        }
    }
}

impl fmt::Display for DepthList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let depths: Vec<String> = self.0.iter().map(u32::to_string).collect();
        f.write_str(&depths.join(","))
    }
}

impl Stability {
    /// Whether a pass is asked for in so many words.
    pub(super) fn is_asked_for(&self) -> bool {
        self.depths.is_some() || self.repeats.is_some()
    }

    /// The passes that are asked for; None for the usual one.
    pub(super) fn passes(&self) -> Option<PassSettings> {
        let passes = PassSettings::Repeated {
            depths: self
                .depths
                .as_ref()
                .map_or(Vec::new(), |list| list.0.clone()),
            repeats: self.repeats.unwrap_or(0),
            threads: usize::from(self.threads.unwrap_or(THREADS)),
        };
        self.is_asked_for().then_some(passes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_are_listed_or_go_on() {
        let list = |text: &str| text.parse::<DepthList>().map(|list| list.to_string());
        assert_eq!(list("8,10,12").unwrap(), "8,10,12");
        assert_eq!(list("8,10,...,16").unwrap(), "8,10,12,14,16");
        assert_eq!(list("4, 5,…,8").unwrap(), "4,5,6,7,8");
        for wrong in [
            "",
            "8,,9",
            "0",
            "61",
            "8,10,...,15",
            "8,...,10",
            "8,10,...",
            "8,8",
            "9,8,...,4",
        ] {
            assert!(list(wrong).is_err(), "{wrong}");
        }
    }
}
