//! `plumb fairplay` as users meet it: dirt in, the same reports out whatever
//! the number of threads, after any number of kills, and checked by `verify`.

use plumb_testing::scratch::Scratch;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use plumb_testing::pgn::old_games;
use plumb_testing::program::{json, plumb, printed, validator};
use plumb_testing::{Random, quick_or_thorough};
use serde_json::Value;

const REPORTS: [&str; 4] = ["report.jsonl", "moves.csv", "games.pgn", "report.html"];

/// The bytes of every report in a folder.
fn reports(folder: &Path) -> BTreeMap<&'static str, Vec<u8>> {
    REPORTS
        .into_iter()
        .filter_map(|name| Some((name, fs::read(folder.join(name)).ok()?)))
        .collect()
}

fn lines(folder: &str) -> Vec<Value> {
    let text = fs::read_to_string(Path::new(folder).join("report.jsonl")).unwrap();
    text.lines().map(json).collect()
}

#[test]
fn reports_are_the_same_for_any_number_of_jobs_and_a_sample_of_them_verifies() {
    let scratch = Scratch::new("jobs");
    let games = scratch.file("games.pgn", old_games(2, 48));
    let (one, three) = (scratch.path("one"), scratch.path("three"));
    for (folder, jobs) in [(&one, "1"), (&three, "3")] {
        printed(&[
            "fairplay", &games, "--nodes", "200", "--jobs", jobs, "--out", folder,
        ]);
    }
    let found = reports(Path::new(&one));
    assert!(found.len() >= 3);
    assert_eq!(found, reports(Path::new(&three)));
    // To standard output, without a folder, the same.
    let text = printed(&["fairplay", &games, "--nodes", "200", "--format", "jsonl"]);
    assert_eq!(text.as_bytes(), found["report.jsonl"]);

    let report = format!("{one}/report.jsonl");
    let said = printed(&["fairplay", "verify", &report, &games, "--sample", "25"]);
    assert!(
        said.contains("\n25 of ") && said.matches(" 0 different").count() == 2,
        "{said}"
    );
    // A score that no search gave is found.
    let text = fs::read_to_string(&report).unwrap();
    let mut changed: Vec<Value> = text.lines().map(json).collect();
    for line in &mut changed {
        for mv in line["moves"].as_array_mut().into_iter().flatten() {
            if mv["record"].is_object() {
                mv["record"]["before"]["score"] = serde_json::json!({ "cp": 7 });
            }
        }
    }
    let text: Vec<String> = changed.iter().map(Value::to_string).collect();
    let forged = scratch.file("forged.jsonl", text.join("\n"));
    let output = plumb(&["fairplay", "verify", &forged, &games], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("made again it is"));
}

#[test]
fn a_run_goes_on_and_refuses_other_settings() {
    let scratch = Scratch::new("resume");
    let games = scratch.file("games.pgn", old_games(3, 50));
    let out = scratch.path("out");
    let arguments = ["fairplay", &games, "--nodes", "300", "--out", &out];
    let resumed = [&arguments[..], &["--resume"]].concat();
    let output = plumb(&resumed, "");
    assert_eq!(output.status.code(), Some(2), "there is nothing yet");
    assert!(String::from_utf8_lossy(&output.stderr).contains("no run is there"));
    printed(&arguments);
    let first = reports(Path::new(&out));
    printed(&resumed);
    assert_eq!(first, reports(Path::new(&out)));
    // Other rules are figures over the same records, without the games.
    printed(&[
        "fairplay", "--nodes", "300", "--rules", "barnes", "--out", &out,
    ]);
    assert_eq!(lines(&out)[0]["rules"], "barnes");
    let output = plumb(&["fairplay", &games, "--nodes", "500", "--out", &out], "");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        error.contains("nodes 300") && error.contains("nodes 500"),
        "{error}"
    );
    assert_eq!(error.lines().count(), 1);
}

/// A run, a report and a run of the zig-zag that another build has made: each is refused
/// with one line that names both makers.
#[test]
fn what_another_build_made_is_refused() {
    let scratch = Scratch::new("maker");
    let games = scratch.file("games.pgn", old_games(1, 16));
    let out = scratch.path("run");
    let arguments = ["fairplay", &games, "--profile", "screen", "--out", &out];
    printed(&[&arguments[..], &["--no-second-pass"]].concat());
    let version = lines(&out)[0]["engine_version"]
        .as_str()
        .unwrap()
        .to_owned();
    let signature = format!(" bench {} tables ", plumb::search::SIGNATURE);
    assert!(version.contains(&signature), "{version}");
    let refused = |arguments: &[&str], other: &str, own: &str| {
        let output = plumb(arguments, "");
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert_eq!(error.trim_end().lines().count(), 1, "{error}");
        assert!(error.contains(&format!("'{other}'")), "{error}");
        assert!(error.contains(&format!("'{own}'")), "{error}");
    };

    // A search that has changed since.
    let store = plumb::fairplay::Store::open(&Path::new(&out).join("run.sqlite")).unwrap();
    let other = version.replace(&signature, " bench 1 tables ");
    store.set_meta("version", &other).unwrap();
    refused(&arguments, &other, &version);
    store.set_meta("version", &version).unwrap();

    let report = fs::read_to_string(Path::new(&out).join("report.jsonl")).unwrap();
    let report = scratch.file("other.jsonl", report.replace(&version, &other));
    refused(&["fairplay", "verify", &report, &games], &other, &version);

    // Honest play that another engine made: nobody is compared with it.
    let reference = fs::read_to_string("tables/fairplay_screen.toml").unwrap();
    fs::create_dir(scratch.path("other")).unwrap();
    let reference = reference.replace(&signature, " bench 1 tables ");
    scratch.file("other/fairplay_screen.toml", reference);
    let with_tables = ["--tables", &scratch.path("other")];
    let output = plumb(&[&with_tables, &arguments[..]].concat(), "");
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{error}");
    assert!(
        error.contains("nobody is compared with honest play")
            && error.contains(" bench 1 tables ")
            && error.contains(&format!("'{version}'")),
        "{error}"
    );

    // Models that are damaged or of another engine: their figures are withheld, with a reason.
    for (name, from, to, says) in [
        (
            "engine_choice",
            " bench ",
            " bench 1",
            "belongs to records of",
        ),
        (
            "choice",
            "\n[offsets]",
            "\n[offset]",
            "unknown field `offset`, expected one of `records`",
        ),
        (
            "evidence",
            "match_slope",
            "match_slop",
            "unknown field `match_slop`, expected one of `match_level`",
        ),
    ] {
        let folder = scratch.path(&format!("models-{name}"));
        fs::create_dir(&folder).unwrap();
        let text = fs::read_to_string(format!("tables/{name}.toml")).unwrap();
        let broken = text.replacen(from, to, 1);
        assert_ne!(text, broken);
        fs::write(format!("{folder}/{name}.toml"), broken).unwrap();
        let output = plumb(&[&["--tables", &folder], &arguments[..]].concat(), "");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{error}");
        let told = error.lines().find(|line| line.contains("no z-scores"));
        assert!(told.is_some_and(|line| line.contains(&format!("{name}.toml"))));
        assert!(told.is_some_and(|line| line.contains(says)), "{error}");
        let report = lines(&out);
        let reason = report[0]["no_models"].as_str().unwrap();
        assert!(reason.contains(says), "{reason}");
        assert!(report[1]["white_figures"]["z"].is_null());
    }
    printed(&arguments);
    assert!(lines(&out)[0]["no_models"].is_null());

    // Another evaluation has made other records; other chances make other figures of the same.
    let with_changed = |name: &str| {
        let folder = scratch.path(&format!("changed-{name}"));
        fs::create_dir(&folder).unwrap();
        let changed = fs::read_to_string(format!("tables/{name}")).unwrap() + "\n# Changed.\n";
        fs::write(format!("{folder}/{name}"), changed).unwrap();
        plumb(&[&["--tables", &folder], &arguments[..]].concat(), "")
    };
    let output = with_changed("eval.toml");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains(&version), "{error}");
    let before = lines(&out)[0]["tables"].clone();
    let output = with_changed("wdl.toml");
    assert!(output.status.success());
    let head = &lines(&out)[0];
    assert_eq!(head["engine_version"], version);
    assert_eq!(head["tables"][0][0], "wdl.toml");
    assert_ne!(head["tables"], before);
    assert_eq!(head["tables"][1], before[1]);

    let zigzag = [
        "--mode",
        "zigzag",
        "--zigzag-depths",
        "4,3,2",
        "--out",
        &out,
    ];
    let zigzag = [&["fairplay", &games], &zigzag[..]].concat();
    printed(&zigzag);
    printed(&zigzag);
    store.set_meta("zigzag version", &other).unwrap();
    refused(&zigzag, &other, &version);
}

#[test]
fn the_zigzag_writes_a_line_for_each_game_and_keeps_it() {
    let scratch = Scratch::new("zigzag");
    let games = scratch.file("games.pgn", old_games(2, 24));
    let out = scratch.path("out");
    let zigzag_in = |depths: &str, jobs: &str, out: &str| {
        let mode = [
            "--mode",
            "zigzag",
            "--zigzag-depths",
            depths,
            "--multipv",
            "3",
            "--jobs",
            jobs,
        ];
        let arguments = ["fairplay", &games, "--book-plies", "16", "--out", out];
        plumb(&[&arguments[..], &mode[..]].concat(), "")
    };
    let zigzag = |depths: &str| zigzag_in(depths, "2", &out);
    assert!(zigzag("5,4,2").status.success());
    let path = Path::new(&out).join("zigzag.jsonl");
    let first = fs::read_to_string(&path).unwrap();
    let all: Vec<Value> = first.lines().map(json).collect();
    let kinds: Vec<&str> = all.iter().map(|l| l["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds[..3], ["zigzag", "zigzag_game", "zigzag_game"]);
    assert_eq!(kinds[3..], ["zigzag_player"; 3], "of Player 0, 1 and 2");
    assert_eq!(
        (&all[4]["games"], &all[4]["tested"]),
        (&2.into(), &8.into())
    );
    assert_eq!(all[0]["settings"]["d"], 5);
    let records = all[1]["records"].as_array().unwrap();
    let schema = validator("zigzag");
    for line in &all {
        let errors = schema.errors(line);
        assert!(errors.is_empty(), "{}: {errors:#?}", line["kind"]);
        for key in line.as_object().unwrap().keys() {
            let mut less = line.clone();
            less.as_object_mut().unwrap().remove(key);
            assert!(!schema.is_valid(&less), "{} without {key}", line["kind"]);
        }
    }
    // Both sides from the first move outside book, and the warm-up before it.
    assert_eq!(records.len(), 9);
    assert_eq!(records[0]["warm_up"], true);
    for (index, record) in records.iter().enumerate() {
        assert_eq!(record["ply"], 15 + index);
        assert!(record["first_at"].as_str().unwrap().len() >= 5);
    }
    // Which moves count is said, and what each side's come to.
    assert_eq!(all[1]["moves"].as_array().unwrap().len(), 8);
    assert_eq!(all[1]["white_sums"]["tested"], 4);
    let html = Path::new(&out).join("zigzag.html");
    let page = fs::read_to_string(&html).unwrap();
    assert!(page.contains("Player 1") && page.ends_with("</html>"));
    assert!(zigzag("5,4,2").status.success());
    assert_eq!(
        (&first, &page),
        (
            &fs::read_to_string(&path).unwrap(),
            &fs::read_to_string(&html).unwrap()
        ),
        "kept, and the same"
    );
    let alone = scratch.path("alone");
    assert!(zigzag_in("5,4,2", "1", &alone).status.success());
    let name = |file: &str| Path::new(&alone).join(file);
    assert_eq!(fs::read_to_string(name("zigzag.jsonl")).unwrap(), first);
    for (depths, expected) in [
        ("5,4", "three depths"),
        ("9,4,2", "d_l"),
        ("5,4,6", "d_min"),
    ] {
        let output = zigzag(depths);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{depths}: {error}");
        assert!(error.contains(expected), "{depths}: {error}");
    }
}

#[test]
fn bad_games_are_named_and_the_rest_is_reported() {
    let scratch = Scratch::new("dirt");
    let text = format!(
        "[White \"M\u{fc}ller\"]\n\n1. e4 e4 *\n\n{}[FEN \"junk\"]\n\n*\n",
        old_games(1, 40)
    );
    let latin: Vec<u8> = text.chars().map(|c| c as u8).collect();
    let games = scratch.file("dirt.pgn", latin);
    let out = scratch.path("out");
    let output = plumb(&["fairplay", &games, "--nodes", "200", "--out", &out], "");
    assert!(output.status.success());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        errors.contains("dirt.pgn, game 1 (line 1): ply 2"),
        "{errors}"
    );
    let all = lines(&out);
    let kinds: Vec<&str> = all
        .iter()
        .map(|line| line["kind"].as_str().unwrap())
        .collect();
    assert_eq!(
        kinds,
        [
            "run", "game", "player", "player", "event", "field", "problem", "problem"
        ]
    );
    assert_eq!(
        (&all[0]["games"], &all[0]["problems"]),
        (&1.into(), &2.into())
    );
    // From standard input, packed.
    let output = plumb(
        &["fairplay", "-", "--nodes", "200", "--format", "csv"],
        &old_games(1, 40),
    );
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(text.lines().count(), 41);
    assert!(
        text.lines()
            .nth(1)
            .unwrap()
            .starts_with("1,standard input,1,")
    );
}

#[test]
fn wrong_requests_get_one_clear_line() {
    let scratch = Scratch::new("wrong");
    let games = scratch.file("games.pgn", "1. e4 *\n");
    let empty = scratch.file("empty.pgn", "");
    let out = scratch.path("out");
    let (custom, short) = (scratch.path("custom"), scratch.path("short"));
    for (folder, option, value) in [(&custom, "--nodes", "200"), (&short, "--profile", "screen")] {
        plumb(&["fairplay", &games, "--out", folder, option, value], "");
    }
    for (arguments, expected) in [
        (vec!["fairplay", &games], "--out DIR"),
        (
            vec!["fairplay", "-", "-", "--out", &out],
            "- (standard input) is named twice",
        ),
        (vec!["fairplay", "--out", &out], "name the games"),
        (
            vec!["fairplay", "no/such.pgn", "--out", &out],
            "no/such.pgn",
        ),
        (vec!["fairplay", &empty, "--out", &out], "no game was found"),
        (
            vec!["fairplay", &games, "--out", &out, "--since", "soon"],
            "--since",
        ),
        (
            vec!["fairplay", &games, "--out", &out, "--index", &games],
            "games.pgn",
        ),
        (vec!["fairplay", "verify", &games, &games], "line 1"),
    ] {
        let output = plumb(&arguments, "");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}

/// Killed again and again at random moments, a run still ends with the reports
/// of an undisturbed one.
#[test]
fn kills_at_random_moments_leave_no_trace() {
    let (kills, count, nodes) = quick_or_thorough((5, 4, "300"), (50, 20, "4000"));
    let scratch = Scratch::new("kill");
    let games = scratch.file("games.pgn", old_games(count, 50));
    let (calm, rough) = (scratch.path("calm"), scratch.path("rough"));
    let arguments = |folder| {
        [
            "fairplay", &games, "--nodes", nodes, "--jobs", "2", "--out", folder,
        ]
    };
    printed(&arguments(&calm));
    let mut random = Random(5);
    let mut killed = 0;
    for _ in 0..kills {
        let mut child = Command::new(env!("CARGO_BIN_EXE_plumb"))
            .args(arguments(&rough))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(5 + random.below(150) as u64));
        killed += usize::from(child.try_wait().unwrap().is_none());
        let _ = child.kill();
        child.wait().unwrap();
    }
    assert!(
        killed > kills / 2,
        "only {killed} of {kills} were killed at work"
    );
    printed(&arguments(&rough));
    assert_eq!(reports(Path::new(&calm)), reports(Path::new(&rough)));
}

/// Four men, of whom one is taken at once, and then a rook's mate that nobody
/// finds.
fn endgame() -> String {
    let moves = "Rxh5 Kd6 Rh2 Ke6 Kf2 Kd6 Ke3 Ke5 Rh4 Kd5 Rg4 Ke5 Rg5+ Kd6 Ke4 Ke6 Rf5 Kd6 Rg5 \
        Kc6 Rh5 Kb6 Kd4 Kc6 Rg5 Kb6 Rh5 Kc6 Rf5 Kd6 Rg5 Kc6";
    let text = "[White \"A\"]\n[Black \"B\"]\n[FEN \"8/8/4k3/7n/8/8/8/6KR w - - 0 40\"]\n\n";
    format!("{text}{moves} *\n")
}

#[test]
fn what_the_tables_hold_is_left_out_and_not_looked_at() {
    let scratch = Scratch::new("tables");
    let games = scratch.file("games.pgn", endgame());
    // Which tables there are is known by their names alone.
    let folder = |name: &str, tables: &[&str]| {
        let folder = scratch.path(name);
        fs::create_dir_all(&folder).unwrap();
        for table in tables {
            fs::write(format!("{folder}/{table}.rtbw"), [0; 16]).unwrap();
        }
        folder
    };
    let (three, four) = (folder("three", &["KRvK"]), folder("four", &["KRvKN"]));
    let elsewhere = folder("elsewhere", &["KRvKN", "KRvK"]);
    let lines = |more: &[&str]| {
        let start = ["fairplay", &games, "--format", "jsonl", "--nodes", "300"];
        let text = printed(&[&start, more].concat());
        let lines: Vec<Value> = text.lines().map(json).collect();
        (text, lines[0].clone(), lines[1].clone())
    };
    let (_, head, game) = lines(&[]);
    assert_eq!(head.get("tablebases"), None);
    assert!(!game["trace"].as_str().unwrap().contains('t'));
    let digest = head["digest"].clone();

    let (_, head, game) = lines(&["--syzygy", &three]);
    let trace = game["trace"].as_str().unwrap();
    assert!(
        !trace.starts_with('t') && trace[1..].chars().all(|c| c == 't'),
        "{trace}"
    );
    assert!(game["moves"][1]["record"].is_null() && !game["moves"][0]["record"].is_null());
    let words = head["tablebases"].as_str().unwrap();
    assert!(
        words.starts_with("Syzygy, up to 3 men, 1 table, "),
        "{words}"
    );
    assert_ne!(head["digest"], digest);

    let (both, _, game) = lines(&["--syzygy", &three, "--syzygy", &four]);
    assert_eq!(game["trace"], "t".repeat(32));
    assert_eq!(
        both,
        lines(&["--syzygy", &elsewhere]).0,
        "wherever they are"
    );
    // Barnes leaves out only book and mates.
    let (_, _, game) = lines(&["--syzygy", &three, "--rules", "barnes"]);
    assert!(!game["trace"].as_str().unwrap().contains('t'));
    assert!(!game["moves"][31]["record"].is_null());

    let empty = folder("empty", &[]);
    for folder in [&empty, &scratch.path("missing")] {
        let output = plumb(
            &["fairplay", &games, "--format", "jsonl", "--syzygy", folder],
            "",
        );
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            said.starts_with(&format!("plumb: endgame tables in {folder}: ")),
            "{said}"
        );
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

/// `.ci/run` names a folder with tables of up to four men.
#[test]
fn tables_as_they_are_found_are_counted() {
    let Some(folder) = std::env::var_os("PLUMB_SYZYGY") else {
        println!("PLUMB_SYZYGY is not set: nothing to ask");
        return;
    };
    let scratch = Scratch::new("syzygy");
    let games = scratch.file("games.pgn", endgame());
    let folder = folder.to_str().unwrap();
    let text = printed(&[
        "fairplay", &games, "--format", "jsonl", "--nodes", "300", "--syzygy", folder,
    ]);
    let lines: Vec<Value> = text.lines().map(json).collect();
    let words = lines[0]["tablebases"].as_str().unwrap();
    assert!(
        words.starts_with("Syzygy, up to 4 men, 35 tables, "),
        "{words}"
    );
    assert_eq!(lines[1]["trace"], "t".repeat(32));
    assert_eq!(lines[1]["white_figures"]["excluded"]["tablebase"], 16);
}

/// Where the address space is limited, fewer threads work, to the same report.
#[cfg(target_os = "linux")]
#[test]
fn jobs_without_the_memory_for_them_are_fewer_jobs() {
    let scratch = Scratch::new("memory");
    let games = scratch.file("games.pgn", old_games(4, 34));
    let plumb = env!("CARGO_BIN_EXE_plumb");
    let run = |limit: &str| {
        let script = format!(
            "ulimit -v {limit}; exec {plumb} fairplay {games} --jobs 4 --nodes 100 \
             --no-second-pass --format jsonl"
        );
        let output = Command::new("sh").args(["-c", &script]).output();
        let output = output.expect("sh starts");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), output.stdout, errors)
    };
    let (code, expected, errors) = run("unlimited");
    assert_eq!(code, Some(0), "{errors}");
    let limits = ["150000", "200000", "250000", "300000"];
    for limit in limits.into_iter().step_by(quick_or_thorough(2, 1)) {
        let (code, report, errors) = run(limit);
        assert_eq!(code, Some(0), "{limit} KiB: {errors}");
        assert!(report == expected, "{limit} KiB: another report");
    }
}
