//! A real endgame, counted out: the tree of a window as the command sees it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plumb_chess::board::{Color, Game, Move};
use plumb_chess::notation::{parse_fen, parse_move};
use plumb_counterfactual::{
    History, Kernel, LineTree, LossDepth, LossSearch, Method, Policy, PolicyError, PolicyQuestion,
    PositionTree, Ratings, SamplingPlan, Target, TreeMemory, Window, draw_sample,
};
use plumb_engine::eval::Weights;
use plumb_support::random::mixed;

use super::balance::{EXACT, FRESH, Faults, SHIPPED, TARGETS};
use super::enumeration::{death, lines};

/// Shares that have nothing to do with chess: a number made of position and move.
struct Dice;

impl Policy for Dice {
    fn name(&self) -> String {
        "dice".to_owned()
    }

    fn history(&self) -> History {
        History::Position
    }

    fn chances(&mut self, question: &PolicyQuestion<'_>) -> Result<Vec<(Move, f64)>, PolicyError> {
        let key = question.game.position().key();
        let chance = |&mv: &Move| {
            let number = mixed(key ^ u64::from(mv.to_bits())) % 1_000;
            (mv, 1.0 + number as f64)
        };
        Ok(question.legal.iter().map(chance).collect())
    }
}

/// A pawn that may promote, stalemate or be taken, which leaves two bare kings: lines die.
fn tree(memory: &Arc<TreeMemory>) -> PositionTree {
    let start = parse_fen("8/8/8/8/8/2k5/1p6/1K6 w - - 0 1").unwrap();
    let mut game = Game::new(start);
    for text in ["Ka2", "Kc2", "Ka3"] {
        let mv = parse_move(game.position(), text).unwrap();
        game.play(mv);
    }
    let window = Window {
        before: Game::new(game.start().clone()),
        moves: game.moves().iter().flatten().copied().collect(),
        suspect: Color::White,
        first_ply: 1,
    };
    let weights = Arc::new(Weights::embedded());
    let depth = LossDepth { plies: 4, lines: 2 };
    let stop = Arc::new(AtomicBool::new(false));
    let losses = LossSearch::new(Arc::clone(&memory.losses), depth, weights, stop).unwrap();
    let ratings = Ratings {
        white: 1_500.0,
        black: 1_500.0,
    };
    PositionTree::new(&window, ratings, Arc::clone(memory), Box::new(Dice), losses)
}

#[test]
fn the_kernels_are_in_balance_on_a_real_endgame() {
    let memory = Arc::new(TreeMemory::default());
    let mut tree = tree(&memory);
    let count = lines(&mut tree).len();
    assert!(count > 20, "{count} lines");
    let root = tree.root();
    assert!(death(&mut tree, &root, 3) > 0.0, "no line dies");
    for target in TARGETS {
        for fresh in FRESH {
            let faults = Faults::of(&mut tree, target, Kernel { fresh }, &SHIPPED);
            assert!(faults.worst() < EXACT, "{target:?} {fresh}: {faults:?}");
        }
    }
}

/// What a line loses does not depend on what else was asked before.
#[test]
fn a_loss_is_the_same_after_many_others() {
    let alone = Arc::new(TreeMemory::default());
    let crowded = Arc::new(TreeMemory::default());
    let plan = SamplingPlan {
        target: Target::Policy,
        method: Method::Independent,
        samples: 10_000,
        chains: 4,
        burn_in: 0,
        seed: 1,
        jobs: 2,
    };
    let never = AtomicBool::new(false);
    let make = || Ok(tree(&crowded));
    draw_sample(&make, &plan, &[], &never, &mut |_, _| {}).unwrap();
    let mut crowded_tree = tree(&crowded);
    for mut line in lines(&mut crowded_tree).into_iter().step_by(7) {
        let mut alone_tree = tree(&alone);
        let mut same = line.clone();
        let before = same.cpl(&mut alone_tree).unwrap();
        assert_eq!(line.cpl(&mut crowded_tree).unwrap(), before);
    }
}
