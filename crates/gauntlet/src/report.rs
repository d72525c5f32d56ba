//! A match in words: the table that people read, and the games as PGN.

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use plumb_chess::board::Color;
use plumb_chess::notation::pgn::{PgnGame, PgnMove};
use plumb_chess::notation::{CastlingStyle, FenStyle, to_fen, to_uci_move};
use plumb_engine::search::ScoreValue;
use plumb_protocol::protocol::GameResult;

use super::openings::Opening;
use super::record::GameRecord;
use super::referee::PlayedMove;
use super::runner::{Entrant, FinishedGame};
use super::standings::Standings;
use plumb_stats::statistics::Estimate;

/// The table: for each pairing the score, Elo with its 95 % error, normalised
/// Elo, likelihood of superiority, draws, and the counts of pairs. Lines keep
/// within so many columns as far as names allow.
pub fn table(standings: &Standings, names: &[String], columns: usize) -> String {
    let width = names
        .iter()
        .map(|name| name.chars().count())
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    let failed = standings.failed_games();
    let by_engine: Vec<String> = standings
        .failures
        .iter()
        .map(|(&engine, count)| format!("{} {count}", names[engine]))
        .collect();
    if 10 * failed > standings.games {
        text.push_str(&format!(
            "WARNING: {failed} of {} games ended by an engine's failure ({}): see failures.log\n",
            standings.games,
            by_engine.join(", ")
        ));
    }
    if names.len() > 2 {
        text.push_str("total\n");
        let mut order: Vec<usize> = (0..names.len()).collect();
        let share = |engine: usize| {
            let (games, half_points) = standings.total(engine);
            half_points as f64 / (2 * games.max(1)) as f64
        };
        order.sort_by(|&one, &other| share(other).total_cmp(&share(one)));
        for engine in order {
            let (games, half_points) = standings.total(engine);
            let points = half_points as f64 / 2.0;
            let percent = share(engine) * 100.0;
            text.push_str(&format!(
                "  {:<width$} {points:>6.1} of {games:>5} {percent:>5.1} %\n",
                names[engine]
            ));
        }
    }
    for ((first, second), score) in standings.pairings() {
        let statistics = score.statistics();
        let counts = score.games;
        let parts = [
            format!("{:<width$} - {:<width$}", names[first], names[second]),
            format!("{}-{}-{}", counts.wins, counts.draws, counts.losses),
            format!("{:.1} %", statistics.score * 100.0),
            format!("Elo {}", with_margin(statistics.elo)),
            format!("nElo {}", with_margin(statistics.normalised_elo)),
            format!("LOS {:.1} %", statistics.los * 100.0),
            format!("draws {:.0} %", statistics.draw_ratio * 100.0),
            format!("pairs {:?}", score.pairs.by_score),
        ];
        push_parts(&mut text, &parts, columns);
    }
    if failed > 0 {
        let counted = match standings.counts_failures() {
            true => "counted as lost",
            false => "not in the score",
        };
        let line = format!(
            "ended by an engine's failure, {counted}: {}\n",
            by_engine.join(", ")
        );
        text.push_str(&line);
    }
    if standings.repeats() > 0 {
        text.push_str(&format!(
            "repeats of other games, move for move, not in the score: {} of {}\n",
            standings.repeats(),
            standings.games
        ));
    }
    for (what, counts) in [
        ("offences", &standings.offences),
        ("warnings", &standings.warnings),
    ] {
        for (&engine, count) in counts {
            text.push_str(&format!("{what}: {} {count}\n", names[engine]));
        }
    }
    text
}

fn with_margin(estimate: Estimate) -> String {
    format!("{:+.0} ± {:.0}", estimate.value, estimate.margin)
}

/// Adds a line made of parts; those that do not fit go on the next, indented.
fn push_parts(text: &mut String, parts: &[String], columns: usize) {
    let mut used = 0;
    for part in parts {
        let length = part.chars().count();
        if used > 0 {
            let fits = used + 2 + length <= columns;
            text.push_str(if fits { "  " } else { "\n    " });
            used = if fits { used + 2 } else { 4 };
        }
        text.push_str(part);
        used += length;
    }
    text.push('\n');
}

/// What fits on a terminal with a row to spare: what scrolls out of sight
/// cannot be drawn over. The last two lines, speed and progress, always stay.
pub fn fit_screen(text: &str, columns: usize, rows: usize) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let room = rows.saturating_sub(1).max(3);
    let mut kept = lines.clone();
    let note;
    if lines.len() > room {
        let left_out = lines.len() - room + 1;
        note = format!("... {left_out} more lines ...");
        kept.splice(room - 3..lines.len() - 2, [note.as_str()]);
    }
    let cut = |line: &&str| line.chars().take(columns).collect::<String>();
    kept.iter().map(cut).collect::<Vec<_>>().join("\n")
}

impl GameRecord {
    /// What is kept of a finished game; none if it does not count.
    pub fn of(game: &FinishedGame, opening: &Opening) -> Option<GameRecord> {
        let turn = side_to_move_at_end(game, opening);
        let white_points = match game.played.termination.result(turn)? {
            GameResult::WhiteWins => 1.0,
            GameResult::BlackWins => 0.0,
            _ => 0.5,
        };
        let warnings = Color::ALL.map(|side| {
            game.played
                .warnings
                .iter()
                .filter(|(who, _)| *who == side)
                .count()
        });
        let scheduled = game.scheduled;
        Some(GameRecord {
            game: scheduled.number,
            pair: scheduled.pair,
            white: scheduled.white,
            black: scheduled.black,
            white_points,
            termination: game.played.termination.describe(turn),
            kind: game.played.termination.pgn_tag().to_owned(),
            offender: game
                .played
                .termination
                .offender()
                .map(|side| side.fold(scheduled.white, scheduled.black)),
            plies: game.played.moves.len(),
            opening_plies: opening.moves.len(),
            moves: Some(moves_digest(game, opening)),
            seconds: game.time.as_secs_f64(),
            warnings,
            pgn_bytes: 0,
        })
    }
}

/// A digest of the start position without its counters and of all moves, in hexadecimal digits.
fn moves_digest(game: &FinishedGame, opening: &Opening) -> String {
    let mut position = opening.start.clone();
    let mut hash = Sha256::new();
    let fen = to_fen(&position, FenStyle::XFen);
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    hash.update(fields.join(" "));
    let played = game.played.moves.iter().map(|played| played.mv);
    for mv in opening.moves.iter().copied().chain(played) {
        hash.update(" ");
        hash.update(to_uci_move(&position, mv, CastlingStyle::Chess960));
        position = position.play(mv);
    }
    HEXLOWER.encode(&hash.finalize()[..8])
}

fn side_to_move_at_end(game: &FinishedGame, opening: &Opening) -> Color {
    let first = opening.game().position().turn();
    if game.played.moves.len().is_multiple_of(2) {
        first
    } else {
        !first
    }
}

/// A finished game as PGN, each move with score, depth, time and nodes.
pub fn game_pgn(
    game: &FinishedGame,
    opening: &Opening,
    entrants: &[Entrant],
    control: &str,
    chess960: bool,
) -> String {
    let turn = side_to_move_at_end(game, opening);
    let result = game
        .played
        .termination
        .result(turn)
        .unwrap_or(GameResult::Unknown)
        .to_string();
    let name = |index: usize| entrants[index].config.name.clone();
    let mut tags = vec![
        ("Event", "Plumb gauntlet".to_owned()),
        ("Site", "?".to_owned()),
        ("Date", game.begun.pgn_date()),
        // Both games of a pair have the same, by which they are found again.
        ("Round", (game.scheduled.pair + 1).to_string()),
        ("White", name(game.scheduled.white)),
        ("Black", name(game.scheduled.black)),
        ("Result", result.clone()),
        ("UTCDate", game.begun.pgn_date()),
        ("UTCTime", game.begun.pgn_time()),
        ("TimeControl", control.to_owned()),
        ("Termination", game.played.termination.pgn_tag().to_owned()),
        (
            "PlyCount",
            (opening.moves.len() + game.played.moves.len()).to_string(),
        ),
    ];
    if let Some(name) = &opening.name {
        tags.push(("Opening", name.clone()));
    }
    if chess960 {
        tags.push(("Variant", "Chess960".to_owned()));
    }
    let book = opening.moves.iter().map(|&mv| PgnMove::new(mv, "book"));
    let mut side = opening.game().position().turn();
    let played = game.played.moves.iter().map(|played| {
        let comment = move_comment(played, side);
        side = !side;
        PgnMove::new(played.mv, comment)
    });
    let pgn = PgnGame {
        tags: tags
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect(),
        start: opening.start.clone(),
        moves: book.chain(played).collect(),
        result,
        ending: game.played.termination.describe(turn),
    };
    pgn.to_pgn(if chess960 {
        FenStyle::Shredder
    } else {
        FenStyle::XFen
    })
}

/// `[%eval]` from White's side with its depth, the time, and the nodes.
fn move_comment(played: &PlayedMove, side: Color) -> String {
    let mut text = String::new();
    if let Some(score) = played.score {
        let sign = side.fold(1, -1);
        let depth = played
            .depth
            .map_or(String::new(), |depth| format!(",{depth}"));
        match score {
            ScoreValue::Cp(cp) => text.push_str(&format!(
                "[%eval {:.2}{depth}] ",
                f64::from(sign * cp) / 100.0
            )),
            ScoreValue::Mate(moves) => text.push_str(&format!("[%eval #{}{depth}] ", sign * moves)),
        }
    }
    let (seconds, ms) = (played.time_ms / 1000, played.time_ms % 1000);
    text.push_str(&format!(
        "[%emt {}:{:02}:{:02}.{ms:03}]",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    ));
    if let Some(nodes) = played.nodes {
        text.push_str(&format!(" [%nodes {nodes}]"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: usize, white: usize, white_points: f64) -> GameRecord {
        GameRecord {
            game: number,
            pair: number / 2,
            white,
            black: 1 - white,
            white_points,
            termination: String::new(),
            kind: String::new(),
            offender: None,
            plies: 0,
            opening_plies: 0,
            moves: None,
            seconds: 0.0,
            warnings: [0; 2],
            pgn_bytes: 0,
        }
    }

    #[test]
    fn the_table_keeps_within_its_columns() {
        let mut standings = Standings::default();
        for number in 0..400 {
            standings.add(&game(number, number % 2, (number % 3) as f64 / 2.0));
        }
        let names = ["Plumb (XBoard)".to_owned(), "Stockfish 2300".to_owned()];
        let wide = table(&standings, &names, usize::MAX);
        assert_eq!(wide.lines().count(), 1);
        for columns in [120, 80, 60, 40] {
            let narrow = table(&standings, &names, columns);
            let longest = narrow.lines().map(|line| line.chars().count()).max();
            assert!(longest.unwrap() <= columns, "{narrow}");
            let words = |text: &str| {
                text.split_whitespace()
                    .map(str::to_owned)
                    .collect::<Vec<_>>()
            };
            assert_eq!(words(&narrow), words(&wide));
        }
    }

    #[test]
    fn what_does_not_fit_is_left_out_of_the_middle() {
        let text = "1\n2\n3\n4\n5\n6";
        assert_eq!(fit_screen(text, 80, 24), text);
        assert_eq!(fit_screen(text, 80, 7), text);
        assert_eq!(fit_screen(text, 80, 6), "1\n2\n... 2 more lines ...\n5\n6");
        assert_eq!(fit_screen(text, 80, 0), "... 4 more lines ...\n5\n6");
        assert_eq!(fit_screen("12345\n1", 3, 24), "123\n1");
    }
}
