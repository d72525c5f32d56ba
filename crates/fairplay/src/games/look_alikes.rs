//! Names that look the same and are written in letters of different scripts: to people one
//! player, to a program two.

use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use plumb_support::wording::say;
use unicode_security::confusable_detection::skeleton;
use unicode_security::mixed_script::AugmentedScriptSet;

use super::spellings::folded_name;

/// The names of an input so far, as hashes, so that a million are few.
#[derive(Debug, Default)]
pub struct LookAlikes {
    /// By the shape of a name: the first name of that shape and its scripts.
    first: HashMap<u64, (u64, u64)>,
}

impl LookAlikes {
    /// Adds a name. Returns a note if an earlier name looks the same and has letters of other
    /// scripts, else `None`. Shapes and scripts of letters are those of Unicode Technical
    /// Standard 39.
    pub fn note(&mut self, name: &str) -> Option<String> {
        let folded = folded_name(name);
        let shape: String = skeleton(&folded).collect();
        let scripts = scripts(&folded);
        let own = (hash(&folded), hash(&scripts));
        let first = self.first.entry(hash(&shape)).or_insert(own);
        let is_other = first.0 != own.0 && first.1 != own.1;
        is_other.then(|| say!(unreadable.look_alike, name, scripts = scripts.join(", ")))
    }
}

/// The scripts that a name's letters are of, without signs and spaces.
fn scripts(name: &str) -> Vec<&'static str> {
    let of_letter = |letter: char| AugmentedScriptSet::for_char(letter);
    let known = name.chars().filter(|letter| letter.is_alphabetic());
    let names: BTreeSet<&str> = known
        .filter_map(|letter| of_letter(letter).base.iter().next())
        .map(|script| script.full_name())
        .collect();
    names.into_iter().collect()
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_letters_of_other_scripts_are_noted() {
        let mut names = LookAlikes::default();
        for honest in ["Ada Lovelace", "ADA  LOVELACE", "Ida Lovelace", "Анна Керн"] {
            assert_eq!(names.note(honest), None);
        }
        let note = names.note("\u{410}da Lovelace").unwrap();
        assert_eq!(
            note,
            "'\u{410}da Lovelace' looks like another player's name and has letters of Cyrillic, \
             Latin: they are two players"
        );
        assert!(names.note("Ada L\u{3bf}velace").unwrap().contains("Greek"));
    }

    #[test]
    fn names_of_one_script_are_not_noted() {
        let mut names = LookAlikes::default();
        for name in [
            "Barna",
            "Bama",
            "M\u{fc}ller",
            "Muller",
            "Bill",
            "BiII",
            "A. 1",
            "A. l",
        ] {
            assert_eq!(names.note(name), None, "{name}");
        }
    }
}
