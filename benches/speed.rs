//! How fast the core is: move generation, making moves, evaluation, search.
//! `cargo bench -p plumb-benches` compares with the last run; counts are in positions.

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};

use plumb::analysis::{AnalysisInput, Effort, Settings, assess};
use plumb::board::{Game, Position, perft};
use plumb::engine::bench_positions;
use plumb::eval::{Evaluator, Weights, account};
use plumb::notation::{parse_fen, to_fen};
use plumb::search::{Limits, SearchTask, Shared, Timer, Worker};
use plumb::tables::Models;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n2n2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 10";

fn positions() -> Vec<Position> {
    bench_positions()
        .map(|fen| parse_fen(fen).expect("the bench positions are legal"))
        .collect()
}

fn board(criterion: &mut Criterion) {
    let positions = positions();
    let mut group = criterion.benchmark_group("board");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("legal moves", |b| {
        b.iter(|| {
            positions
                .iter()
                .map(|position| black_box(position).legal_moves().len())
                .sum::<usize>()
        });
    });
    group.bench_function("count legal moves", |b| {
        b.iter(|| {
            positions
                .iter()
                .map(|position| black_box(position).count_legal_moves())
                .sum::<u32>()
        });
    });
    let moves: Vec<_> = positions
        .iter()
        .map(|position| (position, position.legal_moves()))
        .collect();
    let count: usize = moves.iter().map(|(_, list)| list.len()).sum();
    group.throughput(Throughput::Elements(count as u64));
    group.bench_function("make and undo", |b| {
        let mut games: Vec<Game> = positions
            .iter()
            .map(|position| Game::new(position.clone()))
            .collect();
        b.iter(|| {
            for (game, (_, list)) in games.iter_mut().zip(&moves) {
                for &mv in list {
                    game.play(mv);
                    black_box(game.position().key());
                    game.undo();
                }
            }
        });
    });
    group.bench_function("exchange evaluation", |b| {
        b.iter(|| {
            moves
                .iter()
                .flat_map(|(position, list)| list.iter().map(move |&mv| (position, mv)))
                .filter(|(position, mv)| position.see_at_least(*mv, 0))
                .count()
        });
    });
    group.finish();

    let mut group = criterion.benchmark_group("perft");
    for (name, fen, depth, nodes) in [
        ("startpos 5", plumb::notation::START_FEN, 5, 4_865_609),
        ("kiwipete 4", KIWIPETE, 4, 4_085_603),
    ] {
        let position = parse_fen(fen).expect("both are legal");
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(name, |b| {
            b.iter(|| assert_eq!(perft(black_box(&position), depth), nodes))
        });
    }
    group.finish();
}

fn notation(criterion: &mut Criterion) {
    let positions = positions();
    let fens: Vec<String> = positions
        .iter()
        .map(|position| to_fen(position, Default::default()))
        .collect();
    let mut group = criterion.benchmark_group("notation");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("read FEN", |b| {
        b.iter(|| {
            fens.iter()
                .filter(|fen| parse_fen(black_box(fen)).is_ok())
                .count()
        });
    });
    group.finish();
}

fn evaluation(criterion: &mut Criterion) {
    let positions = positions();
    let weights = Arc::new(Weights::embedded());
    let mut group = criterion.benchmark_group("evaluation");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("score", |b| {
        let mut evaluator = Evaluator::new(Arc::clone(&weights));
        b.iter(|| {
            positions
                .iter()
                .map(|position| evaluator.evaluate(black_box(position)))
                .sum::<i32>()
        });
    });
    group.bench_function("score, cold", |b| {
        let fresh = || Evaluator::new(Arc::clone(&weights));
        let all = |evaluator: &mut Evaluator| {
            positions
                .iter()
                .map(|position| evaluator.evaluate(black_box(position)))
                .sum::<i32>()
        };
        b.iter_batched_ref(fresh, all, BatchSize::SmallInput);
    });
    group.bench_function("account", |b| {
        b.iter(|| {
            positions
                .iter()
                .map(|position| account(black_box(position), &weights).score_cp())
                .sum::<i32>()
        });
    });
    group.finish();
}

fn searching(criterion: &mut Criterion) {
    let weights = Arc::new(Weights::embedded());
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    group.bench_function("startpos, depth 10", |b| {
        let game = Game::new(Position::start());
        let limits = Limits::depth(10);
        let mut shared = Shared::new(Arc::clone(&weights), 16, 1).expect("16 MB are there");
        let mut worker = Worker::new(0, Arc::clone(&weights)).unwrap();
        b.iter(|| {
            shared.table.clear();
            worker.clear();
            shared.begin_search();
            let timer = Timer::start(&limits);
            SearchTask::new(&shared, &game, &limits, &timer, &mut ())
                .run(&mut worker)
                .last
                .nodes
        });
    });
    group.finish();
}

/// A whole analysis may take 4.2 times a plain search of as many nodes.
fn analysing(criterion: &mut Criterion) {
    const NODES: u64 = 50_000;
    let (models, weights) = (Models::embedded(), Arc::new(Weights::embedded()));
    let position = parse_fen(MIDDLEGAME).expect("the position is legal");
    let request = AnalysisInput {
        played: position.legal_moves().first().copied(),
        game: Game::new(position),
        settings: Settings {
            effort: Effort::Nodes(NODES),
            ..Settings::default()
        },
    };
    let stop = AtomicBool::new(false);
    let mut group = criterion.benchmark_group("analysis");
    group.sample_size(10);
    group.bench_function("a plain search of 50,000 nodes", |b| {
        let limits = Limits::nodes(NODES);
        b.iter(|| {
            // Like the analysis, it begins with a table and a worker of its own.
            let shared = Shared::new(Arc::clone(&weights), 16, 1).expect("16 MB are there");
            let mut worker = Worker::new(0, Arc::clone(&weights)).unwrap();
            shared.begin_search();
            let timer = Timer::start(&limits);
            let game = &request.game;
            SearchTask::new(&shared, game, &limits, &timer, &mut ())
                .run(&mut worker)
                .last
                .nodes
        });
    });
    group.bench_function("an analysis with 50,000 nodes a search", |b| {
        b.iter(|| {
            assess(&request, &models, &stop)
                .expect("16 MB are there")
                .nodes
        });
    });
    group.finish();
}

criterion_group!(benches, board, notation, evaluation, searching, analysing);
criterion_main!(benches);
