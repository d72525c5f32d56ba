//! A partition as a file: TOML, with its keys as words of twelve hexadecimal digits.

use std::fmt::Write;

use super::parts::{Part, Partition};

/// Digits of a key.
const DIGITS: usize = 12;
/// Keys on a line.
const A_LINE: usize = 7;

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

    /// Reads the text of a file; tables other than `part` are for people.
    pub fn parse(text: &str) -> Result<Partition, PartitionError> {
        let wrong = |what: String| PartitionError(what);
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
            let message = error.message();
            match error.span() {
                Some(span) => {
                    let line = 1 + text[..span.start].matches('\n').count();
                    wrong(format!("line {line}: {message}"))
                }
                None => wrong(message.to_owned()),
            }
        })?;
        let of_no_part = table.get("of_no_part").and_then(toml::Value::as_str);
        let of_no_part = keys("of_no_part", of_no_part.unwrap_or_default()).map_err(wrong)?;
        let rows = table.get("part").and_then(toml::Value::as_array);
        let rows = rows.ok_or_else(|| wrong("it has no [[part]]".to_owned()))?;
        let mut parts = Vec::with_capacity(rows.len());
        for row in rows {
            let text = |name: &str| {
                let found = row.get(name).and_then(toml::Value::as_str);
                found.ok_or_else(|| wrong(format!("a part has no text '{name}'")))
            };
            let name = text("name")?;
            let keys = |field: &str| {
                keys(field, text(field)?).map_err(|error| wrong(format!("part {name}, {error}")))
            };
            let games = row.get("games").and_then(toml::Value::as_integer);
            let games = games.and_then(|games| usize::try_from(games).ok());
            parts.push(Part {
                name: name.to_owned(),
                games: games.ok_or_else(|| wrong(format!("part {name} has no number of games")))?,
                players: keys("players")?,
                events: keys("events")?,
            });
        }
        Partition::new(parts, of_no_part.into_iter().collect())
            .ok_or_else(|| wrong("a player or an event is in two parts".to_owned()))
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
            ("[[part]]", "[[other]]", "no [[part]]"),
            ("name", "nam", "no text 'name'"),
            ("games", "game", "part training has no number of games"),
            ("00000fffffff", "fffffff", "players: 'fffffff' is no key"),
            ("00000fffffff", "000010000000", "in two parts"),
        ] {
            let error = Partition::parse(&text.replace(from, to)).unwrap_err();
            assert!(error.to_string().contains(says), "{from}: {error}");
        }
    }
}
