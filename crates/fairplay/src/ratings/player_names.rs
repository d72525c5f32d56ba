//! Names of players as small numbers.

use std::collections::HashMap;

use crate::games::folded_name;

/// Everybody who was named.
#[derive(Debug, Default)]
pub struct PlayerNames {
    numbers: HashMap<Box<str>, u32>,
    /// By number; of several spellings the one that sorts first.
    names: Vec<Box<str>>,
    is_exact: bool,
}

impl PlayerNames {
    /// Names that are the same only where they are written the same, or else also where only
    /// capitals and blanks differ.
    pub fn new(is_exact: bool) -> PlayerNames {
        PlayerNames {
            is_exact,
            ..PlayerNames::default()
        }
    }

    /// The player's number, a new one for a new name; none when numbers have run out.
    pub fn number(&mut self, name: &str) -> Option<u32> {
        if self.is_exact {
            return self.number_of_key(name, name);
        }
        self.number_of_key(&folded_name(name), name)
    }

    fn number_of_key(&mut self, key: &str, name: &str) -> Option<u32> {
        if let Some(&number) = self.numbers.get(key) {
            let known = &mut self.names[number as usize];
            if name < &**known {
                *known = name.into();
            }
            return Some(number);
        }
        // The last number means nobody.
        let number = u32::try_from(self.names.len())
            .ok()
            .filter(|&n| n < u32::MAX)?;
        self.numbers.insert(key.into(), number);
        self.names.push(name.into());
        Some(number)
    }

    /// The name of a player.
    pub fn name(&self, number: u32) -> &str {
        &self.names[number as usize]
    }

    /// How many players there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Their numbers, sorted by name.
    pub fn sorted(&self) -> Vec<u32> {
        let mut numbers: Vec<u32> = (0..self.names.len() as u32).collect();
        numbers.sort_unstable_by(|&one, &other| self.name(one).cmp(self.name(other)));
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_a_name_are_one_player_unless_they_must_not_be() {
        let spellings = [
            "drNykterstein",
            "DrNykterstein",
            "drnykterstein ",
            "Dr  Who",
            "dr who",
        ];
        let mut names = PlayerNames::new(false);
        let numbers: Vec<_> = spellings
            .iter()
            .map(|name| names.number(name).unwrap())
            .collect();
        assert_eq!(numbers, [0, 0, 0, 1, 1]);
        assert_eq!((names.name(0), names.name(1)), ("DrNykterstein", "Dr  Who"));
        let mut exact = PlayerNames::new(true);
        let numbers: Vec<_> = spellings
            .iter()
            .map(|name| exact.number(name).unwrap())
            .collect();
        assert_eq!(numbers, [0, 1, 2, 3, 4]);
        assert_eq!(exact.sorted(), [3, 1, 4, 0, 2]);
    }
}
