//! `fairplay` for sessions: the game on the board so far.

use std::cell::Cell;
use std::sync::atomic::AtomicBool;

use plumb::fairplay::{
    AuditEvent, AuditObserver, AuditSettings, Depths, GameSummary, PassSettings, Profile,
};
use plumb::protocol::{Extension, Job};
use plumb::tables::Models;

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

/// Says now and then how far an audit of the game on the board is.
struct Session<'a> {
    stop: &'a AtomicBool,
    say: &'a dyn Fn(String),
    told: Cell<u64>,
}

impl AuditObserver for Session<'_> {
    fn stop(&self) -> &AtomicBool {
        self.stop
    }

    fn event(&self, event: AuditEvent<'_>) {
        if let AuditEvent::Searched(progress) = event
            && progress.moves >= self.told.get() + 10
        {
            self.told.set(progress.moves);
            (self.say)(format!("summary progress {} moves", progress.moves));
        }
    }
}

pub fn extension(models: &Models) -> Extension {
    let models = models.clone();
    Extension {
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
            let settings = AuditSettings {
                depths: depths(nodes),
                passes: PassSettings::None,
                ..AuditSettings::new(Profile::Full)
            };
            let models = models.clone();
            let game = board.game.clone();
            let job: Job = Box::new(move |say, stop| {
                let session = Session {
                    stop,
                    say: &say,
                    told: Cell::new(0),
                };
                match GameSummary::of(&game, settings, &models, &session) {
                    Ok(summary) => summary.to_text().lines().map(str::to_owned).collect(),
                    Err(error) => vec![format!("info string error: fairplay: {error}")],
                }
            });
            Ok(job)
        }),
    }
}
