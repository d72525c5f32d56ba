//! One part of a partition's file: which games somebody chooses.

use std::path::Path;
use std::sync::Arc;

use super::keys::GameKeys;
use super::parts::Partition;

/// A part, and the file that says what is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenPart {
    /// `FILE:PART`, as it was asked for.
    words: String,
    partition: Arc<Partition>,
    index: usize,
}

impl ChosenPart {
    /// Reads `FILE:PART`; an error names the file or the parts that there are.
    pub fn open(words: &str) -> Result<ChosenPart, String> {
        let (file, name) = words
            .rsplit_once(':')
            .ok_or_else(|| format!("'{words}' names no part; expected FILE:PART"))?;
        let text = std::fs::read_to_string(Path::new(file))
            .map_err(|error| format!("cannot read {file}: {error}"))?;
        let partition = Partition::parse(&text).map_err(|error| format!("{file}: {error}"))?;
        let index = partition.index_of(name).ok_or_else(|| {
            let parts = partition.parts().iter();
            let names: Vec<&str> = parts.map(|part| part.name.as_str()).collect();
            format!("{file} has no part '{name}'; it has {}", names.join(", "))
        })?;
        Ok(ChosenPart {
            words: words.to_owned(),
            partition: Arc::new(partition),
            index,
        })
    }

    /// Whether a game is in it.
    pub fn has(&self, game: &GameKeys) -> bool {
        self.partition.part_of(game) == Some(self.index)
    }

    /// `FILE:PART`, as it was asked for.
    pub fn words(&self) -> &str {
        &self.words
    }
}
