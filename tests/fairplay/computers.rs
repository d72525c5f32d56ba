//! Computers that play openly are named, have figures, and are in no figure of people.

use std::fs;

use plumb_testing::pgn::old_games;
use plumb_testing::program::{json, plumb, printed, validator};
use plumb_testing::scratch::Scratch;
use serde_json::Value;

/// Random moves are decided soon; here they count all the same.
const SEARCH: [&str; 6] = ["--nodes", "100", "--decided", "9000", "--forced", "9000"];

/// Games of seven players, two for most of them. All are rated, so that everybody may have a z.
fn games() -> Vec<String> {
    let games = old_games(10, 60);
    let rated = "[WhiteElo \"2100\"]\n[BlackElo \"2100\"]\n[Result";
    let games = games.split_inclusive("*\n\n");
    games.map(|game| game.replace("[Result", rated)).collect()
}

/// The same with this tag in each game that has a side with this name.
fn marked(games: &[String], name: &str, tag: &str, value: &str) -> Vec<String> {
    let mark = |game: &String| {
        let mut game = game.clone();
        for side in ["White", "Black"] {
            let player = format!("[{side} \"{name}\"]\n");
            let with_mark = format!("{player}[{side}{tag} \"{value}\"]\n");
            game = game.replace(&player, &with_mark);
        }
        game
    };
    games.iter().map(mark).collect()
}

fn report(games: &[String], arguments: &[&str]) -> Vec<Value> {
    let format = ["fairplay", "-", "--format", "jsonl"];
    let output = plumb(&[&format[..], &SEARCH, arguments].concat(), &games.concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<Value> = text.lines().map(json).collect();
    let validator = validator("fairplay");
    for line in &lines {
        let errors = validator.errors(line);
        assert!(errors.is_empty(), "{}: {errors:#?}", line["kind"]);
    }
    lines
}

fn player<'l>(lines: &'l [Value], name: &str) -> &'l Value {
    let is_own = |line: &&Value| line["kind"] == "player" && line["name"] == name;
    lines.iter().find(is_own).expect("the player")
}

fn kind<'l>(lines: &'l [Value], kind: &str) -> Vec<&'l Value> {
    lines.iter().filter(|line| line["kind"] == kind).collect()
}

/// Moves that count, of the sides of a report that are (`true`) or are not a computer's.
fn counted(lines: &[Value], of_computers: bool) -> u64 {
    let sides = kind(lines, "game").into_iter().flat_map(|game| {
        ["white", "black"].map(|side| {
            let is_computer = game[format!("{side}_computer")] == true;
            let count = game[format!("{side}_figures")]["counted"].as_u64().unwrap();
            if is_computer == of_computers {
                count
            } else {
                0
            }
        })
    });
    sides.sum()
}

#[test]
fn a_server_marks_its_computers_and_they_are_in_no_figure_of_people() {
    let people = games();
    let before = report(&people, &[]);
    let fics = marked(&people, "Player 2", "IsComp", "Yes");
    let both = marked(&fics, "Player 5", "Title", "BOT");
    let lines = report(&both, &[]);

    assert_eq!(
        (&lines[0]["players"], &lines[0]["computers"]),
        (&7.into(), &2.into())
    );
    let with_figures = |lines: &[Value]| lines[0]["with_figures"].as_u64().unwrap();
    assert_eq!(with_figures(&lines) + 2, with_figures(&before));
    for computer in ["Player 2", "Player 5"] {
        let (was, is) = (player(&before, computer), player(&lines, computer));
        assert_eq!(is["computer"], true);
        assert!(was["player"]["z"].is_object() || was["player"]["core"][0]["figures"].is_object());
        // The same facts as before, and nothing that holds them against people.
        assert_eq!(is["player"]["core"], was["player"]["core"]);
        for nothing in [
            "evidence",
            "common",
            "skill",
            "relative_skill",
            "less_opponents",
        ] {
            assert!(is[nothing].is_null(), "{computer}: {nothing}");
        }
        for z in ["z", "engine_like", "deep_loss", "intrinsic_rating"] {
            assert!(is["player"][z].is_null(), "{computer}: {z}");
        }
        assert_eq!(is["events"], Value::Array(Vec::new()));
        // It is no part of the field.
        assert_eq!(is["field"]["counted"], counted(&lines, false));
    }
    let computers = kind(&lines, "game").into_iter().filter(|game| {
        let name = |side| matches!(game[side].as_str(), Some("Player 2" | "Player 5"));
        let is = |side: &str| game[format!("{side}_computer")] == true;
        for side in ["white", "black"] {
            assert_eq!(is(side), name(side), "{}", game["id"]);
        }
        is("white") || is("black")
    });
    assert!(computers.count() >= 4);

    let field = kind(&lines, "field")[0];
    assert!(counted(&lines, true) > 60);
    assert_eq!(field["figures"]["counted"], counted(&lines, false));
    let event = kind(&lines, "event")[0];
    assert_eq!(event["figures"]["counted"], counted(&lines, false));
    assert!(lines.iter().all(|line| line["kind"] != "player"
        || line["computer"] == true
        || line.get("computer").is_none()));
}

/// A report of people has no word of computers, whatever else its tags say.
#[test]
fn a_report_of_people_is_as_it_was() {
    let people = games();
    let tagged = marked(&people, "Player 2", "IsComp", "No");
    let tagged = marked(&tagged, "Player 5", "Title", "GM");
    let (before, after) = (report(&people, &[]), report(&tagged, &[]));
    assert!(
        before
            .iter()
            .all(|line| !line.to_string().contains("computer"))
    );
    assert_eq!(before.len(), after.len());
    for (mut one, mut other) in before.into_iter().zip(after) {
        for line in [&mut one, &mut other] {
            line["tags"] = Value::Null;
            line["line"] = Value::Null;
        }
        assert_eq!(one, other);
    }
}

/// Somebody's account was a program's in some games: as a person the others alone count.
#[test]
fn a_name_of_both_kinds_has_the_persons_games() {
    let people = games();
    let (last, others) = people.split_last().unwrap();
    let last = marked(std::slice::from_ref(last), "Player 2", "Type", "program");
    // Player 2 has a game more than others.
    let games = [others, &last].concat();
    let (all, lines) = (report(others, &[]), report(&games, &[]));
    let (was, is) = (player(&all, "Player 2"), player(&lines, "Player 2"));
    let sides = kind(&lines, "game")
        .iter()
        .filter(|game| {
            let is =
                |side: &str| game[side] == "Player 2" && game[format!("{side}_computer")] == true;
            is("white") || is("black")
        })
        .count();
    assert_eq!(is["computer_games"], sides as u64);
    assert!(is.get("computer").is_none() && sides > 0);
    assert_eq!(is["player"]["counted"], was["player"]["counted"]);
    assert_eq!(is["player"]["core"], was["player"]["core"]);
    assert!(lines[0].get("computers").is_none());
}

/// A folder's reports say so, are the same when a run goes on, and pass a check.
#[test]
fn reports_say_so_and_pass_a_check() {
    let scratch = Scratch::new("fairplay-computers");
    let (pgn, out) = (scratch.path("games.pgn"), scratch.path("out"));
    let mut games = marked(&games(), "Player 2", "Title", "BOT");
    // FICS's mark in a name.
    for game in &mut games {
        *game = game.replace("\"Player 5\"", "\"Fritz(C)\"");
    }
    fs::write(&pgn, games.concat()).unwrap();
    let run = [&["fairplay", pgn.as_str(), "--out", &out][..], &SEARCH].concat();
    let said = printed(&run);
    assert!(
        said.contains("of 7 players, 2 computers among them, in "),
        "{said}"
    );
    let files = ["report.jsonl", "report.html"];
    let read = || files.map(|file| fs::read_to_string(format!("{out}/{file}")).unwrap());
    let first = read();
    for file in files {
        fs::remove_file(format!("{out}/{file}")).unwrap();
    }
    printed(&[&["fairplay", "--out", out.as_str()][..], &SEARCH].concat());
    assert_eq!(read(), first);

    let page = &first[1];
    assert_eq!(page.matches("\"computer\":true").count(), 2);
    let path = format!("{out}/report.jsonl");
    let verify = ["fairplay", "verify", &path, &pgn, "--sample", "3"];
    let output = plumb(&verify, "");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stdout)
    );
    // Neither can a person be made a computer afterwards, nor a computer a person.
    let lines: Vec<Value> = first[0].lines().map(json).collect();
    let game = lines.iter().position(|line| line["white_computer"] == true);
    let at = |name: &str| lines.iter().position(|line| line["name"] == name).unwrap();
    for (place, member) in [
        (at("Player 0"), "computer"),
        (at("Player 2"), "computer"),
        (game.unwrap(), "white_computer"),
        (game.unwrap(), "black_computer"),
    ] {
        let mut lines = lines.clone();
        let line = lines[place].as_object_mut().unwrap();
        if line.remove(member).is_none() {
            line.insert(member.to_owned(), true.into());
        }
        let texts: Vec<String> = lines.iter().map(|line| format!("{line}\n")).collect();
        fs::write(&path, texts.concat()).unwrap();
        let output = plumb(&verify, "");
        assert_eq!(output.status.code(), Some(1), "{place} {member}");
    }
}

/// Capablanca against Tartakower, New York 1924, up to where much is decided.
const REAL_GAME: &str = "1. d4 e6 2. Nf3 f5 3. c4 Nf6 4. Bg5 Be7 5. Nc3 O-O 6. e3 b6 7. Bd3 Bb7 \
    8. O-O Qe8 9. Qe2 Ne4 10. Bxe7 Nxc3 11. bxc3 Qxe7 12. a4 Bxf3 13. Qxf3 Nc6 14. Rfb1 Rae8 \
    15. Qh3 Rf6 16. f4 Na5 17. Qf3 d6 18. Re1 Qd7 19. e4 fxe4 20. Qxe4 g6 21. g3 Kf8 22. Kg2 Rf7 \
    23. h4 d5 *\n\n";

/// Where people have z-scores and evidence, and moves looked at deeper, a computer has none.
#[test]
fn no_model_of_people_is_held_against_a_computer() {
    // The same moves against others, as often as evidence needs them.
    let game = |round: usize| {
        let event = ["Open", "Cup"][round % 2];
        format!(
            "[Event \"{event}\"]\n[White \"Same\"]\n[Black \"Other {round}\"]\n[WhiteElo \"2600\"]\n\
             [BlackElo \"2400\"]\n\n{REAL_GAME}"
        )
    };
    let people: Vec<String> = (0..10).map(game).collect();
    let computers = marked(&people, "Same", "IsComp", "Yes");
    // Both in one folder, so that nothing is searched twice.
    let scratch = Scratch::new("fairplay-computers-models");
    let (pgn, out) = (scratch.path("games.pgn"), scratch.path("out"));
    let run = |games: &[String]| {
        fs::write(&pgn, games.concat()).unwrap();
        let screen = ["--profile", "screen", "--no-second-pass", "--jobs", "2"];
        printed(&[&["fairplay", pgn.as_str(), "--out", &out][..], &screen].concat());
        let text = fs::read_to_string(format!("{out}/report.jsonl")).unwrap();
        text.lines().map(json).collect::<Vec<Value>>()
    };
    let (before, after) = (run(&people), run(&computers));
    let modelled = |lines: &[Value], side: &str| {
        let moves = kind(lines, "game")[0]["moves"].as_array().unwrap().clone();
        let own = moves.into_iter().filter(|mv| mv["side"] == side);
        own.filter(|mv| !mv["modelled"].is_null()).count()
    };
    assert!(
        modelled(&before, "white") >= 15,
        "{}",
        modelled(&before, "white")
    );
    assert_eq!(modelled(&after, "white"), 0);
    assert_eq!(modelled(&after, "black"), modelled(&before, "black"));
    let has_deep_look = |lines: &[Value]| {
        lines
            .iter()
            .any(|line| line.to_string().contains("\"deep_look\":{"))
    };
    assert_eq!(
        [has_deep_look(&before), has_deep_look(&after)],
        [true, false]
    );

    let (was, is) = (player(&before, "Same"), player(&after, "Same"));
    assert!(was["evidence"].is_object() && was["player"]["z"].is_object());
    for nothing in ["evidence", "common", "skill", "relative_skill"] {
        assert!(is[nothing].is_null(), "{nothing}");
    }
    for z in ["z", "engine_like", "deep_loss", "intrinsic_rating"] {
        assert!(is["player"][z].is_null(), "{z}");
    }
    let players = |lines: &[Value]| kind(lines, "event")[0]["choices"]["players"].clone();
    assert_eq!(
        players(&before).as_u64(),
        players(&after).as_u64().map(|count| count + 1)
    );
    let looked_at = |lines: &[Value]| lines[0]["looked_at"].as_u64().unwrap();
    assert_eq!(looked_at(&before), looked_at(&after) + 1);
}
