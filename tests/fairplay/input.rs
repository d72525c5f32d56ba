//! What goes in counts once and is told of whole: games given twice, files of one
//! name, players that were not chosen, readings that are stopped.

use plumb_testing::scratch::Scratch;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::judge::AtThirdLook;
use plumb::eval::Weights;
use plumb::fairplay::{Depths, Judge, Plan, PlumbJudge, Profile, SourceGame, Store, fill, games};
use plumb_testing::pgn::old_games;
use plumb_testing::program::{json, plumb, printed};
use serde_json::Value;

/// Lines of the report of a run over these games.
fn report(games: &str, arguments: &[&str]) -> Vec<Value> {
    let start = ["fairplay", "-", "--format", "jsonl", "--nodes", "200"];
    let all = [&start, arguments].concat();
    let output = plumb(&all, games);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(json).collect()
}

fn kind<'a>(lines: &'a [Value], wanted: &str) -> Vec<&'a Value> {
    let found = lines.iter().filter(|line| line["kind"] == wanted);
    found.collect()
}

#[test]
fn a_game_that_is_there_twice_counts_once() {
    let two = old_games(2, 40);
    // Other players have made the same moves; nobody knows who NN is.
    let other = two.replace("Player 0", "Somebody");
    let unknown = two.replace("Player 0", "NN").replace("Player 1", "n.n.");
    let lines = report(&format!("{two}{two}{other}"), &[]);
    assert_eq!(kind(&lines, "game").len(), 3);
    let reasons: Vec<&str> = kind(&lines, "problem")
        .iter()
        .map(|problem| problem["reason"].as_str().unwrap())
        .collect();
    let again = |number| format!("it is game {number} of standard input again");
    assert_eq!(reasons, [again(1), again(2), again(2)]);
    let lines = report(&unknown, &[]);
    let names: Vec<&Value> = kind(&lines, "player").iter().map(|p| &p["name"]).collect();
    assert_eq!(names, ["Player 2"]);
}

/// Who picks a player's games from a file has not looked at the others in it; the report
/// asks whether he has.
#[test]
fn looked_at_are_those_whose_figures_were_made_and_those_who_are_named() {
    let told = |lines: &[Value]| {
        let head = &lines[0];
        let keys = ["players", "with_figures", "looked_at", "chosen_from"];
        keys.map(|key| head[key].clone())
    };
    let wide = ["--rules", "barnes", "--no-second-pass"];
    let all = report(&old_games(7, 60), &wide);
    // One has a single game, which names nobody; the others play two each.
    let players = kind(&all, "player");
    let has_figures = |line: &&&Value| line["player"]["core"][0]["figures"].is_object();
    let made = players.iter().filter(has_figures).count() as u64;
    assert!(made > 0);
    assert_eq!(
        told(&all),
        [7.into(), made.into(), made.into(), Value::Null]
    );
    let chosen = [&wide[..], &["--player", "Player 3"]].concat();
    let some = report(&old_games(7, 60), &chosen);
    assert_eq!(told(&some), [3, 1, 1, 7].map(Value::from));
    let others = [&chosen[..], &["--looked-at", "50"]].concat();
    let some = report(&old_games(7, 60), &others);
    assert_eq!(told(&some), [3.into(), 1.into(), 51.into(), Value::Null]);
}

#[test]
fn reports_by_other_rules_stay_on_record() {
    let folder = Scratch::new("fairplay-rules");
    let out = folder.join("out").to_str().unwrap().to_owned();
    let games = folder.join("games.pgn").to_str().unwrap().to_owned();
    std::fs::write(&games, old_games(2, 34)).unwrap();
    let run = [
        "fairplay",
        &games,
        "--nodes",
        "200",
        "--no-second-pass",
        "--out",
        &out,
    ];
    let runs = |arguments: &[&str]| -> Vec<String> {
        printed(&[&run, arguments].concat());
        let text = std::fs::read_to_string(folder.join("out/report.jsonl")).unwrap();
        let head = json(text.lines().next().unwrap());
        serde_json::from_value(head["runs"].clone()).unwrap()
    };
    assert_eq!(runs(&[]).len(), 2, "the search, and the report");
    assert_eq!(runs(&[]).len(), 2, "the same again");
    let all = runs(&["--rules", "barnes", "--decided", "500"]);
    assert_eq!(all.len(), 3);
    assert!(all[2].contains("rules barnes") && all[2].contains("decided 500 cp"));
}

#[test]
fn files_of_one_name_are_told_apart_when_checked() {
    let folder = Scratch::new("fairplay-same");
    let all = old_games(2, 40);
    let at = all[1..].find("[Event").unwrap() + 1;
    let paths = [("a", &all[..at]), ("b", &all[at..])].map(|(name, text)| {
        std::fs::create_dir_all(folder.join(name)).unwrap();
        let path = folder.join(name).join("games.pgn");
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    });
    let [a, b] = &paths;
    let report = folder.join("report.jsonl");
    let text = printed(&["fairplay", a, b, "--nodes", "200", "--format", "jsonl"]);
    std::fs::write(&report, text).unwrap();
    let report = report.to_str().unwrap();
    // In any order.
    let said = printed(&["fairplay", "verify", report, b, a, "--sample", "1000"]);
    assert_eq!(said.matches(" 0 different").count(), 2, "{said}");
}

#[test]
fn a_zigzag_takes_no_options_for_records() {
    let zigzag = ["fairplay", "-", "--mode", "zigzag", "--format", "jsonl"];
    for option in [
        ["--nodes", "300"],
        ["--depth", "4"],
        ["--profile", "screen"],
    ] {
        let output = plumb(&[&zigzag[..], &option].concat(), &old_games(1, 30));
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(option[0]), "{error}");
    }
}

fn store(text: &str) -> Store {
    // No name: SQLite takes the file away itself.
    let mut store = Store::open("".as_ref()).unwrap();
    let never = AtomicBool::new(false);
    let read = games("games.pgn", text.as_bytes());
    store.replace_games(read, &never, |_| ()).unwrap().unwrap();
    store
}

#[test]
fn what_was_there_stays_when_reading_stops_or_finds_nothing() {
    let mut store = store(&old_games(3, 10));
    let text = old_games(7, 10);
    let stop = AtomicBool::new(false);
    let read = games("other.pgn", text.as_bytes());
    let stopped = store.replace_games(read, &stop, |count| {
        stop.store(count == 5, Ordering::Relaxed)
    });
    assert_eq!(stopped.unwrap(), None);
    assert_eq!(store.game_count().unwrap(), 3);
    let never = AtomicBool::new(false);
    let nothing = store.replace_games(std::iter::empty(), &never, |_| ());
    assert_eq!(nothing.unwrap(), Some((0, 0)));
    assert_eq!(store.game_count().unwrap(), 3);
}

#[test]
fn a_game_that_was_stopped_is_not_done() {
    let mut store = store(&old_games(2, 10));
    let looks = Arc::new(AtomicUsize::new(0));
    let inside = || {
        let depths = Depths::of(Profile::Full).with_nodes(300);
        PlumbJudge::new(Arc::new(Weights::embedded()), "test", depths).unwrap()
    };
    let stamp = inside().stamp().clone();
    let judge = || -> Result<Box<dyn Judge>, String> {
        let looks = Arc::clone(&looks);
        Ok(Box::new(AtThirdLook {
            inside: Box::new(inside()),
            looks,
            event: |stop| {
                stop.store(true, Ordering::Relaxed);
                Ok(())
            },
        }))
    };
    let wanted = |game: &SourceGame| (0..game.plies.len()).collect();
    let plan = Plan {
        jobs: 1,
        judge: &judge,
        stamp: &stamp,
        selected_plies: &wanted,
    };
    let stop = AtomicBool::new(false);
    let done = fill(&mut store, &plan, &stop, |_| ()).unwrap();
    // Both were handed out, neither came to its end; what was found is kept.
    assert_eq!((done.games, done.all_games, done.moves), (0, 2, 2));
    stop.store(false, Ordering::Relaxed);
    let done = fill(&mut store, &plan, &stop, |_| ()).unwrap();
    assert_eq!((done.games, done.moves), (2, 18));
}
