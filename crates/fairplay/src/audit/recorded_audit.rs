//! An audit as a share of a larger run, and one whose records were made elsewhere.

use std::io::Write;

use super::audit::{Audit, AuditOutcome, AuditSettings};
use super::error::AuditError;
use super::judge_source::Member;
use super::observer::AuditObserver;
use super::parts::{PartHead, Portion, difference, write_part};
use super::passes::{Pass, PassSettings};
use super::run_notes::{self, RecordKind};
use crate::facts::selected_plies;
use crate::games::SourceGame;
use crate::records::{Stamp, Store, first_missing};
use plumb_engine::tables::Models;

/// By whom records were made elsewhere.
pub(super) struct RecordMakers {
    /// Who judged, the first being the one whose figures are reported.
    pub(super) judges: Vec<Stamp>,
    /// The first one's other passes, as reports call them.
    pub(super) passes: Vec<(String, Stamp)>,
}

impl AuditSettings {
    /// Several threads never search the same way twice: two shares that look at one position
    /// would not agree.
    pub(super) fn check_passes_of_share(&self) -> Result<(), AuditError> {
        match (self.portion, &self.passes) {
            (Portion::Part | Portion::Shard(_), PassSettings::Repeated { repeats: 1.., .. }) => {
                Err(AuditError::Unsuitable(
                    "--repeats never comes out the same twice, so that shares of a run would not agree; leave it out".to_owned(),
                ))
            }
            _ => Ok(()),
        }
    }
}

impl<'a> Audit<'a> {
    /// A run whose records come from elsewhere, in the place of its games.
    pub(super) fn of_records(
        store: Store,
        settings: AuditSettings,
        recorded: RecordMakers,
        models: &'a Models,
    ) -> Result<Audit<'a>, AuditError> {
        let own = Stamp::of_plumb(models.search_digest(), settings.depths.to_string());
        let absent = |stamp: Stamp| {
            let search = (stamp == own).then_some(settings.depths);
            Member {
                search,
                ..Member::absent(stamp)
            }
        };
        let members: Vec<Member> = recorded.judges.into_iter().map(absent).collect();
        let Some(first) = members.first() else {
            return Err(AuditError::Judge("nobody judged".to_owned()));
        };
        let profile = settings.profile_name();
        run_notes::check_portion(&store, settings.portion)?;
        run_notes::check_maker(&store, RecordKind::Moves, &first.stamp, &profile)?;
        run_notes::note_maker(&store, RecordKind::Moves, &first.stamp, &profile)?;
        let passes = recorded.passes.into_iter().map(|(name, stamp)| Pass {
            name,
            member: Member::absent(stamp),
            threads: 1,
        });
        let passes = passes.collect();
        Ok(Audit::of_members(store, settings, models, members, passes))
    }

    /// The run's file, for who puts records into it.
    pub(super) fn store_mut(&mut self) -> &mut Store {
        &mut self.store
    }

    /// What the run says of itself as a share of another.
    pub(super) fn part_head(&self) -> Result<PartHead, AuditError> {
        let (store, settings) = (&self.store, &self.settings);
        let header = self.header_unnoted(&self.reference()?)?;
        let report = serde_json::to_value(&header)?;
        let passes = self.passes.iter();
        Ok(PartHead {
            format: PartHead::format(),
            portion: settings.portion.words(),
            inputs: run_notes::noted_files(store)?,
            players: run_notes::noted_players(store)?,
            selection: header.selection.clone(),
            profile: settings.profile.to_string(),
            depths: settings.depths,
            rules: settings.rules.set.to_string(),
            thresholds: settings.rules.thresholds,
            book_plies: settings.book.plies(),
            looked_at: settings.looked_at,
            deep_looks_from: settings.deep_looks_from,
            judges: self.members.iter().map(|one| one.stamp.clone()).collect(),
            passes: passes
                .map(|pass| (pass.name.clone(), pass.member.stamp.clone()))
                .collect(),
            runs: run_notes::noted_runs(store)?,
            report,
        })
    }

    /// Whether a report by this build, these tables and books is what the head of a share
    /// says that its own would be.
    pub(super) fn check_head(
        &self,
        place: &str,
        said: &serde_json::Value,
    ) -> Result<(), AuditError> {
        let differs = |what, found: String, asked: String| AuditError::OtherMaker {
            place: place.to_owned(),
            what,
            found,
            asked,
            instead: "; merge with the build, tables and books that it was made with".to_owned(),
        };
        let build = Stamp::of_plumb(self.models.search_digest(), String::new());
        let passes = self.passes.iter().map(|pass| &pass.member);
        for Member { stamp, .. } in self.members.iter().chain(passes) {
            if stamp.engine == build.engine && stamp.version != build.version {
                return Err(differs("version", stamp.version.clone(), build.version));
            }
        }
        let header = self.header_unnoted(&self.reference()?)?;
        let own = serde_json::to_value(&header)?;
        let without_input = |head: &serde_json::Value| {
            let mut head = head.clone();
            for key in ["selection", "chosen_from"] {
                head[key] = serde_json::Value::Null;
            }
            head
        };
        match difference(&without_input(said), &without_input(&own)) {
            None => Ok(()),
            Some((what, found, asked)) => Err(differs(what, found, asked)),
        }
    }

    /// Makes every record that is missing and writes the share, as lines for a merge.
    pub fn run_part(
        &mut self,
        out: &mut dyn Write,
        observer: &dyn AuditObserver,
    ) -> Result<AuditOutcome, AuditError> {
        if !self.search(observer)? {
            return Ok(AuditOutcome::StoppedSearching);
        }
        let head = self.part_head()?;
        Ok(match write_part(&self.store, head, out, observer)? {
            true => AuditOutcome::Searched(self.store.game_count()?),
            false => AuditOutcome::StoppedReporting,
        })
    }

    /// The first move that must have a record and has none: file, number and ply from 1.
    pub(super) fn first_missing(&self) -> Result<Option<(String, usize, usize)>, AuditError> {
        let settings = &self.settings;
        let selected = |game: &SourceGame| {
            let book_plies = settings.book.depth(game).map_or(0, |depth| depth.plies);
            selected_plies(
                game,
                book_plies,
                &settings.rules,
                settings.tablebases.as_ref(),
            )
        };
        let passes = self.passes.iter().map(|pass| &pass.member);
        for member in self.members.iter().chain(passes) {
            let missing = first_missing(&self.store, &member.stamp, &selected)?;
            if missing.is_some() {
                return Ok(missing);
            }
        }
        Ok(None)
    }
}
