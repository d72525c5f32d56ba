//! Finds and reads the files of Maia's networks.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::maia::RatedNetwork;
use plumb_maia::{Network, NetworkError};
use plumb_support::wording::say;

/// The largest file that is read, in MiB; those of Maia have 1.3 MB.
const MOST_MIB: u64 = 16;
/// What a number in a file's name must be for a rating.
const RATINGS: std::ops::RangeInclusive<u16> = 400..=3_500;

/// Why networks of Maia cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum MaiaError {
    /// A file or folder could not be read: its name, and the system's reason.
    #[error("{}", say!(policy.unreadable, file = .0, reason = .1))]
    Unreadable(String, io::Error),
    /// A name belongs to neither a file nor a folder.
    #[error("{}", say!(policy.not_a_file, file = .0))]
    NotAFile(String),
    /// A file is larger than any network.
    #[error("{}", say!(policy.file_too_large, file = .0, limit = MOST_MIB))]
    TooLarge(String),
    /// A file is not a network of Maia: its name, and the reason.
    #[error("{}", say!(policy.bad_file, file = .0, reason = .1))]
    BadFile(String, NetworkError),
    /// A file's name has no rating, or several numbers that could be one.
    #[error("{}", say!(policy.no_rating, file = .0))]
    NoRating(String),
    /// Two files have the same rating: their names, and the rating.
    #[error("{}", say!(policy.same_rating, first = .0, second = .1, rating = .2))]
    SameRating(String, String, u16),
    /// A folder has no file that is named as a network of Maia.
    #[error("{}", say!(policy.no_networks, folder = .0))]
    NoNetworks(String),
}

/// The networks of files and folders, the lowest rating first; at least one.
pub(super) fn read_networks(names: &str) -> Result<Vec<RatedNetwork>, MaiaError> {
    let mut files = Vec::new();
    // A name may have a comma in it.
    match Path::new(names).exists() {
        true => add_files(Path::new(names), &mut files)?,
        false => {
            for name in names.split(',') {
                add_files(Path::new(name), &mut files)?;
            }
        }
    }
    let rated = |path: PathBuf| Ok((rating_of(&path)?, path));
    let mut files = files
        .into_iter()
        .map(rated)
        .collect::<Result<Vec<_>, _>>()?;
    files.sort();
    for pair in files.windows(2) {
        if let [(rating, first), (other, second)] = pair
            && rating == other
        {
            return Err(MaiaError::SameRating(named(first), named(second), *rating));
        }
    }
    let read = |(rating, path): (u16, PathBuf)| {
        let network = read_network(&path)?;
        Ok(RatedNetwork { rating, network })
    };
    files.into_iter().map(read).collect()
}

fn named(path: &Path) -> String {
    path.display().to_string()
}

fn unreadable(path: &Path) -> impl Fn(io::Error) -> MaiaError {
    let name = named(path);
    move |error| MaiaError::Unreadable(name.clone(), error)
}

/// The file, or all networks of the folder.
fn add_files(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), MaiaError> {
    let metadata = fs::metadata(path).map_err(unreadable(path))?;
    if metadata.is_file() {
        files.push(path.to_owned());
        return Ok(());
    }
    // A pipe could keep its reader waiting.
    if !metadata.is_dir() {
        return Err(MaiaError::NotAFile(named(path)));
    }
    let before = files.len();
    for entry in fs::read_dir(path).map_err(unreadable(path))? {
        let entry = entry.map_err(unreadable(path))?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with("maia-") && name.ends_with(".pb.gz") {
            files.push(entry.path());
        }
    }
    match files.len() > before {
        true => Ok(()),
        false => Err(MaiaError::NoNetworks(named(path))),
    }
}

/// The rating in a file's name: its only number from 400 to 3500.
fn rating_of(path: &Path) -> Result<u16, MaiaError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let numbers = name.split(|letter: char| !letter.is_ascii_digit());
    let ratings = numbers.filter_map(|number| number.parse().ok());
    let ratings: Vec<u16> = ratings.filter(|rating| RATINGS.contains(rating)).collect();
    match ratings[..] {
        [rating] => Ok(rating),
        _ => Err(MaiaError::NoRating(named(path))),
    }
}

fn read_network(path: &Path) -> Result<Network, MaiaError> {
    let most = MOST_MIB << 20;
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable(path))?;
    let mut file = file.take(most + 1);
    file.read_to_end(&mut bytes).map_err(unreadable(path))?;
    if bytes.len() as u64 > most {
        return Err(MaiaError::TooLarge(named(path)));
    }
    Network::read(&bytes).map_err(|error| MaiaError::BadFile(named(path), error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rating_is_the_only_number_of_its_size() {
        let of = |name: &str| rating_of(Path::new(name)).ok();
        assert_eq!(of("nets/maia-1500.pb.gz"), Some(1_500));
        assert_eq!(of("1800/maia1-1100 (2).pb"), Some(1_100));
        for name in [
            "maia.pb.gz",
            "maia-1.pb.gz",
            "1100-1900.pb",
            "99999.pb",
            "1500/a",
            "..",
        ] {
            assert_eq!(of(name), None, "{name}");
        }
    }
}
