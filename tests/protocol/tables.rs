//! Endgame tables in both protocols: the options, what is told of bad ones, and
//! play by real ones where `PLUMB_SYZYGY` names a folder of them.

use plumb_testing::scratch::Scratch;
use std::fs;
use std::time::Duration;

use crate::driver::Plumb;

/// A folder of files with endgame tables' names, gone when dropped.
struct Folder(Scratch);

impl Folder {
    /// With files of this content. A table's length is 16 more than a multiple of 64.
    fn with(name: &str, files: &[(&str, &[u8])]) -> Folder {
        let path = Scratch::new(name);
        for (file, content) in files {
            fs::write(path.join(file), content).expect("a file");
        }
        Folder(path)
    }

    fn path(&self) -> String {
        self.0.display().to_string()
    }
}

/// Rook against king: tables of three men have it.
const ROOK: &str = "8/8/8/3k4/8/8/8/KR6 w - - 60 90";

const NOISE: [u8; 80] = [0x5a; 80];

fn real() -> Option<String> {
    let folder = std::env::var("PLUMB_SYZYGY").ok();
    if folder.is_none() {
        println!("PLUMB_SYZYGY is not set: nothing to ask");
    }
    folder
}

#[test]
fn a_folder_without_tables_is_told_once_and_play_goes_on() {
    let empty = Folder::with("empty", &[("readme.txt", b"none here")]);
    let mut plumb = Plumb::uci();
    for path in ["/no/such/folder".to_owned(), empty.path()] {
        plumb.send(format!("setoption name SyzygyPath value {path}"));
        let lines = plumb.sync();
        let start =
            format!("info string error: option SyzygyPath not changed: endgame tables in {path}: ");
        assert!(
            lines.len() == 1 && lines[0].starts_with(&start),
            "{lines:?}"
        );
        plumb.send(format!("position fen {ROOK}"));
        plumb.send("go depth 2");
        let lines = plumb.until("bestmove");
        assert!(lines.iter().all(|line| !line.starts_with("info string")));
        assert!(lines[0].contains(" tbhits 0 "), "{lines:?}");
    }
    for none in ["", " value", " value <empty>"] {
        plumb.send(format!("setoption name SyzygyPath{none}"));
        assert_eq!(plumb.sync(), [""; 0]);
    }
    plumb.quit();
}

#[test]
fn a_folder_without_tables_is_told_to_xboard_once() {
    let mut plumb = Plumb::xboard();
    let empty = std::env::temp_dir().join(format!("plumb-no-tables-{}", std::process::id()));
    std::fs::create_dir_all(&empty).unwrap();
    plumb.send(format!("egtpath syzygy {}", empty.display()));
    let lines = plumb.ping();
    assert!(
        lines.len() == 1 && lines[0].starts_with("telluser option SyzygyPath not changed: "),
        "{lines:?}"
    );
    let _ = std::fs::remove_dir(&empty);
    // Where XBoard has a folder set that is not there, no window opens.
    plumb.send("egtpath syzygy /EGT/Syzygy");
    let lines = plumb.ping();
    assert_eq!(
        lines,
        ["# no endgame tables: there is no folder /EGT/Syzygy"]
    );
    for again in [
        "egtpath syzygy /EGT/Syzygy",
        "egtpath nalimov /EGT",
        "egtpath syzygy",
    ] {
        plumb.send("new");
        plumb.send(again);
        assert_eq!(plumb.ping(), [""; 0], "{again}");
    }
    plumb.quit();
}

#[test]
fn a_truncated_table_is_named() {
    let folder = Folder::with("short", &[("KRvK.rtbw", &NOISE[..79])]);
    let mut plumb = Plumb::uci();
    plumb.send(format!("setoption name SyzygyPath value {}", folder.path()));
    let lines = plumb.sync();
    assert!(
        lines.len() == 1 && lines[0].contains("KRvK.rtbw: ") && lines[0].contains(" error: "),
        "{lines:?}"
    );
    plumb.quit();
}

#[test]
fn a_damaged_table_is_told_once_and_play_goes_on() {
    let folder = Folder::with("noise", &[("KRvK.rtbw", &NOISE), ("KRvK.rtbz", &NOISE)]);
    let mut plumb = Plumb::uci();
    plumb.send(format!("setoption name SyzygyPath value {}", folder.path()));
    let lines = plumb.sync();
    assert_eq!(
        lines,
        ["info string endgame tables: 1 of outcomes (WDL), 1 of distances (DTZ), up to 3 men"]
    );
    plumb.send("setoption name Threads value 2");
    let mut told = Vec::new();
    for _ in 0..3 {
        plumb.send(format!("position fen {ROOK}"));
        plumb.send("go depth 6");
        let lines = plumb.until("bestmove");
        assert!(lines.iter().any(|line| line.contains(" score ")));
        told.extend(lines.into_iter().filter(|line| line.contains("string")));
    }
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("KRvK"), "{told:?}");
    plumb.quit();

    let mut plumb = Plumb::xboard();
    plumb.send(format!("egtpath syzygy {}", folder.path()));
    assert!(plumb.ping()[0].starts_with("# endgame tables: 1 of"));
    plumb.send(format!("setboard {ROOK}"));
    plumb.send("sd 6");
    plumb.send("go");
    let lines = plumb.until("move ");
    let told: Vec<_> = lines.iter().filter(|line| line.contains("KRvK")).collect();
    assert!(
        told.len() == 1 && told[0].starts_with("telluser endgame tables: "),
        "{lines:?}"
    );
    plumb.quit();
}

#[test]
fn the_options_are_announced() {
    let mut plumb = Plumb::start();
    plumb.send("uci");
    let lines = plumb.until("uciok");
    for line in [
        "option name SyzygyPath type string default <empty>",
        "option name SyzygyProbeDepth type spin default 1 min 1 max 100",
        "option name Syzygy50MoveRule type check default true",
        "option name SyzygyProbeLimit type spin default 7 min 0 max 7",
    ] {
        assert!(lines.iter().any(|said| said == line), "{line}");
    }
    plumb.quit();
    let mut plumb = Plumb::start();
    plumb.send("xboard\nprotover 2");
    let lines = plumb.until("feature done=1").join("\n");
    for part in [
        "egt=\"syzygy\"",
        "option=\"SyzygyProbeDepth -spin 1 1 100\"",
        "option=\"Syzygy50MoveRule -check 1\"",
        "option=\"SyzygyProbeLimit -spin 7 0 7\"",
    ] {
        assert!(lines.contains(part), "{part}: {lines}");
    }
    assert!(!lines.contains("SyzygyPath"), "{lines}");
    plumb.quit();
}

/// The last score of a search of `fen` three plies deep, and its hits.
fn searched(plumb: &mut Plumb, fen: &str) -> (String, u64) {
    plumb.send(format!("position fen {fen}"));
    plumb.send("go depth 3");
    let lines = plumb.until("bestmove");
    let last = &lines[lines.len() - 2];
    let after = |word: &str| {
        let mut words = last.split(' ').skip_while(|found| *found != word);
        words.nth(1).expect("a value").to_owned()
    };
    let number = last.split(" score ").nth(1).expect("a score");
    let score: Vec<&str> = number.split(' ').take(2).collect();
    (score.join(" "), after("tbhits").parse().expect("a number"))
}

#[test]
fn the_options_do_what_they_say() {
    let Some(folder) = real() else {
        return;
    };
    let mut plumb = Plumb::uci();
    let set = |plumb: &mut Plumb, option: &str| {
        plumb.send(format!("setoption name {option}"));
        plumb.sync()
    };
    let (plain, hits) = searched(&mut plumb, ROOK);
    assert!(plain != "cp 30000" && hits == 0, "{plain}");
    let lines = set(&mut plumb, &format!("SyzygyPath value {folder}"));
    assert_eq!(
        lines,
        ["info string endgame tables: 35 of outcomes (WDL), 35 of distances (DTZ), up to 4 men"]
    );
    let (score, hits) = searched(&mut plumb, ROOK);
    assert!(score == "cp 30000" && hits > 0, "{score} {hits}");
    // The same path again is no news, and a new game changes nothing.
    let lines = set(&mut plumb, &format!("SyzygyPath value {folder}"));
    assert_eq!(lines, [""; 0]);
    plumb.send("ucinewgame");
    assert_eq!(searched(&mut plumb, ROOK).0, "cp 30000");
    // Another table size or number of threads does not lose them.
    set(&mut plumb, "Hash value 8");
    assert_eq!(searched(&mut plumb, ROOK).0, "cp 30000");
    set(&mut plumb, "Threads value 2");
    assert_eq!(searched(&mut plumb, ROOK).0, "cp 30000");
    set(&mut plumb, "Threads value 1");

    // Too late a win, unless the rule does not count.
    let late = ROOK.replace(" 60 ", " 97 ");
    assert_eq!(searched(&mut plumb, &late).0, "cp 1");
    set(&mut plumb, "Syzygy50MoveRule value false");
    assert_eq!(searched(&mut plumb, &late).0, "cp 30000");
    set(&mut plumb, "Syzygy50MoveRule value true");
    assert_eq!(searched(&mut plumb, &late).0, "cp 1");

    set(&mut plumb, "SyzygyProbeLimit value 2");
    assert_eq!(searched(&mut plumb, ROOK), (plain.clone(), 0));
    set(&mut plumb, "SyzygyProbeLimit value 3");
    assert_eq!(searched(&mut plumb, ROOK).0, "cp 30000");

    // A path that is no good leaves the old one; none takes it away.
    let lines = set(&mut plumb, "SyzygyPath value /no/such/folder");
    assert_eq!(lines.len(), 1);
    assert_eq!(searched(&mut plumb, ROOK).0, "cp 30000");
    set(&mut plumb, "SyzygyPath value <empty>");
    assert_eq!(searched(&mut plumb, ROOK), (plain, 0));
    // Several folders, one of them named twice.
    let both = std::env::join_paths([&folder, &folder]).expect("a path");
    set(&mut plumb, &format!("SyzygyPath value {}", both.display()));
    assert_eq!(searched(&mut plumb, ROOK).0, "cp 30000");
    plumb.quit();
}

#[test]
fn threads_share_the_tables() {
    let Some(folder) = real() else {
        return;
    };
    // The pawns are won, and then the game, which the tables know long before.
    let fen = "8/3k4/3p4/8/1P1K4/8/6P1/8 w - - 0 1";
    let mut plumb = Plumb::uci();
    plumb.send(format!("setoption name SyzygyPath value {folder}"));
    assert_eq!(plumb.sync().len(), 1);
    for threads in [1, 2, 4, 2] {
        plumb.send(format!("setoption name Threads value {threads}"));
        plumb.send("ucinewgame");
        plumb.send(format!("position fen {fen}"));
        plumb.send("go nodes 150000");
        let lines = plumb.until("bestmove");
        let hits = lines.iter().rev().find_map(|line| {
            let (_, after) = line.split_once(" tbhits ")?;
            after.split(' ').next()?.parse::<u64>().ok()
        });
        assert!(hits.is_some_and(|hits| hits > 100), "{threads}: {hits:?}");
        assert!(!lines.iter().any(|line| line.contains("info string")));
    }
    plumb.quit();
}

#[test]
fn a_path_that_changes_during_a_search_waits_for_its_end() {
    let Some(folder) = real() else {
        return;
    };
    let mut plumb = Plumb::uci();
    plumb.send("setoption name Threads value 2");
    plumb.send(format!("setoption name SyzygyPath value {folder}"));
    plumb.send("position startpos");
    plumb.send("go infinite");
    plumb.send("setoption name SyzygyPath value /no/such/folder");
    plumb.send("setoption name SyzygyPath");
    assert!(
        plumb
            .line_within(Duration::from_millis(200))
            .is_some_and(|line| !line.contains("error"))
    );
    plumb.send("stop");
    plumb.until("bestmove");
    let lines = plumb.sync();
    assert!(
        lines.len() == 1 && lines[0].contains("/no/such/folder"),
        "{lines:?}"
    );
    assert_eq!(searched(&mut plumb, ROOK).1, 0);
    plumb.quit();
}

#[test]
fn xboard_is_played_by_the_tables() {
    let Some(folder) = real() else {
        return;
    };
    let mut plumb = Plumb::xboard();
    plumb.send(format!("egtpath syzygy {folder}"));
    assert!(plumb.ping()[0].starts_with("# endgame tables: 35 of outcomes"));
    plumb.send("force");
    plumb.send(format!("setboard {ROOK}"));
    plumb.send("sd 3");
    plumb.send("go");
    let lines = plumb.until("move ");
    // ply score time nodes seldepth nps tbhits
    let first = &lines[0];
    let numbers: Vec<&str> = first.split('\t').next().unwrap().split(' ').collect();
    assert_eq!(numbers[1], "30000", "{lines:?}");
    assert_ne!(numbers[6], "0", "{lines:?}");
    plumb.quit();
}
