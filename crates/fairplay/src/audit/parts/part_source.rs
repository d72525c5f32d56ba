//! Where shares lie: the folder of a run, or a file of lines, which may have several.
//!
//! A source is gone through once for each question, so that however many there are, one
//! is open at a time. Start with `PartSource::visit`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::super::error::AuditError;
use super::super::run_folder::RunFolder;
use super::game_lines::{for_each_line, named};
use super::part_head::PartHead;
use super::part_lines::PartLine;
use crate::records::{GatheredEntry, Stamp, StoredRecord};
use plumb_support::unpack;

/// What is found in a source, in order.
pub(super) enum SourceItem {
    /// A share begins.
    Head(Box<PartHead>),
    /// A game or a problem of it.
    Entry(Box<GatheredEntry>),
    /// Some of its records.
    Records(Vec<StoredRecord>),
}

/// Records of a folder are handed out so many at a time.
const BATCH: usize = 1_000;

/// The folder of a run, or a file of lines.
pub(super) struct PartSource {
    path: PathBuf,
}

impl PartSource {
    pub(super) fn new(path: &Path) -> PartSource {
        PartSource {
            path: path.to_owned(),
        }
    }

    /// As messages call it.
    pub(super) fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// Shows everything in it, records only where they are asked for.
    pub(super) fn visit(
        &self,
        with_records: bool,
        mut visit: impl FnMut(SourceItem) -> Result<(), AuditError>,
    ) -> Result<(), AuditError> {
        match self.path.is_dir() {
            true => self.visit_folder(with_records, &mut visit),
            false => self.visit_file(&mut visit),
        }
    }

    fn visit_folder(
        &self,
        with_records: bool,
        visit: &mut dyn FnMut(SourceItem) -> Result<(), AuditError>,
    ) -> Result<(), AuditError> {
        let name = self.name();
        if !self.path.join("run.sqlite").is_file() {
            return Err(AuditError::Unsuitable(format!("{name}: no run is there")));
        }
        let folder = RunFolder::open(&self.path)?;
        let store = folder.store()?;
        let head = PartHead::of_store(&store, &name)?;
        let stamps = head.stamps();
        visit(SourceItem::Head(Box::new(head)))?;
        for id in 1..=store.game_count()? {
            let failure = |stamp: &Stamp| -> Result<_, AuditError> {
                let reason = store.failure(id, stamp)?;
                Ok(reason.map(|reason| (stamp.to_string(), reason)))
            };
            let failures = stamps.iter().map(failure).filter_map(Result::transpose);
            let entry = GatheredEntry {
                found: Ok(store.game(id)?),
                failures: failures.collect::<Result<_, _>>()?,
            };
            visit(SourceItem::Entry(Box::new(entry)))?;
        }
        for problem in store.problems()? {
            let entry = GatheredEntry {
                found: Err(problem),
                failures: Vec::new(),
            };
            visit(SourceItem::Entry(Box::new(entry)))?;
        }
        if with_records {
            let mut batch = Vec::with_capacity(BATCH);
            store.for_each_record(|record| -> Result<(), AuditError> {
                batch.push(record);
                match batch.len() < BATCH {
                    true => Ok(()),
                    false => visit(SourceItem::Records(std::mem::take(&mut batch))),
                }
            })?;
            visit(SourceItem::Records(batch))?;
        }
        Ok(())
    }

    fn visit_file(
        &self,
        visit: &mut dyn FnMut(SourceItem) -> Result<(), AuditError>,
    ) -> Result<(), AuditError> {
        let name = self.name();
        let never = Arc::new(AtomicBool::new(false));
        let text = unpack::open_until(&self.path, &never).map_err(|error| AuditError::File {
            path: self.path.clone(),
            reason: error.to_string(),
        })?;
        // Stamps of the share at hand, and how many games and problems are still to come.
        let mut share: Option<(Vec<Stamp>, u64, u64)> = None;
        let cut = |share: &Option<(Vec<Stamp>, u64, u64)>| match share {
            Some((_, games, problems)) if games + problems > 0 => {
                Err(AuditError::Unsuitable(format!(
                    "{name}: it is cut off: {games} games and {problems} problems of a share are missing"
                )))
            }
            _ => Ok(()),
        };
        for_each_line(text, |number, text| {
            let wrong =
                |reason: String| AuditError::Unsuitable(format!("{name}, line {number}: {reason}"));
            let line = match serde_json::from_str(text) {
                Ok(line) => line,
                Err(error) => {
                    // A share of another layout says so itself.
                    PartHead::check_format(text, &name)?;
                    return Err(wrong(format!(
                        "expected a line of kind run, game or problem, as --format shard writes them: {error}"
                    )));
                }
            };
            let unexpected = || wrong("it belongs to no line of kind run before it".to_owned());
            match line {
                PartLine::Run(run) => {
                    cut(&share)?;
                    PartHead::check_format(text, &name)?;
                    share = Some((run.head.stamps(), run.games, run.problems));
                    visit(SourceItem::Head(Box::new(run.head)))
                }
                PartLine::Game(game) => {
                    let (stamps, games, _) = share.as_mut().ok_or_else(unexpected)?;
                    *games = games.checked_sub(1).ok_or_else(unexpected)?;
                    let (entry, records) = game.open(stamps).map_err(wrong)?;
                    visit(SourceItem::Entry(Box::new(entry)))?;
                    visit(SourceItem::Records(records))
                }
                PartLine::Problem(problem) => {
                    let (_, _, problems) = share.as_mut().ok_or_else(unexpected)?;
                    *problems = problems.checked_sub(1).ok_or_else(unexpected)?;
                    let entry = GatheredEntry {
                        found: Err(problem.problem()),
                        failures: Vec::new(),
                    };
                    visit(SourceItem::Entry(Box::new(entry)))
                }
            }
        })
        .map_err(|error| named(&name, error))?;
        cut(&share)?;
        match share {
            Some(_) => Ok(()),
            None => Err(AuditError::Unsuitable(format!(
                "{name}: there is no line of kind run: it has no share"
            ))),
        }
    }
}
