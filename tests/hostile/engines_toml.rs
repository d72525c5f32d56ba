//! Any text as a list of engines: an error of one line, or engines that can be asked for by
//! their names.

use plumb::gauntlet::EnginesFile;

pub fn check(text: &str) {
    match EnginesFile::parse(text) {
        Ok(file) => drop(file.engine("Plumb")),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
