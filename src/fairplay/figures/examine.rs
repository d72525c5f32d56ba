//! A game and its records become what reports say of it.
//!
//! Pure: nothing is searched or read here, and the same records always give the
//! same report. Start with `examine`.

use serde::Serialize;

use super::field::GameSums;
use super::figures::{FigureOptions, Figures, Level};
use super::sums::Sums;
use super::tally::CoreFigures;
use crate::board::{Color, Game};
use crate::fairplay::book::BookDepth;
use crate::fairplay::facts::{
    MoveVerdict, PlyContext, Rules, Yardstick, set_up_plies, times_spent, trace,
};
use crate::fairplay::games::SourceGame;
use crate::fairplay::records::MoveRecord;
use crate::notation::{FenStyle, to_fen, to_san};
use crate::syzygy::Tablebases;

/// By what a run's games are judged.
#[derive(Clone, Copy, Debug)]
pub struct Standard<'a> {
    /// Which moves count.
    pub rules: Rules,
    /// What turns scores into chances and shares.
    pub yardstick: Yardstick,
    /// How figures are made.
    pub options: FigureOptions,
    /// Positions that are known and not played.
    pub tables: Option<&'a Tablebases>,
}

/// A game as reports show it.
#[derive(Clone, Debug, Serialize)]
pub struct GameReport {
    /// Its place in the whole input, from 1.
    pub id: u64,
    /// The file it came from.
    pub file: String,
    /// Its number in the file, from 1.
    pub number: usize,
    /// The line of the file on which it begins, from 1.
    pub line: u64,
    /// All tags, as the file has them.
    pub tags: Vec<(String, String)>,
    /// White's name; none if the file has none.
    pub white: Option<String>,
    /// Black's name.
    pub black: Option<String>,
    /// Where it begins, if not in the usual place.
    pub start_fen: Option<String>,
    /// How long it was book.
    pub book: BookDepth,
    /// One character for each ply: why it is left out, or how it was.
    pub trace: String,
    /// White's figures. One game is never a finding.
    pub white_figures: Figures,
    /// Black's figures.
    pub black_figures: Figures,
    /// The same figures by each other pass.
    pub passes: Vec<GamePass>,
    /// Every ply.
    pub moves: Vec<MoveReport>,
    /// Why an engine's records of this game are missing or end early.
    pub failure: Option<String>,
}

/// What a game came to when its moves were looked at in another way.
#[derive(Clone, Debug, Serialize)]
pub struct GamePass {
    /// The pass.
    pub pass: String,
    /// White's figures over the moves that count by this pass; withheld below the
    /// gate.
    pub white: Option<CoreFigures>,
    /// Black's figures.
    pub black: Option<CoreFigures>,
}

impl GameReport {
    /// Adds another look at the same game: figures get the range that it and the
    /// earlier ones span.
    pub fn add_pass(&mut self, name: &str, pass: &GameReport) {
        self.white_figures.widen(&pass.white_figures);
        self.black_figures.widen(&pass.black_figures);
        self.passes.push(GamePass {
            pass: name.to_owned(),
            white: pass.white_figures.counted().cloned(),
            black: pass.black_figures.counted().cloned(),
        });
    }
}

/// A ply as reports show it.
#[derive(Clone, Debug, Serialize)]
pub struct MoveReport {
    /// Its number in the game, from 1.
    pub ply: usize,
    /// Who made it: `white` or `black`.
    pub side: &'static str,
    /// The move as people write it; `--` for a null move.
    pub san: String,
    /// The clock after it, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock_ms: Option<u64>,
    /// Why it is not counted, and what is derived from its record.
    #[serde(flatten)]
    pub verdict: MoveVerdict,
    /// What the engine said; none where it was not asked.
    pub record: Option<MoveRecord>,
}

/// What the game knows of its next move, `game` being where it has come to.
pub(crate) fn context(
    source: &SourceGame,
    game: &Game,
    is_book: bool,
    standard: &Standard<'_>,
) -> PlyContext {
    let position = game.position();
    PlyContext {
        ply: set_up_plies(source) + game.ply(),
        game_plies: source.plies.len(),
        is_book,
        repetitions: game.repetitions(),
        is_tablebase: standard.tables.is_some_and(|tables| tables.holds(position)),
    }
}

/// What reports say of a game, and what it adds to the figures of others.
/// `records` has an entry for each ply; `id` is the game's place in the input.
pub fn examine(
    id: u64,
    source: &SourceGame,
    records: Vec<Option<MoveRecord>>,
    book: BookDepth,
    standard: &Standard<'_>,
    failure: Option<String>,
) -> (GameReport, GameSums) {
    let times = times_spent(source);
    let mut game = Game::new(source.start.clone());
    let mut moves = Vec::with_capacity(source.plies.len());
    for (index, (ply, record)) in source.plies.iter().zip(records).enumerate() {
        let position = game.position();
        let side = position.turn();
        let context = context(source, &game, index < book.plies, standard);
        let spent_ms = times.get(index).copied().flatten();
        let verdict = MoveVerdict::of(
            record.as_ref(),
            position,
            &context,
            spent_ms,
            &standard.rules,
            &standard.yardstick,
        );
        moves.push(MoveReport {
            ply: index + 1,
            side: match side {
                Color::White => "white",
                Color::Black => "black",
            },
            san: ply.mv.map_or("--".to_owned(), |mv| to_san(position, mv)),
            clock_ms: ply.clock_ms,
            verdict,
            record,
        });
        match ply.mv {
            Some(mv) => game.play(mv),
            None => game.play_null(),
        }
    }
    let side = |name| Sums::of_side(moves.iter().filter(|m| m.side == name).map(|m| &m.verdict));
    let sums = GameSums {
        white: side("white"),
        black: side("black"),
    };
    let figures = |sums| Figures::of(sums, Level::Game, &standard.options);
    let usual = source.start == crate::board::Position::start();
    let report = GameReport {
        id,
        file: source.file.clone(),
        number: source.number,
        line: source.line,
        tags: source.tags.clone(),
        white: source.player(Color::White).map(str::to_owned),
        black: source.player(Color::Black).map(str::to_owned),
        start_fen: (!usual).then(|| to_fen(&source.start, FenStyle::default())),
        book,
        trace: trace(moves.iter().map(|m| &m.verdict)),
        white_figures: figures(&sums.white),
        black_figures: figures(&sums.black),
        passes: Vec::new(),
        moves,
        failure,
    };
    (report, sums)
}
