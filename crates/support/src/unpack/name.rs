//! What a file's name says of what is in it.

use std::path::Path;

/// How the names of packed files end.
const PACKED: [&str; 4] = ["gz", "bz2", "xz", "zst"];

/// Whether a file's name ends in `.extension`, in any case, the ending of a
/// packed file left aside: `games.pgn.gz` is named `pgn`.
pub fn is_named(path: &Path, extension: &str) -> bool {
    let ends_in = |path: &Path, wanted: &[&str]| {
        let ending = path.extension().unwrap_or_default();
        wanted
            .iter()
            .any(|wanted| ending.eq_ignore_ascii_case(wanted))
    };
    if !ends_in(path, &PACKED) {
        return ends_in(path, &[extension]);
    }
    ends_in(
        Path::new(path.file_stem().unwrap_or_default()),
        &[extension],
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_file_is_named_as_what_is_in_it() {
        for (name, expected) in [
            ("a.pgn", true),
            ("b/a.PGN.gz", true),
            ("a.pgn.zst", true),
            ("a.pgn.txt", false),
            ("a.gz", false),
            ("pgn", false),
            ("", false),
        ] {
            assert_eq!(is_named(Path::new(name), "pgn"), expected, "{name}");
        }
    }
}
