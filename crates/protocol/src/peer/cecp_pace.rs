//! SearchBudget in CECP's words. The protocol knows clocks, a fixed time and a depth;
//! a number of positions is a time at a node rate of one a second, where the
//! engine knows node rates.

use std::time::Duration;

use super::player::GameSetup;
use super::search_budget::SearchBudget;
use crate::protocol::{CecpCommand, Level};
use plumb_chess::board::Color;

/// A day for the whole game: no limit worth the name.
const NO_LIMIT: Level = Level {
    moves_per_session: 0,
    base_ms: 86_400_000,
    increment_ms: 0,
};

/// One move in this time, which `time` says more exactly before each.
fn one_move(time: Duration) -> Level {
    Level {
        moves_per_session: 1,
        base_ms: time.as_millis().next_multiple_of(1000) as u64,
        increment_ms: 0,
    }
}

/// Whether a fixed time goes as `st`. The protocol means whole seconds; engines
/// read a fraction as 0, or end (HoiChess), unless they are of the newer kind
/// that knows node rates.
fn says_move_time(time: Duration, nps: bool) -> bool {
    nps || time.as_millis().is_multiple_of(1000)
}

/// Whether a number of positions is all there is.
pub(super) fn is_node_limit(limits: &SearchBudget) -> bool {
    limits.nodes.is_some()
        && limits.clocks.is_none()
        && limits.move_time.is_none()
        && limits.depth.is_none()
}

/// The commands that hold until they are replaced, to be sent when they change
/// from those `standing` now.
pub(super) fn renewed(
    standing: &[CecpCommand],
    setup: &GameSetup,
    limits: &SearchBudget,
    side: Color,
    nps: bool,
) -> Vec<CecpCommand> {
    let mut commands = Vec::new();
    match (limits.move_time, limits.clocks, limits.nodes) {
        (Some(time), _, _) if says_move_time(time, nps) => {
            let time_ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
            commands.push(CecpCommand::SecondsPerMove { time_ms });
        }
        (Some(time), _, _) => commands.push(CecpCommand::Level(one_move(time))),
        (None, Some(clocks), _) => {
            // Without a time control the clock at the first move stands for it.
            let told = standing.iter().find_map(|command| match command {
                CecpCommand::Level(level) if *level != NO_LIMIT => Some(*level),
                _ => None,
            });
            let clock = clocks.of(side);
            commands.push(CecpCommand::Level(setup.level.or(told).unwrap_or(Level {
                moves_per_session: clocks.moves_to_go.unwrap_or(0),
                base_ms: clock.left_ms.max(1) as u64,
                increment_ms: clock.increment_ms,
            })));
        }
        (None, None, Some(nodes)) if nps => {
            let time_ms = nodes.saturating_mul(1000);
            commands.push(CecpCommand::NodeRate(1));
            commands.push(CecpCommand::SecondsPerMove { time_ms });
        }
        (None, None, _) => commands.push(CecpCommand::Level(NO_LIMIT)),
    }
    if let Some(depth) = limits.depth {
        commands.push(CecpCommand::MaxDepth(depth));
    }
    commands
}

/// The clocks, to be sent before every move: the engine's, then its opponent's.
/// Old engines do strange things with a clock at zero.
pub(super) fn clocks(limits: &SearchBudget, side: Color, nps: bool) -> Option<[CecpCommand; 2]> {
    let clocks = match limits {
        SearchBudget {
            clocks: Some(clocks),
            move_time: None,
            ..
        } => [clocks.of(side).left_ms, clocks.of(!side).left_ms],
        SearchBudget {
            move_time: Some(time),
            ..
        } => {
            if says_move_time(*time, nps) {
                // `st` is all there is to say.
                return None;
            }
            [i64::try_from(time.as_millis()).unwrap_or(i64::MAX); 2]
        }
        _ => [NO_LIMIT.base_ms as i64; 2],
    };
    let [own, other] = clocks.map(|ms| ms.div_euclid(10).max(1));
    Some([
        CecpCommand::EngineClock { centiseconds: own },
        CecpCommand::OpponentClock {
            centiseconds: other,
        },
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peer::{Clocks, SideClock};

    fn text(limits: &SearchBudget, nps: bool) -> Vec<String> {
        let setup = GameSetup::standard();
        let commands = renewed(&[], &setup, limits, Color::White, nps);
        commands.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn each_limit_has_its_command() {
        let quarter = SearchBudget::move_time(Duration::from_millis(250));
        assert_eq!(text(&quarter, true), ["st 0.25"]);
        assert_eq!(text(&quarter, false), ["level 1 0:01 0"]);
        let time = clocks(&quarter, Color::White, false).map(|c| c[0].to_string());
        assert_eq!(time.as_deref(), Some("time 25"));
        let second = SearchBudget::move_time(Duration::from_secs(1));
        assert_eq!(text(&second, false), ["st 1"]);
        assert_eq!(text(&SearchBudget::nodes(5000), true), ["nps 1", "st 5000"]);
        assert_eq!(text(&SearchBudget::nodes(5000), false), ["level 0 1440 0"]);
        assert_eq!(
            text(&SearchBudget::depth(4), true),
            ["level 0 1440 0", "sd 4"]
        );
    }

    #[test]
    fn clocks_are_the_engines_then_the_opponents() {
        let side = |left_ms| SideClock {
            left_ms,
            increment_ms: 0,
        };
        let limits = SearchBudget::clocks(Clocks {
            white: side(60_009),
            black: side(-5),
            moves_to_go: None,
        });
        let text = |side| clocks(&limits, side, false).unwrap().map(|c| c.to_string());
        assert_eq!(text(Color::White), ["time 6000", "otim 1"]);
        assert_eq!(text(Color::Black), ["time 1", "otim 6000"]);
    }
}
