//! `plumb fairplay ratings`: figures against pandas and numpy, what is kept and why, and
//! input of every kind.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use plumb_testing::program::{json, plumb, printed, refused, validator};
use plumb_testing::scratch::Scratch;
use serde_json::Value;

/// A table's rows by the names of their columns.
type Table = Vec<BTreeMap<String, String>>;

fn table(path: &str) -> Table {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let rows = reader.deserialize().map(Result::unwrap);
    rows.collect()
}

/// Output for some files: players, games, summary and the printed text.
struct Ranked {
    players: Table,
    games: Table,
    summary: Value,
    said: String,
}

impl Ranked {
    fn of(scratch: &Scratch, inputs: &[&str], options: &[&str]) -> Ranked {
        let out = scratch.path("out");
        let _ = fs::remove_dir_all(&out);
        let arguments = [&["fairplay", "ratings"], inputs, &["--out", &out], options].concat();
        let said = printed(&arguments);
        let path = |name: &str| format!("{out}/{name}");
        Ranked {
            players: table(&path("players.csv")),
            games: table(&path("games.csv")),
            summary: json(&fs::read_to_string(path("summary.json")).unwrap()),
            said,
        }
    }

    fn player(&self, name: &str) -> &BTreeMap<String, String> {
        let mut found = self.players.iter().filter(|row| row["player"] == name);
        found
            .next()
            .unwrap_or_else(|| panic!("{name} is not there"))
    }

    fn names(&self) -> Vec<&str> {
        self.players
            .iter()
            .map(|row| row["player"].as_str())
            .collect()
    }

    fn count(&self, name: &str) -> u64 {
        let count = &self.summary["counts"][name];
        count
            .as_u64()
            .unwrap_or_else(|| panic!("{name} is not counted"))
    }
}

fn written(scratch: &Scratch, name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path = scratch.path(name);
    fs::write(&path, bytes).unwrap();
    path
}

/// A game of tags and a move; `extra` are more tags.
fn game(white: &str, black: &str, ratings: [&str; 2], result: &str, extra: &str) -> String {
    let [white_elo, black_elo] = ratings;
    format!(
        "[Event \"Made up\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\
         [WhiteElo \"{white_elo}\"]\n[BlackElo \"{black_elo}\"]\n{extra}\n1. e4 e5 {result}\n\n"
    )
}

/// Minutes of a day as tags.
fn at(minute: usize) -> String {
    let (hour, minute) = (minute / 60, minute % 60);
    format!("[UTCDate \"2024.01.02\"]\n[UTCTime \"{hour:02}:{minute:02}:00\"]\n")
}

/// 1,200 games of 40 players at two speeds, some with large changes, some without any.
fn made_up() -> Vec<String> {
    let game = |i: usize| {
        let white = i * 7 % 40;
        let black = (white + 1 + i / 40 % 39) % 40;
        let rating = |player: usize| 1400 + 10 * player + i * 13 % 97;
        let change = |player: usize| {
            let change = (i * (player + 3) * 31 % 61) as i32 - 30;
            if i % 50 == 7 { change + 150 } else { change }
        };
        let result = ["1-0", "0-1", "1/2-1/2"][(i * i + white) % 3];
        let control = if i.is_multiple_of(3) { "60+0" } else { "300+0" };
        let changes = match i % 17 {
            3 => String::new(),
            _ => format!(
                "[WhiteRatingDiff \"{:+}\"]\n[BlackRatingDiff \"{:+}\"]\n",
                change(white),
                change(black)
            ),
        };
        let moves = ["1. e4 e5", "1. e4 e5 2. Nf3", "1. d4"][i % 3];
        format!(
            "[Event \"Made up\"]\n[White \"P{white}\"]\n[Black \"P{black}\"]\n[Result \"{result}\"]\n\
             [UTCDate \"2024.01.{:02}\"]\n[UTCTime \"{:02}:{:02}:00\"]\n\
             [WhiteElo \"{}\"]\n[BlackElo \"{}\"]\n[TimeControl \"{control}\"]\n{changes}\n\
             {moves} {result}\n\n",
            1 + i / 100,
            i % 100 / 60,
            i % 60,
            rating(white),
            rating(black),
        )
    };
    (0..1200).map(game).collect()
}

/// Checks figures of a row.
fn assert_figures(row: &BTreeMap<String, String>, expected: &[(&str, f64)]) {
    for (name, expected) in expected {
        let found: f64 = row[*name]
            .parse()
            .unwrap_or_else(|_| panic!("{name}: {row:?}"));
        assert!(
            (found - expected).abs() < 1e-5,
            "{name}: {found}, not {expected}"
        );
    }
}

fn assert_thresholds(list: &Value, expected: &[(&str, f64)]) {
    for (name, expected) in expected {
        let found = list["thresholds"][name].as_f64().unwrap();
        assert!(
            (found - expected).abs() < 1e-9,
            "{name}: {found}, not {expected}"
        );
    }
}

/// Expected: the same games read by a script of its own, with pandas 2 (`mean`, `median`,
/// `std(ddof=1)`, `nunique`), `numpy.quantile(values, 0.99)` and `scipy.stats.rankdata`.
#[test]
fn figures_are_those_of_pandas() {
    let scratch = Scratch::new("ratings-figures");
    let games = written(&scratch, "games.pgn", made_up().concat());
    let faithful = Ranked::of(&scratch, &[&games], &["--faithful"]);
    assert_thresholds(
        &faithful.summary["time_classes"][0],
        &[
            ("rating_sd", 29.189_198_021_244_444),
            ("rating_range", 96.0),
            ("change_sd", 50.706_263_529_444_7),
            ("gain", 159.52),
        ],
    );
    let order: Vec<&str> = faithful.names()[..5].to_vec();
    assert_eq!(order, ["P29", "P8", "P9", "P18", "P7"]);
    assert_figures(
        faithful.player("P29"),
        &[
            ("games", 60.0),
            ("rating_mean", 1_738.266_667),
            ("rating_median", 1_739.5),
            ("rating_min", 1690.0),
            ("rating_max", 1786.0),
            ("rating_range", 96.0),
            ("rating_sd", 29.186_639),
            ("changes", 57.0),
            ("changes_inferred", 0.0),
            ("change_mean", 15.736_842),
            ("change_mean_size", 30.228_070),
            ("change_sd", 51.203_908),
            ("change_sum", 897.0),
            ("change_min", -30.0),
            ("change_max", 180.0),
            ("points", 40.5),
            ("score_mean", 0.675),
            ("opponents", 39.0),
            ("opponent_rating_mean", 1_611.6),
            ("plies", 126.0),
            ("plies_mean", 2.1),
            ("flags", 3.0),
            ("composite", 113.0),
        ],
    );
    assert_eq!(faithful.player("P29")["best_stretch_z"], "");
    let usual = Ranked::of(&scratch, &[&games], &[]);
    assert_thresholds(
        &usual.summary["time_classes"][0],
        &[
            ("rating_sd", 30.608_078_235_419_278),
            ("rating_range", 96.0),
            ("change_sd", 51.633_827_123_835_28),
            ("gain", 159.19),
        ],
    );
    assert_eq!(usual.names().len(), 40);
    assert!(usual.players.iter().all(|row| row["time_class"] == "blitz"));
    assert_figures(
        usual.player("P8"),
        &[
            ("games", 37.0),
            ("rating_mean", 1_522.783_784),
            ("rating_median", 1521.0),
            ("rating_sd", 27.760_018),
            ("changes_inferred", 3.0),
            ("change_sd", 33.191_048),
            ("change_sum", 204.0),
            ("opponents", 27.0),
            ("games_not_settled", 5.0),
            ("flags", 2.0),
            ("composite", 88.0),
            ("best_stretch_z", 6.187_783),
        ],
    );
}

#[test]
fn games_are_kept_for_what_they_are() {
    let scratch = Scratch::new("ratings-games");
    let games = written(&scratch, "games.pgn", made_up().concat());
    let found = Ranked::of(&scratch, &[&games], &["--faithful", "--ordinary", "7"]);
    let with = |reason: &str| -> Vec<&BTreeMap<String, String>> {
        let has =
            |row: &&BTreeMap<String, String>| row["reasons"].split(' ').any(|one| one == reason);
        found.games.iter().filter(has).collect()
    };
    // Counted by the same script.
    assert_eq!(with("gain_over_threshold").len(), 12);
    assert_eq!(with("largest_gain").len(), 40);
    assert_eq!(with("largest_loss").len(), 40);
    assert_eq!(with("top_gain").len(), 200);
    assert_eq!(with("ordinary").len(), 7);
    assert_eq!(found.summary["ordinary_games"], 2150);
    let mut ranks: Vec<u32> = with("top_gain")
        .iter()
        .map(|row| row["gain_rank"].parse().unwrap())
        .collect();
    ranks.sort_unstable();
    assert!(ranks.into_iter().eq(1..=200));
    for row in with("gain_over_threshold") {
        assert!(row["change"].parse::<i32>().unwrap() >= 160, "{row:?}");
    }
    let all = Ranked::of(&scratch, &[&games], &["--faithful"]);
    let ordinary = all
        .games
        .iter()
        .filter(|row| row["reasons"].contains("ordinary"));
    assert_eq!(ordinary.count(), 2150);
    assert!(all.games.iter().all(|row| !row["reasons"].is_empty()));
}

/// An account that begins at 1500 and jumps, beside people whose ratings hardly move.
#[test]
fn a_new_account_is_found_by_the_faithful_procedure_only() {
    let scratch = Scratch::new("ratings-new");
    let mut text = String::new();
    let mut rating = 1500;
    for i in 0..60 {
        let change = if i < 6 { 100 } else { 2 };
        let changes = format!(
            "{}[WhiteRatingDiff \"+{change}\"]\n[BlackRatingDiff \"0\"]\n",
            at(i)
        );
        text += &game(
            "New",
            &format!("Old{}", i % 2),
            [&rating.to_string(), "1700"],
            "1-0",
            &changes,
        );
        rating += change;
    }
    let games = written(&scratch, "games.pgn", text);
    let faithful = Ranked::of(&scratch, &[&games], &["--faithful"]);
    let usual = Ranked::of(&scratch, &[&games], &[]);
    assert_eq!(faithful.player("New")["change_max"], "100");
    assert_eq!(usual.player("New")["change_max"], "2");
    assert_eq!(usual.player("New")["games_not_settled"], "11");
    assert_eq!(usual.player("New")["games"], "49");
    assert_eq!(usual.player("Old0")["games"], "25");
    assert_eq!(usual.player("Old0")["time_class"], "classical");
}

#[test]
fn a_game_given_twice_counts_once_and_the_order_of_files_does_not_matter() {
    let scratch = Scratch::new("ratings-twice");
    let all = made_up();
    let first = written(&scratch, "a.pgn", all[..700].concat());
    let second = written(&scratch, "b.pgn", all[700..].concat());
    let bytes = |inputs: &[&str]| {
        let ranked = Ranked::of(&scratch, inputs, &[]);
        let read = |name: &str| fs::read_to_string(scratch.path(&format!("out/{name}"))).unwrap();
        (
            read("players.csv"),
            read("games.csv"),
            ranked.count("games_there_twice"),
        )
    };
    let one = bytes(&[&first, &second]);
    assert_eq!(one, bytes(&[&second, &first]));
    let twice = bytes(&[&first, &second, &first]);
    assert_eq!((&one.0, &one.1, 700), (&twice.0, &twice.1, twice.2));
    // Without a time of day games of one file may be alike, those of another are the same.
    let alike = game("A", "B", ["1500", "1500"], "1-0", "").repeat(30);
    let alike = written(&scratch, "alike.pgn", alike);
    let found = Ranked::of(&scratch, &[&alike, &alike], &[]);
    assert_eq!(
        (found.count("rows"), found.count("games_there_twice")),
        (60, 30)
    );
    assert_eq!(found.player("A")["games"], "25");
}

#[test]
fn spellings_encodings_and_gaps_are_taken_as_they_are_meant() {
    let scratch = Scratch::new("ratings-input");
    let mut text = String::new();
    for i in 0..40 {
        let name = ["Zoë", "ZOË", "zoë "][i % 3];
        text += &game(name, "=cmd()", ["1500", "1510"], "1-0", &at(i));
    }
    let plain = written(&scratch, "plain.pgn", &text);
    let latin: Vec<u8> = text
        .chars()
        .map(|c| u8::try_from(u32::from(c)).unwrap())
        .collect();
    let latin = written(&scratch, "latin.pgn", latin);
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let wide = written(&scratch, "wide.pgn", [&[0xff, 0xfe], &wide[..]].concat());
    for input in [&plain, &latin, &wide] {
        let found = Ranked::of(&scratch, &[input], &[]);
        assert_eq!(found.names(), ["'=cmd()", "ZOË"], "{input}");
        assert_eq!(found.count("rows_without_change"), 80);
        assert_eq!(found.count("rows_with_inferred_change"), 78);
    }
    let found = Ranked::of(&scratch, &[&plain], &["--faithful"]);
    assert_eq!(found.names().len(), 4);
    let kinds = [
        game("A", "B", ["?", "0"], "1-0", ""),
        game("?", "NN", ["1500", "1500"], "1-0", ""),
        game("A", "a", ["1500", "1500"], "1-0", ""),
        game("A", "B", ["1500", "1500"], "*", ""),
        game("A", "B", ["1500", "1500"], "1-0", "[Variant \"Atomic\"]\n"),
        game(
            "A",
            "B",
            ["99999999999999999999", "-5"],
            "1-0",
            "[WhiteRatingDiff \"x\"]\n",
        ),
        "[White \"Alone\"]\n\n1. e4 1-0\n\n".to_owned(),
    ];
    let odd = written(&scratch, "odd.pgn", kinds.concat());
    let found = Ranked::of(&scratch, &[&odd], &[]);
    let counts = [
        ("games", 7),
        ("games_without_result", 1),
        ("games_of_variants", 1),
        ("games_against_oneself", 1),
        ("sides_without_player", 3),
        ("sides_without_rating", 5),
        ("rows", 0),
        ("players", 0),
    ];
    for (name, count) in counts {
        assert_eq!(found.count(name), count, "{name}");
    }
    assert!(
        found.said.contains("nobody has enough games"),
        "{}",
        found.said
    );
}

#[test]
fn output_is_as_its_schema_says_and_accuses_nobody() {
    let scratch = Scratch::new("ratings-schema");
    let games = written(&scratch, "games.pgn", made_up().concat());
    let few = written(
        &scratch,
        "few.pgn",
        game("A", "B", ["1500", "?"], "1-0", ""),
    );
    let validator = validator("fairplay-ratings");
    for input in [&games, &few] {
        for options in [&[][..], &["--faithful"], &["--ordinary", "all"]] {
            let found = Ranked::of(&scratch, &[input], options);
            let errors = validator.errors(&found.summary);
            assert!(errors.is_empty(), "{errors:?}");
            let mut texts = vec![found.said.clone(), found.summary.to_string()];
            for name in ["players.csv", "games.csv"] {
                texts.push(fs::read_to_string(scratch.path(&format!("out/{name}"))).unwrap());
            }
            assert!(
                texts
                    .iter()
                    .all(|text| !text.to_lowercase().contains("cheat"))
            );
            for text in &texts[..2] {
                assert!(text.contains("no accusation"), "{text}");
            }
        }
    }
}

#[test]
fn the_old_name_says_the_new_one() {
    let error = refused(&["fairplay", "screen", "games.pgn", "--out", "nowhere"]);
    assert!(error.contains("plumb fairplay ratings"), "{error}");
}

#[test]
fn a_command_that_fails_leaves_nothing() {
    let scratch = Scratch::new("ratings-failure");
    let empty = written(&scratch, "empty.pgn", "");
    let good = written(
        &scratch,
        "good.pgn",
        game("A", "B", ["1500", "1500"], "1-0", ""),
    );
    let out = scratch.path("new/out");
    let rank = |input: &str| refused(&["fairplay", "ratings", &good, input, "--out", &out]);
    let error = rank(&empty);
    assert!(
        error.contains("empty.pgn: no game was found in it"),
        "{error}"
    );
    let error = rank(&scratch.path("missing.pgn"));
    assert!(error.contains("missing.pgn"), "{error}");
    assert!(!Path::new(&scratch.path("new")).exists());
    // A file in the folder's place, and games in that of a table.
    let error = refused(&["fairplay", "ratings", &good, "--out", &good]);
    assert!(error.contains("good.pgn"), "{error}");
    let place = scratch.path("players.csv");
    fs::copy(&good, &place).unwrap();
    let folder = Path::new(&place).parent().unwrap().to_str().unwrap();
    let error = refused(&["fairplay", "ratings", &place, "--out", folder]);
    assert!(error.contains("would be written over"), "{error}");
    // What is broken off is named, and the rest counts.
    let broken = plumb(
        &["fairplay", "ratings", "-", "--out", &out],
        &format!(
            "{}Dear Sir,\n\n\0\n",
            game("A", "B", ["1500", "1500"], "1-0", "")
        ),
    );
    let errors = String::from_utf8_lossy(&broken.stderr);
    assert_eq!(errors.lines().count(), 1, "{errors}");
}

/// A computer that plays openly is nobody to look at; its opponents' games count.
#[test]
fn computers_are_in_no_history_and_counted() {
    let scratch = Scratch::new("ratings-computers");
    let games = made_up();
    let people = written(&scratch, "people.pgn", games.concat());
    let before = Ranked::of(&scratch, &[&people], &[]);
    assert!(before.summary["counts"].get("sides_of_computers").is_none());
    let name = before.names()[0].to_owned();
    let mark = |side: &str, game: String| {
        let player = format!("[{side} \"{name}\"]\n");
        game.replace(&player, &format!("{player}[{side}Title \"BOT\"]\n"))
    };
    let marked = games
        .into_iter()
        .map(|game| mark("Black", mark("White", game)));
    let marked: Vec<String> = marked.collect();
    let marked = written(&scratch, "marked.pgn", marked.concat());
    let after = Ranked::of(&scratch, &[&marked], &[]);
    assert!(!after.names().contains(&name.as_str()));
    let computers = after.count("sides_of_computers");
    assert!(computers > 0);
    assert_eq!(after.count("rows") + computers, before.count("rows"));
    assert_eq!(after.count("players") + 1, before.count("players"));
    assert!(
        after
            .said
            .contains(&format!("{computers} sides of computers")),
        "{}",
        after.said
    );
    let errors = validator("fairplay-ratings").errors(&after.summary);
    assert!(errors.is_empty(), "{errors:#?}");
    // The procedure of Gong et al. has everybody.
    let faithful = Ranked::of(&scratch, &[&marked], &["--faithful"]);
    assert!(faithful.names().contains(&name.as_str()));
}
