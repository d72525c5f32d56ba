//! Tables of puzzles: their forms, their faults, and what is counted.

use std::fs;

use plumb_coach::explain::{MotifAgreement, MotifDisagreement, Puzzle, PuzzleError, read_puzzles};

use plumb_testing::program::{json, printed, refused};
use plumb_testing::scratch::Scratch;

fn read(table: &str) -> Vec<Result<Puzzle, PuzzleError>> {
    read_puzzles(table.as_bytes()).collect()
}

const COLUMNS: &str = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl";
const SKEWER: &str = "001xl,8/4R1k1/p5pp/3B4/5q2/8/5P1P/6K1 b - - 5 40,g7f6 e7f7 f6e5 f7f4,1,1,1,1,crushing endgame short skewer,x";
const SAN: &str = "puzzle_id,fen_before_opponent_move,themes,moves_san\n001xl,8/4R1k1/p5pp/3B4/5q2/8/5P1P/6K1 b - - 5 40,skewer,40... Kf6 41. Rf7+ Ke5 42. Rxf4 *\n";

#[test]
fn three_forms_of_a_table_say_the_same() {
    let with_names = read(&format!("{COLUMNS}\n{SKEWER}\n"));
    let without = read(&format!("{SKEWER}\n"));
    let san = read(SAN);
    for table in [&with_names, &without, &san] {
        assert_eq!(table.len(), 1);
        let puzzle = table[0].as_ref().unwrap();
        assert_eq!(puzzle.id, "001xl");
        assert_eq!(puzzle.moves, with_names[0].as_ref().unwrap().moves);
        assert!(puzzle.themes.contains("skewer"));
        assert_eq!(puzzle.half(), with_names[0].as_ref().unwrap().half());
    }
}

#[test]
fn a_bad_line_costs_itself_and_is_named() {
    let table = format!(
        "{COLUMNS}\na,nonsense,e2e4 e7e5,1,1,1,1,fork,x\nb,8/8/8/8/8/8/8/8 w - - 0 1,e2e4,1,1,1,1,,x\nc,8/4R1k1/p5pp/3B4/5q2/8/5P1P/6K1 b - - 5 40,g7f6 e7e1,1,1,1,1,,x\nd,8/4R1k1/p5pp/3B4/5q2/8/5P1P/6K1 b - - 5 40,g7f6 e7f8,1,1,1,1,,x\n{SKEWER}\n"
    );
    let read = read(&table);
    let lines: Vec<Option<u64>> = read
        .iter()
        .map(|puzzle| puzzle.as_ref().err().map(|error| error.line))
        .collect();
    assert_eq!(lines, [Some(2), Some(3), None, Some(5), None]);
    let columns = read_puzzles("a,b,c\n1,2,3\n".as_bytes()).next().unwrap();
    assert!(columns.unwrap_err().reason.contains("PuzzleId"));
    assert!(read_puzzles("".as_bytes()).next().is_none());
}

#[test]
fn labels_and_findings_are_counted() {
    let mut agreement = MotifAgreement::default();
    for puzzle in read(SAN) {
        agreement.add(&puzzle.unwrap());
    }
    let skewer = agreement
        .themes
        .iter()
        .find(|count| count.theme == "skewer");
    let skewer = skewer.unwrap();
    assert_eq!((skewer.labelled, skewer.found, skewer.both), (1, 1, 1));
    assert_eq!(
        (agreement.puzzles, agreement.tactical, agreement.first_named),
        (1, 1, 1)
    );
}

#[test]
fn motifs_of_the_own_line_do_not_depend_on_the_solution() {
    let scratch = Scratch::new("own_line");
    let path = scratch.path("puzzles.csv");
    // As a solution a move that wins nothing; a line of its own finds the skewer.
    std::fs::write(&path, SKEWER.replace("e7f7 f6e5 f7f4", "h2h3 f6e7 h3h4")).expect("written");
    let skewer = |options: &[&str]| {
        let counts = json(&printed(&[&["motifs", &path, "--json"], options].concat()));
        let themes = counts["themes"].as_array().expect("themes").clone();
        let skewer = themes.into_iter().find(|one| one["theme"] == "skewer");
        skewer.expect("skewer")["both"].clone()
    };
    assert_eq!(skewer(&[]), 0);
    assert_eq!(skewer(&["--own-line", "10000"]), 1);
}

/// A skewer that has another label: one is missing, the other too much.
#[test]
fn disagreements_are_listed() {
    let table = SAN.replace("skewer,", "fork mate,");
    let puzzle = read(&table).remove(0).unwrap();
    let findings = MotifAgreement::default().add(&puzzle);
    let listed: Vec<(&str, bool)> = MotifDisagreement::all(&puzzle, &findings)
        .into_iter()
        .map(|one| (one.label, one.is_found))
        .collect();
    assert_eq!(listed, [("fork", false), ("mate", false), ("skewer", true)]);

    let scratch = Scratch::new("disagreements");
    let [puzzles, list] = ["puzzles.csv", "list.tsv"].map(|name| scratch.path(name));
    fs::write(&puzzles, &table).unwrap();
    printed(&["motifs", &puzzles, "--disagreements", &list]);
    let text = fs::read_to_string(&list).unwrap();
    let rows: Vec<Vec<&str>> = text.lines().map(|row| row.split('\t').collect()).collect();
    assert_eq!(rows.len(), 4, "{text}");
    let fen = "8/4R1k1/p5pp/3B4/5q2/8/5P1P/6K1 b - - 5 40";
    assert_eq!(
        rows[3],
        [
            "001xl",
            "skewer",
            "plumb",
            fen,
            "40...Kf6 41.Rf7+ Ke5 42.Rxf4",
            "fork mate",
            "skewer 41.Rf7+ f7 > f6 f4",
        ]
    );
    // Where all agree only the head is written; what cannot be written is refused.
    fs::write(&puzzles, SAN).unwrap();
    printed(&["motifs", &puzzles, "--disagreements", &list]);
    assert_eq!(fs::read_to_string(&list).unwrap().lines().count(), 1);
    let error = refused(&["motifs", &puzzles, "--disagreements", "/no/such/list.tsv"]);
    assert!(error.contains("cannot write /no/such/list.tsv"), "{error}");
}
