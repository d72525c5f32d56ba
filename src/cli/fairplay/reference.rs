//! The table of honest play that reports compare with: finding it, and
//! `plumb fairplay reference`, which makes it.

use std::path::{Path, PathBuf};

use plumb::fairplay::{
    Book, FigureOptions, GameReport, GameSums, Profile, Reference, ReferenceMaker, Rules, Stamp,
    Standard, Store, examine,
};

use super::input;
use super::look::records_of;
use crate::cli::{Ending, Failure, Knowledge};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The folder of a run of honest play
    #[arg(value_name = "DIR")]
    run: PathBuf,

    /// The folder of a run of the engine's games against itself, in the same
    /// profile: better-than-best moves in it are noise
    #[arg(long, value_name = "DIR")]
    noise: Option<PathBuf>,
}

/// The reference of a profile if a run can be compared with it, or why not.
pub(super) fn find(
    asked: Profile,
    profile: &str,
    knowledge: &Knowledge,
    stamp: &Stamp,
    rules: &Rules,
) -> Result<Result<Reference, String>, Failure> {
    if profile == "custom" {
        return Ok(Err(
            "there is a reference only for the profiles screen and full".to_owned(),
        ));
    }
    let reference = Reference::from_tables(&knowledge.tables, asked)?;
    Ok(match reference.differs(stamp, rules) {
        Some(reason) => Err(reason),
        None => Ok(reference),
    })
}

/// A run by the rules of Plumb, without a book of its own.
struct Run {
    store: Store,
    stamp: Stamp,
    profile: String,
}

impl Run {
    fn open(folder: &Path) -> Result<Run, Failure> {
        let path = folder.join("run.sqlite");
        if !path.is_file() {
            return Err(Failure(format!(
                "{}: no run is there; make one with plumb fairplay GAMES.pgn --out DIR",
                folder.display()
            )));
        }
        let store = Store::open(&path)?;
        let meta = |key: &str| -> Result<String, Failure> {
            store.meta(key)?.ok_or_else(|| {
                Failure(format!(
                    "{}: it does not say by which {key}",
                    path.display()
                ))
            })
        };
        Ok(Run {
            stamp: Stamp {
                engine: meta("engine")?,
                version: meta("version")?,
                settings: meta("search")?,
            },
            profile: meta("profile")?,
            store,
        })
    }

    fn each(
        &self,
        standard: &Standard<'_>,
        mut with: impl FnMut(&GameReport, &GameSums),
    ) -> Result<u64, Failure> {
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
}

pub(super) fn run(arguments: &Arguments, knowledge: &Knowledge) -> Result<Ending, Failure> {
    let honest = Run::open(&arguments.run)?;
    if honest.profile == "custom" {
        return Err(Failure(format!(
            "{}: its profile is custom; expected a run in the profile screen or full",
            arguments.run.display()
        )));
    }
    let rules = Rules::default();
    let standard = Standard {
        rules,
        yardstick: super::yardstick(knowledge)?,
        options: FigureOptions::default(),
        tables: None,
    };
    let mut maker = ReferenceMaker::default();
    let games = honest.each(&standard, |report, sums| maker.add(report, sums))?;
    if maker.is_empty() {
        return Err(Failure(format!(
            "{}: no player of it has a counted move",
            arguments.run.display()
        )));
    }
    let profile = &honest.profile;
    let mut comment = format!(
        "Honest play, looked at in the fair-play profile {profile}: a row for each side of {games}\n\
         games. A row: a number in the player's place, counted moves, first choices, first choices\n\
         and moves as good as the best, all losses in centipawns, the same held within 1000.\n"
    );
    let mut commands = vec![command(&honest, "HONEST")?];
    let mut last = "plumb fairplay reference HONEST".to_owned();
    if let Some(folder) = &arguments.noise {
        let noise = Run::open(folder)?;
        if noise.stamp != honest.stamp {
            return Err(Failure(format!(
                "{}: its records are of {} {}, {}; expected those of {}",
                folder.display(),
                noise.stamp.engine,
                noise.stamp.version,
                noise.stamp.settings,
                arguments.run.display()
            )));
        }
        let games = noise.each(&standard, |_, sums| maker.add_noise(sums))?;
        comment.push_str(&format!(
            "Better-than-best moves of {games} games of the engine against itself are noise.\n"
        ));
        commands.push(command(&noise, "SELFPLAY")?);
        last.push_str(" --noise SELFPLAY");
    }
    commands.push(last);
    comment.push_str("Nothing is drawn by lot. Made by:\n");
    for command in commands {
        comment.push_str(&format!("  {command}\n"));
    }
    print!(
        "{}",
        maker
            .table(&comment, &honest.stamp, &rules)
            .map_err(Failure)?
    );
    Ok(Ending::Done)
}

/// What made a run, but for its folder.
fn command(run: &Run, folder: &str) -> Result<String, Failure> {
    let file = match run.store.game_count()? {
        0 => String::new(),
        _ => run.store.game(1)?.file,
    };
    let chosen: Vec<String> = input::noted_selection(&run.store)?
        .iter()
        .map(|(name, value)| format!(" --{name} {value}"))
        .collect();
    Ok(format!(
        "plumb fairplay {file}{} --profile {} --out {folder}",
        chosen.concat(),
        run.profile
    ))
}
