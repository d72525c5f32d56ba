//! `fairplay` for sessions: the game on the board so far.

use std::sync::Arc;

use plumb::fairplay::{Depths, FigureOptions, GameSummary, PlumbJudge, Profile, Rules, Standard};
use plumb::protocol::{Extension, Job};

use super::fairplay::{tables_digest, yardstick};
use super::{Failure, Knowledge};

/// Nodes of each search if nothing else is said.
const NODES: u64 = 50_000;

const HELP: &str = "  fairplay                            sum up the game on the board for both sides (also: fairplay nodes N)";

fn depths(nodes: u64) -> Depths {
    Depths {
        forced_nodes: nodes,
        mate_nodes: nodes,
        ..Depths::of(Profile::Full).with_nodes(nodes)
    }
}

pub fn extension(knowledge: &Knowledge) -> Result<Extension, Failure> {
    let standard = Standard {
        rules: Rules::default(),
        yardstick: yardstick(knowledge)?,
        options: FigureOptions::default(),
        tables: None,
    };
    let weights = Arc::clone(&knowledge.weights);
    let tables = tables_digest(knowledge);
    Ok(Extension {
        name: "fairplay",
        help: HELP,
        prepare: Box::new(move |board, words| {
            let words: Vec<&str> = words.split_whitespace().collect();
            let nodes = match words[..] {
                [] => Some(NODES),
                ["nodes", number] => number.parse().ok().filter(|&nodes| nodes > 0),
                _ => None,
            };
            let nodes = nodes.ok_or("expected nothing, or nodes and a number")?;
            let (weights, tables) = (Arc::clone(&weights), tables.clone());
            let game = board.game.clone();
            let job: Job = Box::new(move |say, stop| {
                let progress = |done, all| {
                    if done % 10 == 0 && done < all {
                        say(format!("summary progress {done} of {all} plies"));
                    }
                };
                let summary = PlumbJudge::new(weights, &tables, depths(nodes))
                    .map_err(|error| error.to_string())
                    .and_then(|mut judge| {
                        GameSummary::of(&game, &mut judge, &standard, stop, progress)
                    });
                match summary {
                    Ok(summary) => summary
                        .to_text()
                        .lines()
                        .for_each(|line| say(line.to_owned())),
                    Err(error) => say(format!("info string error: fairplay: {error}")),
                }
            });
            Ok(job)
        }),
    })
}
