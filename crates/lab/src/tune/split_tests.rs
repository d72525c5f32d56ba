use super::*;
use plumb_chess::board::Position;

const SHA: &str = "00ff";

fn split() -> Split {
    let text = "
[[set]]
file = 'games.csv.xz'
sha256 = '00ff'
rows = 100
games = 9
tune = [1, 80]
validation = [81, 92]
measure = [93, 100]
measure_sha256 = '11ee'
";
    Split::from_toml(text).expect("a split")
}

fn print(sha256: &str) -> Fingerprint {
    Fingerprint {
        sha256: sha256.to_owned(),
        rows: 100,
    }
}

fn labelled(group: u32, line: usize) -> LabelledPosition {
    LabelledPosition {
        position: Position::start(),
        result: None,
        eval: None,
        group,
        line,
    }
}

#[test]
fn sets_are_known_by_their_text() {
    let split = split();
    let rule = split.of_file(Path::new("renamed.csv"), &print(SHA));
    let rule = rule.expect("the set");
    let part = |line| rule.part(&labelled(0, line));
    assert_eq!([1, 80].map(part), [Part::Tune; 2]);
    assert_eq!([81, 92].map(part), [Part::Validation; 2]);
    assert_eq!([93, 100, 101].map(part), [Part::Measure; 3]);

    let other = split.of_file(Path::new("mine.csv"), &print("22"));
    let other = other.expect("a file of one's own");
    assert_eq!(other.part(&labelled(8, 99)), Part::Tune);
    assert_eq!(other.part(&labelled(19, 1)), Part::Validation);
}

#[test]
fn what_measures_is_refused() {
    let split = split();
    let kept = split.of_file(Path::new("innocent.csv"), &print("11ee"));
    let text = kept.expect_err("kept for measuring").to_string();
    assert_eq!(
        text,
        "innocent.csv is kept for measuring and is never tuned on"
    );
    let changed = split.of_file(Path::new("some/games.csv"), &print("33"));
    let text = changed.expect_err("not that text").to_string();
    assert!(
        text.contains("is 33, but data/split.toml says 00ff"),
        "{text}"
    );
}

#[test]
fn a_split_is_printed_as_it_is_read() {
    let split = split();
    let printed = split.sets[0].to_string();
    assert_eq!(Split::from_toml(&printed).expect("it reads"), split);
    for (wrong, said) in [
        ("set = [", "line 1: unclosed array"),
        ("", "missing field `set`"),
        ("[[set]]\n", "missing field `file` in `set`"),
        (
            "[[set]]\nfile = 'a'\nsha256 = 'b'\nrows = 1\ngames = 1\ntune = [1]",
            "line 6: invalid length 1, expected a list of 2 in `set.tune`",
        ),
    ] {
        let error = Split::from_toml(wrong).expect_err("wrong").to_string();
        assert!(error.contains(said), "{wrong}: {error}");
    }
}

#[test]
fn the_committed_split_is_whole() {
    let split = Split::embedded().expect("data/split.toml reads");
    assert!(!split.sets.is_empty());
    let printed: Vec<String> = split.sets.iter().map(Set::to_string).collect();
    let text = include_str!("../../data/split.toml");
    assert!(text.ends_with(&printed.join("\n")));
    for set in &split.sets {
        let mut next = 1;
        for [first, last] in Part::ALL.into_iter().filter_map(|part| set.lines(part)) {
            assert_eq!(first, next, "{}", set.file);
            assert!(last >= first);
            next = last + 1;
        }
        assert_eq!(next, set.rows + 1, "{}", set.file);
        assert_eq!(set.measure_sha256.is_some(), set.measure.is_some());
    }
    let measured = split.sets.iter().filter(|set| set.measure_sha256.is_some());
    assert_eq!(measured.count(), 1);
}
