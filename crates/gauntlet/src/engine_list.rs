//! The engines that can be asked for: by name, from a file or the built-in list,
//! or by the path of their program.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use plumb_protocol::peer::Protocol;

use super::config::{ConfigError, EngineConfig, EnginesFile, OptionSetting};

/// The list in force and where it comes from.
#[derive(Clone, Debug)]
pub struct EngineList {
    file: EnginesFile,
    origin: String,
}

/// The list as shipped.
const BUILT_IN: &str = include_str!("../engines.toml");
/// What this program is called in it.
const OWN_COMMAND: &str = "target/release/plumb";
const FILE_NAME: &str = "engines.toml";

impl EngineList {
    /// The list of `config` alone, if that is given. Otherwise `engines.toml` in
    /// the current folder; else the user's, `plumb/engines.toml` in the folder
    /// for configurations, together with those built in whose names it leaves
    /// free; else these. Built in, Plumb's program is `own_program`.
    pub fn find(config: Option<&Path>, own_program: &Path) -> Result<EngineList, ConfigError> {
        let here = Path::new(FILE_NAME);
        if let Some(path) = config.or(here.exists().then_some(here)) {
            return Ok(EngineList {
                file: EnginesFile::read(path)?,
                origin: path.display().to_string(),
            });
        }
        let built_in = EngineList::built_in(own_program)?;
        let Some(path) = user_file().filter(|path| path.exists()) else {
            return Ok(built_in);
        };
        let mut file = EnginesFile::read(&path)?;
        for engine in built_in.file.engines {
            if file.engine(&engine.name).is_err() {
                file.engines.push(engine);
            }
        }
        let origin = path.display().to_string();
        Ok(EngineList { file, origin })
    }

    /// The list as shipped.
    pub fn built_in(own_program: &Path) -> Result<EngineList, ConfigError> {
        let mut file = EnginesFile::parse(BUILT_IN)?;
        for engine in &mut file.engines {
            if engine.command == OWN_COMMAND {
                engine.command = own_program.to_string_lossy().into_owned();
            }
        }
        let origin = match user_file() {
            Some(path) => format!("a list of your own, {}", path.display()),
            None => "a list of your own (--config)".to_owned(),
        };
        Ok(EngineList { file, origin })
    }

    /// All that have names.
    pub fn engines(&self) -> &[EngineConfig] {
        &self.file.engines
    }

    /// Options that every engine gets, unless it has its own value.
    pub fn default_options(&self) -> &BTreeMap<String, OptionSetting> {
        &self.file.defaults.options
    }

    /// The engine with this name, in any case, or with this program: a path,
    /// told by its slash, and after a colon its protocol if that is not UCI, as
    /// in `/usr/games/fairymax:cecp`.
    pub fn engine(&self, name: &str) -> Result<EngineConfig, ConfigError> {
        match by_path(name) {
            Some(engine) if self.file.engine(name).is_err() => Ok(engine),
            _ => self.file.engine(name).cloned(),
        }
    }

    /// Where the program of an engine of this list is.
    pub fn program(&self, engine: &EngineConfig) -> Result<PathBuf, ConfigError> {
        engine.locate().ok_or_else(|| ConfigError::NotInstalled {
            name: engine.name.clone(),
            command: engine.command.clone(),
            origin: self.origin.clone(),
        })
    }
}

/// The engine that a path names, if it is one.
fn by_path(text: &str) -> Option<EngineConfig> {
    if !text.contains(['/', '\\']) {
        return None;
    }
    let (path, protocol) = match text.rsplit_once(':') {
        Some((path, word)) if word.eq_ignore_ascii_case("uci") => (path, Protocol::Uci),
        Some((path, word))
            if word.eq_ignore_ascii_case("cecp") || word.eq_ignore_ascii_case("xboard") =>
        {
            (path, Protocol::Cecp)
        }
        _ => (text, Protocol::Uci),
    };
    let name = Path::new(path).file_name()?;
    Some(EngineConfig {
        name: name.to_string_lossy().into_owned(),
        command: path.to_owned(),
        args: Vec::new(),
        protocol,
        options: BTreeMap::new(),
        directory: None,
        time_odds: None,
        rating: None,
        rating_source: None,
    })
}

/// Where a user keeps a list for all folders: nothing where no home is known.
fn user_file() -> Option<PathBuf> {
    let absolute = |name: &str| {
        let path = PathBuf::from(std::env::var_os(name)?);
        path.is_absolute().then_some(path)
    };
    let folder = if cfg!(windows) {
        absolute("APPDATA")
    } else {
        absolute("XDG_CONFIG_HOME").or_else(|| Some(absolute("HOME")?.join(".config")))
    };
    Some(folder?.join("plumb").join(FILE_NAME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_found_by_name_and_by_path() {
        let list = EngineList::built_in(Path::new("/opt/plumb")).unwrap();
        assert_eq!(list.engine("plumb").unwrap().command, "/opt/plumb");
        assert_eq!(list.engine("fairy-max").unwrap().protocol, Protocol::Cecp);
        for (text, name, command, protocol) in [
            ("./plumb", "plumb", "./plumb", Protocol::Uci),
            (
                "/usr/games/fairymax:cecp",
                "fairymax",
                "/usr/games/fairymax",
                Protocol::Cecp,
            ),
            ("a/b:XBoard", "b", "a/b", Protocol::Cecp),
            ("a/b:uci", "b", "a/b", Protocol::Uci),
            (
                "C:\\engines\\one.exe",
                "C:\\engines\\one.exe",
                "C:\\engines\\one.exe",
                Protocol::Uci,
            ),
            ("a/b:other", "b:other", "a/b:other", Protocol::Uci),
        ] {
            let engine = list.engine(text).unwrap();
            assert_eq!(
                (engine.command.as_str(), engine.protocol),
                (command, protocol)
            );
            if !cfg!(windows) {
                assert_eq!(engine.name, name);
            }
        }
        let message = list.engine("stockfish").unwrap_err().to_string();
        assert!(
            message.contains("no engine is called 'stockfish'; there are Plumb, "),
            "{message}"
        );
        let engine = list.engine("/no/such/program").unwrap();
        let message = list.program(&engine).unwrap_err().to_string();
        assert!(
            message.starts_with("/no/such/program is no program"),
            "{message}"
        );
    }
}
