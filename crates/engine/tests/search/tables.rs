//! Endgame tables in the search: tables made up for the purpose, which know one
//! thing, and the real ones, where `PLUMB_SYZYGY` names a folder of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use plumb_chess::board::{Color, Game, Move, Outcome, Piece, PieceKind, Position, Setup};
use plumb_chess::notation::{CastlingStyle, parse_fen, to_uci_move};
use plumb_engine::eval::Weights;
use plumb_engine::search::{
    Dtz, EndgameTables, Limits, Score, ScoreValue, SearchOutcome, SearchTask, Shared, TableUse,
    Timer, Wdl, Worker,
};

use plumb_testing::{Random, quick_or_thorough};

/// Tables of up to so many men in which one side always wins, or nobody does.
struct Pretended {
    men: u32,
    /// What holds when White is to move; Black's is the opposite.
    white: Wdl,
    /// Distances are known.
    has_distances: bool,
    asked: AtomicU64,
}

impl Pretended {
    fn new(men: u32, white: Wdl) -> Pretended {
        Pretended {
            men,
            white,
            has_distances: false,
            asked: AtomicU64::new(0),
        }
    }

    fn side(&self, position: &Position) -> Wdl {
        position.turn().fold(self.white, -self.white)
    }
}

impl EndgameTables for Pretended {
    fn max_men(&self) -> u32 {
        self.men
    }

    fn wdl(&self, position: &Position) -> Option<Wdl> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        assert!(position.occupied().count() <= self.men);
        assert!(position.castling().rights().is_empty());
        Some(self.side(position))
    }

    /// The further White's king is from h8, the longer it takes.
    fn dtz(&self, position: &Position) -> Option<Dtz> {
        let king = position.king(Color::White);
        let away = (7 - king.file().index()).max(7 - king.rank().index()) as i32;
        let plies = match self.side(position) {
            Wdl::Win | Wdl::CursedWin => 10 * away + 2,
            Wdl::Draw => 0,
            Wdl::Loss | Wdl::BlessedLoss => -10 * away - 1,
        };
        self.has_distances.then_some(Dtz {
            plies,
            is_rounded: false,
        })
    }

    fn take_failure(&self) -> Option<String> {
        None
    }
}

fn uses(tables: Arc<dyn EndgameTables>) -> TableUse {
    TableUse {
        tables,
        max_men: 7,
        min_depth: 1,
        fifty_move_rule: true,
    }
}

fn search(game: &Game, limits: &Limits, uses: Option<TableUse>) -> SearchOutcome {
    let weights = Arc::new(Weights::embedded());
    let mut shared = Shared::new(Arc::clone(&weights), 4, 1).unwrap();
    shared.endgame_tables = uses;
    let mut worker = Worker::new(0, weights).unwrap();
    shared.begin_search();
    let timer = Timer::start(limits);
    SearchTask::new(&shared, game, limits, &timer, &mut ()).run(&mut worker)
}

fn game(fen: &str) -> Game {
    Game::new(parse_fen(fen).unwrap())
}

fn value(outcome: &SearchOutcome) -> ScoreValue {
    outcome.last.lines[0].score.value()
}

/// White does well to take the rook, after which five men are left.
const FORCED_CAPTURE: &str = "7k/8/p7/8/8/8/1P4r1/6RK w - - 12 60";

#[test]
fn a_capture_into_the_tables_has_their_score() {
    for (wdl, expected) in [
        (Wdl::Win, 30_000 - 1),
        (Wdl::CursedWin, 1),
        (Wdl::Draw, 0),
        (Wdl::BlessedLoss, -1),
        (Wdl::Loss, -30_000 + 1),
    ] {
        let tables = Arc::new(Pretended::new(5, wdl));
        let only_capture = Limits {
            search_moves: vec![capture(&game(FORCED_CAPTURE))],
            ..Limits::depth(3)
        };
        let outcome = search(&game(FORCED_CAPTURE), &only_capture, Some(uses(tables)));
        assert_eq!(value(&outcome), ScoreValue::Cp(expected), "{wdl:?}");
        assert!(outcome.last.table_hits > 0);
    }
}

/// The only capture.
fn capture(game: &Game) -> Move {
    let position = game.position();
    let mut captures = position.legal_moves().into_iter();
    captures
        .find(|&mv| position.captured_by(mv) == Some(PieceKind::Rook))
        .expect("a capture")
}

#[test]
fn without_the_fifty_move_rule_a_cursed_win_is_a_win() {
    let only_capture = Limits {
        search_moves: vec![capture(&game(FORCED_CAPTURE))],
        ..Limits::depth(3)
    };
    for (wdl, expected) in [
        (Wdl::CursedWin, 29_999),
        (Wdl::BlessedLoss, -29_999),
        (Wdl::Draw, 0),
    ] {
        let uses = TableUse {
            fifty_move_rule: false,
            ..uses(Arc::new(Pretended::new(5, wdl)))
        };
        let outcome = search(&game(FORCED_CAPTURE), &only_capture, Some(uses));
        assert_eq!(value(&outcome), ScoreValue::Cp(expected), "{wdl:?}");
    }
}

#[test]
fn limits_keep_the_tables_shut() {
    let asked_in = |fen, men, max_men, min_depth, depth| {
        let tables = Arc::new(Pretended::new(men, Wdl::Draw));
        let uses = TableUse {
            max_men,
            min_depth,
            ..uses(tables.clone())
        };
        let outcome = search(&game(fen), &Limits::depth(depth), Some(uses));
        let asked = tables.asked.load(Ordering::Relaxed);
        assert_eq!(asked, outcome.last.table_hits);
        asked
    };
    let asked =
        |men, max_men, min_depth, depth| asked_in(FORCED_CAPTURE, men, max_men, min_depth, depth);
    assert!(asked(5, 7, 1, 4) > 0);
    // Too few men in the tables, or too few asked for.
    assert_eq!(asked(3, 7, 1, 4), 0);
    assert_eq!(asked(5, 3, 1, 4), 0);
    assert_eq!(asked(5, 0, 1, 4), 0);
    // Too little left to search, except with fewer men than the most.
    assert_eq!(asked(5, 7, 100, 4), 0);
    let two_captures = "7k/8/p7/1P6/8/8/1P4r1/6RK w - - 12 60";
    assert!(asked_in(two_captures, 7, 6, 100, 4) > 0);
    // Somebody may castle.
    let tables = Arc::new(Pretended::new(5, Wdl::Draw));
    let castling = game("4k3/8/8/8/8/8/p6r/R3K3 w Q - 0 1");
    let limits = Limits::depth(1);
    search(&castling, &limits, Some(uses(tables.clone())));
    assert_eq!(tables.asked.load(Ordering::Relaxed), 0);
}

#[test]
fn the_search_plays_by_the_tables_against_its_own_opinion() {
    // To take the queen is what anybody does; these tables know it as lost.
    let root = game("7k/8/8/8/8/3q4/4P3/K5R1 w - - 0 1");
    let best = |uses| {
        let best = search(&root, &Limits::depth(6), uses).best.expect("a move");
        to_uci_move(root.position(), best, CastlingStyle::Standard)
    };
    assert_eq!(best(None), "e2d3");
    let tables = Arc::new(Pretended::new(4, Wdl::Loss));
    assert_ne!(best(Some(uses(tables))), "e2d3");
}

#[test]
fn a_won_root_goes_where_it_is_won_in_time() {
    // White's king stands on e5; only to the sixth rank or the f-file is near
    // enough when so many plies have passed.
    let fen = |clock| format!("k7/8/8/4K3/8/8/8/7R w - - {clock} 90");
    let tables = || {
        Some(uses(Arc::new(Pretended {
            has_distances: true,
            ..Pretended::new(3, Wdl::Win)
        })))
    };
    let limits = Limits {
        multi_pv: 256,
        ..Limits::depth(2)
    };
    for clock in [0, 77, 78, 90] {
        let root = game(&fen(clock));
        let outcome = search(&root, &limits, tables());
        let mut won = 0;
        for line in &outcome.last.lines {
            let mut after = root.clone();
            after.play(line.moves[0]);
            let king = after.position().king(Color::White);
            let away = (7 - king.file().index()).max(7 - king.rank().index()) as i32;
            let in_time = 10 * away + 2 + clock <= 100;
            let expected = if in_time { 30_000 } else { 1 };
            assert_eq!(line.score.to_int(), expected, "{clock}: {line:?}");
            won += usize::from(in_time);
        }
        // The won ones come first, whatever the search thinks of the others.
        let scores: Vec<i32> = outcome
            .last
            .lines
            .iter()
            .map(|line| line.score.to_int())
            .collect();
        assert!(scores.is_sorted_by(|one, other| one >= other), "{scores:?}");
        let all = root.position().legal_moves().len();
        assert_eq!(scores.len(), all);
        match clock {
            0 => assert_eq!(won, all),
            90 => assert_eq!(won, 0),
            _ => assert!(won > 0 && won < all),
        }
    }
}

#[test]
fn a_single_line_is_chosen_among_the_best_moves_only() {
    // 10 a square and 2, and 68 plies gone: the king must come within three squares.
    let root = game("k7/8/8/4K3/8/8/8/7R w - - 68 90");
    let tables = Arc::new(Pretended {
        has_distances: true,
        ..Pretended::new(3, Wdl::Win)
    });
    let outcome = search(&root, &Limits::depth(5), Some(uses(tables.clone())));
    let mut after = root.clone();
    after.play(outcome.best.unwrap());
    let king = after.position().king(Color::White);
    assert!(7 - king.file().index() <= 3 && 7 - king.rank().index() <= 3);
    // What the user asks for comes before what is best.
    let away = Limits {
        search_moves: root
            .position()
            .legal_moves()
            .into_iter()
            .filter(|mv| mv.to().rank().index() == 3)
            .take(1)
            .collect(),
        ..Limits::depth(5)
    };
    let outcome = search(&root, &away, Some(uses(tables)));
    assert_eq!(outcome.best, Some(away.search_moves[0]));
    assert_eq!(value(&outcome), ScoreValue::Cp(1));
}

#[test]
fn a_mate_that_is_found_stands_and_draws_are_shown_as_such() {
    let tables = |wdl| {
        Some(uses(Arc::new(Pretended {
            has_distances: true,
            ..Pretended::new(3, wdl)
        })))
    };
    let mate = game("k7/8/1K6/8/8/8/8/7R w - - 0 1");
    let outcome = search(&mate, &Limits::depth(4), tables(Wdl::Win));
    assert_eq!(value(&outcome), ScoreValue::Mate(1));
    let quiet = game("8/8/3k4/8/8/3K4/8/7R w - - 0 1");
    for (wdl, expected) in [(Wdl::Win, 30_000), (Wdl::Draw, 0), (Wdl::Loss, -30_000)] {
        let outcome = search(&quiet, &Limits::depth(4), tables(wdl));
        assert_eq!(value(&outcome), ScoreValue::Cp(expected));
        assert!(outcome.last.lines[0].score < Score::MATE_BOUND);
    }
}

/// The real tables.
fn real() -> Option<TableUse> {
    let Some(folder) = std::env::var_os("PLUMB_SYZYGY") else {
        println!("PLUMB_SYZYGY is not set: nothing to ask");
        return None;
    };
    let tables = plumb_engine::syzygy::Tablebases::open(&[folder]).unwrap();
    Some(uses(Arc::new(tables)))
}

/// Plays `game` to its end: the engine against the longest defence, or a random one.
fn play_out(uses: &TableUse, mut game: Game, random: &mut Option<Random>) -> Option<Outcome> {
    let weights = Arc::new(Weights::embedded());
    let mut shared = Shared::new(Arc::clone(&weights), 4, 1).unwrap();
    shared.endgame_tables = Some(uses.clone());
    let mut worker = Worker::new(0, weights).unwrap();
    let limits = Limits::nodes(3_000);
    let engine = game.position().turn();
    while game.outcome().is_none() {
        let mv = if game.position().turn() == engine {
            shared.begin_search();
            let timer = Timer::start(&limits);
            let outcome =
                SearchTask::new(&shared, &game, &limits, &timer, &mut ()).run(&mut worker);
            outcome.best.expect("the game is not over")
        } else {
            let moves = game.position().legal_moves();
            match random {
                Some(random) => moves[random.below(moves.len())],
                None => longest_defence(uses, &game),
            }
        };
        game.play(mv);
    }
    game.outcome()
}

fn longest_defence(uses: &TableUse, game: &Game) -> Move {
    let resistance = |mv: &Move| {
        let after = game.position().play(*mv);
        if after.halfmove_clock() == 0 {
            return uses
                .tables
                .wdl(&after)
                .map(|wdl| wdl != Wdl::Win)
                .map(|holds| 10_000 * i32::from(holds));
        }
        uses.tables.dtz(&after).map(|dtz| dtz.plies)
    };
    let moves = game.position().legal_moves();
    moves.into_iter().max_by_key(resistance).expect("a move")
}

/// A legal position with these men at random.
fn scattered(random: &mut Random, white: &[PieceKind], black: &[PieceKind]) -> Position {
    loop {
        let mut setup = Setup::empty();
        for (side, kinds) in [(Color::White, white), (Color::Black, black)] {
            for &kind in kinds {
                setup.pieces[random.below(64)] = Some(Piece::new(side, kind));
            }
        }
        setup.fullmove_number = 90;
        if let Ok(position) = Position::from_setup(&setup)
            && position.occupied().count() as usize == white.len() + black.len()
        {
            return position;
        }
    }
}

/// The same with so many plies since the last capture or pawn move.
fn at_clock(position: &Position, clock: i32) -> Position {
    let setup = Setup {
        halfmove_clock: clock as u16,
        ..position.to_setup()
    };
    Position::from_setup(&setup).unwrap()
}

#[test]
fn what_is_won_is_won_before_the_fifty_moves_are_over() {
    use PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};
    let Some(uses) = real() else {
        return;
    };
    let games = quick_or_thorough(4, 40);
    let mut random = Random(10);
    let endings: [(&[PieceKind], &[PieceKind]); 7] = [
        (&[King, Bishop, Knight], &[King]),
        (&[King, Queen], &[King, Rook]),
        (&[King, Rook], &[King]),
        (&[King, Bishop, Bishop], &[King]),
        (&[King, Pawn], &[King]),
        (&[King, Rook], &[King, Bishop]),
        (&[King, Queen], &[King, Pawn]),
    ];
    for (white, black) in endings {
        let mut played = 0;
        while played < games {
            // As late as the win allows, or a little earlier.
            let position = scattered(&mut random, white, black);
            let Some(dtz) = uses.tables.dtz(&position).filter(|dtz| dtz.plies > 0) else {
                continue;
            };
            let slack = [0, 1, 3, 40][played % 4];
            let latest = (100 - dtz.plies - i32::from(dtz.is_rounded) - slack).clamp(0, 99);
            let position = at_clock(&position, latest);
            let mut defender = (played % 2 == 1).then(|| Random(random.next_u64()));
            let outcome = play_out(&uses, Game::new(position.clone()), &mut defender);
            assert_eq!(
                outcome,
                Some(Outcome::Checkmate),
                "{position:?} after {latest}"
            );
            played += 1;
        }
    }
}

#[test]
fn what_comes_too_late_is_a_draw_and_is_told_as_one() {
    let Some(uses) = real() else {
        return;
    };
    // Some fifteen moves to mate.
    let position = game("8/8/8/3k4/8/8/8/KR6 w - - 0 90").position().clone();
    let dtz = uses.tables.dtz(&position).unwrap();
    assert!(dtz.plies > 20, "{dtz:?}");
    // Where the table counts moves, it may take a ply more than it says; whether it
    // does is not asked here.
    let latest = 100 - dtz.plies - i32::from(dtz.is_rounded);
    for (clock, expected) in [(0, 30_000), (latest, 30_000), (latest + 2, 1), (98, 1)] {
        let root = Game::new(at_clock(&position, clock));
        let outcome = search(&root, &Limits::depth(2), Some(uses.clone()));
        assert_eq!(value(&outcome), ScoreValue::Cp(expected), "{clock}");
        let never_mind = TableUse {
            fifty_move_rule: false,
            ..uses.clone()
        };
        let outcome = search(&root, &Limits::depth(2), Some(never_mind));
        assert_eq!(value(&outcome), ScoreValue::Cp(30_000), "{clock}");
    }
}

#[test]
fn without_distances_the_outcome_is_kept() {
    struct OutcomesOnly(TableUse);
    impl EndgameTables for OutcomesOnly {
        fn max_men(&self) -> u32 {
            self.0.tables.max_men()
        }
        fn wdl(&self, position: &Position) -> Option<Wdl> {
            self.0.tables.wdl(position)
        }
        fn dtz(&self, _: &Position) -> Option<Dtz> {
            None
        }
        fn take_failure(&self) -> Option<String> {
            None
        }
    }
    let Some(real) = real() else {
        return;
    };
    // Only in the opposition Black's king holds the pawn.
    let root = game("8/8/4k3/8/3KP3/8/8/8 b - - 0 1");
    let outcomes = uses(Arc::new(OutcomesOnly(real)));
    let limits = Limits {
        multi_pv: 256,
        ..Limits::depth(1)
    };
    let outcome = search(&root, &limits, Some(outcomes.clone()));
    for line in &outcome.last.lines {
        let mut after = root.clone();
        after.play(line.moves[0]);
        let expected = match outcomes.tables.wdl(after.position()).unwrap() {
            Wdl::Win => -30_000,
            Wdl::Draw => 0,
            other => panic!("{other:?}"),
        };
        assert_eq!(line.score.to_int(), expected);
    }
    let kinds: std::collections::BTreeSet<i32> = outcome
        .last
        .lines
        .iter()
        .map(|line| line.score.to_int())
        .collect();
    assert_eq!(kinds.len(), 2, "some hold and some lose: {kinds:?}");
}
