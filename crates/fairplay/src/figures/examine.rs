//! A game and its records become what reports say of it.
//!
//! Pure: nothing is searched or read here, and the same records always give the
//! same report. Start with `examine`.

use serde::Serialize;

use super::field::GameSums;
use super::figures::{Figures, Level};
use super::game_stretch::GameStretch;
use super::options::FigureOptions;
use super::sums::Sums;
use super::tally::CoreFigures;
use crate::book::BookDepth;
use crate::facts::{
    ChoiceModels, Chooser, MoveFacts, MoveTrend, MoveVerdict, PlyContext, RuleSet, Rules,
    Yardstick, asks_for_choice, classify, clock_note, times_spent, trace,
};
use crate::games::SourceGame;
use crate::records::{Line, MoveRecord};
use plumb_chess::board::{Color, Game};
use plumb_chess::notation::{FenStyle, to_fen, to_san};
use plumb_coach::analysis::{Levels, TrendModel};
use plumb_engine::choice::Feature;
use plumb_engine::search::Bound;
use plumb_engine::syzygy::Tablebases;

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
    /// What people and engines choose, as far as the records are those that the models were
    /// fitted to; none otherwise.
    pub models: Option<&'a ChoiceModels>,
    /// Which trend people see in levels, as far as those of the records are of the kind that
    /// the model was fitted to; none otherwise.
    pub trends: Option<&'a TrendModel>,
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
    /// The game says that a program played White: it is left out of every figure of people.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub white_computer: bool,
    /// Whether a program played Black, as `white_computer`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub black_computer: bool,
    /// Where it begins, if not in the usual place.
    pub start_fen: Option<String>,
    /// Why times of moves are missing although the file has clocks, or are known to a minute
    /// only; none where they are known, or no clock was noted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock_note: Option<String>,
    /// Reading notes, such as the language of the moves; each in a line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// How long it was book.
    pub book: BookDepth,
    /// One character for each ply: why it is left out, or how it was.
    pub trace: String,
    /// White's figures. One game is never a finding.
    pub white_figures: Figures,
    /// Black's figures.
    pub black_figures: Figures,
    /// Where White's first choices crowd together; none of too few rated choices.
    pub white_stretch: Option<GameStretch>,
    /// Where Black's do.
    pub black_stretch: Option<GameStretch>,
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
    /// Whether a side, `white` or `black`, is a computer's.
    pub fn is_computer(&self, side: &str) -> bool {
        match side {
            "white" => self.white_computer,
            _ => self.black_computer,
        }
    }

    /// Adds another look at the same game: figures get the range that it and the
    /// earlier ones span.
    pub fn add_pass(&mut self, name: &str, pass: &GameReport) {
        self.white_figures.widen(&pass.white_figures);
        self.black_figures.widen(&pass.black_figures);
        let is_first = self.passes.is_empty();
        for (mv, again) in self.moves.iter_mut().zip(&pass.moves) {
            let gain = |mv: &MoveReport| mv.verdict.facts.as_ref().and_then(MoveFacts::gain_cp);
            let so_far = if is_first {
                gain(mv)
            } else {
                mv.agreed_gain_cp
            };
            mv.agreed_gain_cp = so_far.zip(gain(again)).map(|(one, other)| one.min(other));
        }
        self.passes.push(GamePass {
            pass: name.to_owned(),
            white: pass.white_figures.counted().cloned(),
            black: pass.black_figures.counted().cloned(),
        });
    }

    /// Marks the counted moves that gained more than noise does, at least `remarkable_cp`
    /// centipawns, in every pass; none where there is one pass or the noise is not known.
    pub fn mark_gains(&mut self, remarkable_cp: Option<i32>) {
        for mv in &mut self.moves {
            let gain = mv.agreed_gain_cp.filter(|_| mv.verdict.counted().is_some());
            let least = remarkable_cp.unwrap_or(i32::MAX);
            mv.is_beyond_noise = gain.is_some_and(|gain| gain >= least);
        }
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
    /// The largest terms of its log ratio, at most `SHOWN_TERMS`, for readers who have no
    /// other way to them; none where no model belongs to the record, or without a rating.
    #[serde(skip)]
    pub terms: Vec<(Feature, f64)>,
    /// By how much, in centipawns, it turned out better than the first choice by every
    /// pass; none where there was one pass, or any of them saw no gain.
    pub agreed_gain_cp: Option<i32>,
    /// That is more than the noise of such gains.
    pub is_beyond_noise: bool,
    /// Under Burnham's rules: the levels of both searches at [`BURNHAM_LEVELS`] depths.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<BurnhamLevels>,
    /// What the engine said; none where it was not asked.
    pub record: Option<MoveRecord>,
}

/// So many terms of a move's log ratio are shown on a page.
const SHOWN_TERMS: usize = 3;

/// Burnham's vectors have so many levels: selective depths from 1 ply on.
pub const BURNHAM_LEVELS: usize = 30;

/// Levels before and after a move, in centipawns from the player's side, whatever number
/// of them the record has: its reports have all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BurnhamLevels {
    /// Of the search before the move.
    pub before: Vec<i32>,
    /// Of the search after it.
    pub after: Vec<i32>,
    /// How many levels at the end of each lie deeper than any report.
    pub extrapolated: [usize; 2],
}

impl BurnhamLevels {
    /// From the reports of both searches; nothing if one of them has no exact one.
    fn of(record: &MoveRecord) -> Option<BurnhamLevels> {
        let levels = |line: &Line| {
            let exact = line.iterations.iter();
            let exact = exact.filter(|one| one.bound == Bound::Exact);
            let reports = exact.map(|one| (one.seldepth, one.score.level_cp()));
            Levels::of_exact(reports, BURNHAM_LEVELS).or_else(|| {
                // The game is over: there was nothing to search.
                (line.depth == 0).then(|| Levels::constant(line.score.score(), BURNHAM_LEVELS))
            })
        };
        let (before, after) = (levels(&record.before)?, levels(&record.after)?);
        Some(BurnhamLevels {
            extrapolated: [before.extrapolated, after.extrapolated],
            before: before.values,
            after: after.values,
        })
    }
}

/// What the game knows of its next move, `game` being where it has come to.
pub(crate) fn context(
    source: &SourceGame,
    game: &Game,
    is_book: bool,
    tables: Option<&Tablebases>,
) -> PlyContext {
    let position = game.position();
    PlyContext {
        is_book,
        is_tablebase: tables.is_some_and(|tables| tables.holds(position)),
        ..PlyContext::of(source, game)
    }
}

/// The plies, by their indices from 0, at which White and Black were asked for a choice, of
/// whoever of them has a rating and is no computer. `records` has an entry for each ply.
pub fn asked_plies(
    source: &SourceGame,
    records: &[Option<MoveRecord>],
    book_plies: usize,
    tables: Option<&Tablebases>,
) -> [Vec<usize>; 2] {
    let mut game = Game::new(source.start.clone());
    let mut asked = [Vec::new(), Vec::new()];
    let rated = [Color::White, Color::Black]
        .map(|side| source.rating(side).is_some() && !source.is_computer(side));
    for (index, (ply, record)) in source.plies.iter().zip(records).enumerate() {
        let side = game.position().turn();
        let context = context(source, &game, index < book_plies, tables);
        let is_asked = |record: &MoveRecord| asks_for_choice(record, &context);
        if rated[side as usize] && record.as_ref().is_some_and(is_asked) {
            asked[side as usize].push(index);
        }
        match ply.mv {
            Some(mv) => game.play(mv),
            None => game.play_null(),
        }
    }
    asked
}

/// How many moves of White's and of Black's count, without anything that follows from
/// them. `records` has an entry for each ply.
pub fn counted_moves(
    source: &SourceGame,
    records: &[Option<MoveRecord>],
    book: &BookDepth,
    standard: &Standard<'_>,
) -> [u64; 2] {
    let mut game = Game::new(source.start.clone());
    let mut counted = [0; 2];
    let rules = &standard.rules;
    for (index, (ply, record)) in source.plies.iter().zip(records).enumerate() {
        let context = context(source, &game, index < book.plies, standard.tables);
        let exclusion = classify(record.as_ref(), &context, rules.set, &rules.thresholds);
        let is_black = game.position().turn() == Color::Black;
        counted[usize::from(is_black)] += u64::from(exclusion.is_none());
        match ply.mv {
            Some(mv) => game.play(mv),
            None => game.play_null(),
        }
    }
    counted
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
    let choosers = [Color::White, Color::Black].map(|side| Chooser::of(source, side));
    let computers = source.computers();
    let mut game = Game::new(source.start.clone());
    let mut moves = Vec::with_capacity(source.plies.len());
    for (index, (ply, record)) in source.plies.iter().zip(records).enumerate() {
        let position = game.position();
        let side = position.turn();
        let context = context(source, &game, index < book.plies, standard.tables);
        let spent_ms = times.get(index).copied().flatten();
        let mut verdict = MoveVerdict::of(
            record.as_ref(),
            position,
            &context,
            spent_ms,
            &standard.rules,
            &standard.yardstick,
        );
        // What people of a rating choose says nothing of a program's choices.
        let models = standard.models.filter(|_| !computers[side as usize]);
        let modelled = models.and_then(|models| {
            let record = record
                .as_ref()
                .filter(|one| asks_for_choice(one, &context))?;
            models.choice_with_terms(&game, record, ply.mv?, &choosers[side as usize])
        });
        let (modelled, mut terms) = modelled.unzip();
        verdict.modelled = modelled;
        if let Some(terms) = &mut terms {
            terms.truncate(SHOWN_TERMS);
        }
        let levels = record.as_ref().zip(standard.trends);
        verdict.trend = levels.and_then(|(record, model)| MoveTrend::of(record, model));
        moves.push(MoveReport {
            ply: index + 1,
            side: match side {
                Color::White => "white",
                Color::Black => "black",
            },
            san: ply.mv.map_or("--".to_owned(), |mv| to_san(position, mv)),
            clock_ms: ply.clock_ms,
            verdict,
            terms: terms.unwrap_or_default(),
            agreed_gain_cp: None,
            is_beyond_noise: false,
            levels: record
                .as_ref()
                .filter(|_| standard.rules.set == RuleSet::Burnham)
                .and_then(BurnhamLevels::of),
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
        computers,
    };
    let figures = |sums| Figures::of(sums, Level::Game, &standard.options);
    let stretch = |name| {
        let own = moves.iter().filter(|mv| mv.side == name);
        GameStretch::of(own.filter_map(|mv| {
            let modelled = mv.verdict.modelled.as_ref()?;
            Some((mv.ply, modelled.is_match, modelled.rated?.match_chance))
        }))
    };
    let usual = source.start == plumb_chess::board::Position::start();
    let report = GameReport {
        id,
        file: source.file.clone(),
        number: source.number,
        line: source.line,
        tags: source.tags.clone(),
        white: source.player(Color::White).map(str::to_owned),
        black: source.player(Color::Black).map(str::to_owned),
        white_computer: computers[0],
        black_computer: computers[1],
        notes: source.notes.clone(),
        start_fen: (!usual).then(|| to_fen(&source.start, FenStyle::default())),
        clock_note: clock_note(source),
        book,
        trace: trace(moves.iter().map(|m| &m.verdict)),
        white_figures: figures(&sums.white),
        black_figures: figures(&sums.black),
        white_stretch: stretch("white"),
        black_stretch: stretch("black"),
        passes: Vec::new(),
        moves,
        failure,
    };
    (report, sums)
}
