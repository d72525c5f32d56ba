//! A run in shares that come together again: the same bytes as on one machine, or a line that
//! names what is wrong.

use std::fs;
use std::path::Path;

use plumb::fairplay::Store;
use plumb_testing::pgn::old_games;
use plumb_testing::program::{plumb, refused};
use plumb_testing::scratch::Scratch;
use rusqlite::{Connection, params};
use sha2::{Digest, Sha256};

const REPORTS: [&str; 4] = ["report.jsonl", "moves.csv", "games.pgn", "report.html"];

/// What everybody searches with. Random moves are decided soon; here they count all the same.
const SEARCH: [&str; 8] = [
    "--nodes",
    "100",
    "--jobs",
    "1",
    "--decided",
    "9000",
    "--forced",
    "9000",
];

/// Three files of two events, with twins in one file and in two, a game that cannot be
/// read, and a line that is no game's.
fn files(scratch: &Scratch) -> Vec<String> {
    // As short as games that are looked at may be.
    let games = old_games(9, 30);
    let mut games: Vec<String> = games
        .split_inclusive("*\n\n")
        .map(|game| game.replace("[Result", "[WhiteElo \"2100\"]\n[Result"))
        .collect();
    for game in &mut games[5..] {
        *game = game.replace("\"Test\"", "\"Another\"");
    }
    let twin = games[1].replace("\"Test\"", "\"Again\"");
    let texts = [
        (
            "b.pgn",
            games[..4].concat() + "[White \"x\"]\n\n1. e4 e4 *\n\n" + &twin,
        ),
        (
            "a.pgn",
            games[4..6].concat() + "% no game's\n" + &twin + &games[6],
        ),
        ("c.pgn", games[7..].concat()),
    ];
    texts
        .map(|(name, text)| {
            fs::write(scratch.path(name), text).unwrap();
            scratch.path(name)
        })
        .into()
}

fn done(arguments: &[&str], input: &str) -> String {
    let output = plumb(arguments, input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

fn search(games: &[String], more: &[&str]) -> String {
    let games = games.iter().map(String::as_str);
    let all: Vec<&str> = ["fairplay"]
        .into_iter()
        .chain(games)
        .chain(SEARCH)
        .chain(more.iter().copied())
        .collect();
    done(&all, "")
}

/// Searches share `index` of `count` into a folder, whose path it gives.
fn shard(scratch: &Scratch, games: &[String], index: usize, count: usize) -> String {
    let out = scratch.path(&format!("shard-{index}-of-{count}"));
    let said = search(
        games,
        &["--shard", &format!("{index}/{count}"), "--out", &out],
    );
    assert!(said.contains("of a share of a run"), "{said}");
    assert!(!fs::exists(format!("{out}/report.jsonl")).unwrap());
    out
}

fn merged(runs: &[&str], out: &str) {
    let all: Vec<&str> = ["fairplay", "merge", "--out", out]
        .into_iter()
        .chain(runs.iter().copied())
        .collect();
    done(&all, "");
}

fn assert_same(one: &str, other: &str) {
    for name in REPORTS {
        let [one, other] = [one, other].map(|folder| fs::read(format!("{folder}/{name}")).unwrap());
        assert!(
            one == other,
            "{name} of {one:?} is not the same",
            one = name
        );
    }
}

#[test]
fn shards_come_together_to_the_run_of_one_machine() {
    let scratch = Scratch::new("shards");
    let games = files(&scratch);
    let whole = scratch.path("whole");
    search(&games, &["--out", &whole]);
    for count in [1, 2, 3, 7] {
        let shards: Vec<String> = (0..count)
            .map(|index| shard(&scratch, &games, index, count))
            .collect();
        let turned: Vec<&str> = shards.iter().rev().map(String::as_str).collect();
        let out = scratch.path(&format!("of-{count}"));
        merged(&turned, &out);
        assert_same(&whole, &out);
        // A shard that is searched again is the same shard.
        if count == 3 {
            shard(&scratch, &games, 1, 3);
            merged(&turned, &out);
            assert_same(&whole, &out);
        }
    }
}

#[test]
fn choices_among_games_are_those_of_one_machine() {
    let scratch = Scratch::new("shards-chosen");
    let games = files(&scratch);
    let chosen = ["--every", "2", "--max-games", "4", "--player", "Player"];
    let whole = scratch.path("whole");
    search(&games, &[&chosen[..], &["--out", &whole]].concat());
    let shards = ["0/2", "1/2"].map(|shard| {
        let out = scratch.path(&shard.replace('/', "-"));
        search(
            &games,
            &[&chosen[..], &["--out", &out, "--shard", shard]].concat(),
        );
        out
    });
    let out = scratch.path("merged");
    merged(&shards.each_ref().map(String::as_str), &out);
    assert_same(&whole, &out);
}

#[test]
fn lines_are_filtered_and_come_together_whatever_their_order() {
    let scratch = Scratch::new("shards-lines");
    let mut games = files(&scratch);
    // Lines know their files by name only.
    games.sort();
    let whole = scratch.path("whole");
    search(&games, &["--out", &whole]);
    let parts = scratch.path("parts");
    let split = ["fairplay", "split", "--parts", "3", "--out", &parts];
    let names = games.iter().map(String::as_str);
    done(&split.into_iter().chain(names).collect::<Vec<_>>(), "");
    let mut shares = Vec::new();
    for part in 0..3 {
        let text = fs::read_to_string(format!("{parts}/part-{part}.jsonl")).unwrap();
        let mut lines: Vec<&str> = text.lines().collect();
        lines.reverse();
        // A line that comes twice is one.
        lines.extend(lines.first().copied());
        let filter = ["fairplay", "-", "--input", "jsonl", "--format", "shard"];
        let filter = [&filter[..], &SEARCH].concat();
        shares.push(done(&filter, &(lines.join("\n") + "\n")));
    }
    // Nothing is a part, too.
    let filter = ["fairplay", "-", "--input", "jsonl", "--format", "shard"];
    let empty = done(&[&filter[..], &SEARCH].concat(), "");
    let (one, two) = (scratch.path("one.jsonl"), scratch.path("two.jsonl"));
    // A task that was made again gives the same lines again.
    fs::write(&one, [&*shares[2], &shares[0], &empty, &shares[2]].concat()).unwrap();
    fs::write(&two, &shares[1]).unwrap();
    let out = scratch.path("merged");
    merged(&[&one, &two], &out);
    assert_same(&whole, &out);

    let refuses = |text: &str, says: &str| {
        fs::write(&two, text).unwrap();
        let error = refused(&["fairplay", "merge", &one, &two, "--out", &out]);
        assert!(error.contains(says), "{says}: {error}");
    };
    refuses(&empty, "a part is missing");
    let first: Vec<&str> = shares[1].split_inclusive('\n').collect();
    refuses(&first[..2].concat(), "it is cut off");
    refuses(&first[1..].concat(), "no line of kind run");
    refuses(
        &shares[1][..shares[1].len() / 2],
        "expected a line of kind run",
    );
    refuses(
        &(shares[1].clone() + first[1]),
        "no line of kind run before it",
    );
    let layout = "plumb fairplay shard";
    refuses(
        &shares[1].replace(layout, "plumb fairplay slice"),
        "this version reads",
    );
    let bytes = shares[1].find("\"bytes\":\"").unwrap() + 20;
    let mut damaged = shares[1].clone();
    let digit = if &damaged[bytes..=bytes] == "0" {
        "1"
    } else {
        "0"
    };
    damaged.replace_range(bytes..=bytes, digit);
    refuses(&damaged, "is damaged");
    let other = "[White \"Somebody\"]\n\n1. e4 *\n";
    let line = serde_json::json!({"file": "a.pgn", "number": 1, "line": 1, "pgn": other});
    let filter = [&filter[..], &SEARCH].concat();
    let other = done(&filter, &line.to_string());
    refuses(&(shares[1].clone() + &other), "both have game 1 of a.pgn");
}

#[test]
fn what_is_no_share_of_the_run_is_refused_with_its_name() {
    let scratch = Scratch::new("shards-refused");
    let games = files(&scratch);
    let [zero, one, two] = [0, 1, 2].map(|index| shard(&scratch, &games, index, 3));
    let out = scratch.path("out");
    let refuses = |runs: &[&str], says: &[&str]| {
        let all = ["fairplay", "merge", "--out", &out];
        let all: Vec<&str> = all.into_iter().chain(runs.iter().copied()).collect();
        let error = refused(&all);
        for says in says {
            assert!(error.contains(says), "{says}: {error}");
        }
        assert!(!fs::exists(&out).unwrap(), "{error}");
    };
    refuses(&[&zero, &two], &["shard 1/3 is missing"]);
    refuses(&[&zero, &one, &two, &one], &[&one, "are both shard 1/3"]);
    refuses(&[&zero, &scratch.path("nowhere")], &["nowhere"]);
    let other = |name: &str, more: &[&str]| {
        let out = scratch.path(name);
        search(&games, &[&["--shard", "1/3", "--out", &out], more].concat());
        out
    };
    for (name, more, says) in [
        (
            "profile",
            &["--profile", "screen"][..],
            "different runs: their",
        ),
        ("passes", &["--no-second-pass"], "passes"),
        ("rules", &["--rules", "barnes"], "rules"),
        ("book", &["--book-plies", "12"], "book"),
        ("chosen", &["--min-plies", "10"], "thresholds"),
        ("looked", &["--looked-at", "5"], "others looked at"),
    ] {
        let foreign = other(name, more);
        refuses(&[&zero, &foreign, &two], &[&zero, &foreign, says]);
    }
    let fewer = scratch.path("fewer");
    search(&games[..2], &["--shard", "1/3", "--out", &fewer]);
    refuses(&[&zero, &fewer, &two], &[&zero, &fewer, "files"]);
    let of_two = scratch.path("of-two");
    search(&games, &["--shard", "1/2", "--out", &of_two]);
    refuses(
        &[&zero, &of_two],
        &[&zero, &of_two, "cut in different ways"],
    );

    let database = |run: &str| Connection::open(format!("{run}/run.sqlite")).unwrap();
    let set = |run: &str, key: &str, value: &str| -> String {
        let store = Store::open(Path::new(&format!("{run}/run.sqlite"))).unwrap();
        let before = store.meta(key).unwrap();
        store.set_meta(key, value).unwrap();
        before.unwrap()
    };
    // A run that was stopped has no head yet.
    let head = set(&one, "part", "");
    refuses(&[&zero, &one, &two], &[&one, "not come to its end"]);
    // Shares of a build that is not this one agree with each other only.
    let foreign = |head: &str| head.replace(" bench ", " bench 1");
    let heads = [&zero, &one, &two].map(|run| {
        let own = set(run, "part", &foreign(&head));
        let own = if run == &one { head.clone() } else { own };
        set(run, "part", &foreign(&own));
        own
    });
    refuses(&[&zero, &one, &two], &[&zero, "was made with version"]);
    for (run, head) in [&zero, &one, &two].into_iter().zip(&heads) {
        set(run, "part", head);
    }
    // A record is missing.
    let row: (Vec<u8>, Vec<u8>) = database(&two)
        .query_row("SELECT key, record FROM records LIMIT 1", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .unwrap();
    let (key, record) = row;
    let remove = "DELETE FROM records WHERE key = ?1";
    database(&two).execute(remove, [&key]).unwrap();
    refuses(&[&zero, &one, &two], &[&two, "is missing or damaged"]);
    let insert = "INSERT OR REPLACE INTO records VALUES (?1, ?2)";
    database(&two)
        .execute(insert, params![key, record])
        .unwrap();
    // Another share has another record of the same move.
    let mut content = record[..record.len() - 4].to_vec();
    content[3] ^= 1;
    let sum = Sha256::new().chain_update(&key).chain_update(&content);
    content.extend_from_slice(&sum.finalize()[..4]);
    database(&one)
        .execute(insert, params![key, content])
        .unwrap();
    refuses(&[&zero, &one, &two], &[&one, &two, "different records"]);
    database(&one).execute(remove, [&key]).unwrap();
    merged(&[&zero, &one, &two], &out);
}

#[test]
fn a_share_is_never_reported_and_what_cannot_be_is_one_clear_line() {
    let scratch = Scratch::new("shards-asked");
    let games = files(&scratch);
    let out = shard(&scratch, &games, 0, 2);
    for (arguments, says) in [
        (
            &["--out", &out][..],
            "it is shard 0/2 of a run, and a whole run",
        ),
        (
            &["--out", &out, "--shard", "1/2"],
            "shard 1/2 of a run is asked for",
        ),
        (&["--shard", "0/2", "--format", "jsonl"], "has no reports"),
        (&["--shard", "2/2", "--format", "shard"], "is no shard"),
        (
            &["--shard", "0/2", "--format", "shard", "--repeats", "1"],
            "--repeats",
        ),
        (&["--format", "shard", "--every", "2"], "--every chooses"),
        (
            &["--shard", "0/2", "--mode", "zigzag", "--format", "jsonl"],
            "--shard and --input",
        ),
    ] {
        let all = [
            &["fairplay", games[0].as_str(), "--nodes", "100"],
            arguments,
        ]
        .concat();
        let output = plumb(&all, "");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(says), "{arguments:?}: {error}");
        assert!(output.stdout.is_empty());
    }
    let lines = |text: &str| {
        let all = [
            "fairplay", "-", "--input", "jsonl", "--format", "shard", "--nodes", "100",
        ];
        let output = plumb(&all, text);
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(lines("{\"file\": \"a\"}\n").contains("line 1: expected"));
    let line = |pgn: &str| {
        serde_json::json!({"file": "a", "number": 1, "line": 1, "pgn": pgn}).to_string() + "\n"
    };
    let two = line("1. e4 *") + &line("1. d4 *");
    assert!(lines(&two).contains("line 2: game 1 of a is in standard input too"));
    // Parts of an earlier split are not left among those of another.
    let parts = scratch.path("parts");
    let split = |count: &str| {
        plumb(
            &[
                "fairplay", "split", &games[0], "--parts", count, "--out", &parts,
            ],
            "",
        )
    };
    assert!(split("3").status.success() && split("3").status.success());
    let again = split("2");
    let error = String::from_utf8_lossy(&again.stderr);
    assert_eq!(again.status.code(), Some(2));
    assert!(error.contains("of an earlier split"), "{error}");
}
