//! `engines.toml`: the engines that matches may start.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use plumb_protocol::peer::Protocol;
use serde::{Deserialize, Serialize};

/// One engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineConfig {
    /// As it appears in tables and PGN; unique.
    pub name: String,
    /// The program: a path, or a name looked up in `PATH` and where Debian
    /// keeps its games.
    pub command: String,
    /// Its arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// The protocol it speaks.
    pub protocol: Protocol,
    /// Options set before the first game.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, OptionSetting>,
    /// The folder it runs in; the present one if none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<PathBuf>,
    /// Its time is that of the match times this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_odds: Option<f64>,
    /// A known rating, in Elo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<f64>,
    /// Where that rating comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_source: Option<String>,
}

/// The value of an option: a text, a number, or on and off.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum OptionSetting {
    /// On or off.
    Check(bool),
    /// A whole number.
    Number(i64),
    /// A text.
    Text(String),
}

impl fmt::Display for OptionSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionSetting::Check(on) => on.fmt(f),
            OptionSetting::Number(number) => number.fmt(f),
            OptionSetting::Text(text) => f.write_str(text),
        }
    }
}

/// The whole file.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnginesFile {
    /// Options that every engine gets, unless it has its own value, and only
    /// if it has an option of that name.
    #[serde(default)]
    pub defaults: Defaults,
    /// The engines.
    #[serde(default, rename = "engine")]
    pub engines: Vec<EngineConfig>,
}

/// What holds for every engine that does not say otherwise.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Defaults {
    /// Options, by UCI name.
    #[serde(default)]
    pub options: BTreeMap<String, OptionSetting>,
}

/// Why the engines cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be opened.
    #[error("cannot read {0}: {1}")]
    Unreadable(PathBuf, String),
    /// The file is not what it should be; the message has the line.
    #[error("{0}: {1}")]
    Malformed(PathBuf, String),
    /// Two engines have the same name; case does not matter.
    #[error("{0}: two engines are called '{1}'")]
    DuplicateName(PathBuf, String),
    /// An engine was asked for that the file does not have.
    #[error(
        "no engine is called '{name}'; there are {}, and programs by their paths",
        .known.join(", ")
    )]
    UnknownEngine {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// The program of an engine is not there.
    #[error("{}", not_installed(name, command, origin))]
    NotInstalled {
        /// The engine's name.
        name: String,
        /// Its program, as the list has it.
        command: String,
        /// Where that could be put right.
        origin: String,
    },
    /// A value makes no sense.
    #[error("{0}")]
    Value(String),
}

fn not_installed(name: &str, command: &str, origin: &str) -> String {
    match command.contains(['/', '\\']) {
        true => format!("{command} is no program that can be started"),
        false => format!(
            "{name} is not installed ({command}): install it, or name its program in {origin}"
        ),
    }
}

impl EnginesFile {
    /// Reads a file. Relative commands with a slash, and directories, are
    /// taken from the file's folder.
    pub fn read(path: &Path) -> Result<EnginesFile, ConfigError> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| ConfigError::Unreadable(path.to_owned(), error.to_string()))?;
        let mut file = EnginesFile::parse(&text).map_err(|error| match error {
            ConfigError::Malformed(_, reason) => ConfigError::Malformed(path.to_owned(), reason),
            ConfigError::DuplicateName(_, name) => {
                ConfigError::DuplicateName(path.to_owned(), name)
            }
            other => other,
        })?;
        let folder = path.parent().map(Path::to_owned).unwrap_or_default();
        for engine in &mut file.engines {
            if engine.command.contains('/') && Path::new(&engine.command).is_relative() {
                engine.command = folder.join(&engine.command).to_string_lossy().into_owned();
            }
            if let Some(directory) = engine
                .directory
                .as_mut()
                .filter(|directory| directory.is_relative())
            {
                *directory = folder.join(&*directory);
            }
        }
        Ok(file)
    }

    /// Reads the text of a file.
    pub fn parse(text: &str) -> Result<EnginesFile, ConfigError> {
        let nowhere = PathBuf::from("engines.toml");
        let file: EnginesFile = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(0, |span| {
                text[..span.start.min(text.len())].lines().count().max(1)
            });
            let message = error.message().replace('\n', " ");
            ConfigError::Malformed(nowhere.clone(), format!("line {line}: {message}"))
        })?;
        for (index, engine) in file.engines.iter().enumerate() {
            if file.engines[..index]
                .iter()
                .any(|other| other.name.eq_ignore_ascii_case(&engine.name))
            {
                return Err(ConfigError::DuplicateName(nowhere, engine.name.clone()));
            }
            if engine
                .time_odds
                .is_some_and(|odds| !(odds > 0.0 && odds.is_finite()))
            {
                return Err(ConfigError::Value(format!(
                    "{}: time_odds must be more than 0",
                    engine.name
                )));
            }
            if engine.rating.is_some_and(|rating| !rating.is_finite()) {
                let message = format!("{}: rating must be a finite number", engine.name);
                return Err(ConfigError::Value(message));
            }
        }
        Ok(file)
    }

    /// The engine with this name; case does not matter.
    pub fn engine(&self, name: &str) -> Result<&EngineConfig, ConfigError> {
        self.engines
            .iter()
            .find(|engine| engine.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| ConfigError::UnknownEngine {
                name: name.to_owned(),
                known: self
                    .engines
                    .iter()
                    .map(|engine| engine.name.clone())
                    .collect(),
            })
    }
}

impl EngineConfig {
    /// Where the program is, if it is installed.
    pub fn locate(&self) -> Option<PathBuf> {
        let command = Path::new(&self.command);
        if self.command.contains('/') || self.command.contains('\\') {
            return is_program(command).then(|| command.to_owned());
        }
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path)
            .chain(["/usr/games", "/usr/local/games"].map(PathBuf::from))
            .map(|folder| folder.join(command))
            .find(|candidate| is_program(candidate))
    }
}

fn is_program(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        path.metadata()
            .is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
    }
    #[cfg(not(unix))]
    {
        path.is_file() || path.with_extension("exe").is_file()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_file_is_read() {
        let file = EnginesFile::parse(include_str!("../engines.toml")).unwrap();
        assert!(
            file.engines.len() >= 14,
            "only {} engines",
            file.engines.len()
        );
        for name in ["Plumb", "Fairy-Max", "Toga II", "Stockfish 1500"] {
            assert!(file.engine(name).is_ok(), "{name}");
        }
        assert_eq!(
            file.engine("plumb (xboard)").unwrap().protocol,
            Protocol::Cecp
        );
        for engine in &file.engines {
            assert_eq!(
                engine.rating.is_some(),
                engine.rating_source.is_some(),
                "{}",
                engine.name
            );
        }
    }

    #[test]
    fn mistakes_are_named() {
        let engine = "[[engine]]\nname = \"A\"\ncommand = \"a\"\nprotocol = \"uci\"\n";
        for (text, expected) in [
            ("[[engine]]\nname = 5\n", "line 2"),
            (
                "[[engine]]\nname = \"A\"\ncommand = \"a\"\nprotocol = \"usi\"\n",
                "line 4",
            ),
            (&format!("{engine}colour = 1\n"), "colour"),
            (&format!("{engine}{engine}"), "two engines are called 'A'"),
            (
                &format!("{engine}{}", engine.replace("\"A\"", "\"a\"")),
                "two engines are called 'a'",
            ),
            (
                &format!("{engine}time_odds = 0.0\n"),
                "time_odds must be more than 0",
            ),
            (
                &format!("{engine}rating = nan\n"),
                "rating must be a finite number",
            ),
            ("[[engine]\n", "line 1"),
        ] {
            let message = EnginesFile::parse(text).unwrap_err().to_string();
            assert!(message.contains(expected), "{text}: {message}");
            assert_eq!(message.lines().count(), 1, "{message}");
        }
        let message = EnginesFile::parse(engine)
            .unwrap()
            .engine("B")
            .unwrap_err()
            .to_string();
        assert_eq!(
            message,
            "no engine is called 'B'; there are A, and programs by their paths"
        );
    }

    #[test]
    fn programs_are_looked_up() {
        let mut engine =
            EnginesFile::parse("[[engine]]\nname=\"sh\"\ncommand=\"sh\"\nprotocol=\"uci\"\n")
                .unwrap()
                .engines
                .remove(0);
        assert!(engine.locate().is_some() || cfg!(not(unix)));
        engine.command = "no-such-program".to_owned();
        assert_eq!(engine.locate(), None);
        engine.command = "/".to_owned();
        assert_eq!(engine.locate(), None);
    }
}
