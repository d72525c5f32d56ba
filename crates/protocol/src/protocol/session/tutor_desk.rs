//! Where lessons are handed in and remarks come back: one thread for the tutor, started
//! with the first lesson.
//!
//! Every lesson has a number. A lesson that is cancelled is stopped, and its remark, which
//! may be on its way already, is not taken: so no word is said of a position that has gone.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::event::Event;
use super::tutor::{Answer, Lesson, Subject, Tutor};
use plumb_chess::board::Game;
use plumb_support::fallible::STACK_BYTES;
use plumb_support::mailbox::{Receiver, Sender, mailbox};

struct Order {
    id: u64,
    subject: Subject,
    lesson: Lesson,
    stop: Arc<AtomicBool>,
}

/// A lesson whose answer has not come.
struct Open {
    id: u64,
    subject: Subject,
    stop: Arc<AtomicBool>,
}

/// The tutor's desk; without a tutor, lessons come to nothing.
pub(super) struct TutorDesk {
    tutor: Option<Box<dyn Tutor>>,
    orders: Option<Sender<Order>>,
    open: Vec<Open>,
    last_id: u64,
    /// The position that was studied last, by its ply and key.
    studied: Option<(usize, u64)>,
}

impl TutorDesk {
    pub fn new(tutor: Option<Box<dyn Tutor>>) -> TutorDesk {
        TutorDesk {
            tutor,
            orders: None,
            open: Vec::new(),
            last_id: 0,
            studied: None,
        }
    }

    /// Whether there is a tutor.
    pub fn is_staffed(&self) -> bool {
        self.tutor.is_some() || self.orders.is_some()
    }

    /// Hands a lesson in, to be dealt with after those before it.
    pub fn hand_in(&mut self, subject: Subject, lesson: Lesson, events: &Sender<Event>) {
        if let Some(tutor) = self.tutor.take() {
            self.orders = open_desk(tutor, events.clone());
        }
        let Some(orders) = &self.orders else {
            return;
        };
        self.last_id += 1;
        let stop = Arc::new(AtomicBool::new(false));
        let order = Order {
            id: self.last_id,
            subject,
            lesson,
            stop: Arc::clone(&stop),
        };
        if orders.send(order).is_ok() {
            let id = self.last_id;
            self.open.push(Open { id, subject, stop });
        }
    }

    /// Whether this position is to be studied now: not if it was the last one already.
    pub fn begins_study(&mut self, game: &Game) -> bool {
        let place = Some((game.ply(), game.position().key()));
        std::mem::replace(&mut self.studied, place) != place
    }

    /// Takes an answer in; false where nobody waits for it any more.
    pub fn take(&mut self, answer: &Answer) -> bool {
        let count = self.open.len();
        self.open.retain(|open| open.id != answer.id);
        self.open.len() < count
    }

    /// Whether a remark is still to come that nobody has asked for.
    pub fn is_busy(&self) -> bool {
        let is_remark = |open: &Open| open.subject.is_automatic() && open.subject != Subject::Study;
        self.open.iter().any(is_remark)
    }

    /// Ends these lessons without a word.
    pub fn cancel(&mut self, which: impl Fn(Subject) -> bool) {
        for open in self.open.iter().filter(|open| which(open.subject)) {
            open.stop.store(true, Ordering::Relaxed);
        }
        self.open.retain(|open| !which(open.subject));
        if which(Subject::Study) {
            self.studied = None;
        }
    }

    /// Ends all lessons without a word.
    pub fn cancel_all(&mut self) {
        self.cancel(|_| true);
    }
}

/// The thread that the tutor works on; nothing where the system gives none.
fn open_desk(tutor: Box<dyn Tutor>, events: Sender<Event>) -> Option<Sender<Order>> {
    let (orders, inbox) = mailbox();
    let thread = std::thread::Builder::new().name("tutor".to_owned());
    let thread = thread.stack_size(STACK_BYTES);
    let serve = move || serve(tutor, &inbox, &events);
    thread.spawn(serve).ok().map(|_| orders)
}

fn serve(mut tutor: Box<dyn Tutor>, orders: &Receiver<Order>, events: &Sender<Event>) {
    while let Ok(order) = orders.recv() {
        let Order {
            id,
            subject,
            lesson,
            stop,
        } = order;
        if stop.load(Ordering::Relaxed) {
            continue;
        }
        let teach = || match subject {
            Subject::Study => {
                tutor.study(&lesson, &stop);
                Ok(None)
            }
            _ => tutor.remark(&lesson, &stop),
        };
        let failed = |_| Err("an explanation failed".to_owned());
        let remark = catch_unwind(AssertUnwindSafe(teach)).unwrap_or_else(failed);
        let answer = Answer {
            id,
            subject,
            remark,
        };
        if events.send(Event::Tutor(answer)).is_err() {
            return;
        }
    }
}
