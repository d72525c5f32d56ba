//! The commands for people, which work in both protocols.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::core::Core;
use super::extension::{Board, Extension};
use crate::protocol::{Dialect, HumanCommand};
use plumb_chess::board::{Bitboard, Color, Game, MAX_PERFT_DEPTH, Position, Setup, perft};
use plumb_chess::notation::{FenStyle, board_text, parse_fen, to_fen, to_san};
use plumb_engine::engine::{BENCH_DEPTH, BENCH_HASH_MB, bench_positions, bench_until};

impl Core {
    /// Carries out a command for people.
    pub fn human(&mut self, command: HumanCommand) {
        match command {
            HumanCommand::Display => {
                let text = diagram(self.position(), self.fen_style());
                self.out.lines(text);
            }
            HumanCommand::Eval(form) => self.eval(&form),
            HumanCommand::Flip => self.flip(),
            HumanCommand::Help => self.help(),
            HumanCommand::Moves => self.list_moves(),
            HumanCommand::Perft { depth } => self.perft(depth),
            HumanCommand::Bench { args } => self.bench(&args),
        }
    }

    /// Carries out an extension's command; false if the line is none.
    pub fn extend(&mut self, line: &str) -> bool {
        let line = line.trim();
        let (first, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        // XBoard's own command is spelt the other way.
        let first = match first.to_ascii_lowercase() {
            word if word == "analyze" && self.dialect != Dialect::Cecp => "analyse".to_owned(),
            word => word,
        };
        let named = |extension: &&Extension| extension.name == first;
        let Some(extension) = self.extensions.iter().find(named) else {
            return false;
        };
        let board = Board {
            game: self.engine.game().clone(),
            castling: self.castling_style(),
        };
        let prepared = (extension.prepare)(&board, rest)
            .map_err(|error| format!("{}: {error}", extension.name));
        match prepared {
            Ok(job) => self.start_task(job),
            Err(text) => self.error(&text),
        }
        true
    }

    pub fn fen_style(&self) -> FenStyle {
        if self.engine.settings().chess960 {
            FenStyle::Shredder
        } else {
            FenStyle::XFen
        }
    }

    /// The legal moves in the notation of books.
    fn list_moves(&mut self) {
        let position = self.position();
        let moves = position.legal_moves();
        let mut moves: Vec<String> = moves.iter().map(|&mv| to_san(position, mv)).collect();
        moves.sort();
        let count = moves.len();
        let list = moves.join(" ");
        self.out
            .line(format!("legal moves: {count}  {list}").trim_end());
    }

    fn flip(&mut self) {
        if self.engine.is_searching() {
            self.error("flip is not possible during a search");
            return;
        }
        match Position::from_setup(&flipped(&self.position().to_setup())) {
            Ok(position) => {
                self.tutor.cancel_all();
                self.engine.set_game(Game::new(position));
            }
            Err(error) => self.error(&format!("cannot flip: {error}")),
        }
    }

    /// Counts on a thread of its own: deep ones take hours, and `stop` and
    /// `quit` have to work.
    pub fn perft(&mut self, depth: u32) {
        if depth > MAX_PERFT_DEPTH {
            self.error(&format!(
                "perft: expected a depth in plies, from 0 to {MAX_PERFT_DEPTH}, found {depth}"
            ));
            return;
        }
        let position = self.position().clone();
        let style = self.castling_style();
        self.start_task(move |say, stop| {
            let start = std::time::Instant::now();
            let mut total = 0;
            if depth == 0 {
                total = 1;
            } else {
                for mv in position.legal_moves() {
                    let Some(nodes) = perft_until(&position.play(mv), depth - 1, stop) else {
                        return vec!["info string perft stopped".to_owned()];
                    };
                    total += nodes;
                    say(format!(
                        "{}: {nodes}",
                        plumb_chess::notation::to_uci_move(&position, mv, style)
                    ));
                }
            }
            let seconds = start.elapsed().as_secs_f64().max(1e-9);
            vec![
                String::new(),
                format!("Nodes searched: {total}"),
                format!("Nodes per second: {:.0}", total as f64 / seconds),
            ]
        });
    }

    fn bench(&mut self, args: &[String]) {
        let number = |index: usize, default: u64| match args.get(index) {
            None => Ok(default),
            Some(text) => text.parse().map_err(|_| text.clone()),
        };
        let (depth, megabytes) = match (
            number(0, BENCH_DEPTH as u64),
            number(1, BENCH_HASH_MB as u64),
        ) {
            (Ok(depth), Ok(megabytes)) => (
                depth.clamp(1, 100) as u32,
                megabytes.clamp(1, 1 << 20) as usize,
            ),
            (Err(text), _) | (_, Err(text)) => {
                self.error(&format!(
                    "bench takes a depth and a table size in MB, not '{}'",
                    text.escape_default()
                ));
                return;
            }
        };
        let weights = Arc::clone(self.engine.weights());
        self.start_task(move |say, stop| {
            let positions: Vec<Position> = bench_positions()
                .filter_map(|fen| parse_fen(fen).ok())
                .collect();
            let count = positions.len();
            let result = bench_until(
                &weights,
                &positions,
                depth,
                megabytes,
                stop,
                |number, nodes| {
                    say(format!("position {}/{count}: {nodes} nodes", number + 1));
                    !stop.load(Ordering::Relaxed)
                },
            );
            match result {
                // The nodes until then would look like a signature.
                Ok(_) if stop.load(Ordering::Relaxed) => {
                    vec!["info string bench stopped".to_owned()]
                }
                Ok(result) => vec![
                    format!("Nodes searched: {}", result.total()),
                    format!("Nodes per second: {}", result.nodes_per_second()),
                ],
                Err(error) => vec![format!("info string error: {error}")],
            }
        });
    }
}

/// Perft that looks at `stop` every few thousand nodes.
fn perft_until(position: &Position, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= 4 {
        return Some(perft(position, depth));
    }
    position
        .legal_moves()
        .into_iter()
        .map(|mv| perft_until(&position.play(mv), depth - 1, stop))
        .sum()
}

/// Colours swapped, top and bottom too: the same game from the other side.
fn flipped(setup: &Setup) -> Setup {
    let mut other = Setup::empty();
    for square in Bitboard::ALL {
        let piece = setup.pieces[square.index()];
        let mirror = square.relative_to(Color::Black);
        other.pieces[mirror.index()] =
            piece.map(|p| plumb_chess::board::Piece::new(!p.color(), p.kind()));
        if setup.castling_rooks.has(square) {
            other.castling_rooks = other.castling_rooks.with(mirror);
        }
    }
    other.turn = !setup.turn;
    other.en_passant = setup
        .en_passant
        .map(|square| square.relative_to(Color::Black));
    other.halfmove_clock = setup.halfmove_clock;
    other.fullmove_number = setup.fullmove_number;
    other
}

/// The board, its FEN and key, and who gives check.
fn diagram(position: &Position, style: FenStyle) -> String {
    let mut text = board_text(position);
    text.push_str(&format!(
        "\nFen: {}\nKey: {:016X}\nCheckers:",
        to_fen(position, style),
        position.key()
    ));
    for square in position.checkers() {
        text.push_str(&format!(" {square}"));
    }
    text
}
