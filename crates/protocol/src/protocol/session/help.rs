//! What `help` says, and the answer to a word that nobody knows.

use super::core::Core;
use crate::protocol::Dialect;
use crate::protocol::suggest::suggest;
use plumb_engine::engine::{OPTIONS, OptionKind, OptionSpec};

const UCI_HELP: &str = "\
Plumb is a chess engine. Chess programs start it and talk to it; you can, too.
  position startpos moves e2e4 e7e5   set the board up
  position fen FEN                    or from a FEN
  e4, Nf3, e2e4                       play a move on the board
  go depth 12                         think (also: movetime 1000, nodes 100000, infinite)
  stop                                stop thinking
  setoption name Hash value 64        change an option";

const CECP_HELP: &str = "\
Plumb is a chess engine and speaks XBoard's protocol now.
  new, setboard FEN                   set the board up
  e4, Nf3, e2e4                       play a move; the engine answers when it is its turn
  go, playother                       the engine plays the side to move, or the other one
  force                               the engine plays neither side
  level 40 5 0, st 2, sd 12           its clock: moves, minutes, increment; seconds; plies
  ?                                   move now
  undo, remove                        take back one ply, or two
  analyze, exit                       analyse the board, until exit
  post, nopost                        show the thinking, or do not
  option NAME=VALUE                   change an option (also: memory MB, cores N)";

const COMMON_HELP: &str = "  \
  d                                   show the board
  moves                               list the legal moves
  eval                                explain the evaluation (also: eval terms, squares, json)
  eval diff e2e4                      what a move, several, or another FEN changes in it
  perft 5                             count the legal move sequences of 5 plies
  bench                               the speed test, with the signature of this build
  flip                                swap the colours
  uci, xboard                         speak that protocol from now on
  quit                                leave";

const COMMON_WORDS: &str = "d moves eval perft bench flip help uci xboard quit";
const UCI_WORDS: &str = "isready ucinewgame position go stop ponderhit setoption debug";
const CECP_WORDS: &str = "new setboard go playother force level st sd nps time otim usermove \
    undo remove analyze exit post nopost hard easy hint bk draw result edit option memory cores \
    exclude include pause resume protover variant";

impl Core {
    /// Lists what can be typed in the protocol that is spoken.
    pub fn help(&mut self) {
        let is_cecp = self.dialect == Dialect::Cecp;
        self.out.lines(if is_cecp { CECP_HELP } else { UCI_HELP });
        self.out.lines(COMMON_HELP);
        for extension in &self.extensions {
            self.out.lines(extension.help);
        }
        self.out.line("Options:");
        for spec in OPTIONS {
            let name = if is_cecp {
                spec.cecp_name
            } else {
                Some(spec.name)
            };
            if let Some(name) = name {
                self.out
                    .line(format!("  {name:<18} {} ({})", spec.help, range(spec)));
            }
        }
    }

    /// Answers a line that begins with no known word.
    pub fn unknown_command(&mut self, reason: &str, line: &str) {
        let first = line.split_whitespace().next().unwrap_or_default();
        let own = match self.dialect {
            Dialect::Cecp => CECP_WORDS,
            Dialect::Uci | Dialect::Human => UCI_WORDS,
        };
        let extensions = self.extensions.iter().map(|extension| extension.name);
        let known = COMMON_WORDS.split(' ').chain(own.split_whitespace());
        let meant = suggest(first, known.chain(extensions));
        let advice = match meant {
            Some(meant) => format!("did you mean '{meant}'? type help for the commands"),
            None => "type help for the commands".to_owned(),
        };
        if self.dialect == Dialect::Cecp {
            // Programs look for words in what follows `Error`.
            self.error_about(reason, line);
            if !self.is_program {
                self.note(&advice);
            }
        } else {
            self.error_about(&format!("{reason}; {advice}"), line);
        }
    }
}

fn range(spec: &OptionSpec) -> String {
    match spec.kind {
        OptionKind::Check { default } => {
            format!("on or off, {}", if default { "on" } else { "off" })
        }
        OptionKind::Spin { default, min, max } => format!("{min} to {max}, {default}"),
        OptionKind::Text { .. } => "text".to_owned(),
        OptionKind::Button => "button".to_owned(),
    }
}
