//! Records of games: the same whatever the number of threads, untouched by what
//! comes later in a game, and never lost with an engine.

use plumb_testing::scratch::Scratch;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::judge::AtThirdLook;
use plumb::eval::Weights;
use plumb::fairplay::{
    Depths, Judge, MoveRecord, Plan, PlumbJudge, Profile, SourceGame, Stamp, Store, Value, fill,
    games,
};

/// Morphy against Kennicott, New York 1857, then two made-up games.
const GAMES: &str = "[White \"Kennicott, Hiram\"]\n[Black \"Morphy, Paul\"]\n[Date \"1857.??.??\"]\n\n\
    1. e4 e5 2. Nf3 Nc6 3. d4 exd4 4. Bc4 Bc5 5. Ng5 Nh6 6. Nxf7 Nxf7 7. Bxf7+ Kxf7 8. Qh5+ g6 \
    9. Qxc5 d6 10. Qb5 Re8 11. O-O Rxe4 0-1\n\n\
    [White \"A\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n\
    [White \"B\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. -- e5 4. e4 Qh4 *\n";

struct Run(Scratch);

impl Run {
    fn new(name: &str) -> Run {
        let folder = Scratch::new(&format!("fairplay-{name}"));
        Run(folder)
    }

    fn store(&self) -> Store {
        Store::open(&self.0.join("run.sqlite")).unwrap()
    }
}

fn judge() -> Result<Box<dyn Judge>, String> {
    let depths = Depths::of(Profile::Full).with_nodes(3_000);
    let weights = Arc::new(Weights::embedded());
    let judge = PlumbJudge::new(weights, "test", depths).map_err(|error| error.to_string())?;
    Ok(Box::new(judge))
}

fn every_ply(game: &SourceGame) -> Vec<usize> {
    (0..game.plies.len()).collect()
}

fn read(text: &str) -> Vec<SourceGame> {
    games("games.pgn", text.as_bytes())
        .map(Result::unwrap)
        .collect()
}

/// Runs `text` to the end and gives the records of each game.
fn records(scratch: &Run, text: &str, jobs: usize) -> Vec<Vec<Option<MoveRecord>>> {
    let mut store = scratch.store();
    store
        .replace_games(
            games("games.pgn", text.as_bytes()),
            &AtomicBool::new(false),
            |_| (),
        )
        .unwrap();
    let stamp = judge().unwrap().stamp().clone();
    let plan = Plan {
        jobs,
        judge: &judge,
        stamp: &stamp,
        selected_plies: &every_ply,
    };
    let never = AtomicBool::new(false);
    let progress = fill(&mut store, &plan, &never, |_| ()).unwrap();
    assert_eq!(progress.games, progress.all_games);
    kept(&store, &stamp)
}

fn kept(store: &Store, stamp: &Stamp) -> Vec<Vec<Option<MoveRecord>>> {
    (1..=store.game_count().unwrap())
        .map(|id| {
            let source = store.game(id).unwrap();
            (0..source.plies.len())
                .map(|ply| {
                    let game = source.before(ply);
                    let mv = source.plies[ply].mv?;
                    store.record(&game, mv, stamp).unwrap()
                })
                .collect()
        })
        .collect()
}

/// What another pass asks for: the same records, whether they are made by the way or
/// by themselves, also after a stop; and the main ones are not changed by it.
#[test]
fn records_made_by_the_way_are_those_of_a_run_of_their_own() {
    let main = Depths {
        nodes: Some(4_000),
        list_nodes: 3_000,
        forced_nodes: 600,
        mate_nodes: 400,
        ..Depths::of(Profile::Full)
    };
    let others = [
        main.quicker(),
        main.with_depth(4),
        main.with_depth(2),
        main.with_nodes(500),
    ];
    let scratch = Run::new("by-the-way");
    let store = |name: &str| {
        let mut store = Store::open(&scratch.0.join(name)).unwrap();
        let games = games("games.pgn", GAMES.as_bytes());
        store
            .replace_games(games, &AtomicBool::new(false), |_| ())
            .unwrap();
        store
    };
    let plumb = |depths| PlumbJudge::new(Arc::new(Weights::embedded()), "test", depths).unwrap();
    let stamp = |depths| plumb(depths).stamp().clone();
    let fill = |store: &mut Store, depths, others: &[Depths], looks, jobs| {
        let looks = Arc::new(AtomicUsize::new(looks));
        let judge = || -> Result<Box<dyn Judge>, String> {
            Ok(Box::new(AtThirdLook {
                inside: Box::new(plumb(depths).with_others(others)),
                looks: Arc::clone(&looks),
                event: |stop| {
                    stop.store(true, Ordering::Relaxed);
                    Ok(())
                },
            }))
        };
        let plan = Plan {
            jobs,
            judge: &judge,
            stamp: &stamp(depths),
            selected_plies: &every_ply,
        };
        fill(store, &plan, &AtomicBool::new(false), |_| ()).unwrap()
    };
    // Looks that were made before are no third look.
    let undisturbed = 3;
    let mut together = store("together");
    let done = fill(&mut together, main, &others, undisturbed, 1);
    assert_eq!(done.moves, 36, "moves are counted once");
    let mut stopped = store("stopped");
    let done = fill(&mut stopped, main, &others, 0, 1);
    assert_eq!(done.moves, 2);
    fill(&mut stopped, main, &others, undisturbed, 2);
    for depths in others.into_iter().chain([main]) {
        let stamp = stamp(depths);
        let mut alone = store(&depths.to_string());
        fill(&mut alone, depths, &[], undisturbed, 1);
        let alone = kept(&alone, &stamp);
        assert_eq!(alone.iter().flatten().flatten().count(), 36, "{depths}");
        assert_eq!(kept(&together, &stamp), alone, "{depths}");
        assert_eq!(kept(&stopped, &stamp), alone, "{depths}");
    }
}

/// Positions that differ in nothing but the rook that may castle are two.
#[test]
fn what_was_searched_for_one_rook_does_not_serve_for_another() {
    let game = |rook| {
        format!(
            "[White \"{rook}\"]\n[SetUp \"1\"]\n\
             [FEN \"4k3/8/8/8/8/8/8/RR2K3 w {rook} - 0 1\"]\n\n1. Ra7 *\n"
        )
    };
    let (a, b) = (game('A'), game('B'));
    let alone = |name: &str, text: &str| records(&Run::new(name), text, 1).remove(0);
    let both = records(&Run::new("rooks"), &format!("{a}\n{b}"), 1);
    assert_eq!(both[0], alone("rook-a", &a));
    assert_eq!(both[1], alone("rook-b", &b));
    assert_ne!(both[0], both[1]);
}

#[test]
fn records_are_the_same_for_any_number_of_threads_and_cost_nothing_twice() {
    let (one, three) = (Run::new("one"), Run::new("three"));
    let found = records(&one, GAMES, 1);
    assert_eq!(found, records(&three, GAMES, 3));
    assert_eq!(found[0].iter().flatten().count(), 22);
    assert_eq!(
        found[2].iter().flatten().count(),
        7,
        "a null move has no record"
    );

    // Everything is there: an engine that must not be asked.
    let mut store = one.store();
    let broken = || -> Result<Box<dyn Judge>, String> { Err("asked".to_owned()) };
    let stamp = judge().unwrap().stamp().clone();
    let plan = Plan {
        jobs: 1,
        judge: &broken,
        stamp: &stamp,
        selected_plies: &every_ply,
    };
    let done = fill(&mut store, &plan, &AtomicBool::new(false), |_| ()).unwrap();
    assert_eq!((done.moves, done.failures), (0, 0));
}

#[test]
fn a_record_says_what_happened() {
    let scratch = Run::new("facts");
    let found = records(&scratch, GAMES, 2);
    let mate = found[1][6].as_ref().unwrap();
    assert_eq!(mate.played, "h5f7");
    assert_eq!(mate.before.score, Value::Mate(1));
    assert_eq!(mate.after.score, Value::Mate(1));
    assert!(mate.is_first_choice());
    assert_eq!((mate.drop_cp(), mate.loss_cp()), (0, Some(0)));
    let blunder = found[1][5].as_ref().unwrap();
    assert_eq!(blunder.after.score, Value::Mate(-1));
    assert!(blunder.drop_cp() > 9_000 && blunder.loss_cp().unwrap() > 9_000);
    for record in found.iter().flatten().flatten() {
        assert!(record.loss_cp().unwrap() >= 0, "{record:?}");
        assert!(record.listed.len() >= 5.min(record.legal));
        assert_eq!(record.before.levels.len(), 30);
        assert!(record.forced.is_some());
    }
    // The search after a move is the search before the next.
    for pair in found[0].windows(2) {
        let (one, next) = (pair[0].as_ref().unwrap(), pair[1].as_ref().unwrap());
        assert_eq!(one.after.nodes, next.before.nodes);
        assert_eq!(one.after.choices, next.before.choices);
        assert_eq!(one.after.pv, next.before.pv);
    }
}

#[test]
fn a_game_cut_short_has_the_same_records_as_far_as_it_goes() {
    let whole = records(&Run::new("whole"), GAMES, 1);
    for plies in [1, 7, 12] {
        let source = &read(GAMES)[0];
        let words: Vec<&str> = GAMES.split("\n\n").collect();
        let moves: Vec<&str> = words[1]
            .split_whitespace()
            .filter(|word| !word.ends_with('.'))
            .take(plies)
            .collect();
        let cut = format!("{}\n\n{} *\n", words[0], moves.join(" "));
        let found = records(&Run::new(&format!("cut{plies}")), &cut, 1);
        assert_eq!(found[0].len(), plies);
        assert_eq!(found[0], whole[0][..plies], "{}", source.plies.len());
    }
}

#[test]
fn an_engine_that_dies_costs_its_own_game_and_can_be_asked_again() {
    let scratch = Run::new("frail");
    let mut store = scratch.store();
    store
        .replace_games(
            games("games.pgn", GAMES.as_bytes()),
            &AtomicBool::new(false),
            |_| (),
        )
        .unwrap();
    let looks = Arc::new(AtomicUsize::new(0));
    let frail = || -> Result<Box<dyn Judge>, String> {
        Ok(Box::new(AtThirdLook {
            inside: judge()?,
            looks: Arc::clone(&looks),
            event: |_| Err("it died".to_owned()),
        }))
    };
    let stamp = judge().unwrap().stamp().clone();
    let plan = Plan {
        jobs: 1,
        judge: &frail,
        stamp: &stamp,
        selected_plies: &every_ply,
    };
    let never = AtomicBool::new(false);
    let done = fill(&mut store, &plan, &never, |_| ()).unwrap();
    assert_eq!((done.games, done.failures), (3, 1));
    assert_eq!(
        store.failure(1, &stamp).unwrap().as_deref(),
        Some("ply 3: it died")
    );
    let count = |store: &Store, game: usize| kept(store, &stamp)[game].iter().flatten().count();
    assert_eq!(
        (count(&store, 0), count(&store, 1), count(&store, 2)),
        (2, 7, 7)
    );
    let again = fill(&mut store, &plan, &never, |_| ()).unwrap();
    assert_eq!((again.moves, again.failures), (20, 0));
    assert_eq!(count(&store, 0), 22);
}

#[test]
fn a_stopped_run_keeps_what_it_has_and_goes_on() {
    let scratch = Run::new("stopped");
    let mut store = scratch.store();
    store
        .replace_games(
            games("games.pgn", GAMES.as_bytes()),
            &AtomicBool::new(false),
            |_| (),
        )
        .unwrap();
    let stamp = judge().unwrap().stamp().clone();
    let plan = Plan {
        jobs: 1,
        judge: &judge,
        stamp: &stamp,
        selected_plies: &every_ply,
    };
    let stop = AtomicBool::new(false);
    let first = fill(&mut store, &plan, &stop, |_| {
        stop.store(true, Ordering::Relaxed)
    })
    .unwrap();
    assert!(
        first.games < first.all_games || first.moves < 36,
        "{first:?}"
    );
    stop.store(false, Ordering::Relaxed);
    fill(&mut store, &plan, &stop, |_| ()).unwrap();
    assert_eq!(kept(&store, &stamp), records(&Run::new("fresh"), GAMES, 1));
}
