//! The positions to fit on and to measure on, out of the user's files.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use plumb_chess::board::{Color, Position};
use plumb_chess::notation::pgn::{GameResult, PgnOptions, read_games};
use plumb_lab::measure::WhiteScore;
use plumb_lab::tune::{
    self, DataError, GamePart, Label, Split, TunedGames, fingerprint, game_key, game_part,
};
use plumb_support::random::Random;

use super::arguments::{Arguments, Part};
use plumb_terminal::{Failure, warn};

/// What a position is worth, from White's side.
pub(super) enum Truth {
    /// As a label says.
    Label(WhiteScore),
    /// The points made in its game: 1, ½ or 0.
    Points(f64),
}

/// A position with its worth.
pub(super) struct Item {
    pub(super) position: Position,
    pub(super) truth: Truth,
    /// Its game, counted over all files.
    pub(super) game: usize,
    /// Its line in its file, or the number of its game there; from 1.
    pub(super) line: usize,
}

/// All positions that matter.
pub(super) struct Items {
    pub(super) fit: Vec<Item>,
    pub(super) measured: Vec<Item>,
}

/// Reads the files. Lines and games that cannot be used are named and left out.
pub(super) fn read(arguments: &Arguments) -> Result<Items, Failure> {
    let mut reader = Reader {
        correlation: arguments.correlation,
        every: arguments.every as usize,
        split: Split::embedded()?,
        tuned: TunedGames::embedded()?,
        game: 0,
        left_out: LeftOut::default(),
    };
    let mut items = Items {
        fit: Vec::new(),
        measured: Vec::new(),
    };
    let fits = arguments.fits();
    let apart = !arguments.fit_data.is_empty();
    for path in arguments.fit_data.iter().filter(|_| fits) {
        reader.file(path, &mut |part, item| {
            if arguments.fit.includes(part) {
                items.fit.push(item);
            }
        })?;
    }
    for path in &arguments.data {
        reader.file(path, &mut |part, item| {
            if arguments.measure.includes(part) {
                items.measured.push(item);
            } else if fits && !apart && arguments.fit.includes(part) {
                items.fit.push(item);
            }
        })?;
    }
    reader.left_out.tell();
    let fit_files = if apart {
        &arguments.fit_data
    } else {
        &arguments.data
    };
    if fits && items.fit.is_empty() {
        return Err(nothing(fit_files, "--fit", arguments.fit));
    }
    if items.measured.is_empty() {
        return Err(nothing(&arguments.data, "--measure", arguments.measure));
    }
    if let Some(count) = arguments.sample {
        sample(&mut items.fit, count, arguments.seed, 0);
        sample(&mut items.measured, count, arguments.seed, 1);
    }
    Ok(items)
}

fn nothing(files: &[PathBuf], option: &str, part: Part) -> Failure {
    let files: Vec<_> = files
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    Failure(format!(
        "{} has no position to use in the part '{part}'; choose another with {option}",
        files.join(", ")
    ))
}

/// What was left out, so that it is told once and not a thousand times.
#[derive(Default)]
struct LeftOut {
    wrong: usize,
    over: usize,
    unlabelled: usize,
    tuned: usize,
}

impl LeftOut {
    fn tell(&self) {
        for (count, what) in [
            (self.wrong, "that cannot be read"),
            (self.over, "without a legal move"),
            (self.unlabelled, "without a usable label or result"),
            (self.tuned, "that were tuned on"),
        ] {
            if count > 0 {
                warn(format!("{count} {what}, left out"));
            }
        }
    }
}

struct Reader {
    correlation: bool,
    every: usize,
    split: Split,
    tuned: TunedGames,
    game: usize,
    left_out: LeftOut,
}

/// Lines that cannot be used are named up to here, and counted from there on.
const MESSAGES: usize = 5;

/// Plies of a game that are too much alike from game to game.
const OPENING_PLIES: usize = 16;

impl Reader {
    fn file(&mut self, path: &Path, take: &mut dyn FnMut(tune::Part, Item)) -> Result<(), Failure> {
        let name = path.file_name().unwrap_or_default();
        let name = name.to_string_lossy().to_ascii_lowercase();
        let path_text = path.display();
        if !name.contains(".pgn") {
            self.positions(path, take)
        } else if !self.correlation {
            Err(Failure(format!(
                "{path_text} holds games: their results can be used with --correlation"
            )))
        } else if !name.ends_with(".pgn") {
            Err(Failure(format!(
                "{path_text} is packed: unpack games first"
            )))
        } else {
            self.games(path, take)
        }
    }

    fn positions(
        &mut self,
        path: &Path,
        take: &mut dyn FnMut(tune::Part, Item),
    ) -> Result<(), Failure> {
        let rule = match self.split.of_file(path, &fingerprint(path)?) {
            Ok(rule) => Some(rule),
            // The measuring part of a set, as a file of its own.
            Err(DataError::KeptForMeasuring { .. }) => None,
            Err(error) => return Err(error.into()),
        };
        let mut group = None;
        for labelled in tune::read(path)? {
            let labelled = match labelled {
                Ok(labelled) => labelled,
                Err(DataError::Line { .. }) if self.left_out.wrong >= MESSAGES => {
                    self.left_out.wrong += 1;
                    continue;
                }
                Err(error @ DataError::Line { .. }) => {
                    warn(format!("{error}; left out"));
                    self.left_out.wrong += 1;
                    continue;
                }
                Err(error) => return Err(error.into()),
            };
            if group != Some(labelled.group) {
                group = Some(labelled.group);
                self.game += 1;
            }
            let part = match &rule {
                Some(rule) => rule.part(&labelled),
                None => tune::Part::Measure,
            };
            let truth = if self.correlation {
                labelled.result.map(|points| Truth::Points(points.into()))
            } else {
                labelled.eval.and_then(label).map(Truth::Label)
            };
            self.give(labelled.position, truth, labelled.line, part, take);
        }
        Ok(())
    }

    /// Positions of games in PGN, some plies apart.
    fn games(
        &mut self,
        path: &Path,
        take: &mut dyn FnMut(tune::Part, Item),
    ) -> Result<(), Failure> {
        let file =
            File::open(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        for entry in read_games(BufReader::new(file), PgnOptions::MOVES) {
            let (number, game) = match entry {
                Ok(entry) => (entry.number, entry.game),
                Err(error) => {
                    if self.left_out.wrong < MESSAGES {
                        warn(format!("{}, {error}; left out", path.display()));
                    }
                    self.left_out.wrong += 1;
                    continue;
                }
            };
            let points = match game.outcome() {
                Some(GameResult::WhiteWins) => 1.0,
                Some(GameResult::Draw) => 0.5,
                Some(GameResult::BlackWins) => 0.0,
                None => {
                    self.left_out.unlabelled += 1;
                    continue;
                }
            };
            let moves: Vec<_> = game.played().collect();
            let part = match game_part(game_key(&game.start, &moves)) {
                GamePart::Judge => tune::Part::Measure,
                GamePart::Tune => tune::Part::Tune,
                GamePart::Validation => tune::Part::Validation,
            };
            let mut positions = vec![game.start];
            for mv in moves {
                positions.extend(positions.last().map(|last| last.play(mv)));
            }
            if part == tune::Part::Measure && positions.iter().any(|p| self.tuned.has(p)) {
                self.left_out.tuned += 1;
                continue;
            }
            self.game += 1;
            for position in positions
                .into_iter()
                .skip(OPENING_PLIES)
                .step_by(self.every)
            {
                let truth = Some(Truth::Points(points));
                self.give(position, truth, number, part, take);
            }
        }
        Ok(())
    }

    fn give(
        &mut self,
        position: Position,
        truth: Option<Truth>,
        line: usize,
        part: tune::Part,
        take: &mut dyn FnMut(tune::Part, Item),
    ) {
        let Some(truth) = truth else {
            self.left_out.unlabelled += 1;
            return;
        };
        if position.legal_moves().is_empty() {
            self.left_out.over += 1;
            return;
        }
        let game = self.game;
        take(
            part,
            Item {
                position,
                truth,
                game,
                line,
            },
        );
    }
}

/// The label from White's side; none for mate on the board, which has no side.
fn label(label: Label) -> Option<WhiteScore> {
    match label {
        Label::Cp(cp) => Some(WhiteScore::cp(cp)),
        Label::Mate(0) => None,
        Label::Mate(moves) if moves > 0 => Some(WhiteScore::mate(Color::White)),
        Label::Mate(_) => Some(WhiteScore::mate(Color::Black)),
    }
}

/// Keeps `count` items, drawn at random, in their order.
fn sample(items: &mut Vec<Item>, count: u64, seed: u64, stream: u64) {
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    let all = items.len();
    if count >= all {
        return;
    }
    // Floyd's way to draw without repetition.
    let mut random = Random::stream(seed, stream);
    let mut chosen = BTreeSet::new();
    for last in all - count..all {
        let drawn = random.below(last + 1);
        if !chosen.insert(drawn) {
            chosen.insert(last);
        }
    }
    let mut index = 0;
    items.retain(|_| {
        index += 1;
        chosen.contains(&(index - 1))
    });
}
