//! `plumb-lab tune`: labelled positions into `tables/eval.toml`, games into
//! `tables/search.toml`.

mod parts;
mod progress;
mod search;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clap::{Args, Subcommand};

use plumb_engine::eval::Weights;
use plumb_engine::tables::{Models, Table};
use plumb_lab::tune::{
    Choice, DataFile, Descent, Labelling, Loss, Resolution, Selection, Settings, provenance,
    sha256, tune,
};

use plumb_terminal::{Ending, Failure, say};
use plumb_terminal::{origin, tables_option};
use progress::Progress;

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<TuneCommand>,

    #[command(flatten)]
    fit: FitArguments,
}

#[derive(Subcommand)]
enum TuneCommand {
    /// Cut public sets into parts that never cut a game: data/split.toml
    Split(parts::SplitArguments),
    /// List the keys of the games that tuning reads: data/tuned_games.txt
    Games(parts::GamesArguments),
    /// Write the lines of one part of a public set
    Part(parts::PartArguments),
    /// Tune the search's numbers (tables/search.toml) by games; needs a build with
    /// the feature tunable
    #[command(arg = tables_option())]
    Search(search::SearchArguments),
}

#[derive(Args)]
struct FitArguments {
    /// Labelled positions, plain or packed; a weight may follow: FILE:0.5
    #[arg(long, value_name = "FILE[:WEIGHT]", required = true)]
    data: Vec<String>,

    /// Where the new table goes; the loss curve goes beside it
    #[arg(long, value_name = "FILE", required = true)]
    out: Option<PathBuf>,

    /// Begin with this table instead of the built-in one
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    /// Begin with all weights and tempo at zero (positions are played out with the start table once)
    #[arg(long)]
    zero_start: bool,

    /// Centipawns that change the odds by a factor of e
    #[arg(long, value_name = "CP", default_value_t = 220.0)]
    scale: f32,

    /// The game result's share of the target where there is an evaluation too
    #[arg(long, value_name = "0..1", default_value_t = 0.0)]
    result_weight: f32,

    /// What an error costs: squared, steep or cross-entropy
    #[arg(long, default_value = "squared")]
    loss: Loss,

    /// How far positions are played out: depth1, quiescence or none
    #[arg(long, default_value = "quiescence")]
    resolve: Resolution,

    /// Play positions out and fit so many times
    #[arg(long, value_name = "N", default_value_t = 1)]
    rounds: usize,

    /// At most so many walks through all positions in a round
    #[arg(long, value_name = "N", default_value_t = 100)]
    epochs: usize,

    /// Positions between two steps
    #[arg(long, value_name = "N", default_value_t = 4_096)]
    batch: usize,

    /// Size of the first step in centipawns; the last is a hundredth of it
    #[arg(long, value_name = "CP", default_value_t = 2.0)]
    rate: f64,

    /// End after so many epochs without a better validation loss
    #[arg(long, value_name = "N", default_value_t = 30)]
    patience: usize,

    /// Draw every weight to its start as so many positions would
    #[arg(long, value_name = "N", default_value_t = 10.0)]
    prior: f64,

    /// Draw a group, term or setting to zero as so many positions would: 50:space
    #[arg(long, value_name = "N:NAME")]
    ridge: Vec<String>,

    /// Fit the settings of the stages too (endgame scaling, the limit of danger points), not
    /// tempo alone
    #[arg(long)]
    settings: bool,

    /// Leave groups, terms or settings as they are: pawns,material.bishop_pair,stages.tempo
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    freeze: Vec<String>,

    /// Take out all terms but these groups or terms
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    only: Vec<String>,

    /// Take out these groups or terms
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    without: Vec<String>,

    /// Multiply all centipawns by this at the end
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0)]
    multiply: f64,

    /// At most so many positions of each file
    #[arg(long, value_name = "N")]
    limit: Option<usize>,

    /// For the order of positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Threads to work with; the result does not depend on them
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

pub fn run(arguments: &Arguments, models: &Models) -> Result<Ending, Failure> {
    match &arguments.command {
        Some(TuneCommand::Split(split)) => parts::split(split),
        Some(TuneCommand::Games(games)) => parts::games(games),
        Some(TuneCommand::Part(part)) => parts::part(part),
        Some(TuneCommand::Search(arguments)) => {
            search::search(arguments, models.tables(), command_line())
        }
        None => fit(&arguments.fit, models),
    }
}

fn fit(arguments: &FitArguments, models: &Models) -> Result<Ending, Failure> {
    let out = arguments.out.as_deref().unwrap_or(Path::new("eval.toml"));
    let curve = out.with_extension("losses.tsv");
    let (start, described) = start(arguments.from.as_deref(), models)?;
    let settings = settings(arguments)?;
    // Better to hear of a folder that isn't there now than in ten minutes.
    let had_curve = curve.exists();
    let writable = File::options().append(true).create(true).open(&curve);
    writable.map_err(|error| Failure(format!("cannot write {}: {error}", curve.display())))?;

    let stop = Arc::new(AtomicBool::new(false));
    let on_signal = Arc::clone(&stop);
    // Without a handler Ctrl-C ends the program at once, with nothing written.
    let _ = ctrlc::set_handler(move || on_signal.store(true, Ordering::Relaxed));
    let began = Instant::now();
    let mut progress = Progress::new(arguments.epochs);
    let tuned = tune(&settings, &start, &stop, &mut |event| progress.tell(event));
    if tuned.is_err() && !had_curve {
        // Who failed leaves nothing behind.
        let _ = std::fs::remove_file(&curve);
    }
    let tuned = tuned?;
    progress.close();

    let meta = provenance(&tuned, &settings, &command_line(), &described);
    write(&curve, &tuned.curve_tsv())?;
    write(out, &tuned.weights.to_toml(&meta))?;
    let change = |before: f64, after: f64| {
        let percent = 100.0 * (after / before - 1.0);
        format!("{before:.6} -> {after:.6} ({percent:+.1} %)")
    };
    for (read, losses) in tuned.files.iter().zip(&tuned.by_file) {
        if let Some((before, after)) = losses {
            let name = read.file.path.display();
            say(format!(
                "validation loss {} on {name}",
                change(*before, *after)
            ));
        }
    }
    let ((tune_before, before), (tune_after, after)) = (tuned.before, tuned.after);
    say(format!(
        "tuning loss {}, validation loss {}",
        change(tune_before, tune_after),
        change(before, after)
    ));
    say(format!(
        "{} written after {} epochs in {:.0} s{}; loss curve in {}",
        out.display(),
        tuned.epochs(),
        began.elapsed().as_secs_f64(),
        if tuned.stopped {
            ", stopped by hand"
        } else {
            ""
        },
        curve.display()
    ));
    Ok(Ending::Done)
}

/// The start table, and how it is named in the new one.
fn start(from: Option<&Path>, models: &Models) -> Result<(Arc<Weights>, String), Failure> {
    let described = |name: &str, text: &str| format!("{name}, SHA-256 {}", sha256(text.as_bytes()));
    if let Some(path) = from {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("cannot read {name}: {error}"))?;
        let weights = Weights::from_toml(&text)?;
        return Ok((Arc::new(weights), described(&name, &text)));
    }
    let tables = models.tables();
    let name = origin(tables, Table::Eval);
    Ok((models.get()?, described(name, tables.text(Table::Eval))))
}

fn settings(arguments: &FitArguments) -> Result<Settings, Failure> {
    let select = |names: &[String]| -> Result<Vec<Selection>, Failure> {
        let parse = |name: &String| Selection::parse(name.trim());
        let selections: Result<Vec<_>, _> = names.iter().map(parse).collect();
        selections.map_err(|error| {
            let groups = Choice::group_keys().join(", ");
            Failure(format!("{error}; groups are {groups}"))
        })
    };
    // What is taken out, or alone stays in, is terms.
    let terms = |option: &str, names: &[String]| -> Result<Vec<Selection>, Failure> {
        let selections = select(names)?;
        let mut named = names.iter().zip(&selections);
        match named.find(|(_, chosen)| chosen.has_no_term()) {
            Some((name, _)) => Err(Failure(format!(
                "--{option} {name}: a setting is no term, which alone can be taken out; --freeze leaves it as it is"
            ))),
            None => Ok(selections),
        }
    };
    let ridge = |text: &String| -> Result<(Selection, f64), Failure> {
        let expected =
            || format!("--ridge '{text}': expected a number and a name, such as 50:space");
        let (strength, name) = text.split_once(':').ok_or_else(expected)?;
        let strength = strength.parse().map_err(|_| expected())?;
        Ok((Selection::parse(name)?, strength))
    };
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    Ok(Settings {
        files: arguments.data.iter().map(|text| data_file(text)).collect(),
        labelling: Labelling {
            scale_cp: arguments.scale,
            result_weight: arguments.result_weight,
            resolution: arguments.resolve,
            limit: arguments.limit,
        },
        loss: arguments.loss,
        descent: Descent {
            epochs: arguments.epochs,
            batch: arguments.batch,
            rate: arguments.rate,
            patience: arguments.patience,
            prior: arguments.prior,
            seed: arguments.seed,
        },
        choice: Choice {
            freeze: select(&arguments.freeze)?,
            only: terms("only", &arguments.only)?,
            without: terms("without", &arguments.without)?,
            settings: arguments.settings,
            ridge: arguments
                .ridge
                .iter()
                .map(ridge)
                .collect::<Result<_, _>>()?,
        },
        zero_start: arguments.zero_start,
        rounds: arguments.rounds,
        multiply: arguments.multiply,
        threads: arguments.threads.unwrap_or_else(cores),
    })
}

/// `FILE` or `FILE:WEIGHT`.
fn data_file(text: &str) -> DataFile {
    if let Some((path, weight)) = text.rsplit_once(':')
        && !path.is_empty()
        && let Ok(weight) = weight.parse()
    {
        let path = PathBuf::from(path);
        return DataFile { path, weight };
    }
    DataFile {
        path: PathBuf::from(text),
        weight: 1.0,
    }
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text)
        .map_err(|error| Failure(format!("cannot write {}: {error}", path.display())))
}

/// The command as it was given, for a shell.
fn command_line() -> String {
    let quoted = |word: String| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:,=+".contains(c);
        if !word.is_empty() && word.chars().all(plain) {
            word
        } else {
            format!("'{}'", word.replace('\'', r"'\''"))
        }
    };
    let words = std::env::args_os().skip(1);
    let words = words.map(|word| quoted(word.to_string_lossy().into_owned()));
    format!("plumb-lab {}", words.collect::<Vec<_>>().join(" "))
}
