//! Matches: played to the end, misbehaving engines told apart, nothing lost
//! when the power goes.

#![cfg(unix)]

use plumb_testing::scratch::Scratch;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use plumb::board::{Color, Position};
use plumb::gauntlet::{
    Adjudication, EnginesFile, Entrant, FinishedGame, Format, GameRecord, GameRules, Match, Next,
    Opening, Order, Standings, Termination, game_pgn, schedule,
};
use plumb::notation::parse_fen;
use plumb::peer::PeerError;
use plumb::statistics::Counting;

/// An engine of the match that is this test program, behaving as told.
fn pretender(protocol: &str, behaviour: &str) -> Entrant {
    let program = std::env::current_exe().unwrap();
    let text = format!(
        "[[engine]]\nname = '{behaviour} ({protocol})'\ncommand = 'env'\nprotocol = '{protocol}'\n\
         args = ['PLUMB_PRETEND_ENGINE={protocol}:{behaviour}', '{}', 'pretend_engine', '--exact', '--nocapture', '--test-threads=1']\n",
        program.display()
    );
    let config = EnginesFile::parse(&text).unwrap().engines.remove(0);
    let program = config.locate().expect("env is everywhere");
    Entrant {
        config,
        program,
        control: "depth=1".parse().unwrap(),
        defaults: Vec::new(),
    }
}

fn rules() -> GameRules {
    GameRules {
        chess960: false,
        tablebases: None,
        ponder: false,
        margin_ms: 50,
        adjudication: Adjudication {
            max_moves: Some(20),
            ..Adjudication::default()
        },
    }
}

fn play(
    entrants: &[Entrant],
    openings: &[Opening],
    pairs: usize,
    concurrency: usize,
) -> Vec<FinishedGame> {
    let rules = rules();
    let contest = Match {
        entrants,
        openings,
        rules: &rules,
        concurrency,
        interrupt: Arc::new(AtomicBool::new(false)),
    };
    let games = schedule(
        Format::RoundRobin,
        entrants.len(),
        pairs,
        openings.len(),
        Order::Sequential,
    );
    let mut finished = Vec::new();
    contest.play(&games, |game| {
        finished.push(game);
        Next::Continue
    });
    finished.sort_by_key(|game| game.scheduled.number);
    finished
}

fn start_position() -> Vec<Opening> {
    vec![Opening::bare(Position::start())]
}

#[test]
fn uci_and_cecp_engines_play_each_other() {
    let entrants = [
        pretender("uci", "good"),
        pretender("cecp", "good"),
        pretender("uci", "good"),
    ];
    let finished = play(&entrants, &start_position(), 2, 2);
    assert_eq!(finished.len(), 12);
    let mut standings = Standings::default();
    for (number, game) in finished.iter().enumerate() {
        assert_eq!(game.scheduled.number, number);
        assert_eq!(
            game.played.termination.offender(),
            None,
            "{:?}",
            game.played.termination
        );
        assert!(!game.played.moves.is_empty());
        standings.add(&GameRecord::of(game, &start_position()[0]).unwrap());
    }
    assert_eq!(standings.games, 12);
    assert_eq!(standings.total(0).0, 8);
}

#[test]
fn openings_begin_where_they_say() {
    let opening = Opening::bare(parse_fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 4 30").unwrap());
    let entrants = [pretender("uci", "good"), pretender("cecp", "good")];
    for game in play(&entrants, std::slice::from_ref(&opening), 1, 1) {
        let pgn = game_pgn(&game, &opening, &entrants, "depth=1", false);
        assert!(
            pgn.contains("[FEN \"6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 4 30\"]"),
            "{pgn}"
        );
        assert!(pgn.contains("\n30... "), "{pgn}");
        assert_eq!(game.played.termination.offender(), None);
    }
}

/// What a behaviour has to lead to, and that the match goes on after it.
fn verdict(protocol: &str, behaviour: &str) -> Termination {
    let entrants = [pretender(protocol, behaviour), pretender("uci", "good")];
    let finished = play(&entrants, &start_position(), 1, 1);
    assert_eq!(finished.len(), 2, "{behaviour}: both games are played");
    let terminations: Vec<&Termination> = finished
        .iter()
        .map(|game| &game.played.termination)
        .collect();
    assert_eq!(
        terminations[0].offender().is_some(),
        terminations[1].offender().is_some(),
        "{terminations:?}"
    );
    if let Some(offender) = terminations[0].offender() {
        assert_eq!(offender, Color::White, "{behaviour}: {terminations:?}");
        assert_eq!(
            terminations[1].offender(),
            Some(Color::Black),
            "{terminations:?}"
        );
        let evidence = finished[0].evidence.as_ref().expect("there is evidence");
        assert!(!evidence.is_empty());
    }
    terminations[0].clone()
}

fn failure(protocol: &str, behaviour: &str) -> PeerError {
    match verdict(protocol, behaviour) {
        Termination::EngineFailure(_, error) => error,
        other => panic!("{behaviour}: {other:?}"),
    }
}

#[test]
fn crashes_are_told_from_the_rest() {
    for protocol in ["uci", "cecp"] {
        for behaviour in ["crash-in-go", "exit-in-go", "crash-at-start"] {
            let error = failure(protocol, behaviour);
            assert!(
                matches!(error, PeerError::Crashed { .. }),
                "{protocol} {behaviour}: {error:?}"
            );
        }
    }
}

#[test]
fn floods_and_closed_pipes_are_told_apart() {
    assert!(matches!(failure("uci", "flood"), PeerError::Flooded { .. }));
    assert!(matches!(
        failure("uci", "close-output"),
        PeerError::Closed { .. } | PeerError::Crashed { .. }
    ));
}

#[test]
fn illegal_moves_lose() {
    for protocol in ["uci", "cecp"] {
        assert!(matches!(
            verdict(protocol, "illegal-move"),
            Termination::IllegalMove(Color::White, _)
        ));
    }
}

#[test]
fn late_moves_lose_on_time() {
    let mut entrants = [pretender("uci", "late-400"), pretender("uci", "good")];
    for entrant in &mut entrants {
        entrant.control = "0.2+0".parse().unwrap();
    }
    let finished = play(&entrants, &start_position(), 1, 1);
    for (game, side) in finished.iter().zip(Color::ALL) {
        assert!(
            matches!(game.played.termination, Termination::TimeLoss(loser, over) if loser == side && over > 50),
            "{:?}",
            game.played.termination
        );
    }
}

#[test]
fn broken_variations_are_a_warning_only() {
    let entrants = [pretender("uci", "broken-pv"), pretender("uci", "good")];
    let finished = play(&entrants, &start_position(), 1, 1);
    for (game, side) in finished.iter().zip(Color::ALL) {
        assert_eq!(game.played.termination.offender(), None);
        assert!(
            game.played
                .warnings
                .iter()
                .any(|(who, text)| *who == side && text.contains("illegal variation"))
        );
    }
}

#[test]
fn resignations_agreements_and_false_claims() {
    assert_eq!(
        verdict("cecp", "resign"),
        Termination::Resignation(Color::White)
    );
    assert!(matches!(
        verdict("cecp", "claim"),
        Termination::FalseClaim(Color::White, _)
    ));
}

#[test]
fn draw_offers_are_passed_on_and_may_be_accepted() {
    let how_it_ends = |one: (&str, &str), other: (&str, &str)| {
        let entrants = [pretender(one.0, one.1), pretender(other.0, other.1)];
        let game = play(&entrants, &start_position(), 1, 1).remove(0);
        (game.played.termination, game.played.moves.len())
    };
    let offering = ("cecp", "offer-draw");
    // Offered with the first move, accepted instead of the second.
    for other in [offering, ("cecp", "accept-draw")] {
        assert_eq!(how_it_ends(offering, other), (Termination::Agreement, 1));
    }
    // One who never answers, and one who cannot hear it.
    for other in [("cecp", "good"), ("uci", "good")] {
        let (termination, plies) = how_it_ends(offering, other);
        assert_ne!(termination, Termination::Agreement);
        assert!(plies > 10, "{termination:?}");
    }
}

/// A folder with an engines.toml that names this build twice.
struct Workplace(Scratch);

impl Workplace {
    fn new(name: &str) -> Workplace {
        let path = Scratch::new(&format!("gauntlet-{name}"));
        let engine = |name: &str, protocol: &str| {
            let command = env!("CARGO_BIN_EXE_plumb");
            format!("[[engine]]\nname = '{name}'\ncommand = '{command}'\nprotocol = '{protocol}'\n")
        };
        let missing =
            "[[engine]]\nname = 'Missing'\ncommand = 'no-such-engine'\nprotocol = 'uci'\n";
        let text = format!(
            "[defaults.options]\nHash = 1\n{}{}{missing}",
            engine("One", "uci"),
            engine("Other", "cecp")
        );
        std::fs::write(path.join("engines.toml"), text).unwrap();
        Workplace(path)
    }

    fn gauntlet(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plumb"));
        command
            .args(["gauntlet", "--config"])
            .arg(self.0.join("engines.toml"))
            .arg("--out")
            .arg(self.0.join("out"))
            .args(if arguments.contains(&"--chess960") {
                vec![]
            } else {
                vec![
                    "--openings",
                    concat!(env!("CARGO_MANIFEST_DIR"), "/epd/openings.epd"),
                ]
            })
            .args(["--concurrency", "2"])
            .args(if arguments.contains(&"--tc") {
                vec![]
            } else {
                vec!["--tc", "nodes=300"]
            })
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    fn finished_games(&self) -> Vec<usize> {
        let text = std::fs::read_to_string(self.0.join("out/match.jsonl")).unwrap_or_default();
        let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
        whole
            .lines()
            .skip(1)
            .map(|line| serde_json::from_str::<GameRecord>(line).unwrap().game)
            .collect()
    }

    fn pgn_games(&self) -> usize {
        let text = std::fs::read_to_string(self.0.join("out/games.pgn")).unwrap();
        text.lines()
            .filter(|line| line.starts_with("[Event "))
            .count()
    }
}

#[test]
fn killed_in_the_middle_nothing_is_lost_or_played_twice() {
    let workplace = Workplace::new("kill");
    const GAMES: usize = 12;
    let games = GAMES.to_string();
    let mut child = workplace
        .gauntlet(&["One", "Other", "--games", &games])
        .spawn()
        .unwrap();
    let deadline = Instant::now() + Duration::from_secs(120);
    while workplace.finished_games().len() < 3 {
        assert!(
            Instant::now() < deadline && child.try_wait().unwrap().is_none(),
            "no game finishes"
        );
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let before = workplace.finished_games();
    assert!(before.len() < GAMES, "killed too late");

    let output = workplace
        .gauntlet(&["One", "Other", "--games", &games])
        .output()
        .unwrap();
    assert_eq!(
        output.status.code(),
        Some(2),
        "resuming has to be asked for"
    );
    assert!(String::from_utf8_lossy(&output.stderr).contains("add --resume"));

    let output = workplace
        .gauntlet(&["One", "Other", "--games", &games, "--resume"])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(
        output.status.code(),
        Some(0),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(
        text.contains(&format!("Resuming after {} games.", before.len())),
        "{text}"
    );
    let after = workplace.finished_games();
    assert_eq!(after[..before.len()], before[..], "finished games stay");
    let mut sorted = after.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, (0..GAMES).collect::<Vec<_>>());
    assert_eq!(workplace.pgn_games(), GAMES);
    assert!(text.contains("One   - Other"), "{text}");
}

#[test]
fn chess960_matches_begin_at_its_start_positions() {
    let starts = |seed: &str| {
        let workplace = Workplace::new(&format!("chess960-{seed}"));
        let arguments = [
            "--chess960",
            "--seed",
            seed,
            "--games",
            "6",
            "--max-moves",
            "12",
        ];
        let output = workplace
            .gauntlet(&[&["One", "Other"], &arguments[..]].concat())
            .output()
            .unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{message}");
        let pgn = std::fs::read_to_string(workplace.0.join("out/games.pgn")).unwrap();
        assert_eq!(pgn.matches("[Variant \"Chess960\"]").count(), 6);
        let mut games: Vec<(&str, &str)> = Vec::new();
        for game in pgn.split("[Event ").skip(1) {
            let tag = |name: &str| {
                let (_, rest) = game.split_once(&format!("[{name} \"")).expect(name);
                rest.split('"').next().unwrap()
            };
            parse_fen(tag("FEN")).unwrap();
            games.push((tag("FEN"), tag("White")));
        }
        games.sort_unstable();
        for pair in games.chunks(2) {
            assert_eq!(pair[0].0, pair[1].0, "each start is played twice");
            assert_ne!(pair[0].1, pair[1].1, "with both colours");
        }
        games.dedup_by_key(|(fen, _)| *fen);
        assert_eq!(games.len(), 3);
        games
            .iter()
            .map(|(fen, _)| (*fen).to_owned())
            .collect::<Vec<_>>()
    };
    assert_ne!(starts("1"), starts("2"));
}

#[test]
fn a_test_that_is_decided_stops_by_itself() {
    let workplace = Workplace::new("sprt");
    // Hypotheses so far apart that equal engines decide it in a few pairs.
    let arguments = [
        "One",
        "Other",
        "--games",
        "400",
        "--sprt",
        "300",
        "500",
        "--max-moves",
        "40",
    ];
    let output = workplace.gauntlet(&arguments).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("elo0 accepted"), "{text}");
    assert!(workplace.finished_games().len() < 200, "{text}");
}

#[test]
fn engines_that_are_not_there_are_named() {
    let workplace = Workplace::new("missing");
    let output = workplace.gauntlet(&["One", "Missing"]).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        message.contains("Missing is not installed (no-such-engine): left out"),
        "{message}"
    );
    assert!(
        message.contains("a match needs two engines, found 1"),
        "{message}"
    );
    for (arguments, expected) in [
        (
            vec!["Nobody", "One"],
            "no engine is called 'Nobody'; there are One, Other, Missing",
        ),
        (
            vec!["One", "Other", "--games", "3"],
            "expected an even number",
        ),
        (
            vec!["One", "Other", "--tc", "soon"],
            "cannot read the time control 'soon'",
        ),
        (
            vec!["One", "Other", "--draw", "40"],
            "expected three numbers",
        ),
        (
            vec!["One", "Other", "--sprt", "5", "0"],
            "elo0 must be lower",
        ),
    ] {
        let output = workplace.gauntlet(&arguments).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
}

/// What a command says on both outputs, and its exit code.
fn told(command: &mut Command) -> (Option<i32>, String) {
    let output = command.output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (
        output.status.code(),
        String::from_utf8_lossy(&text).into_owned(),
    )
}

#[test]
fn two_runs_do_not_write_in_one_folder() {
    let workplace = Workplace::new("two-runs");
    let games = ["One", "Other", "--games", "200"];
    let mut first = workplace.gauntlet(&games).spawn().unwrap();
    let deadline = Instant::now() + Duration::from_secs(120);
    while workplace.finished_games().is_empty() {
        assert!(Instant::now() < deadline, "no game finishes");
        std::thread::sleep(Duration::from_millis(2));
    }
    let resumed = [&games[..], &["--resume"]].concat();
    let (code, text) = told(&mut workplace.gauntlet(&resumed));
    assert_eq!(code, Some(2), "{text}");
    let holder = format!("is being written by process {} since 2", first.id());
    assert!(text.contains(&holder), "{text}");
    // Killed, it holds nobody up.
    first.kill().unwrap();
    first.wait().unwrap();
    let more = ["One", "Other", "--games", "4", "--resume"];
    let (code, text) = told(&mut workplace.gauntlet(&more));
    assert_eq!(code, Some(0), "{text}");
    if cfg!(unix) {
        assert!(!workplace.0.join("out/.lock").exists());
    }
}

#[test]
fn the_same_game_again_and_again_is_warned_of_and_counts_once() {
    let workplace = Workplace::new("same-game");
    let openings = workplace.0.join("two.epd");
    std::fs::write(
        &openings,
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n\
         rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -\n",
    )
    .unwrap();
    let play = |name: &str, games: &str, tc: &str, has_openings: bool, resume: bool| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plumb"));
        let (list, out) = (workplace.0.join("engines.toml"), workplace.0.join(name));
        command.args(["gauntlet", "One", "Other", "--max-moves", "2", "--tc", tc]);
        command.args(["--games", games]).arg("--config").arg(list);
        if has_openings {
            command.arg("--openings").arg(&openings);
        }
        if resume {
            command.arg("--resume");
        }
        told(command.arg("--out").arg(out))
    };
    let warning = "there is one opening for 2 pairs of games: repeats will not count";
    let repeats = "repeats of other games, move for move, not in the score: 2 of 4";
    let (_, text) = play("start", "4", "nodes=50", false, false);
    assert!(text.contains(warning) && text.contains(repeats), "{text}");
    let (_, text) = play("once", "2", "nodes=50", false, false);
    assert!(!text.contains("repeats"), "{text}");
    let (_, text) = play("clock", "6", "movetime=0.01", false, false);
    assert!(!text.contains("repeats"), "{text}");

    // What was recorded before an interruption is known after it, too.
    let (_, text) = play("two", "4", "depth=1", true, false);
    assert!(!text.contains("repeats"), "{text}");
    assert!(text.contains("0-4-0"), "{text}");
    let (_, text) = play("two", "10", "depth=1", true, true);
    assert!(
        text.contains("there are 2 openings for 5 pairs of games"),
        "{text}"
    );
    assert!(text.contains("in the score: 6 of 10"), "{text}");
    assert!(text.contains("0-4-0"), "{text}");
}

#[test]
fn games_have_dates() {
    let workplace = Workplace::new("dates");
    let before = plumb::calendar::UtcTime::now();
    let (code, text) =
        told(&mut workplace.gauntlet(&["One", "Other", "--games", "2", "--max-moves", "2"]));
    assert_eq!(code, Some(0), "{text}");
    let pgn = std::fs::read_to_string(workplace.0.join("out/games.pgn")).unwrap();
    let today = [before, plumb::calendar::UtcTime::now()].map(|time| time.pgn_date());
    for tag in ["Date", "UTCDate"] {
        let dates = today.clone().map(|day| format!("[{tag} \"{day}\"]"));
        let games = dates.iter().map(|date| pgn.matches(date.as_str()).count());
        assert!(games.max() == Some(2) || dates[0] != dates[1], "{pgn}");
    }
    assert_eq!(pgn.matches("[UTCTime \"").count(), 2);
}

/// Outside the clone there is a list all the same, the user's own before it, and
/// programs by their paths.
#[cfg(unix)]
#[test]
fn engines_are_found_in_any_folder() {
    let workplace = Workplace::new("lists");
    let empty = workplace.0.join("empty");
    std::fs::create_dir_all(empty.join("config/plumb")).unwrap();
    let plumb = env!("CARGO_BIN_EXE_plumb");
    let mut number = 0;
    let mut play = |engines: &[&str]| {
        number += 1;
        let mut command = Command::new(plumb);
        command
            .current_dir(&empty)
            .env("XDG_CONFIG_HOME", empty.join("config"))
            .arg("gauntlet")
            .args(engines)
            .args(["--tc", "nodes=50", "--games", "2", "--max-moves", "2"])
            .arg("--out")
            .arg(format!("out{number}"));
        told(&mut command)
    };
    let by_path = [plumb, &format!("{plumb}:cecp")];
    let (code, text) = play(&by_path);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains(&format!("plumb - {plumb}")), "{text}");
    let (code, text) = play(&["Plumb", "Plumb (XBoard)"]);
    assert_eq!(code, Some(0), "{text}");
    let (code, text) = play(&["Plumb", "/no/such/program:cecp"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(
        text.contains("/no/such/program is no program that can be started"),
        "{text}"
    );
    let (_, text) = play(&["Plumb", "My own"]);
    assert!(
        text.contains("no engine is called 'My own'; there are Plumb, "),
        "{text}"
    );
    let list = format!("[[engine]]\nname = 'My own'\ncommand = '{plumb}'\nprotocol = 'cecp'\n");
    std::fs::write(empty.join("config/plumb/engines.toml"), list).unwrap();
    let (code, text) = play(&["Plumb", "My own"]);
    assert_eq!(code, Some(0), "{text}");
    // A file in the folder goes before all.
    std::fs::write(empty.join("engines.toml"), "").unwrap();
    let (code, text) = play(&["Plumb", "My own"]);
    assert_eq!(code, Some(2), "{text}");
}

/// Everything that an engine can do wrong: what the match counts, `rate` counts, and no more.
#[test]
fn the_match_and_the_ratings_count_the_same_games() {
    let behaviours = [
        "good",
        "crash-in-go",
        "exit-on-new-game",
        "illegal-move",
        "no-move",
        "move-twice",
        "late-400",
        "flood",
    ];
    let mut entrants: Vec<Entrant> = behaviours.map(|one| pretender("uci", one)).into();
    entrants.push(pretender("cecp", "claim"));
    entrants.push(pretender("cecp", "resign"));
    let control = "0.2+0";
    for entrant in &mut entrants {
        entrant.control = control.parse().unwrap();
    }
    let opening = &start_position()[0];
    let rules = rules();
    let games = schedule(Format::Gauntlet, entrants.len(), 1, 1, Order::Sequential);
    let contest = Match {
        entrants: &entrants,
        openings: &start_position(),
        rules: &rules,
        concurrency: 2,
        interrupt: Arc::new(AtomicBool::new(false)),
    };
    let (mut pgn, mut finished) = (String::new(), Vec::new());
    contest.play(&games, |game| {
        pgn += &game_pgn(&game, opening, &entrants, control, false);
        finished.push(GameRecord::of(&game, opening).unwrap());
        Next::Continue
    });
    assert_eq!(finished.len(), 18);
    let file = std::env::temp_dir().join(format!("plumb-same-{}.pgn", std::process::id()));
    std::fs::write(&file, &pgn).unwrap();
    let rate = |options: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plumb"));
        command
            .args(["rate", "--json", "--bootstrap", "0"])
            .args(options)
            .arg(&file);
        let (_, text) = told(&mut command);
        serde_json::from_str::<serde_json::Value>(&text).unwrap_or_else(|_| panic!("{text}"))
    };
    for (failures, options) in [(false, &[][..]), (true, &["--count-failures"][..])] {
        let counting = Counting {
            failures,
            repeats: false,
        };
        let mut standings = Standings::new(counting, control);
        finished.iter().for_each(|game| standings.add(game));
        let rated = rate(options);
        for (index, entrant) in entrants.iter().enumerate() {
            let (games, half_points) = standings.total(index);
            let name = entrant.config.name.as_str();
            let players = rated["players"].as_array().unwrap();
            let player = players.iter().find(|player| player["name"] == name);
            let counted = player.map_or((0, 0.0), |player| {
                let number = |key: &str| player[key].as_f64().unwrap();
                (number("games") as u64, number("score"))
            });
            assert_eq!(
                counted,
                (games, half_points as f64 / 2.0),
                "{name} {failures}"
            );
        }
        // Flags that fall and resignations are results; of the other engines no game is.
        let apart = if failures {
            0
        } else {
            standings.failed_games()
        };
        assert_eq!(rated["failures"], apart);
        assert_eq!(rated["repeats"], standings.repeats());
        assert_eq!(standings.total(0).0, if failures { 18 } else { 4 }, "{pgn}");
        assert_eq!(standings.failed_games(), 14);
    }
    std::fs::remove_file(&file).unwrap();
}

/// An engine that cannot play is refused after one try, in one line, before anything is written.
#[test]
fn engines_that_cannot_play_are_refused_at_the_start() {
    use std::os::unix::fs::PermissionsExt;
    let workplace = Workplace::new("cannot-play");
    let script = |name: &str, lines: &str| {
        let path = workplace.0.join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{lines}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path.to_str().unwrap().to_owned()
    };
    // A program that says nothing, one that wants an argument, and one that ends.
    let mute = script("mute", "while read -r line; do :; done");
    let usage = script(
        "usage",
        "echo 'usage: usage FILE'; while read -r line; do :; done",
    );
    let gone = script("gone", "exit 3");
    let ordinary = script(
        "ordinary",
        "while read -r line; do case $line in uci) echo uciok;; isready) echo readyok;; \
         quit) exit;; esac; done",
    );
    for (engine, arguments, expected) in [
        (
            &mute,
            &[][..],
            "mute: hung: no uciok within 10000 ms of `uci`: expected a UCI engine",
        ),
        (
            &usage,
            &[][..],
            "usage: hung: no uciok within 10000 ms of `uci`: expected a UCI engine",
        ),
        (&gone, &[][..], "gone: ended unexpectedly (exit status 3)"),
        (
            &ordinary,
            &["--chess960"][..],
            "ordinary: does not support Chess960: expected",
        ),
    ] {
        let begun = Instant::now();
        let mut command =
            workplace.gauntlet(&[&["One", engine, "--games", "4"], arguments].concat());
        let (code, text) = told(&mut command);
        assert_eq!(code, Some(2), "{text}");
        let errors = text.lines().filter(|line| line.contains(expected)).count();
        assert_eq!((errors, text.lines().count()), (1, 1), "{text}");
        assert!(begun.elapsed() < Duration::from_secs(30), "one try");
        assert!(!workplace.0.join("out").exists(), "{text}");
    }
}

#[test]
fn openings_that_are_over_are_refused_before_the_match() {
    let workplace = Workplace::new("over");
    let openings = workplace.0.join("over.epd");
    std::fs::write(
        &openings,
        "4k3/8/8/8/8/8/4P3/4K3 w - -\n7k/5Q2/6K1/8/8/8/8/8 b - -\n",
    )
    .unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_plumb"));
    command.args(["gauntlet", "One", "Other", "--games", "2", "--config"]);
    command
        .arg(workplace.0.join("engines.toml"))
        .arg("--openings")
        .arg(&openings);
    command.arg("--out").arg(workplace.0.join("out"));
    let (code, text) = told(&mut command);
    assert_eq!(code, Some(2), "{text}");
    assert!(
        text.contains("line 2: the opening ends in stalemate"),
        "{text}"
    );
    assert!(!workplace.0.join("out").exists());
}

/// An engine that crashes in every game wins nothing for its opponent, and one
/// without node rates is not asked for a number of nodes.
#[cfg(unix)]
#[test]
fn engines_that_crash_or_cannot_count_are_known_as_such() {
    use std::os::unix::fs::PermissionsExt;
    let workplace = Workplace::new("crash");
    let script = workplace.0.join("crasher");
    let lines = "#!/bin/sh\nwhile read -r line; do case $line in\n\
        uci) echo uciok;; isready) echo readyok;; protover*) echo 'feature ping=1 done=1';;\n\
        ping*) echo \"pong ${line#ping }\";; go*) kill -SEGV $$;; quit) exit;; esac; done\n";
    std::fs::write(&script, lines).unwrap();
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&script, mode).unwrap();
    let script = script.to_str().unwrap();
    let (code, text) = told(&mut workplace.gauntlet(&["One", script, "--games", "4"]));
    assert_eq!(code, Some(1), "{text}");
    assert!(
        text.contains("WARNING: 4 of 4 games ended by an engine's failure (crasher 4)"),
        "{text}"
    );
    assert!(
        text.contains("ended by an engine's failure, not in the score: crasher 4"),
        "{text}"
    );
    assert!(!text.contains("Elo"), "{text}");
    let counted = [
        "One",
        script,
        "--games",
        "4",
        "--resume",
        "--count-failures",
    ];
    let (_, text) = told(&mut workplace.gauntlet(&counted));
    assert!(
        text.contains("ended by an engine's failure, counted as lost: crasher 4"),
        "{text}"
    );
    assert!(text.contains("4-0-0"), "{text}");
    let cecp = format!("{script}:cecp");
    let (code, text) = told(&mut workplace.gauntlet(&["One", &cecp, "--games", "2"]));
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("a number of nodes (it has no nps)"), "{text}");
}
