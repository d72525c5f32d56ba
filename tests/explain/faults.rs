//! What Tanna-Shah (2024) found wrong with his own tutor after Green and Petre's cognitive
//! dimensions (1996), a test each: none of it is so here.

use serde_json::Value;

use plumb_testing::program::{json, printed};

/// A middlegame, an ending with pawns, and a skewer (puzzle 001xl of lichess.org, CC0), each
/// with a move that is worse than the best.
const CASES: [(&str, &str); 3] = [
    (
        "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 0 1",
        "h6",
    ),
    ("8/5k2/2p1p3/1p1p4/1P1P1P2/2P1K3/8/8 w - - 0 1", "f5"),
    ("8/4R1k1/p5pp/3B4/5q2/8/5P1P/6K1 b - - 5 40", "Kf6"),
];

fn explained(position: &str, mv: &str, option: &str) -> String {
    printed(&["explain", position, mv, "--nodes", "60000", option])
}

fn texts() -> Vec<String> {
    let text = |&(position, mv)| explained(position, mv, "--ascii");
    CASES.iter().map(text).collect()
}

fn data() -> Vec<Value> {
    let data = |&(position, mv)| json(&explained(position, mv, "--json"));
    CASES.iter().map(data).collect()
}

/// The rows of the bars: a name and, for both moves, a figure and a bar.
fn rows(text: &str) -> Vec<(String, [(f64, String); 2])> {
    let rows = text
        .lines()
        .skip_while(|line| !line.starts_with("Material"));
    let rows = rows.take_while(|line| !line.contains("1.0 = a pawn"));
    let cell = |text: &str| {
        let (figure, bar) = text.trim().split_once(' ').expect("a figure and a bar");
        (figure.parse().expect("a number"), bar.to_owned())
    };
    rows.map(|row| {
        let (name, cells) = row.split_at(18);
        // The first column ends after its figure and both sides of its bar.
        let (left, right) = cells.split_at(cells.len().min(32));
        (name.trim().to_owned(), [cell(left), cell(right)])
    })
    .collect()
}

#[test]
fn moves_are_told_in_san() {
    let is_coordinates = |word: &&str| {
        let letters: Vec<char> = word.chars().collect();
        let square = |two: &[char]| ('a'..='h').contains(&two[0]) && ('1'..='8').contains(&two[1]);
        letters.len() >= 4 && square(&letters[..2]) && square(&letters[2..4])
    };
    for text in texts() {
        assert_eq!(text.split_whitespace().find(is_coordinates), None, "{text}");
    }
    let skewer = "40...Kf6 loses the queen for a rook: 41.Rf7+ Ke5 42.Rxf4 Kxf4 (skewer: ";
    assert!(texts()[2].starts_with(skewer), "{}", texts()[2]);
}

#[test]
fn pawns_are_explained() {
    // What is wrong with the pawns is told with a term of theirs and the square of one.
    let text = &texts()[1];
    let terms = text
        .lines()
        .find(|line| line.starts_with("Where the lines end"));
    let terms = terms.expect("terms");
    assert!(
        terms.contains("pawn") && terms.contains("'s pawn on "),
        "{terms}"
    );
}

#[test]
fn moves_and_sentences_stand_above_the_bars() {
    for text in texts() {
        let place = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part}: {text}"));
        let bars = place("\nMaterial");
        // The best move's sentence, and the lines of both moves after an empty line.
        let lines = place("\n\n");
        assert!(place("The best move is") < lines && lines < bars, "{text}");
        // Nothing but the bars and their scale comes below.
        let below = text[bars..].lines().skip(1);
        assert!(below.count() <= 15, "{text}");
    }
}

#[test]
fn what_is_compared_stands_side_by_side() {
    for (text, data) in texts().iter().zip(data()) {
        let [explained, best] = ["explained", "best"].map(|one| data[one]["san"].as_str());
        let head = text.lines().rev().find(|line| {
            [explained, best]
                .iter()
                .flatten()
                .all(|san| line.contains(san))
                && line.starts_with(' ')
        });
        assert!(head.is_some(), "no row has both moves: {text}");
        assert_eq!(rows(text).len(), 14, "{text}");
    }
}

#[test]
fn a_feature_has_one_row() {
    for text in texts() {
        let mut names: Vec<String> = rows(&text).into_iter().map(|row| row.0).collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count, "{text}");
    }
}

#[test]
fn order_and_scale_are_always_the_same() {
    let names = |text: &str| -> Vec<String> { rows(text).into_iter().map(|row| row.0).collect() };
    let texts = texts();
    for text in &texts {
        assert_eq!(names(text), names(&texts[0]));
        for (name, cells) in rows(text) {
            for (figure, bar) in cells {
                // Four characters a pawn, three pawns at most; half a character is a dash.
                let whole = bar.matches('#').count() as f64;
                let half = bar.matches('-').count() as f64;
                let is_cut = bar.contains(['<', '>']);
                let length = (whole + half / 2.0) / 4.0;
                match is_cut {
                    true => assert!(figure.abs() >= 2.9, "{name} {figure} {bar}"),
                    false => assert!(
                        (length - figure.abs()).abs() <= 0.13,
                        "{name} {figure} {bar}"
                    ),
                }
                let middle = bar.find('|').expect("a middle");
                let left = bar[..middle].contains(['#', '-', '<']);
                let right = bar[middle..].contains(['#', '-', '>']);
                assert!(
                    !(left && figure > 0.05 || right && figure < -0.05),
                    "{name} {bar}"
                );
            }
        }
    }
}

#[test]
fn both_moves_have_a_section() {
    for data in data() {
        let keys = |one: &str| -> Vec<String> {
            let fields = data[one].as_object().expect("a section");
            fields.keys().cloned().collect()
        };
        assert_eq!(keys("explained"), keys("best"));
        for one in ["explained", "best"] {
            let moves = data[one]["line"]["moves"].as_array().expect("moves");
            assert!(moves.len() >= 2, "{data}");
        }
        let sentences = data["sentences"].as_array().expect("sentences");
        let named = |san: &Value| {
            let san = san.as_str().expect("SAN");
            let texts = sentences.iter().filter_map(|one| one["text"].as_str());
            texts.filter(|text| text.contains(san)).count()
        };
        assert!(named(&data["explained"]["san"]) >= 1 && named(&data["best"]["san"]) >= 1);
    }
}
