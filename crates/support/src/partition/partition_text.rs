//! A partition as a file: TOML, with its keys as words of twelve hexadecimal digits.

use std::fmt::Write;

use serde::Deserialize;

use super::parts::{Part, Partition};

/// Digits of a key.
const DIGITS: usize = 12;
/// Keys on a line.
const A_LINE: usize = 7;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    of_no_part: String,
    part: Vec<PartText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a section")]
struct PartText {
    name: String,
    games: usize,
    players: String,
    events: String,
}

/// What is wrong with the text of a partition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PartitionError(String);

/// A field of a file: its name and its keys.
fn field(name: &str, keys: &[u64]) -> String {
    let lines = keys.chunks(A_LINE).map(|line| {
        let words: Vec<String> = line.iter().map(|key| format!("{key:0DIGITS$x}")).collect();
        format!("\n{}", words.join(" "))
    });
    format!("{name} = \"\"\"{}\"\"\"\n", lines.collect::<String>())
}

/// The keys of a field's text.
fn keys(name: &str, text: &str) -> Result<Vec<u64>, String> {
    let words = text.split_whitespace();
    words
        .map(|word| {
            let key = u64::from_str_radix(word, 16);
            let key = key.ok().filter(|_| word.len() == DIGITS);
            key.ok_or_else(|| format!("{name}: '{word}' is no key"))
        })
        .collect()
}

impl Partition {
    /// The text of its file, without what made it.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for part in self.parts() {
            // Writing to a string does not fail.
            let _ = write!(
                text,
                "[[part]]\nname = \"{}\"\ngames = {}\n",
                part.name, part.games
            );
            text.push_str(&field("players", &part.players));
            text.push_str(&field("events", &part.events));
            text.push('\n');
        }
        let of_no_part: Vec<u64> = self.games_of_no_part().iter().copied().collect();
        format!(
            "# Games of these moves are in no part: they were played in two, or only the first may\n\
             # have them, as the evaluation was tuned on them.\n{}\n{text}",
            field("of_no_part", &of_no_part)
        )
    }

    /// Reads the text of a file.
    pub fn parse(text: &str) -> Result<Partition, PartitionError> {
        let file: File = toml::from_str(text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            let line = 1 + text[..start].matches('\n').count();
            let message = error.message().replace('\n', " ");
            PartitionError(format!("line {line}: {message}"))
        })?;
        let of_no_part = keys("of_no_part", &file.of_no_part).map_err(PartitionError)?;
        let part = |part: PartText| {
            let of_part =
                |error| PartitionError(format!("part {}, {error}", part.name.escape_debug()));
            Ok(Part {
                players: keys("players", &part.players).map_err(of_part)?,
                events: keys("events", &part.events).map_err(of_part)?,
                name: part.name,
                games: part.games,
            })
        };
        let parts = file.part.into_iter().map(part).collect::<Result<_, _>>()?;
        Partition::new(parts, of_no_part.into_iter().collect())
            .ok_or_else(|| PartitionError("a player or an event is in two parts".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn partition() -> Partition {
        let part = |name: &str, first: u64| Part {
            name: name.to_owned(),
            games: 17,
            players: (first..first + 20).collect(),
            events: Vec::new(),
        };
        let parts = vec![part("training", 0xfff_ffff), part("test", 1 << 40)];
        Partition::new(parts, [3, 1 << 47].into()).unwrap()
    }

    #[test]
    fn what_is_written_is_read_back() {
        let text = partition().to_text();
        assert!(text.lines().all(|line| line.len() < 100), "{text}");
        assert_eq!(Partition::parse(&text), Ok(partition()));
    }

    #[test]
    fn each_fault_is_named() {
        let text = partition().to_text();
        for (from, to, says) in [
            ("[[part]]", "[part", "line 6"),
            ("[[part]]", "[[other]]", "line 6: unknown field `other`"),
            ("name", "nam", "unknown field `nam`"),
            ("games", "game", "unknown field `game`"),
            ("00000fffffff", "fffffff", "players: 'fffffff' is no key"),
            ("00000fffffff", "000010000000", "in two parts"),
        ] {
            let error = Partition::parse(&text.replace(from, to)).unwrap_err();
            assert!(error.to_string().contains(says), "{from}: {error}");
        }
    }
}
