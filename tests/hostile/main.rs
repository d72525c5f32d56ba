//! Whatever reads text or bytes from outside is given thousands of damaged inputs, the same ones
//! each time: no panic, and what each reader promises besides. `.ci/fuzz` gives libFuzzer the
//! same checks.

mod damage;

mod cecp_line;
mod engines_toml;
mod epd;
mod fairplay_pgn;
mod fen;
mod maia_network;
mod packed_text;
mod record;
mod tables;
mod uci_line;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use damage::Damage;
use plumb::board::Game;
use plumb::eval::Weights;
use plumb::fairplay::{Depths, Judge, PlumbJudge, Profile, StoredRecord};
use plumb::notation::parse_fen;
use plumb_testing::network::Invented;
use plumb_testing::packed::gzip;
use plumb_testing::quick_or_thorough;

/// Says which input it was where a check fails.
fn try_all(seeds: Vec<Vec<u8>>, count: usize, check: impl Fn(&[u8])) {
    assert!(!seeds.is_empty());
    let count = quick_or_thorough(count, 10 * count);
    for input in Damage::new(seeds).inputs().take(count) {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| check(&input))) {
            eprintln!("the input was b\"{}\"", input.escape_ascii());
            resume_unwind(panic);
        }
    }
}

/// The same for readers of text; bytes that are none become replacement characters.
fn try_texts(seeds: Vec<Vec<u8>>, count: usize, check: impl Fn(&str)) {
    try_all(seeds, count, |bytes| check(&String::from_utf8_lossy(bytes)));
}

fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every file of a folder of seeds, by its name.
fn seeds(folder: &str) -> Vec<Vec<u8>> {
    let folder = Path::new("tests/hostile/seeds").join(folder);
    let entries = fs::read_dir(folder).expect("the folder of seeds");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a seed").path()).collect();
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}

/// Every line of the files, less what `tests/transcripts/` has before what was said.
fn lines(paths: &[&str]) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for path in paths {
        let text = String::from_utf8(read(Path::new(path))).expect("text");
        for line in text.lines().filter(|line| !line.is_empty()) {
            let said = line.strip_prefix("> ").or(line.strip_prefix("< "));
            found.push(said.unwrap_or(line).as_bytes().to_vec());
        }
    }
    found
}

/// Records of the first move of each position, as a run writes them, behind the numbers of
/// position and move.
fn records() -> Vec<Vec<u8>> {
    let depths = Depths::of(Profile::Screen).with_nodes(1_000);
    let mut judge =
        PlumbJudge::new(Arc::new(Weights::embedded()), "test", depths).expect("a judge");
    let mut seeds = Vec::new();
    for (place, fen) in (0..).zip(record::POSITIONS) {
        let game = Game::new(parse_fen(fen).expect("a position"));
        let Some(&mv) = game.position().legal_moves().first() else {
            continue;
        };
        let record = judge
            .record(&game, mv, &AtomicBool::new(false))
            .expect("a record")
            .expect("not stopped");
        let stored =
            StoredRecord::of(&game, mv, judge.stamp(), &record).expect("it can be written");
        seeds.push([&[place, 0], stored.bytes()].concat());
    }
    seeds
}

#[test]
fn uci_lines() {
    let files = [
        "tests/transcripts/uci.txt",
        "tests/transcripts/uci_cutechess.txt",
        "tests/transcripts/uci_errors.txt",
    ];
    try_all(lines(&files), 40_000, uci_line::check);
}

#[test]
fn cecp_lines() {
    let files = [
        "tests/transcripts/cecp.txt",
        "tests/transcripts/cecp_cutechess.txt",
        "tests/transcripts/cecp_xboard_game.txt",
    ];
    try_all(lines(&files), 40_000, cecp_line::check);
}

#[test]
fn fens() {
    let files = ["epd/bench.epd", "epd/tricky.epd", "epd/chess960_start.epd"];
    let mut positions = lines(&files);
    for (position, mv) in positions.iter_mut().zip(
        ["e1g1", "Nf3", "exd6", "a8=Q#", "O-O-O"]
            .into_iter()
            .cycle(),
    ) {
        position.push(b'\n');
        position.extend_from_slice(mv.as_bytes());
    }
    try_texts(positions, 8_000, fen::check);
}

#[test]
fn epd_files() {
    try_texts(seeds("epd"), 8_000, epd::check);
}

#[test]
fn lists_of_engines() {
    try_texts(seeds("engines_toml"), 2_000, engines_toml::check);
}

#[test]
fn tables_of_numbers() {
    try_texts(seeds("tables"), 400, tables::check);
}

#[test]
fn pgn_files() {
    try_all(seeds("fairplay_pgn"), 4_000, fairplay_pgn::check);
}

#[test]
fn packed_files() {
    try_all(seeds("packed_text"), 4_000, packed_text::check);
}

#[test]
fn networks_of_maia() {
    let network = Invented::new(1, 1, 1, 1).file();
    try_all(vec![gzip(&network), network], 2_000, maia_network::check);
}

#[test]
fn records_of_moves() {
    try_all(records(), 8_000, record::check);
}

/// Its targets are built by hand alone, so that a check it lacks would not be missed.
#[test]
fn libfuzzer_has_every_check() {
    let manifest = String::from_utf8(read(Path::new("fuzz/Cargo.toml"))).expect("text");
    let mut count = 0;
    for entry in fs::read_dir("tests/hostile").expect("the checks") {
        let path = entry.expect("a check").path();
        let name = path
            .file_stem()
            .and_then(|name| name.to_str())
            .expect("a name");
        if !path.is_file() || ["main", "damage"].contains(&name) {
            continue;
        }
        let target = format!("fuzz/fuzz_targets/{name}.rs");
        let text = String::from_utf8(read(Path::new(&target))).expect("text");
        assert!(text.contains(&format!(
            "#[path = \"../../tests/hostile/{name}.rs\"]\nmod {name};"
        )));
        assert!(text.contains(&format!("{name}::check(")), "{target}");
        assert!(
            manifest.contains(&format!("path = \"fuzz_targets/{name}.rs\"")),
            "{target}"
        );
        count += 1;
    }
    assert_eq!(count, manifest.matches("[[bin]]").count());
}
