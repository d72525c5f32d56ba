//! A report is made again from its games and records: whatever was changed in it by hand is
//! found, and a sample of the records is searched again.

use plumb_testing::scratch::Scratch;
use std::cell::RefCell;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use plumb::eval::Weights;
use plumb::fairplay::{
    Audit, AuditError, AuditEvent, AuditObserver, AuditSettings, Book, Depths, EngineSetup,
    GameInput, GameSelection, Judge, JudgeSource, PassSettings, Plan, PlumbJudge, Profile,
    ReportDestination, ReportFormat, Store, VerificationSettings, VerificationSummary, fill,
    verify,
};
use plumb::peer::{Launch, Protocol};
use plumb::tables::Models;
use plumb_testing::pgn::old_games;
use plumb_testing::program::json;
use plumb_testing::quick_or_thorough;
use serde_json::{Value, json};

/// A folder with games and a report of them.
struct Case(Scratch);

/// What a check says, line by line.
#[derive(Default)]
struct Said {
    never: AtomicBool,
    lines: RefCell<Vec<String>>,
}

impl AuditObserver for Said {
    fn stop(&self) -> &AtomicBool {
        &self.never
    }

    fn event(&self, event: AuditEvent<'_>) {
        if let AuditEvent::Different(line) = event {
            self.lines.borrow_mut().push(line.to_owned());
        }
    }
}

fn models() -> &'static Models {
    static MODELS: OnceLock<Models> = OnceLock::new();
    MODELS.get_or_init(Models::embedded)
}

fn depths(nodes: u64) -> Depths {
    Depths {
        hash_mb: 1,
        ..Depths::of(Profile::Screen).with_nodes(nodes)
    }
}

/// What is asked of the run: everything but the opening counts, so that there are figures.
fn settings(passes: PassSettings) -> AuditSettings {
    let mut settings = AuditSettings::new(Profile::Screen);
    settings.depths = depths(200);
    settings.passes = passes;
    settings.rules.thresholds.decided_cp = 9_000;
    settings.rules.thresholds.forced_gap_cp = 9_000;
    settings
}

impl Case {
    fn new(name: &str) -> Case {
        let folder = Scratch::new(&format!("verify-{name}"));
        let games = old_games(2, 52);
        let unreadable = "[Event \"x\"]\n\n1. e4 e4 *\n";
        std::fs::write(folder.join("games.pgn"), games + unreadable).unwrap();
        Case(folder)
    }

    fn games(&self) -> GameInput {
        let never = Arc::new(AtomicBool::new(false));
        GameInput::open(&self.0.join("games.pgn"), &never).unwrap()
    }

    /// Writes the report of a run whose records were made by searches with so many nodes.
    fn report(&self, nodes: u64, passes: PassSettings, selection: &GameSelection) -> String {
        self.report_by(nodes, settings(passes), selection)
    }

    /// The same where another engine judges, too.
    fn report_of_jury(&self) -> String {
        let launch = Launch::new("Twin", Protocol::Uci, env!("CARGO_BIN_EXE_plumb"));
        let mut settings = settings(PassSettings::Quicker);
        settings
            .judges
            .push(JudgeSource::Engine(Box::new(EngineSetup {
                launch,
                options: Vec::new(),
                patience: Duration::from_secs(60),
            })));
        self.report_by(200, settings, &GameSelection::default())
    }

    fn report_by(&self, nodes: u64, settings: AuditSettings, selection: &GameSelection) -> String {
        let models = models();
        let path = self.0.join("report.jsonl");
        let never = AtomicBool::new(false);
        let database = self.0.join("run.sqlite");
        let _ = std::fs::remove_file(&database);
        let store = Store::open(&database).unwrap();
        let mut audit = Audit::begin(store, settings, models).unwrap();
        audit.read(vec![self.games()], selection, &never).unwrap();
        if nodes != 200 {
            let weights = Arc::new(Weights::embedded());
            let tables = models.search_digest();
            let plumb = |nodes| PlumbJudge::new(Arc::clone(&weights), tables, depths(nodes));
            let plan = Plan {
                jobs: 1,
                judge: &|| -> Result<Box<dyn Judge>, String> {
                    Ok(Box::new(plumb(nodes).map_err(|error| error.to_string())?))
                },
                stamp: &plumb(200).unwrap().stamp().clone(),
                selected_plies: &|game| (16..game.plies.len()).collect(),
            };
            let mut store = Store::open(&database).unwrap();
            fill(&mut store, &plan, &never, |_| ()).unwrap();
        }
        let out = Box::new(std::fs::File::create(&path).unwrap());
        let destination = ReportDestination::Stream(ReportFormat::Jsonl, out);
        audit.run(destination, &never).unwrap();
        std::fs::read_to_string(path).unwrap()
    }

    /// Checks this text, searching so many of its records again.
    fn verify(
        &self,
        text: &str,
        sample: usize,
    ) -> (Result<VerificationSummary, AuditError>, Vec<String>) {
        let path = self.0.join("doctored.jsonl");
        std::fs::write(&path, text).unwrap();
        let settings = VerificationSettings {
            sample,
            seed: 1,
            book: Book::default(),
            tablebases: None,
        };
        let said = Said::default();
        let inputs = vec![self.games()];
        let verified = verify(&path, inputs, settings, models(), &said);
        let verified = verified.map(|verified| verified.expect("nobody stopped it"));
        (verified, said.lines.into_inner())
    }
}

fn text(lines: &[Value]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The first line of a kind.
fn first<'a>(lines: &'a mut [Value], kind: &str) -> &'a mut Value {
    let found = lines.iter_mut().find(|line| line["kind"] == kind);
    found.unwrap()
}

/// The first player whose figures are not withheld.
fn known(lines: &mut [Value]) -> &mut Value {
    let is_known = |line: &&mut Value| {
        let figures = line.pointer("/player/core/0/figures");
        figures.is_some_and(Value::is_object)
    };
    lines
        .iter_mut()
        .find(is_known)
        .expect("a player with figures")
}

/// Every move of every game.
fn moves(lines: &mut [Value]) -> impl Iterator<Item = &mut Value> {
    let lists = lines
        .iter_mut()
        .filter_map(|line| line["moves"].as_array_mut());
    lists.flatten()
}

fn recorded(lines: &mut [Value]) -> impl Iterator<Item = &mut Value> {
    moves(lines).filter(|mv| mv["record"].is_object())
}

fn at<'a>(line: &'a mut Value, path: &str) -> &'a mut Value {
    let found = line.pointer_mut(path);
    found.unwrap_or_else(|| panic!("{path} is not there"))
}

fn change(line: &mut Value, path: &str, value: impl Into<Value>) {
    let place = at(line, path);
    let value = value.into();
    assert_ne!(*place, value, "{path}");
    *place = value;
}

type Doctoring = (&'static str, fn(&mut Vec<Value>));

/// Ways to lie in a report.
#[rustfmt::skip]
const DOCTORINGS: &[Doctoring] = &[
    ("a player's figure", |lines| change(known(lines), "/player/core/0/figures/first_choice/share", 0.9)),
    ("a figure of the field", |lines| change(first(lines, "field"), "/figures/core/0/figures/average_error_cp/mean", 1.5)),
    ("a figure of a game", |lines| change(first(lines, "game"), "/white_figures/counted", 3)),
    ("a figure of an event", |lines| change(first(lines, "event"), "/figures/counted", 3)),
    ("an interval", |lines| change(known(lines), "/player/core/0/figures/first_choice/low", 0.01)),
    ("every move a first choice", |lines| moves(lines).for_each(|mv| {
        if let Some(is) = mv.pointer_mut("/facts/is_first_choice") { *is = true.into(); }
    })),
    ("one move a first choice", |lines| {
        let facts = moves(lines).filter_map(|mv| mv.pointer_mut("/facts/is_first_choice"));
        let mut others = facts.filter(|is| **is == json!(false));
        *others.next().unwrap() = true.into();
    }),
    ("a player renamed in a game", |lines| change(first(lines, "game"), "/white", "Somebody Else")),
    ("a player renamed in the list", |lines| change(first(lines, "player"), "/name", "Somebody Else")),
    ("players renamed everywhere", |lines| for line in lines.iter_mut() {
        *line = json(&line.to_string().replace("Player 0", "Player X"));
    }),
    ("a tag", |lines| change(first(lines, "game"), "/tags/0/1", "Another Event")),
    ("every move Qh9", |lines| moves(lines).for_each(|mv| mv["san"] = "Qh9".into())),
    ("every record about Qh9", |lines| recorded(lines).for_each(|mv| mv["record"]["played"] = "h8h9".into())),
    ("a game dropped", |lines| { let at = lines.iter().position(|line| line["kind"] == "game").unwrap(); lines.remove(at); }),
    ("the last game dropped and not counted", |lines| {
        let at = lines.iter().rposition(|line| line["kind"] == "game").unwrap();
        lines.remove(at);
        change(&mut lines[0], "/games", 1);
    }),
    ("a game twice", |lines| { let again = lines[1].clone(); lines.insert(2, again); }),
    ("two games in each other's place", |lines| lines.swap(1, 2)),
    ("the digest", |lines| change(&mut lines[0], "/digest", "0000000000000000")),
    ("the rules", |lines| change(&mut lines[0], "/rules", "barnes")),
    ("a threshold", |lines| change(&mut lines[0], "/thresholds/decided_cp", 100)),
    ("the length of the book", |lines| change(&mut lines[0], "/book/0/1", "30")),
    ("a caution", |lines| change(&mut lines[0], "/cautions/0", "This is a verdict.")),
    ("a run that is not listed", |lines| { at(&mut lines[0], "/runs").as_array_mut().unwrap().pop(); }),
    ("fewer players looked at", |lines| change(&mut lines[0], "/looked_at", 0)),
    ("fewer players with figures", |lines| change(&mut lines[0], "/with_figures", 0)),
    ("a selection that was none", |lines| change(&mut lines[0], "/selection", json!([["max-games", "1"]]))),
    ("a table's digest", |lines| change(&mut lines[0], "/tables/0/1", "0000000000000000")),
    ("an exclusion", |lines| { moves(lines).next().unwrap()["exclusion"] = Value::Null; }),
    ("moves left out", |lines| moves(lines).for_each(|mv| mv["exclusion"] = "book".into())),
    ("a loss", |lines| {
        let mut losses = moves(lines).filter_map(|mv| mv.pointer_mut("/facts/loss_cp"));
        *losses.next().unwrap() = 777.into();
    }),
    ("the trace", |lines| change(first(lines, "game"), "/trace", "++++")),
    ("every record nulled", |lines| moves(lines).for_each(|mv| mv["record"] = Value::Null)),
    ("one record nulled", |lines| recorded(lines).last().unwrap()["record"] = Value::Null),
    ("records nulled as of a failure", |lines| {
        let game = first(lines, "game");
        game["failure"] = "it was tired".into();
        at(game, "/moves").as_array_mut().unwrap().iter_mut().for_each(|mv| mv["record"] = Value::Null);
    }),
    ("a failure of nothing", |lines| change(first(lines, "game"), "/failure", "White admitted to having used an engine")),
    ("a jury that nobody saw", fake_jury),
    ("a jury that nobody saw, by its name", fake_jury_by_name),
    ("a score", |lines| change(recorded(lines).last().unwrap(), "/record/before/score", json!({"cp": 7}))),
    ("a listed score", |lines| change(recorded(lines).last().unwrap(), "/record/listed/0/score", json!({"cp": 4321}))),
    ("a record of another move", |lines| {
        let record = recorded(lines).next().unwrap()["record"].clone();
        recorded(lines).last().unwrap()["record"] = record;
    }),
    ("a problem kept quiet", |lines| { lines.pop(); }),
    ("a problem's reason", |lines| change(first(lines, "problem"), "/reason", "nothing much")),
    ("a line of another kind", |lines| lines.push(json!({"kind": "verdict", "player": "Player 0"}))),
    ("a word more in a line", |lines| first(lines, "player")["verdict"] = "cheat".into()),
    ("a player left out", |lines| { let at = lines.iter().position(|line| line["kind"] == "player").unwrap(); lines.remove(at); }),
    ("how common a player is", |lines| first(lines, "player")["common"] = json!({"one_in": 100_000})),
    ("s and c", |lines| first(lines, "player")["skill"] = json!({"sensitivity": 0.01})),
];

/// Lies about other passes, whose records a report does not have.
#[rustfmt::skip]
const DOCTORED_PASSES: &[Doctoring] = &[
    ("a range beside its figure", |lines| change(known(lines), "/player/core/0/figures/first_choice/range", json!([0.98, 0.99]))),
    ("a range that no pass spans", |lines| change(known(lines), "/player/core/0/figures/average_error_cp/range", json!([0.0, 9000.0]))),
    ("a range that is none", |lines| change(first(lines, "field"), "/figures/core/0/figures/accuracy/range", json!(["cheat", 1]))),
    ("words in a pass", |lines| change(known(lines), "/passes/0/figures", json!({"verdict": "cheat"}))),
    ("a word more in a pass", |lines| first(lines, "player")["passes"][0]["verdict"] = "cheat".into()),
    ("a count of a pass", |lines| change(known(lines), "/passes/0/figures/first_choice/count", 0)),
    ("a count of a pass with its share", |lines| {
        let pass = at(known(lines), "/passes/0/figures/losses/0/share");
        let share = pass["count"].as_u64().unwrap() as f64 + 1.0;
        pass["count"] = (share as u64).into();
        pass["share"] = (share / pass["of"].as_f64().unwrap()).into();
    }),
    ("a pass more", |lines| { let pass = lines[0]["passes"][0].clone(); at(first(lines, "field"), "/passes").as_array_mut().unwrap().push(pass); }),
    ("a pass that searched otherwise", |lines| change(&mut lines[0], "/passes/0/settings", "nodes 1000000")),
    ("a gain that no pass saw", |lines| change(moves(lines).next().unwrap(), "/agreed_gain_cp", 400)),
    ("a mark for nothing", |lines| change(moves(lines).next().unwrap(), "/is_beyond_noise", true)),
    ("passes that never were", |lines| { lines[0]["passes"] = json!([]); }),
];

/// A jury that nobody saw, in a report of one engine.
fn fake_jury(lines: &mut Vec<Value>) {
    lines[0]["jury"] = json!(["Stockfish 15"]);
    for player in lines.iter_mut().filter(|line| line["kind"] == "player") {
        player["jury"] = json!({"verdict": "cheat"});
    }
    let field = lines
        .iter()
        .position(|line| line["kind"] == "field")
        .unwrap();
    lines.insert(field + 1, json!({"kind": "jury", "verdict": "cheat"}));
}

/// The same, with all that a reader looks for in such a line.
fn fake_jury_by_name(lines: &mut Vec<Value>) {
    fake_jury(lines);
    let head = lines[0].clone();
    lines[0]["jury"] = json!(["Stockfish 15, as always"]);
    let jury = first(lines, "jury");
    jury["engines"] = json!([
        {"engine": "Plumb", "version": head["engine_version"], "settings": head["settings"]},
        {"engine": "Stockfish", "version": "15", "settings": "as always"},
    ]);
}

/// Lies about a jury, of whose records a report has only the first member's.
#[rustfmt::skip]
const DOCTORED_JURIES: &[Doctoring] = &[
    ("a verdict of another member", |lines| change(first(lines, "jury"), "/members/1/figures/core/0/figures", json!({"verdict": "cheat"}))),
    ("a word of another member", |lines| change(known(lines), "/jury/members/1/figures/counted", "all")),
    ("a jury's first member", |lines| change(first(lines, "jury"), "/members/0/figures/core/0/figures/first_choice/share", 0.9)),
    ("a player's first member", |lines| change(known(lines), "/jury/members/0/figures/counted", 3)),
    ("first choices of the first member", |lines| change(first(lines, "jury"), "/disagreement/engines/0/first_choices", 0)),
    ("a word more in a jury", |lines| first(lines, "jury")["verdict"] = "cheat".into()),
    ("a word more in a player's jury", |lines| first(lines, "player")["jury"]["verdict"] = "cheat".into()),
    ("a word more in a disagreement", |lines| first(lines, "jury")["disagreement"]["verdict"] = "cheat".into()),
    ("a majority of more than there is", |lines| change(first(lines, "jury"), "/majority/count", 100_000)),
    ("a member more", |lines| { let one = first(lines, "jury")["members"][1].clone(); at(first(lines, "jury"), "/members").as_array_mut().unwrap().push(one); }),
    ("a member by another name", |lines| change(first(lines, "jury"), "/members/1/engine", "Stockfish")),
    ("another jury in the head", |lines| change(&mut lines[0], "/jury/0", "Stockfish 15")),
    ("another jury everywhere", |lines| for line in lines.iter_mut() {
        *line = json(&line.to_string().replace("Twin", "Stockfish"));
    }),
    ("a member whose run is not listed", |lines| at(&mut lines[0], "/runs").as_array_mut().unwrap().retain(|run| !run.as_str().unwrap().contains("Twin"))),
    ("a digest beside a jury", |lines| change(&mut lines[0], "/digest", "0000000000000000")),
    ("no line of the jury", |lines| lines.retain(|line| line["kind"] != "jury")),
    ("two lines of the jury", |lines| { let again = first(lines, "jury").clone(); lines.push(again); }),
    ("a player without his jury", |lines| { first(lines, "player").as_object_mut().unwrap().remove("jury"); }),
];

/// Whatever is changed in a report, checking finds it without a single search.
#[test]
fn every_doctoring_is_found() {
    let case = Case::new("doctored");
    let report = |passes| case.report(200, passes, &GameSelection::default());
    for (report, doctorings) in [
        (report(PassSettings::None), DOCTORINGS),
        (report(PassSettings::Quicker), DOCTORED_PASSES),
        (case.report_of_jury(), DOCTORED_JURIES),
    ] {
        let lines: Vec<Value> = report.lines().map(json).collect();
        assert_eq!(text(&lines), report);
        let (verified, said) = case.verify(&report, 6);
        let verified = verified.unwrap();
        assert!(verified.is_good(), "{said:?}");
        assert_eq!((verified.lines, verified.searched), (lines.len() as u64, 6));
        // In the quick check one of each kind, all in the whole one.
        for (name, doctor) in doctorings.iter().step_by(quick_or_thorough(4, 1)) {
            let mut doctored = lines.clone();
            doctor(&mut doctored);
            assert_ne!(text(&doctored), report, "{name}: nothing was changed");
            let (found, said) = case.verify(&text(&doctored), 1);
            match found {
                Ok(found) => {
                    assert!(!found.is_good(), "{name} is not found");
                    assert!(!said.is_empty(), "{name} is not told");
                }
                Err(error) => assert!(!error.to_string().is_empty(), "{name}"),
            }
        }
    }
}

/// A name that stands twice in a line is read differently by different readers.
#[test]
fn a_line_that_reads_in_two_ways_is_found() {
    let case = Case::new("twice");
    let report = case.report(200, PassSettings::None, &GameSelection::default());
    let doctored = report.replace(
        "\"white\":\"Player 0\"",
        "\"white\":\"X\",\"white\":\"Player 0\"",
    );
    assert_ne!(report, doctored);
    let (verified, said) = case.verify(&doctored, 1);
    assert!(!verified.unwrap().is_good());
    assert!(
        said[0].contains("not written as Plumb writes it"),
        "{said:?}"
    );
}

/// A report that agrees with itself, of records that no such search made.
#[test]
fn records_that_were_searched_otherwise_are_found_by_the_sample() {
    let case = Case::new("records");
    let report = case.report(120, PassSettings::None, &GameSelection::default());
    let (verified, said) = case.verify(&report, 4);
    let verified = verified.unwrap();
    assert_eq!((verified.different_lines, verified.searched), (0, 4));
    assert_eq!(verified.different_records, 4);
    let by_search = said.iter().filter(|line| line.contains("a fresh search"));
    assert_eq!(by_search.count(), 4, "{said:?}");
}

/// A sampled record that differs in something else than its scores is not told as if its
/// scores did.
#[test]
fn a_sampled_record_tells_what_differs() {
    let case = Case::new("nodes");
    let report = case.report(200, PassSettings::None, &GameSelection::default());
    let mut lines: Vec<Value> = report.lines().map(json).collect();
    recorded(&mut lines).for_each(|mv| change(mv, "/record/before/nodes", 7));
    let (verified, said) = case.verify(&text(&lines), 1);
    assert_eq!(verified.unwrap().different_records, 1);
    let told = said.last().unwrap();
    assert!(
        told.contains("has the same scores") && told.contains("7 for before.nodes"),
        "{told}"
    );
}

/// Why an engine failed in a game that lacks records, nobody can know.
#[test]
fn the_reason_of_a_failure_is_not_checked_and_said_so() {
    let case = Case::new("failure");
    let report = case.report(200, PassSettings::None, &GameSelection::default());
    let mut lines: Vec<Value> = report.lines().map(json).collect();
    first(&mut lines, "game")["failure"] = "it was tired".into();
    recorded(&mut lines).next().unwrap()["record"] = Value::Null;
    let (verified, _) = case.verify(&text(&lines), 1);
    let unchecked = verified.unwrap().unchecked.join("\n");
    assert!(
        unchecked.contains("why the engine failed in 1 game"),
        "{unchecked}"
    );
}

/// What nobody can know from the games and the report is said.
#[test]
fn what_was_not_checked_is_said() {
    let case = Case::new("unchecked");
    let selection = GameSelection {
        players: vec!["Player 1".to_owned()],
        every: Some(2),
        ..GameSelection::default()
    };
    let report = case.report(200, PassSettings::Quicker, &selection);
    let mut lines: Vec<Value> = report.lines().map(json).collect();
    lines[0]["runs"]
        .as_array_mut()
        .unwrap()
        .insert(0, "before".into());
    let text = text(&lines);
    let (verified, said) = case.verify(&text, 2);
    let verified = verified.unwrap();
    assert!(verified.is_good(), "{said:?}");
    let unchecked = verified.unchecked.join("\n");
    let records = format!("{} records", verified.records - 2);
    for expected in [&records, "quicker", "1 other runs"] {
        assert!(unchecked.contains(expected), "{expected}: {unchecked}");
    }
}
