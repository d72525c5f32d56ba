//! What the tutor says in XBoard's protocol, and when.
//!
//! Words stand where a line of thinking has its moves, after a `(`, as XBoard shows text of
//! books; before them are the numbers of the last real line, from which programs take the
//! score of a move. A window opens only where the user has asked for windows.

use super::cecp::{Cecp, Mode};
use super::cecp_commands::tell_book;
use super::core::{Core, before_last_move};
use super::error_line::harmless;
use super::tutor::{Answer, LESSON_NODES, Remark, Subject};
use crate::protocol::{Audience, CecpReply, ThinkingLine};
use plumb_chess::board::Move;
use plumb_engine::search::{Bound, ScoreValue};

/// A line of words is broken before so many bytes: XBoard keeps 512 of a line of thinking.
const LINE_BYTES: usize = 300;

impl Cecp {
    /// Whether a user plays against the engine who is to be taught.
    pub(super) fn has_pupil(&self, core: &Core) -> bool {
        core.engine.settings().tutor_mode
            && core.tutor.is_staffed()
            && matches!(self.mode, Mode::Playing(_))
            && !self.opponent_is_program
            && !self.paused
            && !self.illegal_position
            && self.editing.is_none()
    }

    /// Whether that user is to move.
    pub(super) fn is_users_turn(&self, core: &Core) -> bool {
        self.has_pupil(core)
            && !self.game_over
            && self.mode == Mode::Playing(!core.position().turn())
    }

    /// On the user's time the tutor studies his position.
    pub(super) fn settle_tutor(&mut self, core: &mut Core) {
        if !self.is_users_turn(core) {
            return;
        }
        let game = core.engine.game().clone();
        if core.tutor.begins_study(&game) {
            core.teach(Subject::Study, game, None, LESSON_NODES);
        }
    }

    /// The user is about to make this move on the board.
    pub(super) fn teach_user_move(&self, core: &mut Core, mv: Move) {
        // Remarks about the position before the move would come too late. A study of it goes
        // on: the remark about the user's move uses what it finds.
        core.tutor.cancel(|subject| subject != Subject::Study);
        if !self.has_pupil(core) {
            return;
        }
        let before = core.engine.game().clone();
        core.teach(Subject::UserMove, before, Some(mv), LESSON_NODES);
    }

    /// The engine is to answer what is on the board: programs such as python-chess note a
    /// user's move in force mode and say `go` then.
    pub(super) fn teach_last_move(&self, core: &mut Core) {
        let (before, mv) = before_last_move(core.engine.game());
        if self.has_pupil(core) && mv.is_some() {
            core.teach(Subject::UserMove, before, mv, LESSON_NODES);
        }
    }

    /// `bk`: the book's moves, and below them what the tutor would play.
    pub(super) fn book(&mut self, core: &mut Core) {
        if self.is_users_turn(core) {
            let game = core.engine.game().clone();
            core.teach(Subject::Book, game, None, LESSON_NODES);
        } else {
            tell_book(core, &[]);
        }
    }

    /// Says what a lesson has come to.
    pub(super) fn tutor_answer(&mut self, core: &mut Core, answer: Answer) {
        let remark = match answer.remark {
            Ok(remark) => remark,
            Err(reason) => {
                core.note(&format!("tutor: {reason}"));
                None
            }
        };
        let remark = match (remark, answer.subject) {
            (Some(remark), _) => remark,
            // These were asked for and want an answer.
            (None, Subject::Book) => Remark::default(),
            (None, _) => return,
        };
        match answer.subject {
            Subject::Study => {}
            Subject::UserMove => {
                self.say(core, "Your move: ", &remark.brief);
                if core.engine.settings().tutor_popups
                    && let Some(mistake) = &remark.mistake
                {
                    tell_user(core, mistake);
                }
            }
            Subject::EngineMove => self.say(core, "My move: ", &remark.brief),
            Subject::Hint => {
                if let Some(mv) = remark.best {
                    let text = core.move_text(core.position(), mv);
                    core.out.line(CecpReply::Hint(text));
                }
                self.say(core, "", &remark.full);
            }
            Subject::Book => tell_book(core, &remark.full),
            Subject::Button => self.tell_button(core, &remark),
        }
    }

    /// The answer to a button is seen even by who hides the thinking.
    fn tell_button(&self, core: &mut Core, remark: &Remark) {
        if core.engine.settings().tutor_popups {
            tell_user(core, &remark.brief.join(" "));
        }
        if self.post {
            self.say(core, "", &remark.full);
        } else {
            remark.full.iter().for_each(|line| core.note(line));
        }
    }

    /// Says sentences as lines of thinking, if these are shown.
    fn say(&self, core: &mut Core, opening: &str, sentences: &[String]) {
        if !self.post {
            return;
        }
        let numbers = self.last_thinking.clone().unwrap_or(ThinkingLine {
            ply: 0,
            score: ScoreValue::Cp(0),
            bound: Bound::Exact,
            time_cs: 0,
            nodes: 0,
            counters: None,
            pv: Vec::new(),
        });
        for (index, sentence) in sentences.iter().enumerate() {
            let opening = if index == 0 { opening } else { "" };
            for line in text_lines(&harmless(&format!("{opening}{sentence}"))) {
                core.out.line(CecpReply::Thinking(ThinkingLine {
                    pv: vec![format!("({line})")],
                    bound: Bound::Exact,
                    ..numbers.clone()
                }));
            }
        }
    }
}

fn tell_user(core: &mut Core, text: &str) {
    core.out.line(CecpReply::Tell {
        audience: Audience::User,
        text: harmless(text),
    });
}

/// The text in lines of up to `LINE_BYTES`, divided between words; a longer word has a line
/// to itself.
fn text_lines(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let length = lines.last().map_or(0, String::len);
        if length > 0 && length + 1 + word.len() > LINE_BYTES {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_sentences_are_broken_between_words() {
        let text = vec!["knight"; 100].join(" ");
        let lines = text_lines(&text);
        assert!(lines.len() > 1 && lines.iter().all(|line| line.len() <= LINE_BYTES));
        assert_eq!(lines.join(" "), text);
        assert_eq!(text_lines("e4"), ["e4"]);
    }
}
