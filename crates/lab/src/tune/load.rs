//! From files to samples: read, leave out what is not for tuning, play out,
//! count, check, pack. Blocks of positions are shared out to threads and put
//! back in the files' order, so that the number of threads changes nothing.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use parking_lot::Mutex;

use super::dataset::{self, Label, LabelledPosition};
use super::error::{DataError, TuneError};
use super::model::{Loss, Model, chances, parameters};
use super::resolve::{Resolution, Resolver};
use super::samples::Samples;
use super::source::{Fingerprint, fingerprint_until};
use super::split::{Part, Rule, Split};
use plumb_chess::board::Position;
use plumb_chess::notation::{FenStyle, to_fen};
use plumb_engine::eval::{ScaleProbe, Weights, coefficients, fading_plies};

/// A file of labelled positions.
#[derive(Clone, Debug, PartialEq)]
pub struct DataFile {
    /// Where it is.
    pub path: PathBuf,
    /// How much each of its positions counts.
    pub weight: f32,
}

/// How labels become targets and positions samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Labelling {
    /// Centipawns that change the odds by a factor of e.
    pub scale_cp: f32,
    /// The result's share of the target where there is an evaluation too.
    pub result_weight: f32,
    /// How far positions are played out.
    pub resolution: Resolution,
    /// At most so many positions of each file.
    pub limit: Option<usize>,
}

/// What was read of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct FileReport {
    /// The file.
    pub file: DataFile,
    /// What its text is known by.
    pub fingerprint: Fingerprint,
    /// Positions that weights are fitted to.
    pub tune: usize,
    /// Positions that validate.
    pub validation: usize,
    /// Positions left out because their line ends in mate or a check.
    pub dropped: usize,
    /// Positions that are not for tuning.
    pub kept_back: usize,
}

/// Samples of both parts.
#[derive(Default)]
pub(super) struct SampleSets {
    pub(super) tune: Samples,
    pub(super) validation: Samples,
    pub(super) files: Vec<FileReport>,
}

/// Positions that a thread takes at a time, and blocks read before they go.
const PIECE: usize = 1_024;
const BLOCK: usize = 32 * PIECE;

pub(super) struct Loader<'a> {
    pub(super) labelling: Labelling,
    /// The weights that positions are played out and checked with.
    pub(super) weights: Arc<Weights>,
    pub(super) threads: usize,
    pub(super) stop: &'a Arc<AtomicBool>,
}

/// What becomes of a piece of a block.
#[derive(Default)]
struct Piece {
    tune: Samples,
    validation: Samples,
    dropped: usize,
}

impl Loader<'_> {
    /// Reads all files; `progress` is told how many positions are done.
    pub(super) fn load(
        &self,
        files: &[DataFile],
        progress: &mut dyn FnMut(usize),
    ) -> Result<SampleSets, TuneError> {
        let split = Split::embedded()?;
        // Reading that is stopped fails, but there is nothing wrong with the file.
        let failed = |error: DataError| match self.stop.load(Ordering::Relaxed) {
            true => TuneError::Stopped,
            false => TuneError::Data(error),
        };
        let mut loaded = SampleSets::default();
        let mut done = 0;
        for file in files {
            let print = fingerprint_until(&file.path, self.stop).map_err(failed)?;
            let rule = split.of_file(&file.path, &print)?;
            let mut report = FileReport {
                file: file.clone(),
                fingerprint: print,
                tune: 0,
                validation: 0,
                dropped: 0,
                kept_back: 0,
            };
            let mut block = Vec::with_capacity(BLOCK);
            let mut labels = dataset::read_until(&file.path, self.stop).map_err(failed)?;
            let mut left = self.labelling.limit.unwrap_or(usize::MAX);
            loop {
                let next = if left == 0 { None } else { labels.next() };
                let ended = next.is_none();
                if let Some(labelled) = next.transpose().map_err(failed)? {
                    match rule.part(&labelled) {
                        Part::Measure => report.kept_back += 1,
                        _ => {
                            left -= 1;
                            block.push(labelled);
                        }
                    }
                }
                if block.len() == BLOCK || ended {
                    done += block.len();
                    self.finish(&block, &rule, file.weight, &mut report, &mut loaded)?;
                    block.clear();
                    progress(done);
                }
                if ended {
                    break;
                }
            }
            loaded.files.push(report);
        }
        if loaded.tune.is_empty() {
            return Err(TuneError::TooFew { part: "tuning" });
        }
        if loaded.validation.is_empty() {
            return Err(TuneError::TooFew { part: "validation" });
        }
        Ok(loaded)
    }

    fn finish(
        &self,
        block: &[LabelledPosition],
        rule: &Rule,
        weight: f32,
        report: &mut FileReport,
        loaded: &mut SampleSets,
    ) -> Result<(), TuneError> {
        let pieces: Vec<&[LabelledPosition]> = block.chunks(PIECE).collect();
        let results: Vec<Mutex<Option<Result<Piece, TuneError>>>> =
            pieces.iter().map(|_| Mutex::new(None)).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            let mut packer = Packer::new(self);
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(piece) = pieces.get(index) else {
                    return;
                };
                *results[index].lock() = Some(packer.pack(piece, rule, weight));
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(work);
            }
            work();
        });
        for result in results {
            let Some(piece) = result.into_inner().transpose()? else {
                continue;
            };
            report.tune += piece.tune.len();
            report.validation += piece.validation.len();
            report.dropped += piece.dropped;
            loaded.tune.append(piece.tune);
            loaded.validation.append(piece.validation);
        }
        if self.stop.load(Ordering::Relaxed) {
            return Err(TuneError::Stopped);
        }
        Ok(())
    }
}

/// One thread's tools.
struct Packer<'a> {
    labelling: Labelling,
    weights: &'a Weights,
    resolver: Resolver,
    probe: ScaleProbe,
    model: Model,
    parameters: Vec<f32>,
}

/// Rounding in six stages can add up to no more than this.
const ROUNDING_CP: f32 = 8.0;

impl Packer<'_> {
    fn new<'a>(loader: &'a Loader<'_>) -> Packer<'a> {
        let weights = &loader.weights;
        let as_f32 = |value: f64| value as f32;
        Packer {
            labelling: loader.labelling,
            weights,
            resolver: Resolver::new(Arc::clone(weights)),
            probe: ScaleProbe::default(),
            model: Model::new(weights, loader.labelling.scale_cp, Loss::Squared),
            parameters: parameters(weights).into_iter().map(as_f32).collect(),
        }
    }

    fn pack(
        &mut self,
        block: &[LabelledPosition],
        rule: &Rule,
        weight: f32,
    ) -> Result<Piece, TuneError> {
        let mut piece = Piece::default();
        for labelled in block {
            let leaf = self
                .resolver
                .leaf(&labelled.position, self.labelling.resolution);
            let target = self.target(labelled);
            let (Some(leaf), Some(target)) = (leaf, target) else {
                piece.dropped += 1;
                continue;
            };
            let samples = match rule.part(labelled) {
                Part::Tune => &mut piece.tune,
                Part::Validation => &mut piece.validation,
                Part::Measure => continue,
            };
            self.add(&leaf, target, weight, samples)?;
        }
        Ok(piece)
    }

    /// Packs a position, after making sure that what is packed is what plays.
    fn add(
        &mut self,
        leaf: &Position,
        target: f32,
        weight: f32,
        samples: &mut Samples,
    ) -> Result<(), TuneError> {
        let fen = || to_fen(leaf, FenStyle::XFen);
        let evaluation = self.resolver.evaluate(leaf);
        let counted = coefficients(leaf, self.weights);
        let account = counted.score(self.weights);
        let disagreement = |account_cp| TuneError::Disagreement {
            fen: fen(),
            evaluation_cp: evaluation,
            account_cp,
        };
        if account != evaluation {
            return Err(disagreement(account));
        }
        let scales = self.probe.sums(leaf);
        let clock = fading_plies(leaf);
        samples.push(&counted, &scales, clock, self.weights, target, weight);
        let row = samples.row(samples.len() - 1);
        let score = self.model.score(samples, row, &self.parameters);
        let from_white = leaf.turn().fold(evaluation, -evaluation);
        if (score - from_white as f32).abs() > ROUNDING_CP {
            return Err(disagreement(leaf.turn().fold(1, -1) * score.round() as i32));
        }
        Ok(())
    }

    /// The chances that a position's labels stand for, from White's side.
    fn target(&self, labelled: &LabelledPosition) -> Option<f32> {
        let eval = match labelled.eval {
            Some(Label::Cp(cp)) => Some(chances(cp as f32, self.labelling.scale_cp)),
            Some(Label::Mate(0)) | None => None,
            Some(Label::Mate(moves)) => Some(if moves > 0 { 1.0 } else { 0.0 }),
        };
        let share = self.labelling.result_weight;
        match (eval, labelled.result) {
            (Some(eval), Some(result)) => Some((1.0 - share) * eval + share * result),
            (eval, result) => eval.or(result),
        }
    }
}

#[cfg(test)]
#[path = "load_tests.rs"]
mod tests;
