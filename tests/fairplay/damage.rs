//! A run's file that was damaged: records that are not as they were made are named and made
//! again, and nothing else is lost.

use plumb_testing::scratch::Scratch;
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use plumb::fairplay::{
    Audit, AuditError, AuditEvent, AuditObserver, AuditSettings, GameInput, GameSelection,
    PassSettings, Profile, ReportDestination, ReportFormat, Stamp, Store,
};
use plumb::tables::Models;
use plumb_testing::pgn::old_games;
use rusqlite::{Connection, params};

struct Run(Scratch);

impl Run {
    fn new(name: &str) -> Run {
        let folder = Scratch::new(&format!("damage-{name}"));
        std::fs::write(folder.join("games.pgn"), old_games(2, 30)).unwrap();
        Run(folder)
    }

    fn database(&self) -> PathBuf {
        self.0.join("run.sqlite")
    }
}

#[derive(Default)]
struct Told {
    never: AtomicBool,
    damaged: RefCell<Vec<String>>,
}

impl AuditObserver for Told {
    fn stop(&self) -> &AtomicBool {
        &self.never
    }

    fn event(&self, event: AuditEvent<'_>) {
        if let AuditEvent::Damaged(place) = event {
            self.damaged.borrow_mut().push(place.to_owned());
        }
    }
}

/// The report of the run in a folder, whose games are read if there are none, and what was
/// found damaged.
fn run(scratch: &Run, reads: bool) -> Result<(String, Vec<String>), AuditError> {
    let models = Models::embedded();
    let mut settings = AuditSettings::new(Profile::Screen);
    settings.depths = settings.depths.with_nodes(150);
    settings.depths.hash_mb = 1;
    settings.passes = PassSettings::None;
    let told = Told::default();
    let mut audit = Audit::begin(Store::open(&scratch.database())?, settings, &models)?;
    if reads {
        let never = std::sync::Arc::new(AtomicBool::new(false));
        let games = GameInput::open(&scratch.0.join("games.pgn"), &never)?;
        audit.read(vec![games], &GameSelection::default(), &told)?;
    }
    let path = scratch.0.join("report.jsonl");
    let out = Box::new(std::fs::File::create(&path).unwrap());
    audit.run(ReportDestination::Stream(ReportFormat::Jsonl, out), &told)?;
    Ok((std::fs::read_to_string(path).unwrap(), told.damaged.take()))
}

/// Flips a bit in the middle of every `step`th value of a column; how many that were.
fn damage(path: &Path, table: &str, key: &str, column: &str, step: usize) -> usize {
    let database = Connection::open(path).unwrap();
    let keys: Vec<rusqlite::types::Value> = database
        .prepare(&format!("SELECT {key} FROM {table} ORDER BY {key}"))
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let chosen = keys.iter().step_by(step);
    let count = chosen.len();
    for value in chosen {
        let read = format!("SELECT CAST({column} AS BLOB) FROM {table} WHERE {key} = ?1");
        let mut bytes: Vec<u8> = database
            .query_row(&read, [value], |row| row.get(0))
            .unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        let kind = database
            .query_row(
                &format!("SELECT typeof({column}) FROM {table}"),
                [],
                |row| row.get::<_, String>(0),
            )
            .unwrap();
        let write = format!("UPDATE {table} SET {column} = CAST(?1 AS {kind}) WHERE {key} = ?2");
        database.execute(&write, params![bytes, value]).unwrap();
    }
    count
}

#[test]
fn damaged_records_are_named_and_made_again() {
    let scratch = Run::new("records");
    let (report, damaged) = run(&scratch, true).unwrap();
    assert!(damaged.is_empty());
    let count = damage(&scratch.database(), "records", "key", "record", 5);
    assert!(count > 3);
    let (again, damaged) = run(&scratch, false).unwrap();
    assert_eq!(again, report);
    assert_eq!(damaged.len(), count, "{damaged:?}");
    assert!(damaged[0].starts_with("games.pgn, game "), "{damaged:?}");
    // They are whole now.
    assert_eq!(run(&scratch, false).unwrap(), (report, Vec::new()));
}

#[test]
fn a_damaged_game_is_named_with_what_to_do() {
    let scratch = Run::new("games");
    let (report, _) = run(&scratch, true).unwrap();
    damage(&scratch.database(), "games", "id", "game", 2);
    let error = run(&scratch, false).unwrap_err().to_string();
    assert!(
        error.contains("run.sqlite: game 1 is damaged; name the games again"),
        "{error}"
    );
    // As it says: nothing is searched again.
    let (again, _) = run(&scratch, true).unwrap();
    assert_eq!(again, report);
}

/// One flipped bit in a key, and the record is where nobody looks for it.
#[test]
fn a_record_in_the_wrong_place_is_told() {
    let scratch = Run::new("place");
    run(&scratch, true).unwrap();
    let database = Connection::open(scratch.database()).unwrap();
    let middle =
        "SELECT key FROM records ORDER BY key LIMIT 1 OFFSET (SELECT count(*) / 2 FROM records)";
    let key: Vec<u8> = database.query_row(middle, [], |row| row.get(0)).unwrap();
    drop(database);
    let mut bytes = std::fs::read(scratch.database()).unwrap();
    let places = bytes.windows(key.len()).enumerate();
    let places: Vec<usize> = places
        .filter(|(_, at)| *at == key)
        .map(|(at, _)| at)
        .collect();
    assert_eq!(places.len(), 1);
    bytes[places[0]] ^= 0x80;
    std::fs::write(scratch.database(), &bytes).unwrap();
    let error = run(&scratch, false).unwrap_err().to_string();
    assert!(
        error.contains("run.sqlite: ") && error.contains("the file is damaged: make the run again"),
        "{error}"
    );
    assert!(!error.contains('\n'), "{error}");
}

/// What a database takes and does not give back must not be missing in silence.
#[test]
fn a_record_that_was_kept_and_is_not_found_is_told() {
    let scratch = Run::new("kept");
    drop(Store::open(&scratch.database()).unwrap());
    let database = Connection::open(scratch.database()).unwrap();
    database
        .execute_batch(
            "CREATE TRIGGER forgetful AFTER INSERT ON records BEGIN
                 DELETE FROM records WHERE key = NEW.key; END",
        )
        .unwrap();
    drop(database);
    let error = run(&scratch, true).unwrap_err().to_string();
    assert!(
        error.contains("games.pgn, game 1, ply ") && error.contains("is not found; the file is"),
        "{error}"
    );
}

/// Text that is none any more is damage, whatever it is of.
#[test]
fn text_that_cannot_be_read_is_damage() {
    let scratch = Run::new("text");
    let (report, _) = run(&scratch, true).unwrap();
    let change = |statement: &str| {
        let database = Connection::open(scratch.database()).unwrap();
        database.execute(statement, []).unwrap();
    };
    change("UPDATE games SET game = CAST(x'ff' AS TEXT) WHERE id = 1");
    let error = run(&scratch, false).unwrap_err().to_string();
    assert!(
        error.contains("game 1 is damaged; name the games"),
        "{error}"
    );
    assert_eq!(run(&scratch, true).unwrap().0, report);
    // A record that says it is text or nothing is made again.
    change(
        "UPDATE records SET record = CAST(record AS TEXT) WHERE key = (SELECT min(key) FROM records)",
    );
    change("UPDATE records SET record = 7 WHERE key = (SELECT max(key) FROM records)");
    let (again, damaged) = run(&scratch, false).unwrap();
    assert_eq!((again, damaged.len()), (report, 1));
    change("UPDATE meta SET value = CAST(x'ff' AS TEXT) WHERE key = 'runs'");
    let error = run(&scratch, false).unwrap_err().to_string();
    assert!(
        error.contains("the file is damaged: make the run again"),
        "{error}"
    );
}

/// What a run notes about itself, and what it could not read, have sums too.
#[test]
fn a_changed_note_is_noticed() {
    let scratch = Run::new("notes");
    let illegal = "[Event \"x\"]\n\n1. e4 e5 2. Ke3 *\n";
    std::fs::write(scratch.0.join("games.pgn"), old_games(2, 30) + illegal).unwrap();
    let (report, _) = run(&scratch, true).unwrap();
    assert_eq!(report.matches("\"kind\":\"problem\"").count(), 1);
    let change = |statement: &str| {
        let database = Connection::open(scratch.database()).unwrap();
        assert_eq!(database.execute(statement, []).unwrap(), 1, "{statement}");
    };
    let keys: Vec<String> = Connection::open(scratch.database())
        .unwrap()
        .prepare("SELECT key FROM meta WHERE key <> 'format'")
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    assert!(keys.contains(&"runs".to_owned()), "{keys:?}");
    let whole = std::fs::read(scratch.database()).unwrap();
    for key in keys {
        // The last letter is another one, or one is added where there is none.
        change(&format!(
            "UPDATE meta SET value = substr(value, 1, length(value) - 1) || \
             CASE substr(value, -1) WHEN 'x' THEN 'y' ELSE 'x' END WHERE key = '{key}'"
        ));
        let error = run(&scratch, false).unwrap_err().to_string();
        let says = format!("what it notes as '{key}' was changed; the file is damaged");
        assert!(error.contains(&says), "{key}: {error}");
        std::fs::write(scratch.database(), &whole).unwrap();
    }
    change("UPDATE problems SET reason = reason || 'x'");
    let error = run(&scratch, false).unwrap_err().to_string();
    assert!(error.contains("is damaged; name them again"), "{error}");
    assert_eq!(run(&scratch, true).unwrap().0, report);
}

#[test]
fn a_changed_failure_is_noticed() {
    let scratch = Run::new("failure");
    let store = Store::open(&scratch.database()).unwrap();
    let stamp = Stamp::of_plumb("tables", "settings".to_owned());
    store.add_failure(2, &stamp, "it hung").unwrap();
    let told = || store.failure(2, &stamp);
    assert_eq!(told().unwrap().as_deref(), Some("it hung"));
    assert_eq!(store.failures(&stamp).unwrap(), [(2, "it hung".to_owned())]);
    // Another reason, and another game's.
    for change in [
        "UPDATE failures SET reason = replace(reason, 'hung', 'died')",
        "UPDATE failures SET game = 3; UPDATE failures SET reason = replace(reason, 'died', 'hung')",
    ] {
        let database = Connection::open(scratch.database()).unwrap();
        database.execute_batch(change).unwrap();
        let error = store.failures(&stamp).unwrap_err().to_string();
        assert!(error.contains("failure in game"), "{change}: {error}");
    }
    assert_eq!(told().unwrap(), None);
}

#[test]
fn a_file_that_is_damaged_beyond_that_says_so() {
    let scratch = Run::new("beyond");
    run(&scratch, true).unwrap();
    let mut bytes = std::fs::read(scratch.database()).unwrap();
    let pages = bytes.len() / 4096;
    for page in 1..pages {
        bytes[page * 4096..][..64].fill(0xa5);
    }
    std::fs::write(scratch.database(), &bytes).unwrap();
    let error = run(&scratch, false).unwrap_err().to_string();
    assert!(
        error.contains("the file is damaged: make the run again"),
        "{error}"
    );
    std::fs::write(
        scratch.database(),
        "no database at all, but a text of some length".repeat(99),
    )
    .unwrap();
    let error = run(&scratch, false).unwrap_err().to_string();
    assert!(
        error.contains("run.sqlite: ") && error.contains("damaged"),
        "{error}"
    );
}
