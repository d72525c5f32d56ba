//! The table of honest play that reports compare with, made from the files of runs.
//!
//! Start with `make_reference`.

use std::path::Path;

use super::equipment::Equipment;
use super::error::AuditError;
use super::pass_sums::records_of;
use super::run_notes;
use crate::fairplay::book::Book;
use crate::fairplay::facts::Rules;
use crate::fairplay::figures::{FigureOptions, GameReport, GameSums, Standard, examine};
use crate::fairplay::records::{Depths, Profile, Stamp, Store};
use crate::fairplay::reference::ReferenceMaker;

/// A run by the rules of Plumb, without a book of its own.
struct Run {
    store: Store,
    stamp: Stamp,
    profile: Profile,
}

impl Run {
    /// The run in a folder, which must have been made by this build in one of the two
    /// profiles.
    fn open(folder: &Path, equipment: &Equipment) -> Result<Run, AuditError> {
        let path = folder.join("run.sqlite");
        let place = folder.display();
        if !path.is_file() {
            return Err(AuditError::Unsuitable(format!(
                "{place}: no run is there; make one with plumb fairplay GAMES.pgn --out DIR"
            )));
        }
        let store = Store::open(&path)?;
        let (stamp, profile) = run_notes::noted_maker(&store)?;
        let profile: Profile = profile.parse().map_err(|_| {
            AuditError::Unsuitable(format!(
                "{place}: its profile is {profile}; expected a run in the profile screen or full"
            ))
        })?;
        let settings = Depths::of(profile).to_string();
        let own = Stamp::of_plumb(&equipment.engine_digest(), settings);
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

    fn each(
        &self,
        standard: &Standard<'_>,
        mut with: impl FnMut(&GameReport, &GameSums),
    ) -> Result<u64, AuditError> {
        let games = self.store.game_count()?;
        for id in 1..=games {
            let source = self.store.game(id)?;
            let records = records_of(&self.store, &source, &self.stamp)?;
            let depth = Book::default().depth(&source)?;
            let (report, sums) = examine(id, &source, records, depth, standard, None);
            with(&report, &sums);
        }
        Ok(games)
    }

    /// What made the run, but for its folder.
    fn command(&self, folder: &str) -> Result<String, AuditError> {
        let file = match self.store.game_count()? {
            0 => String::new(),
            _ => self.store.game(1)?.file,
        };
        let selection = run_notes::noted_selection(&self.store)?;
        let chosen: Vec<String> = selection
            .iter()
            .map(|(name, value)| format!(" --{name} {value}"))
            .collect();
        Ok(format!(
            "plumb fairplay {file}{} --profile {} --out {folder}",
            chosen.concat(),
            self.profile
        ))
    }
}

/// The text of the table: of the run of honest play in `honest` and, for the noise of
/// better-than-best moves, of the engine's games against itself in `noise`.
pub fn make_reference(
    honest: &Path,
    noise: Option<&Path>,
    equipment: &Equipment,
) -> Result<String, AuditError> {
    let run = Run::open(honest, equipment)?;
    let rules = Rules::default();
    let standard = Standard {
        rules,
        yardstick: equipment.yardstick()?,
        options: FigureOptions::default(),
        tables: None,
    };
    let mut maker = ReferenceMaker::default();
    let games = run.each(&standard, |report, sums| maker.add(report, sums))?;
    if maker.is_empty() {
        return Err(AuditError::Unsuitable(format!(
            "{}: no player of it has a counted move",
            honest.display()
        )));
    }
    let profile = &run.profile;
    let mut comment = format!(
        "Honest play, looked at in the fair-play profile {profile}: a row for each side of {games}\n\
         games. A row: a number in the player's place, counted moves, first choices, first choices\n\
         and moves as good as the best, all losses in centipawns, the same held within 1000.\n"
    );
    let mut commands = vec![run.command("HONEST")?];
    let mut last = "plumb fairplay reference HONEST".to_owned();
    if let Some(folder) = noise {
        let noise = Run::open(folder, equipment)?;
        if noise.stamp != run.stamp {
            return Err(AuditError::OtherMaker {
                place: folder.display().to_string(),
                what: "search",
                found: noise.stamp.to_string(),
                asked: run.stamp.to_string(),
                instead: String::new(),
            });
        }
        let games = noise.each(&standard, |_, sums| maker.add_noise(sums))?;
        comment.push_str(&format!(
            "Better-than-best moves of {games} games of the engine against itself are noise.\n"
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
    table.map_err(AuditError::Output)
}
