//! What the tutor says in UCI, and when: between `go` and `bestmove`, within a tenth of
//! the move's time.
//!
//! While the opponent searches, the tutor judges the user's last move and studies the
//! position; once the opponent has chosen, it explains that choice, for which `bestmove`
//! waits. The search has nine tenths of the time, so that all of it is no longer than
//! without a tutor.

use std::time::Instant;

use super::core::{Core, before_last_move};
use super::tutor::{Answer, Subject};
use super::tutor_share::TutorShare;
use super::uci::Uci;
use plumb_chess::board::Move;
use plumb_engine::search::Limits;

impl Uci {
    /// What the tutor may do during a search with these limits, which has to do with less
    /// time then.
    pub(super) fn tutor_share(core: &Core, limits: &mut Limits) -> Option<TutorShare> {
        let settings = core.engine.settings();
        let is_taught = settings.tutor_mode
            && core.tutor.is_staffed()
            && !settings.analyse_mode
            && !settings.opponent.as_deref().is_some_and(is_program);
        let share = is_taught.then(|| TutorShare::of(limits)).flatten();
        if share.is_some() {
            TutorShare::take_from(limits);
        }
        share
    }

    /// The search has begun, and the clock runs: the tutor begins too.
    pub(super) fn begin_lessons(&mut self, core: &mut Core, share: TutorShare) {
        self.tutor_share = Some(share);
        let game = core.engine.game().clone();
        let (before, mv) = before_last_move(&game);
        if mv.is_some() {
            core.teach(Subject::UserMove, before, mv, share.nodes);
        }
        core.teach(Subject::Study, game, None, share.nodes);
        core.tutor_deadline = share.half.map(|half| Instant::now() + half);
    }

    /// The search has chosen a move: true if words about it are still to come.
    pub(super) fn begin_last_lesson(&mut self, core: &mut Core, mv: Option<Move>) -> bool {
        let (Some(share), Some(mv)) = (self.tutor_share.take(), mv) else {
            return false;
        };
        let game = core.engine.game().clone();
        core.teach(Subject::EngineMove, game, Some(mv), share.nodes);
        core.tutor_deadline = share.half.map(|half| Instant::now() + half);
        core.tutor.is_busy()
    }

    /// Ends what the tutor says without being asked.
    pub(super) fn end_lessons(&mut self, core: &mut Core) {
        self.tutor_share = None;
        core.tutor_deadline = None;
        core.tutor.cancel(Subject::is_automatic);
    }

    /// Says what a lesson has come to; the last word is `bestmove`.
    pub(super) fn tutor_answer(&mut self, core: &mut Core, answer: Answer) {
        match answer.remark {
            Ok(None) => {}
            Err(reason) => core.note(&format!("tutor: {reason}")),
            Ok(Some(remark)) => match answer.subject {
                Subject::UserMove => say(core, "Your move: ", &remark.brief),
                Subject::EngineMove => say(core, "My move: ", &remark.brief),
                _ => say(core, "", &remark.full),
            },
        }
        if !core.tutor.is_busy() {
            self.tell_pending_result(core);
        }
    }

    /// The tutor's time is over.
    pub(super) fn tutor_is_late(&mut self, core: &mut Core) {
        core.tutor.cancel(Subject::is_automatic);
        self.tell_pending_result(core);
    }
}

/// Whether the text of `UCI_Opponent`, `TITLE ELO TYPE NAME`, says that it is a program.
fn is_program(opponent: &str) -> bool {
    let kind = opponent.split_whitespace().nth(2);
    kind.is_some_and(|kind| kind.eq_ignore_ascii_case("computer"))
}

fn say(core: &mut Core, opening: &str, sentences: &[String]) {
    for (index, sentence) in sentences.iter().enumerate() {
        let opening = if index == 0 { opening } else { "" };
        core.note(&format!("{opening}{sentence}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_needs_no_tutor() {
        assert!(is_program("none none computer Shredder"));
        assert!(is_program("GM 2800 Computer X"));
        assert!(!is_program("none none human A computer"));
        assert!(!is_program(""));
    }
}
