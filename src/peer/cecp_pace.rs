//! Limits in CECP's words. The protocol knows clocks, a fixed time and a depth;
//! a number of positions is a time at a node rate of one a second, where the
//! engine knows node rates.

use super::player::{GameSetup, Limits};
use crate::board::Color;
use crate::protocol::{CecpCommand, Level};

/// A day for the whole game: no limit worth the name.
const NO_LIMIT: Level = Level {
    moves_per_session: 0,
    base_ms: 86_400_000,
    increment_ms: 0,
};

/// The commands that hold until they are replaced, to be sent when they change.
pub(super) fn standing(
    setup: &GameSetup,
    limits: &Limits,
    side: Color,
    nps: bool,
) -> Vec<CecpCommand> {
    let mut commands = Vec::new();
    match (limits.move_time, limits.clocks, limits.nodes) {
        (Some(time), _, _) => {
            let time_ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
            commands.push(CecpCommand::SecondsPerMove { time_ms });
        }
        (None, Some(clocks), _) => {
            let clock = clocks.of(side);
            commands.push(CecpCommand::Level(setup.level.unwrap_or(Level {
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
pub(super) fn clocks(limits: &Limits, side: Color) -> Option<[CecpCommand; 2]> {
    let clocks = match limits {
        Limits {
            clocks: Some(clocks),
            ..
        } => [clocks.of(side).left_ms, clocks.of(!side).left_ms],
        // `st` is all there is to say.
        Limits {
            move_time: Some(_), ..
        } => return None,
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
    use std::time::Duration;

    fn text(limits: &Limits, nps: bool) -> Vec<String> {
        let setup = GameSetup::standard();
        let commands = standing(&setup, limits, Color::White, nps);
        commands.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn each_limit_has_its_command() {
        assert_eq!(
            text(&Limits::move_time(Duration::from_millis(250)), false),
            ["st 0.25"]
        );
        assert_eq!(text(&Limits::nodes(5000), true), ["nps 1", "st 5000"]);
        assert_eq!(text(&Limits::nodes(5000), false), ["level 0 1440 0"]);
        assert_eq!(text(&Limits::depth(4), true), ["level 0 1440 0", "sd 4"]);
    }

    #[test]
    fn clocks_are_the_engines_then_the_opponents() {
        let side = |left_ms| SideClock {
            left_ms,
            increment_ms: 0,
        };
        let limits = Limits::clocks(Clocks {
            white: side(60_009),
            black: side(-5),
            moves_to_go: None,
        });
        let text = |side| clocks(&limits, side).unwrap().map(|c| c.to_string());
        assert_eq!(text(Color::White), ["time 6000", "otim 1"]);
        assert_eq!(text(Color::Black), ["time 1", "otim 6000"]);
    }
}
