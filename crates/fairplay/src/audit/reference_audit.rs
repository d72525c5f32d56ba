//! The table of honest play that reports compare with, made from the files of runs.
//!
//! Start with `make_reference`.

use std::path::Path;
use std::sync::atomic::Ordering;

use super::error::AuditError;
use super::observer::{AuditEvent, AuditObserver};
use super::parts::Portion;
use super::run_notes;
use crate::book::{Book, game_hash};
use crate::facts::{Rules, Yardstick};
use crate::figures::{FigureOptions, GameReport, GameSums, Standard, examine};
use crate::games::SourceGame;
use crate::records::{Depths, Profile, Stamp, Store};
use crate::reference::ReferenceMaker;
use plumb_engine::tables::Models;

/// A run by the rules of Plumb, without a book of its own.
struct Run {
    store: Store,
    stamp: Stamp,
    profile: Profile,
}

impl Run {
    /// The run in a folder, which must have been made by this build in one of the two
    /// profiles.
    fn open(folder: &Path, models: &Models) -> Result<Run, AuditError> {
        let path = folder.join("run.sqlite");
        let place = folder.display();
        if !path.is_file() {
            return Err(AuditError::Unsuitable(format!(
                "{place}: no run is there; make one with plumb fairplay GAMES.pgn --out DIR"
            )));
        }
        let store = Store::open(&path)?;
        run_notes::check_portion(&store, Portion::Whole)?;
        let (stamp, profile) = run_notes::noted_maker(&store)?;
        let profile: Profile = profile.parse().map_err(|_| {
            AuditError::Unsuitable(format!(
                "{place}: its profile is {profile}; expected a run in the profile screen or full"
            ))
        })?;
        let settings = Depths::of(profile).to_string();
        let own = Stamp::of_plumb(models.search_digest(), settings);
        run_notes::check_maker(
            &store,
            run_notes::RecordKind::Moves,
            &own,
            &profile.to_string(),
        )?;
        Ok(Run {
            store,
            stamp,
            profile,
        })
    }

    /// A game by the records of one maker.
    fn game(
        &self,
        id: u64,
        source: &SourceGame,
        stamp: &Stamp,
        standard: &Standard<'_>,
    ) -> Result<(GameReport, GameSums), AuditError> {
        let records = self.store.records_of(source, stamp)?;
        if let Some(record) = self.store.take_damaged().pop() {
            let place = self.store.place();
            return Err(AuditError::Unsuitable(format!(
                "{place}: {record} of game {id} has a damaged record; the command that made the run makes it again"
            )));
        }
        let depth = Book::default().depth(source)?;
        Ok(examine(id, source, records, depth, standard, None))
    }

    /// Adds the games of honest players; how many there are, nothing if stopped.
    fn add_honest(
        &self,
        standard: &Standard<'_>,
        maker: &mut ReferenceMaker,
        observer: &dyn AuditObserver,
    ) -> Result<Option<u64>, AuditError> {
        let games = self.store.game_count()?;
        for id in 1..=games {
            if observer.stop().load(Ordering::Relaxed) {
                return Ok(None);
            }
            let source = self.store.game(id)?;
            let (report, sums) = self.game(id, &source, &self.stamp, standard)?;
            maker.add(&report, &sums, game_hash(&source));
            observer.event(AuditEvent::Compiled(id, games));
        }
        Ok(Some(games))
    }

    /// Adds the engine's games against itself, by the main pass and by the second; how
    /// many there are, nothing if stopped.
    fn add_noise(
        &self,
        standard: &Standard<'_>,
        maker: &mut ReferenceMaker,
        observer: &dyn AuditObserver,
    ) -> Result<Option<u64>, AuditError> {
        let quicker = Stamp {
            settings: Depths::of(self.profile).quicker().to_string(),
            ..self.stamp.clone()
        };
        let games = self.store.game_count()?;
        let mut is_seen_again = false;
        for id in 1..=games {
            if observer.stop().load(Ordering::Relaxed) {
                return Ok(None);
            }
            let source = self.store.game(id)?;
            let (main, _) = self.game(id, &source, &self.stamp, standard)?;
            let (second, _) = self.game(id, &source, &quicker, standard)?;
            is_seen_again |= second.moves.iter().any(|mv| mv.record.is_some());
            maker.add_noise(&main, &second);
            observer.event(AuditEvent::Compiled(id, games));
        }
        match is_seen_again {
            true => Ok(Some(games)),
            false => Err(AuditError::Unsuitable(format!(
                "{}: the run has no second pass, and noise is what both passes see; make it without --no-second-pass",
                self.store.place()
            ))),
        }
    }

    /// What made the run, but for its folder.
    fn command(&self, folder: &str) -> Result<String, AuditError> {
        let file = match self.store.game_count()? {
            0 => String::new(),
            _ => self.store.game(1)?.file,
        };
        let selection = run_notes::noted_selection(&self.store)?;
        let chosen = selection.iter().map(|(name, value)| {
            // Where somebody keeps the file of a part is of no use to others.
            let path = Path::new(value).file_name().filter(|_| name == "part");
            let value = path.map_or(value.as_str().into(), |file| file.to_string_lossy());
            format!(" --{name} {value}")
        });
        let chosen: Vec<String> = chosen.collect();
        Ok(format!(
            "plumb fairplay {file}{} --profile {} --out {folder}",
            chosen.concat(),
            self.profile
        ))
    }
}

/// The text of the table: of the run of honest play in `honest` and, for the noise of
/// better-than-best moves, of the engine's games against itself in `noise`; nothing when
/// stopped.
pub fn make_reference(
    honest: &Path,
    noise: Option<&Path>,
    models: &Models,
    observer: &dyn AuditObserver,
) -> Result<Option<String>, AuditError> {
    let run = Run::open(honest, models)?;
    let rules = Rules::default();
    let standard = Standard {
        rules,
        yardstick: Yardstick::of(models)?,
        options: FigureOptions::default(),
        tables: None,
        models: None,
        trends: None,
    };
    let mut maker = ReferenceMaker::default();
    let Some(games) = run.add_honest(&standard, &mut maker, observer)? else {
        return Ok(None);
    };
    if maker.is_empty() {
        return Err(AuditError::Unsuitable(format!(
            "{}: no player of it has a counted move",
            honest.display()
        )));
    }
    let profile = &run.profile;
    let mut comment = format!(
        "Honest play, looked at in the fair-play profile {profile}: a row for each side of {games}\n\
         games. A row: a key in the place of the player's name and one in that of the game's moves,\n\
         counted moves, first choices, first choices and moves as good as the best, all losses in\n\
         centipawns, the same held within 1000, moves whose loss is uncertain. s and c are of all these players together, with\n\
         standard errors over players.\n"
    );
    let mut commands = vec![run.command("HONEST")?];
    let mut last = "plumb-lab reference HONEST".to_owned();
    if let Some(folder) = noise {
        let noise = Run::open(folder, models)?;
        if noise.stamp != run.stamp {
            return Err(AuditError::OtherMaker {
                place: folder.display().to_string(),
                what: "search",
                found: noise.stamp.to_string(),
                asked: run.stamp.to_string(),
                instead: String::new(),
            });
        }
        let Some(games) = noise.add_noise(&standard, &mut maker, observer)? else {
            return Ok(None);
        };
        comment.push_str(&format!(
            "Better-than-best moves of {games} games of the engine against itself are noise: of the\n\
             counted moves that were not first choices, what those gained that looked better, in\n\
             centipawns, and the smaller gain of both passes where the second agreed.\n"
        ));
        commands.push(noise.command("SELFPLAY")?);
        last.push_str(" --noise SELFPLAY");
    }
    commands.push(last);
    comment.push_str("Nothing is drawn by lot. Made by:\n");
    for command in commands {
        comment.push_str(&format!("  {command}\n"));
    }
    let table = maker.table(&comment, &run.stamp, &rules);
    table.map(Some).map_err(AuditError::Output)
}
