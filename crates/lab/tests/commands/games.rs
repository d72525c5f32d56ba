//! Games that are played out, with help and without, as users meet them.

use std::fs;

use plumb_testing::pgn::old_games;
use plumb_testing::program::{path, printed, refused};
use plumb_testing::scratch::Scratch;

/// Games of rated people at one time control.
fn rated_games() -> String {
    let rated = "[Site \"https://lichess.org/abcd1234\"]\n[TimeControl \"300+3\"]\n\
                 [WhiteElo \"1700\"]\n[BlackElo \"1720\"]\n[Date ";
    old_games(12, 34).replace("[Date ", rated)
}

#[test]
fn games_are_played_out_again_go_on_and_are_held_against_each_other() {
    let scratch = Scratch::new("train-games");
    let names = ["games.pgn", "run", "none.pgn", "first.pgn", "none", "first"];
    let [games, run, none, first, none_run, first_run] = names.map(|name| scratch.path(name));
    fs::write(&games, rated_games()).unwrap();
    printed(&["train", "records", &games, "--moves", "1", "--out", &run]);

    let play = [
        "train",
        "games",
        &run,
        "--plies",
        "30",
        "--games",
        "3",
        "--players",
        "2",
    ];
    let without = [&play[..], &["--share", "0", "--out", &none]].concat();
    let said = printed(&without);
    assert!(said.starts_with("6 games of 2 numbered players"), "{said}");
    assert!(said.contains("; 0 of "), "{said}");
    let text = fs::read_to_string(&none).unwrap();
    assert_eq!(text.matches("[Event \"Test\"]").count(), 6);
    assert_eq!(text.matches("[Site \"https://lichess.org/\"]").count(), 6);
    for name in ["White", "Black"] {
        let named = text.matches(&format!("[{name} \"Player ")).count();
        assert_eq!(named, if name == "White" { 4 } else { 2 });
    }

    // Stopped anywhere, it goes on and comes to the same.
    let second = text.match_indices("[Event ").nth(1).unwrap().0;
    for end in [9, second - 30, second, text.len() - 3] {
        fs::write(&none, &text[..end]).unwrap();
        printed(&without);
        assert!(fs::read_to_string(&none).unwrap() == text, "{end}");
    }

    // Plumb itself helps, by nodes, and the games are the same again.
    let program = path("plumb");
    let program = program.to_str().unwrap();
    let helper = ["--assistant", program, "--nodes", "300", "--out", &first];
    let with = [&play[..], &helper].concat();
    let said = printed(&with);
    let helped = fs::read_to_string(&first).unwrap();
    let all = helped
        .matches("[Assistance \"first choice, 100 %, of ")
        .count();
    assert_eq!(all, 6, "{helped}");
    let words: Vec<&str> = said.split_whitespace().collect();
    let of = words.iter().position(|word| *word == "behind").unwrap();
    assert_eq!(words[of - 4], words[of - 2], "all moves are helped: {said}");
    let second = helped.match_indices("[Event ").nth(1).unwrap().0;
    fs::write(&first, &helped[..second + 200]).unwrap();
    printed(&with);
    assert!(fs::read_to_string(&first).unwrap() == helped);

    for (games, run) in [(&none, &none_run), (&first, &first_run)] {
        let records = ["train", "records", games, "--moves", "300", "--out", run];
        printed(&[&records[..], &["--deep-looks-from", "1"]].concat());
    }
    let compare = ["train", "assistance", "--choices", "2"];
    let of_first = [&compare[..], &[&first_run, "--honest", &none_run]].concat();
    let said = printed(&of_first);
    assert_eq!(said, printed(&of_first));
    let row = said.lines().last().unwrap();
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    assert!(cells[1].starts_with("first choice, 100 %, of "), "{row}");
    assert!(cells[1].ends_with("(2 players)"), "{row}");
    assert_eq!((cells[2], cells.len()), ("100 %", 16), "{row}");
    // Everybody beside himself is as likely above as below.
    let own = printed(&[&compare[..], &[&none_run, "--honest", &none_run]].concat());
    let row = own.lines().last().unwrap();
    assert!(row.contains("| none (2 players) | 0 % |"), "{row}");
    assert_eq!(row.matches(" 0.50 (").count(), 9, "{row}");

    let wrong = [&compare[..], &[&none_run, "--honest", &first_run]].concat();
    assert!(refused(&wrong).contains("expected some of plumb-lab train games --share 0"));
    let wrong = [&compare[..], &[&run, "--honest", &none_run]].concat();
    assert!(refused(&wrong).contains("expected games of one file of plumb-lab train games"));
    let wrong = ["train", "assistance", &first_run, "--honest", &none_run];
    assert!(refused(&[&wrong[..], &["--choices", "99"]].concat()).contains("has 99 choices"));

    // The file of another run stays as it is.
    let wrong = [&without[..], &["--seed", "2"]].concat();
    assert!(refused(&wrong).contains("choose another file"));
    fs::write(&none, "[Event \"Test\"]\n[Site \"?\"]\n").unwrap();
    assert!(refused(&without).contains("something else"));
    fs::write(&none, &helped).unwrap();
    assert!(refused(&without).contains("expected 'none'; choose another file"));
    assert!(fs::read_to_string(&none).unwrap() == helped);
}

#[test]
fn what_cannot_be_played_out_is_one_clear_line() {
    let scratch = Scratch::new("train-games-wrong");
    let [games, run, out] = ["games.pgn", "run", "out.pgn"].map(|name| scratch.path(name));
    fs::write(&games, rated_games()).unwrap();
    printed(&["train", "records", &games, "--moves", "1", "--out", &run]);
    let play = ["train", "games", &run, "--out", &out];
    for (more, says) in [
        (&[][..], "--assistant NAME"),
        (&["--share", "101"], "hundredths from 0 to 100"),
        (&["--share", "NaN"], "hundredths from 0 to 100"),
        (&["--share", "0", "--games", "13"], "no 13 games"),
        (&["--assistant", "no such engine"], "no such engine"),
    ] {
        let error = refused(&[&play[..], more].concat());
        assert!(error.contains(says), "{error}");
        assert!(fs::metadata(&out).is_err(), "{says}");
    }
    let nowhere = ["train", "games", &games, "--share", "0", "--out", &out];
    assert!(refused(&nowhere).contains("no run is there"));
}
