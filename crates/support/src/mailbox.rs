//! A queue between threads, whose receiver sleeps from the first moment on.
//!
//! The channels of crossbeam and of the standard library yield the processor a few times before
//! they sleep. On a machine with more busy threads than cores, Linux lets a thread that has yielded
//! wait for all others, even if a value arrives meanwhile; the engine lost most fast games on time
//! there. Use this queue for threads whose answer a game's clock waits for.
//!
//! ```
//! use plumb_support::mailbox::mailbox;
//!
//! let (sender, receiver) = mailbox();
//! std::thread::spawn(move || sender.send("news"));
//! assert_eq!(receiver.recv(), Ok("news"));
//! assert!(receiver.recv().is_err());
//! ```

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use parking_lot::{Condvar, Mutex};

/// Puts values into a mailbox, from any thread.
#[derive(Debug)]
pub struct Sender<T>(Arc<Mailbox<T>>);

/// Takes values out, in the order in which they came.
#[derive(Debug)]
pub struct Receiver<T>(Arc<Mailbox<T>>);

/// The receiver is gone.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("nobody reads this mailbox any more")]
pub struct NoReceiver;

/// Why nothing was received.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoMail {
    /// Nothing is there yet.
    #[error("nothing has come")]
    Empty,
    /// All senders are gone, and nothing is left.
    #[error("nothing will come")]
    NoSender,
}

#[derive(Debug)]
struct Mailbox<T> {
    state: Mutex<State<T>>,
    arrived: Condvar,
}

#[derive(Debug)]
struct State<T> {
    values: VecDeque<T>,
    senders: usize,
    has_receiver: bool,
}

/// An empty mailbox of any size.
pub fn mailbox<T>() -> (Sender<T>, Receiver<T>) {
    let mailbox = Arc::new(Mailbox {
        state: Mutex::new(State {
            values: VecDeque::new(),
            senders: 1,
            has_receiver: true,
        }),
        arrived: Condvar::new(),
    });
    (Sender(Arc::clone(&mailbox)), Receiver(mailbox))
}

impl<T> Sender<T> {
    /// Puts a value in. An error if the receiver is gone.
    pub fn send(&self, value: T) -> Result<(), NoReceiver> {
        let mut state = self.0.state.lock();
        if !state.has_receiver {
            return Err(NoReceiver);
        }
        state.values.push_back(value);
        // The receiver is woken to an open lock.
        drop(state);
        self.0.arrived.notify_one();
        Ok(())
    }
}

impl<T> Clone for Sender<T> {
    fn clone(&self) -> Self {
        self.0.state.lock().senders += 1;
        Sender(Arc::clone(&self.0))
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        self.0.state.lock().senders -= 1;
        self.0.arrived.notify_one();
    }
}

impl<T> Receiver<T> {
    /// The next value, as soon as there is one. An error once all senders are gone.
    pub fn recv(&self) -> Result<T, NoMail> {
        let mut state = self.0.state.lock();
        loop {
            match state.take() {
                Err(NoMail::Empty) => self.0.arrived.wait(&mut state),
                outcome => return outcome,
            }
        }
    }

    /// The next value, waited for until then; `Empty` where none has come.
    pub fn recv_deadline(&self, deadline: Instant) -> Result<T, NoMail> {
        let mut state = self.0.state.lock();
        let mut is_over = false;
        loop {
            match state.take() {
                Err(NoMail::Empty) if !is_over => {
                    is_over = self.0.arrived.wait_until(&mut state, deadline).timed_out();
                }
                outcome => return outcome,
            }
        }
    }

    /// The next value if it is there.
    pub fn try_recv(&self) -> Result<T, NoMail> {
        self.0.state.lock().take()
    }
}

impl<T> State<T> {
    fn take(&mut self) -> Result<T, NoMail> {
        match self.values.pop_front() {
            Some(value) => Ok(value),
            None if self.senders == 0 => Err(NoMail::NoSender),
            None => Err(NoMail::Empty),
        }
    }
}

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        let mut state = self.0.state.lock();
        state.has_receiver = false;
        // Values may have senders of this mailbox, which lock it when they are dropped.
        let left = std::mem::take(&mut state.values);
        drop(state);
        drop(left);
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Duration;

    use super::*;

    #[test]
    fn values_come_in_order_from_any_thread() {
        let (sender, receiver) = mailbox();
        let threads: Vec<_> = (0..4)
            .map(|thread| {
                let sender = sender.clone();
                thread::spawn(move || (0..1_000).for_each(|n| sender.send((thread, n)).unwrap()))
            })
            .collect();
        drop(sender);
        let mut next = [0; 4];
        while let Ok((thread, n)) = receiver.recv() {
            assert_eq!(n, next[thread]);
            next[thread] += 1;
        }
        assert_eq!(next, [1_000; 4]);
        threads
            .into_iter()
            .for_each(|thread| thread.join().unwrap());
    }

    #[test]
    fn either_end_hears_that_the_other_is_gone() {
        let (sender, receiver) = mailbox();
        assert_eq!(receiver.try_recv(), Err(NoMail::Empty));
        sender.send(1).unwrap();
        drop(sender);
        assert_eq!(receiver.recv(), Ok(1));
        assert_eq!(receiver.recv(), Err(NoMail::NoSender));
        let (sender, receiver) = mailbox();
        sender
            .send(Box::new(sender.clone()) as Box<dyn std::any::Any>)
            .unwrap();
        drop(receiver);
        assert_eq!(sender.send(Box::new(2)), Err(NoReceiver));
    }

    #[test]
    fn a_deadline_ends_waiting() {
        let (sender, receiver) = mailbox::<u8>();
        let begun = Instant::now();
        let wait = Duration::from_millis(20);
        assert_eq!(receiver.recv_deadline(begun + wait), Err(NoMail::Empty));
        assert!(begun.elapsed() >= wait);
        sender.send(1).unwrap();
        assert_eq!(receiver.recv_deadline(begun), Ok(1));
        let other = thread::spawn(move || drop(sender));
        let long = Instant::now() + Duration::from_secs(60);
        assert_eq!(receiver.recv_deadline(long), Err(NoMail::NoSender));
        other.join().unwrap();
    }
}
